//! Learning to play a game by regret: discounted counterfactual regret minimisation.

use std::convert::Infallible;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::games::{Evaluation, Games, add, multiply};
use super::scratch::{Scratch, shares};
use crate::threads::share;

use super::tree::{Kind, Node, Tree};

/// Plays games against itself, and learns.
///
/// Players take turns to learn. By the names of Brown and Sandholm's article α is 1.5, β 0 and γ 3: regrets above 0 are
/// multiplied by t^1.5 / (t^1.5 + 1) after round t, those below by a half, and what is played counts t³. Their own γ is
/// 2, which took up to a fifth more time here.
#[derive(Debug)]
pub struct Solver {
    games: Arc<Games>,
    learned: Vec<Learned>,
    evaluations: Vec<Evaluation>,
    /// What walks worked with, for the next ones.
    scratches: Mutex<Vec<Scratch>>,
}

/// What was learned in a game; both lists are as wide as a strategy.
#[derive(Debug)]
struct Learned {
    rounds: u32,
    regrets: Vec<f32>,
    played: Vec<f32>,
}

impl Solver {
    /// A solver that has learned nothing yet.
    #[must_use]
    pub fn new(games: impl Into<Arc<Games>>) -> Solver {
        let games = games.into();
        let learned =
            |tree: &Tree| Learned { rounds: 0, regrets: vec![0.0; tree.width], played: vec![0.0; tree.width] };
        let learned = games.trees.iter().map(learned).collect();
        let evaluations = vec![Evaluation::default(); games.count()];
        Solver { games, learned, evaluations, scratches: Mutex::default() }
    }

    /// The games.
    #[must_use]
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// How often a game was played.
    #[must_use]
    pub fn rounds(&self, game: usize) -> u32 {
        self.learned[game].rounds
    }

    /// What was played on average: a strategy, in shares of 1.
    #[must_use]
    pub fn strategy(&self, game: usize) -> Vec<f32> {
        self.games.proportions(game, &self.learned[game].played)
    }

    /// Finds out what the strategy of a game is worth, given what those of the later ones are worth. A game that is played
    /// takes later games to be worth that.
    pub fn evaluate(&mut self, game: usize, threads: usize) -> Evaluation {
        let strategy = self.strategy(game);
        let threads = if self.games.trees[game].nodes.len() < WORTH_SHARING { 1 } else { threads };
        self.evaluations[game] = self.games.evaluate(game, &strategy, &self.evaluations, threads);
        self.evaluations[game]
    }

    /// Plays a game once more, each player learning once, in so many threads. The result does not depend on them.
    pub fn iterate(&mut self, game: usize, threads: usize) {
        let tree = &self.games.trees[game];
        let Learned { rounds, regrets, played } = &mut self.learned[game];
        *rounds += 1;
        for player in 0..2 {
            let ties = Evaluation::values_after_ties(&self.evaluations, player);
            let (games, scratches) = (&*self.games, &self.scratches);
            let lesson = Lesson { games, tree, player, ties, weights: Weights::of(*rounds), scratches };
            let memory = Memory { regrets, played, begin: 0 };
            if threads == 1 || tree.nodes.len() < WORTH_SHARING {
                lesson.learn_all(memory);
            } else {
                lesson.share(memory, threads);
            }
        }
    }
}

/// A smaller tree is played sooner than threads have begun.
const WORTH_SHARING: usize = 600;

/// A tree is cut into subtrees of at most one part in so many, so that threads end at about the same time.
const PARTS: usize = 12;

/// How much counts what, in a round.
#[derive(Clone, Copy, Debug)]
struct Weights {
    gain: f64,
    loss: f64,
    played: f64,
}

impl Weights {
    fn of(round: u32) -> Weights {
        let before = f64::from(round - 1);
        let power = before * before.sqrt();
        let after = f64::from(round);
        Weights { gain: power / (power + 1.0), loss: 0.5, played: after * after * after }
    }
}

/// What one player learns from a round.
struct Lesson<'a> {
    games: &'a Games,
    tree: &'a Tree,
    player: usize,
    /// What the player wins after a tie, by the game that follows.
    ties: Vec<f64>,
    weights: Weights,
    scratches: &'a Mutex<Vec<Scratch>>,
}

/// What was learned in a subtree: the part of the lists from number `begin` on.
struct Memory<'a> {
    regrets: &'a mut [f32],
    played: &'a mut [f32],
    begin: usize,
}

