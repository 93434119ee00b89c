//! Cards and hands: what they are, how they are read and printed, and how a deck is shuffled and dealt.

use std::fmt;
use std::str::FromStr;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// How many cards the deck has (1.1).
pub const DECK: usize = 32;
/// The ranks in ascending order, as printed in letters; the ten is `T`.
pub const RANKS: [char; 8] = ['7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
/// The suits in the order of card numbers, as printed in letters.
pub const SUITS: [char; 4] = ['c', 'd', 'h', 's'];
/// How many 32-bit words a block of the key stream has.
const WORDS_IN_BLOCK: u128 = 16;
const SUIT_SIGNS: [char; 4] = ['♣', '♦', '♥', '♠'];

/// One of the 32 cards (1.1), numbered `4 * rank + suit`: ranks 0–7 for 7–A, suits 0–3 for ♣ ♦ ♥ ♠.
///
/// ```
/// use svara::Card;
///
/// let card: Card = "10♠".parse()?;
/// assert_eq!((card.rank(), card.suit(), card.number()), (3, 3, 15));
/// assert_eq!(card.to_string(), "Ts");
/// # Ok::<(), svara::InvalidCards>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The 7♣, *Yonchev* (1.2).
    pub const YONCHEV: Card = Card(0);

    /// The card with this number, 0 to 31.
    ///
    /// # Errors
    /// [`InvalidCards::Number`] beyond 31.
    pub const fn new(number: u8) -> Result<Card, InvalidCards> {
        if (number as usize) < DECK { Ok(Card(number)) } else { Err(InvalidCards::Number(number as i64)) }
    }

    /// The card with a number that is known to be below 32.
    pub(crate) const fn from_table(number: u8) -> Card {
        debug_assert!((number as usize) < DECK);
        Card(number)
    }

    /// All 32 cards, by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator {
        (0..32).map(Card)
    }

    /// The number of this card, 0 to 31.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rank, 0 to 7 for 7 8 9 10 J Q K A.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 4
    }

    /// The suit, 0 to 3 for ♣ ♦ ♥ ♠.
    #[must_use]
    pub const fn suit(self) -> u8 {
        self.0 % 4
    }

    /// The card in suit signs: `10♠` where [`Display`](fmt::Display) prints `Ts`.
    #[must_use]
    pub fn unicode(self) -> String {
        let rank = RANKS[self.rank() as usize];
        let sign = SUIT_SIGNS[self.suit() as usize];
        if rank == 'T' { format!("10{sign}") } else { format!("{rank}{sign}") }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", RANKS[self.rank() as usize], SUITS[self.suit() as usize])
    }
}

impl FromStr for Card {
    type Err = InvalidCards;

    fn from_str(text: &str) -> Result<Card, InvalidCards> {
        match parse_cards(text)?[..] {
            [card] => Ok(card),
            ref cards => Err(InvalidCards::NotOneCard(cards.len())),
        }
    }
}

/// Three different cards (1.1), as a set: the order in which they were given does not matter.
///
/// A hand is kept as its index among all 4,960 hands, which are ordered by their cards in ascending order:
/// hand 0 is 7♣ 7♦ 7♥, hand 4,959 is A♦ A♥ A♠. Hands compare by that index, not by points.
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
        Ok(Hand(crate::hands::index_of(cards)))
    }

    /// The hand with this index, 0 to 4,959.
    ///
    /// # Errors
    /// [`InvalidCards::Index`] beyond 4,959.
    pub fn from_index(index: u16) -> Result<Hand, InvalidCards> {
        if usize::from(index) < crate::HANDS { Ok(Hand(index)) } else { Err(InvalidCards::Index(index.into())) }
    }

    /// The index of this hand among all hands.
    #[must_use]
    pub const fn index(self) -> u16 {
        self.0
    }

    /// The three cards, by ascending number.
    #[must_use]
    pub fn cards(self) -> [Card; 3] {
        crate::hands::cards_of(self.0)
    }

    /// The cards as a set of 32 bits.
    pub(crate) fn mask(self) -> u32 {
        crate::hands::MASKS[usize::from(self.0)]
    }

    /// The hand in suit signs: `7♣ K♦ K♥` where [`Display`](fmt::Display) prints `7c Kd Kh`.
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

