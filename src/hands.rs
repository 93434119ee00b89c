//! All 4,960 hands: index to cards and back, the hands of given points, and how often each number of points occurs.

use std::cmp::Reverse;

use crate::cards::{Card, DECK, Hand};
use crate::scoring::{MAX_POINTS, Scoring};

/// How many hands there are: C(32, 3) (1.1).
pub const HANDS: usize = 4_960;

/// The cards of each hand by ascending number, the hands in ascending order of their cards.
static CARDS: [[u8; 3]; HANDS] = {
    let mut cards = [[0; 3]; HANDS];
    let mut index = 0;
    let mut a = 0;
    while a < 32 {
        let mut b = a + 1;
        while b < 32 {
            let mut c = b + 1;
            while c < 32 {
                cards[index] = [a, b, c];
                index += 1;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    cards
};

/// The cards of each hand as a set of 32 bits.
pub(crate) static MASKS: [u32; HANDS] = {
    let mut masks = [0; HANDS];
    let mut index = 0;
    while index < HANDS {
        let [a, b, c] = CARDS[index];
        masks[index] = 1 << a | 1 << b | 1 << c;
        index += 1;
    }
    masks
};

/// The index of a hand is `BEFORE_LOW[a] - BEFORE_MIDDLE[b] + c` for its cards a < b < c: the hands whose lowest
/// card is below a, and of those with lowest card a the ones whose middle card is below b, come before it.
const BEFORE_LOW: [u16; DECK] = {
    let mut table = [0; DECK];
    let mut a = 0;
    while a < DECK {
        let rest = 31 - a as u16; // cards above a
        table[a] = HANDS as u16 - choose_3(rest + 1) + choose_2(rest) - 1;
        a += 1;
    }
    table
};
const BEFORE_MIDDLE: [u16; DECK] = {
    let mut table = [0; DECK];
    let mut b = 0;
    while b < DECK {
        table[b] = choose_2(32 - b as u16) + b as u16;
        b += 1;
    }
    table
};

const fn choose_2(n: u16) -> u16 {
    n * n.saturating_sub(1) / 2
}

const fn choose_3(n: u16) -> u16 {
    n * n.saturating_sub(1) * n.saturating_sub(2) / 6
}

/// The index of the hand of these cards, which ascend.
pub(crate) const fn index_of([a, b, c]: [Card; 3]) -> u16 {
    (BEFORE_LOW[a.number() as usize] + c.number() as u16) - BEFORE_MIDDLE[b.number() as usize]
}

/// The cards of the hand with this index, ascending.
pub(crate) fn cards_of(index: u16) -> [Card; 3] {
    CARDS[usize::from(index)].map(Card::from_table)
}

/// All hands, by index.
pub fn all_hands() -> impl DoubleEndedIterator<Item = Hand> + ExactSizeIterator {
    (0..HANDS as u16).map(Hand)
}

/// All hands with so many points, by index.
pub fn hands_with_points(points: u8, scoring: Scoring) -> impl Iterator<Item = Hand> {
    let table = scoring.table();
    all_hands().filter(move |hand| table[usize::from(hand.index())] == points)
}

/// All hands, the most points first; hands with equal points by index.
#[must_use]
pub fn hands_by_strength(scoring: Scoring) -> Vec<Hand> {
    let table = scoring.table();
    let mut hands: Vec<Hand> = all_hands().collect();
    hands.sort_by_key(|hand| Reverse(table[usize::from(hand.index())]));
    hands
}

/// How many of all hands have each number of points, indexed by the points (1.6).
#[must_use]
pub fn distribution(scoring: Scoring) -> [u32; MAX_POINTS as usize + 1] {
    let mut counts = [0; MAX_POINTS as usize + 1];
    for &points in scoring.table() {
        counts[usize::from(points)] += 1;
    }
    counts
}
