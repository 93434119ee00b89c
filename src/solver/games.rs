//! The games that a solver solves, and evaluations of strategies in them.

use super::pairing::Pairing;
use super::tree::{FlatTree, InvalidGame, PLAYERS, Tree};

/// Games that may follow one another. Only a later game of the list may follow a game.
#[derive(Clone, Debug)]
pub struct Games {
    pub(super) trees: Vec<Tree>,
    pub(super) pairings: Vec<Pairing>,
}

/// The value of a strategy, and of best responses to it, in a game and all games that may follow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The expected win of player 0 if both players follow the strategy.
    pub value: f64,
    /// The expected win of a best response to the strategy, as player 0 and as player 1.
    pub best: [f64; 2],
}

impl Evaluation {
    /// The expected win of `player` in each game after a tie, when the players have changed places, if both follow the
    /// strategy.
    pub(super) fn values_after_ties(evaluations: &[Evaluation], player: usize) -> Vec<f64> {
        let sign = if player == 0 { -1.0 } else { 1.0 };
        evaluations.iter().map(|evaluation| sign * evaluation.value).collect()
    }

    /// The expected win of `player` in each game after a tie if it plays a best response.
    pub(super) fn best_after_ties(evaluations: &[Evaluation], player: usize) -> Vec<f64> {
        evaluations.iter().map(|evaluation| evaluation.best[1 - player]).collect()
    }

    /// The exploitability: the mean win of the two best responses. It is 0 in an equilibrium.
    #[must_use]
    pub fn exploitability(&self) -> f64 {
        f64::midpoint(self.best[0], self.best[1])
    }
}

impl Games {
    /// Games with these trees and pairings.
    ///
    /// # Errors
    /// [`InvalidGame`] if a tree is invalid, if there are no trees or pairings, or if the pairings have different
    /// numbers of hands.
    pub fn new(trees: &[FlatTree], pairings: Vec<Pairing>) -> Result<Games, InvalidGame> {
        let hands: Vec<[usize; PLAYERS]> = pairings.iter().map(Pairing::hands).collect();
        if trees.is_empty() || hands.is_empty() || hands.iter().any(|&other| other != hands[0]) {
            return Err(InvalidGame::without_hands());
        }
        let trees = trees.iter().enumerate().map(|(number, flat)| Tree::new(number, flat, trees.len(), &hands));
        Ok(Games { trees: trees.collect::<Result<_, _>>()?, pairings })
    }

    /// The number of games.
    #[must_use]
    pub fn count(&self) -> usize {
        self.trees.len()
    }

    /// The number of nodes of a game.
    ///
    /// # Panics
    /// If there is no such game.
    #[must_use]
    pub fn nodes(&self, game: usize) -> usize {
        self.trees[game].nodes.len()
    }

    /// The length of a game's list of numbers in a [`Strategy`](super::Strategy): one number for each node at which a
    /// player acts, each action and each hand, in this order.
    ///
    /// # Panics
    /// If there is no such game.
    #[must_use]
    pub fn width(&self, game: usize) -> usize {
        self.trees[game].width
    }

    /// The number of hands that a player may have.
    pub(super) fn hands(&self, player: usize) -> usize {
        self.pairings[0].hands()[player]
    }
}
