//! Ranges: sets of hands that an opponent may hold, and their text form.

use std::fmt;

use crate::cards::{Letters, SUITS_TO_WRITE, ace_or_ten, foreign_letter, skip_between_cards, split_rank, split_suit};
use crate::hands::{HANDS, Hand, all_hands};
use crate::scoring::{MAX_POINTS, Scoring};
use crate::shown::{excerpt, show};

const MIN_POINTS: u8 = 8; // 1.6

/// A range: a set of hands that an opponent may hold, all equally likely.
///
/// The text of a range is a list of items separated by commas; the range has the hands of all items. An item is one or
/// more terms joined by `&`, and has the hands that match all its terms. `!` before a term negates it. A term is one
/// of:
///
/// * `any`: all hands;
/// * points: `28`, `28+` (28 or more), `20-` (20 or fewer), `30-33`;
/// * cards that the hand holds: `7c` (the 7♣ and any two cards), `AA` (two or three aces), `Kd Kh` (both cards),
///   `7c Kh Kd` (exactly this hand). A rank without a suit, or with `x`, matches any card of the rank. Each card of a
///   term matches a different card of the hand. A number alone is points: write two sevens as `7x7x`, and a ten as `T`.
///
/// A space must separate a rank without a suit from a card: `A Ks` is an ace and the K♠. `AKs` is an error, because it
/// means suited hands in other games. Cyrillic ranks are parsed as by [`parse_cards`](crate::parse_cards). A Cyrillic
/// rank after a rank without a suit might be meant as a suit, so it must repeat the same letter (`ТТ`) or follow `&`
/// (`Т & К`).
///
/// Case does not matter, and neither do other spaces.
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
    /// Parses a range; `scoring` gives the points of its hands.
    ///
    /// # Errors
    /// [`InvalidRange`] if the text is not a range, or if no hand matches it.
    pub fn parse(text: &str, scoring: Scoring) -> Result<Range, InvalidRange> {
        let mut letters = Letters::default();
        let items = text.split(',').map(|item| Item::parse(item, &mut letters)).collect::<Result<Vec<Item>, _>>()?;
        if let Some(letter) = letters.doubtful() {
            return Err(InvalidRange::AceOrTen(letter));
        }
        let hands: Vec<Hand> =
            all_hands().filter(|&hand| items.iter().any(|item| item.matches(hand, scoring))).collect();
        if hands.is_empty() { Err(InvalidRange::Empty(excerpt(text.trim()))) } else { Ok(Range(hands)) }
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

    /// The hands, in the order of their indices.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.0
    }

    /// Whether the range contains this hand.
    #[must_use]
    pub fn contains(&self, hand: Hand) -> bool {
        self.0.len() == HANDS || self.0.binary_search(&hand).is_ok()
    }
}

struct Item(Vec<Term>);

impl Item {
    fn parse(text: &str, letters: &mut Letters) -> Result<Item, InvalidRange> {
        text.split('&').map(|term| Term::parse(term.trim(), letters)).collect::<Result<_, _>>().map(Item)
    }

    fn matches(&self, hand: Hand, scoring: Scoring) -> bool {
        self.0.iter().all(|term| term.condition.matches(hand, scoring) != term.negated)
    }
}

struct Term {
    negated: bool,
    condition: Condition,
}

enum Condition {
    Any,
    Points(u8, u8),
    /// For each card of the term, the set of cards that match it, as 32 bits.
    Cards(Vec<u32>),
}

impl Term {
    fn parse(text: &str, letters: &mut Letters) -> Result<Term, InvalidRange> {
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
            parse_term_cards(text, letters)?
        };
        Ok(Term { negated, condition })
    }
}

