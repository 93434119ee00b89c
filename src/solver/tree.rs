//! A game as a tree of what both players see: the player that acts at each node, and the payoffs of each leaf.

use std::fmt;

/// The number of players that the flat form of a tree can represent, numbered from 0. The solver supports [`PLAYERS`].
pub const MAX_PLAYERS: u8 = 10;

/// The code of a chance node in the flat form of a tree.
pub const CHANCE: u8 = 14;

/// The code of a leaf, at which the game is over, in the flat form of a tree.
pub const LEAF: u8 = 15;

/// In the flat form of a tree, the bit to add to the number of a player that has not looked at its hand yet. Such a
/// player plays the same with every hand.
pub const NOT_LOOKED: u8 = 16;

/// The number of players of a game that can be solved.
pub(super) const PLAYERS: usize = 2;

/// The greatest depth of a tree. A traversal recurses, and must not overflow the stack of a thread.
const MAX_DEPTH: usize = 1_000;

/// A tree in its flat form, with one entry for each node in each list. The nodes are in depth-first order: each node is
/// before its children, and each subtree is contiguous.
#[derive(Clone, Debug, Default)]
pub struct FlatTree {
    /// The parent of each node; -1 for the first node.
    pub parents: Vec<i32>,
    /// The code of each node: the player that acts, 0 or 1, plus [`NOT_LOOKED`] while it has not looked at its hand; or
    /// [`CHANCE`]; or [`LEAF`].
    pub players: Vec<u8>,
    /// At a leaf, what player 0 wins and player 1 loses if player 0's hand is better, equal or worse.
    pub payoffs: Vec<[f64; 3]>,
    /// At a leaf, the number of the game that follows if the hands are equal, or -1. The players change places for that
    /// game, and its value replaces the payoff.
    pub following: Vec<i32>,
    /// At a leaf, the number of the pairing of hands.
    pub pairings: Vec<i32>,
}

/// A checked tree, in a form for traversals.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// The number of numbers in a strategy of both players: one for each node, action and hand.
    pub(super) width: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// The first node after the subtree.
    pub(super) end: usize,
    /// The index in a strategy of the node's first number.
    pub(super) begin: usize,
    /// The number of children.
    pub(super) children: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Player(Player),
    Chance,
    Leaf(Leaf),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Player {
    pub(super) number: usize,
    pub(super) has_looked: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) payoffs: [f64; 3],
    /// Whether the payoff is the same for all hands, as after a fold.
    pub(super) is_fold: bool,
    pub(super) following: Option<usize>,
    pub(super) pairing: usize,
}

impl Leaf {
    /// What a player wins with the better hand, with an equal hand and with the worse hand. `ties` holds what the
    /// player wins in each game that may follow.
    pub(super) fn payoffs_to(&self, player: usize, ties: &[f64]) -> [f64; 3] {
        let [better, equal, worse] = self.payoffs;
        let [win, tie, loss] = if player == 0 { [better, equal, worse] } else { [-worse, -equal, -better] };
        [win, self.following.map_or(tie, |game| ties[game]), loss]
    }
}

