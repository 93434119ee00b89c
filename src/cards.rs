//! Cards: what they are, how they are read and how they are printed.

use std::fmt;
use std::str::FromStr;

/// The number of cards in the deck (1.1).
pub const DECK: usize = 32;
/// The ranks in ascending order, as printed in letters; the ten is `T`.
pub const RANKS: [char; 8] = ['7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
/// The suits in the order of card numbers, as printed in letters.
pub const SUITS: [char; 4] = ['c', 'd', 'h', 's'];
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

/// Why something is not a card, a hand or a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidCards {
    /// A piece of text that does not start with a rank.
    Rank(String),
    /// A rank without a suit: half a card.
    Suit(String),
    /// A card number outside 0 to 31.
    Number(i64),
    /// A hand index outside 0 to 4,959.
    Index(i64),
    /// The same card more than once.
    Twice(Card),
    /// A number of cards other than one, where one card is expected.
    NotOneCard(usize),
    /// A number of cards other than three, where a hand is expected.
    NotThreeCards(usize),
    /// A deck with too few cards: how many it has, and how many are needed.
    ShortDeck(usize, usize),
}

impl InvalidCards {
    /// The piece at fault, if there is one: a text, a card or a number.
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
                write!(f, "{piece:?} is not a card: after the rank comes a suit, c d h s or ♣ ♦ ♥ ♠")
            }
            Self::Number(number) => write!(f, "{number} is not a card number: they run from 0 (7c) to 31 (As)"),
            Self::Index(index) => write!(f, "{index} is not a hand index: they run from 0 to 4959"),
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
/// Spaces may stand between cards, and between a rank and its suit. Between cards there may also be commas and a word
/// for "and" (`and`, `et`, `i`, `и`), as in the published rules that the rulebook quotes.
///
/// ```
/// let cards = svara::parse_cards("Q ♦, K ♦ 10 ♠")?;
/// assert_eq!(cards, svara::parse_cards("qdkdts")?);
/// # Ok::<(), svara::InvalidCards>(())
/// ```
///
/// # Errors
/// [`InvalidCards::Rank`] or [`InvalidCards::Suit`], with the piece that is not a card.
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

/// The rank that `text` starts with, and the rest of the text.
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

/// The suit that `text` starts with, and the rest of the text after any variation selector.
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

/// The rest of `text` after spaces, commas and words for "and".
fn skip_between_cards(text: &str) -> &str {
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let mut rest = text.trim_start_matches(is_gap);
    // It never looks further than one word, so that the time to read a text grows in proportion to its length.
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
