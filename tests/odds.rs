//! Odds against brute force, which goes through all ways to deal the opponents their hands.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::cast_precision_loss, reason = "probabilities are compared to the precision of a float")]

use svara::{
    Card, Classes, Hand, InvalidOdds, MAX_OPPONENTS, Matchup, Odds, OddsTable, PARTS, Range, RankSet, Scoring,
    all_hands, odds_of_all_hands,
};

const HOUSE: Scoring = Scoring { three_of_a_kind: RankSet::from_bits(0b0000_1001), three_sevens: false };
const SCORINGS: [Scoring; 3] = [Scoring::VIPSVARA, Scoring::CLASSIC, HOUSE];

fn mask(cards: &[Card]) -> u32 {
    cards.iter().map(|card| 1 << card.number()).sum()
}

/// Deals each opponent in turn each of its hands that has no card of `gone`, and counts the results in `odds`.
fn deal(opponents: &[Vec<(u32, u8)>], gone: u32, points: u8, best: u8, ties: u64, odds: &mut Odds) {
    let Some((hands, others)) = opponents.split_first() else {
        match (best > points, ties) {
            (true, _) => odds.losses += 1,
            (false, 0) => odds.wins += 1,
            (false, ties) => {
                odds.svarkas += 1;
                odds.shares += u128::from(PARTS / (ties + 1));
            }
        }
        return;
    };
    for &(hand, its_points) in hands.iter().filter(|(hand, _)| hand & gone == 0) {
        deal(others, gone | hand, points, best.max(its_points), ties + u64::from(its_points == points), odds);
    }
}

fn brute_force(hand: Hand, opponents: &[Option<Range>], dead: &[Card], scoring: Scoring) -> Odds {
    let gone = mask(&hand.cards()) | mask(dead);
    let with_points = |hand: Hand| (mask(&hand.cards()), scoring.points(hand));
    let hands: Vec<Vec<(u32, u8)>> = opponents
        .iter()
        .map(|range| match range {
            Some(range) => range.hands().iter().copied().map(with_points).collect(),
            None => all_hands().map(with_points).filter(|(hand, _)| hand & gone == 0).collect(),
        })
        .collect();
    let mut odds = Odds { exact: true, ..Odds::default() };
    deal(&hands, gone, scoring.points(hand), 0, 0, &mut odds);
    odds
}

fn exact(hand: Hand, opponents: &[Option<Range>], dead: &[Card], scoring: Scoring) -> Odds {
    Matchup::new(hand, opponents.to_vec(), dead, scoring).unwrap().exact().unwrap()
}

fn cards(text: &str) -> Vec<Card> {
    svara::parse_cards(text).unwrap()
}

fn range(text: &str) -> Option<Range> {
    Range::parse(text, Scoring::VIPSVARA).ok()
}

#[test]
fn odds_against_one_opponent_agree_with_brute_force_for_every_hand() {
    for scoring in SCORINGS {
        for dead in ["", "7c 9h", "Td Jd Qd Kd Ad 8c 8d 8h 8s"].map(cards) {
            let all = odds_of_all_hands(&dead, scoring);
            for hand in all_hands() {
                if hand.cards().iter().any(|card| dead.contains(card)) {
                    assert_eq!(all[usize::from(hand.index())], [0, 0]);
                    continue;
                }
                let odds = brute_force(hand, &[None], &dead, scoring);
                assert_eq!(exact(hand, &[None], &dead, scoring), odds, "{hand}");
                assert_eq!(all[usize::from(hand.index())].map(u128::from), [odds.wins, odds.svarkas], "{hand}");
            }
        }
    }
}

#[test]
fn wins_and_losses_against_one_opponent_add_up_to_the_same_over_all_hands() {
    for scoring in SCORINGS {
        let sum =
            all_hands().map(|hand| exact(hand, &[None], &[], scoring)).reduce(|sum, odds| sum.and(&odds)).unwrap();
        assert_eq!(sum.wins, sum.losses);
        assert_eq!(sum.total(), 4_960 * 3_654);
        assert_eq!(sum.shares, sum.svarkas * u128::from(PARTS / 2));
    }
}

#[test]
fn odds_against_two_opponents_agree_with_brute_force_for_a_spread_of_hands() {
    for scoring in SCORINGS {
        for (place, hand) in all_hands().step_by(709).enumerate() {
            let dead: Vec<Card> = [vec![], cards("As 9c"), cards("8d")][place % 3]
                .iter()
                .copied()
                .filter(|card| !hand.cards().contains(card))
                .collect();
            let odds = brute_force(hand, &[None, None], &dead, scoring);
            assert_eq!(exact(hand, &[None, None], &dead, scoring), odds, "{hand}");
        }
    }
}

#[test]
fn odds_against_three_opponents_agree_with_brute_force_for_a_few_hands() {
    let dead = cards("8c 8d 8h 9c 9d Tc Td Th Jc Jd");
    for scoring in SCORINGS {
        for hand in ["7c Kh Kd", "Qs Kh Ac", "7d 9h 9s"].map(|hand| hand.parse().unwrap()) {
            let opponents = [None, None, None];
            assert_eq!(
                exact(hand, &opponents, &dead, scoring),
                brute_force(hand, &opponents, &dead, scoring),
                "{hand}"
            );
        }
    }
}

