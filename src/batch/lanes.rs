//! Points of as many hands as a register has bytes: section 1 of the rulebook without a branch.
//!
//! Each card becomes two bytes. Its **suits** byte holds, from the low end, what it is worth above 7 (three bits), a
//! bit for aces, and a bit for each suit. Its **rank** byte holds one bit for its rank. The 7♣ has every bit of suits,
//! aces and ranks, since it goes with any card (1.3g). Then: two cards add up if their suits bytes share a bit (1.3b,
//! 1.3d, 1.3g for one other card); three if all three share a suit, or share a rank that makes three of a kind (1.3b,
//! 1.3c, 1.3g for two other cards).
#![allow(clippy::inline_always, reason = "the instructions are those of the function that these are inlined into")]

use crate::cards::Card;
use crate::scoring::{Scoring, worth};

/// A register of bytes, one for each hand.
///
/// # Safety
/// All methods may be called on machines that have the instructions only, and must be inlined into a function that
/// says so by `target_feature`.
pub(super) trait Lanes: Copy {
    /// How many bytes there are.
    const COUNT: usize;
    /// 32 bytes to look up.
    type Table: Copy;

    unsafe fn splat(byte: u8) -> Self;
    unsafe fn table(bytes: &[u8; 32]) -> Self::Table;
    /// Three bytes of each of `COUNT` rows: all first bytes, all second ones, all third ones.
    unsafe fn load_rows(rows: *const u8) -> [Self; 3];
    unsafe fn store(self, to: *mut u8);
    /// The byte of the table at each place; a place beyond 31 gives any byte.
    unsafe fn look_up(self, table: Self::Table) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// This where `mask` has no bit.
    unsafe fn and_not(self, mask: Self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
    /// All bits where both are equal, else none.
    unsafe fn equal(self, other: Self) -> Self;
    /// All bits where the highest bit is set, else none.
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
/// The rank byte of each card: the highest bit for a seven, so that it is quick to test, the lowest for an ace.
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

/// Whether all rows are hands, and if so, their points.
///
/// # Safety
/// As for [`Lanes`]; and `cards` must hold three bytes for each place of `points`.
#[inline(always)]
pub(super) unsafe fn points<L: Lanes>(cards: &[u8], scoring: Scoring, points: &mut [u8]) -> bool {
    // SAFETY: the caller vouches for the instructions. All reads and writes are of `COUNT` whole rows of chunks that
    // are as long, or of the arrays made for the last rows, which are long enough for every register there is.
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
            rows.chunks_exact_mut(3).for_each(|row| row.copy_from_slice(&[0, 1, 2])); // some hand
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
    /// The ranks that make three of a kind, as in a rank byte.
    three_of_a_kind: L,
    /// What three sevens are worth.
    three_sevens: L,
}

impl<L: Lanes> Kernel<L> {
    /// # Safety
    /// As for [`Lanes`].
    #[inline(always)]
    unsafe fn new(scoring: Scoring) -> Kernel<L> {
        // SAFETY: the caller vouches for the instructions.
        unsafe {
            Kernel {
                suits: L::table(&SUITS_BYTES),
                ranks: L::table(&RANK_BYTES),
                three_of_a_kind: L::splat(scoring.three_of_a_kind.bits().reverse_bits()),
                three_sevens: L::splat(if scoring.three_sevens { 34 } else { 0 }),
            }
        }
    }

    /// Writes the points of `COUNT` rows. Adds to `problems` all bits of the cards, and bits where two are the same.
    ///
    /// # Safety
    /// As for [`Lanes`]; and there must be `COUNT` rows to read and places to write.
    #[inline(always)]
    unsafe fn step(&self, rows: *const u8, places: *mut u8, problems: &mut [L; 2]) {
        // SAFETY: the caller vouches for the instructions, the rows and the places.
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
