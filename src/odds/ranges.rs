//! Ranges: sets of hands that an opponent may hold, and the text that people write for them.

use std::fmt;

use crate::cards::{Card, parse_cards};
use crate::hands::{HANDS, Hand, all_hands};
use crate::scoring::{MAX_POINTS, Scoring};

const MIN_POINTS: u8 = 8; // 1.6

/// A range: a set of hands that an opponent may hold, all equally likely.
///
/// As text it is one or more items with commas between them, and has the hands of each. An item is one or more terms
/// with `&` between them, and has the hands that meet them all. A term may start with `!`, for the hands that do not
/// meet it. A term is
///
/// * `any`: every hand;
/// * points: `28`, `28+` (28 and more), `20-` (20 and less), `30-33`;
/// * cards that the hand holds: `7c` (the 7♣ and any two), `AA` (two aces or three), `Kd Kh` (both), `7c Kh Kd` (just
///   this hand). A rank without a suit, or with `x`, stands for any card of the rank, and different cards of a term for
///   different cards of the hand. A number alone is points: two sevens are `7x7x`, and a ten is `T`.
///
/// Upper and lower case and spaces make no difference.
///
/// ```
/// use svara::{Range, Scoring};
///
/// let range = Range::parse("AA & 28+, 7cKhKd", Scoring::VIPSVARA)?;
/// assert!(range.contains("7♣ A♦ A♥".parse()?));
/// assert_eq!(Range::parse("34", Scoring::VIPSVARA)?.hands().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range(Vec<Hand>);

impl Range {
    /// Reads a range; the points of its hands are those of the scoring.
    ///
    /// # Errors
    /// [`InvalidRange`] if the text is not a range, or if no hand meets it.
    pub fn parse(text: &str, scoring: Scoring) -> Result<Range, InvalidRange> {
        let items = text.split(',').map(Item::parse).collect::<Result<Vec<Item>, _>>()?;
        let hands: Vec<Hand> = all_hands().filter(|&hand| items.iter().any(|item| item.meets(hand, scoring))).collect();
        if hands.is_empty() { Err(InvalidRange::Empty(text.trim().to_owned())) } else { Ok(Range(hands)) }
    }

    /// The range of these hands; a hand that is given twice counts once.
    ///
    /// # Errors
    /// [`InvalidRange::Empty`] if there are no hands.
    pub fn new(hands: impl IntoIterator<Item = Hand>) -> Result<Range, InvalidRange> {
        let mut hands: Vec<Hand> = hands.into_iter().collect();
        hands.sort_unstable();
        hands.dedup();
        if hands.is_empty() { Err(InvalidRange::Empty(String::new())) } else { Ok(Range(hands)) }
    }

    /// The hands, by index.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.0
    }

    /// Whether the range has this hand.
    #[must_use]
    pub fn contains(&self, hand: Hand) -> bool {
        self.0.len() == HANDS || self.0.binary_search(&hand).is_ok()
    }
}

struct Item(Vec<Term>);

impl Item {
    fn parse(text: &str) -> Result<Item, InvalidRange> {
        text.split('&').map(|term| Term::parse(term.trim())).collect::<Result<_, _>>().map(Item)
    }

    fn meets(&self, hand: Hand, scoring: Scoring) -> bool {
        self.0.iter().all(|term| term.condition.meets(hand, scoring) != term.negated)
    }
}

struct Term {
    negated: bool,
    condition: Condition,
}

enum Condition {
    Any,
    Points(u8, u8),
    /// The cards that each card of the term stands for, as sets of 32 bits.
    Cards(Vec<u32>),
}

impl Term {
    fn parse(text: &str) -> Result<Term, InvalidRange> {
        let (negated, text) = match text.strip_prefix('!') {
            Some(rest) => (true, rest.trim_start()),
            None => (false, text),
        };
        let condition = if text.is_empty() {
            return Err(InvalidRange::Missing);
        } else if text.eq_ignore_ascii_case("any") {
            Condition::Any
        } else if text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace() || b"+-".contains(&byte))
        {
            parse_points(text)?
        } else {
            parse_term_cards(text)?
        };
        Ok(Term { negated, condition })
    }
}

