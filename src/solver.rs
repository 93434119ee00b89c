//! Solves games of two players with hidden hands, in which one wins what the other loses.
//!
//! A game is a tree of what both players see ([`FlatTree`]) and pairings of the hands that they hold ([`Pairing`]). Games
//! may follow one another: where hands are equal, another game may be played, with new hands and changed places.
//! [`Solver`] finds an equilibrium by discounted counterfactual regret minimisation (Brown and Sandholm, 2019,
//! <https://arxiv.org/abs/1809.04040>). A [`Strategy`] answers questions about what was found, such as how much a best
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
