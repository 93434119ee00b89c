//! Scores the same 10,000 hands a given number of times: `make measure-batch` counts its instructions on ARM.
//!
//! `score_batch` lists the kinds of instructions that the machine has; `score_batch Portable 2` scores with one of them,
//! twice. The difference between two runs is the cost of the rounds alone, without the start and the end.

use std::error::Error;
use std::hint::black_box;

use svara::{Card, Hand, Instructions, Scoring, points_batch_with, random_hands};

const HANDS: usize = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, rounds] = &arguments[..] else {
        for instructions in Instructions::available() {
            println!("{instructions:?}");
        }
        return Ok(());
    };
    let instructions = Instructions::available().into_iter().find(|instructions| format!("{instructions:?}") == *name);
    let instructions = instructions.ok_or("this machine has no such instructions")?;
    let mut cards = vec![0; 3 * HANDS];
    random_hands(&[1; 32], 0, &mut cards);
    let mut points = vec![0; HANDS];
    for _ in 0..rounds.parse()? {
        points_batch_with(instructions, black_box(&cards), Scoring::VIPSVARA, black_box(&mut points))?;
    }
    if !points.iter().zip(cards.chunks_exact(3)).all(|(&points, row)| points == alone(row)) {
        return Err("the points are not those of the hands one by one".into());
    }
    Ok(())
}

/// The points of three card numbers by themselves.
fn alone(row: &[u8]) -> u8 {
    let cards: Result<Vec<Card>, _> = row.iter().map(|&number| Card::new(number)).collect();
    cards.and_then(|cards| Hand::try_from(&cards[..])).map_or(0, |hand| Scoring::VIPSVARA.points(hand))
}