impl Condition {
    fn matches(&self, hand: Hand, scoring: Scoring) -> bool {
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

/// Whether a different one of the `cards` matches each of the `wanted` sets.
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
    let error = || InvalidRange::Points(excerpt(text));
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

/// One card of a term, as written in the text.
struct Written<'a> {
    /// The set of cards that match it, as 32 bits.
    set: u32,
    text: &'a str,
    kind: CardKind,
    /// Whether it follows the previous card without a space.
    touches: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CardKind {
    /// A rank without a suit, such as `A`.
    Rank,
    /// A rank with an x, such as `Ax`.
    AnySuit,
    /// A rank and a suit, such as `As` or `A s`.
    Card,
}

impl Written<'_> {
    /// Whether the author may mean suited hands by this card after `before`, as by `Ks` after `A`.
    fn may_be_suited(&self, before: &Written<'_>) -> bool {
        match (before.kind, self.kind) {
            (CardKind::Rank, CardKind::Card) => {
                self.touches || self.text.contains(char::is_whitespace) && self.text.ends_with(char::is_alphabetic)
            }
            (CardKind::Card, CardKind::Rank) => self.touches,
            _ => false,
        }
    }

    /// Whether the author may mean a suit by this Cyrillic rank after `before`, as in 7 т, where т may stand for трефы.
    fn may_be_a_suit(&self, before: &Written<'_>) -> bool {
        (before.kind, self.kind) == (CardKind::Rank, CardKind::Rank)
            && !self.text.is_ascii()
            && self.text != before.text
    }
}

fn parse_term_cards(text: &str, letters: &mut Letters) -> Result<Condition, InvalidRange> {
    let mut read: Vec<Written<'_>> = Vec::with_capacity(3);
    let mut rest = skip_between_cards(text);
    let mut touches = false;
    while !rest.is_empty() {
        let (card, after) = split_card(rest, touches, letters).ok_or_else(|| not_a_card(text, rest, &read))?;
        if read.len() == 3 {
            return Err(InvalidRange::Cards(excerpt(text)));
        }
        if let Some(before) = read.last() {
            if card.may_be_suited(before) {
                return Err(InvalidRange::Suited(excerpt(text), apart(&read, " ", &card)));
            }
            if card.may_be_a_suit(before) {
                return Err(InvalidRange::RankOrSuit(excerpt(text), apart(&read, " & ", &card)));
            }
        }
        read.push(card);
        rest = skip_between_cards(after);
        touches = rest.len() == after.len();
    }
    if read.is_empty() {
        return Err(InvalidRange::Cards(excerpt(text)));
    }
    Ok(Condition::Cards(read.iter().map(|card| card.set).collect()))
}

/// The card or rank that `text` starts with, and the rest of the text.
fn split_card<'a>(text: &'a str, touches: bool, letters: &mut Letters) -> Option<(Written<'a>, &'a str)> {
    let (rank, after_rank) = split_rank(text)?;
    letters.add(rank.letters);
    let of_rank = 0b1111 << (4 * rank.of);
    let (set, kind, rest) = if let Some((suit, rest)) = split_suit(after_rank.trim_start()) {
        letters.add(suit.letters);
        (1 << (4 * rank.of + suit.of), CardKind::Card, rest)
    } else if let Some(rest) = after_rank.trim_start().strip_prefix(['x', 'X']) {
        (of_rank, CardKind::AnySuit, rest)
    } else {
        (of_rank, CardKind::Rank, after_rank)
    };
    Some((Written { set, text: &text[..text.len() - rest.len()], kind, touches }, rest))
}