/// Why something is not a card, a hand or a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidCards {
    /// No card starts with this piece of text.
    Rank(String),
    /// A rank that is followed by no suit: half a card.
    Suit(String),
    /// A card number outside 0 to 31.
    Number(i64),
    /// A hand index outside 0 to 4,959.
    Index(i64),
    /// The same card more than once.
    Twice(Card),
    /// Some other number of cards where one card is wanted.
    NotOneCard(usize),
    /// Some other number of cards where a hand is wanted.
    NotThreeCards(usize),
    /// Too few cards in a deck: how many there are, and how many are needed.
    ShortDeck(usize, usize),
}

impl InvalidCards {
    /// The piece that is at fault, where there is one: a text, a card or a number.
    #[must_use]
    pub fn piece(&self) -> Option<String> {
        match self {
            Self::Rank(piece) | Self::Suit(piece) => Some(piece.clone()),
            Self::Number(number) | Self::Index(number) => Some(number.to_string()),
            Self::Twice(card) => Some(card.to_string()),
            Self::NotOneCard(_) | Self::NotThreeCards(_) | Self::ShortDeck(..) => None,
        }
    }
}

impl fmt::Display for InvalidCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank(piece) => {
                write!(f, "no card starts with {piece:?}: the ranks are 7 8 9 10 (or T) J Q K A")
            }
            Self::Suit(piece) => {
                write!(f, "{piece:?} is no card: after the rank comes a suit, c d h s or ♣ ♦ ♥ ♠")
            }
            Self::Number(number) => write!(f, "{number} is no card number: they run from 0 (7c) to 31 (As)"),
            Self::Index(index) => write!(f, "{index} is no hand index: they run from 0 to 4959"),
            Self::Twice(card) => write!(f, "{card} occurs twice"),
            Self::NotOneCard(count) => write!(f, "one card is wanted, not {count}"),
            Self::NotThreeCards(count) => write!(f, "a hand is three cards, not {count}"),
            Self::ShortDeck(count, needed) => {
                write!(f, "the deck has {count} cards, but {needed} are to be dealt")
            }
        }
    }
}

impl std::error::Error for InvalidCards {}

/// Reads cards as people write them, one after another.
///
/// A card is a rank (`7 8 9 10 T J Q K A`) and a suit (`c d h s`, `♣ ♦ ♥ ♠` or `♧ ♢ ♡ ♤`, with or without a
/// variation selector), in upper or lower case, with Cyrillic letters where they look like the Latin ones.
/// Between cards, and between a rank and its suit, there may be spaces; between cards also commas and a word for
/// "and" (`and`, `et`, `i`, `и`), as the documents that the rules come from write them.
///
/// ```
/// let cards = svara::parse_cards("Q ♦, K ♦ 10 ♠")?;
/// assert_eq!(cards, svara::parse_cards("qdkdts")?);
/// # Ok::<(), svara::InvalidCards>(())
/// ```
///
/// # Errors
/// [`InvalidCards::Rank`] or [`InvalidCards::Suit`], with the piece that is no card.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, InvalidCards> {
    let mut cards = Vec::with_capacity(3);
    let mut rest = skip_between_cards(text);
    while !rest.is_empty() {
        let (rank, after_rank) = split_rank(rest).ok_or_else(|| InvalidCards::Rank(piece(rest)))?;
        let (suit, after_suit) = split_suit(after_rank.trim_start()).ok_or_else(|| InvalidCards::Suit(piece(rest)))?;
        cards.push(Card(4 * rank + suit));
        rest = skip_between_cards(after_suit);
    }
    Ok(cards)
}

/// The rank that `text` starts with, and what follows it.
fn split_rank(text: &str) -> Option<(u8, &str)> {
    if let Some(rest) = text.strip_prefix("10") {
        return Some((3, rest));
    }
    let first = text.chars().next()?;
    let rank = match first {
        '7' => 0,
        '8' => 1,
        '9' => 2,
        'T' | 't' | 'Т' | 'т' => 3,
        'J' | 'j' | 'Ј' | 'ј' => 4,
        'Q' | 'q' | 'Ԛ' | 'ԛ' => 5,
        'K' | 'k' | 'К' | 'к' => 6,
        'A' | 'a' | 'А' | 'а' => 7,
        _ => return None,
    };
    Some((rank, &text[first.len_utf8()..]))
}