#[test]
fn odds_against_ranges_agree_with_brute_force() {
    let hand = "Ah 9h 8c".parse().unwrap();
    for opponents in [
        vec![range("AA")],
        vec![range("28+"), None],
        vec![range("AA"), range("AA")],
        vec![range("AA"), range("KK, AK")],
        vec![range("7c"), range("TsJsQs"), None],
        vec![range("AA"), range("QQ"), range("QQ")],
        vec![range("30+"), range("7x7x"), range("TT & !TTT, 9x9x")],
    ] {
        for dead in ["", "9d Qc"].map(cards) {
            for scoring in SCORINGS {
                let odds = brute_force(hand, &opponents, &dead, scoring);
                assert_eq!(exact(hand, &opponents, &dead, scoring), odds, "{opponents:?}");
            }
        }
    }
}

#[test]
fn the_table_and_counting_agree() {
    // With a range of all hands the odds are counted; without a range they come from the table.
    let any = range("any");
    for scoring in [Scoring::VIPSVARA, Scoring::CLASSIC] {
        let table = OddsTable::of(scoring).unwrap();
        for (place, &hand) in Classes::all().first_hands().iter().enumerate() {
            for opponents in if place % 10 == 0 { 1..=3 } else { 1..=2 } {
                let ranges = vec![any.clone(); opponents];
                assert_eq!(exact(hand, &ranges, &[], scoring), table.odds(hand, opponents), "{hand}");
            }
        }
    }
}

#[test]
fn all_players_together_win_one_pot() {
    // Each of k + 1 players has the odds of a random hand, so the mean share of the pot is exactly 1 / (k + 1).
    for scoring in [Scoring::VIPSVARA, Scoring::CLASSIC] {
        let table = OddsTable::of(scoring).unwrap();
        for opponents in 1..=MAX_OPPONENTS {
            let sum = all_hands().map(|hand| table.odds(hand, opponents)).reduce(|sum, odds| sum.and(&odds)).unwrap();
            let pots = sum.wins * u128::from(PARTS) + sum.shares;
            assert_eq!(pots * (opponents as u128 + 1), sum.total() * u128::from(PARTS));
        }
    }
}

#[test]
fn sampled_odds_are_within_four_standard_errors_of_exact_ones() {
    let aces = range("AA");
    let matchups: [(&str, Vec<Option<Range>>, &str); 6] = [
        ("7c Kh Kd", vec![None], ""),
        ("Qd Kh Ac", vec![None; 9], ""),
        ("9d Td 7c", vec![None; 5], ""),
        ("9d Td 7c", vec![None; 3], "8c 8d"),
        ("Kd Td 9h", vec![aces.clone(), None], ""),
        ("Ad Td 9h", vec![range("20+"), None, aces], "7c"),
    ];
    for (place, (hand, opponents, dead)) in matchups.into_iter().enumerate() {
        let matchup = Matchup::new(hand.parse().unwrap(), opponents, &cards(dead), Scoring::VIPSVARA).unwrap();
        let exact = matchup.exact().unwrap();
        let key = [place as u8; 32];
        let sampled = matchup.sample::<InvalidOdds>(&key, 200_001, 1, || Ok(())).unwrap();
        assert_eq!(sampled.total(), 200_001);
        assert!(!sampled.exact);
        let total = sampled.total() as f64;
        let near = |exact: f64, sampled: f64| {
            assert!(
                (exact - sampled).abs() <= 4.0 * (exact * (1.0 - exact) / total).sqrt(),
                "{hand}: {exact} {sampled}"
            );
        };
        near(exact.win(), sampled.win());
        near(exact.svarka(), sampled.svarka());
        near(exact.loss(), sampled.loss());
        near(exact.equity(), sampled.equity()); // a share of the pot varies less than a win
        assert_eq!(Ok(sampled), matchup.sample::<InvalidOdds>(&key, 200_001, 3, || Ok(())));
    }
}

#[test]
fn a_sample_stops_on_an_error_of_keep_going() {
    let matchup = Matchup::new("7c Kh Kd".parse().unwrap(), vec![None; 9], &[], Scoring::VIPSVARA).unwrap();
    let mut asked = 0;
    let result = matchup.sample(&[0; 32], 1 << 40, 2, || {
        asked += 1;
        if asked == 3 { Err(InvalidOdds::Together) } else { Ok(()) }
    });
    assert_eq!((result, asked), (Err(InvalidOdds::Together), 3));
}

#[test]
fn impossible_matchups_are_errors() {
    let hand: Hand = "7c Kh Kd".parse().unwrap();
    let error = |opponents: Vec<Option<Range>>, dead: &str| {
        Matchup::new(hand, opponents, &cards(dead), Scoring::VIPSVARA).unwrap_err()
    };
    assert_eq!(error(vec![], ""), InvalidOdds::Opponents(0));
    assert_eq!(error(vec![None; 10], ""), InvalidOdds::Opponents(10));
    assert_eq!(error(vec![None], "Kd"), InvalidOdds::DeadInHand("Kd".parse().unwrap()));
    assert_eq!(error(vec![None], "As As"), InvalidOdds::DeadTwice("As".parse().unwrap()));
    assert_eq!(error(vec![None; 9], "As Ad Ah"), InvalidOdds::TooFewCards { left: 26, opponents: 9 });
    assert_eq!(error(vec![None, range("KKK")], ""), InvalidOdds::NoHandLeft(2));
    let both = vec![range("AAA"), range("AAA")];
    assert_eq!(exact(hand, &both, &[], Scoring::VIPSVARA).total(), 0);
    let matchup = Matchup::new(hand, [both, vec![None; 2]].concat(), &[], Scoring::VIPSVARA).unwrap();
    assert_eq!(matchup.exact(), None);
    assert_eq!(matchup.sample(&[0; 32], 1, 1, || Ok(())), Err(InvalidOdds::Together));
}