/// The error for a term whose remaining text `rest` does not start with a card or a rank; `read` holds its cards so
/// far.
fn not_a_card(text: &str, rest: &str, read: &[Written<'_>]) -> InvalidRange {
    if let Some(letter) = foreign_letter(rest) {
        return InvalidRange::Letter(excerpt(text), letter);
    }
    match read.split_last() {
        Some((last, before)) if rest.starts_with(['o', 'O']) && read.iter().all(|card| card.kind == CardKind::Rank) => {
            InvalidRange::Suited(excerpt(text), apart(before, " ", last))
        }
        _ => InvalidRange::Cards(excerpt(text)),
    }
}

/// The cards read so far, `between`, and the last card, written so that together they are a valid range.
fn apart(read: &[Written<'_>], between: &str, last: &Written<'_>) -> String {
    let alone = |card: &Written<'_>| -> String {
        // A number alone is points.
        let x =
            if card.kind == CardKind::Rank && card.text.starts_with(|c: char| c.is_ascii_digit()) { "x" } else { "" };
        card.text.split_whitespace().chain([x]).collect()
    };
    let read: Vec<String> = read.iter().map(alone).collect();
    if read.is_empty() { alone(last) } else { [&read.join(" "), between, &alone(last)].concat() }
}

/// The error of an invalid range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidRange {
    /// A term that looks like points but is not valid.
    Points(String),
    /// A term that is neither points nor one to three cards.
    Cards(String),
    /// A term that looks like suited or offsuit hands in other games, and what to write instead: a rank without a suit
    /// is next to a card without a space, or an `o` follows ranks.
    Suited(String, String),
    /// A term with a Cyrillic letter after a rank that may be a second rank or a suit, and what to write for two ranks.
    RankOrSuit(String, String),
    /// A term with a letter of another alphabet that is not a rank, and the letter.
    Letter(String, char),
    /// A Latin T or a Cyrillic Т that may be an ace or a ten.
    AceOrTen(char),
    /// A missing term.
    Missing,
    /// A range that no hand matches.
    Empty(String),
}

impl InvalidRange {
    /// The invalid piece of the text, if there is one.
    #[must_use]
    pub fn piece(&self) -> Option<String> {
        match self {
            Self::Points(piece)
            | Self::Cards(piece)
            | Self::Suited(piece, _)
            | Self::RankOrSuit(piece, _)
            | Self::Letter(piece, _)
            | Self::Empty(piece) => Some(piece.clone()),
            Self::AceOrTen(letter) => Some(letter.to_string()),
            Self::Missing => None,
        }
    }
}

