//! Decks: checks, the seeded shuffle, and dealing.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::cards::{Card, DECK, InvalidCards};
use crate::hands::Hand;

/// The number of 32-bit words in a block of the key stream.
const WORDS_IN_BLOCK: u128 = 16;

/// Checks that no card occurs twice and that the deck has at least `needed` cards.
///
/// # Errors
/// [`InvalidCards::Twice`] or [`InvalidCards::ShortDeck`].
pub(crate) fn check_deck(cards: &[Card], needed: usize) -> Result<(), InvalidCards> {
    let mut seen = 0_u32;
    for &card in cards {
        let bit = 1 << card.number();
        if seen & bit != 0 {
            return Err(InvalidCards::Twice(card));
        }
        seen |= bit;
    }
    if cards.len() < needed { Err(InvalidCards::ShortDeck(cards.len(), needed)) } else { Ok(()) }
}

/// Deals three cards to each of `seats` seats, one at a time, from the top of the deck (3.3): the card at position
/// `r * seats + k` is seat k's card r.
///
/// # Errors
/// [`InvalidCards::ShortDeck`] or [`InvalidCards::Twice`].
pub fn deal_hands(deck: &[Card], seats: usize) -> Result<Vec<Hand>, InvalidCards> {
    check_deck(deck, 3 * seats)?;
    (0..seats).map(|seat| Hand::new([deck[seat], deck[seats + seat], deck[2 * seats + seat]])).collect()
}

/// A shuffled deck of all 32 cards. The same key and number give the same deck on every machine and in every version.
///
/// The source of randomness is the `ChaCha20` key stream (the block function of RFC 8439 with a 64-bit counter from 0
/// and `number` as 64-bit nonce, both little-endian), read as little-endian 32-bit words. The cards start in the order
/// of their numbers. For each `place` from 31 down to 1, the shuffle swaps the cards at `place` and at `word % bound`,
/// where `bound` is `place + 1`. It skips words that are not below the greatest multiple of `bound` up to 2³², so that
/// each of the 32! orders is equally likely.
#[must_use]
pub fn shuffled_deck(key: &[u8; 32], number: u64) -> [Card; DECK] {
    let mut words = ChaCha20Rng::from_seed(*key);
    words.set_stream(number);
    let mut deck: [Card; DECK] = std::array::from_fn(|number| Card::from_table(number as u8));
    for place in (1..DECK).rev() {
        deck.swap(place, below(place as u32 + 1, &mut words) as usize);
    }
    deck
}

/// A key derived from another key; each `number` gives a different one, for example one for each deal of a table.
///
/// The derived key is the first 32 bytes of block 2³² of the key stream that [`shuffled_deck`] describes, with `number`
/// as nonce. A shuffle never reads as far as that block, so a derived key reveals nothing about the decks of the
/// original key.
///
/// ```
/// let key = svara::derived_key(&[7; 32], 1);
/// assert_eq!(key, svara::derived_key(&[7; 32], 1));
/// assert_ne!(key, svara::derived_key(&[7; 32], 2));
/// ```
#[must_use]
pub fn derived_key(key: &[u8; 32], number: u64) -> [u8; 32] {
    let mut words = ChaCha20Rng::from_seed(*key);
    words.set_stream(number);
    words.set_word_pos(WORDS_IN_BLOCK << 32);
    let mut derived = [0; 32];
    words.fill_bytes(&mut derived);
    derived
}

/// A random number below `bound`; all are equally likely.
fn below(bound: u32, words: &mut ChaCha20Rng) -> u32 {
    let limit = u64::from(bound) * ((1 << 32) / u64::from(bound));
    loop {
        let word = words.next_u32();
        if u64::from(word) < limit {
            return word % bound;
        }
    }
}