impl<'a> Memory<'a> {
    fn reborrow(&mut self) -> Memory<'_> {
        Memory { regrets: self.regrets, played: self.played, begin: self.begin }
    }

    /// The memory of some ranges, which follow each other.
    fn split(self, ranges: impl Iterator<Item = Range<usize>>) -> Vec<Memory<'a>> {
        let Memory { mut regrets, mut played, mut begin } = self;
        let part = |range: Range<usize>| {
            let [(part_of_regrets, rest_of_regrets), (part_of_played, rest_of_played)] = [&mut regrets, &mut played]
                .map(|list| std::mem::take(list)[range.start - begin..].split_at_mut(range.len()));
            (regrets, played, begin) = (rest_of_regrets, rest_of_played, range.end);
            Memory { regrets: part_of_regrets, played: part_of_played, begin: range.start }
        };
        ranges.map(part).collect()
    }
}

/// How likely the hands of the player that learns, and those of the other, come to a node.
#[derive(Clone, Copy)]
struct Reach<'a> {
    own: &'a [f64],
    other: &'a [f64],
}

/// What is to be done in a subtree, and what came of it.
struct Errand {
    node: usize,
    own: Vec<f64>,
    other: Vec<f64>,
    values: Vec<f64>,
}

/// Whether a lesson goes through all of a tree, or through what is above the subtrees that others learn.
enum Stage<'a> {
    Whole,
    /// To find out how likely their first nodes are.
    SendOut(&'a mut Vec<Errand>),
    /// To make use of what they came to.
    Gather(std::vec::IntoIter<Errand>),
}

/// What a walk over a tree works with.
struct Desk<'a> {
    scratch: Scratch,
    stage: Stage<'a>,
}

