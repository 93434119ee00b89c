//! Random hands and deals by the million, and odds by sampling.
//!
//! All chance comes from the `ChaCha20` key stream, as in [`shuffled_deck`](crate::shuffled_deck). Work is cut into
//! blocks of [`BLOCK`] hands or deals, and each block has its own stream, so that the result depends on neither the
//! number of threads nor on how many blocks are asked for. The streams are numbered from 2⁶², 2⁶³ and 3·2⁶² on, for
//! hands, deals and odds: far from those of the decks, which count from 0.

use std::sync::Mutex;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::cards::{Card, DECK, Hand};
use crate::hands::{HANDS, cards_of};
use crate::odds::{InvalidOdds, Matchup, Odds};
use crate::odds_table::PARTS;

/// The hands or deals that are made from one stream.
pub const BLOCK: usize = 4_096;

const STREAM_OF_HANDS: u64 = 1 << 62;
const STREAM_OF_DEALS: u64 = 2 << 62;
const STREAM_OF_ODDS: u64 = 3 << 62;

/// How often hands of ranges are drawn for one deal before they are taken not to fit together.
const MOST_DRAWS: u32 = 1_000_000;

/// The words of one block.
struct Words(ChaCha20Rng);

impl Words {
    fn new(key: &[u8; 32], stream: u64) -> Words {
        let mut words = ChaCha20Rng::from_seed(*key);
        words.set_stream(stream);
        Words(words)
    }

    /// A number below `bound`, each equally likely: the high half of a 32-bit word times the bound, where words whose
    /// low half is below 2³² modulo the bound are passed over (Lemire, arXiv:1805.10941).
    #[inline]
    fn below(&mut self, bound: u32) -> usize {
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let passed_over = bound.wrapping_neg() % bound;
            while (product as u32) < passed_over {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as usize
    }

    /// Shuffles `count` cards to the front.
    #[inline]
    fn shuffle_front(&mut self, cards: &mut [u8], count: usize) {
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
/// If the number of cards is no multiple of three.
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
/// If there are not 1 to 10 seats, or the number of cards is no multiple of three times as many.
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

impl Matchup {
    /// The odds over so many random deals. They depend on nothing else but the key, and so not on the number of
    /// threads. Every twentieth of a second `keep_going` is asked.
    ///
    /// # Errors
    /// [`InvalidOdds::Together`] if no deal was found in a million draws from the ranges. What `keep_going` says if it
    /// stops the work.
    pub fn sample<E: From<InvalidOdds> + Send>(
        &self,
        key: &[u8; 32],
        trials: u64,
        threads: usize,
        keep_going: impl FnMut() -> Result<(), E>,
    ) -> Result<Odds, E> {
        let sampler = Sampler::new(self);
        let sum = Mutex::new(Odds::default());
        let block = |block: u64| {
            let trials = (trials - block * BLOCK as u64).min(BLOCK as u64);
            let odds = sampler.block(key, block, trials)?;
            if let Ok(mut sum) = sum.lock() {
                *sum = sum.and(&odds);
            }
            Ok(())
        };
        crate::threads::share(0..trials.div_ceil(BLOCK as u64), threads, block, keep_going)?;
        Ok(sum.into_inner().unwrap_or_default())
    }
}

/// What is drawn for each deal of a matchup.
struct Sampler<'a> {
    table: &'a [u8],
    points: u8,
    /// The possible hands of each opponent with a range.
    ranges: Vec<Vec<Hand>>,
    /// How many opponents may hold any hand.
    random: usize,
    gone: u32,
}

impl Sampler<'_> {
    fn new(matchup: &Matchup) -> Sampler<'static> {
        let ranges: Vec<Vec<Hand>> =
            matchup.opponents.iter().flatten().map(|range| matchup.possible(Some(range))).collect();
        Sampler {
            table: crate::batch::card_table(matchup.scoring),
            points: matchup.scoring.points(matchup.hand),
            random: matchup.opponents.len() - ranges.len(),
            ranges,
            gone: matchup.gone,
        }
    }

    /// The odds over the deals of one block.
    fn block(&self, key: &[u8; 32], block: u64, trials: u64) -> Result<Odds, InvalidOdds> {
        let mut words = Words::new(key, STREAM_OF_ODDS + block);
        let mut deals_by_ties = [0_u32; 10];
        let (mut deck, mut size) = cards_without(self.gone);
        for _ in 0..trials {
            let mut best = 0;
            let mut ties = 0;
            let mut judge = |points: u8| {
                best = points.max(best);
                ties += usize::from(points == self.points);
            };
            if !self.ranges.is_empty() {
                let gone = self.draw(&mut words, |hand| judge(self.points_of(hand.cards().map(Card::number))))?;
                (deck, size) = cards_without(gone);
            }
            words.shuffle_front(&mut deck[..size], 3 * self.random);
            for hand in deck.chunks_exact(3).take(self.random) {
                judge(self.points_of([hand[0], hand[1], hand[2]]));
            }
            if best <= self.points {
                deals_by_ties[ties] += 1;
            }
        }
        let deals = deals_by_ties.map(u128::from);
        let shares = deals.iter().zip(1..).skip(1).map(|(deals, seats)| deals * u128::from(PARTS / seats)).sum();
        let (wins, svarkas) = (deals[0], deals[1..].iter().sum());
        Ok(Odds { wins, svarkas, losses: u128::from(trials) - wins - svarkas, shares, exact: false })
    }

    fn points_of(&self, [a, b, c]: [u8; 3]) -> u8 {
        self.table[usize::from(a) | usize::from(b) << 5 | usize::from(c) << 10]
    }

    /// Draws a hand for each opponent with a range, all from the start as long as two share a card: so every way to
    /// deal them is equally likely. Gives the cards that are gone then.
    fn draw(&self, words: &mut Words, mut each: impl FnMut(Hand)) -> Result<u32, InvalidOdds> {
        let mut drawn = [Hand(0); 10];
        for _ in 0..MOST_DRAWS {
            let mut gone = self.gone;
            let apart = self.ranges.iter().zip(&mut drawn).all(|(hands, drawn)| {
                *drawn = hands[words.below(hands.len() as u32)];
                let apart = gone & drawn.mask() == 0;
                gone |= drawn.mask();
                apart
            });
            if apart {
                drawn[..self.ranges.len()].iter().copied().for_each(&mut each);
                return Ok(gone);
            }
        }
        Err(InvalidOdds::Together)
    }
}

/// The cards that are not gone, and how many they are.
fn cards_without(gone: u32) -> ([u8; DECK], usize) {
    let mut cards = [0; DECK];
    let mut size = 0;
    for number in (0..DECK as u8).filter(|number| gone >> number & 1 == 0) {
        cards[size] = number;
        size += 1;
    }
    (cards, size)
}
