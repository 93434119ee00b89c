//! Random hands and deals by the million.
//!
//! All randomness comes from the `ChaCha20` key stream, as in [`shuffled_deck`](crate::shuffled_deck). Work is cut into
//! blocks of [`BLOCK`] hands or deals, and each block has its own stream. So the result depends neither on the number
//! of threads nor on how many blocks are made. The streams of hands, of deals and of sampled odds start at 2⁶², 2⁶³ and
//! 3·2⁶²: far from those of the decks, which are numbered from 0.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::cards::{Card, DECK};
use crate::hands::{HANDS, cards_of};

/// How many hands or deals are made from one stream.
pub const BLOCK: usize = 4_096;

const STREAM_OF_HANDS: u64 = 1 << 62;
const STREAM_OF_DEALS: u64 = 2 << 62;
/// The first stream of `odds/sampling.rs`; it stands here so that all streams can be seen to be different.
pub(crate) const STREAM_OF_ODDS: u64 = 3 << 62;

/// The random words of one block.
pub(crate) struct Words(ChaCha20Rng);

impl Words {
    pub(crate) fn new(key: &[u8; 32], stream: u64) -> Words {
        let mut words = ChaCha20Rng::from_seed(*key);
        words.set_stream(stream);
        Words(words)
    }

    /// A number below `bound`, each equally likely: the high half of a 32-bit word times the bound, where words whose
    /// low half is below 2³² modulo the bound are skipped (Lemire, arXiv:1805.10941).
    #[inline]
    pub(crate) fn below(&mut self, bound: u32) -> usize {
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let skipped = bound.wrapping_neg() % bound;
            while (product as u32) < skipped {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as usize
    }

    /// Shuffles `count` cards to the front.
    #[inline]
    pub(crate) fn shuffle_front(&mut self, cards: &mut [u8], count: usize) {
        for place in 0..count {
            let other = place + self.below((cards.len() - place) as u32);
            cards.swap(place, other);
        }
    }
}

/// Fills `cards` with random hands, three ascending card numbers each, starting with those of block `first_block`.
/// Every hand is equally likely.
///
/// ```
/// let mut cards = [0; 3 * svara::BLOCK + 3];
/// svara::random_hands(&[7; 32], 0, &mut cards);
/// let mut last = [0; 3];
/// svara::random_hands(&[7; 32], 1, &mut last);
/// assert_eq!(cards[3 * svara::BLOCK..], last);
/// ```
///
/// # Panics
/// If the number of cards is not a multiple of three.
pub fn random_hands(key: &[u8; 32], first_block: u64, cards: &mut [u8]) {
    assert_eq!(cards.len() % 3, 0, "three cards for each hand");
    for (stream, block) in (STREAM_OF_HANDS + first_block..).zip(cards.chunks_mut(3 * BLOCK)) {
        let mut words = Words::new(key, stream);
        for hand in block.chunks_exact_mut(3) {
            hand.copy_from_slice(&cards_of(words.below(HANDS as u32) as u16).map(Card::number));
        }
    }
}

/// Fills `cards` with random deals to `seats` seats, three card numbers for each seat in turn, starting with those of
/// block `first_block`. Every way to deal is equally likely.
///
/// # Panics
/// If there are not 1 to 10 seats, or if the number of cards is not a multiple of `3 * seats`.
pub fn random_deals(key: &[u8; 32], seats: usize, first_block: u64, cards: &mut [u8]) {
    assert!((1..=DECK / 3).contains(&seats), "1 to 10 seats");
    assert_eq!(cards.len() % (3 * seats), 0, "three cards for each seat");
    for (stream, block) in (STREAM_OF_DEALS + first_block..).zip(cards.chunks_mut(3 * seats * BLOCK)) {
        let mut words = Words::new(key, stream);
        let mut deck: [u8; DECK] = std::array::from_fn(|number| number as u8);
        for deal in block.chunks_exact_mut(3 * seats) {
            words.shuffle_front(&mut deck, deal.len()); // from whatever order it is in: all are equally likely
            deal.copy_from_slice(&deck[..deal.len()]);
        }
    }
}
