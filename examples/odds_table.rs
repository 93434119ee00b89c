//! Computes the exact tables of odds and compares them with the shipped tables: `make odds-table`.
//!
//! For a hand with P points and k opponents with random hands from the other 29 cards, the tables count the sets of k
//! disjoint hands without a better hand, by the number of hands in the set with exactly P points.
//!
//! For a set S of 3k cards, let f(S) be the polynomial in which the coefficient of xʲ counts the ways to split S into k
//! hands of at most P points, j of them with exactly P points. Fix any card of S. Then f(S) is the sum of f(S - h) over
//! the hands h in S that contain this card, where the terms of hands with exactly P points are multiplied by x. The
//! table needs the sum of f over all sets of 3k cards that share no card with the given hand. All numbers are whole
//! numbers below 2⁶¹.
//!
//! Sets that differ only by a permutation of 10 J Q K, or of ♦ ♥ ♠, have equal f. Therefore f is stored in one row for
//! each set of cards of 10 J Q K, up to both permutations. Each row has an entry for each set of 7s, 8s, 9s and aces
//! that makes the number of cards a multiple of three. All rows together take 1.6 GB.
//!
//! `--write` replaces the shipped tables. `--threads N` sets the number of threads (default: 2).

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use svara::{Card, Classes, Hand, MAX_OPPONENTS as OPPONENTS, MAX_POINTS, OddsTable, Scoring, TableRow};

/// The length of a row: the greatest number of sets of 7s, 8s, 9s and aces with the same number of cards modulo 3.
const ROW: usize = 21_846;
/// The coefficients of 1, x, x², …: numbers of sets of hands, by how many hands of the set tie.
type Polynomial = [u64; OPPONENTS + 1];
/// All permutations of ♦ ♥ ♠, as maps of the four suits.
const SUIT_ORDERS: [[usize; 4]; 6] =
    [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 1, 3], [0, 2, 3, 1], [0, 3, 1, 2], [0, 3, 2, 1]];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let threads = match arguments.iter().position(|argument| argument == "--threads") {
        Some(place) => arguments.get(place + 1).ok_or("--threads needs a number")?.parse()?,
        None => 2,
    };
    let maker = Maker::new(threads);
    let mut all_equal = true;
    for (name, scoring) in [("vipsvara", Scoring::VIPSVARA), ("classic", Scoring::CLASSIC)] {
        let bytes = OddsTable::encode(&maker.table(scoring));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/odds/data/odds_{name}.bin"));
        let equal = std::fs::read(&path).is_ok_and(|shipped| shipped == bytes);
        println!(
            "{name}: {} bytes, {} the shipped table",
            bytes.len(),
            if equal { "equal to" } else { "NOT equal to" }
        );
        if !equal && arguments.iter().any(|argument| argument == "--write") {
            std::fs::write(&path, &bytes)?;
            println!("{name}: written");
        } else {
            all_equal &= equal;
        }
    }
    if all_equal { Ok(()) } else { Err("the tables differ from the shipped tables".into()) }
}

/// The row of a set of cards of 10 J Q K, and the order of suits that maps the set to the set of the row.
#[derive(Clone, Copy, Default)]
struct Place {
    row: usize,
    order: usize,
}

/// The data that does not depend on the points P.
struct Maker {
    threads: usize,
    /// The set of cards of 10 J Q K for each row, as 16 bits, in ascending order of the number of cards.
    sets: Vec<usize>,
    /// The place of each set of cards of 10 J Q K.
    places: Vec<Place>,
    /// For each order of suits, the index in a row of each set of 7s, 8s, 9s and aces.
    entries: [Vec<u16>; 6],
}

impl Maker {
    fn new(threads: usize) -> Maker {
        let mut counts = [0_u16; 3];
        let in_row: Vec<u16> = (0_usize..1 << 16)
            .map(|low| {
                let count = &mut counts[low.count_ones() as usize % 3];
                *count += 1;
                *count - 1
            })
            .collect();
        let entries = SUIT_ORDERS.map(|order| (0..1 << 16).map(|low| in_row[reorder(low, order)]).collect());
        let canonical = |set: usize| {
            let sorted = SUIT_ORDERS.map(|order| {
                let reordered = reorder(set, order);
                let mut ranks = [0, 4, 8, 12].map(|shift| reordered >> shift & 15);
                ranks.sort_unstable();
                ranks.into_iter().rev().fold(0, |set, suits| set << 4 | suits)
            });
            sorted.into_iter().zip(0..6).min().unwrap_or_default()
        };
        let mut sets: Vec<usize> = (0..1 << 16).filter(|&set| canonical(set) == (set, 0)).collect();
        sets.sort_by_key(|set| set.count_ones());
        let mut row_of = vec![0; 1 << 16];
        for (row, &set) in sets.iter().enumerate() {
            row_of[set] = row;
        }
        let places = (0..1 << 16).map(canonical).map(|(set, order)| Place { row: row_of[set], order }).collect();
        Maker { threads, sets, places, entries }
    }