impl fmt::Display for InvalidRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(piece) => write!(
                f,
                "{} is not a range of points from {MIN_POINTS} to {MAX_POINTS}, such as 28, 28+, 20- or 30-33; \
                 two sevens are 7x7x, a ten is T",
                show(piece)
            ),
            Self::Cards(piece) => write!(
                f,
                "{} is not a range: write points (28+, 30-33), one to three cards (AA, 7c, Kd Kh), or any",
                show(piece)
            ),
            Self::Suited(piece, instead) => write!(
                f,
                "{} is not a range: for a rank of any suit write {instead}; suited hands are AcKc, AdKd, AhKh, AsKs",
                show(piece)
            ),
            Self::RankOrSuit(piece, instead) => write!(
                f,
                "{} may end in a rank or a suit: for ranks write {instead}; the suits are {SUITS_TO_WRITE}",
                show(piece)
            ),
            Self::Letter(piece, letter) => write!(
                f,
                "{} is not a range: {} (U+{:04X}) is not a rank or a suit; Cyrillic ranks are В Д К Т, the suits are \
                 {SUITS_TO_WRITE}, and x is any suit",
                show(piece),
                show(&letter.to_string()),
                u32::from(*letter)
            ),
            Self::AceOrTen(letter) => f.write_str(&ace_or_ten(*letter)),
            Self::Missing => write!(f, "a range is missing: write points, cards, or any between commas or &"),
            Self::Empty(piece) if piece.is_empty() => write!(f, "a range must have at least one hand"),
            Self::Empty(piece) => write!(f, "no hand matches the range {}", show(piece)),
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
    fn points_are_one_number_or_an_open_or_closed_interval() {
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
    fn cards_match_the_hands_that_hold_them() {
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
        assert_eq!(hands("К♥ 7c кd"), ["7c Kd Kh".parse().unwrap()]); // Cyrillic
        assert_eq!(hands("10♠7c"), hands("Ts7c"));
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
    fn an_invalid_range_is_an_error_with_the_invalid_piece() {
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
            assert_eq!(error.piece().as_deref(), piece, "{error}");
            assert!(!error.to_string().contains('\n'));
        }
    }

    #[test]
    fn a_rank_next_to_a_card_without_a_space_is_an_error() {
        for (text, instead) in [
            ("AKs", "A Ks"),
            ("aks", "a ks"),
            ("KAs", "K As"),
            ("AKs+", "A Ks"),
            ("AK s", "A Ks"),
            ("A K s", "A Ks"),
            ("AAs", "A As"),
            ("TT7c", "T T 7c"),
            ("98s", "9x 8s"),
            ("109s", "10x 9s"),
            ("7cA", "7c A"),
            ("AKo", "A K"),
            ("98o", "9x 8x"),
            ("AKQo", "A K Q"),
            ("AK offsuit", "A K"),
            ("AK suited", "A Ks"),
        ] {
            let error = Range::parse(text, Scoring::VIPSVARA).unwrap_err();
            assert_eq!(error, InvalidRange::Suited(text.to_owned(), instead.to_owned()));
            assert!(Range::parse(instead, Scoring::VIPSVARA).is_ok());
        }
        for (text, same) in
            [("A Ks", "Ks A"), ("AxKs", "A & Ks"), ("KsAx", "A & Ks"), ("A K ♠", "Ks A"), ("As Ks", "AsKs")]
        {
            assert_eq!(hands(text), hands(same));
        }
    }

    #[test]
    fn cyrillic_ranks_are_parsed_or_are_an_error() {
        for (text, same) in [
            ("Т", "A"),
            ("т", "A"),
            ("ТТ", "AA"),
            ("ттт", "AAA"),
            ("Тx", "Ax"),
            ("тX7X", "Ax7x"),
            ("10x", "T"),
            ("ДД, Вx", "QQ, J"),
            ("П & в", "K & J"),
            ("А", "A"),
            ("Т♥ К♥", "Ah Kh"),
            ("7♣ Т", "7c A"),
            ("Дh", "Qh"),
            ("28+ & !ТТ, any", "28+ & !AA, any"),
        ] {
            assert_eq!(hands(text), hands(same), "{text}");
        }
        for (text, instead) in [
            ("7т", "7x & т"),
            ("10К", "10x & К"),
            ("Тт", "Т & т"),
            ("Т К", "Т & К"),
            ("ТТП", "Т Т & П"),
            ("АК", "А & К"),
        ] {
            let error = Range::parse(text, Scoring::VIPSVARA).unwrap_err();
            assert_eq!(error, InvalidRange::RankOrSuit(text.to_owned(), instead.to_owned()));
            assert!(Range::parse(instead, Scoring::VIPSVARA).is_ok());
        }
        for (text, letter) in [("Тх", 'х'), ("7с", 'с'), ("Ј", 'Ј'), ("Κ", 'Κ'), ("AAй", 'й')] {
            let error = Range::parse(text, Scoring::VIPSVARA).unwrap_err();
            assert_eq!(error, InvalidRange::Letter(text.to_owned(), letter));
        }
        for (text, letter) in [("Тh", 'Т'), ("AA, ТТ", 'Т'), ("Т & А", 'Т'), ("T & К", 'T'), ("TT, 7♣ & !Д", 'T')]
        {
            assert_eq!(Range::parse(text, Scoring::VIPSVARA), Err(InvalidRange::AceOrTen(letter)), "{text}");
        }
    }

    #[test]
    fn messages_are_short_lines() {
        for text in ["7", "K", "AKs", "7т ", "Тх", "Т♥ А♥ ", "\u{202e}", "\n", "!", "&", ",", "28+", "any ", "й"]
        {
            let text = text.repeat(100_000);
            let error = Range::parse(&text, Scoring::VIPSVARA).unwrap_err();
            assert!(error.to_string().chars().count() <= 200, "{error}");
            assert!(!error.to_string().contains(char::is_control));
            assert!(error.piece().is_none_or(|piece| piece.chars().count() <= 60));
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
