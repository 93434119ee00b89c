//! Memory that a traversal reuses at every node, and the values of leaves, which need it.

use super::pairing::{Pairing, Sums};
use super::tree::Leaf;

/// Lists of numbers for reuse.
#[derive(Debug)]
pub(super) struct Scratch {
    free: Vec<Vec<f64>>,
    sums: Sums,
}

impl Scratch {
    pub(super) fn new(hands: usize) -> Scratch {
        Scratch { free: Vec::new(), sums: Sums::new(hands) }
    }

    /// A list of this length with unspecified content.
    pub(super) fn take(&mut self, length: usize) -> Vec<f64> {
        let mut list = self.free.pop().unwrap_or_default();
        list.resize(length, 0.0);
        list
    }

    /// Takes back lists that are no longer in use.
    pub(super) fn give<const LISTS: usize>(&mut self, lists: [Vec<f64>; LISTS]) {
        self.free.extend(lists);
    }

    /// Writes the counterfactual value of a leaf for each hand of `player`, given the reach of the opponent's hands.
    ///
    /// Each list of `ties` holds what the player wins in the games that may follow. With several lists, `values` gets
    /// the values for each list, one after another.
    pub(super) fn leaf_values(
        &mut self,
        pairings: &[Pairing],
        leaf: &Leaf,
        player: usize,
        ties: &[Vec<f64>],
        reach: &[f64],
        values: &mut [f64],
    ) {
        let pairing = &pairings[leaf.pairing];
        if reach.iter().all(|&reach| reach == 0.0) {
            values.fill(0.0);
        } else if leaf.is_fold {
            let [win, ..] = leaf.payoffs_to(player, &[]); // a game does not follow a fold
            let (first, others) = values.split_at_mut(values.len() / ties.len());
            pairing.totals(player, reach, first);
            for value in &mut *first {
                *value *= win;
            }
            others.chunks_exact_mut(first.len()).for_each(|values| values.copy_from_slice(first));
        } else {
            pairing.sums(player, reach, &mut self.sums);
            self.values_of_sums(leaf, player, ties, values);
        }
    }

    /// Does the same for several leaves that the opponent reaches with the same probabilities, and computes their sums
    /// only once.
    pub(super) fn values_of_leaves(
        &mut self,
        pairings: &[Pairing],
        leaves: Vec<(&Leaf, &mut [f64])>,
        player: usize,
        ties: &[Vec<f64>],
        reach: &[f64],
    ) {
        let is_reached = reach.iter().any(|&reach| reach != 0.0);
        let showdown = leaves.iter().find(|(leaf, _)| is_reached && !leaf.is_fold);
        let pairing = showdown.map(|(leaf, _)| leaf.pairing);
        let (alike, others): (Vec<_>, Vec<_>) = leaves.into_iter().partition(|(leaf, _)| Some(leaf.pairing) == pairing);
        for (leaf, values) in others {
            self.leaf_values(pairings, leaf, player, ties, reach, values);
        }
        if let Some(pairing) = pairing {
            pairings[pairing].sums(player, reach, &mut self.sums);
        }
        for (leaf, values) in alike {
            self.values_of_sums(leaf, player, ties, values);
        }
    }

    fn values_of_sums(&self, leaf: &Leaf, player: usize, ties: &[Vec<f64>], values: &mut [f64]) {
        let hands = values.len() / ties.len();
        for (values, ties) in values.chunks_exact_mut(hands).zip(ties) {
            let [win, tie, loss] = leaf.payoffs_to(player, ties);
            let sums = self.sums.worse.iter().zip(&self.sums.equal).zip(&self.sums.better);
            for (value, ((worse, equal), better)) in values.iter_mut().zip(sums) {
                *value = win * worse + tie * equal + loss * better;
            }
        }
    }
}
