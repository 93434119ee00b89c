//! Exact odds by counting the ways to deal hands that share no card to up to three opponents.
//!
//! Let every hand have a weight, and let W(T) be the sum of the weights of the hands that contain all cards of T. By
//! inclusion-exclusion over the shared cards, the sum of the products of the weights over all ordered pairs of hands
//! that share no card is W(∅)² - Σ W({c})² + Σ W({c, d})² - Σ W({c, d, e})². With a third opponent, this sum is taken
//! for each of the third hands, over the hands that share no card with it. Their W(T) come from inclusion-exclusion,
//! too.
//!
//! If hands with fewer points than the given hand have weight 1, equal hands weight x, and better hands weight 0, the
//! sum is a polynomial in x. Its coefficients count the deals in which none, one, two or three opponents tie. See
//! [`WEIGHTS`].

use std::cmp::Ordering;

use super::chances::Odds;
use super::matchup::Matchup;
use super::table::{OddsTable, TableRow};
use crate::cards::{Card, DECK};
use crate::hands::{HANDS, Hand, MASKS, all_hands};
use crate::scoring::{MAX_POINTS, Scoring};

/// The most opponents that counting supports.
pub(crate) const MAX_COUNTED: usize = 3;

/// The weights of worse, equal and better hands for which sums are computed. They give the value of the polynomial at
/// 0, 1 and -1, its highest coefficient, and the number of all deals.
const WEIGHTS: [[i16; 3]; 5] = [[1, 0, 0], [1, 1, 0], [1, -1, 0], [0, 1, 0], [1, 1, 1]];

impl Matchup {
    /// The exact odds, or `None` if they cannot be computed.
    ///
    /// They come from the table if all opponents may hold any hand, there are no dead cards and the scoring has a
    /// table; otherwise from counting, for up to three opponents.
    ///
    /// The total is 0 if the opponents cannot all be dealt a hand from their ranges.
    #[must_use]
    pub fn exact(&self) -> Option<Odds> {
        let opponents = self.opponents.len();
        let all_random = self.gone == self.hand.mask() && self.opponents.iter().all(Option::is_none);
        match OddsTable::of(self.scoring) {
            Some(table) if all_random => Some(table.odds(self.hand, opponents)),
            _ if opponents <= MAX_COUNTED => Some(self.count()),
            _ => None,
        }
    }

    /// The odds against up to three opponents, by counting.
    fn count(&self) -> Odds {
        let judge = Judge { points: self.scoring.points(self.hand), table: self.scoring.table() };
        let sums = match &self.opponents[..] {
            [None] => sums_of_one(judge.count_all(self.gone)),
            [Some(range)] => sums_of_one(judge.count(&self.possible(Some(range)))),
            [first, second] => judge.sums_of_two(&self.possible(first.as_ref()), &self.possible(second.as_ref())),
            [first, second, third] => judge.sums_of_three(
                &self.possible(first.as_ref()),
                &self.possible(second.as_ref()),
                &self.possible(third.as_ref()),
            ),
            _ => unreachable!("at most {MAX_COUNTED} opponents are counted"),
        };
        let [at_0, at_1, at_minus_1, highest, total] = sums;
        let two_tied = (at_1 + at_minus_1) / 2 - at_0; // with three opponents
        let deals_by_ties = match self.opponents.len() {
            1 => vec![at_0, highest],
            2 => vec![at_0, at_1 - at_0 - highest, highest],
            _ => vec![at_0, at_1 - at_0 - two_tied - highest, two_tied, highest],
        };
        let deals_by_ties: Vec<u64> = deals_by_ties.into_iter().map(i64::unsigned_abs).collect();
        let TableRow { wins, svarkas, shares } = TableRow::of_ties(&deals_by_ties);
        let losses = total.unsigned_abs() - wins - svarkas;
        Odds { wins: wins.into(), svarkas: svarkas.into(), losses: losses.into(), shares, exact: true }
    }
}

/// Compares hands with the hand of the matchup.
struct Judge {
    points: u8,
    table: &'static [u8; HANDS],
}

