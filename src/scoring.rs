//! Scoring: the points of a hand, and the combination that gives them (section 1 of the rulebook).

use std::cmp::Reverse;
use std::sync::OnceLock;

use crate::cards::Card;
use crate::hands::{HANDS, Hand, all_hands};

/// The most points that a hand can have (1.6).
pub const MAX_POINTS: u8 = 34;

const SEVEN: u8 = 0;
const ACE: u8 = 7;

/// A set of ranks.
///
/// ```
/// use svara::RankSet;
///
/// assert!(RankSet::ALL.contains(0));
/// assert!(!RankSet::TEN_AND_UP.contains(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RankSet(u8);

impl RankSet {
    /// All ranks.
    pub const ALL: RankSet = RankSet(0b1111_1111);
    /// 10 J Q K A.
    pub const TEN_AND_UP: RankSet = RankSet(0b1111_1000);

    /// The set of ranks with these bits: bit 0 for the 7, bit 7 for the ace.
    #[must_use]
    pub const fn from_bits(bits: u8) -> RankSet {
        RankSet(bits)
    }

    /// The ranks as bits: bit 0 for the 7, bit 7 for the ace.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the set contains this rank, 0 to 7.
    #[must_use]
    pub const fn contains(self, rank: u8) -> bool {
        self.0 >> rank & 1 == 1
    }
}

/// The part of a rule set that determines points: 1.3 with its options (section 2, 1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scoring {
    /// The ranks that make three of a kind (1.3c).
    pub three_of_a_kind: RankSet,
    /// Whether three sevens are worth 34 points (1.3f).
    pub three_sevens: bool,
}

impl Scoring {
    /// The scoring of the vipsvara and fortegames rules.
    pub const VIPSVARA: Scoring = Scoring { three_of_a_kind: RankSet::ALL, three_sevens: true };
    /// The scoring of the classic rules: three 7s, 8s or 9s are not three of a kind by 1.3c (1.7).
    pub const CLASSIC: Scoring = Scoring { three_of_a_kind: RankSet::TEN_AND_UP, three_sevens: true };

    /// The points of a hand, 8 to 34: the points of its best combination (1.3).
    ///
    /// ```
    /// use svara::Scoring;
    ///
    /// let hand = "7♣ 8♣ 8♦".parse()?;
    /// assert_eq!(Scoring::VIPSVARA.points(hand), 27);
    /// assert_eq!(Scoring::CLASSIC.points(hand), 19);
    /// # Ok::<(), svara::InvalidCards>(())
    /// ```
    #[must_use]
    pub fn points(self, hand: Hand) -> u8 {
        self.table()[usize::from(hand.index())]
    }

    /// The points of all hands, by hand index; computed on first use.
    #[must_use]
    pub fn table(self) -> &'static [u8; HANDS] {
        static TABLES: [OnceLock<Box<[u8; HANDS]>>; 512] = [const { OnceLock::new() }; 512];
        TABLES[self.number()].get_or_init(|| self.make_table())
    }

    #[cold]
    fn make_table(self) -> Box<[u8; HANDS]> {
        let mut table = Box::new([0; HANDS]);
        for (points, hand) in table.iter_mut().zip(all_hands()) {
            *points = self.combination(hand).points();
        }
        table
    }

    /// The number of this scoring, below 512 and different for each.
    pub(crate) fn number(self) -> usize {
        usize::from(self.three_of_a_kind.bits()) << 1 | usize::from(self.three_sevens)
    }

    /// The best combination of a hand (1.3). Among combinations with equal points it is the first by the letters of the
    /// rule, and then the one with the higher cards.
    #[must_use]
    pub fn combination(self, hand: Hand) -> Combination {
        let [low, middle, high] = hand.cards();
        let cards = [high, middle, low]; // so that a tie goes to the higher cards
        let others = [
            one_suit(cards),
            self.three_of_a_kind(cards),
            two_aces(cards),
            two_sevens(cards),
            self.three_sevens(cards),
            self.with_yonchev(cards),
        ];
        others.into_iter().flatten().fold(one_card(cards), better)
    }

    /// 1.3c: three of a kind, worth their sum.
    fn three_of_a_kind(self, cards: [Card; 3]) -> Option<Combination> {
        let ranks = cards.map(Card::rank);
        (ranks[0] == ranks[1] && ranks[1] == ranks[2] && self.three_of_a_kind.contains(ranks[0]))
            .then(|| Combination::sum(Kind::ThreeOfAKind, &cards))
    }

    /// 1.3f: three sevens, worth 34 points unless the option is off (1.7).
    fn three_sevens(self, cards: [Card; 3]) -> Option<Combination> {
        (self.three_sevens && cards.iter().all(|card| card.rank() == SEVEN))
            .then(|| Combination::of(Kind::ThreeSevens, &cards, 34))
    }

    /// 1.3g: the 7♣ with the best of the other two cards: both of them if they share a suit, or a rank that makes three
    /// of a kind; otherwise the better one.
    fn with_yonchev(self, cards: [Card; 3]) -> Option<Combination> {
        let [better, other, Card::YONCHEV] = cards else { return None };
        let same_suit = better.suit() == other.suit();
        let same_rank = better.rank() == other.rank() && self.three_of_a_kind.contains(better.rank());
        Some(if same_suit || same_rank {
            Combination::sum(Kind::WithYonchev, &cards)
        } else {
            Combination::sum(Kind::WithYonchev, &[better, Card::YONCHEV])
        })
    }
}

