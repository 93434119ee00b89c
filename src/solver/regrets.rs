//! Discounted counterfactual regret minimisation.

use std::sync::{Arc, Mutex, PoisonError};

use super::evaluation::{add, evaluate_for, multiply, normalize};
use super::games::{Evaluation, Games};
use super::scratch::Scratch;
use super::strategy::Strategy;
use super::tree::{Kind, Node, Tree};
use crate::threads::Pool;

/// Solves games by discounted counterfactual regret minimisation.
///
/// The players update their regrets in turn. In the notation of Brown and Sandholm α is 1.5 and γ is 4: after iteration
/// t regrets are multiplied by t^1.5 / (t^1.5 + 1), and the strategy of the iteration has weight t⁴ in the average.
/// Negative regrets are set to 0, as in CFR+ (Tammelin, 2014). `docs/solver.md` compares these parameters with those of
/// the article.
#[derive(Debug)]
pub struct Solver {
    games: Arc<Games>,
    states: Vec<GameState>,
    evaluations: Vec<Evaluation>,
    pool: Pool,
    /// Memory of finished traversals, for reuse.
    scratches: Arc<Mutex<Vec<Scratch>>>,
}

/// The state of the solver for one game.
#[derive(Debug)]
struct GameState {
    iterations: u32,
    /// The information sets of each node.
    sets: Vec<InformationSets>,
}

/// The information sets of a node, one for each hand of the player that acts there. Each list has one number for each
/// action and hand, and is empty where no player acts.
#[derive(Debug, Default)]
struct InformationSets {
    regrets: Vec<f32>,
    strategy_sums: Vec<f32>,
}

impl Solver {
    /// A solver before its first iteration. It uses this many threads, which live as long as the solver. The result
    /// does not depend on the number of threads.
    #[must_use]
    pub fn new(games: impl Into<Arc<Games>>, threads: usize) -> Solver {
        let games = games.into();
        let states = games.trees.iter().map(GameState::new).collect();
        let evaluations = vec![Evaluation::default(); games.count()];
        Solver { games, states, evaluations, pool: Pool::new(threads), scratches: Arc::default() }
    }

    /// The games.
    #[must_use]
    pub fn games(&self) -> &Arc<Games> {
        &self.games
    }

    /// The number of iterations of a game so far.
    ///
    /// # Panics
    /// If there is no such game.
    #[must_use]
    pub fn iterations(&self, game: usize) -> u32 {
        self.states[game].iterations
    }

    /// The average strategy of all games.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        let by_game = (0..self.games.count()).map(|game| self.average_strategy(game)).collect();
        Strategy::of_shares(Arc::clone(&self.games), by_game)
    }

    /// The average strategy of a game, as action probabilities.
    fn average_strategy(&self, game: usize) -> Vec<f32> {
        let tree = &self.games.trees[game];
        let mut scratch = Scratch::new(0);
        let mut strategy = vec![0.0; tree.width];
        for (node, sets) in self.states[game].sets.iter().enumerate().filter(|(_, sets)| !sets.regrets.is_empty()) {
            let mut shares = scratch.take(sets.strategy_sums.len());
            normalize(&sets.strategy_sums, tree.nodes[node].children, &mut shares, &mut scratch);
            let numbers = &mut strategy[tree.strategy_of(node)];
            numbers.iter_mut().zip(&shares).for_each(|(number, &share)| *number = share as f32);
            scratch.give([shares]);
        }
        strategy
    }

    /// Evaluates the average strategy of a game, given the evaluations of the later games. Later iterations of earlier
    /// games use the result as the value of this game.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn evaluate(&mut self, game: usize) -> Evaluation {
        let strategy = self.average_strategy(game);
        let (games, evaluations) = (Arc::clone(&self.games), self.evaluations.clone());
        let evaluate = move |player| evaluate_for(&games, game, player, &strategy, &evaluations);
        let won: Vec<[f64; 2]> = if self.is_shared(game) {
            self.pool.map(vec![0, 1], evaluate)
        } else {
            [0, 1].into_iter().map(evaluate).collect()
        };
        self.evaluations[game] = Evaluation { value: won[0][0], best: [won[0][1], won[1][1]] };
        self.evaluations[game]
    }

    /// Runs one iteration of a game: each player updates its regrets once.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn iterate(&mut self, game: usize) {
        self.states[game].iterations += 1;
        let weights = Weights::of(self.states[game].iterations);
        for player in 0..2 {
            let traversal = Traversal {
                games: Arc::clone(&self.games),
                game,
                player,
                ties: [Evaluation::values_after_ties(&self.evaluations, player)],
                weights,
                scratches: Arc::clone(&self.scratches),
            };
            let is_shared = self.is_shared(game);
            let sets = &mut self.states[game].sets;
            if is_shared {
                traversal.share(sets, &self.pool);
            } else {
                traversal.start(sets, Stage::Whole);
            }
        }
    }

    /// Whether several threads share the work on a game.
    fn is_shared(&self, game: usize) -> bool {
        self.pool.threads() > 1 && self.games.trees[game].nodes.len() >= WORTH_SHARING
    }
}

