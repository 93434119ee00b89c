//! Cards: their numbers, how they are parsed and how they are printed.

use std::fmt;
use std::str::FromStr;

use crate::shown::show;

/// The number of cards in the deck (1.1).
pub const DECK: usize = 32;
/// The letters of the ranks, in ascending order; the ten is `T`.
pub const RANKS: [char; 8] = ['7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
/// The letters of the suits, in the order of card numbers.
pub const SUITS: [char; 4] = ['c', 'd', 'h', 's'];
const SUIT_SIGNS: [char; 4] = ['♣', '♦', '♥', '♠'];
/// The lists of ranks and suits in error messages.
const RANKS_TO_WRITE: &str = "7 8 9 10 (or T) J Q K A";
pub(crate) const SUITS_TO_WRITE: &str = "c d h s or ♣ ♦ ♥ ♠";

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
    /// [`InvalidCards::Number`] if the number is above 31.
    pub const fn new(number: u8) -> Result<Card, InvalidCards> {
        if (number as usize) < DECK { Ok(Card(number)) } else { Err(InvalidCards::Number(number as i64)) }
    }

    /// The card with a number that is known to be below 32.
    pub(crate) const fn from_table(number: u8) -> Card {
        debug_assert!((number as usize) < DECK);
        Card(number)
    }

    /// All 32 cards, in the order of their numbers.
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

    /// The card with a suit sign: `10♠`, where [`Display`](fmt::Display) prints `Ts`.
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

/// The error of an invalid card, hand or deck.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidCards {
    /// A piece of text that does not start with a rank.
    Rank(String),
    /// A piece of text with a rank but no suit after it.
    Suit(String),
    /// A piece of text with a letter of another alphabet in place of a rank, and that letter.
    RankLetter(String, char),
    /// A piece of text with a rank and, in place of a suit, a letter of another alphabet, and that letter.
    SuitLetter(String, char),
    /// A Latin T or a Cyrillic Т that may be an ace or a ten.
    AceOrTen(char),
    /// A card number outside 0 to 31.
    Number(i64),
    /// A hand index outside 0 to 4,959.
    Index(i64),
    /// A card that occurs more than once.
    Twice(Card),
    /// A number of cards other than one, where one card is expected.
    NotOneCard(usize),
    /// A number of cards other than three, where a hand is expected.
    NotThreeCards(usize),
    /// A deck with too few cards: the number of its cards, and the number that the deal needs.
    ShortDeck(usize, usize),
}

impl InvalidCards {
    /// The invalid part of the input, if there is one: a piece of text, a card or a number.
    #[must_use]
    pub fn piece(&self) -> Option<String> {
        match self {
            Self::Rank(piece) | Self::Suit(piece) | Self::RankLetter(piece, _) | Self::SuitLetter(piece, _) => {
                Some(piece.clone())
            }
            Self::AceOrTen(letter) => Some(letter.to_string()),
            Self::Number(number) | Self::Index(number) => Some(number.to_string()),
            Self::Twice(card) => Some(card.to_string()),
            Self::NotOneCard(_) | Self::NotThreeCards(_) | Self::ShortDeck(..) => None,
        }
    }
}

impl fmt::Display for InvalidCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank(piece) => write!(f, "no card starts with {}: the ranks are {RANKS_TO_WRITE}", show(piece)),
            Self::Suit(piece) => {
                write!(f, "{} is not a card: the rank needs a suit, {SUITS_TO_WRITE}", show(piece))
            }
            Self::RankLetter(_, letter) => write!(
                f,
                "{} (U+{:04X}) is not a rank: the ranks are {RANKS_TO_WRITE}, in Cyrillic 7 8 9 10 В Д К Т",
                show(&letter.to_string()),
                u32::from(*letter)
            ),
            Self::SuitLetter(_, letter) => write!(
                f,
                "{} (U+{:04X}) is not a suit: the suits are {SUITS_TO_WRITE}",
                show(&letter.to_string()),
                u32::from(*letter)
            ),
            Self::AceOrTen(letter) => f.write_str(&ace_or_ten(*letter)),
            Self::Number(number) => write!(f, "{number} is not a card number from 0 (7c) to 31 (As)"),
            Self::Index(index) => write!(f, "{index} is not a hand index from 0 to 4959"),
            Self::Twice(card) => write!(f, "{card} occurs twice"),
            Self::NotOneCard(count) => write!(f, "there must be one card, not {count}"),
            Self::NotThreeCards(count) => write!(f, "a hand is three cards, not {count}"),
            Self::ShortDeck(count, needed) => {
                write!(f, "the deck has {count} cards, but the deal needs {needed}")
            }
        }
    }
}

