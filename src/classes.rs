//! Classes of hands: hands are in one class if they differ only in suits or ranks that the rules treat alike.

use std::sync::OnceLock;

use crate::cards::{Card, DECK};
use crate::hands::{HANDS, Hand, all_hands};
use crate::scoring::Scoring;

/// The number of classes of hands.
pub const CLASSES: usize = 337;

/// All hands by class. ♦ ♥ ♠ are interchangeable, and so are 10 J Q K, as in every rule set of section 2. Hands of one
/// class have the same points and the same odds.
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
    /// All classes; computed on first use.
    pub fn all() -> &'static Classes {
        static ALL: OnceLock<Classes> = OnceLock::new();
        ALL.get_or_init(Classes::new)
    }

    /// The class of a hand, 0 to 336. Classes are numbered in the order of their first hands.
    #[must_use]
    pub fn of(&self, hand: Hand) -> usize {
        self.by_hand[usize::from(hand.index())].into()
    }

    /// Whether 10 J Q K are interchangeable in this scoring, so that all hands of one class have the same odds.
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
        let hands: Vec<Hand> = all_hands().collect();
        let class_of = orbits(HANDS, &swaps(Scoring::VIPSVARA), |hand, swap| swapped(hands[hand], swap).index().into());
        let mut by_hand = Box::new([0; HANDS]);
        let mut first_hands = Vec::with_capacity(CLASSES);
        for (hand, &class) in class_of.iter().enumerate() {
            by_hand[hand] = class as u16;
            if class == first_hands.len() {
                first_hands.push(hands[hand]);
            }
        }
        Classes { by_hand, first_hands }
    }
}

/// The swaps of two suits of ♦ ♥ ♠, and of two ranks of 10 J Q K that are interchangeable in this scoring.
///
/// A swap maps each card number to the number of its image. A sequence of swaps turns any hand of a class into any
/// other hand of the class.
pub(crate) fn swaps(scoring: Scoring) -> Vec<[u8; DECK]> {
    let suits = [(1, 2), (2, 3)].map(|(one, other)| (4, 1, one, other)); // card / 1 % 4 is its suit
    let makes_three = |rank| scoring.three_of_a_kind.contains(rank);
    let (with, without): (Vec<u8>, Vec<u8>) = (3..7).partition(|&rank| makes_three(rank));
    let neighbours = |ranks: Vec<u8>| ranks.windows(2).map(|pair| (8, 4, pair[0], pair[1])).collect::<Vec<_>>();
    let ranks = neighbours(with).into_iter().chain(neighbours(without)); // card / 4 % 8 is its rank
    let swap = |(count, unit, one, other): (u8, u8, u8, u8)| {
        std::array::from_fn(|card| {
            let number = card as u8;
            match number / unit % count {
                value if value == one => number + (other - one) * unit,
                value if value == other => number - (other - one) * unit,
                _ => number,
            }
        })
    };
    suits.into_iter().chain(ranks).map(swap).collect()
}

/// The image of a hand under a swap.
pub(crate) fn swapped(hand: Hand, swap: &[u8; DECK]) -> Hand {
    let cards = hand.cards().map(|card| Card::from_table(swap[usize::from(card.number())]));
    Hand::new(cards).unwrap_or(hand) // a swap maps different cards to different cards
}

/// The class of each item. Two items are in one class if a sequence of swaps turns one into the other. Classes are
/// numbered in the order of their first items.
pub(crate) fn orbits(items: usize, swaps: &[[u8; DECK]], image: impl Fn(usize, &[u8; DECK]) -> usize) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut class_of = vec![NONE; items];
    let mut classes = 0;
    for first in 0..items {
        if class_of[first] != NONE {
            continue;
        }
        class_of[first] = classes;
        let mut found = vec![first];
        while let Some(item) = found.pop() {
            for swap in swaps {
                let image = image(item, swap);
                if class_of[image] == NONE {
                    class_of[image] = classes;
                    found.push(image);
                }
            }
        }
        classes += 1;
    }
    class_of
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