impl Judge {
    /// The kind of a hand: 0 if it is worse, 1 if it is equal, 2 if it is better.
    fn kind(&self, hand: Hand) -> usize {
        match self.table[usize::from(hand.index())].cmp(&self.points) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        }
    }

    /// The number of these hands of each kind.
    fn count(&self, hands: &[Hand]) -> [i64; 3] {
        hands.iter().fold([0; 3], |mut counts, &hand| {
            counts[self.kind(hand)] += 1;
            counts
        })
    }

    /// The number of hands of each kind among all hands that have no card of `gone`.
    fn count_all(&self, gone: u32) -> [i64; 3] {
        let mut counts = [0_u32; 3];
        for (mask, &points) in MASKS.iter().zip(self.table) {
            let possible = u32::from(mask & gone == 0);
            counts[0] += possible & u32::from(points < self.points);
            counts[1] += possible & u32::from(points == self.points);
            counts[2] += possible & u32::from(points > self.points);
        }
        counts.map(i64::from)
    }

    /// The sum of the products of weights over pairs of hands that share no card, for each of [`WEIGHTS`].
    fn sums_of_two(&self, first: &[Hand], second: &[Hand]) -> [i64; 5] {
        let of_first = self.sums_by_kind(first);
        let of_second = (first != second).then(|| self.sums_by_kind(second));
        let common = self.count(&common(first, second));
        WEIGHTS.map(|weights| {
            let first = Sums::weighted(&of_first, weights);
            let second = of_second.as_ref().map(|of_second| Sums::weighted(of_second, weights));
            let second = second.as_ref().unwrap_or(&first);
            let same: i64 = common.iter().zip(weights).map(|(count, weight)| count * i64::from(weight * weight)).sum();
            let mut products = Products::default();
            for (first, second) in first.by_pair.iter().zip(&second.by_pair) {
                products.add(first, second);
            }
            products.pairs_apart(same)
        })
    }

    fn sums_by_kind(&self, hands: &[Hand]) -> [Sums; 3] {
        let mut sums = [Sums::default(), Sums::default(), Sums::default()];
        for &hand in hands {
            sums[self.kind(hand)].add(hand, 1);
        }
        sums
    }

    /// The sum of the products of weights over triples of hands that share no card, for each of [`WEIGHTS`].
    fn sums_of_three(&self, first: &[Hand], second: &[Hand], third: &[Hand]) -> [i64; 5] {
        let common = common(second, third);
        WEIGHTS.map(|weights| {
            let weight_of = |hand: Hand| weights[self.kind(hand)];
            let of_common = SumsOfThree::new(&common, |hand| weight_of(hand).pow(2));
            let of_second = SumsOfThree::new(second, weight_of);
            let of_third = (second != third).then(|| SumsOfThree::new(third, weight_of));
            let of_third = of_third.as_ref().unwrap_or(&of_second);
            let weighted =
                first.iter().map(|&hand| (hand, i64::from(weight_of(hand)))).filter(|&(_, weight)| weight != 0);
            weighted.map(|(hand, weight)| weight * pairs_apart(&of_second, of_third, &of_common, hand)).sum()
        })
    }
}

/// The sum of the weights of one opponent's hands for each of [`WEIGHTS`], given the number of hands of each kind.
fn sums_of_one(counts: [i64; 3]) -> [i64; 5] {
    WEIGHTS.map(|weights| counts.iter().zip(weights).map(|(count, weight)| count * i64::from(weight)).sum())
}

/// The hands that are in both lists. Both lists must be sorted by index.
fn common(first: &[Hand], second: &[Hand]) -> Vec<Hand> {
    if first == second {
        return first.to_vec();
    }
    first.iter().copied().filter(|hand| second.binary_search(hand).is_ok()).collect()
}

/// W(T) for sets T of no card and of two cards. W({c}) is half the sum of the row of c.
struct Sums {
    all: i32,
    by_pair: [[i16; DECK]; DECK],
}

impl Default for Sums {
    fn default() -> Sums {
        Sums { all: 0, by_pair: [[0; DECK]; DECK] }
    }
}

impl Sums {
    fn add(&mut self, hand: Hand, weight: i16) {
        let [a, b, c] = numbers(hand);
        self.all += i32::from(weight);
        for (first, second) in [(a, b), (a, c), (b, c)] {
            self.by_pair[first][second] += weight;
            self.by_pair[second][first] += weight;
        }
    }

    /// The sums with these weights of worse, equal and better hands, from the sums of each kind.
    fn weighted(by_kind: &[Sums; 3], weights: [i16; 3]) -> Sums {
        let mut weighted = Sums::default();
        for (sums, weight) in by_kind.iter().zip(weights).filter(|&(_, weight)| weight != 0) {
            weighted.all += i32::from(weight) * sums.all;
            for (sum, add) in weighted.by_pair.as_flattened_mut().iter_mut().zip(sums.by_pair.as_flattened()) {
                *sum += weight * add;
            }
        }
        weighted
    }
}

fn numbers(hand: Hand) -> [usize; 3] {
    hand.cards().map(|card| card.number().into())
}

/// W(T) for sets T of up to three cards.
struct SumsOfThree {
    sums: Sums,
    /// By three cards in any order; 0 if two are equal.
    by_three: Box<[[[i16; DECK]; DECK]]>,
}

impl SumsOfThree {
    fn new(hands: &[Hand], weight_of: impl Fn(Hand) -> i16) -> SumsOfThree {
        let mut sums = Sums::default();
        let mut by_three = vec![[[0; DECK]; DECK]; DECK].into_boxed_slice();
        for &hand in hands {
            let weight = weight_of(hand);
            sums.add(hand, weight);
            let [a, b, c] = numbers(hand);
            for [first, second, third] in [[a, b, c], [b, a, c], [c, a, b]] {
                by_three[first][second][third] = weight;
                by_three[first][third][second] = weight;
            }
        }
        SumsOfThree { sums, by_three }
    }

