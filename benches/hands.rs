//! Measures the core without Python: `cargo bench`. Each benchmark checks its result.

use divan::{Bencher, black_box};
use svara::{HANDS, Hand, Scoring, all_hands, parse_cards, shuffled_deck};

fn main() {
    divan::main();
}

/// Looks up the points of all hands in the table.
#[divan::bench]
fn points_of_all_hands(bencher: Bencher) {
    let hands: Vec<Hand> = all_hands().collect();
    bencher.counter(HANDS).bench(|| {
        let sum: u32 = black_box(&hands).iter().map(|&hand| u32::from(Scoring::VIPSVARA.points(hand))).sum();
        assert_eq!(sum, 84_598);
    });
}

/// Finds the combinations of all hands, which are not in a table.
#[divan::bench]
fn combinations_of_all_hands(bencher: Bencher) {
    let hands: Vec<Hand> = all_hands().collect();
    bencher.counter(HANDS).bench(|| {
        let sum: u32 =
            black_box(&hands).iter().map(|&hand| u32::from(Scoring::VIPSVARA.combination(hand).points())).sum();
        assert_eq!(sum, 84_598);
    });
}

/// Converts each hand to its cards and back.
#[divan::bench]
fn cards_of_all_hands_and_back(bencher: Bencher) {
    let hands: Vec<Hand> = all_hands().collect();
    bencher.counter(HANDS).bench(|| {
        assert!(black_box(&hands).iter().all(|&hand| Hand::new(hand.cards()) == Ok(hand)));
    });
}

/// Parses the text of three cards.
#[divan::bench(args = ["7c Kh Kd", "7♣ K♥ K♦", "K ♥, 9 ♥ i Q ♣"])]
fn parse(bencher: Bencher, text: &str) {
    bencher.bench(|| assert_eq!(parse_cards(black_box(text)).map(|cards| cards.len()), Ok(3)));
}

/// Shuffles a deck from a key.
#[divan::bench]
fn shuffle(bencher: Bencher) {
    bencher.bench(|| assert_eq!(shuffled_deck(black_box(&[7; 32]), 0).len(), 32));
}
