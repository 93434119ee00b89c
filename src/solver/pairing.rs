//! Pairings: the probability of each pair of hands, and which of the two hands is better.

use crate::cards::DECK;
use crate::classes::{orbits, swapped, swaps};
use crate::hands::{HANDS, Hand, all_hands};
use crate::scoring::Scoring;

/// The weight of each pair of a hand of player 0 and a hand of player 1, and which of the two is better.
///
/// The weights of all pairs add up to 1. In a game with a public card there is a pairing for each card, and the weights
/// of all pairings together add up to 1.
#[derive(Clone, Debug)]
pub enum Pairing {
    /// Any two sets of hands, with matrices.
    Matrix(MatrixPairing),
    /// The hands of Svara: all pairs of hands that share no card are equally likely.
    Hands(HandPairing),
}

impl Pairing {
    /// The number of hands that each player may have.
    #[must_use]
    pub fn hands(&self) -> [usize; 2] {
        match self {
            Pairing::Matrix(matrix) => matrix.hands,
            Pairing::Hands(hands) => [hands.sizes.len(); 2],
        }
    }

    /// For each hand of `player`, the sums of weight times reach over the opponent's worse, equal and better hands.
    pub(super) fn sums(&self, player: usize, reach: &[f64], sums: &mut Sums) {
        match self {
            Pairing::Matrix(matrix) => matrix.sums(player, reach, sums),
            Pairing::Hands(hands) => hands.sums(reach, sums),
        }
    }

    /// For each hand of `player`, the sum of weight times reach over all of the opponent's hands.
    pub(super) fn totals(&self, player: usize, reach: &[f64], totals: &mut [f64]) {
        match self {
            Pairing::Matrix(matrix) => matrix.totals(player, reach, totals),
            Pairing::Hands(hands) => hands.totals(reach, totals),
        }
    }
}

/// The result of [`Pairing::sums`]: one number for each hand.
#[derive(Debug)]
pub(super) struct Sums {
    pub(super) worse: Vec<f64>,
    pub(super) equal: Vec<f64>,
    pub(super) better: Vec<f64>,
}

impl Sums {
    pub(super) fn new(hands: usize) -> Sums {
        Sums { worse: vec![0.0; hands], equal: vec![0.0; hands], better: vec![0.0; hands] }
    }
}

/// A pairing given by matrices, for small games.
#[derive(Clone, Debug)]
pub struct MatrixPairing {
    hands: [usize; 2],
    weights: Vec<f64>,
    order: Vec<i8>,
}

impl MatrixPairing {
    /// A pairing from matrices with a row for each hand of player 0 and a column for each hand of player 1.
    ///
    /// `weights` holds the weight of each pair. `order` holds 1 if the hand of player 0 is better, 0 if the hands are
    /// equal and -1 if it is worse. Returns `None` if a matrix does not have the size given by `hands`, if a weight is
    /// not finite, or if an order is not -1, 0 or 1.
    #[must_use]
    pub fn new(hands: [usize; 2], weights: Vec<f64>, order: Vec<i8>) -> Option<MatrixPairing> {
        let pairs = hands[0].checked_mul(hands[1])?;
        let are_numbers =
            weights.iter().all(|weight| weight.is_finite()) && order.iter().all(|order| (-1..=1).contains(order));
        (pairs > 0 && weights.len() == pairs && order.len() == pairs && are_numbers).then_some(MatrixPairing {
            hands,
            weights,
            order,
        })
    }

    fn pair(&self, player: usize, own: usize, other: usize) -> (f64, i8) {
        let (row, column) = if player == 0 { (own, other) } else { (other, own) };
        let pair = row * self.hands[1] + column;
        (self.weights[pair], if player == 0 { self.order[pair] } else { -self.order[pair] })
    }

    fn sums(&self, player: usize, reach: &[f64], sums: &mut Sums) {
        for own in 0..self.hands[player] {
            let [mut worse, mut equal, mut better] = [0.0; 3];
            for (other, reach) in reach.iter().enumerate() {
                let (weight, order) = self.pair(player, own, other);
                match order {
                    1.. => worse += weight * reach,
                    0 => equal += weight * reach,
                    _ => better += weight * reach,
                }
            }
            (sums.worse[own], sums.equal[own], sums.better[own]) = (worse, equal, better);
        }
    }

    fn totals(&self, player: usize, reach: &[f64], totals: &mut [f64]) {
        for (own, total) in totals.iter_mut().enumerate() {
            *total = reach.iter().enumerate().map(|(other, reach)| self.pair(player, own, other).0 * reach).sum();
        }
    }
}

