//! Odds: the probability of winning alone, of tying for the most points (a svarka) and of losing at a showdown.
//!
//! A [`Matchup`] is a hand and what is known about its opponents' hands. Its [`Odds`] are exact, from the table of all
//! hands (`table.rs`) or by counting (`counting.rs`), or they are a sample (`sampling.rs`).

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
