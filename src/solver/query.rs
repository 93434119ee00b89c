//! The answers of a strategy to queries about a node, and the errors of invalid queries.

use std::fmt;

/// The reaches and values of a node from the view of one player. Each list has one number for each hand of the player.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeValues {
    /// The probability of the player's own actions on the path to the node.
    pub own_reach: Vec<f64>,
    /// The probability that the player has the hand and that the opponent's actions lead to the node.
    pub opponent_reach: Vec<f64>,
    /// The part of `opponent_reach` in which the hands of both players are equal.
    pub tie_reach: Vec<f64>,
    /// The counterfactual values of each action: the expected win of the player after it, times `opponent_reach`.
    pub values: Vec<Vec<f64>>,
}

/// The action probabilities of a strategy at a node, with one hand or with all hands, and their values.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The probability of each action. With all hands it is the mean over the hands, weighted by how often each reaches
    /// the node.
    pub shares: Vec<f64>,
    /// The expected win of the player that acts after each action, if both players then follow the strategy. With all
    /// hands it is the mean over all hands that the player may hold at the node, whether or not it takes the action
    /// with them. `None` if the opponent never reaches the node or, with all hands, if either player never does.
    pub expected: Option<Vec<f64>>,
    /// The expected win of the player with the strategy; `None` in the same cases as `expected`.
    pub value: Option<f64>,
    /// The probability that play reaches the node, with any hands, once the cards of its game are dealt.
    pub reach: f64,
    /// The probability of the player's own actions on the path to the node with this hand; 1 with all hands.
    pub own_reach: f64,
    /// The probability that the player has this hand, or any hand, and that the opponent's actions lead to the node.
    pub opponent_reach: f64,
}

/// The action probabilities of a strategy at a node for each class of hands and for each number of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// The probability that play reaches the node, with any hands, once the cards of its game are dealt.
    pub reach: f64,
    /// A row for each class of hands that reaches the node, in ascending order of points.
    pub by_class: Vec<Row>,
    /// A row for each number of points that reaches the node, in ascending order.
    pub by_points: Vec<Row>,
}

/// The action probabilities of a strategy at a node for some hands that have the same points.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The points of the hands.
    pub points: u8,
    /// The probability that the player holds such a hand when play reaches the node.
    pub weight: f64,
    /// The probability of each action with such a hand.
    pub shares: Vec<f64>,
}

/// The error of an invalid strategy, or of an invalid query about one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidQuery {
    /// There is no game with this number.
    Game(usize),
    /// A game has no node with this number.
    Node {
        /// The game.
        game: usize,
        /// The node.
        node: usize,
    },
    /// There is no hand with this number.
    Hand(usize),
    /// There is no player with this number.
    Player(usize),
    /// No player acts at a node.
    NobodyActs {
        /// The game.
        game: usize,
        /// The node.
        node: usize,
    },
    /// A game does not follow a node of another game.
    DoesNotFollow {
        /// The game of the node.
        game: usize,
        /// The node.
        node: usize,
        /// The game that does not follow.
        next: usize,
    },
    /// Two strategies are for different games.
    DifferentGames,
    /// The numbers are not a strategy for the games.
    NotAStrategy,
    /// The numbers are not evaluations for the games.
    NotEvaluations,
    /// The games have several pairings of hands, so that the reach of a node depends on the leaf.
    SeveralPairings,
    /// The hands are not Svara hands and have no points.
    NoPoints,
}

impl fmt::Display for InvalidQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game) => write!(f, "there is no game {game}"),
            Self::Node { game, node } => write!(f, "game {game} has no node {node}"),
            Self::Hand(hand) => write!(f, "there is no class of hands {hand}"),
            Self::Player(player) => write!(f, "there is no player {player}: the players are 0 and 1"),
            Self::NobodyActs { game, node } => write!(f, "no player acts at node {node} of game {game}"),
            Self::DoesNotFollow { game, node, next } => {
                write!(f, "game {next} does not follow node {node} of game {game}")
            }
            Self::DifferentGames => write!(f, "the strategies are for different games"),
            Self::NotAStrategy => write!(f, "the numbers are not a strategy for these games"),
            Self::NotEvaluations => write!(f, "evaluations must be three finite numbers for each game"),
            Self::SeveralPairings => {
                write!(f, "the reach of a node is defined only in games with one pairing of hands")
            }
            Self::NoPoints => write!(f, "the hands of these games have no points"),
        }
    }
}

impl std::error::Error for InvalidQuery {}
