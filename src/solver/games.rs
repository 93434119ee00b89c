//! Games, and what strategies are worth in them.

use std::convert::Infallible;

use crate::threads::share;

use super::pairing::{Pairing, Sums};
use super::scratch::{Scratch, shares};
use super::tree::{FlatTree, InvalidGame, Kind, Tree};

/// A hand of which the other's hands are so much less likely than of another is one that none of them can meet: what is
/// left of it comes from rounding, where sums are taken by inclusion and exclusion.
const ROUNDING: f64 = 1e-12;

/// Games that may follow upon each other, each followed by later ones only.
#[derive(Clone, Debug)]
pub struct Games {
    pub(super) trees: Vec<Tree>,
    pub(super) pairings: Vec<Pairing>,
}

/// What a strategy is worth in a game, and in all that may follow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// What player 0 wins if both play by it.
    pub value: f64,
    /// What each player wins that plays as well as can be, in this game and all that follow, while the other plays by it.
    pub best: [f64; 2],
}

impl Evaluation {
    /// For each game, what a player wins if both play by the strategy and have changed places.
    pub(super) fn values_after_ties(by_game: &[Evaluation], player: usize) -> Vec<f64> {
        let sign = if player == 0 { -1.0 } else { 1.0 };
        by_game.iter().map(|evaluation| sign * evaluation.value).collect()
    }

    /// The same, if that player plays as well as can be.
    fn best_after_ties(by_game: &[Evaluation], player: usize) -> Vec<f64> {
        by_game.iter().map(|evaluation| evaluation.best[1 - player]).collect()
    }

    /// What a player gains on average by playing as well as can be: 0 if nobody can do better.
    #[must_use]
    pub fn exploitability(&self) -> f64 {
        f64::midpoint(self.best[0], self.best[1])
    }
}

/// A node, seen by one player. Each list has one number for each hand of that player.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// How likely the player's own actions are, that lead there.
    pub own_reach: Vec<f64>,
    /// How likely it is that the player has the hand, and that the other's hand and actions lead there.
    pub other_reach: Vec<f64>,
    /// The same, and that the hands are equal.
    pub other_equal: Vec<f64>,
    /// What the player wins on average after each action that may follow, times `other_reach`.
    pub values: Vec<Vec<f64>>,
}

impl Games {
    /// Games from their trees.
    ///
    /// # Errors
    /// For a tree that is none, and for pairings of different sets of hands.
    pub fn new(trees: &[FlatTree], pairings: Vec<Pairing>) -> Result<Games, InvalidGame> {
        let hands: Vec<[usize; 2]> = pairings.iter().map(Pairing::hands).collect();
        if trees.is_empty() || hands.is_empty() || hands.iter().any(|&other| other != hands[0]) {
            return Err(InvalidGame::without_hands());
        }
        let trees = trees.iter().enumerate().map(|(number, flat)| Tree::new(number, flat, trees.len(), &hands));
        Ok(Games { trees: trees.collect::<Result<_, _>>()?, pairings })
    }

