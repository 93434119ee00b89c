//! Solves games of two players and hidden hands, in which one wins what the other loses.
//!
//! A game is a tree of what both players see ([`FlatTree`]) and pairings of the hands that they hold ([`Pairing`]). Games
//! may follow upon each other: where hands are equal, another one may be played, with new hands and changed places.
//! [`Solver`] plays them against itself and learns, by discounted counterfactual regret minimisation (Brown and Sandholm,
//! 2019, <https://arxiv.org/abs/1809.04040>); [`Games::evaluate`] tells how good a strategy is, by best responses.
//!
//! A game of two cards: player 0 bets one chip or gives up its ante of one; player 1 folds, or calls the bet.
//!
//! ```
//! use svara::{FlatTree, Games, MatrixPairing, Pairing, Solver};
//!
//! let tree = FlatTree {
//!     parents: vec![-1, 0, 0, 2, 2],
//!     players: vec![0, 3, 1, 3, 3],
//!     payoffs: vec![[0.0; 3], [-1.0; 3], [0.0; 3], [1.0; 3], [2.0, 0.0, -2.0]],
//!     following: vec![-1; 5],
//!     pairings: vec![0; 5],
//! };
//! // Each has the high card or the low one, never both the same.
//! let pairing = MatrixPairing::new([2, 2], vec![0.0, 0.5, 0.5, 0.0], vec![0, -1, 1, 0]).ok_or("two hands each")?;
//! let games = Games::new(&[tree], vec![Pairing::Matrix(pairing)])?;
//! let mut solver = Solver::new(games);
//! for _ in 0..1_000 {
//!     solver.iterate(0, 1);
//! }
//! let evaluation = solver.evaluate(0, 1);
//! assert!(evaluation.exploitability() < 1e-3);
//! assert!(evaluation.value.abs() < 1e-3); // with the low card, a bet costs as much as to give up
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod games;
mod pairing;
mod regrets;
mod scratch;
mod tree;

pub use games::{Evaluation, Games, Place};
pub use pairing::{HandPairing, MatrixPairing, Pairing};
pub use regrets::Solver;
pub use tree::{FlatTree, InvalidGame};