impl GameState {
    fn new(tree: &Tree) -> GameState {
        let sets = |node| {
            let [regrets, strategy_sums] = [(); 2].map(|()| vec![0.0; tree.strategy_of(node).len()]);
            InformationSets { regrets, strategy_sums }
        };
        GameState { iterations: 0, sets: (0..tree.nodes.len()).map(sets).collect() }
    }
}

/// The least number of nodes of a tree that threads share. A smaller tree is finished before another thread starts.
const WORTH_SHARING: usize = 40;

/// A subtree for one thread has at most this fraction of all nodes, one in `PARTS`, so that all threads finish at about
/// the same time.
const PARTS: usize = 12;

/// The weights of an iteration: the discount of the earlier regrets, and the weight of its strategy in the average.
#[derive(Clone, Copy, Debug)]
struct Weights {
    regret: f64,
    strategy: f64,
}

impl Weights {
    fn of(iteration: u32) -> Weights {
        let before = f64::from(iteration - 1);
        let power = before * before.sqrt();
        Weights { regret: power / (power + 1.0), strategy: f64::from(iteration).powi(4) }
    }
}

/// A traversal of a game that updates the regrets and the average strategy of one player.
struct Traversal {
    games: Arc<Games>,
    game: usize,
    player: usize,
    /// What the player wins after a tie, by the game that follows.
    ties: [Vec<f64>; 1],
    weights: Weights,
    scratches: Arc<Mutex<Vec<Scratch>>>,
}

/// The reach of a node for each hand of the player and for each hand of the opponent.
#[derive(Clone, Copy)]
struct Reach<'a> {
    own: &'a [f64],
    opponent: &'a [f64],
}

/// A subtree for a thread: its root, the reaches of the root, and its information sets.
struct Subtree {
    node: usize,
    own_reach: Vec<f64>,
    opponent_reach: Vec<f64>,
    sets: Vec<InformationSets>,
}

/// The part of a tree that a traversal covers. The trunk is the part above the subtrees for the threads.
enum Stage<'a> {
    Whole,
    /// The trunk, before the subtrees: finds their reaches.
    Before(&'a mut Vec<Subtree>),
    /// The trunk, after the subtrees: uses their values, given in order.
    After(std::vec::IntoIter<Vec<f64>>),
}

/// The memory and the stage of a traversal.
struct Workspace<'a> {
    scratch: Scratch,
    stage: Stage<'a>,
}