    /// How many games there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.trees.len()
    }

    /// How many numbers a strategy has in a game: for each node in order, each action and each hand, how often it is
    /// played. It says how both players play. Only the proportions count; where all are 0, the actions are equally likely.
    #[must_use]
    pub fn width(&self, game: usize) -> usize {
        self.trees[game].width
    }

    /// How many nodes a game has.
    #[must_use]
    pub fn nodes(&self, game: usize) -> usize {
        self.trees[game].nodes.len()
    }

    /// A strategy with its numbers made shares of 1.
    #[must_use]
    pub fn proportions(&self, game: usize, strategy: &[f32]) -> Vec<f32> {
        let tree = &self.trees[game];
        let mut scratch = Scratch::new(0);
        let mut proportions = vec![0.0; strategy.len()];
        for node in 0..tree.nodes.len() {
            let range = tree.strategies(node, node + 1);
            if !range.is_empty() {
                let mut list = scratch.take(range.len());
                shares(&strategy[range.clone()], tree.nodes[node].children, &mut list, &mut scratch);
                proportions[range].iter_mut().zip(&list).for_each(|(proportion, &share)| *proportion = share as f32);
                scratch.give([list]);
            }
        }
        proportions
    }

    pub(super) fn hands(&self, player: usize) -> usize {
        self.pairings[0].hands()[player]
    }

    /// What a strategy is worth in a game, given what it is worth in the later ones, by game. Up to three threads share
    /// the work.
    #[must_use]
    pub fn evaluate(&self, game: usize, strategy: &[f32], by_game: &[Evaluation], threads: usize) -> Evaluation {
        let [mut value, mut first, mut second] = [0.0; 3];
        let work = |(part, result): (Option<usize>, &mut f64)| {
            *result = if let Some(player) = part {
                let ties = Evaluation::best_after_ties(by_game, player);
                Walk::new(self, game, player, strategy, &ties).respond(None)
            } else {
                let ties = Evaluation::values_after_ties(by_game, 0);
                Walk::new(self, game, 0, strategy, &ties).play(strategy)
            };
            Ok::<(), Infallible>(())
        };
        let parts = [(None, &mut value), (Some(0), &mut first), (Some(1), &mut second)];
        let Ok(()) = share(parts.into_iter(), threads, work, || Ok(()));
        Evaluation { value, best: [first, second] }
    }

    /// What a strategy is worth in each game.
    #[must_use]
    pub fn evaluate_all(&self, strategy: &[Vec<f32>]) -> Vec<Evaluation> {
        let mut by_game = vec![Evaluation::default(); self.count()];
        for game in (0..self.count()).rev() {
            by_game[game] = self.evaluate(game, &strategy[game], &by_game, 1);
        }
        by_game
    }

    /// How to play as well as can be against one who plays by a strategy: as either player, in every game.
    #[must_use]
    pub fn best_response(&self, strategy: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let by_game = self.evaluate_all(strategy);
        let respond = |game: usize| {
            let mut response = vec![0.0; self.width(game)];
            for player in 0..2 {
                let ties = Evaluation::best_after_ties(&by_game, player);
                Walk::new(self, game, player, &strategy[game], &ties).respond(Some(&mut response));
            }
            response
        };
        (0..self.count()).map(respond).collect()
    }

    /// What player 0 wins in each game against player 1: if player 0 plays by `first` and player 1 by `second`, and the
    /// other way round.
    #[must_use]
    pub fn values(&self, first: &[Vec<f32>], second: &[Vec<f32>]) -> Vec<[f64; 2]> {
        let mut values = vec![[0.0; 2]; self.count()];
        for game in (0..self.count()).rev() {
            for (way, [own, other]) in [[first, second], [second, first]].into_iter().enumerate() {
                let ties: Vec<f64> = values.iter().map(|values| -values[1 - way]).collect(); // having changed places
                values[game][way] = Walk::new(self, game, 0, &other[game], &ties).play(&own[game]);
            }
        }
        values
    }

    /// How often each action of a node is played with each hand, by action: nothing where nobody acts.
    #[must_use]
    pub fn shares(&self, game: usize, node: usize, strategy: &[f32]) -> Vec<Vec<f64>> {
        let mut walk = Walk::new(self, game, 0, strategy, &[]);
        let shares = walk.shares(node, strategy);
        let hands = shares.len() / self.trees[game].nodes[node].children.max(1);
        shares.chunks_exact(hands.max(1)).map(<[f64]>::to_vec).collect()
    }

    /// A node, seen by a player, where both play by a strategy, given what it is worth in the later games. All leaves of
    /// the games have to have the same pairing.
    #[must_use]
    pub fn place(&self, game: usize, node: usize, player: usize, strategy: &[f32], by_game: &[Evaluation]) -> Place {
        let ties = Evaluation::values_after_ties(by_game, player);
        let mut walk = Walk::new(self, game, player, strategy, &ties);
        let (mut place, reach) = walk.arrive(node);
        let acts_other = matches!(walk.tree.nodes[node].kind, Kind::Player(acting) if acting.number != player);
        let shares = walk.shares(node, strategy);
        for (action, child) in walk.tree.children(node).enumerate() {
            let mut reach = reach.clone();
            if acts_other {
                take_action(&mut reach, &shares, action);
            }
            let mut value = vec![0.0; place.own_reach.len()];
            walk.values(child, Some(strategy), &reach, &mut value, &mut None);
            place.values.push(value);
        }
        place
    }

    /// The same without the values, which take the longest to find.
    #[must_use]
    pub fn reach(&self, game: usize, node: usize, player: usize, strategy: &[f32]) -> Place {
        Walk::new(self, game, player, strategy, &[]).arrive(node).0
    }
}