/// The hands of Svara in classes of equivalent hands. Classes are numbered by their points, the fewest first.
///
/// Let x(h) be the reach of the opponent's hand h, which is the same for all hands of a class, and let X(T) be the sum
/// of x over the hands that contain all cards of T. By inclusion-exclusion the sum over the hands that share no card
/// with {a, b, c} is X(∅) - X({a}) - X({b}) - X({c}) + X({a, b}) + X({a, c}) + X({b, c}) - x({a, b, c}). By symmetry X
/// depends only on the class of T, so 75 sums are enough for all hands. Hands are added in the order of their points.
/// Before the hands with the same points are added, the sum covers the worse hands; after that, the worse and the equal
/// hands.
#[derive(Clone, Debug)]
pub struct HandPairing {
    /// For each class, the indices of the sums for its three cards and its three pairs of cards.
    indices: Vec<[u16; 6]>,
    /// For each class, what a reach of 1 adds to the sum over all hands and to each of these sums: the number of hands
    /// of the class, divided by the number of cards or pairs in the class of the card or pair.
    parts: Vec<[f64; 7]>,
    /// The number of hands of each class, divided by the number of all ordered pairs of hands that share no card.
    weights: Vec<f64>,
    /// The points of the hands of each class.
    points: Vec<u8>,
    /// The first class of each number of points, and last the number of classes.
    starts: Vec<usize>,
    /// The number of sums.
    sums: usize,
    sizes: Vec<u32>,
    first_hands: Vec<Hand>,
    class_of: Vec<u16>,
}

/// An upper bound for the number of sums: 1 of all hands, 32 of cards and 496 of pairs. It is a power of two, so that
/// an index modulo this number costs nothing and needs no bounds check.
const MAX_SUMS: usize = 1_024;

/// A smaller upper bound, for the 75 sums of the classes of equivalent hands, which stay in the first-level cache.
const FEW_SUMS: usize = 128;

/// The number of ordered pairs of hands that share no card: 4,960 times 3,654.
const PAIRS_OF_HANDS: f64 = 18_123_840.0;

impl HandPairing {
    /// The classes of hands that differ only in suits and ranks that are interchangeable in this scoring.
    #[must_use]
    pub fn new(scoring: Scoring) -> HandPairing {
        HandPairing::by_swaps(scoring, &swaps(scoring))
    }

    /// A class for each single hand.
    #[must_use]
    pub fn of_single_hands(scoring: Scoring) -> HandPairing {
        HandPairing::by_swaps(scoring, &[])
    }

    /// The first hand of each class, by class.
    #[must_use]
    pub fn first_hands(&self) -> &[Hand] {
        &self.first_hands
    }

    /// The class of a hand.
    #[must_use]
    pub fn class_of(&self, hand: Hand) -> usize {
        self.class_of[usize::from(hand.index())].into()
    }

    /// The number of hands of each class.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// The points of the hands of each class.
    #[must_use]
    pub fn points(&self) -> &[u8] {
        &self.points
    }

    fn by_swaps(scoring: Scoring, swaps: &[[u8; DECK]]) -> HandPairing {
        let card_classes = orbits(DECK, swaps, |card, swap| swap[card].into());
        let pair_classes = orbits(DECK * DECK, swaps, |pair, swap| {
            let [first, second] = [swap[pair / DECK], swap[pair % DECK]].map(usize::from);
            first.min(second) * DECK + first.max(second)
        });
        let hands: Vec<Hand> = all_hands().collect();
        let hand_classes = orbits(HANDS, swaps, |hand, swap| swapped(hands[hand], swap).index().into());

        let mut first_hands: Vec<Hand> = Vec::new();
        for &class in &hand_classes {
            if class == first_hands.len() {
                first_hands.push(hands[hand_classes.iter().position(|&of| of == class).unwrap_or_default()]);
            }
        }
        first_hands.sort_by_key(|&first| (scoring.points(first), first));
        let mut number_of = vec![0; first_hands.len()];
        for (number, first) in first_hands.iter().enumerate() {
            number_of[hand_classes[usize::from(first.index())]] = number as u16;
        }
        let class_of: Vec<u16> = hand_classes.iter().map(|&class| number_of[class]).collect();

        // The order of the sums: all hands, then the classes of cards, then the classes of pairs of different cards.
        let pairs = || (0..DECK).flat_map(|first| (first + 1..DECK).map(move |second| first * DECK + second));
        let card_count = 2 + card_classes.iter().max().copied().unwrap_or_default();
        let mut pair_numbers: Vec<usize> = pairs().map(|pair| pair_classes[pair]).collect();
        pair_numbers.sort_unstable();
        pair_numbers.dedup();
        let index_of_pair = |pair: usize| pair_numbers.partition_point(|&class| class < pair_classes[pair]);
        let cards_like = |card: usize| card_classes.iter().filter(|&&class| class == card_classes[card]).count() as u32;
        let pairs_like =
            |pair: usize| pairs().filter(|&other| pair_classes[other] == pair_classes[pair]).count() as u32;
        let mut sizes = vec![0_u32; first_hands.len()];
        for &class in &class_of {
            sizes[usize::from(class)] += 1;
        }
        let mut indices = Vec::new();
        let mut parts = Vec::new();
        for (first, &size) in first_hands.iter().zip(&sizes) {
            let cards = first.cards().map(|card| usize::from(card.number()));
            let pairs = [(0, 1), (0, 2), (1, 2)].map(|(one, other)| {
                let (one, other) = (cards[one], cards[other]);
                one.min(other) * DECK + one.max(other)
            });
            let of_cards = cards.map(|card| (1 + card_classes[card], cards_like(card)));
            let of_pairs = pairs.map(|pair| (card_count + index_of_pair(pair), pairs_like(pair)));
            let of = |k: usize| if k < 3 { of_cards[k] } else { of_pairs[k - 3] };
            let part = |like: u32| f64::from(size) / f64::from(like);
            indices.push(std::array::from_fn(|k| of(k).0 as u16));
            parts.push(std::array::from_fn(|k| if k == 0 { part(1) } else { part(of(k - 1).1) }));
        }
        let weights = sizes.iter().map(|&size| f64::from(size) / PAIRS_OF_HANDS).collect();
        let points: Vec<u8> = first_hands.iter().map(|&first| scoring.points(first)).collect();
        let mut starts: Vec<usize> =
            (0..points.len()).filter(|&class| class == 0 || points[class] != points[class - 1]).collect();
        starts.push(points.len());
        let sums = card_count + pair_numbers.len();
        HandPairing { indices, parts, weights, points, starts, sums, sizes, first_hands, class_of }
    }

