//! Which hands meet at the end of a game, how often, and which of the two is better.

use crate::cards::{DECK, Hand};
use crate::classes::{orbits, swapped, swaps};
use crate::hands::{HANDS, all_hands};
use crate::scoring::Scoring;

/// How often each hand of player 0 meets each hand of player 1, and which of them is better.
///
/// The weights of all pairs add up to 1 over a whole deal; where a card turns up in between, they do over all cards that
/// may turn up.
#[derive(Clone, Debug)]
pub enum Pairing {
    /// Any two sets of hands, by a matrix.
    Matrix(MatrixPairing),
    /// The hands of Svara, all ways to deal two equally likely.
    Hands(HandPairing),
}

impl Pairing {
    /// How many hands each player may have.
    #[must_use]
    pub fn hands(&self) -> [usize; 2] {
        match self {
            Pairing::Matrix(matrix) => matrix.hands,
            Pairing::Hands(hands) => [hands.places.len(); 2],
        }
    }

    /// For each hand of `player`, the weights of the other's hands times their reach, added up over those that are
    /// worse, equal and better.
    pub(super) fn sums(&self, player: usize, reach: &[f64], sums: &mut Sums) {
        match self {
            Pairing::Matrix(matrix) => matrix.sums(player, reach, sums),
            Pairing::Hands(hands) => hands.sums(reach, sums),
        }
    }

    /// The same, added up over all of the other's hands.
    pub(super) fn totals(&self, player: usize, reach: &[f64], totals: &mut [f64]) {
        match self {
            Pairing::Matrix(matrix) => matrix.totals(player, reach, totals),
            Pairing::Hands(hands) => hands.totals(reach, totals),
        }
    }
}

/// What [`Pairing::sums`] gives: one number for each hand.
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

/// Pairs of hands by a matrix, as small games have them.
#[derive(Clone, Debug)]
pub struct MatrixPairing {
    hands: [usize; 2],
    weights: Vec<f64>,
    order: Vec<i8>,
}

impl MatrixPairing {
    /// A pairing from the weights of all pairs, by the hand of player 0 and then that of player 1, and for each pair 1
    /// if the hand of player 0 is the better, 0 if they are equal and -1 if it is the worse. `None` for matrices that do
    /// not have the sizes of `hands`.
    #[must_use]
    pub fn new(hands: [usize; 2], weights: Vec<f64>, order: Vec<i8>) -> Option<MatrixPairing> {
        let pairs = hands[0].checked_mul(hands[1])?;
        (pairs > 0 && weights.len() == pairs && order.len() == pairs).then_some(MatrixPairing { hands, weights, order })
    }

