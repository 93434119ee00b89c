//! Scores the same 10,000 hands a given number of times. `make measure-batch` counts its instructions on ARM.
//!
//! `score_batch` lists the instruction sets of the machine. `score_batch Portable 2` scores all hands twice with one of
//! them. The difference between two runs is the cost of the additional rounds, without the start and the end of the
//! program.

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
    let instructions = instructions.ok_or("this machine does not have these instructions")?;
    let mut cards = vec![0; 3 * HANDS];
    random_hands(&[1; 32], 0, &mut cards);
    let mut points = vec![0; HANDS];
    for _ in 0..rounds.parse()? {
        points_batch_with(instructions, black_box(&cards), Scoring::VIPSVARA, black_box(&mut points))?;
    }
    if !points.iter().zip(cards.chunks_exact(3)).all(|(&points, row)| points == alone(row)) {
        return Err("the points differ from the points of the single hands".into());
    }
    Ok(())
}

/// The points of a single hand, given by three card numbers.
fn alone(row: &[u8]) -> u8 {
    let cards: Result<Vec<Card>, _> = row.iter().map(|&number| Card::new(number)).collect();
    cards.and_then(|cards| Hand::try_from(&cards[..])).map_or(0, |hand| Scoring::VIPSVARA.points(hand))
}
