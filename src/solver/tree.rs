//! A game as a tree of what both players see: who acts, and what it comes to.

use std::fmt;

/// Who acts in a node, as the flat form of a tree says it: player 0 or 1, or one of these.
const CHANCE: u8 = 2;
const LEAF: u8 = 3;
/// Added to the player that acts before it has seen its hand.
const BLIND: u8 = 4;

/// Trees deeper than this are refused, so that walking one needs no more of a stack than every thread has.
const MOST_DEPTH: usize = 1_000;

/// A tree in its flat form: one entry for each node, a node before its children, and every subtree in one piece.
#[derive(Clone, Debug, Default)]
pub struct FlatTree {
    /// The parent of each node; -1 for the first.
    pub parents: Vec<i32>,
    /// Who acts: player 0 or 1, chance (2), or nobody, in a leaf (3); 4 or 5 is player 0 or 1 that has not seen its hand
    /// yet, and so plays the same with each.
    pub players: Vec<u8>,
    /// In a leaf, what player 0 wins and player 1 loses if player 0's hand is the better, an equal one, or the worse.
    pub payoffs: Vec<[f64; 3]>,
    /// In a leaf, the number of the game that follows if the hands are equal, or -1. In that game the players have
    /// changed places, and its value takes the place of the payoff.
    pub following: Vec<i32>,
    /// In a leaf, the number of the pairing of hands.
    pub pairings: Vec<i32>,
}

/// A tree that can be walked.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    /// How many numbers a strategy of both players has: one for each action and hand.
    pub(super) width: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// The first node behind the subtree.
    pub(super) end: usize,
    /// Where the node's strategy begins, and so where those of the nodes before it end.
    pub(super) begin: usize,
    /// How many children it has.
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
    pub(super) has_seen: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) payoffs: [f64; 3],
    /// Whether the payoff is the same whatever the hands are.
    pub(super) is_fold: bool,
    pub(super) following: Option<usize>,
    pub(super) pairing: usize,
}

impl Leaf {
    /// What a player wins with the better hand, with an equal one and with the worse; `ties` are what it wins in the
    /// games that may follow.
    pub(super) fn payoffs_to(&self, player: usize, ties: &[f64]) -> [f64; 3] {
        let [more, equal, fewer] = self.payoffs;
        let [win, tie, lose] = if player == 0 { [more, equal, fewer] } else { [-fewer, -equal, -more] };
        [win, self.following.map_or(tie, |game| ties[game]), lose]
    }
}

impl Tree {
    /// The tree of game `number`, checked.
    pub(super) fn new(
        number: usize,
        flat: &FlatTree,
        games: usize,
        pairings: &[[usize; 2]],
    ) -> Result<Tree, InvalidGame> {
        let count = flat.parents.len();
        let wrong = |node: usize, what: &'static str| InvalidGame { game: number, node, what };
        let lengths = [flat.players.len(), flat.payoffs.len(), flat.following.len(), flat.pairings.len()];
        if count == 0 || lengths != [count; 4] {
            return Err(wrong(0, "its arrays are empty or of different lengths"));
        }
        let mut nodes: Vec<Node> = Vec::with_capacity(count);
        let mut path: Vec<usize> = Vec::new(); // from the root to the node before
        for node in 0..count {
            let parent = usize::try_from(flat.parents[node]).ok();
            while path.last().copied() != parent {
                match path.pop() {
                    Some(left) => nodes[left].end = node,
                    None => return Err(wrong(node, "its parent is not on the way to the node before it")),
                }
            }
            if (node == 0) != parent.is_none() {
                return Err(wrong(node, "the first node, and no other, has no parent"));
            }
            if let Some(parent) = parent {
                if matches!(nodes[parent].kind, Kind::Leaf(_)) {
                    return Err(wrong(parent, "it is a leaf with children"));
                }
                nodes[parent].children += 1;
            }
            if path.len() == MOST_DEPTH {
                return Err(wrong(node, "it lies too deep"));
            }
            let kind = match flat.players[node] {
                number @ 0..=1 => Kind::Player(Player { number: number.into(), has_seen: true }),
                blind @ BLIND..=5 => {
                    let number = usize::from(blind - BLIND);
                    let has_seen = |&before: &usize| match nodes[before].kind {
                        Kind::Player(player) => player.number == number && player.has_seen,
                        _ => false,
                    };
                    if path.iter().any(has_seen) {
                        return Err(wrong(node, "who acts there has seen its hand before"));
                    }
                    Kind::Player(Player { number, has_seen: false })
                }
                CHANCE => Kind::Chance,
                LEAF => {
                    let next = usize::try_from(flat.following[node]).ok();
                    let following = next.filter(|&next| next > number && next < games);
                    if following.is_none() && flat.following[node] != -1 {
                        return Err(wrong(node, "the game that follows is none of the later ones"));
                    }
                    let pairing = usize::try_from(flat.pairings[node]).unwrap_or(usize::MAX);
                    if pairing >= pairings.len() {
                        return Err(wrong(node, "it has no pairing"));
                    }
                    let payoffs = flat.payoffs[node];
                    if !payoffs.iter().all(|payoff| payoff.is_finite()) {
                        return Err(wrong(node, "a payoff is no number"));
                    }
                    let is_fold = following.is_none() && payoffs.map(f64::to_bits) == [payoffs[0].to_bits(); 3];
                    Kind::Leaf(Leaf { payoffs, is_fold, following, pairing })
                }
                _ => return Err(wrong(node, "who acts is 0 or 1, 2 (chance), 3 (a leaf), 4 or 5")),
            };
            path.push(node);
            nodes.push(Node { kind, end: count, begin: 0, children: 0 });
        }
        let mut width: usize = 0;
        for (number, node) in nodes.iter_mut().enumerate() {
            node.begin = width;
            match (&node.kind, node.children) {
                (Kind::Player(player), 1..) => width += node.children * pairings[0][player.number],
                (Kind::Player(_) | Kind::Chance, 0) => return Err(wrong(number, "it is no leaf and has no children")),
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

    /// The leaves that follow a node at once, each with its part of the values of all actions.
    pub(super) fn leaves<'a>(&'a self, node: usize, values: &'a mut [f64]) -> Vec<(&'a Leaf, &'a mut [f64])> {
        let hands = values.len() / self.nodes[node].children;
        let rows = self.children(node).zip(values.chunks_exact_mut(hands));
        let leaves = rows.filter_map(|(child, values)| match &self.nodes[child].kind {
            Kind::Leaf(leaf) => Some((leaf, values)),
            _ => None,
        });
        leaves.collect()
    }

    /// Where the strategies of the nodes from `node` to before `end` are.
    pub(super) fn strategies(&self, node: usize, end: usize) -> std::ops::Range<usize> {
        self.nodes[node].begin..self.nodes.get(end).map_or(self.width, |next| next.begin)
    }
}

/// What is wrong with a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidGame {
    game: usize,
    node: usize,
    what: &'static str,
}

impl InvalidGame {
    pub(super) fn without_hands() -> InvalidGame {
        InvalidGame { game: 0, node: 0, what: "there are no trees, no pairings, or pairings of different hands" }
    }
}

impl fmt::Display for InvalidGame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "node {} of game {} cannot be used: {}", self.node, self.game, self.what)
    }
}

impl std::error::Error for InvalidGame {}
