//! Traversals that evaluate a strategy: both players follow it, or one of them plays a best response to it.

use super::games::{Evaluation, Games};
use super::scratch::Scratch;
use super::tree::{Kind, Tree};

/// Evaluates a strategy in a game, given its evaluations in the later games.
pub(super) fn evaluate(games: &Games, game: usize, strategy: &[f32], evaluations: &[Evaluation]) -> Evaluation {
    let [first, second] = [0, 1].map(|player| evaluate_for(games, game, player, strategy, evaluations));
    Evaluation { value: first[0], best: [first[1], second[1]] }
}

/// The expected win of a player against a strategy with the strategy itself, and with a best response.
pub(super) fn evaluate_for(
    games: &Games,
    game: usize,
    player: usize,
    strategy: &[f32],
    evaluations: &[Evaluation],
) -> [f64; 2] {
    let values = Traversal::new(games, game, player, strategy).with_best_response(evaluations).root_values();
    let (by_strategy, best) = values.split_at(values.len() / 2);
    [by_strategy.iter().sum(), best.iter().sum()]
}

/// A best response of each player to a strategy, given the evaluations of the strategy in the later games.
pub(super) fn best_response(games: &Games, game: usize, strategy: &[f32], evaluations: &[Evaluation]) -> Vec<f32> {
    let mut response = vec![0.0; games.width(game)];
    for player in 0..2 {
        let mut traversal = Traversal::new(games, game, player, strategy).with_best_response(evaluations);
        traversal.response = Some(&mut response);
        traversal.root_values();
    }
    response
}

/// The expected win of player 0 with one strategy against another. `ties` holds the win of player 0 after a tie, by the
/// game that follows.
pub(super) fn value_against(games: &Games, game: usize, own: &[f32], opponent: &[f32], ties: Vec<f64>) -> f64 {
    let mut traversal = Traversal::new(games, game, 0, opponent);
    traversal.own = own;
    traversal.ties = vec![ties];
    traversal.root_values().iter().sum()
}

/// The reach of a node for each hand of a player and for each hand of the opponent: the probability of that side's own
/// actions on the path to the node.
pub(super) struct Reaches {
    pub(super) own: Vec<f64>,
    pub(super) opponent: Vec<f64>,
}

impl Reaches {
    pub(super) fn at_root(games: &Games, player: usize) -> Reaches {
        let [own, opponent] = [player, 1 - player].map(|player| vec![1.0; games.hands(player)]);
        Reaches { own, opponent }
    }
}

/// A traversal of a game that finds the values of a player's hands against a strategy of the opponent.
pub(super) struct Traversal<'a> {
    games: &'a Games,
    tree: &'a Tree,
    player: usize,
    /// The strategy of the player.
    own: &'a [f32],
    /// The strategy of the opponent.
    opponent: &'a [f32],
    /// The expected win of the player after a tie, by the game that follows: one list for the player's strategy and,
    /// for a best response, a second list. The traversal computes a set of values for each list.
    ties: Vec<Vec<f64>>,
    /// Where to write the best response.
    response: Option<&'a mut [f32]>,
    scratch: Scratch,
}

