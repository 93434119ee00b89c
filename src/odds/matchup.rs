//! Matchups: a hand against opponents whose hands are unknown or partly known.

use std::fmt;

use super::ranges::Range;
use super::table::MAX_OPPONENTS;
use crate::cards::{Card, DECK};
use crate::hands::{Hand, all_hands};
use crate::scoring::Scoring;

/// A hand against opponents. Each opponent may hold any hand, or any hand of a range.
///
/// ```
/// use svara::{Matchup, Range, Scoring};
///
/// let aces = Range::parse("AA", Scoring::VIPSVARA)?;
/// let matchup = Matchup::new("7♣ K♥ K♦".parse()?, vec![Some(aces), None], &[], Scoring::VIPSVARA)?;
/// let odds = matchup.exact().ok_or("exact odds with a range need at most three opponents")?;
/// assert!(odds.win() > 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Matchup {
    pub(super) hand: Hand,
    /// The hands that each opponent may hold; `None` means any hand.
    pub(super) opponents: Vec<Option<Range>>,
    /// The cards that an opponent cannot hold, which are the cards of the hand and the dead cards, as 32 bits.
    pub(super) gone: u32,
    pub(super) scoring: Scoring,
}

impl Matchup {
    /// A hand against these opponents. Each has a range, or `None` for any hand. An opponent cannot hold a dead card.
    /// All ways to deal the opponents their hands are equally likely.
    ///
    /// # Errors
    /// [`InvalidOdds`] if there are not 1 to 9 opponents, if a dead card is given twice or is in the hand, if
    /// too few cards are left, or if an opponent cannot hold any hand of its range.
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

    /// The hands of a range, or of all hands, that have no card of `gone`.
    pub(super) fn possible(&self, range: Option<&Range>) -> Vec<Hand> {
        let is_possible = |hand: &Hand| hand.mask() & self.gone == 0;
        match range {
            Some(range) => range.hands().iter().copied().filter(is_possible).collect(),
            None => all_hands().filter(is_possible).collect(),
        }
    }
}

/// The error of an invalid matchup, or of one without odds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidOdds {
    /// A number of opponents other than 1 to 9.
    Opponents(u64),
    /// A dead card that is in the hand.
    DeadInHand(Card),
    /// A dead card that is given twice.
    DeadTwice(Card),
    /// Fewer cards than the opponents need.
    TooFewCards {
        /// The cards that are neither in the hand nor dead.
        left: usize,
        /// The number of opponents.
        opponents: usize,
    },
    /// The number, from 1, of an opponent that cannot hold any hand of its range.
    NoHandLeft(usize),
    /// Ranges from which the opponents cannot all be dealt a hand, or hardly ever.
    Together,
}

impl fmt::Display for InvalidOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opponents(count) => write!(f, "there must be 1 to {MAX_OPPONENTS} opponents, not {count}"),
            Self::DeadInHand(card) => write!(f, "the dead card {card} is in the hand: dead cards must be other cards"),
            Self::DeadTwice(card) => write!(f, "the dead card {card} is given twice"),
            Self::TooFewCards { left, opponents } => {
                let needed = 3 * opponents;
                write!(f, "{opponents} opponents need {needed} cards, but the hand and the dead cards leave {left}")
            }
            Self::NoHandLeft(opponent) => write!(
                f,
                "opponent {opponent} has no hand left: every hand of its range has a dead card or a card of the hand"
            ),
            Self::Together => write!(f, "the opponents cannot all be dealt a hand from their ranges"),
        }
    }
}

impl std::error::Error for InvalidOdds {}
