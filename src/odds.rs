//! The chance to win alone, to tie for the best (a svarka) and to lose at a showdown.
#![allow(clippy::cast_precision_loss, reason = "chances are given to the precision of a float")]

use std::fmt;

use crate::cards::{Card, DECK, Hand};
use crate::odds_table::{MAX_OPPONENTS, OddsTable, PARTS};
use crate::ranges::Range;
use crate::scoring::Scoring;

/// What becomes of a hand, counted over deals: all that are possible, or a sample of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Odds {
    /// Deals in which the hand has more points than every other.
    pub wins: u128,
    /// Deals in which it ties for the most points.
    pub svarkas: u128,
    /// Deals in which an opponent has more points.
    pub losses: u128,
    /// The hand's shares of the pots of the svarkas, each pot in [`PARTS`] parts: an equal one for each who tied.
    pub shares: u128,
    /// Whether all possible deals were counted.
    pub exact: bool,
}

impl Odds {
    /// All deals that were counted.
    #[must_use]
    pub const fn total(&self) -> u128 {
        self.wins + self.svarkas + self.losses
    }

    /// The chance to win alone.
    #[must_use]
    pub fn win(&self) -> f64 {
        self.part(self.wins)
    }

    /// The chance to tie for the most points.
    #[must_use]
    pub fn svarka(&self) -> f64 {
        self.part(self.svarkas)
    }

    /// The chance to lose.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.part(self.losses)
    }

    /// What the hand wins of a pot on average, if a svarka is worth an equal share to each who tied.
    #[must_use]
    pub fn equity(&self) -> f64 {
        (self.wins as f64 + self.shares as f64 / PARTS as f64) / self.total() as f64
    }

    /// The largest of the standard errors of the three chances; 0 if they are exact.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        if self.exact {
            return 0.0;
        }
        let error = |chance: f64| (chance * (1.0 - chance) / self.total() as f64).sqrt();
        error(self.win()).max(error(self.svarka())).max(error(self.loss()))
    }

    fn part(&self, deals: u128) -> f64 {
        deals as f64 / self.total() as f64
    }

    /// The odds over the deals of both.
    #[must_use]
    pub fn and(&self, other: &Odds) -> Odds {
        Odds {
            wins: self.wins + other.wins,
            svarkas: self.svarkas + other.svarkas,
            losses: self.losses + other.losses,
            shares: self.shares + other.shares,
            exact: self.exact && other.exact,
        }
    }
}

/// A hand against opponents of whom something is known, or nothing.
///
/// ```
/// use svara::{Matchup, Range, Scoring};
///
/// let aces = Range::parse("AA", Scoring::VIPSVARA)?;
/// let matchup = Matchup::new("7♣ K♥ K♦".parse()?, vec![Some(aces), None], &[], Scoring::VIPSVARA)?;
/// let odds = matchup.exact().ok_or("three opponents at most are counted")?;
/// assert!(odds.win() > 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Matchup {
    pub(crate) hand: Hand,
    /// The hands that each opponent may hold, or nothing for any.
    pub(crate) opponents: Vec<Option<Range>>,
    /// The cards that no opponent holds, the hand's own included, as 32 bits.
    pub(crate) gone: u32,
    pub(crate) scoring: Scoring,
}

impl Matchup {
    /// A hand against these opponents, each with a range, or `None` for any hand; no opponent holds a dead card. All
    /// ways to deal the opponents their hands are equally likely.
    ///
    /// # Errors
    /// [`InvalidOdds`] if there are not 1 to 9 opponents, if a dead card is one twice or is in the hand, or if the
    /// cards that are left are too few or leave an opponent no hand.
    pub fn new(
        hand: Hand,
        opponents: Vec<Option<Range>>,
        dead: &[Card],
        scoring: Scoring,
    ) -> Result<Matchup, InvalidOdds> {
        if !(1..=MAX_OPPONENTS).contains(&opponents.len()) {
            return Err(InvalidOdds::Opponents(opponents.len() as u64));
        }
        let mut gone = hand.mask();
        for &card in dead {
            if hand.cards().contains(&card) {
                return Err(InvalidOdds::DeadInHand(card));
            }
            if gone >> card.number() & 1 == 1 {
                return Err(InvalidOdds::DeadTwice(card));
            }
            gone |= 1 << card.number();
        }
        let left = DECK - gone.count_ones() as usize;
        if left < 3 * opponents.len() {
            return Err(InvalidOdds::TooFewCards { left, opponents: opponents.len() });
        }
        let has_no_hand = |range: &Range| range.hands().iter().all(|hand| hand.mask() & gone != 0);
        if let Some(place) = opponents.iter().position(|range| range.as_ref().is_some_and(has_no_hand)) {
            return Err(InvalidOdds::NoHandLeft(place + 1));
        }
        Ok(Matchup { hand, opponents, gone, scoring })
    }

