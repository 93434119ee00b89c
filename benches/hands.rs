//! How long the core takes, without Python: `cargo bench`. Each bench checks its answer.

use divan::{Bencher, black_box};
use svara::{HANDS, Hand, Scoring, all_hands, parse_cards, shuffled_deck};

fn main() {
    divan::main();
}

/// The points of all hands, from the table.
#[divan::bench]
fn points_of_all_hands(bencher: Bencher) {
    let hands: Vec<Hand> = all_hands().collect();
    bencher.counter(HANDS).bench(|| {
        let sum: u32 = black_box(&hands).iter().map(|&hand| u32::from(Scoring::VIPSVARA.points(hand))).sum();
        assert_eq!(sum, 84_598);
    });
}

/// The combinations of all hands, which no table holds.
#[divan::bench]
fn combinations_of_all_hands(bencher: Bencher) {
    let hands: Vec<Hand> = all_hands().collect();
    bencher.counter(HANDS).bench(|| {
        let sum: u32 =
            black_box(&hands).iter().map(|&hand| u32::from(Scoring::VIPSVARA.combination(hand).points())).sum();
        assert_eq!(sum, 84_598);
    });
}

/// A hand from the index of its cards and back.
#[divan::bench]
fn cards_of_all_hands_and_back(bencher: Bencher) {
    let hands: Vec<Hand> = all_hands().collect();
    bencher.counter(HANDS).bench(|| {
        assert!(black_box(&hands).iter().all(|&hand| Hand::new(hand.cards()) == Ok(hand)));
    });
}

/// Text to hand.
#[divan::bench(args = ["7c Kh Kd", "7♣ K♥ K♦", "K ♥, 9 ♥ i Q ♣"])]
fn parse(bencher: Bencher, text: &str) {
    bencher.bench(|| assert_eq!(parse_cards(black_box(text)).map(|cards| cards.len()), Ok(3)));
}

/// A deck of a seed.
#[divan::bench]
fn shuffle(bencher: Bencher) {
    bencher.bench(|| assert_eq!(shuffled_deck(black_box(&[7; 32]), 0).len(), 32));
}
