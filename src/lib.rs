//! The three-card betting game Svara (svarka): cards, points, all 4,960 hands, odds, the seeded shuffle, and a solver.
//!
//! Numbers such as 1.3 refer to the rulebook, `docs/rules.md`. This crate covers cards and counting. Chips, seats and
//! bets are part of the Python package that is built on it. Without the feature `python`, the crate does not need a
//! Python interpreter.
//!
//! Score a hand and find its best combination:
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
//! Count the hands for each number of points:
//!
//! ```
//! use svara::Scoring;
//!
//! let hands_by_points = svara::distribution(Scoring::CLASSIC);
//! assert_eq!(hands_by_points[34], 4);
//! assert_eq!(hands_by_points.iter().sum::<u32>(), 4_960);
//! ```
//!
//! Compute the exact odds of a hand against nine opponents:
//!
//! ```
//! use svara::{Matchup, Scoring};
//!
//! let matchup = Matchup::new("7♣ K♥ K♦".parse()?, vec![None; 9], &[], Scoring::VIPSVARA)?;
//! let odds = matchup.exact().ok_or("there is a table for these rules")?;
//! assert_eq!(format!("{:.4}", odds.win()), "0.9445");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Score many hands at once:
//!
//! ```
//! use svara::Scoring;
//!
//! let mut points = [0; 2];
//! svara::points_batch(&[0, 25, 26, 4, 11, 31], Scoring::CLASSIC, &mut points)?;
//! assert_eq!(points, [31, 20]);
//! # Ok::<(), svara::InvalidRow>(())
//! ```
//!
//! Shuffle a deck that is the same on every machine:
//!
//! ```
//! let deck = svara::shuffled_deck(&[7; 32], 0);
//! assert_eq!(deck, svara::shuffled_deck(&[7; 32], 0));
//! ```
//!
//! Solve a two-player zero-sum game with hidden hands. In this game player 0 bets one chip or gives up its ante of one
//! chip, and player 1 folds or calls:
//!
//! ```
//! use svara::{FlatTree, Games, LEAF, MatrixPairing, Pairing, Solver};
//!
//! let tree = FlatTree {
//!     parents: vec![-1, 0, 0, 2, 2],
//!     players: vec![0, LEAF, 1, LEAF, LEAF],
//!     payoffs: vec![[0.0; 3], [-1.0; 3], [0.0; 3], [1.0; 3], [2.0, 0.0, -2.0]],
//!     following: vec![-1; 5],
//!     pairings: vec![0; 5],
//! };
//! // One player holds the high card, the other the low card.
//! let pairing = MatrixPairing::new([2, 2], vec![0.0, 0.5, 0.5, 0.0], vec![0, -1, 1, 0]).ok_or("two hands each")?;
//! let games = Games::new(&[tree], vec![Pairing::Matrix(pairing)])?;
//! let mut solver = Solver::new(games, 1); // in one thread
//! for _ in 0..1_000 {
//!     solver.iterate(0);
//! }
//! let evaluation = solver.evaluate(0);
//! assert!(evaluation.exploitability() < 1e-3);
//! assert!(evaluation.value.abs() < 1e-3); // with the low card, betting loses as much as giving up
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod cards;
mod classes;
mod decks;
mod hands;
mod odds;
mod random;
mod scoring;
mod shown;
mod solver;
mod threads;

#[cfg(feature = "python")]
mod python;

pub use batch::{Instructions, InvalidRow, RowContent, points_batch, points_batch_with, points_of_indices};
pub use cards::{Card, DECK, InvalidCards, RANKS, SUITS, parse_cards};
pub use classes::{CLASSES, Classes};
pub use decks::{deal_hands, derived_key, shuffled_deck};
pub use hands::{HANDS, Hand, all_hands};
pub use odds::{
    InvalidOdds, InvalidRange, MAX_OPPONENTS, Matchup, Odds, OddsTable, PARTS, Range, TableRow, odds_of_all_hands,
};
pub use random::{BLOCK, random_deals, random_hands};
pub use scoring::{
    Combination, Kind, MAX_POINTS, RankSet, Scoring, distribution, hands_by_strength, hands_with_points,
};
pub use solver::{
    Advice, CHANCE, Evaluation, FlatTree, Games, HandPairing, InvalidGame, InvalidQuery, LEAF, MAX_PLAYERS,
    MatrixPairing, NOT_LOOKED, NodeValues, Pairing, Row, Rows, Solver, Strategy,
};