impl Lesson<'_> {
    fn learn_all(&self, memory: Memory) {
        self.start(memory, Stage::Whole);
    }

    /// Learns in threads: each learns some subtrees, and this one what is above them.
    fn share(&self, mut memory: Memory, threads: usize) {
        let mut errands = Vec::new();
        self.start(memory.reborrow(), Stage::SendOut(&mut errands));
        let ranges = errands.iter().map(|errand| self.tree.strategies(errand.node, self.tree.nodes[errand.node].end));
        let memories = memory.reborrow().split(ranges.collect::<Vec<_>>().into_iter());
        let work = |(memory, errand): (Memory, &mut Errand)| {
            let Errand { node, own, other, values } = errand;
            self.at_a_desk(Stage::Whole, |desk| self.learn(*node, Reach { own, other }, values, memory, desk));
            Ok::<(), Infallible>(())
        };
        let Ok(()) = share(memories.into_iter().zip(&mut errands), threads, work, || Ok(()));
        self.start(memory, Stage::Gather(errands.into_iter()));
    }

    fn start(&self, memory: Memory, stage: Stage) {
        let [own, other] = [self.player, 1 - self.player].map(|player| vec![1.0; self.games.hands(player)]);
        let mut values = vec![0.0; own.len()];
        let reach = Reach { own: &own, other: &other };
        self.at_a_desk(stage, |desk| self.learn(0, reach, &mut values, memory, desk));
    }

    /// Does some work with memory from earlier work.
    fn at_a_desk(&self, stage: Stage, work: impl FnOnce(&mut Desk)) {
        let lists = || self.scratches.lock().unwrap_or_else(PoisonError::into_inner);
        let hands = self.games.hands(0).max(self.games.hands(1));
        let mut desk = Desk { scratch: lists().pop().unwrap_or_else(|| Scratch::new(hands)), stage };
        work(&mut desk);
        lists().push(desk.scratch);
    }

    /// Whether somebody else learns this subtree; if so, does what this stage has to do about it.
    fn is_handed_on(&self, node: usize, reach: Reach, values: &mut [f64], stage: &mut Stage) -> bool {
        let Node { kind, end, .. } = &self.tree.nodes[node];
        match (&stage, kind) {
            (Stage::Whole, _) | (Stage::Gather(_), Kind::Leaf(_)) => return false,
            (Stage::SendOut(_), Kind::Leaf(_)) => return true,
            _ if (end - node) * PARTS > self.tree.nodes.len() => return false,
            _ => {}
        }
        match stage {
            Stage::Whole => {}
            Stage::SendOut(errands) => {
                let [own, other, values] = [reach.own, reach.other, &*values].map(<[f64]>::to_vec);
                errands.push(Errand { node, own, other, values });
            }
            Stage::Gather(errands) => {
                if let Some(errand) = errands.next() {
                    values.copy_from_slice(&errand.values);
                }
            }
        }
        true
    }

    /// What each hand wins from a node on; the regrets in its subtree are brought up to date.
    fn learn(&self, node: usize, reach: Reach, values: &mut [f64], mut memory: Memory, desk: &mut Desk) {
        if self.is_handed_on(node, reach, values, &mut desk.stage) {
            return;
        }
        match &self.tree.nodes[node].kind {
            Kind::Leaf(leaf) => {
                let pairings = &self.games.pairings;
                desk.scratch.leaf_values(pairings, leaf, self.player, &self.ties, reach.other, values);
            }
            Kind::Chance => {
                values.fill(0.0);
                let mut of_child = desk.scratch.take(values.len());
                for child in self.tree.children(node) {
                    self.learn(child, reach, &mut of_child, memory.reborrow(), desk);
                    add(values, &of_child);
                }
                desk.scratch.give([of_child]);
            }
            Kind::Player(player) if player.number == self.player => {
                self.learn_own(node, player.has_seen, reach, values, memory, desk);
            }
            Kind::Player(_) => {
                values.fill(0.0);
                let shares = self.shares(node, &memory, desk);
                let mut of_child = desk.scratch.take(values.len());
                let mut other = desk.scratch.take(reach.other.len());
                for (child, row) in self.tree.children(node).zip(shares.chunks_exact(reach.other.len())) {
                    multiply(&mut other, reach.other, row);
                    self.learn(child, Reach { other: &other, ..reach }, &mut of_child, memory.reborrow(), desk);
                    add(values, &of_child);
                }
                desk.scratch.give([shares, of_child, other]);
            }
        }
    }

    /// The same, where the player that learns acts.
    fn learn_own(
        &self,
        node: usize,
        has_seen: bool,
        reach: Reach,
        values: &mut [f64],
        mut memory: Memory,
        desk: &mut Desk,
    ) {
        let hands = values.len();
        values.fill(0.0);
        let shares = self.shares(node, &memory, desk);
        let mut gains = desk.scratch.take(shares.len());
        let mut own = desk.scratch.take(hands);
        if !matches!(desk.stage, Stage::SendOut(_)) {
            let leaves = self.tree.leaves(node, &mut gains);
            desk.scratch.values_of_leaves(&self.games.pairings, leaves, self.player, &self.ties, reach.other);
        }
        let rows = shares.chunks_exact(hands).zip(gains.chunks_exact_mut(hands));
        for (child, (row, of_action)) in self.tree.children(node).zip(rows) {
            if !matches!(self.tree.nodes[child].kind, Kind::Leaf(_)) {
                multiply(&mut own, reach.own, row);
                self.learn(child, Reach { own: &own, ..reach }, of_action, memory.reborrow(), desk);
            }
            for ((value, of_action), share) in values.iter_mut().zip(&*of_action).zip(row) {
                *value += share * of_action;
            }
        }
        if !matches!(desk.stage, Stage::SendOut(_)) {
            for gains in gains.chunks_exact_mut(hands) {
                gains.iter_mut().zip(&*values).for_each(|(gain, value)| *gain -= value);
                if !has_seen {
                    let sum = gains.iter().sum();
                    gains.fill(sum); // it plays the same with every hand
                }
            }
            let range = self.place(node, &memory);
            self.note(reach.own, &gains, &shares, &mut memory.regrets[range.clone()], &mut memory.played[range]);
        }
        desk.scratch.give([shares, gains, own]);
    }

    /// How often each action of a node is played with each hand, for regrets as they are.
    fn shares(&self, node: usize, memory: &Memory, desk: &mut Desk) -> Vec<f64> {
        let regrets = &memory.regrets[self.place(node, memory)];
        let mut list = desk.scratch.take(regrets.len());
        shares(regrets, self.tree.nodes[node].children, &mut list, &mut desk.scratch);
        list
    }

    /// Where the numbers of a node are in what was learned.
    fn place(&self, node: usize, memory: &Memory) -> Range<usize> {
        let Range { start, end } = self.tree.strategies(node, node + 1);
        start - memory.begin..end - memory.begin
    }

    /// Adds the gains of actions to regrets, and their shares to what was played.
    fn note(&self, own: &[f64], gains: &[f64], shares: &[f64], regrets: &mut [f32], played: &mut [f32]) {
        let hands = own.len();
        let Weights { gain, loss, played: weight } = self.weights;
        for (regret, gained) in regrets.iter_mut().zip(gains) {
            let before = f64::from(*regret);
            let kept = if before > 0.0 { before * gain } else { before * loss };
            *regret = (kept + gained) as f32;
        }
        for (played, shares) in played.chunks_exact_mut(hands).zip(shares.chunks_exact(hands)) {
            for ((played, share), own) in played.iter_mut().zip(shares).zip(own) {
                *played += (weight * own * share) as f32;
            }
        }
    }
}