impl Traversal {
    /// Traverses the tree in several threads: the subtrees in any thread, the trunk in the current one.
    fn share(self, sets: &mut [InformationSets], pool: &Pool) {
        let mut subtrees = Vec::new();
        self.start(sets, Stage::Before(&mut subtrees));
        for subtree in &mut subtrees {
            let range = subtree.node..self.tree().nodes[subtree.node].end;
            subtree.sets = sets[range].iter_mut().map(std::mem::take).collect();
        }
        let traversal = Arc::new(self);
        let in_thread = Arc::clone(&traversal);
        let results = pool.map(subtrees, move |mut subtree: Subtree| {
            let mut values = vec![0.0; subtree.own_reach.len()];
            let reach = Reach { own: &subtree.own_reach, opponent: &subtree.opponent_reach };
            in_thread.with_workspace(Stage::Whole, |workspace| {
                in_thread.traverse(subtree.node, reach, &mut values, &mut subtree.sets, workspace);
            });
            (subtree.node, subtree.sets, values)
        });
        let mut values = Vec::with_capacity(results.len());
        for (node, of_subtree, value) in results {
            sets[node..].iter_mut().zip(of_subtree).for_each(|(sets, updated)| *sets = updated);
            values.push(value);
        }
        traversal.start(sets, Stage::After(values.into_iter()));
    }

    fn start(&self, sets: &mut [InformationSets], stage: Stage) {
        let [own, opponent] = [self.player, 1 - self.player].map(|player| vec![1.0; self.games.hands(player)]);
        let mut values = vec![0.0; own.len()];
        let reach = Reach { own: &own, opponent: &opponent };
        self.with_workspace(stage, |workspace| self.traverse(0, reach, &mut values, sets, workspace));
    }

    fn with_workspace(&self, stage: Stage, work: impl FnOnce(&mut Workspace)) {
        let scratches = || self.scratches.lock().unwrap_or_else(PoisonError::into_inner);
        let hands = self.games.hands(0).max(self.games.hands(1));
        let scratch = scratches().pop().unwrap_or_else(|| Scratch::new(hands));
        let mut workspace = Workspace { scratch, stage };
        work(&mut workspace);
        scratches().push(workspace.scratch);
    }

    fn tree(&self) -> &Tree {
        &self.games.trees[self.game]
    }

    /// Whether this stage skips a node because it is not part of the trunk. Then it also collects the node's subtree or
    /// copies its values, depending on the stage.
    fn is_skipped(&self, node: usize, reach: Reach, values: &mut [f64], stage: &mut Stage) -> bool {
        let Node { kind, end, .. } = &self.tree().nodes[node];
        let is_leaf = matches!(kind, Kind::Leaf(_));
        let is_trunk = (end - node) * PARTS > self.tree().nodes.len();
        match stage {
            Stage::Before(_) if is_leaf => true,
            Stage::Before(subtrees) if !is_trunk => {
                let [own_reach, opponent_reach] = [reach.own, reach.opponent].map(<[f64]>::to_vec);
                subtrees.push(Subtree { node, own_reach, opponent_reach, sets: Vec::new() });
                true
            }
            Stage::After(of_subtrees) if !is_leaf && !is_trunk => {
                of_subtrees.next().into_iter().for_each(|of_subtree| values.copy_from_slice(&of_subtree));
                true
            }
            _ => false,
        }
    }

