//! Ranges: sets of hands that an opponent may hold, and the text that people write for them.

use std::fmt;

use crate::cards::{Letters, SUITS_TO_WRITE, ace_or_ten, foreign_letter, skip_between_cards, split_rank, split_suit};
use crate::hands::{HANDS, Hand, all_hands};
use crate::scoring::{MAX_POINTS, Scoring};
use crate::shown::{excerpt, show};

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
/// A rank without a suit does not touch a card: `A Ks` is an ace and the K♠, while `AKs`, which means suited hands in
/// other games, is refused. Cyrillic ranks are read as by [`parse_cards`](crate::parse_cards); one that follows a
/// rank without a suit might be meant as a suit, so it is the same letter (`ТТ`) or stands behind `&` (`Т & К`).
///
/// Upper and lower case make no difference, nor do spaces elsewhere.
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
        let mut letters = Letters::default();
        let items = text.split(',').map(|item| Item::parse(item, &mut letters)).collect::<Result<Vec<Item>, _>>()?;
        if let Some(letter) = letters.doubtful() {
            return Err(InvalidRange::AceOrTen(letter));
        }
        let hands: Vec<Hand> = all_hands().filter(|&hand| items.iter().any(|item| item.meets(hand, scoring))).collect();
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
    fn parse(text: &str, letters: &mut Letters) -> Result<Item, InvalidRange> {
        text.split('&').map(|term| Term::parse(term.trim(), letters)).collect::<Result<_, _>>().map(Item)
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

/// One card of a term, as it is written.
struct Written<'a> {
    /// The cards that it stands for, as 32 bits.
    set: u32,
    text: &'a str,
    kind: CardKind,
    /// Whether it follows the one before without a space.
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
    /// Whether this, behind a rank without a suit, may not mean what it says: `Ks` behind `A` may mean suited hands.
    fn may_be_suited(&self, before: &Written<'_>) -> bool {
        match (before.kind, self.kind) {
            (CardKind::Rank, CardKind::Card) => {
                self.touches || self.text.contains(char::is_whitespace) && self.text.ends_with(char::is_alphabetic)
            }
            (CardKind::Card, CardKind::Rank) => self.touches,
            _ => false,
        }
    }

    /// Whether this Cyrillic rank, behind a rank without a suit, may be the first letter of a suit: 7 т, for трефы.
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

/// The card or the rank that `text` starts with, and the rest of the text.
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

/// Why neither a card nor a rank stands at the start of `rest`, the end of a term of which the start was read.
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

/// What was read, and one more card with `between` before it, so that it is a range.
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

/// Why something is not a range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidRange {
    /// A term that looks like points but is not.
    Points(String),
    /// A term that is neither points nor one to three cards.
    Cards(String),
    /// A rank without a suit that touches a card, or ranks with an `o`, as suited and offsuit hands are written in other
    /// games; and what to write instead.
    Suited(String, String),
    /// A Cyrillic letter behind a rank that may be another rank or a suit; and what to write for the ranks.
    RankOrSuit(String, String),
    /// A term with a letter of another alphabet that is not a rank, and the letter.
    Letter(String, char),
    /// A Т or a T that may be an ace or a ten.
    AceOrTen(char),
    /// Nothing where a term should be.
    Missing,
    /// A range that no hand meets.
    Empty(String),
}

impl InvalidRange {
    /// The piece of text at fault, where there is one.
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
                "{} is not a range of points: they run from {MIN_POINTS} to {MAX_POINTS}, as in 28, 28+, 20- or 30-33; \
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
                "{} is not a range: where a rank has any suit write {instead}; suited hands are AcKc, AdKd, AhKh, AsKs",
                show(piece)
            ),
            Self::RankOrSuit(piece, instead) => write!(
                f,
                "{} may end in a rank or a suit: write {instead} for ranks; suits are {SUITS_TO_WRITE}",
                show(piece)
            ),
            Self::Letter(piece, letter) => write!(
                f,
                "{} is not a range, since {} is U+{:04X}: Cyrillic ranks are В Д К Т, suits are {SUITS_TO_WRITE}, and \
                 any suit is x",
                show(piece),
                show(&letter.to_string()),
                u32::from(*letter)
            ),
            Self::AceOrTen(letter) => f.write_str(&ace_or_ten(*letter)),
            Self::Missing => write!(f, "a range is missing: between commas or & there are points, cards, or any"),
            Self::Empty(piece) if piece.is_empty() => write!(f, "a range has at least one hand"),
            Self::Empty(piece) => write!(f, "no hand meets the range {}", show(piece)),
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
            assert_eq!(error.piece().as_deref(), piece, "{error}");
            assert!(!error.to_string().contains('\n'));
        }
    }

    #[test]
    fn a_rank_that_touches_a_card_is_refused() {
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
    fn cyrillic_ranks_are_read_or_refused() {
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
