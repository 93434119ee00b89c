//! The points of many hands at once, with every instruction set of the machine.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use svara::{Card, Hand, Instructions, RankSet, RowContent, Scoring, points_batch_with, points_of_indices};

const SCORINGS: [Scoring; 3] = [
    Scoring::VIPSVARA,
    Scoring::CLASSIC,
    Scoring { three_of_a_kind: RankSet::from_bits(0b0101_0101), three_sevens: false },
];

fn points_one_by_one([a, b, c]: [u8; 3], scoring: Scoring) -> Option<u8> {
    let hand = Hand::new([Card::new(a).ok()?, Card::new(b).ok()?, Card::new(c).ok()?]).ok()?;
    Some(scoring.points(hand))
}

fn all_triples() -> impl Iterator<Item = [u8; 3]> {
    (0..32).flat_map(|a| (0..32).flat_map(move |b| (0..32).map(move |c| [a, b, c])))
}

#[test]
fn every_ordered_triple_of_cards_has_the_points_of_its_hand_in_every_scoring() {
    let rows: Vec<[u8; 3]> = all_triples().filter(|&row| points_one_by_one(row, Scoring::VIPSVARA).is_some()).collect();
    let mut points = vec![0; rows.len()];
    for instructions in Instructions::available() {
        for bits in 0..=u8::MAX {
            for three_sevens in [false, true] {
                let scoring = Scoring { three_of_a_kind: RankSet::from_bits(bits), three_sevens };
                points_batch_with(instructions, rows.as_flattened(), scoring, &mut points).unwrap();
                for (&row, &points) in rows.iter().zip(&points) {
                    assert_eq!(Some(points), points_one_by_one(row, scoring), "{instructions:?} {row:?}");
                }
            }
        }
    }
}

#[test]
fn every_triple_that_is_not_a_hand_is_an_error_in_every_place() {
    for instructions in Instructions::available() {
        let beyond = (0..=255).flat_map(|card| [[card, 5, 6], [5, card, 6], [5, 6, card]]);
        for (number, row) in all_triples().chain(beyond).enumerate() {
            let place = number % 70; // in any full register, or in the rows after the last full register
            let mut rows = [[1, 2, 3]; 70];
            rows[place] = row;
            let mut points = [0; 70];
            let result = points_batch_with(instructions, rows.as_flattened(), Scoring::VIPSVARA, &mut points);
            if let Some(expected) = points_one_by_one(row, Scoring::VIPSVARA) {
                assert_eq!((result, points[place]), (Ok(()), expected));
            } else {
                let error = result.unwrap_err();
                assert_eq!((error.row, error.content), (place, RowContent::Cards(row)));
            }
        }
    }
}

#[test]
fn every_length_and_offset_gives_the_same_points_and_writes_nothing_else() {
    let rows: Vec<[u8; 3]> = all_triples().filter(|[a, b, c]| a < b && b < c).step_by(13).take(270).collect();
    for instructions in Instructions::available() {
        for scoring in SCORINGS {
            for length in 0..=200 {
                for offset in 0..64 {
                    let mut points = [99; 270];
                    let part = offset..offset + length;
                    let cards = rows[part.clone()].as_flattened();
                    points_batch_with(instructions, cards, scoring, &mut points[part.clone()]).unwrap();
                    for (place, &points) in points.iter().enumerate() {
                        let expected =
                            if part.contains(&place) { points_one_by_one(rows[place], scoring) } else { None };
                        assert_eq!(points, expected.unwrap_or(99));
                    }
                }
            }
        }
    }
}

#[test]
fn the_error_is_about_the_first_of_several_invalid_rows() {
    for instructions in Instructions::available() {
        for first in [0, 31, 32, 2_047, 2_048, 4_999] {
            let mut rows = vec![[1, 2, 3]; 5_000];
            rows[4_999] = [9, 9, 9];
            rows[first] = [40, 2, 3];
            let mut points = vec![0; 5_000];
            let error =
                points_batch_with(instructions, rows.as_flattened(), Scoring::CLASSIC, &mut points).unwrap_err();
            assert_eq!((error.row, error.content), (first, RowContent::Cards([40, 2, 3])));
        }
    }
}

#[test]
fn hand_indices_have_the_points_of_their_hands_and_other_indices_are_errors() {
    let indices: Vec<u16> = (0..4_960).rev().collect();
    let mut points = vec![0; 4_960];
    points_of_indices(&indices, Scoring::CLASSIC, &mut points).unwrap();
    for (&index, &points) in indices.iter().zip(&points) {
        assert_eq!(points, Scoring::CLASSIC.points(Hand::from_index(index).unwrap()));
    }
    for index in 4_960..=u16::MAX {
        let error = points_of_indices(&[7, index, 4_960], Scoring::CLASSIC, &mut [0; 3]).unwrap_err();
        assert_eq!((error.row, error.content), (1, RowContent::Index(index)));
    }
}
