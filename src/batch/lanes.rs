//! The points of as many hands as a register has bytes: section 1 of the rulebook, without branches.
//!
//! Two bytes encode each card. The **suits** byte holds, from the lowest bit, the card's points above 7 (three bits), a
//! bit for aces, and a bit for each suit. The **rank** byte holds one bit for each rank. The 7♣ has every bit of suits,
//! aces and ranks, because it goes with any card (1.3g). Two cards add up if their suits bytes share an ace or suit bit
//! (1.3b, 1.3d, and 1.3g with one other card). Three cards add up if all three share a suit bit, or the bit of a rank
//! that makes three of a kind (1.3b, 1.3c, and 1.3g with two other cards).
#![allow(clippy::inline_always, reason = "these functions must be inlined into one that enables the instructions")]

use crate::cards::Card;
use crate::scoring::{Scoring, worth};

/// A register of bytes, one for each hand.
///
/// # Safety
/// The methods may be called only on machines that have the instructions, and must be inlined into a function that
/// enables them with `target_feature`.
pub(super) trait Lanes: Copy {
    /// The number of bytes in a register.
    const COUNT: usize;
    /// A lookup table of 32 bytes.
    type Table: Copy;

    unsafe fn splat(byte: u8) -> Self;
    unsafe fn table(bytes: &[u8; 32]) -> Self::Table;
    /// Loads `COUNT` rows of three bytes: their first bytes, their second bytes and their third bytes.
    unsafe fn load_rows(rows: *const u8) -> [Self; 3];
    unsafe fn store(self, to: *mut u8);
    /// Looks up each byte in the table; the result for a byte above 31 is unspecified.
    unsafe fn look_up(self, table: Self::Table) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// Clears the bits that are set in `mask`.
    unsafe fn and_not(self, mask: Self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
    /// Sets all bits of each byte that is equal in both, and clears the other bytes.
    unsafe fn equal(self, other: Self) -> Self;
    /// Sets all bits of each byte whose highest bit is set, and clears the other bytes.
    unsafe fn highest_bit(self) -> Self;
    /// Whether any bit is set.
    unsafe fn any(self) -> bool;
}

const WORTH: u8 = 0b0000_0111;
const ACE_OR_SUIT: u8 = 0b1111_1000;
const SUIT: u8 = 0b1111_0000;

/// The suits byte of each card.
const SUITS_BYTES: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut number = 0;
    while number < 32 {
        let card = Card::from_table(number);
        let ace = if card.rank() == 7 { 0b1000 } else { 0 };
        bytes[number as usize] = (worth(card) - 7) | ace | 1_u8 << (4 + card.suit());
        number += 1;
    }
    bytes[0] |= ACE_OR_SUIT;
    bytes
};
/// The rank byte of each card: from the highest bit for a seven, which is quick to test, to the lowest for an ace.
const RANK_BYTES: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut number = 0_u8;
    while number < 32 {
        bytes[number as usize] = 1 << (7 - number / 4);
        number += 1;
    }
    bytes[0] = u8::MAX;
    bytes
};

/// Writes the points of all rows. Returns whether all rows are hands; if not, the points are unspecified.
///
/// # Safety
/// As for [`Lanes`]; and `cards` must have three bytes for each element of `points`.
#[inline(always)]
pub(super) unsafe fn points<L: Lanes>(cards: &[u8], scoring: Scoring, points: &mut [u8]) -> bool {
    // SAFETY: the caller guarantees the instructions. Each step reads and writes `COUNT` rows: either of chunks of
    // exactly this length, or of the arrays for the last rows, which are long enough for every kind of register.
    unsafe {
        let kernel = Kernel::<L>::new(scoring);
        let mut problems = [L::splat(0); 2];
        let mut rows = cards.chunks_exact(3 * L::COUNT);
        let mut places = points.chunks_exact_mut(L::COUNT);
        for (rows, places) in rows.by_ref().zip(places.by_ref()) {
            kernel.step(rows.as_ptr(), places.as_mut_ptr(), &mut problems);
        }
        let (rest, places) = (rows.remainder(), places.into_remainder());
        if !places.is_empty() {
            let mut rows = [0_u8; 96];
            rows.chunks_exact_mut(3).for_each(|row| row.copy_from_slice(&[0, 1, 2])); // any valid hand
            rows[..rest.len()].copy_from_slice(rest);
            let mut padded = [0_u8; 32];
            kernel.step(rows.as_ptr(), padded.as_mut_ptr(), &mut problems);
            places.copy_from_slice(&padded[..places.len()]);
        }
        let [all_bits, same] = problems;
        !all_bits.and(L::splat(!31)).or(same).any()
    }
}

