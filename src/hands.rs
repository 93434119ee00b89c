//! Hands of three cards, and the index of all 4,960 hands.

use std::fmt;
use std::str::FromStr;

use crate::cards::{Card, DECK, InvalidCards, parse_cards};

/// The number of hands: C(32, 3) (1.1).
pub const HANDS: usize = 4_960;

/// A set of three different cards (1.1); their order does not matter.
///
/// A hand is stored as its index among all 4,960 hands. The hands are ordered by their cards, each hand's cards in
/// ascending order: hand 0 is 7♣ 7♦ 7♥, hand 4,959 is A♦ A♥ A♠. Hands compare by index, not by points.
///
/// ```
/// use svara::Hand;
///
/// let hand: Hand = "K♥ 7♣, kd".parse()?;
/// assert_eq!(hand, "7cKdKh".parse()?);
/// assert_eq!(hand.to_string(), "7c Kd Kh");
/// assert_eq!(hand, Hand::from_index(hand.index())?);
/// # Ok::<(), svara::InvalidCards>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand(pub(crate) u16);

impl Hand {
    /// The hand of these three cards.
    ///
    /// # Errors
    /// [`InvalidCards::Twice`] if a card occurs more than once.
    pub fn new(mut cards: [Card; 3]) -> Result<Hand, InvalidCards> {
        cards.sort_unstable();
        let [a, b, c] = cards;
        if a == b || b == c {
            return Err(InvalidCards::Twice(b));
        }
        Ok(Hand(index_of(cards)))
    }

    /// The hand with this index, 0 to 4,959.
    ///
    /// # Errors
    /// [`InvalidCards::Index`] if the index is above 4,959.
    pub fn from_index(index: u16) -> Result<Hand, InvalidCards> {
        if usize::from(index) < HANDS { Ok(Hand(index)) } else { Err(InvalidCards::Index(index.into())) }
    }

    /// The index of this hand among all hands.
    #[must_use]
    pub const fn index(self) -> u16 {
        self.0
    }

    /// The three cards, in ascending order.
    #[must_use]
    pub fn cards(self) -> [Card; 3] {
        cards_of(self.0)
    }

    /// The cards as a set: one of 32 bits for each card.
    pub(crate) fn mask(self) -> u32 {
        MASKS[usize::from(self.0)]
    }

    /// The hand with suit signs: `7♣ K♦ K♥`, where [`Display`](fmt::Display) prints `7c Kd Kh`.
    #[must_use]
    pub fn unicode(self) -> String {
        self.cards().map(Card::unicode).join(" ")
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.cards();
        write!(f, "{a} {b} {c}")
    }
}

impl FromStr for Hand {
    type Err = InvalidCards;

    fn from_str(text: &str) -> Result<Hand, InvalidCards> {
        Hand::try_from(&parse_cards(text)?[..])
    }
}

impl TryFrom<&[Card]> for Hand {
    type Error = InvalidCards;

    fn try_from(cards: &[Card]) -> Result<Hand, InvalidCards> {
        match *cards {
            [a, b, c] => Hand::new([a, b, c]),
            _ => Err(InvalidCards::NotThreeCards(cards.len())),
        }
    }
}

/// All hands, in the order of their indices.
pub fn all_hands() -> impl DoubleEndedIterator<Item = Hand> + ExactSizeIterator {
    (0..HANDS as u16).map(Hand)
}

/// The card numbers of each hand in ascending order, by hand index.
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

/// The cards of each hand as a set of 32 bits, by hand index.
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

/// With [`BEFORE_MIDDLE`], a table for the index of a hand: with cards a < b < c it is
/// `BEFORE_LOW[a] - BEFORE_MIDDLE[b] + c`. This counts the hands before it: those with a lower lowest card; those with
/// lowest card a and a lower middle card; and those with cards a and b and a lower highest card.
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

/// The index of the hand of these cards, which must be in ascending order.
pub(crate) const fn index_of([a, b, c]: [Card; 3]) -> u16 {
    (BEFORE_LOW[a.number() as usize] + c.number() as u16) - BEFORE_MIDDLE[b.number() as usize]
}

/// The cards of the hand with this index, in ascending order.
pub(crate) fn cards_of(index: u16) -> [Card; 3] {
    CARDS[usize::from(index)].map(Card::from_table)
}