impl<'a> Traversal<'a> {
    /// A traversal in which both players follow the same strategy, without values.
    pub(super) fn new(games: &'a Games, game: usize, player: usize, strategy: &'a [f32]) -> Traversal<'a> {
        let (tree, scratch) = (&games.trees[game], Scratch::new(games.hands(player)));
        Traversal { games, tree, player, own: strategy, opponent: strategy, ties: Vec::new(), response: None, scratch }
    }

    /// Adds the values of the player's strategy.
    pub(super) fn with_values(mut self, evaluations: &[Evaluation]) -> Traversal<'a> {
        self.ties = vec![Evaluation::values_after_ties(evaluations, self.player)];
        self
    }

    /// Adds the values of the player's strategy and of a best response.
    fn with_best_response(mut self, evaluations: &[Evaluation]) -> Traversal<'a> {
        let player = self.player;
        self.ties =
            vec![Evaluation::values_after_ties(evaluations, player), Evaluation::best_after_ties(evaluations, player)];
        self
    }

    fn hands(&self) -> usize {
        self.games.hands(self.player)
    }

    fn root_values(&mut self) -> Vec<f64> {
        let reach = vec![1.0; self.games.hands(1 - self.player)];
        let mut values = vec![0.0; self.ties.len() * self.hands()];
        self.values(0, &reach, &mut values);
        values
    }

    /// The reaches of a node.
    pub(super) fn reaches(&mut self, node: usize) -> Reaches {
        let mut reaches = Reaches::at_root(self.games, self.player);
        let mut at = 0;
        while at != node {
            let children: Vec<usize> = self.tree.children(at).collect();
            let action = children.partition_point(|&child| child <= node) - 1;
            self.take_action(at, action, &mut reaches);
            at = children[action];
        }
        reaches
    }

    /// Multiplies the reaches of the player that acts at a node by the probabilities of an action.
    pub(super) fn take_action(&mut self, node: usize, action: usize, reaches: &mut Reaches) {
        if let Kind::Player(acting) = self.tree.nodes[node].kind {
            let shares = self.shares(node, self.opponent);
            let reach = if acting.number == self.player { &mut reaches.own } else { &mut reaches.opponent };
            let row = shares.chunks_exact(reach.len()).nth(action).unwrap_or_default();
            reach.iter_mut().zip(row).for_each(|(reach, share)| *reach *= share);
            self.scratch.give([shares]);
        }
    }

    /// The counterfactual values of the actions of a node, for each hand of the player.
    pub(super) fn action_values(&mut self, node: usize, opponent_reach: &[f64]) -> Vec<Vec<f64>> {
        let mut of_actions = Vec::new();
        let children: Vec<usize> = self.tree.children(node).collect();
        for (action, child) in children.into_iter().enumerate() {
            let mut reaches = Reaches { own: vec![1.0; self.hands()], opponent: opponent_reach.to_vec() };
            self.take_action(node, action, &mut reaches);
            let mut values = vec![0.0; self.hands()];
            self.values(child, &reaches.opponent, &mut values);
            of_actions.push(values);
        }
        of_actions
    }

    /// The shares of the actions of a node in a strategy; empty where no player acts.
    pub(super) fn shares(&mut self, node: usize, strategy: &[f32]) -> Vec<f64> {
        let numbers = &strategy[self.tree.strategy_of(node)];
        let mut shares = self.scratch.take(numbers.len());
        if !numbers.is_empty() {
            normalize(numbers, self.tree.nodes[node].children, &mut shares, &mut self.scratch);
        }
        shares
    }

    /// The counterfactual values of a node, for each hand of the player, given the reach of each hand of the opponent.
    fn values(&mut self, node: usize, reach: &[f64], values: &mut [f64]) {
        let tree = self.tree;
        match &tree.nodes[node].kind {
            Kind::Leaf(leaf) => {
                self.scratch.leaf_values(&self.games.pairings, leaf, self.player, &self.ties, reach, values);
            }
            Kind::Chance => {
                values.fill(0.0);
                let mut of_child = self.scratch.take(values.len());
                for child in tree.children(node) {
                    self.values(child, reach, &mut of_child);
                    add(values, &of_child);
                }
                self.scratch.give([of_child]);
            }
            Kind::Player(acting) if acting.number != self.player => {
                values.fill(0.0);
                let shares = self.shares(node, self.opponent);
                let mut of_child = self.scratch.take(values.len());
                let mut reach_of_child = self.scratch.take(reach.len());
                for (child, row) in tree.children(node).zip(shares.chunks_exact(reach.len())) {
                    multiply(&mut reach_of_child, reach, row);
                    self.values(child, &reach_of_child, &mut of_child);
                    add(values, &of_child);
                }
                self.scratch.give([shares, of_child, reach_of_child]);
            }
            Kind::Player(acting) => {
                let mut of_actions = self.scratch.take(values.len() * tree.nodes[node].children);
                self.values_of_children(node, reach, &mut of_actions);
                let hands = self.hands();
                let width = values.len();
                let (by_strategy, best) = values.split_at_mut(hands);
                by_strategy.fill(0.0);
                let shares = self.shares(node, self.own);
                for (of_action, row) in of_actions.chunks_exact(width).zip(shares.chunks_exact(hands)) {
                    for ((value, of_action), share) in by_strategy.iter_mut().zip(of_action).zip(row) {
                        *value += share * of_action;
                    }
                }
                if !best.is_empty() {
                    let rows = of_actions.chunks_exact(width).map(|of_action| &of_action[hands..]);
                    let response = self.response.as_mut().map(|response| &mut response[tree.strategy_of(node)]);
                    choose_best(acting.has_looked, rows, best, response);
                }
                self.scratch.give([shares, of_actions]);
            }
        }
    }

    /// The values of the children of a node at which the player acts, one after another.
    fn values_of_children(&mut self, node: usize, reach: &[f64], values: &mut [f64]) {
        let tree = self.tree;
        let leaves = tree.leaves(node, values);
        self.scratch.values_of_leaves(&self.games.pairings, leaves, self.player, &self.ties, reach);
        let width = values.len() / tree.nodes[node].children;
        for (child, values) in tree.children(node).zip(values.chunks_exact_mut(width)) {
            if !matches!(tree.nodes[child].kind, Kind::Leaf(_)) {
                self.values(child, reach, values);
            }
        }
    }
}

/// Writes the value of each hand's best action, which is the first of several equal ones. A player that has not looked
/// takes the same action with all hands. In the rows of `response` the chosen actions are set to 1.
fn choose_best<'a>(
    has_looked: bool,
    of_actions: impl Iterator<Item = &'a [f64]>,
    values: &mut [f64],
    response: Option<&mut [f32]>,
) {
    let hands = values.len();
    let mut chosen = vec![0; hands];
    values.fill(f64::NEG_INFINITY);
    for (action, of_action) in of_actions.enumerate() {
        let is_better = of_action.iter().sum::<f64>() > values.iter().sum();
        for ((value, chosen), &of_action) in values.iter_mut().zip(&mut chosen).zip(of_action) {
            if if has_looked { of_action > *value } else { is_better } {
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

/// Writes the share of each action for each hand: its number divided by the sum over all actions, or equal shares where
/// that sum is 0. The numbers must not be negative. Applied to regrets, this is regret matching.
pub(super) fn normalize(numbers: &[f32], actions: usize, shares: &mut [f64], scratch: &mut Scratch) {
    let hands = numbers.len() / actions;
    let mut totals = scratch.take(hands);
    totals.fill(0.0);
    for row in numbers.chunks_exact(hands) {
        for (total, &number) in totals.iter_mut().zip(row) {
            *total += f64::from(number);
        }
    }
    let even = 1.0 / f64::from(actions as u32);
    for (row, shares) in numbers.chunks_exact(hands).zip(shares.chunks_exact_mut(hands)) {
        for ((share, &number), &total) in shares.iter_mut().zip(row).zip(&totals) {
            *share = if total > 0.0 { f64::from(number) / total } else { even };
        }
    }
    scratch.give([totals]);
}

pub(super) fn add(sums: &mut [f64], numbers: &[f64]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
}

pub(super) fn multiply(products: &mut [f64], numbers: &[f64], factors: &[f64]) {
    for ((product, number), factor) in products.iter_mut().zip(numbers).zip(factors) {
        *product = number * factor;
    }
}