    /// The table of one scoring, by class.
    fn table(&self, scoring: Scoring) -> Vec<[TableRow; OPPONENTS]> {
        let first_hands = Classes::all().first_hands();
        let mut table = vec![[TableRow::default(); OPPONENTS]; first_hands.len()];
        for points in 8..=MAX_POINTS {
            let classes: Vec<usize> =
                (0..first_hands.len()).filter(|&class| scoring.points(first_hands[class]) == points).collect();
            if classes.is_empty() {
                continue;
            }
            let start = Instant::now();
            let hands: Vec<Hand> = classes.iter().map(|&class| first_hands[class]).collect();
            let polynomials = self.polynomials(&Deals::new(scoring, points));
            for (class, sums) in classes.into_iter().zip(self.sums(&polynomials, &hands)) {
                table[class] = sums.map(|sets_by_ties| TableRow::of_ties(&sets_by_ties));
            }
            println!("{points} points: {} classes, {:.0?}", hands.len(), start.elapsed());
        }
        table
    }

    /// The polynomials f, by row and entry.
    fn polynomials(&self, deals: &Deals) -> Vec<Polynomial> {
        let mut polynomials = vec![Polynomial::default(); self.sets.len() * ROW];
        let mut first = 0;
        while first < self.sets.len() {
            let count = self.sets[first].count_ones();
            let level = self.sets[first..].iter().take_while(|set| set.count_ones() == count).count();
            let (done, rest) = polynomials.split_at_mut(first * ROW);
            // The rows of one level are independent of each other: a hand with cards of 10 J Q K leads to a lower
            // level.
            let rows = Mutex::new(self.sets[first..first + level].iter().zip(rest.chunks_exact_mut(ROW)));
            std::thread::scope(|scope| {
                for _ in 0..self.threads {
                    scope.spawn(|| {
                        while let Some((&set, row)) = next(&rows) {
                            self.fill_row(deals, set, done, row);
                        }
                    });
                }
            });
            first += level;
        }
        polynomials
    }

    /// Computes the row of the cards `set` of 10 J Q K from its own earlier entries and the rows before it.
    fn fill_row(&self, deals: &Deals, set: usize, done: &[Polynomial], row: &mut [Polynomial]) {
        let high: Vec<usize> = (0..16).filter(|bit| set >> bit & 1 == 1).collect();
        let taken = |cards: usize| self.places[set ^ cards];
        if high.len() % 3 == 0 {
            row[0] = match high.split_last() {
                None => std::array::from_fn(|power| u64::from(power == 0)),
                Some((&first, others)) => {
                    let mut sums = [Polynomial::default(); 2];
                    for (b, a) in pairs(others) {
                        if let Some(tied) = deals.tied(first + 16, b + 16, a + 16) {
                            add(&mut sums[tied], &done[taken(1 << first | 1 << b | 1 << a).row * ROW]);
                        }
                    }
                    join(&sums)
                }
            };
        }
        for first in 0..16 {
            // The places to which the hands with the first card lead, by whether they tie.
            // Hands with two cards of 10 J Q K:
            let mut two_high = [Vec::new(), Vec::new()];
            for (b, a) in pairs(&high) {
                if let Some(tied) = deals.tied(first, b + 16, a + 16) {
                    two_high[tied].push(taken(1 << b | 1 << a));
                }
            }
            // Hands with one card of 10 J Q K, by the other low card:
            let mut one_high: [[Vec<Place>; 2]; 16] = Default::default();
            // Hands without a card of 10 J Q K, as a set of third cards by the second card:
            let mut none_high = [[0_usize; 2]; 16];
            for b in 0..first {
                for &a in &high {
                    if let Some(tied) = deals.tied(first, b, a + 16) {
                        one_high[b][tied].push(taken(1 << a));
                    }
                }
                for a in 0..b {
                    if let Some(tied) = deals.tied(first, b, a) {
                        none_high[b][tied] |= 1 << a;
                    }
                }
            }
            for low in (0_usize..1 << first).filter(|low| (high.len() + 1 + low.count_ones() as usize) % 3 == 0) {
                let mut sums = [Polynomial::default(); 2];
                for (tied, sum) in sums.iter_mut().enumerate() {
                    for place in &two_high[tied] {
                        add(sum, &done[place.row * ROW + usize::from(self.entries[place.order][low])]);
                    }
                    for b in bits(low) {
                        let rest = low ^ 1 << b;
                        for place in &one_high[b][tied] {
                            add(sum, &done[place.row * ROW + usize::from(self.entries[place.order][rest])]);
                        }
                        for a in bits(rest & none_high[b][tied]) {
                            add(sum, &row[usize::from(self.entries[0][rest ^ 1 << a])]);
                        }
                    }
                }
                row[usize::from(self.entries[0][1 << first | low])] = join(&sums);
            }
        }
    }

