//! Memory that a walk over a tree uses again and again, and what it does with it in every node.

use super::pairing::{Pairing, Sums};
use super::tree::Leaf;

/// Lists of numbers that are not in use.
#[derive(Debug)]
pub(super) struct Scratch {
    free: Vec<Vec<f64>>,
    sums: Sums,
}

impl Scratch {
    pub(super) fn new(hands: usize) -> Scratch {
        Scratch { free: Vec::new(), sums: Sums::new(hands) }
    }

    /// A list of so many numbers, which may be anything.
    pub(super) fn take(&mut self, length: usize) -> Vec<f64> {
        let mut list = self.free.pop().unwrap_or_default();
        list.resize(length, 0.0);
        list
    }

    /// These lists are not in use any more.
    pub(super) fn give<const LISTS: usize>(&mut self, lists: [Vec<f64>; LISTS]) {
        self.free.extend(lists);
    }

    /// What each hand of `player` wins in a leaf, given how likely each hand of the other gets there. `ties` are what the
    /// player wins in the games that may follow.
    pub(super) fn leaf_values(
        &mut self,
        pairings: &[Pairing],
        leaf: &Leaf,
        player: usize,
        ties: &[f64],
        reach: &[f64],
        values: &mut [f64],
    ) {
        let pairing = &pairings[leaf.pairing];
        if reach.iter().all(|&reach| reach == 0.0) {
            values.fill(0.0);
        } else if leaf.is_fold {
            pairing.totals(player, reach, values);
            let [win, ..] = leaf.payoffs_to(player, ties);
            for value in values {
                *value *= win;
            }
        } else {
            pairing.sums(player, reach, &mut self.sums);
            self.values_of_sums(leaf.payoffs_to(player, ties), values);
        }
    }

    /// The same for several leaves that the other comes to with the same reach, so that sums serve them all.
    pub(super) fn values_of_leaves(
        &mut self,
        pairings: &[Pairing],
        leaves: Vec<(&Leaf, &mut [f64])>,
        player: usize,
        ties: &[f64],
        reach: &[f64],
    ) {
        let is_reached = reach.iter().any(|&reach| reach != 0.0);
        let of_showdown = leaves.iter().find(|(leaf, _)| is_reached && !leaf.is_fold);
        let pairing = of_showdown.map(|(leaf, _)| leaf.pairing);
        let (alike, others): (Vec<_>, Vec<_>) = leaves.into_iter().partition(|(leaf, _)| Some(leaf.pairing) == pairing);
        for (leaf, values) in others {
            self.leaf_values(pairings, leaf, player, ties, reach, values);
        }
        if let Some(pairing) = pairing {
            pairings[pairing].sums(player, reach, &mut self.sums);
        }
        for (leaf, values) in alike {
            self.values_of_sums(leaf.payoffs_to(player, ties), values);
        }
    }

    fn values_of_sums(&self, [win, tie, lose]: [f64; 3], values: &mut [f64]) {
        let sums = self.sums.worse.iter().zip(&self.sums.equal).zip(&self.sums.better);
        for (value, ((worse, equal), better)) in values.iter_mut().zip(sums) {
            *value = win * worse + tie * equal + lose * better;
        }
    }
}

/// How often each action is played with each hand: the proportions of numbers, those below 0 counting as 0; all the same
/// where there is nothing else.
pub(super) fn shares(numbers: &[f32], actions: usize, shares: &mut [f64], scratch: &mut Scratch) {
    let hands = numbers.len() / actions;
    let mut totals = scratch.take(hands);
    totals.fill(0.0);
    for row in numbers.chunks_exact(hands) {
        for (total, &number) in totals.iter_mut().zip(row) {
            *total += f64::from(number.max(0.0));
        }
    }
    let even = 1.0 / f64::from(actions as u32);
    for (row, shares) in numbers.chunks_exact(hands).zip(shares.chunks_exact_mut(hands)) {
        for ((share, &number), &total) in shares.iter_mut().zip(row).zip(&totals) {
            *share = if total > 0.0 { f64::from(number.max(0.0)) / total } else { even };
        }
    }
    scratch.give([totals]);
}
