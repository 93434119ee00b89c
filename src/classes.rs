//! Classes of hands: the hands that differ only by names of suits and ranks which mean the same to the rules.

use std::sync::OnceLock;

use crate::cards::{Card, Hand};
use crate::hands::{HANDS, all_hands};
use crate::scoring::Scoring;

/// How many classes of hands there are.
pub const CLASSES: usize = 337;

/// The hands by class, where ♦ ♥ ♠ mean the same, and 10 J Q K mean the same, as they do in every rule set of
/// section 2. Hands of one class have the same points and the same odds.
///
/// ```
/// let classes = svara::Classes::all();
/// assert_eq!(classes.of("7c Kh Kd".parse()?), classes.of("7c Ts Th".parse()?));
/// assert_eq!(classes.first_hands().len(), svara::CLASSES);
/// # Ok::<(), svara::InvalidCards>(())
/// ```
#[derive(Debug)]
pub struct Classes {
    by_hand: Box<[u16; HANDS]>,
    first_hands: Vec<Hand>,
}

impl Classes {
    /// The classes; made when first asked for.
    pub fn all() -> &'static Classes {
        static ALL: OnceLock<Classes> = OnceLock::new();
        ALL.get_or_init(Classes::new)
    }

    /// The class of a hand, 0 to 336; classes are numbered in the order of their first hands.
    #[must_use]
    pub fn of(&self, hand: Hand) -> usize {
        self.by_hand[usize::from(hand.index())].into()
    }

    /// Whether 10 J Q K mean the same in this scoring, so that hands of one class have the same odds in it.
    #[must_use]
    pub fn fit(scoring: Scoring) -> bool {
        (4..=6).all(|rank| scoring.three_of_a_kind.contains(rank) == scoring.three_of_a_kind.contains(3))
    }

    /// The first hand of each class, by class.
    #[must_use]
    pub fn first_hands(&self) -> &[Hand] {
        &self.first_hands
    }

    fn new() -> Classes {
        const NONE: u16 = u16::MAX;
        let mut by_hand = Box::new([NONE; HANDS]);
        let mut first_hands = Vec::with_capacity(CLASSES);
        for first in all_hands() {
            if by_hand[usize::from(first.index())] != NONE {
                continue;
            }
            let class = first_hands.len() as u16;
            first_hands.push(first);
            let mut found = vec![first];
            while let Some(hand) = found.pop() {
                by_hand[usize::from(hand.index())] = class;
                found.extend(neighbours(hand).filter(|hand| by_hand[usize::from(hand.index())] == NONE));
            }
        }
        Classes { by_hand, first_hands }
    }
}

/// What a hand becomes when two neighbouring suits out of ♦ ♥ ♠, or two neighbouring ranks out of 10 J Q K, change
/// places. These swaps, repeated, reach every hand of the class.
fn neighbours(hand: Hand) -> impl Iterator<Item = Hand> {
    let suits = [1, 2].map(|suit| (4, 1, suit)); // card / 1 % 4 is its suit
    let ranks = [3, 4, 5].map(|rank| (8, 4, rank)); // card / 4 % 8 is its rank
    suits.into_iter().chain(ranks).filter_map(move |(count, unit, low)| {
        let swap = |card: Card| {
            let number = card.number();
            match (number / unit % count).checked_sub(low) {
                Some(0) => number + unit,
                Some(1) => number - unit,
                _ => number,
            }
        };
        Hand::new(hand.cards().map(|card| Card::from_table(swap(card)))).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RankSet;

    #[test]
    fn there_are_337_classes_and_each_has_one_number_of_points() {
        let classes = Classes::all();
        assert_eq!(classes.first_hands().len(), CLASSES);
        for scoring in [Scoring::VIPSVARA, Scoring::CLASSIC] {
            for hand in all_hands() {
                let first = classes.first_hands()[classes.of(hand)];
                assert!(first <= hand);
                assert_eq!(scoring.points(first), scoring.points(hand));
            }
        }
    }

    #[test]
    fn classes_fit_a_scoring_if_their_hands_have_the_same_points() {
        let classes = Classes::all();
        for bits in 0..=u8::MAX {
            let scoring = Scoring { three_of_a_kind: RankSet::from_bits(bits), three_sevens: true };
            let first_of = |hand| classes.first_hands()[classes.of(hand)];
            let fit = all_hands().all(|hand| scoring.points(first_of(hand)) == scoring.points(hand));
            assert_eq!(Classes::fit(scoring), fit, "{bits:08b}");
        }
    }
}