impl Tree {
    /// Checks and converts the tree of game `number`.
    pub(super) fn new(
        number: usize,
        flat: &FlatTree,
        games: usize,
        pairings: &[[usize; PLAYERS]],
    ) -> Result<Tree, InvalidGame> {
        let count = flat.parents.len();
        let wrong = |node: usize, what: &'static str| InvalidGame { game: number, node, what };
        let lengths = [flat.players.len(), flat.payoffs.len(), flat.following.len(), flat.pairings.len()];
        if count == 0 || lengths != [count; 4] {
            return Err(wrong(0, "the arrays of the tree are empty or have different lengths"));
        }
        let mut nodes: Vec<Node> = Vec::with_capacity(count);
        let mut path: Vec<usize> = Vec::new(); // from the root to the previous node
        for node in 0..count {
            let parent = usize::try_from(flat.parents[node]).ok();
            while path.last().copied() != parent {
                match path.pop() {
                    Some(left) => nodes[left].end = node,
                    None => return Err(wrong(node, "its parent is not on the path to the previous node")),
                }
            }
            if (node == 0) != parent.is_none() {
                return Err(wrong(node, "the first node, and only that node, must have parent -1"));
            }
            if let Some(parent) = parent {
                if matches!(nodes[parent].kind, Kind::Leaf(_)) {
                    return Err(wrong(parent, "it is a leaf with children"));
                }
                nodes[parent].children += 1;
            }
            if path.len() == MAX_DEPTH {
                return Err(wrong(node, "it is more than 1,000 actions deep"));
            }
            let kind = match flat.players[node] {
                CHANCE => Kind::Chance,
                LEAF => {
                    Kind::Leaf(Leaf::new(number, flat, node, games, pairings.len()).map_err(|what| wrong(node, what))?)
                }
                code => {
                    let player = Player::new(code).map_err(|what| wrong(node, what))?;
                    let has_looked_before = |&before: &usize| match nodes[before].kind {
                        Kind::Player(acting) => acting.number == player.number && acting.has_looked,
                        _ => false,
                    };
                    if !player.has_looked && path.iter().any(has_looked_before) {
                        return Err(wrong(node, "its player has already looked at its hand"));
                    }
                    Kind::Player(player)
                }
            };
            path.push(node);
            nodes.push(Node { kind, end: count, begin: 0, children: 0 });
        }
        let mut width: usize = 0;
        for (number, node) in nodes.iter_mut().enumerate() {
            node.begin = width;
            match (&node.kind, node.children) {
                (Kind::Player(player), 1..) => width += node.children * pairings[0][player.number],
                (Kind::Player(_) | Kind::Chance, 0) => {
                    return Err(wrong(number, "it has no children and is not a leaf"));
                }
                _ => {}
            }
        }
        Ok(Tree { nodes, width })
    }

    /// The children of a node.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let end = self.nodes[node].end;
        let first = Some(node + 1).filter(|&first| first < end);
        std::iter::successors(first, move |&child| Some(self.nodes[child].end).filter(|&next| next < end))
    }

    /// The leaves among a node's children, each with its slice of `values`, which holds the values of all actions.
    pub(super) fn leaves<'a>(&'a self, node: usize, values: &'a mut [f64]) -> Vec<(&'a Leaf, &'a mut [f64])> {
        let width = values.len() / self.nodes[node].children;
        let rows = self.children(node).zip(values.chunks_exact_mut(width));
        let leaves = rows.filter_map(|(child, values)| match &self.nodes[child].kind {
            Kind::Leaf(leaf) => Some((leaf, values)),
            _ => None,
        });
        leaves.collect()
    }

    /// The range of a node's numbers in a strategy; empty where no player acts.
    pub(super) fn strategy_of(&self, node: usize) -> std::ops::Range<usize> {
        self.nodes[node].begin..self.nodes.get(node + 1).map_or(self.width, |next| next.begin)
    }
}

impl Player {
    fn new(code: u8) -> Result<Player, &'static str> {
        let number = code & !NOT_LOOKED;
        if number >= MAX_PLAYERS {
            Err("its code is not a player, CHANCE or LEAF")
        } else if usize::from(number) >= PLAYERS {
            Err("a third player acts there, but a game must have two players")
        } else {
            Ok(Player { number: number.into(), has_looked: code & NOT_LOOKED == 0 })
        }
    }
}

impl Leaf {
    fn new(game: usize, flat: &FlatTree, node: usize, games: usize, pairings: usize) -> Result<Leaf, &'static str> {
        let next = usize::try_from(flat.following[node]).ok();
        let following = next.filter(|&next| next > game && next < games);
        if following.is_none() && flat.following[node] != -1 {
            return Err("the game that follows it is not a later game");
        }
        let pairing = usize::try_from(flat.pairings[node]).ok().filter(|&pairing| pairing < pairings);
        let Some(pairing) = pairing else { return Err("its pairing does not exist") };
        let payoffs = flat.payoffs[node];
        if !payoffs.iter().all(|payoff| payoff.is_finite()) {
            return Err("a payoff is not a finite number");
        }
        let is_fold = following.is_none() && payoffs.map(f64::to_bits) == [payoffs[0].to_bits(); 3];
        Ok(Leaf { payoffs, is_fold, following, pairing })
    }
}

/// The error of an invalid tree: its game, its node and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidGame {
    game: usize,
    node: usize,
    what: &'static str,
}

impl InvalidGame {
    pub(super) fn without_hands() -> InvalidGame {
        InvalidGame { game: 0, node: 0, what: "there are no trees, no pairings, or pairings with different hands" }
    }
}

impl fmt::Display for InvalidGame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "node {} of game {} is invalid: {}", self.node, self.game, self.what)
    }
}

impl std::error::Error for InvalidGame {}