impl Condition {
    fn meets(&self, hand: Hand, scoring: Scoring) -> bool {
        match self {
            Condition::Any => true,
            Condition::Points(least, most) => (least..=most).contains(&&scoring.points(hand)),
            Condition::Cards(wanted) => {
                let cards = hand.cards().map(|card| 1 << card.number());
                holds(wanted, cards.iter().sum())
            }
        }
    }
}

/// Whether the cards hold a different card for each of the wanted ones.
fn holds(wanted: &[u32], cards: u32) -> bool {
    let Some((&first, others)) = wanted.split_first() else { return true };
    let mut candidates = first & cards;
    while candidates != 0 {
        let card = candidates & candidates.wrapping_neg();
        if holds(others, cards ^ card) {
            return true;
        }
        candidates ^= card;
    }
    false
}

fn parse_points(text: &str) -> Result<Condition, InvalidRange> {
    let error = || InvalidRange::Points(text.to_owned());
    let number = |text: &str| match text.trim().parse() {
        Ok(points @ MIN_POINTS..=MAX_POINTS) => Ok(points),
        _ => Err(error()),
    };
    let (least, most) = match text.split_once(['+', '-']) {
        None => (number(text)?, number(text)?),
        Some((least, "")) if text.ends_with('+') => (number(least)?, MAX_POINTS),
        Some((most, "")) => (MIN_POINTS, number(most)?),
        Some((least, most)) if !text.contains('+') => (number(least)?, number(most)?),
        Some(_) => return Err(error()),
    };
    if least <= most { Ok(Condition::Points(least, most)) } else { Err(error()) }
}

fn parse_term_cards(text: &str) -> Result<Condition, InvalidRange> {
    let error = || InvalidRange::Cards(text.to_owned());
    let mut wanted = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        // The longest start of the text that is one card, or else one rank: "10♣", "7 c", "K".
        let ends = rest.char_indices().map(|(place, character)| place + character.len_utf8()).take(5);
        let ends: Vec<usize> = ends.collect();
        let card = ends.iter().rev().find_map(|&end| match parse_cards(&rest[..end]).as_deref() {
            Ok(&[card]) => Some((1 << card.number(), end)),
            _ => None,
        });
        let rank = || {
            ends.iter().take(2).rev().find_map(|&end| match format!("{}c", &rest[..end]).parse::<Card>() {
                Ok(club) if !rest[..end].contains(char::is_whitespace) => Some((0b1111 << club.number(), end)),
                _ => None,
            })
        };
        let (set, end): (u32, usize) = card.or_else(rank).ok_or_else(error)?;
        rest = rest[end..].trim_start();
        if set.count_ones() > 1 {
            rest = rest.strip_prefix(['x', 'X']).unwrap_or(rest).trim_start();
        }
        wanted.push(set);
    }
    if wanted.len() > 3 { Err(error()) } else { Ok(Condition::Cards(wanted)) }
}

/// Why something is not a range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidRange {
    /// A term that looks like points but is not.
    Points(String),
    /// A term that is neither points nor one to three cards.
    Cards(String),
    /// Nothing where a term should be.
    Missing,
    /// A range that no hand meets.
    Empty(String),
}

impl InvalidRange {
    /// The piece of text at fault, where there is one.
    #[must_use]
    pub fn piece(&self) -> Option<&str> {
        match self {
            Self::Points(piece) | Self::Cards(piece) | Self::Empty(piece) => Some(piece),
            Self::Missing => None,
        }
    }
}

