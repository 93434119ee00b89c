//! Answers of a strategy about a node, and the errors of such questions.

use std::fmt;

/// The information sets of one player at a node. Each list has a number for each hand of that player.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeValues {
    /// The probability of the player's own actions that lead to the node.
    pub own_reach: Vec<f64>,
    /// The probability that the player has the hand and that the opponent's actions lead to the node.
    pub opponent_reach: Vec<f64>,
    /// The same, and that the hands are equal.
    pub tie_reach: Vec<f64>,
    /// For each action, the counterfactual values: what the player wins on average after it, times `opponent_reach`.
    pub values: Vec<Vec<f64>>,
}

/// The strategy at a node, with one hand or with all, and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The probability of each action: with all hands, the mean over the hands as they reach the node.
    pub shares: Vec<f64>,
    /// The expected win of the player that acts after each action, if both players follow the strategy then. With all
    /// hands it is the mean over the hands that the player may hold, whether it takes the action with them or not. It is
    /// `None` if the opponent, or with all hands either player, never reaches the node.
    pub expected: Option<Vec<f64>>,
    /// The expected win of the player with the strategy; `None` as above.
    pub value: Option<f64>,
    /// The probability that play reaches the node, with any hands, once the cards of its game are dealt.
    pub reach: f64,
    /// The probability of the player's own actions that lead to the node, with this hand; 1 with all hands.
    pub own_reach: f64,
    /// The probability that the player has this hand, or any, and that the opponent's actions lead to the node.
    pub opponent_reach: f64,
}

/// The strategy at a node for each class of hands and for each number of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// The probability that play reaches the node, with any hands, once the cards of its game are dealt.
    pub reach: f64,
    /// A row for each class that reaches the node, by points.
    pub by_class: Vec<Row>,
    /// A row for each number of points that reaches the node, ascending.
    pub by_points: Vec<Row>,
}

/// The strategy at a node for some hands with the same points.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The points of the hands.
    pub points: u8,
    /// The probability that the player holds such a hand when the node is reached, 0 to 1.
    pub weight: f64,
    /// The probability of each action with such a hand.
    pub shares: Vec<f64>,
}

/// Why a strategy cannot be made, or a question about it cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidQuery {
    /// There is no game of this number.
    Game(usize),
    /// A game has no node of this number.
    Node {
        /// The game.
        game: usize,
        /// The node.
        node: usize,
    },
    /// There is no hand of this number.
    Hand(usize),
    /// There is no player of this number.
    Player(usize),
    /// No player acts at a node.
    NobodyActs {
        /// The game.
        game: usize,
        /// The node.
        node: usize,
    },
    /// A game does not follow from a node of another.
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
    /// The numbers are not those of a strategy.
    NotAStrategy,
    /// The numbers are not evaluations of a strategy.
    NotEvaluations,
    /// The games pair hands in several ways, so that the reach of a node depends on the leaf.
    SeveralPairings,
    /// The hands are not those of Svara, and have no points.
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
                write!(f, "game {next} does not follow from node {node} of game {game}")
            }
            Self::DifferentGames => write!(f, "these are strategies for different games"),
            Self::NotAStrategy => write!(f, "these are not strategies for these games"),
            Self::NotEvaluations => write!(f, "these are not evaluations of these games, three numbers for each"),
            Self::SeveralPairings => {
                write!(f, "the reach of a node is known only in games with one pairing of hands")
            }
            Self::NoPoints => write!(f, "the hands of these games have no points"),
        }
    }
}

impl std::error::Error for InvalidQuery {}
