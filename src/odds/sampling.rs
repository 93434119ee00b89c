//! Odds by sampling: random deals instead of all deals.
//!
//! A sample consists of blocks, each with its own stream, as in `random.rs`. It therefore depends on its key, not on
//! the number of threads.

use std::sync::Mutex;

use super::chances::{Odds, PARTS};
use super::matchup::{InvalidOdds, Matchup};
use crate::batch::card_table;
use crate::cards::{Card, DECK};
use crate::hands::Hand;
use crate::random::{BLOCK, STREAM_OF_ODDS, Words};
use crate::threads::share;

/// The most draws for one deal. If the hands drawn from the ranges still share cards after this many draws, the ranges
/// count as incompatible.
const MAX_DRAWS: u32 = 1_000_000;

impl Matchup {
    /// The odds over a sample of `trials` random deals. They depend on the key, not on the number of threads.
    /// `keep_going` is called 20 times a second; an error from it stops the work.
    ///
    /// # Errors
    /// [`InvalidOdds::Together`] if a million draws from the ranges give no deal, and the error of `keep_going`.
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
        share(0..trials.div_ceil(BLOCK as u64), threads, block, keep_going)?;
        Ok(sum.into_inner().unwrap_or_default())
    }
}

/// The data for drawing and scoring the deals of a matchup.
struct Sampler<'a> {
    table: &'a [u8],
    points: u8,
    /// The possible hands of each opponent with a range.
    ranges: Vec<Vec<Hand>>,
    /// The number of opponents that may hold any hand.
    random: usize,
    gone: u32,
}

impl Sampler<'_> {
    fn new(matchup: &Matchup) -> Sampler<'static> {
        let ranges: Vec<Vec<Hand>> =
            matchup.opponents.iter().flatten().map(|range| matchup.possible(Some(range))).collect();
        Sampler {
            table: card_table(matchup.scoring),
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

    /// Draws a hand for each opponent with a range and passes it to `each`. Returns all cards that are then gone.
    ///
    /// If two hands share a card, all hands are drawn again, so that all ways to deal them are equally likely.
    fn draw(&self, words: &mut Words, mut each: impl FnMut(Hand)) -> Result<u32, InvalidOdds> {
        let mut drawn = [Hand(0); 10];
        for _ in 0..MAX_DRAWS {
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

/// The cards that are not in `gone`, and their number.
fn cards_without(gone: u32) -> ([u8; DECK], usize) {
    let mut cards = [0; DECK];
    let mut size = 0;
    for number in (0..DECK as u8).filter(|number| gone >> number & 1 == 0) {
        cards[size] = number;
        size += 1;
    }
    (cards, size)
}
