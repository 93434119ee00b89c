//! Random hands and deals in large numbers.
//!
//! All randomness comes from the `ChaCha20` key stream, as in [`shuffled_deck`](crate::shuffled_deck). The work is
//! divided into blocks of [`BLOCK`] hands or deals, and each block has its own stream. The result therefore depends
//! neither on the number of threads nor on the number of blocks. The streams of hands, of deals and of sampled odds
//! start at 2⁶², 2⁶³ and 3·2⁶², far from the streams of decks, which start at 0.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::cards::{Card, DECK};
use crate::hands::{HANDS, cards_of};

/// The number of hands or deals that come from one stream.
pub const BLOCK: usize = 4_096;

const STREAM_OF_HANDS: u64 = 1 << 62;
const STREAM_OF_DEALS: u64 = 2 << 62;
/// The first stream of `odds/sampling.rs`; defined here so that all first streams stand together.
pub(crate) const STREAM_OF_ODDS: u64 = 3 << 62;

/// The random words of one block.
pub(crate) struct Words(ChaCha20Rng);

impl Words {
    pub(crate) fn new(key: &[u8; 32], stream: u64) -> Words {
        let mut words = ChaCha20Rng::from_seed(*key);
        words.set_stream(stream);
        Words(words)
    }

    /// A random number below `bound`; all are equally likely.
    ///
    /// It is the high half of the product of a 32-bit word and the bound. Products whose low half is below 2³² modulo
    /// the bound are skipped (Lemire, arXiv:1805.10941).
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

    /// Shuffles only the first `count` places: moves a random card to each of them in turn.
    #[inline]
    pub(crate) fn shuffle_front(&mut self, cards: &mut [u8], count: usize) {
        for place in 0..count {
            let other = place + self.below((cards.len() - place) as u32);
            cards.swap(place, other);
        }
    }
}

/// Fills `cards` with random hands, each of three ascending card numbers, from the start of block `first_block` on.
/// All hands are equally likely.
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
/// If the length of `cards` is not a multiple of three.
pub fn random_hands(key: &[u8; 32], first_block: u64, cards: &mut [u8]) {
    assert_eq!(cards.len() % 3, 0, "there must be three cards for each hand");
    for (stream, block) in (STREAM_OF_HANDS + first_block..).zip(cards.chunks_mut(3 * BLOCK)) {
        let mut words = Words::new(key, stream);
        for hand in block.chunks_exact_mut(3) {
            hand.copy_from_slice(&cards_of(words.below(HANDS as u32) as u16).map(Card::number));
        }
    }
}

/// Fills `cards` with random deals to `seats` seats, three card numbers for each seat in turn, from the start of block
/// `first_block` on. All deals are equally likely.
///
/// # Panics
/// If `seats` is not 1 to 10, or if the length of `cards` is not a multiple of `3 * seats`.
pub fn random_deals(key: &[u8; 32], seats: usize, first_block: u64, cards: &mut [u8]) {
    assert!((1..=DECK / 3).contains(&seats), "there must be 1 to 10 seats");
    assert_eq!(cards.len() % (3 * seats), 0, "there must be three cards for each seat");
    for (stream, block) in (STREAM_OF_DEALS + first_block..).zip(cards.chunks_mut(3 * seats * BLOCK)) {
        let mut words = Words::new(key, stream);
        let mut deck: [u8; DECK] = std::array::from_fn(|number| number as u8);
        for deal in block.chunks_exact_mut(3 * seats) {
            words.shuffle_front(&mut deck, deal.len()); // the deck need not be in order: all deals are equally likely
            deal.copy_from_slice(&deck[..deal.len()]);
        }
    }
}
