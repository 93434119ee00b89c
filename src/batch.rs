//! The points of many hands at once, with the fastest instructions of the machine.
//!
//! This module and its children hold all `unsafe` code of the core: they access memory through vector registers.

use std::fmt;
use std::sync::OnceLock;

use crate::cards::{Card, DECK};
use crate::hands::{HANDS, Hand};
use crate::scoring::{MAX_POINTS, Scoring};

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;

/// The number of rows that are scored before they are checked: few enough that they are still in the first-level cache
/// if one of them is invalid.
const CHECKED: usize = 2_048;

/// The instruction sets that can compute points. All of them give the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Instructions {
    /// One hand at a time from a table of 32 kB, on every machine.
    Portable,
    /// 32 hands at a time, on most x86-64 machines since 2013.
    Avx2,
    /// 16 hands at a time, on every 64-bit ARM machine.
    Neon,
}

impl Instructions {
    /// The instruction sets of this machine, the fastest last.
    #[must_use]
    pub fn available() -> Vec<Instructions> {
        #[allow(unused_mut, reason = "on other machines nothing is added")]
        let mut available = vec![Instructions::Portable];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            available.push(Instructions::Avx2);
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            available.push(Instructions::Neon);
        }
        available
    }

    /// The fastest instruction set of this machine.
    #[must_use]
    pub fn best() -> Instructions {
        static BEST: OnceLock<Instructions> = OnceLock::new();
        *BEST.get_or_init(|| Instructions::available().pop().unwrap_or(Instructions::Portable))
    }
}

/// A row that is not a hand: its number and its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidRow {
    /// The number of the row, from 0.
    pub row: usize,
    /// The content of the row.
    pub content: RowContent,
}

/// The content of a row that is not a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowContent {
    /// Three card numbers; one is above 31, or two are equal.
    Cards([u8; 3]),
    /// A hand index above 4,959.
    Index(u16),
}

impl fmt::Display for InvalidRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row;
        match self.content {
            RowContent::Cards(cards) => {
                write!(f, "row {row} is {cards:?}: a hand is three different card numbers from 0 (7c) to 31 (As)")
            }
            RowContent::Index(index) => {
                write!(f, "row {row} is {index}: hand indices run from 0 to {}", HANDS - 1)
            }
        }
    }
}

impl std::error::Error for InvalidRow {}

/// Writes the points of each row of `cards` to `points`. A row is three card numbers in any order.
///
/// ```
/// use svara::Scoring;
///
/// let mut points = [0; 2];
/// svara::points_batch(&[0, 25, 26, 4, 11, 31], Scoring::VIPSVARA, &mut points)?;
/// assert_eq!(points, [31, 20]);
/// # Ok::<(), svara::InvalidRow>(())
/// ```
///
/// # Errors
/// [`InvalidRow`] for the first row with a number above 31 or with the same number twice. `points` then holds the
/// points of some of the rows before it; its other elements are unspecified.
///
/// # Panics
/// If `cards` is not three times as long as `points`.
pub fn points_batch(cards: &[u8], scoring: Scoring, points: &mut [u8]) -> Result<(), InvalidRow> {
    points_batch_with(Instructions::best(), cards, scoring, points)
}

/// Does the same as [`points_batch`], with the given instructions.
///
/// # Errors
/// The same as [`points_batch`].
///
/// # Panics
/// The same as [`points_batch`], and if the machine does not have the instructions.
pub fn points_batch_with(
    instructions: Instructions,
    cards: &[u8],
    scoring: Scoring,
    points: &mut [u8],
) -> Result<(), InvalidRow> {
    assert_eq!(cards.len(), 3 * points.len(), "there must be three cards for each hand");
    assert!(
        instructions == Instructions::best() || Instructions::available().contains(&instructions),
        "this machine does not have {instructions:?}"
    );
    for (number, (cards, points)) in cards.chunks(3 * CHECKED).zip(points.chunks_mut(CHECKED)).enumerate() {
        let all_hands = match instructions {
            Instructions::Portable => by_table(cards, card_table(scoring), points),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine has AVX2, as asserted above, and there are three cards for each hand.
            Instructions::Avx2 => unsafe { avx2::points(cards, scoring, points) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: the machine has NEON, as asserted above, and there are three cards for each hand.
            Instructions::Neon => unsafe { neon::points(cards, scoring, points) },
            _ => unreachable!("asserted above"),
        };
        if !all_hands {
            return Err(first_invalid(cards, number * CHECKED));
        }
    }
    Ok(())
}

/// Writes the points of the hands with these indices to `points`.
///
/// # Errors
/// [`InvalidRow`] for the first index above 4,959; see [`points_batch`].
///
/// # Panics
/// If `indices` and `points` have different lengths.
pub fn points_of_indices(indices: &[u16], scoring: Scoring, points: &mut [u8]) -> Result<(), InvalidRow> {
    assert_eq!(indices.len(), points.len(), "there must be one index for each hand");
    let table = scoring.table();
    for (number, (indices, points)) in indices.chunks(CHECKED).zip(points.chunks_mut(CHECKED)).enumerate() {
        let mut least = MAX_POINTS;
        for (&index, points) in indices.iter().zip(points.iter_mut()) {
            *points = table.get(usize::from(index)).copied().unwrap_or(0);
            least = least.min(*points);
        }
        if least == 0 {
            let row = indices.iter().position(|&index| usize::from(index) >= HANDS).unwrap_or(0);
            return Err(InvalidRow { row: number * CHECKED + row, content: RowContent::Index(indices[row]) });
        }
    }
    Ok(())
}

/// The error for the first of these rows that is not a hand. The number of the first row is `before`.
#[cold]
fn first_invalid(cards: &[u8], before: usize) -> InvalidRow {
    let rows = cards.chunks_exact(3).map(|row| [row[0], row[1], row[2]]).enumerate();
    let is_hand = |&(_, [a, b, c]): &(usize, [u8; 3])| a.max(b).max(c) < 32 && a != b && a != c && b != c;
    let (row, cards) = rows.into_iter().find(|row| !is_hand(row)).unwrap_or_default();
    InvalidRow { row: before + row, content: RowContent::Cards(cards) }
}

/// The points of three cards a, b and c in any order, at `a | b << 5 | c << 10`; 0 if a card occurs twice.
pub(crate) fn card_table(scoring: Scoring) -> &'static [u8] {
    static TABLES: [OnceLock<Box<[u8]>>; 512] = [const { OnceLock::new() }; 512];
    TABLES[scoring.number()].get_or_init(|| {
        let mut table = vec![0; 1 << 15].into_boxed_slice();
        for (number, points) in table.iter_mut().enumerate() {
            let cards = [0, 5, 10].map(|shift| Card::from_table((number >> shift) as u8 % DECK as u8));
            *points = Hand::new(cards).map_or(0, |hand| scoring.points(hand));
        }
        table
    })
}

/// Writes points with portable instructions. Returns whether all rows are hands; if not, the points are unspecified.
fn by_table(cards: &[u8], table: &[u8], points: &mut [u8]) -> bool {
    let (mut all_bits, mut least) = (0, MAX_POINTS);
    for (row, points) in cards.chunks_exact(3).zip(points) {
        let [a, b, c] = [row[0], row[1], row[2]];
        *points = table[usize::from(a & 31) | usize::from(b & 31) << 5 | usize::from(c & 31) << 10];
        all_bits |= a | b | c;
        least = least.min(*points);
    }
    all_bits < 32 && least > 0
}