impl fmt::Display for InvalidRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(piece) => write!(
                f,
                "{piece:?} is not a range of points: they run from {MIN_POINTS} to {MAX_POINTS}, as in 28, 28+, 20- or \
                 30-33; two sevens are 7x7x, a ten is T"
            ),
            Self::Cards(piece) => {
                write!(
                    f,
                    "{piece:?} is not a range: write points (28+, 30-33), one to three cards (AA, 7c, Kd Kh), or any"
                )
            }
            Self::Missing => write!(f, "a range is missing: between commas or & there are points, cards, or any"),
            Self::Empty(piece) if piece.is_empty() => write!(f, "a range has at least one hand"),
            Self::Empty(piece) => write!(f, "no hand meets the range {piece:?}"),
        }
    }
}

impl std::error::Error for InvalidRange {}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn hands(text: &str) -> Vec<Hand> {
        Range::parse(text, Scoring::VIPSVARA).unwrap().0
    }

    #[test]
    fn points_are_single_open_or_from_to() {
        let with = |least, most| -> Vec<Hand> {
            all_hands().filter(|&hand| (least..=most).contains(&Scoring::VIPSVARA.points(hand))).collect()
        };
        assert_eq!(hands("28"), with(28, 28));
        assert_eq!(hands("28+"), with(28, 34));
        assert_eq!(hands(" 20 -"), with(8, 20));
        assert_eq!(hands("30 - 33"), with(30, 33));
        assert_eq!(hands("9"), with(9, 9));
        assert_eq!(hands("10,34"), [with(10, 10), with(34, 34)].concat().sorted());
    }

    #[test]
    fn cards_are_those_that_the_hand_holds() {
        let with = |least: usize, rank: u8| -> Vec<Hand> {
            all_hands().filter(|hand| hand.cards().iter().filter(|card| card.rank() == rank).count() >= least).collect()
        };
        assert_eq!(hands("AA"), with(2, 7));
        assert_eq!(hands("a"), with(1, 7));
        assert_eq!(hands("7x7X"), with(2, 0));
        assert_eq!(hands("10x 10x"), with(2, 3));
        assert_eq!(hands("TTT"), with(3, 3));
        assert_eq!(hands("7♣").len(), 31 * 30 / 2);
        assert_eq!(hands("7c 7x").len(), 3 * 28 + 3);
        assert_eq!(hands("7x 7c"), hands("7c 7x"));
        assert_eq!(hands("k♥ 7c kd"), ["7c Kd Kh".parse().unwrap()]);
        assert_eq!(hands("К♥ 7с кd"), ["7c Kd Kh".parse().unwrap()]); // Cyrillic
        assert_eq!(hands("10♠7с"), hands("Ts7c"));
    }

    #[test]
    fn terms_are_joined_and_negated() {
        assert_eq!(hands("any").len(), HANDS);
        assert_eq!(hands("!7c").len(), 31 * 30 * 29 / 6);
        assert_eq!(hands("AA & !AAA").len(), 6 * 28);
        assert_eq!(hands("AA & 28+, 34"), hands("34,28+&AA"));
        assert_eq!(hands("KK, KKK"), hands("KK"));
    }

    #[test]
    fn what_is_not_a_range_is_refused_with_the_piece_at_fault() {
        for (text, piece) in [
            ("7", Some("7")),
            ("35", Some("35")),
            ("77", Some("77")),
            ("33-30", Some("33-30")),
            ("28++", Some("28++")),
            ("-", Some("-")),
            ("20-30-", Some("20-30-")),
            ("AA, kq0", Some("kq0")),
            ("AAAA", Some("AAAA")),
            ("Zz", Some("Zz")),
            ("", None),
            ("AA,", None),
            ("& AA", None),
            ("!", None),
            ("12", Some("12")),
            ("7c 7c", Some("7c 7c")),
            ("AA & KK", Some("AA & KK")),
        ] {
            let error = Range::parse(text, Scoring::VIPSVARA).unwrap_err();
            assert_eq!(error.piece(), piece, "{error}");
            assert!(!error.to_string().contains('\n'));
        }
    }

    trait Sorted {
        fn sorted(self) -> Self;
    }

    impl Sorted for Vec<Hand> {
        fn sorted(mut self) -> Vec<Hand> {
            self.sort_unstable();
            self
        }
    }
}
