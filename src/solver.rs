//! Solves games of two players and hidden hands, in which one wins what the other loses.
//!
//! A game is a tree of what both players see ([`FlatTree`]) and pairings of the hands that they hold ([`Pairing`]). Games
//! may follow upon each other: where hands are equal, another one may be played, with new hands and changed places.
//! [`Solver`] plays them against itself and learns, by discounted counterfactual regret minimisation (Brown and Sandholm,
//! 2019, <https://arxiv.org/abs/1809.04040>); [`Games::evaluate`] tells how good a strategy is, by best responses.

mod games;
mod pairing;
mod regrets;
mod scratch;
mod tree;

pub use games::{Evaluation, Games, Place};
pub use pairing::{HandPairing, MatrixPairing, Pairing};
pub use regrets::Solver;
pub use tree::{FlatTree, InvalidGame};