    fn pair(&self, player: usize, own: usize, other: usize) -> (f64, i8) {
        let (row, column) = if player == 0 { (own, other) } else { (other, own) };
        let place = row * self.hands[1] + column;
        (self.weights[place], if player == 0 { self.order[place] } else { -self.order[place] })
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

/// The hands of Svara in classes that mean the same to the rules, numbered by their points, the fewest first.
///
/// With x(h) the reach of the other's hands, each hand of a class having the same, and X(T) the sum of x over the hands
/// that hold all cards of T, the sum over the hands that share no card with {a, b, c} is, by inclusion and exclusion,
/// X(∅) - X({a}) - X({b}) - X({c}) + X({a, b}) + X({a, c}) + X({b, c}) - x({a, b, c}). By symmetry X depends only on the
/// class of T, so that a few tens of sums serve all hands. Taken while hands are added in the order of their points, it
/// tells worse, equal and better ones apart.
#[derive(Clone, Debug)]
pub struct HandPairing {
    /// Each class, as what it adds to the sums, and what it takes from them.
    places: Vec<Places>,
    /// The first class of each number of points, and the number of classes.
    points: Vec<usize>,
    sizes: Vec<u32>,
    first_hands: Vec<Hand>,
    class_of: Vec<u16>,
}

#[derive(Clone, Debug)]
struct Places {
    /// Where the sums of its cards and its pairs of cards are.
    cards: [u16; 3],
    pairs: [u16; 3],
    /// How many hands it has, and how many of them a card or a pair of its class is in: each by how many hold it.
    size: f64,
    per_card: [f64; 3],
    per_pair: [f64; 3],
    /// Its size over the number of all ordered pairs of hands that share no card.
    weight: f64,
}

/// No partition has more sums: one of all hands, of 32 cards, and of 496 pairs. A power of two, so that an index needs no
/// check.
const MOST_SUMS: usize = 1_024;

/// The ordered pairs of hands that share no card: 4,960 times 3,654.
const PAIRS_OF_HANDS: f64 = 18_123_840.0;

impl HandPairing {
    /// The classes of the hands that differ only in suits and ranks which mean the same in this scoring.
    #[must_use]
    pub fn new(scoring: Scoring) -> HandPairing {
        HandPairing::by_swaps(scoring, &swaps(scoring))
    }

    /// Every hand in a class of its own.
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

    /// How many hands each class has.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
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

        // The places of the sums: all hands, then the classes of cards, then those of pairs that a hand may hold.
        let pairs = || (0..DECK).flat_map(|first| (first + 1..DECK).map(move |second| first * DECK + second));
        let card_count = 1 + card_classes.iter().max().copied().unwrap_or_default();
        let mut pair_numbers: Vec<usize> = pairs().map(|pair| pair_classes[pair]).collect();
        pair_numbers.sort_unstable();
        pair_numbers.dedup();
        let place_of_pair = |pair: usize| pair_numbers.partition_point(|&class| class < pair_classes[pair]);
        let cards_like = |card: usize| card_classes.iter().filter(|&&class| class == card_classes[card]).count() as u32;
        let pairs_like =
            |pair: usize| pairs().filter(|&other| pair_classes[other] == pair_classes[pair]).count() as u32;
        let mut sizes = vec![0_u32; first_hands.len()];
        for &class in &class_of {
            sizes[usize::from(class)] += 1;
        }
        let places = first_hands.iter().zip(&sizes).map(|(first, &size)| {
            let size = f64::from(size);
            let [a, b, c] = first.cards().map(|card| usize::from(card.number()));
            let cards = [a, b, c];
            let pairs = [(a, b), (a, c), (b, c)].map(|(one, other)| one.min(other) * DECK + one.max(other));
            Places {
                cards: cards.map(|card| (1 + card_classes[card]) as u16),
                pairs: pairs.map(|pair| (1 + card_count + place_of_pair(pair)) as u16),
                size,
                per_card: cards.map(|card| size / f64::from(cards_like(card))),
                per_pair: pairs.map(|pair| size / f64::from(pairs_like(pair))),
                weight: size / PAIRS_OF_HANDS,
            }
        });
        let places = places.collect();
        let points_of = |class: usize| scoring.points(first_hands[class]);
        let mut points: Vec<usize> =
            (0..first_hands.len()).filter(|&class| class == 0 || points_of(class) != points_of(class - 1)).collect();
        points.push(first_hands.len());
        HandPairing { places, points, sizes, first_hands, class_of }
    }

    fn sums(&self, reach: &[f64], sums: &mut Sums) {
        let mut x = X([0.0; MOST_SUMS]);
        for range in self.points.windows(2).map(|ends| ends[0]..ends[1]) {
            for class in range.clone() {
                sums.worse[class] = x.apart_from(&self.places[class]);
            }
            for class in range.clone() {
                x.add(&self.places[class], reach[class]);
            }
            for class in range {
                sums.equal[class] = x.apart_from(&self.places[class]) - reach[class];
            }
        }
        for (class, places) in self.places.iter().enumerate() {
            let [worse, not_better] = [sums.worse[class], sums.equal[class]];
            sums.worse[class] = worse * places.weight;
            sums.equal[class] = (not_better - worse) * places.weight;
            sums.better[class] = (x.apart_from(places) - reach[class] - not_better) * places.weight;
        }
    }

    fn totals(&self, reach: &[f64], totals: &mut [f64]) {
        let mut x = X([0.0; MOST_SUMS]);
        for (places, &reach) in self.places.iter().zip(reach) {
            x.add(places, reach);
        }
        for ((total, places), &reach) in totals.iter_mut().zip(&self.places).zip(reach) {
            *total = (x.apart_from(places) - reach) * places.weight;
        }
    }
}

/// X(T) for no card, one card and two cards.
struct X([f64; MOST_SUMS]);

impl X {
    #[inline]
    fn add(&mut self, places: &Places, reach: f64) {
        self.0[0] += reach * places.size;
        for k in 0..3 {
            self.0[usize::from(places.cards[k]) % MOST_SUMS] += reach * places.per_card[k];
            self.0[usize::from(places.pairs[k]) % MOST_SUMS] += reach * places.per_pair[k];
        }
    }

    /// The sum over the hands that do not hold one or two of the cards of a hand.
    #[inline]
    fn apart_from(&self, places: &Places) -> f64 {
        let [cards, pairs] = [places.cards, places.pairs].map(|places| {
            let [first, second, third] = places.map(|place| self.0[usize::from(place) % MOST_SUMS]);
            first + second + third
        });
        (self.0[0] - cards) + pairs
    }
}
