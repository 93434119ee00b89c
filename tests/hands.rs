//! All 4,960 hands against the golden table of the slow reference (`python tests/reference.py`).

use std::collections::HashSet;

use svara::{Card, HANDS, Hand, InvalidCards, Kind, MAX_POINTS, RankSet, Scoring, all_hands, hands_by_strength};

const GOLDEN: &str = include_str!("data/hands.tsv");

/// The scoring of each column of the golden table.
const SCORINGS: [(&str, Scoring); 4] = [
    ("vipsvara", Scoring::VIPSVARA),
    ("classic", Scoring::CLASSIC),
    ("vipsvara_three_sevens_off", Scoring { three_sevens: false, ..Scoring::VIPSVARA }),
    ("classic_three_sevens_off", Scoring { three_sevens: false, ..Scoring::CLASSIC }),
];

/// A row of the golden table: the index and text of a hand, and its points by column.
struct Row {
    index: u16,
    text: &'static str,
    points: [u8; 4],
}

fn golden() -> Vec<Row> {
    let mut lines = GOLDEN.lines();
    let names: Vec<&str> = lines.next().expect("the table has a header").split('\t').skip(2).collect();
    assert_eq!(names, SCORINGS.map(|(name, _)| name));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [index, text, points @ ..] = &fields[..] else { panic!("{line:?} has too few fields") };
            let points: Vec<u8> = points.iter().map(|points| points.parse().expect("points are numbers")).collect();
            Row {
                index: index.parse().expect("an index is a number"),
                text,
                points: points.try_into().expect("there are four columns of points"),
            }
        })
        .collect()
}

#[test]
fn every_hand_has_the_points_of_the_golden_table() {
    let rows = golden();
    assert_eq!(rows.len(), HANDS);
    for row in rows {
        let hand: Hand = row.text.parse().expect("the table has hands");
        for ((name, scoring), points) in SCORINGS.into_iter().zip(row.points) {
            assert_eq!(scoring.points(hand), points, "{hand} under {name}");
            assert_eq!(scoring.combination(hand).points(), points, "{hand} under {name}");
        }
    }
}

#[test]
fn every_hand_has_the_index_of_the_golden_table() {
    for (row, hand) in golden().iter().zip(all_hands()) {
        assert_eq!(hand.to_string(), row.text);
        assert_eq!(hand.index(), row.index);
        assert_eq!(row.text.parse(), Ok(hand));
        assert_eq!(hand.unicode().parse(), Ok(hand));
        assert_eq!(Hand::from_index(row.index), Ok(hand));
    }
}

#[test]
fn every_order_of_three_cards_makes_the_same_hand() {
    for hand in all_hands() {
        let [a, b, c] = hand.cards();
        assert!(a < b && b < c);
        for cards in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            assert_eq!(Hand::new(cards), Ok(hand));
        }
    }
}

#[test]
fn the_same_card_twice_is_an_error() {
    for a in Card::all() {
        for b in Card::all() {
            for cards in [[a, a, b], [a, b, a], [b, a, a]] {
                assert_eq!(Hand::new(cards), Err(InvalidCards::Twice(a)));
            }
        }
    }
}

#[test]
fn indices_above_4959_are_errors() {
    for index in HANDS as u16..=u16::MAX {
        assert_eq!(Hand::from_index(index), Err(InvalidCards::Index(index.into())));
    }
}

#[test]
fn all_hands_are_in_ascending_order_of_their_cards() {
    assert_eq!(all_hands().len(), HANDS);
    assert!(all_hands().zip(all_hands().skip(1)).all(|(low, high)| low < high && low.cards() < high.cards()));
}

#[test]
fn hands_by_strength_start_with_the_strongest() {
    for (_, scoring) in SCORINGS {
        let hands = hands_by_strength(scoring);
        assert_eq!(hands.iter().collect::<HashSet<_>>().len(), HANDS);
        let keys: Vec<_> = hands.iter().map(|&hand| (MAX_POINTS - scoring.points(hand), hand)).collect();
        assert!(keys.is_sorted());
    }
}

#[test]
fn distribution_and_hands_with_points_agree_with_the_golden_table() {
    let rows = golden();
    for (column, (_, scoring)) in SCORINGS.into_iter().enumerate() {
        let counts = svara::distribution(scoring);
        for points in 0..=u8::MAX {
            let expected: Vec<u16> =
                rows.iter().filter(|row| row.points[column] == points).map(|row| row.index).collect();
            let found: Vec<u16> = svara::hands_with_points(points, scoring).map(Hand::index).collect();
            assert_eq!(found, expected);
            assert_eq!(counts.get(usize::from(points)).copied().unwrap_or(0) as usize, expected.len());
        }
    }
}

/// For all ranks that can make three of a kind, the points are those of the combination, and the combination consists
/// of cards of the hand, the highest first.
#[test]
fn combination_is_part_of_its_hand() {
    let single_ranks = (0..8).map(|rank| 1 << rank);
    for bits in [0, RankSet::TEN_AND_UP.bits(), RankSet::ALL.bits()].into_iter().chain(single_ranks) {
        for three_sevens in [false, true] {
            let scoring = Scoring { three_of_a_kind: RankSet::from_bits(bits), three_sevens };
            for hand in all_hands() {
                let best = scoring.combination(hand);
                assert_eq!(best.points(), scoring.points(hand));
                assert!((8..=MAX_POINTS).contains(&best.points()));
                assert!(best.cards().iter().all(|card| hand.cards().contains(card)));
                assert!(best.cards().windows(2).all(|pair| pair[0] > pair[1]));
                assert!(best.kind() != Kind::ThreeSevens || three_sevens);
                assert!(best.kind() != Kind::ThreeOfAKind || scoring.three_of_a_kind.contains(best.cards()[0].rank()));
                assert!(best.kind() != Kind::WithYonchev || best.cards().contains(&Card::YONCHEV));
            }
        }
    }
}

#[test]
fn kinds_have_the_letters_of_the_rule() {
    let kinds = [
        Kind::OneCard,
        Kind::OneSuit,
        Kind::ThreeOfAKind,
        Kind::TwoAces,
        Kind::TwoSevens,
        Kind::ThreeSevens,
        Kind::WithYonchev,
    ];
    assert_eq!(kinds.map(Kind::letter), ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    let found: HashSet<Kind> = all_hands().map(|hand| Scoring::VIPSVARA.combination(hand).kind()).collect();
    assert_eq!(found, HashSet::from(kinds));
}