struct Kernel<L: Lanes> {
    suits: L::Table,
    ranks: L::Table,
    /// The ranks that make three of a kind, with the bits of a rank byte.
    three_of_a_kind: L,
    /// The points of three sevens.
    three_sevens: L,
}

impl<L: Lanes> Kernel<L> {
    /// # Safety
    /// As for [`Lanes`].
    #[inline(always)]
    unsafe fn new(scoring: Scoring) -> Kernel<L> {
        // SAFETY: the caller guarantees the instructions.
        unsafe {
            Kernel {
                suits: L::table(&SUITS_BYTES),
                ranks: L::table(&RANK_BYTES),
                three_of_a_kind: L::splat(scoring.three_of_a_kind.bits().reverse_bits()),
                three_sevens: L::splat(if scoring.three_sevens { 34 } else { 0 }),
            }
        }
    }

    /// Writes the points of `COUNT` rows. Collects in `problems` all bits of the card numbers, and all bits of each row
    /// in which two cards are equal.
    ///
    /// # Safety
    /// As for [`Lanes`]; and there must be `COUNT` rows to read and `COUNT` places to write.
    #[inline(always)]
    unsafe fn step(&self, rows: *const u8, places: *mut u8, problems: &mut [L; 2]) {
        // SAFETY: the caller guarantees the instructions, the rows and the places.
        unsafe {
            let [a, b, c] = L::load_rows(rows);
            problems[0] = problems[0].or(a.or(b).or(c));
            problems[1] = problems[1].or(a.equal(b).or(a.equal(c)).or(b.equal(c)));

            let none = L::splat(0);
            let suits = [a.look_up(self.suits), b.look_up(self.suits), c.look_up(self.suits)];
            let ranks = [a.look_up(self.ranks), b.look_up(self.ranks), c.look_up(self.ranks)];
            let seven = L::splat(7);
            let worth = L::splat(WORTH);
            let [a, b, c] =
                [suits[0].and(worth).add(seven), suits[1].and(worth).add(seven), suits[2].and(worth).add(seven)];
            let mut best = a.max(b).max(c); // 1.3a

            let ace_or_suit = L::splat(ACE_OR_SUIT);
            let shared = suits[0].and(suits[1]);
            best = best.max(a.add(b).and_not(shared.and(ace_or_suit).equal(none)));
            best = best.max(a.add(c).and_not(suits[0].and(suits[2]).and(ace_or_suit).equal(none)));
            best = best.max(b.add(c).and_not(suits[1].and(suits[2]).and(ace_or_suit).equal(none)));

            let rank_of_first_two = ranks[0].and(ranks[1]);
            let rank_of_three = rank_of_first_two.and(ranks[2]);
            let together = shared.and(suits[2]).and(L::splat(SUIT)).or(rank_of_three.and(self.three_of_a_kind));
            best = best.max(a.add(b).add(c).and_not(together.equal(none)));

            let rank_of_two = ranks[0].or(ranks[1]).and(ranks[2]).or(rank_of_first_two);
            best = best.max(rank_of_two.highest_bit().and(L::splat(23))); // 1.3e
            best = best.max(rank_of_three.highest_bit().and(self.three_sevens)); // 1.3f
            best.store(places);
        }
    }
}