impl std::error::Error for InvalidCards {}

/// Parses cards as people write them, one after another.
///
/// A card is a rank and a suit, in upper or lower case. The ranks are `7 8 9 10 T J Q K A`, or in Cyrillic letters
/// `7 8 9 10 В Д К Т`, with `А` also for the ace and `П` also for the king. The suits are `c d h s`, `♣ ♦ ♥ ♠` or
/// `♧ ♢ ♡ ♤`, with or without a variation selector. A Cyrillic letter is not a suit. Spaces may separate cards, and a
/// rank from its suit. Commas and a word for "and" (`and`, `et`, `i`, `и`) may also separate cards, as in the published
/// rules that the rulebook quotes.
///
/// A Latin T (the ten) and a Cyrillic Т (the ace) look the same. A text with either of them must therefore use one
/// alphabet for all its letters, and a text with a Cyrillic Т must not use another letter for the ace.
///
/// ```
/// let cards = svara::parse_cards("Q ♦, K ♦ 10 ♠")?;
/// assert_eq!(cards, svara::parse_cards("qdkdts")?);
/// assert_eq!(svara::parse_cards("Т♥ К♥ 9♥")?, svara::parse_cards("Ah Kh 9h")?);
/// assert!(svara::parse_cards("Т♥ Q♥ 9♥").is_err());
/// # Ok::<(), svara::InvalidCards>(())
/// ```
///
/// # Errors
/// [`InvalidCards::Rank`], [`InvalidCards::Suit`], [`InvalidCards::RankLetter`] or [`InvalidCards::SuitLetter`] with
/// the piece of text that is not a card; [`InvalidCards::AceOrTen`] for a T or Т that may be a ten or an ace.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, InvalidCards> {
    parse_more_cards(text, &mut Letters::default())
}

/// Parses more cards of a list; `letters` holds the alphabets of the cards parsed so far. All cards of the list must
/// agree on the alphabet wherever a T makes it matter.
pub(crate) fn parse_more_cards(text: &str, letters: &mut Letters) -> Result<Vec<Card>, InvalidCards> {
    let mut cards = Vec::with_capacity(3);
    let mut read = *letters;
    let mut rest = skip_between_cards(text);
    while !rest.is_empty() {
        let (rank, after_rank) = split_rank(rest).ok_or_else(|| no_rank(rest))?;
        let after_rank = after_rank.trim_start();
        let (suit, after_suit) = split_suit(after_rank).ok_or_else(|| no_suit(rest, after_rank))?;
        cards.push(Card(4 * rank.of + suit.of));
        read.add(rank.letters);
        read.add(suit.letters);
        rest = skip_between_cards(after_suit);
    }
    *letters = read;
    match letters.doubtful() {
        Some(letter) => Err(InvalidCards::AceOrTen(letter)),
        None => Ok(cards),
    }
}

/// The alphabets, and the ambiguous letters, that a text with cards uses; a set of bits.
#[derive(Clone, Copy, Default)]
pub(crate) struct Letters(u8);

impl Letters {
    const NONE: Letters = Letters(0); // digits and suit signs
    const LATIN: Letters = Letters(1);
    const CYRILLIC: Letters = Letters(2);
    const LATIN_T: Letters = Letters(4 | 1);
    const CYRILLIC_T: Letters = Letters(8 | 2);
    const CYRILLIC_A: Letters = Letters(16 | 2);

    pub(crate) fn add(&mut self, others: Letters) {
        self.0 |= others.0;
    }

    fn has(self, others: Letters) -> bool {
        self.0 & others.0 == others.0
    }

    /// The T that may be an ace or a ten, if there is one.
    ///
    /// A Latin T among Cyrillic letters, or a Cyrillic Т among Latin letters, may be typed by mistake for the other. A
    /// Cyrillic Т beside an ace written as А may mean a ten.
    pub(crate) fn doubtful(self) -> Option<char> {
        if self.has(Self::CYRILLIC_T) && (self.has(Self::LATIN) || self.has(Self::CYRILLIC_A)) {
            Some('Т')
        } else if self.has(Self::LATIN_T) && self.has(Self::CYRILLIC) {
            Some('T')
        } else {
            None
        }
    }
}