    fn sums(&self, reach: &[f64], sums: &mut Sums) {
        if self.sums <= FEW_SUMS {
            self.sums_by(&mut X([0.0; FEW_SUMS]), reach, sums);
        } else {
            self.sums_by(&mut X([0.0; MAX_SUMS]), reach, sums);
        }
    }

    fn totals(&self, reach: &[f64], totals: &mut [f64]) {
        if self.sums <= FEW_SUMS {
            self.totals_by(&mut X([0.0; FEW_SUMS]), reach, totals);
        } else {
            self.totals_by(&mut X([0.0; MAX_SUMS]), reach, totals);
        }
    }

    fn sums_by<const SUMS: usize>(&self, x: &mut X<SUMS>, reach: &[f64], sums: &mut Sums) {
        for range in self.starts.windows(2).map(|ends| ends[0]..ends[1]) {
            let indices = &self.indices[range.clone()];
            let reach = &reach[range.clone()];
            for (worse, indices) in sums.worse[range.clone()].iter_mut().zip(indices) {
                *worse = x.apart_from(indices);
            }
            for ((indices, parts), &reach) in indices.iter().zip(&self.parts[range.clone()]).zip(reach) {
                x.add(indices, parts, reach);
            }
            for ((not_better, indices), reach) in sums.equal[range].iter_mut().zip(indices).zip(reach) {
                *not_better = x.apart_from(indices) - reach;
            }
        }
        let sums = sums.worse.iter_mut().zip(&mut sums.equal).zip(&mut sums.better);
        for (((worse, equal), better), ((indices, weight), reach)) in
            sums.zip(self.indices.iter().zip(&self.weights).zip(reach))
        {
            *better = (x.apart_from(indices) - reach - *equal) * weight;
            *equal = (*equal - *worse) * weight;
            *worse *= weight;
        }
    }

    fn totals_by<const SUMS: usize>(&self, x: &mut X<SUMS>, reach: &[f64], totals: &mut [f64]) {
        for ((indices, parts), &reach) in self.indices.iter().zip(&self.parts).zip(reach) {
            x.add(indices, parts, reach);
        }
        for ((total, (indices, weight)), reach) in
            totals.iter_mut().zip(self.indices.iter().zip(&self.weights)).zip(reach)
        {
            *total = (x.apart_from(indices) - reach) * weight;
        }
    }
}

/// X(T) for sets T of no card, one card and two cards.
struct X<const SUMS: usize>([f64; SUMS]);

impl<const SUMS: usize> X<SUMS> {
    #[inline]
    fn add(&mut self, indices: &[u16; 6], parts: &[f64; 7], reach: f64) {
        let [all, parts @ ..] = parts;
        self.0[0] += reach * all;
        for (index, part) in indices.iter().zip(parts) {
            self.0[usize::from(*index) % SUMS] += reach * part;
        }
    }

    /// The sum over the hands that share no card with a hand, plus the reach of the hand itself.
    #[inline]
    fn apart_from(&self, indices: &[u16; 6]) -> f64 {
        let sums = indices.map(|index| self.0[usize::from(index) % SUMS]);
        (self.0[0] - (sums[0] + sums[1] + sums[2])) + (sums[3] + sums[4] + sums[5])
    }
}