    /// The exact odds: from the table if the opponents may hold any hand, there are no dead cards and the scoring has
    /// a table; else by counting against up to three opponents. Nothing if neither is possible.
    ///
    /// The total is 0 if the ranges leave no way to deal the opponents their hands.
    #[must_use]
    pub fn exact(&self) -> Option<Odds> {
        let opponents = self.opponents.len();
        let all_random = self.gone == self.hand.mask() && self.opponents.iter().all(Option::is_none);
        match OddsTable::of(self.scoring) {
            Some(table) if all_random => Some(table.odds(self.hand, opponents)),
            _ if opponents <= crate::counting::MOST_COUNTED => Some(self.count()),
            _ => None,
        }
    }
}

impl OddsTable {
    /// The odds of a hand against 1 to 9 opponents with random hands.
    ///
    /// ```
    /// use svara::{OddsTable, Scoring};
    ///
    /// let table = OddsTable::of(Scoring::VIPSVARA).ok_or("vipsvara has a table")?;
    /// let odds = table.odds("7♣ 7♦ 7♥".parse()?, 9);
    /// assert_eq!((odds.svarkas, odds.losses), (0, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If there are not 1 to 9 opponents.
    #[must_use]
    pub fn odds(self, hand: Hand, opponents: usize) -> Odds {
        let row = self.row(hand, opponents);
        let orders: u128 = (1..=opponents as u128).product();
        let [wins, svarkas] = [row.wins, row.svarkas].map(|sets| u128::from(sets) * orders);
        let losses = ways_to_deal(DECK - 3, opponents) - wins - svarkas;
        Odds { wins, svarkas, losses, shares: row.shares * orders, exact: true }
    }
}

/// The ways to deal three of so many cards to one opponent, three of the rest to the next, and so on.
fn ways_to_deal(cards: usize, opponents: usize) -> u128 {
    let hands = |cards: usize| (cards * (cards - 1) * (cards - 2) / 6) as u128;
    (0..opponents).map(|dealt| hands(cards - 3 * dealt)).product()
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidOdds {
    /// Other than 1 to 9 opponents.
    Opponents(u64),
    /// A dead card that is in the hand.
    DeadInHand(Card),
    /// A dead card that was given twice.
    DeadTwice(Card),
    /// Fewer cards left than the opponents need.
    TooFewCards {
        /// The cards that are neither in the hand nor dead.
        left: usize,
        /// The number of opponents.
        opponents: usize,
    },
    /// The number, from 1, of an opponent who can hold none of the hands of its range.
    NoHandLeft(usize),
    /// Ranges that leave no way to deal the opponents their hands, or hardly any.
    Together,
}

impl fmt::Display for InvalidOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opponents(count) => write!(f, "there are 1 to {MAX_OPPONENTS} opponents, not {count}"),
            Self::DeadInHand(card) => write!(f, "the dead card {card} is in the hand: dead cards are others"),
            Self::DeadTwice(card) => write!(f, "the dead card {card} is given twice"),
            Self::TooFewCards { left, opponents } => {
                let needed = 3 * opponents;
                write!(
                    f,
                    "{opponents} opponents need {needed} cards, but {left} are left beside the hand and the dead ones"
                )
            }
            Self::NoHandLeft(opponent) => write!(
                f,
                "opponent {opponent} has no hand left: each hand of its range has a card of the hand or a dead card"
            ),
            Self::Together => write!(f, "the opponents' ranges leave no way to deal them all a hand"),
        }
    }
}

impl std::error::Error for InvalidOdds {}