    /// Computes the counterfactual value of a node for each hand of the player, and updates the information sets in its
    /// subtree. `sets` are the information sets from this node on.
    fn traverse(
        &self,
        node: usize,
        reach: Reach,
        values: &mut [f64],
        sets: &mut [InformationSets],
        workspace: &mut Workspace,
    ) {
        if self.is_skipped(node, reach, values, &mut workspace.stage) {
            return;
        }
        match &self.tree().nodes[node].kind {
            Kind::Leaf(leaf) => {
                let pairings = &self.games.pairings;
                workspace.scratch.leaf_values(pairings, leaf, self.player, &self.ties, reach.opponent, values);
            }
            Kind::Chance => {
                values.fill(0.0);
                let mut of_child = workspace.scratch.take(values.len());
                for child in self.tree().children(node) {
                    self.traverse(child, reach, &mut of_child, &mut sets[child - node..], workspace);
                    add(values, &of_child);
                }
                workspace.scratch.give([of_child]);
            }
            Kind::Player(player) if player.number == self.player => {
                self.traverse_own(node, player.has_looked, reach, values, sets, workspace);
            }
            Kind::Player(_) => {
                values.fill(0.0);
                let shares = self.regret_matching(node, &sets[0], &mut workspace.scratch);
                let mut of_child = workspace.scratch.take(values.len());
                let mut opponent = workspace.scratch.take(reach.opponent.len());
                for (child, row) in self.tree().children(node).zip(shares.chunks_exact(reach.opponent.len())) {
                    multiply(&mut opponent, reach.opponent, row);
                    let reach = Reach { opponent: &opponent, ..reach };
                    self.traverse(child, reach, &mut of_child, &mut sets[child - node..], workspace);
                    add(values, &of_child);
                }
                workspace.scratch.give([shares, of_child, opponent]);
            }
        }
    }

    /// Does the same as `traverse` at a node where the player itself acts.
    fn traverse_own(
        &self,
        node: usize,
        has_looked: bool,
        reach: Reach,
        values: &mut [f64],
        sets: &mut [InformationSets],
        workspace: &mut Workspace,
    ) {
        let hands = values.len();
        let is_update = !matches!(workspace.stage, Stage::Before(_));
        values.fill(0.0);
        let shares = self.regret_matching(node, &sets[0], &mut workspace.scratch);
        let mut gains = workspace.scratch.take(shares.len());
        let mut own = workspace.scratch.take(hands);
        if is_update {
            let leaves = self.tree().leaves(node, &mut gains);
            workspace.scratch.values_of_leaves(&self.games.pairings, leaves, self.player, &self.ties, reach.opponent);
        }
        let rows = shares.chunks_exact(hands).zip(gains.chunks_exact_mut(hands));
        for (child, (row, of_action)) in self.tree().children(node).zip(rows) {
            if !matches!(self.tree().nodes[child].kind, Kind::Leaf(_)) {
                multiply(&mut own, reach.own, row);
                self.traverse(child, Reach { own: &own, ..reach }, of_action, &mut sets[child - node..], workspace);
            }
            for ((value, of_action), share) in values.iter_mut().zip(&*of_action).zip(row) {
                *value += share * of_action;
            }
        }
        if is_update {
            for gains in gains.chunks_exact_mut(hands) {
                gains.iter_mut().zip(&*values).for_each(|(gain, value)| *gain -= value);
                if !has_looked {
                    let sum = gains.iter().sum();
                    gains.fill(sum); // a player that has not looked plays the same with every hand
                }
            }
            sets[0].update(self.weights, reach.own, &gains, &shares);
        }
        workspace.scratch.give([shares, gains, own]);
    }

    /// The probability of each action of a node for each hand, in proportion to the regrets.
    fn regret_matching(&self, node: usize, sets: &InformationSets, scratch: &mut Scratch) -> Vec<f64> {
        let mut shares = scratch.take(sets.regrets.len());
        normalize(&sets.regrets, self.tree().nodes[node].children, &mut shares, scratch);
        shares
    }
}

impl InformationSets {
    /// Discounts the regrets and adds the gain of each action over the current strategy. Adds the weighted action
    /// probabilities to the sums for the average strategy.
    fn update(&mut self, weights: Weights, own_reach: &[f64], gains: &[f64], shares: &[f64]) {
        for (regret, gain) in self.regrets.iter_mut().zip(gains) {
            *regret = (f64::from(*regret) * weights.regret + gain).max(0.0) as f32;
        }
        let hands = own_reach.len();
        for (sums, shares) in self.strategy_sums.chunks_exact_mut(hands).zip(shares.chunks_exact(hands)) {
            for ((sum, share), reach) in sums.iter_mut().zip(shares).zip(own_reach) {
                *sum += (weights.strategy * reach * share) as f32;
            }
        }
    }
}