/// A walk over the tree of a game, for what a player wins with each hand while the other plays by a strategy.
struct Walk<'a> {
    games: &'a Games,
    tree: &'a Tree,
    player: usize,
    other: &'a [f32],
    /// What the player wins after a tie, by the game that follows.
    ties: &'a [f64],
    scratch: Scratch,
}

impl<'a> Walk<'a> {
    fn new(games: &'a Games, game: usize, player: usize, other: &'a [f32], ties: &'a [f64]) -> Walk<'a> {
        let scratch = Scratch::new(games.hands(player));
        Walk { games, tree: &games.trees[game], player, other, ties, scratch }
    }

    /// What the player wins that plays by a strategy.
    fn play(&mut self, own: &[f32]) -> f64 {
        self.start(Some(own), None)
    }

    /// What the player wins that plays as well as can be; and how it plays, as a strategy.
    fn respond(&mut self, response: Option<&mut [f32]>) -> f64 {
        self.start(None, response)
    }

    fn start(&mut self, own: Option<&[f32]>, mut response: Option<&mut [f32]>) -> f64 {
        let reach = vec![1.0; self.games.hands(1 - self.player)];
        let mut values = vec![0.0; self.games.hands(self.player)];
        self.values(0, own, &reach, &mut values, &mut response);
        values.iter().sum()
    }

    /// A node as it is reached, without values; and how likely each hand of the other comes there.
    fn arrive(&mut self, node: usize) -> (Place, Vec<f64>) {
        let (games, player, strategy) = (self.games, self.player, self.other);
        let [mut own_reach, mut reach] = [player, 1 - player].map(|player| vec![1.0; games.hands(player)]);
        let mut at = 0;
        while at != node {
            let children: Vec<usize> = self.tree.children(at).collect();
            let action = children.partition_point(|&child| child <= node) - 1;
            if let Kind::Player(acting) = self.tree.nodes[at].kind {
                let shares = self.shares(at, strategy);
                take_action(if acting.number == player { &mut own_reach } else { &mut reach }, &shares, action);
                self.scratch.give([shares]);
            }
            at = children[action];
        }
        let mut other_reach = vec![0.0; own_reach.len()];
        games.pairings[0].totals(player, &reach, &mut other_reach);
        let most = other_reach.iter().copied().fold(0.0, f64::max);
        for reach in &mut other_reach {
            if *reach < most * ROUNDING {
                *reach = 0.0;
            }
        }
        let mut sums = Sums::new(own_reach.len());
        games.pairings[0].sums(player, &reach, &mut sums);
        (Place { own_reach, other_reach, other_equal: sums.equal, values: Vec::new() }, reach)
    }

    /// The shares of actions in a node where somebody acts; else nothing.
    fn shares(&mut self, node: usize, strategy: &[f32]) -> Vec<f64> {
        let numbers = &strategy[self.tree.strategies(node, node + 1)];
        let mut list = self.scratch.take(numbers.len());
        if !numbers.is_empty() {
            shares(numbers, self.tree.nodes[node].children, &mut list, &mut self.scratch);
        }
        list
    }

    /// What each hand wins from a node on, where the other's hands come with `reach`.
    fn values(
        &mut self,
        node: usize,
        own: Option<&[f32]>,
        reach: &[f64],
        values: &mut [f64],
        response: &mut Option<&mut [f32]>,
    ) {
        let tree = self.tree;
        match &tree.nodes[node].kind {
            Kind::Leaf(leaf) => {
                self.scratch.leaf_values(&self.games.pairings, leaf, self.player, self.ties, reach, values);
            }
            Kind::Chance => {
                values.fill(0.0);
                let mut of_child = self.scratch.take(values.len());
                for child in tree.children(node) {
                    self.values(child, own, reach, &mut of_child, response);
                    add(values, &of_child);
                }
                self.scratch.give([of_child]);
            }
            &Kind::Player(acting) if acting.number != self.player => {
                values.fill(0.0);
                let shares = self.shares(node, self.other);
                let mut of_child = self.scratch.take(values.len());
                let mut reach_of_child = self.scratch.take(reach.len());
                for (child, row) in tree.children(node).zip(shares.chunks_exact(reach.len())) {
                    multiply(&mut reach_of_child, reach, row);
                    self.values(child, own, &reach_of_child, &mut of_child, response);
                    add(values, &of_child);
                }
                self.scratch.give([shares, of_child, reach_of_child]);
            }
            Kind::Player(acting) => {
                let mut of_actions = self.scratch.take(values.len() * tree.nodes[node].children);
                self.values_of_actions(node, own, reach, &mut of_actions, response);
                if let Some(strategy) = own {
                    values.fill(0.0);
                    let shares = self.shares(node, strategy);
                    let rows = of_actions.chunks_exact(values.len()).zip(shares.chunks_exact(values.len()));
                    for (of_action, row) in rows {
                        for ((value, of_action), share) in values.iter_mut().zip(of_action).zip(row) {
                            *value += share * of_action;
                        }
                    }
                    self.scratch.give([shares]);
                } else {
                    let rows = response.as_mut().map(|response| &mut response[tree.strategies(node, node + 1)]);
                    choose_best(acting.has_seen, &of_actions, values, rows);
                }
                self.scratch.give([of_actions]);
            }
        }
    }

    /// What each hand of the player to act wins by each action, by action.
    fn values_of_actions(
        &mut self,
        node: usize,
        own: Option<&[f32]>,
        reach: &[f64],
        values: &mut [f64],
        response: &mut Option<&mut [f32]>,
    ) {
        let tree = self.tree;
        let leaves = tree.leaves(node, values);
        self.scratch.values_of_leaves(&self.games.pairings, leaves, self.player, self.ties, reach);
        let hands = values.len() / tree.nodes[node].children;
        for (child, values) in tree.children(node).zip(values.chunks_exact_mut(hands)) {
            if !matches!(tree.nodes[child].kind, Kind::Leaf(_)) {
                self.values(child, own, reach, values, response);
            }
        }
    }
}

/// What each hand wins, if the best action is taken: the first of them, where several are. A player that has not seen its
/// hand takes the same with all. In the rows of a response, the action that is taken gets a 1.
fn choose_best(has_seen: bool, of_actions: &[f64], values: &mut [f64], response: Option<&mut [f32]>) {
    let hands = values.len();
    let mut chosen = vec![0; hands];
    values.fill(f64::NEG_INFINITY);
    for (action, of_action) in of_actions.chunks_exact(hands).enumerate() {
        let is_better = of_action.iter().sum::<f64>() > values.iter().sum();
        for ((value, chosen), &of_action) in values.iter_mut().zip(&mut chosen).zip(of_action) {
            if if has_seen { of_action > *value } else { is_better } {
                *value = of_action;
                *chosen = action;
            }
        }
    }
    if let Some(rows) = response {
        for (hand, action) in chosen.into_iter().enumerate() {
            rows[action * hands + hand] = 1.0;
        }
    }
}

/// What becomes of a reach by an action, given the shares of all actions.
fn take_action(reach: &mut [f64], shares: &[f64], action: usize) {
    let row = shares.chunks_exact(reach.len()).nth(action).unwrap_or_default();
    reach.iter_mut().zip(row).for_each(|(reach, share)| *reach *= share);
}

pub(super) fn add(sums: &mut [f64], numbers: &[f64]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
}

pub(super) fn multiply(products: &mut [f64], numbers: &[f64], factors: &[f64]) {
    for ((product, number), factor) in products.iter_mut().zip(numbers).zip(factors) {
        *product = number * factor;
    }
}