/// The suit that `text` starts with, and what follows it, a variation selector passed over.
fn split_suit(text: &str) -> Option<(u8, &str)> {
    let first = text.chars().next()?;
    let suit = match first {
        'c' | 'C' | 'с' | 'С' | '♣' | '♧' => 0,
        'd' | 'D' | 'ԁ' | 'Ԁ' | '♦' | '♢' => 1,
        'h' | 'H' | 'һ' | 'Һ' | 'н' | 'Н' | '♥' | '♡' => 2,
        's' | 'S' | 'ѕ' | 'Ѕ' | '♠' | '♤' => 3,
        _ => return None,
    };
    let rest = &text[first.len_utf8()..];
    Some((suit, rest.strip_prefix(['\u{fe0e}', '\u{fe0f}']).unwrap_or(rest)))
}

/// What is left of `text` after spaces, commas and words for "and".
fn skip_between_cards(text: &str) -> &str {
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let mut rest = text.trim_start_matches(is_gap);
    // Looks no further than one word, so that reading a text takes time in proportion to its length.
    while let Some(after) = ["and", "et", "i", "и"].iter().find_map(|word| rest.strip_prefix(word)) {
        if !after.is_empty() && !after.starts_with(is_gap) {
            break;
        }
        rest = after.trim_start_matches(is_gap);
    }
    rest
}

/// The start of `text`, short enough for an error message.
fn piece(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or(text).chars().take(8).collect()
}

/// Checks that no card occurs twice and that there are at least `needed`.
///
/// # Errors
/// [`InvalidCards::Twice`] or [`InvalidCards::ShortDeck`].
pub(crate) fn check_deck(cards: &[Card], needed: usize) -> Result<(), InvalidCards> {
    let mut seen = 0_u32;
    for &card in cards {
        let bit = 1 << card.number();
        if seen & bit != 0 {
            return Err(InvalidCards::Twice(card));
        }
        seen |= bit;
    }
    if cards.len() < needed { Err(InvalidCards::ShortDeck(cards.len(), needed)) } else { Ok(()) }
}

/// Deals three cards to each of `seats` seats, one at a time, from the top of the deck (3.3): the card at position
/// `r * seats + k` is seat k's card r.
///
/// # Errors
/// [`InvalidCards::ShortDeck`] or [`InvalidCards::Twice`].
pub fn deal_hands(deck: &[Card], seats: usize) -> Result<Vec<Hand>, InvalidCards> {
    check_deck(deck, 3 * seats)?;
    (0..seats).map(|seat| Hand::new([deck[seat], deck[seats + seat], deck[2 * seats + seat]])).collect()
}

/// A full deck, shuffled: the same for the same key and number on every machine and in every version.
///
/// The source of chance is the `ChaCha20` key stream (the block function of RFC 8439 with a 64-bit counter from 0 and
/// `number` as 64-bit nonce, both little-endian), read as little-endian 32-bit words. The cards start in the order
/// of their numbers. For each `place` from 31 down to 1 the cards at `place` and at `word % bound` change places,
/// where `bound` is `place + 1`; words of at least the greatest multiple of `bound` up to 2³² are passed over, so
/// that every one of the 32! orders is equally likely.
#[must_use]
pub fn shuffled_deck(key: &[u8; 32], number: u64) -> [Card; DECK] {
    let mut words = ChaCha20Rng::from_seed(*key);
    words.set_stream(number);
    let mut deck: [Card; DECK] = std::array::from_fn(|number| Card(number as u8));
    for place in (1..DECK).rev() {
        deck.swap(place, below(place as u32 + 1, &mut words) as usize);
    }
    deck
}

/// The key for one thing out of many that hang on a single key, such as the deals of a table: another for each `number`.
///
/// It is the first 32 bytes of block 2³² of the key stream that [`shuffled_deck`] describes, with `number` as nonce. No
/// shuffle takes its words from so far, so a derived key tells nothing about a deck of the key that it comes from.
///
/// ```
/// let key = svara::derived_key(&[7; 32], 1);
/// assert_eq!(key, svara::derived_key(&[7; 32], 1));
/// assert_ne!(key, svara::derived_key(&[7; 32], 2));
/// ```
#[must_use]
pub fn derived_key(key: &[u8; 32], number: u64) -> [u8; 32] {
    let mut words = ChaCha20Rng::from_seed(*key);
    words.set_stream(number);
    words.set_word_pos(WORDS_IN_BLOCK << 32);
    let mut derived = [0; 32];
    words.fill_bytes(&mut derived);
    derived
}

/// A number below `bound`, each equally likely.
fn below(bound: u32, words: &mut ChaCha20Rng) -> u32 {
    let limit = u64::from(bound) * ((1 << 32) / u64::from(bound));
    loop {
        let word = words.next_u32();
        if u64::from(word) < limit {
            return word % bound;
        }
    }
}