    /// For each hand and each number k of opponents, the sum of f over the sets of 3k cards without a card of the hand.
    fn sums(&self, polynomials: &[Polynomial], hands: &[Hand]) -> Vec<[Polynomial; OPPONENTS]> {
        // For each row: the low cards of the hands in the row's order of suits, and how often each hand occurs with
        // them.
        let mut wanted: Vec<BTreeMap<usize, BTreeMap<usize, u64>>> = vec![BTreeMap::new(); self.sets.len()];
        for (number, &hand) in hands.iter().enumerate() {
            let (low, high) = split(hand);
            for (_, place) in self.places.iter().enumerate().filter(|&(set, _)| set & high == 0) {
                let reordered = reorder(low, SUIT_ORDERS[place.order]);
                *wanted[place.row].entry(reordered).or_default().entry(number).or_default() += 1;
            }
        }
        let rows = Mutex::new(wanted.iter().enumerate());
        let totals = Mutex::new(vec![[Polynomial::default(); OPPONENTS]; hands.len()]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    while let Some((row, wanted)) = next(&rows) {
                        let count = self.sets[row].count_ones() as usize;
                        let row = &polynomials[row * ROW..][..ROW];
                        for (&missed, hands) in wanted {
                            let sums = self.sums_by_opponents(row, count, missed);
                            let Ok(mut totals) = totals.lock() else { return };
                            for (&hand, &times) in hands {
                                for (total, sum) in totals[hand].as_flattened_mut().iter_mut().zip(sums.as_flattened())
                                {
                                    *total += times * sum;
                                }
                            }
                        }
                    }
                });
            }
        });
        totals.into_inner().unwrap_or_default()
    }

    /// The sums of the entries of a row without the low cards `missed`, by the number of opponents. The row has `count`
    /// cards of 10 J Q K.
    fn sums_by_opponents(&self, row: &[Polynomial], count: usize, missed: usize) -> [Polynomial; OPPONENTS] {
        let mut sums = [Polynomial::default(); OPPONENTS];
        for low in (0_usize..1 << 16).filter(|low| low & missed == 0) {
            let cards = count + low.count_ones() as usize;
            if cards % 3 == 0 && (1..=OPPONENTS).contains(&(cards / 3)) {
                add(&mut sums[cards / 3 - 1], &row[usize::from(self.entries[0][low])]);
            }
        }
        sums
    }
}

/// The next item of work that several threads share.
fn next<T>(work: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    work.lock().ok()?.next()
}

/// The elements of a set of bits, in ascending order.
fn bits(mut set: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// All pairs of elements, the greater element first.
fn pairs(ascending: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    ascending.iter().enumerate().flat_map(|(place, &b)| ascending[..place].iter().map(move |&a| (b, a)))
}

fn add(sum: &mut Polynomial, polynomial: &Polynomial) {
    for (sum, coefficient) in sum.iter_mut().zip(polynomial) {
        *sum += coefficient;
    }
}

/// The first polynomial plus x times the second.
fn join([sum, tied]: &[Polynomial; 2]) -> Polynomial {
    std::array::from_fn(|power| sum[power] + if power == 0 { 0 } else { tied[power - 1] })
}

/// The image of a set of cards of four ranks, as 16 bits, under an order of suits.
fn reorder(set: usize, order: [usize; 4]) -> usize {
    bits(set).map(|bit| 1 << (bit & !3 | order[bit & 3])).sum()
}

/// The cards of a hand as two sets of 16 bits: the low set of 7s, 8s, 9s and aces, and the high set of 10s, Js, Qs and
/// Ks.
fn split(hand: Hand) -> (usize, usize) {
    let bits: u32 = hand.cards().iter().map(|card| 1 << card.number()).sum();
    ((bits & 0xfff | bits >> 16 & 0xf000) as usize, (bits >> 12 & 0xffff) as usize)
}

/// The number of the card at a place: a bit of the low set (0 to 15) or of the high set (16 to 31).
fn card_number(place: usize) -> u8 {
    let number = match place {
        0..12 => place,
        12..16 => place + 16,
        _ => place - 4,
    };
    number as u8
}

/// The hands that opponents may hold without beating the given points, by the places of their cards.
struct Deals(Vec<Option<usize>>);

impl Deals {
    fn new(scoring: Scoring, points: u8) -> Deals {
        let mut table = vec![None; 1 << 15];
        for (index, entry) in table.iter_mut().enumerate() {
            let cards = [index >> 10, index >> 5 & 31, index & 31].map(|place| Card::new(card_number(place)));
            let [Ok(a), Ok(b), Ok(c)] = cards else { continue };
            let Ok(hand) = Hand::new([a, b, c]) else { continue };
            let its_points = scoring.points(hand);
            *entry = (its_points <= points).then_some(usize::from(its_points == points));
        }
        Deals(table)
    }

    /// Whether a hand ties (1) or has fewer points (0); `None` if it has more.
    fn tied(&self, a: usize, b: usize, c: usize) -> Option<usize> {
        self.0[a << 10 | b << 5 | c]
    }
}