/// The error message for an ambiguous T, with what to write instead.
pub(crate) fn ace_or_ten(letter: char) -> String {
    format!("\"{letter}\" among these letters may be a ten (Latin T) or an ace (Cyrillic Т): write 10 or A")
}

/// A parsed rank or suit, and the alphabet of its letter.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) of: u8,
    pub(crate) letters: Letters,
}

/// The rank that `text` starts with, and the rest of the text.
pub(crate) fn split_rank(text: &str) -> Option<(Part, &str)> {
    let first = text.chars().next()?;
    let (of, letters) = match first {
        '7' => (0, Letters::NONE),
        '8' => (1, Letters::NONE),
        '9' => (2, Letters::NONE),
        '1' => return text.strip_prefix("10").map(|rest| (Part { of: 3, letters: Letters::NONE }, rest)),
        'T' | 't' => (3, Letters::LATIN_T),
        'J' | 'j' => (4, Letters::LATIN),
        'Q' | 'q' => (5, Letters::LATIN),
        'K' | 'k' => (6, Letters::LATIN),
        'A' | 'a' => (7, Letters::LATIN),
        'В' | 'в' => (4, Letters::CYRILLIC),
        'Д' | 'д' => (5, Letters::CYRILLIC),
        'К' | 'к' | 'П' | 'п' => (6, Letters::CYRILLIC),
        'А' | 'а' => (7, Letters::CYRILLIC_A),
        'Т' | 'т' => (7, Letters::CYRILLIC_T),
        _ => return None,
    };
    Some((Part { of, letters }, &text[first.len_utf8()..]))
}

/// The suit that `text` starts with, and the rest of the text after any variation selector.
///
/// Only Latin letters are suits. The Cyrillic с, for example, looks like c, sounds like s, and is the first letter of
/// words for clubs and for hearts.
pub(crate) fn split_suit(text: &str) -> Option<(Part, &str)> {
    let first = text.chars().next()?;
    let of = match first {
        'c' | 'C' | '♣' | '♧' => 0,
        'd' | 'D' | '♦' | '♢' => 1,
        'h' | 'H' | '♥' | '♡' => 2,
        's' | 'S' | '♠' | '♤' => 3,
        _ => return None,
    };
    let letters = Letters(u8::from(first.is_ascii())); // LATIN or NONE
    let rest = &text[first.len_utf8()..];
    Some((Part { of, letters }, rest.strip_prefix(['\u{fe0e}', '\u{fe0f}']).unwrap_or(rest)))
}

/// The rest of `text` after spaces, commas and words for "and".
pub(crate) fn skip_between_cards(text: &str) -> &str {
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let mut rest = text.trim_start_matches(is_gap);
    // Looking ahead by one word at most keeps the parsing time proportional to the length of the text.
    while rest.starts_with(['a', 'e', 'i', 'и']) {
        let Some(after) = ["and", "et", "i", "и"].iter().find_map(|word| rest.strip_prefix(word)) else { break };
        if !after.is_empty() && !after.starts_with(is_gap) {
            break;
        }
        rest = after.trim_start_matches(is_gap);
    }
    rest
}

/// The error for a `text` that does not start with a rank.
fn no_rank(text: &str) -> InvalidCards {
    match foreign_letter(text) {
        Some(letter) => InvalidCards::RankLetter(piece(text), letter),
        None => InvalidCards::Rank(piece(text)),
    }
}

/// The error for a `text` that starts with a rank but has no suit at the start of `after_rank`, the rest of it.
fn no_suit(text: &str, after_rank: &str) -> InvalidCards {
    match foreign_letter(after_rank) {
        Some(letter) => InvalidCards::SuitLetter(piece(text), letter),
        None => InvalidCards::Suit(piece(text)),
    }
}

/// The first character of `text` if it is a letter outside ASCII.
pub(crate) fn foreign_letter(text: &str) -> Option<char> {
    text.chars().next().filter(|first| first.is_alphabetic() && !first.is_ascii())
}

/// The start of `text`, short enough for an error message.
fn piece(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or(text).chars().take(8).collect()
}
