//! The shipped tables of exact odds of each class of hands against one to nine opponents with random hands.
//!
//! `make odds-table` computes them with `examples/odds_table.rs`.

use super::chances::{Odds, PARTS};
use crate::cards::DECK;
use crate::classes::{CLASSES, Classes};
use crate::hands::Hand;
use crate::scoring::Scoring;

/// The most opponents at a table: ten seats hold 30 of the 32 cards.
pub const MAX_OPPONENTS: usize = 9;

/// The number of bytes for the wins, and for the svarkas, by the number of opponents minus one.
const COUNT_BYTES: [usize; MAX_OPPONENTS] = [2, 3, 4, 5, 6, 7, 8, 8, 8];
/// The number of bytes for the shares, by the number of opponents minus one.
const SHARE_BYTES: [usize; MAX_OPPONENTS] = [3, 5, 6, 7, 8, 8, 9, 9, 9];
/// The number of bytes for one class.
const CLASS_BYTES: usize = {
    let mut sum = 0;
    let mut place = 0;
    while place < MAX_OPPONENTS {
        sum += 2 * COUNT_BYTES[place] + SHARE_BYTES[place];
        place += 1;
    }
    sum
};

static VIPSVARA: &[u8; CLASSES * CLASS_BYTES] = include_bytes!("data/odds_vipsvara.bin");
static CLASSIC: &[u8; CLASSES * CLASS_BYTES] = include_bytes!("data/odds_classic.bin");

/// How often a class of hands wins and ties against some number of opponents. The counts are of **sets** of the
/// opponents' hands: it does not matter which opponent holds which hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableRow {
    /// The number of sets in which all hands have fewer points.
    pub wins: u64,
    /// The number of sets with an equal hand and no better hand.
    pub svarkas: u64,
    /// The hand's shares of the pots of these svarkas, in [`PARTS`]-ths of a pot.
    pub shares: u128,
}

impl TableRow {
    /// The row for these numbers of sets without a better hand, indexed by the number of equal hands in the set.
    #[must_use]
    pub fn of_ties(sets_by_ties: &[u64]) -> TableRow {
        let (wins, tied) = sets_by_ties.split_first().unwrap_or((&0, &[]));
        let shares = tied.iter().zip(2..).map(|(&sets, seats)| u128::from(sets) * u128::from(PARTS / seats));
        TableRow { wins: *wins, svarkas: tied.iter().sum(), shares: shares.sum() }
    }
}

/// The table of exact odds for one scoring.
#[derive(Clone, Copy, Debug)]
pub struct OddsTable(&'static [u8; CLASSES * CLASS_BYTES]);

impl OddsTable {
    /// The table of this scoring, if there is one. The scoring of each rule set has one.
    #[must_use]
    pub fn of(scoring: Scoring) -> Option<OddsTable> {
        match scoring {
            Scoring::VIPSVARA => Some(OddsTable(VIPSVARA)),
            Scoring::CLASSIC => Some(OddsTable(CLASSIC)),
            _ => None,
        }
    }

    /// The row of a hand against 1 to 9 opponents.
    ///
    /// # Panics
    /// If `opponents` is not 1 to 9.
    #[must_use]
    pub fn row(self, hand: Hand, opponents: usize) -> TableRow {
        let place = opponents - 1;
        let before: usize = (0..place).map(|place| 2 * COUNT_BYTES[place] + SHARE_BYTES[place]).sum();
        let mut bytes = &self.0[Classes::all().of(hand) * CLASS_BYTES + before..];
        let mut read = |count: usize| {
            let (value, rest) = bytes.split_at(count);
            bytes = rest;
            value.iter().rev().fold(0_u128, |sum, &byte| sum << 8 | u128::from(byte))
        };
        TableRow {
            wins: read(COUNT_BYTES[place]) as u64,
            svarkas: read(COUNT_BYTES[place]) as u64,
            shares: read(SHARE_BYTES[place]),
        }
    }

    /// The bytes of a table: for each class and each number of opponents the wins, the svarkas and the shares, all
    /// little-endian.
    #[must_use]
    pub fn encode(table: &[[TableRow; MAX_OPPONENTS]]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(table.len() * CLASS_BYTES);
        for class in table {
            for (place, row) in class.iter().enumerate() {
                bytes.extend(&row.wins.to_le_bytes()[..COUNT_BYTES[place]]);
                bytes.extend(&row.svarkas.to_le_bytes()[..COUNT_BYTES[place]]);
                bytes.extend(&row.shares.to_le_bytes()[..SHARE_BYTES[place]]);
            }
        }
        bytes
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
    /// If `opponents` is not 1 to 9.
    #[must_use]
    pub fn odds(self, hand: Hand, opponents: usize) -> Odds {
        let row = self.row(hand, opponents);
        let orders: u128 = (1..=opponents as u128).product();
        let [wins, svarkas] = [row.wins, row.svarkas].map(|sets| u128::from(sets) * orders);
        let losses = ways_to_deal(DECK - 3, opponents) - wins - svarkas;
        Odds { wins, svarkas, losses, shares: row.shares * orders, exact: true }
    }
}

/// The number of ways to deal a hand from `cards` cards to each opponent in turn.
fn ways_to_deal(cards: usize, opponents: usize) -> u128 {
    let hands = |cards: usize| (cards * (cards - 1) * (cards - 2) / 6) as u128;
    (0..opponents).map(|dealt| hands(cards - 3 * dealt)).product()
}
