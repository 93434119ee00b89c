//! Solves two-player zero-sum games with hidden hands.
//!
//! A game consists of a tree of what both players see ([`FlatTree`]) and pairings of the hands that they hold
//! ([`Pairing`]). One game may follow another: after a tie the players may change places and play another game with new
//! hands. A [`Solver`] finds an equilibrium by discounted counterfactual regret minimisation (Brown and Sandholm, 2019,
//! <https://arxiv.org/abs/1809.04040>). A [`Strategy`] answers questions about the result, such as how much a best
//! response wins against it.

mod evaluation;
mod games;
mod pairing;
mod query;
mod regrets;
mod scratch;
mod strategy;
mod tree;

pub use games::{Evaluation, Games};
pub use pairing::{HandPairing, MatrixPairing, Pairing};
pub use query::{Advice, InvalidQuery, NodeValues, Row, Rows};
pub use regrets::Solver;
pub use strategy::Strategy;
pub use tree::{CHANCE, FlatTree, InvalidGame, LEAF, MAX_PLAYERS, NOT_LOOKED};
