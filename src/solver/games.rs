//! Games, and the evaluations of strategies in them.

use super::pairing::Pairing;
use super::tree::{FlatTree, InvalidGame, PLAYERS, Tree};

/// Games that may follow one another, each followed by later ones only.
#[derive(Clone, Debug)]
pub struct Games {
    pub(super) trees: Vec<Tree>,
    pub(super) pairings: Vec<Pairing>,
}

/// The evaluation of a strategy in a game, with all games that may follow it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The expected win of player 0 if both players follow the strategy.
    pub value: f64,
    /// The expected win of a best response of each player to the strategy, in this game and all that follow.
    pub best: [f64; 2],
}

impl Evaluation {
    /// What `player` wins in each game after a tie, when the players have changed places, if both play by the strategy.
    pub(super) fn values_after_ties(evaluations: &[Evaluation], player: usize) -> Vec<f64> {
        let sign = if player == 0 { -1.0 } else { 1.0 };
        evaluations.iter().map(|evaluation| sign * evaluation.value).collect()
    }

    /// The same if `player` plays a best response.
    pub(super) fn best_after_ties(evaluations: &[Evaluation], player: usize) -> Vec<f64> {
        evaluations.iter().map(|evaluation| evaluation.best[1 - player]).collect()
    }

    /// The mean of the wins of the two best responses: 0 in an equilibrium.
    #[must_use]
    pub fn exploitability(&self) -> f64 {
        f64::midpoint(self.best[0], self.best[1])
    }
}

impl Games {
    /// Games from their trees.
    ///
    /// # Errors
    /// [`InvalidGame`] if a tree is not one that can be solved, and if the pairings are of different sets of hands.
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

    /// The length of a strategy of both players in a game: a number for each node at which a player acts, in order, each
    /// action and each hand.
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