    /// The sum of the weights of the hands that share no card with this one.
    fn apart_from(&self, [a, b, c]: [usize; 3]) -> i64 {
        let by_pair = &self.sums.by_pair;
        let by_card = |card: usize| by_pair[card].iter().copied().map(i32::from).sum::<i32>() / 2;
        let pairs = by_pair[a][b] + by_pair[a][c] + by_pair[b][c];
        let sum = self.sums.all - by_card(a) - by_card(b) - by_card(c) + i32::from(pairs);
        i64::from(sum - i32::from(self.by_three[a][b][c]))
    }

    /// The row W({card, ·}) over the hands that share no card with `gone`.
    #[inline]
    fn row_apart_from(&self, gone: [usize; 3], others: &[i16; DECK], card: usize) -> [i16; DECK] {
        let [a, b, c] = gone.map(|gone| &self.by_three[gone][card]);
        let all = &self.sums.by_pair[card];
        std::array::from_fn(|other| (all[other] - a[other] - b[other] - c[other]) & others[other])
    }
}

/// The sum of the products of weights over pairs of hands that share no card with each other or with `hand`.
fn pairs_apart(first: &SumsOfThree, second: &SumsOfThree, common: &SumsOfThree, hand: Hand) -> i64 {
    let gone = numbers(hand);
    let mut others = [-1; DECK]; // a mask of the cards that are not gone
    for card in gone {
        others[card] = 0;
    }
    let mut products = Products::default();
    for card in (0..DECK).filter(|card| !gone.contains(card)) {
        products.add(&first.row_apart_from(gone, &others, card), &second.row_apart_from(gone, &others, card));
    }
    products.pairs_apart(common.apart_from(gone))
}

/// The sums over all cards that inclusion-exclusion needs for two lists of hands, with sums W and V.
#[derive(Default)]
struct Products {
    /// Σ W({c}) and Σ V({c}): three times W(∅) and V(∅), since a hand has three cards.
    sums: [i64; 2],
    /// Σ W({c}) V({c}).
    by_card: i64,
    /// 2 Σ W({c, d}) V({c, d}), since each pair of cards is in two rows.
    by_pair: i64,
}

impl Products {
    /// Adds a card, given its rows W({card, ·}) and V({card, ·}). Each hand with the card is in two places of a row.
    #[inline]
    fn add(&mut self, first: &[i16; DECK], second: &[i16; DECK]) {
        let (mut products, mut sums) = (0, [0; 2]);
        for (&first, &second) in first.iter().zip(second) {
            products += i32::from(first) * i32::from(second);
            sums[0] += first;
            sums[1] += second;
        }
        let [first, second] = sums.map(|sum| i64::from(sum) / 2);
        self.by_card += first * second;
        self.by_pair += i64::from(products);
        self.sums[0] += first;
        self.sums[1] += second;
    }

    /// The sum over the pairs that share no card, where `same` is the sum over the pairs of equal hands.
    fn pairs_apart(&self, same: i64) -> i64 {
        let [first, second] = self.sums.map(|sum| sum / 3);
        first * second - self.by_card + self.by_pair / 2 - same
    }
}

/// The wins and svarkas of every hand against one opponent with a random hand, by hand index. Both are 0 for a hand
/// with a dead card.
///
/// The function goes through the hands by ascending points and adds each hand to W(T) as it passes it.
#[must_use]
pub fn odds_of_all_hands(dead: &[Card], scoring: Scoring) -> Vec<[u16; 2]> {
    let dead: u32 = dead.iter().fold(0, |mask, card| mask | 1 << card.number());
    let table = scoring.table();
    let mut by_points = vec![Vec::new(); usize::from(MAX_POINTS) + 1];
    for hand in all_hands().filter(|hand| hand.mask() & dead == 0) {
        by_points[usize::from(table[usize::from(hand.index())])].push(hand);
    }
    let mut odds = vec![[0; 2]; HANDS];
    let mut all = 0;
    let mut by_card = [0; DECK];
    let mut by_pair = [[0; DECK]; DECK];
    for hands in by_points {
        for &hand in &hands {
            let [a, b, c] = numbers(hand);
            let pairs = by_pair[a][b] + by_pair[a][c] + by_pair[b][c];
            odds[usize::from(hand.index())][0] = all + pairs - by_card[a] - by_card[b] - by_card[c];
        }
        for &hand in &hands {
            let [a, b, c] = numbers(hand);
            all += 1;
            by_card[a] += 1;
            by_card[b] += 1;
            by_card[c] += 1;
            by_pair[a][b] += 1;
            by_pair[a][c] += 1;
            by_pair[b][c] += 1;
        }
        for &hand in &hands {
            let [a, b, c] = numbers(hand);
            let pairs = by_pair[a][b] + by_pair[a][c] + by_pair[b][c];
            let not_lost = all + pairs - by_card[a] - by_card[b] - by_card[c] - 1; // the hand itself
            let [wins, svarkas] = &mut odds[usize::from(hand.index())];
            *svarkas = not_lost - *wins;
        }
    }
    odds
}
