//! Odds: the chance to win alone, to tie for the most points (a svarka) and to lose at a showdown.
//!
//! [`Matchup`] is the question: a hand, and what is known of its opponents. The answer, [`Odds`], is exact from the
//! table of all hands (`table.rs`) or by counting (`counting.rs`), or it is a sample (`sampling.rs`).

mod chances;
mod counting;
mod matchup;
mod ranges;
mod sampling;
mod table;

pub use chances::{Odds, PARTS};
#[cfg(feature = "python")]
pub(crate) use counting::MAX_COUNTED;
pub use counting::odds_of_all_hands;
pub use matchup::{InvalidOdds, Matchup};
pub use ranges::{InvalidRange, Range};
pub use table::{MAX_OPPONENTS, OddsTable, TableRow};