/// 1.2: the points of a single card.
pub(crate) const fn worth(card: Card) -> u8 {
    if card.number() == Card::YONCHEV.number() {
        return 11;
    }
    match card.rank() {
        rank @ 0..=2 => 7 + rank,
        ACE => 11,
        _ => 10,
    }
}

/// 1.3a: one card.
fn one_card(cards: [Card; 3]) -> Combination {
    let [first, second, third] = cards.map(|card| Combination::sum(Kind::OneCard, &[card]));
    better(better(first, second), third)
}

/// 1.3b: two or three cards of one suit, worth their sum.
fn one_suit(cards: [Card; 3]) -> Option<Combination> {
    let [a, b, c] = cards;
    match (a.suit() == b.suit(), a.suit() == c.suit(), b.suit() == c.suit()) {
        (true, true, _) => Some(Combination::sum(Kind::OneSuit, &cards)),
        (true, _, _) => Some(Combination::sum(Kind::OneSuit, &[a, b])),
        (_, true, _) => Some(Combination::sum(Kind::OneSuit, &[a, c])),
        (_, _, true) => Some(Combination::sum(Kind::OneSuit, &[b, c])),
        _ => None,
    }
}

/// 1.3d: two aces of any suits, worth 22 points.
fn two_aces(cards: [Card; 3]) -> Option<Combination> {
    two_of_rank(cards, ACE).map(|pair| Combination::of(Kind::TwoAces, &pair, 22))
}

/// 1.3e: two sevens of any suits, including the 7♣, worth 23 points.
fn two_sevens(cards: [Card; 3]) -> Option<Combination> {
    two_of_rank(cards, SEVEN).map(|pair| Combination::of(Kind::TwoSevens, &pair, 23))
}

/// The combination with more points, or the first if they are equal.
fn better(first: Combination, second: Combination) -> Combination {
    if second.points > first.points { second } else { first }
}

fn two_of_rank(cards: [Card; 3], rank: u8) -> Option<[Card; 2]> {
    let mut of_rank = cards.into_iter().filter(|card| card.rank() == rank);
    Some([of_rank.next()?, of_rank.next()?])
}

/// The kinds of combination, by the letters of 1.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// (a) One card.
    OneCard,
    /// (b) Two or three cards of one suit.
    OneSuit,
    /// (c) Three of a kind.
    ThreeOfAKind,
    /// (d) Two aces.
    TwoAces,
    /// (e) Two sevens.
    TwoSevens,
    /// (f) Three sevens.
    ThreeSevens,
    /// (g) The 7♣ with the best of the other two cards.
    WithYonchev,
}

impl Kind {
    /// The letter of the rule, `a` to `g`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The name that players use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OneCard => "one card",
            Self::OneSuit => "one suit",
            Self::ThreeOfAKind => "three of a kind",
            Self::TwoAces => "two aces",
            Self::TwoSevens => "two sevens",
            Self::ThreeSevens => "three sevens",
            Self::WithYonchev => "with Yonchev",
        }
    }
}

/// The best combination of a hand: its kind, its cards and its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combination {
    kind: Kind,
    points: u8,
    length: u8,
    cards: [Card; 3],
}

impl Combination {
    /// A combination that is worth the sum of its cards.
    fn sum(kind: Kind, cards: &[Card]) -> Combination {
        Combination::of(kind, cards, cards.iter().map(|&card| worth(card)).sum())
    }

    /// A combination that is worth a fixed number of points.
    fn of(kind: Kind, cards: &[Card], points: u8) -> Combination {
        let mut padded = [Card::YONCHEV; 3];
        padded[..cards.len()].copy_from_slice(cards);
        Combination { kind, points, length: cards.len() as u8, cards: padded }
    }

    /// The kind, by the letters of 1.3.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The points, 8 to 34 for the best combination of a hand.
    #[must_use]
    pub const fn points(&self) -> u8 {
        self.points
    }

    /// The one to three cards that count, the highest first.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.length)]
    }
}

/// All hands with this number of points, in the order of their indices.
pub fn hands_with_points(points: u8, scoring: Scoring) -> impl Iterator<Item = Hand> {
    let table = scoring.table();
    all_hands().filter(move |hand| table[usize::from(hand.index())] == points)
}

/// All hands, from the most points to the fewest; hands with equal points are in the order of their indices.
#[must_use]
pub fn hands_by_strength(scoring: Scoring) -> Vec<Hand> {
    let table = scoring.table();
    let mut hands: Vec<Hand> = all_hands().collect();
    hands.sort_by_key(|hand| Reverse(table[usize::from(hand.index())]));
    hands
}

/// The number of hands for each number of points (1.6), indexed by the points.
#[must_use]
pub fn distribution(scoring: Scoring) -> [u32; MAX_POINTS as usize + 1] {
    let mut counts = [0; MAX_POINTS as usize + 1];
    for &points in scoring.table() {
        counts[usize::from(points)] += 1;
    }
    counts
}
