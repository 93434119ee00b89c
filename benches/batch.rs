//! Scores a million hands with each instruction set of the machine: `cargo bench --bench batch`.

use divan::Bencher;
use divan::counter::ItemsCount;
use svara::{Instructions, Scoring, points_batch_with, random_hands};

const HANDS: usize = 1_000_000;

fn main() {
    divan::main();
}

#[divan::bench(args = Instructions::available())]
fn points(bencher: Bencher<'_, '_>, instructions: &Instructions) {
    let mut cards = vec![0; 3 * HANDS];
    random_hands(&[1; 32], 0, &mut cards);
    let mut points = vec![0; HANDS];
    bencher
        .counter(ItemsCount::new(HANDS))
        .bench_local(|| points_batch_with(*instructions, &cards, Scoring::VIPSVARA, &mut points));
}
