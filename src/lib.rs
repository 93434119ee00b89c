//! The three-card betting game Svara (svarka): cards, points, all 4,960 hands and the seeded shuffle.
//!
//! Numbers like 1.3 point to the rulebook, `docs/rules.md`. This crate knows cards and counting; chips, seats and
//! bets are the business of the Python package built on it. Without the feature `python` it needs no interpreter.
//!
//! What a hand is worth, and why:
//!
//! ```
//! use svara::{Hand, Kind, Scoring};
//!
//! let hand: Hand = "7♣ K♥ K♦".parse()?;
//! let best = Scoring::VIPSVARA.combination(hand);
//! assert_eq!(best.points(), 31);
//! assert_eq!(best.kind(), Kind::WithYonchev);
//! # Ok::<(), svara::InvalidCards>(())
//! ```
//!
//! How often each number of points occurs:
//!
//! ```
//! use svara::Scoring;
//!
//! let hands_by_points = svara::distribution(Scoring::CLASSIC);
//! assert_eq!(hands_by_points[34], 4);
//! assert_eq!(hands_by_points.iter().sum::<u32>(), 4_960);
//! ```
//!
//! A deck that is the same on every machine:
//!
//! ```
//! let deck = svara::shuffled_deck(&[7; 32], 0);
//! assert_eq!(deck, svara::shuffled_deck(&[7; 32], 0));
//! ```

mod cards;
mod hands;
mod scoring;

#[cfg(feature = "python")]
mod python;

pub use cards::{Card, DECK, Hand, InvalidCards, RANKS, SUITS, deal_hands, derived_key, parse_cards, shuffled_deck};
pub use hands::{HANDS, all_hands, distribution, hands_by_strength, hands_with_points};
pub use scoring::{Combination, Kind, MAX_POINTS, RankSet, Scoring};
