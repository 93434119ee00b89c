//! The solver against brute force: pairings over all pairs of hands, and games over all pure strategies of a player.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "results must be equal to the last bit")]
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "trees are small, and random numbers are bytes")]

use std::sync::Arc;

use proptest::prelude::*;
use svara::{
    CHANCE, Evaluation, FlatTree, Games, HANDS, Hand, HandPairing, InvalidQuery, LEAF, MAX_PLAYERS, MatrixPairing,
    NOT_LOOKED, Pairing, RankSet, Row, Scoring, Solver, Strategy as Profile, all_hands,
};

const HOUSE: Scoring = Scoring { three_of_a_kind: RankSet::from_bits(0b0101_1001), three_sevens: false };
const NONE: Scoring = Scoring { three_of_a_kind: RankSet::from_bits(0), three_sevens: true };
/// In the third scoring 10 and K make three of a kind, and J and Q do not.
const SCORINGS: [Scoring; 4] = [Scoring::VIPSVARA, Scoring::CLASSIC, HOUSE, NONE];

// Classes of hands.

#[test]
fn classes_contain_all_hands_and_each_class_has_one_number_of_points() {
    for scoring in SCORINGS {
        let pairing = HandPairing::new(scoring);
        assert_eq!(pairing.sizes().iter().sum::<u32>() as usize, HANDS);
        let mut sizes = vec![0; pairing.sizes().len()];
        for hand in all_hands() {
            let class = pairing.class_of(hand);
            sizes[class] += 1;
            let first = pairing.first_hands()[class];
            assert_eq!(scoring.points(first), scoring.points(hand), "{first} {hand}");
            assert!(first <= hand);
        }
        assert_eq!(sizes, pairing.sizes());
        assert!(pairing.first_hands().is_sorted_by_key(|&first| (scoring.points(first), first)));
    }
    assert_eq!([Scoring::VIPSVARA, Scoring::CLASSIC].map(|scoring| HandPairing::new(scoring).sizes().len()), [337; 2]);
}

#[test]
fn single_hands_are_all_hands_each_in_its_own_class() {
    for scoring in SCORINGS {
        let pairing = HandPairing::of_single_hands(scoring);
        assert_eq!(pairing.sizes(), vec![1; HANDS]);
        let mut hands = pairing.first_hands().to_vec();
        assert!(hands.iter().enumerate().all(|(number, &hand)| pairing.class_of(hand) == number));
        hands.sort_unstable();
        assert!(all_hands().eq(hands));
    }
}

// Pairings.

/// For each hand of one player, the sums of weight times reach over all, equal, worse and better hands of the opponent.
#[derive(Debug, PartialEq)]
struct Met {
    all: Vec<f64>,
    equal: Vec<f64>,
    worse: Vec<f64>,
    better: Vec<f64>,
}

/// The sums of a pairing for an opponent whose hands have this `reach`.
///
/// They are the values of a game in which the opponent continues with each hand with the probability `reach`, and the
/// player then chooses between a chip for an equal, for a worse, or for a better hand of the opponent.
fn met(pairing: &Pairing, player: usize, reach: &[f32]) -> Met {
    let [worse, better] =
        if player == 0 { [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]] } else { [[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]] };
    let equal = [0.0, if player == 0 { 1.0 } else { -1.0 }, 0.0];
    let tree = FlatTree {
        parents: vec![-1, 0, 0, 2, 2, 2],
        players: vec![1 - player as u8, LEAF, player as u8, LEAF, LEAF, LEAF],
        payoffs: vec![[0.0; 3], [1.0; 3], [0.0; 3], equal, worse, better],
        following: vec![-1; 6],
        pairings: vec![0; 6],
    };
    let hands = pairing.hands();
    let games = Games::new(&[tree], vec![pairing.clone()]).unwrap();
    let rest = reach.iter().map(|reach| 1.0 - reach); // exact, since the reaches have few bits
    let mut strategy: Vec<f32> = rest.chain(reach.iter().copied()).collect();
    strategy.extend(vec![0.0; 3 * hands[player]]);
    let seen = Profile::new(games, vec![strategy]).unwrap().node_values(0, 2, player).unwrap();
    let [equal, worse, better] = seen.values.try_into().unwrap();
    assert_eq!(seen.own_reach, vec![1.0; hands[player]]);
    assert!(near(&seen.tie_reach, &equal));
    Met { all: seen.opponent_reach, equal, worse, better }
}

fn near(found: &[f64], counted: &[f64]) -> bool {
    found.len() == counted.len() && found.iter().zip(counted).all(|(one, other)| (one - other).abs() < 1e-13)
}

fn assert_near(found: &Met, counted: &Met) {
    assert!(near(&found.all, &counted.all));
    assert!(near(&found.equal, &counted.equal));
    assert!(near(&found.worse, &counted.worse));
    assert!(near(&found.better, &counted.better));
}

/// The same sums over all pairs of hands that share no card, which are equally likely.
fn met_by_all_pairs(pairing: &HandPairing, scoring: Scoring, reach: &[f32]) -> Met {
    let mask = |hand: Hand| hand.cards().iter().map(|card| 1_u32 << card.number()).sum::<u32>();
    let hands: Vec<(u32, u8, usize)> =
        all_hands().map(|hand| (mask(hand), scoring.points(hand), pairing.class_of(hand))).collect();
    let zeros = vec![0.0; reach.len()];
    let mut met = Met { all: zeros.clone(), equal: zeros.clone(), worse: zeros.clone(), better: zeros };
    for &(cards, points, class) in &hands {
        let mut sums = [0.0; 3]; // of equal, worse and better hands
        for &(_, its_points, its_class) in hands.iter().filter(|(its_cards, ..)| cards & its_cards == 0) {
            let place = usize::from(its_points != points) + usize::from(its_points > points);
            sums[place] += f64::from(reach[its_class]);
        }
        let [equal, worse, better] = sums.map(|sum| sum / (4_960.0 * 3_654.0));
        met.all[class] += equal + worse + better;
        met.equal[class] += equal;
        met.worse[class] += worse;
        met.better[class] += better;
    }
    met
}

/// Random reaches of hands; many of them are 0 or 1.
fn reaches(hands: usize) -> impl Strategy<Value = Vec<f32>> {
    let reach = prop_oneof![2 => (0_u16..=1_000).prop_map(|number| f32::from(number) / 1_024.0), 1 => Just(0.0), 1 => Just(1.0)];
    proptest::collection::vec(reach, hands)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn sums_over_classes_agree_with_all_pairs_of_hands(reach in reaches(HANDS)) {
        for scoring in SCORINGS {
            let pairing = HandPairing::new(scoring);
            let reach = &reach[..pairing.sizes().len()];
            let counted = met_by_all_pairs(&pairing, scoring, reach);
            for player in 0..2 {
                assert_near(&met(&Pairing::Hands(pairing.clone()), player, reach), &counted);
            }
        }
    }

    #[test]
    fn sums_over_single_hands_agree_with_all_pairs_of_hands(reach in reaches(HANDS)) {
        for scoring in [Scoring::VIPSVARA, HOUSE] {
            let pairing = HandPairing::of_single_hands(scoring);
            let counted = met_by_all_pairs(&pairing, scoring, &reach);
            for player in 0..2 {
                assert_near(&met(&Pairing::Hands(pairing.clone()), player, &reach), &counted);
            }
        }
    }

    #[test]
    fn single_hands_agree_with_classes_if_all_hands_of_a_class_have_the_same_reach(reach in reaches(HANDS)) {
        for scoring in SCORINGS {
            let [classes, single] = [HandPairing::new(scoring), HandPairing::of_single_hands(scoring)];
            let reach_of_hands: Vec<f32> =
                single.first_hands().iter().map(|&hand| reach[classes.class_of(hand)]).collect();
            let by_class = met(&Pairing::Hands(classes.clone()), 0, &reach[..classes.sizes().len()]);
            let by_hand = met(&Pairing::Hands(single.clone()), 0, &reach_of_hands);
            let added = |of_hands: &[f64]| {
                let mut sums = vec![0.0; classes.sizes().len()];
                for (&hand, number) in single.first_hands().iter().zip(of_hands) {
                    sums[classes.class_of(hand)] += number;
                }
                sums
            };
            let [all, equal] = [added(&by_hand.all), added(&by_hand.equal)];
            let [worse, better] = [added(&by_hand.worse), added(&by_hand.better)];
            assert_near(&Met { all, equal, worse, better }, &by_class);
        }
    }
}

#[test]
fn the_weights_of_all_pairs_add_up_to_1() {
    for scoring in SCORINGS {
        for pairing in [HandPairing::new(scoring), HandPairing::of_single_hands(scoring)] {
            let met = met(&Pairing::Hands(pairing.clone()), 0, &vec![1.0; pairing.sizes().len()]);
            let sum = |numbers: &[f64]| numbers.iter().sum::<f64>();
            assert!((sum(&met.all) - 1.0).abs() < 1e-12);
            assert!((sum(&met.worse) - sum(&met.better)).abs() < 1e-12);
            assert!((sum(&met.equal) + sum(&met.worse) + sum(&met.better) - 1.0).abs() < 1e-12);
        }
    }
}

// Games with a few hands, paired by a matrix, and their values over all pure strategies.

const OWN_HANDS: [usize; 2] = [2, 3];
const ALL_PAIRS: usize = 6;

/// Two games with two pairings, and a strategy for them. The second game may follow the first.
#[derive(Clone, Debug)]
struct Small {
    trees: Vec<FlatTree>,
    weights: [Vec<f64>; 2],
    order: [Vec<i8>; 2],
    strategy: Vec<Vec<f32>>,
}

impl Small {
    /// Games made from random numbers. Any numbers give valid games.
    fn new(mut number: impl FnMut() -> u8, depth: u8) -> Small {
        let weights = [(); 2].map(|()| (0..ALL_PAIRS).map(|_| f64::from(number()) / 255.0 / 6.0).collect());
        let order = [(); 2].map(|()| (0..ALL_PAIRS).map(|_| number() as i8 % 2).collect());
        let mut trees = vec![FlatTree::default(); 2];
        for (game, tree) in trees.iter_mut().enumerate() {
            grow(tree, -1, depth, game == 0, [false; 2], &mut number);
        }
        let small = Small { trees, weights, order, strategy: Vec::new() };
        let games = small.games();
        let mut random =
            |game| (0..games.width(game)).map(|_| f32::from(number().saturating_sub(60)) / 195.0).collect();
        let strategy = vec![random(0), random(1)];
        let mut small = Small { strategy, ..small };
        small.forget_hands();
        small
    }

    /// Makes the strategy the same for all hands at each node where the player has not looked.
    fn forget_hands(&mut self) {
        for game in 0..2 {
            for node in 0..self.trees[game].players.len() {
                let hands = self.hands_of(game, node);
                if self.trees[game].players[node] & NOT_LOOKED != 0 {
                    let begin = self.begin(game, node);
                    let numbers = hands * self.children(game, node).len();
                    for row in self.strategy[game][begin..begin + numbers].chunks_exact_mut(hands) {
                        row.fill(row[0]);
                    }
                }
            }
        }
    }

    fn profile(&self) -> Profile {
        Profile::new(self.games(), self.strategy.clone()).unwrap()
    }

    fn games(&self) -> Games {
        let pairing = |number: usize| {
            let (weights, order) = (self.weights[number].clone(), self.order[number].clone());
            Pairing::Matrix(MatrixPairing::new(OWN_HANDS, weights, order).unwrap())
        };
        let pairings = (0..2).filter(|&number| !self.weights[number].is_empty()).map(pairing).collect();
        Games::new(&self.trees, pairings).unwrap()
    }

    fn children(&self, game: usize, node: usize) -> Vec<usize> {
        let parents = &self.trees[game].parents;
        (0..parents.len()).filter(|&child| usize::try_from(parents[child]) == Ok(node)).collect()
    }

    /// The index in a strategy of a node's first number.
    fn begin(&self, game: usize, node: usize) -> usize {
        (0..node).map(|node| self.children(game, node).len() * self.hands_of(game, node)).sum()
    }

    fn hands_of(&self, game: usize, node: usize) -> usize {
        match self.trees[game].players[node] {
            CHANCE | LEAF => 0,
            player => OWN_HANDS[usize::from(player & !NOT_LOOKED)],
        }
    }

    /// The probability of an action in the strategy.
    fn share(&self, game: usize, node: usize, action: usize, hand: usize) -> f64 {
        let hands = self.hands_of(game, node);
        let number = |action: usize| f64::from(self.strategy[game][self.begin(game, node) + action * hands + hand]);
        let actions = self.children(game, node).len();
        let total: f64 = (0..actions).map(number).sum();
        if total > 0.0 { number(action) / total } else { 1.0 / f64::from(actions as u32) }
    }

    /// What player 0 wins from a node on with two hands, times their weight. `share` gives the probability of an
    /// action, and `ties` holds what player 0 wins in the games that follow.
    fn win(
        &self,
        game: usize,
        node: usize,
        hands: [usize; 2],
        share: &dyn Fn(usize, usize) -> f64,
        ties: &[f64],
    ) -> f64 {
        let tree = &self.trees[game];
        if tree.players[node] == LEAF {
            let pairing = tree.pairings[node] as usize;
            let pair = hands[0] * OWN_HANDS[1] + hands[1];
            let place = usize::try_from(1 - self.order[pairing][pair]).unwrap();
            let tie = (place == 1 && tree.following[node] > 0).then(|| ties[tree.following[node] as usize]);
            return self.weights[pairing][pair] * tie.unwrap_or(tree.payoffs[node][place]);
        }
        let children = self.children(game, node).into_iter().enumerate();
        children
            .map(|(action, child)| {
                let share_of = if tree.players[node] == CHANCE { 1.0 } else { share(node, action) };
                share_of * self.win(game, child, hands, share, ties)
            })
            .sum()
    }

    /// The value of a game to player 0, given the values of the games that follow.
    fn value(&self, game: usize, values: &[f64]) -> f64 {
        let ties: Vec<f64> = values.iter().map(|value| -value).collect();
        let pairs = (0..ALL_PAIRS).map(|pair| [pair / OWN_HANDS[1], pair % OWN_HANDS[1]]);
        pairs
            .map(|hands| {
                let share = |node: usize, action: usize| {
                    let player = usize::from(self.trees[game].players[node] & !NOT_LOOKED);
                    self.share(game, node, action, hands[player])
                };
                self.win(game, 0, hands, &share, &ties)
            })
            .sum()
    }

    /// What a player wins with the best of all its plans while the opponent follows the strategy. `ties` holds what the
    /// player wins in the games that follow. A plan is a pure strategy: an action for each node where the player acts
    /// and each hand, the same for all hands at nodes where the player has not looked.
    fn best(&self, game: usize, player: usize, ties: &[f64]) -> f64 {
        let players = &self.trees[game].players;
        let nodes_of = |acts: u8| (0..players.len()).filter(|&node| players[node] == acts).collect::<Vec<usize>>();
        let [seen, blind] = [player as u8, player as u8 | NOT_LOOKED].map(nodes_of);
        let plans = |nodes: &[usize]| nodes.iter().map(|&node| self.children(game, node).len()).product::<usize>();
        let action = |nodes: &[usize], mut plan: usize, node: usize| {
            for &other in nodes {
                let actions = self.children(game, other).len();
                if other == node {
                    return Some(plan % actions);
                }
                plan /= actions;
            }
            None
        };
        let sign = if player == 0 { 1.0 } else { -1.0 };
        let ties: Vec<f64> = ties.iter().map(|tie| sign * tie).collect(); // to player 0
        let with_plans = |own: usize, seen_plan: usize, blind_plan: usize| {
            let others = 0..OWN_HANDS[1 - player];
            let win = others.map(|other| {
                let hands = if player == 0 { [own, other] } else { [other, own] };
                let share = |node: usize, taken: usize| {
                    let planned = action(&seen, seen_plan, node).or_else(|| action(&blind, blind_plan, node));
                    planned.map_or_else(|| self.share(game, node, taken, other), |planned| (planned == taken).into())
                };
                self.win(game, 0, hands, &share, &ties)
            });
            sign * win.sum::<f64>()
        };
        let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
        most(&mut (0..plans(&blind)).map(|blind_plan| {
            let of_hand =
                |own: usize| most(&mut (0..plans(&seen)).map(|seen_plan| with_plans(own, seen_plan, blind_plan)));
            (0..OWN_HANDS[player]).map(of_hand).sum()
        }))
    }
}

/// Adds a node and its subtree to a tree. A player that has looked has also looked at all nodes below.
fn grow(
    tree: &mut FlatTree,
    parent: i32,
    depth: u8,
    is_followed: bool,
    mut looked: [bool; 2],
    number: &mut impl FnMut() -> u8,
) {
    let node = tree.parents.len() as i32;
    let is_leaf = depth == 0 || parent >= 0 && number() < 50;
    let acts = match number() % 9 {
        _ if is_leaf => LEAF,
        0 => CHANCE,
        some if number() < 128 && !looked[usize::from(some % 2)] => (some % 2) | NOT_LOOKED,
        some => some % 2,
    };
    if acts < MAX_PLAYERS {
        looked[usize::from(acts)] = true;
    }
    let payoff = f64::from(number() as i8);
    tree.parents.push(parent);
    tree.players.push(acts);
    tree.payoffs.push(if number() < 80 { [payoff; 3] } else { [(); 3].map(|()| f64::from(number() as i8)) });
    tree.following.push(if is_followed && is_leaf && number() < 120 { 1 } else { -1 });
    tree.pairings.push((number() % 2).into());
    if !is_leaf {
        for _ in 0..2 + u8::from(parent < 0) {
            grow(tree, node, depth - 1, is_followed, looked, number);
        }
    }
}

/// A small game in which all leaves have the same pairing of hands.
fn small_with_one_pairing() -> impl Strategy<Value = Small> {
    small().prop_map(|mut small| {
        small.trees.iter_mut().for_each(|tree| tree.pairings.fill(0));
        small.weights[1].clear();
        small
    })
}

fn small() -> impl Strategy<Value = Small> {
    proptest::collection::vec(any::<u8>(), 1_000).prop_map(|numbers| {
        let mut numbers = numbers.into_iter().cycle();
        Small::new(|| numbers.next().unwrap_or_default(), 3)
    })
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9 // payoffs are up to 128 chips
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn evaluations_agree_with_all_pairs_and_plans(small in small()) {
        let profile = small.profile();
        let evaluations = profile.evaluations();
        let after = small.value(1, &[]);
        prop_assert!(close(evaluations[1].value, after));
        prop_assert!(close(evaluations[0].value, small.value(0, &[0.0, after])));
        let [first, second] = [0, 1].map(|player| small.best(1, player, &[]));
        prop_assert!(close(evaluations[1].best[0], first) && close(evaluations[1].best[1], second));
        // The players change places: player 0 is player 1 in the game that follows.
        let best = [small.best(0, 0, &[0.0, second]), small.best(0, 1, &[0.0, first])];
        prop_assert!(close(evaluations[0].best[0], best[0]) && close(evaluations[0].best[1], best[1]));
        prop_assert!(evaluations.iter().all(|evaluation| evaluation.exploitability() > -1e-9));
    }

    #[test]
    fn a_best_response_wins_its_evaluation(small in small()) {
        let profile = small.profile();
        let evaluations = profile.evaluations();
        let response = profile.best_response();
        for (evaluation, [first, second]) in evaluations.iter().zip(response.against(&profile).unwrap()) {
            prop_assert!(close(evaluation.best[0], first) && close(evaluation.best[1], second));
        }
        for (evaluation, [first, second]) in evaluations.iter().zip(profile.against(&profile).unwrap()) {
            prop_assert!(close(evaluation.value, first) && close(evaluation.value, -second));
        }
        for (game, tree) in small.trees.iter().enumerate() {
            for node in 0..tree.players.len() {
                let rows = response.shares(game, node).unwrap();
                prop_assert!(rows.iter().flatten().all(|&share| share == 0.0 || share == 1.0));
                if tree.players[node] & NOT_LOOKED != 0 {
                    prop_assert!(rows.iter().all(|row| row.iter().all(|share| *share == row[0])));
                }
            }
        }
    }

    #[test]
    fn only_the_proportions_of_a_strategy_matter(small in small()) {
        let profile = small.profile();
        let quarters = small.strategy.iter().map(|numbers| numbers.iter().map(|number| number / 4.0).collect()).collect();
        let quarters = Profile::new(Arc::clone(profile.games()), quarters).unwrap();
        prop_assert_eq!(profile.evaluations(), quarters.evaluations());
    }

    #[test]
    fn the_views_of_both_players_agree(small in small_with_one_pairing()) {
        let profile = small.profile();
        for (game, tree) in small.trees.iter().enumerate() {
            let reaches = profile.reaches(game).unwrap();
            let mut worth = vec![0.0; tree.players.len()];
            worth[0] = profile.evaluations()[game].value;
            for node in 0..tree.players.len() {
                let (acting, children) = (tree.players[node], small.children(game, node));
                let rows = profile.shares(game, node).unwrap();
                let [first, second] = [0, 1].map(|player| seen_by(&profile, (game, node), player, acting, &rows));
                prop_assert!(close(first.0, reaches[node]) && close(second.0, reaches[node]));
                prop_assert!(close(profile.reach(&[(game, node)]).unwrap(), reaches[node]));
                prop_assert_eq!(first.1.len(), children.len());
                for (child, (to_first, to_second)) in children.iter().zip(first.1.iter().zip(&second.1)) {
                    prop_assert!(close(*to_first, -to_second));
                    worth[*child] = *to_first;
                }
                prop_assert!(acting == LEAF || close(first.1.iter().sum(), worth[node]));
                check_advice(&small, &profile, (game, node), if acting & !NOT_LOOKED == 0 { &first } else { &second });
            }
        }
    }
}

/// The reach of a node, and what a player wins after each action times this reach, as sums over hands.
fn seen_by(
    profile: &Profile,
    (game, node): (usize, usize),
    player: usize,
    acting: u8,
    rows: &[Vec<f64>],
) -> (f64, Vec<f64>) {
    let seen = profile.node_values(game, node, player).unwrap();
    let acts = usize::from(acting & !NOT_LOOKED) == player;
    let mut ties = seen.tie_reach.iter().zip(&seen.opponent_reach);
    assert!(ties.all(|(tie, all)| (-1e-12..all + 1e-12).contains(tie)));
    let of_action = |(action, values): (usize, &Vec<f64>)| {
        let hands = 0..values.len();
        hands.map(|hand| seen.own_reach[hand] * values[hand] * if acts { rows[action][hand] } else { 1.0 }).sum()
    };
    let reach = seen.own_reach.iter().zip(&seen.opponent_reach).map(|(own, other)| own * other).sum();
    (reach, seen.values.iter().enumerate().map(of_action).collect())
}

/// Checks the advice at a node against its reach and what the player that acts wins after each action times this reach.
fn check_advice(small: &Small, profile: &Profile, (game, node): (usize, usize), (reach, won): &(f64, Vec<f64>)) {
    let acting = small.trees[game].players[node];
    let advice = profile.advice(game, node, None);
    if acting == CHANCE || acting == LEAF {
        assert_eq!(advice, Err(InvalidQuery::NobodyActs { game, node }));
        return;
    }
    let (advice, player) = (advice.unwrap(), usize::from(acting & !NOT_LOOKED));
    assert!(close(advice.reach, *reach) && advice.own_reach == 1.0);
    assert!(close(advice.shares.iter().sum(), 1.0));
    let seen = profile.node_values(game, node, player).unwrap();
    let rows = profile.shares(game, node).unwrap();
    if *reach > 0.0 {
        assert!(close(advice.value.unwrap() * reach, won.iter().sum()));
    } else {
        assert_eq!((advice.value, &advice.expected), (None, &None));
    }
    let mut shares = vec![0.0; won.len()];
    let mut value = 0.0;
    for hand in 0..OWN_HANDS[player] {
        let with_hand = profile.advice(game, node, Some(hand)).unwrap();
        let weight = seen.own_reach[hand] * seen.opponent_reach[hand];
        assert_eq!((with_hand.own_reach, with_hand.reach), (seen.own_reach[hand], advice.reach));
        assert_eq!(profile.shares_of(game, node, hand).unwrap(), rows.iter().map(|row| row[hand]).collect::<Vec<_>>());
        if acting & NOT_LOOKED != 0 {
            assert_eq!((&with_hand.shares, with_hand.value), (&advice.shares, advice.value));
        } else {
            assert_eq!(with_hand.value.is_some(), seen.opponent_reach[hand] > 0.0);
            value += weight * with_hand.value.unwrap_or_default();
        }
        shares.iter_mut().zip(&with_hand.shares).for_each(|(sum, share)| *sum += weight * share);
    }
    if *reach > 0.0 {
        assert!(shares.iter().zip(&advice.shares).all(|(sum, share)| close(*sum, share * reach)));
        assert!(acting & NOT_LOOKED != 0 || close(value, advice.value.unwrap() * reach));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, max_shrink_iters: 100, ..ProptestConfig::default() })]

    #[test]
    fn every_game_is_solved(small in small()) {
        let mut solver = Solver::new(small.games(), 1);
        for game in [1, 0] {
            for _ in 0..3_000 {
                solver.iterate(game);
            }
            solver.evaluate(game);
        }
        let strategy = solver.strategy();
        for evaluation in strategy.evaluations() {
            prop_assert!((-1e-6..0.1).contains(&evaluation.exploitability()), "{}", evaluation.exploitability());
        }
        for (game, tree) in small.trees.iter().enumerate() {
            for node in (0..tree.players.len()).filter(|&node| tree.players[node] & NOT_LOOKED != 0) {
                for row in strategy.shares(game, node).unwrap() {
                    prop_assert!(row.iter().all(|share| *share == row[0]), "it plays as if it had looked");
                }
            }
        }
    }
}

// Threads and depth.

/// The bits of the strategy after some iterations of each game, the last game first, and of its evaluations.
fn solved(games: &Games, iterations: u32, threads: usize) -> (Vec<u32>, Vec<u64>) {
    let mut solver = Solver::new(games.clone(), threads);
    let mut evaluations = Vec::new();
    for game in (0..games.count()).rev() {
        for _ in 0..iterations {
            solver.iterate(game);
        }
        assert_eq!(solver.iterations(game), iterations);
        let Evaluation { value, best } = solver.evaluate(game);
        evaluations.extend([value, best[0], best[1]].map(f64::to_bits));
    }
    let strategy = solver.strategy();
    let numbers = (0..games.count()).flat_map(|game| strategy.numbers(game).unwrap()).map(|number| number.to_bits());
    (numbers.collect(), evaluations)
}

/// Pseudorandom numbers.
fn noise() -> impl FnMut() -> u8 {
    let mut state = 1_u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    }
}

#[test]
fn the_result_is_equal_to_the_last_bit_with_any_number_of_threads() {
    let small = Small::new(noise(), 8);
    assert!(small.trees.iter().any(|tree| tree.parents.len() > 100), "threads do not share smaller trees");
    let games = small.games();
    let alone = solved(&games, 30, 1);
    for threads in [2, 3, 5] {
        assert_eq!(solved(&games, 30, threads), alone);
    }
}

#[test]
fn the_result_is_equal_with_any_number_of_threads_with_svara_hands() {
    let mut trees = Small::new(noise(), 8).trees;
    for tree in &mut trees {
        tree.pairings.fill(0);
    }
    let games = Games::new(&trees, vec![Pairing::Hands(HandPairing::new(Scoring::VIPSVARA))]).unwrap();
    let alone = solved(&games, 3, 1);
    for threads in [2, 5] {
        assert_eq!(solved(&games, 3, threads), alone);
    }
}

/// A game of this depth, in which the players in turn end the game or continue.
fn ladder(depth: usize) -> FlatTree {
    let mut tree = FlatTree::default();
    let mut add = |parent: i32, acts: u8, payoff: f64| {
        tree.parents.push(parent);
        tree.players.push(acts);
        tree.payoffs.push([payoff, 0.0, -payoff]);
        tree.following.push(-1);
        tree.pairings.push(0);
        tree.parents.len() as i32 - 1
    };
    let mut parent = -1;
    for level in 1..depth {
        parent = add(parent, (level % 2) as u8, 0.0);
        if level + 1 < depth {
            add(parent, LEAF, f64::from(level as u32));
        }
    }
    add(parent, LEAF, 1.0);
    tree
}

fn two_hands() -> Pairing {
    Pairing::Matrix(MatrixPairing::new([2, 2], vec![0.0, 0.5, 0.5, 0.0], vec![0, -1, 1, 0]).unwrap())
}

#[test]
fn a_tree_of_the_greatest_depth_is_solved_and_a_deeper_tree_is_an_error() {
    let games = Games::new(&[ladder(1_000)], vec![two_hands()]).unwrap();
    let alone = solved(&games, 2, 1);
    assert_eq!(solved(&games, 2, 3), alone);
    let (width, deepest) = (games.width(0), games.nodes(0) - 1);
    let profile = Profile::new(games, vec![vec![0.0; width]]).unwrap();
    assert_eq!(profile.best_response().numbers(0).unwrap().len(), width);
    assert!(profile.node_values(0, deepest, 0).unwrap().own_reach[0] < 1e-100);
    assert_eq!(profile.reaches(0).unwrap().len(), deepest + 1);
    let refused = Games::new(&[ladder(1_001)], vec![two_hands()]).unwrap_err();
    assert_eq!(refused.to_string(), "node 1999 of game 0 is invalid: it is more than 1,000 actions deep");
}

// Invalid games.

/// A valid game: player 0 ends it, or player 1 then does.
fn sound() -> FlatTree {
    FlatTree {
        parents: vec![-1, 0, 0, 2, 2],
        players: vec![0, LEAF, 1, LEAF, LEAF],
        payoffs: vec![[0.0; 3]; 5],
        following: vec![-1; 5],
        pairings: vec![0; 5],
    }
}

#[test]
fn an_invalid_tree_is_an_error_with_the_node_and_the_reason() {
    let refused = |node: usize, change: &dyn Fn(&mut FlatTree)| {
        let mut tree = sound();
        change(&mut tree);
        let error = Games::new(&[sound(), tree, sound()], vec![two_hands()]).unwrap_err().to_string();
        let start = format!("node {node} of game 1 is invalid: ");
        error.strip_prefix(&start).unwrap_or(&error).to_owned()
    };
    assert!(Games::new(&[sound()], vec![two_hands()]).is_ok());
    let lengths = "the arrays of the tree are empty or have different lengths";
    assert_eq!(refused(0, &|tree| *tree = FlatTree::default()), lengths);
    assert_eq!(refused(0, &|tree| tree.parents.truncate(4)), lengths);
    assert_eq!(refused(0, &|tree| tree.players.truncate(4)), lengths);
    assert_eq!(refused(0, &|tree| tree.payoffs.truncate(4)), lengths);
    assert_eq!(refused(0, &|tree| tree.following.truncate(4)), lengths);
    assert_eq!(refused(0, &|tree| tree.pairings.truncate(4)), lengths);

    let way = "its parent is not on the path to the previous node";
    assert_eq!(refused(3, &|tree| tree.parents[3] = 1), way); // an earlier leaf
    assert_eq!(refused(3, &|tree| tree.parents[3] = 3), way); // the node itself
    assert_eq!(refused(3, &|tree| tree.parents[3] = 4), way); // a later node
    assert_eq!(refused(0, &|tree| tree.parents[0] = 0), way);
    assert_eq!(refused(2, &|tree| tree.parents[2] = i32::MAX), way);
    let first = "the first node, and only that node, must have parent -1";
    assert_eq!(refused(2, &|tree| tree.parents[2] = -1), first);
    assert_eq!(refused(2, &|tree| tree.parents[2] = i32::MIN), first);

    assert_eq!(refused(1, &|tree| tree.parents[2] = 1), "it is a leaf with children");
    assert_eq!(refused(1, &|tree| tree.players[1] = CHANCE), "it has no children and is not a leaf");
    assert_eq!(refused(4, &|tree| tree.players[4] = 1), "it has no children and is not a leaf");
    for acts in (2..MAX_PLAYERS).chain([(MAX_PLAYERS - 1) | NOT_LOOKED]) {
        let third = "a third player acts there, but a game must have two players";
        assert_eq!(refused(2, &|tree| tree.players[2] = acts), third);
    }
    for acts in [MAX_PLAYERS, MAX_PLAYERS | NOT_LOOKED, CHANCE | NOT_LOOKED, LEAF | NOT_LOOKED, 32, 255] {
        assert_eq!(refused(2, &|tree| tree.players[2] = acts), "its code is not a player, CHANCE or LEAF");
    }
    for following in [-2, 0, 1, 3, i32::MAX, i32::MIN] {
        assert_eq!(refused(3, &|tree| tree.following[3] = following), "the game that follows it is not a later game");
    }
    for pairing in [-1, 1, i32::MAX] {
        assert_eq!(refused(3, &|tree| tree.pairings[3] = pairing), "its pairing does not exist");
    }
    for payoff in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(refused(3, &|tree| tree.payoffs[3][1] = payoff), "a payoff is not a finite number");
    }
    let looked = "its player has already looked at its hand";
    assert_eq!(refused(2, &|tree| tree.players[2] = NOT_LOOKED), looked);
    assert!(
        Games::new(&[FlatTree { players: vec![0, LEAF, 1 | NOT_LOOKED, LEAF, LEAF], ..sound() }], vec![two_hands()])
            .is_ok()
    );
    // The payoffs, following game and pairing of a node that is not a leaf are ignored, and a later game may follow.
    let mut tree = sound();
    (tree.following[0], tree.pairings[0], tree.payoffs[0]) = (-7, -7, [f64::NAN; 3]);
    tree.following[3] = 1;
    assert!(Games::new(&[tree, sound()], vec![two_hands()]).is_ok());
}

#[test]
fn games_need_trees_and_pairings_of_the_same_hands() {
    let other = Pairing::Matrix(MatrixPairing::new([2, 1], vec![0.5; 2], vec![0; 2]).unwrap());
    for (trees, pairings) in
        [(vec![], vec![two_hands()]), (vec![sound()], vec![]), (vec![sound()], vec![two_hands(), other])]
    {
        let error = Games::new(&trees, pairings).unwrap_err().to_string();
        assert!(error.ends_with("there are no trees, no pairings, or pairings with different hands"), "{error}");
    }
}

#[test]
fn matrices_must_fit_the_numbers_of_hands() {
    for (hands, weights, order) in
        [([2, 2], 3, 4), ([2, 2], 4, 5), ([0, 2], 0, 0), ([2, 0], 0, 0), ([usize::MAX, 2], 4, 4)]
    {
        assert!(MatrixPairing::new(hands, vec![0.1; weights], vec![0; order]).is_none());
    }
}

#[test]
fn matrices_must_have_finite_weights_and_valid_orders() {
    for (weight, order) in [(f64::NAN, 0), (f64::INFINITY, 0), (0.1, 2), (0.1, i8::MIN)] {
        assert!(MatrixPairing::new([1, 1], vec![weight], vec![order]).is_none());
    }
    assert!(MatrixPairing::new([1, 1], vec![0.1], vec![-1]).is_some());
}

// Queries about a strategy.

/// A random strategy for two valid games with Svara hands. The second game may follow the first.
fn of_svara() -> Profile {
    let pairing = HandPairing::new(Scoring::VIPSVARA);
    let classes = pairing.sizes().len();
    let games = Games::new(
        &[FlatTree { following: vec![-1, -1, -1, 1, -1], ..sound() }, sound()],
        vec![Pairing::Hands(pairing)],
    );
    let mut random = noise();
    let mut numbers = || (0..4 * classes).map(|_| f32::from(random()) / 255.0).collect();
    Profile::new(games.unwrap(), vec![numbers(), numbers()]).unwrap()
}

#[test]
fn rows_hold_the_shares_of_classes_and_their_means_by_points() {
    let profile = of_svara();
    let pairing = HandPairing::new(Scoring::VIPSVARA);
    for node in [0, 2] {
        let rows = profile.rows(0, node).unwrap();
        let advice = profile.advice(0, node, None).unwrap();
        assert!((rows.reach - advice.reach).abs() < 1e-12);
        assert!(rows.by_class.iter().map(|row| row.points).eq(pairing.points().iter().copied()));
        assert!(rows.by_points.is_sorted_by(|one, next| one.points < next.points));
        let mean = |rows: &[Row], action: usize| rows.iter().map(|row| row.weight * row.shares[action]).sum::<f64>();
        for rows in [&rows.by_class, &rows.by_points] {
            assert!((rows.iter().map(|row| row.weight).sum::<f64>() - 1.0).abs() < 1e-12);
            assert!((0..2).all(|action| (mean(rows, action) - advice.shares[action]).abs() < 1e-12));
        }
        for row in &rows.by_points {
            let of_points: Vec<Row> =
                rows.by_class.iter().filter(|other| other.points == row.points).cloned().collect();
            assert!((of_points.iter().map(|row| row.weight).sum::<f64>() - row.weight).abs() < 1e-12);
            assert!((0..2).all(|action| (mean(&of_points, action) - row.weight * row.shares[action]).abs() < 1e-12));
        }
    }
    let weights: Vec<f64> = profile.rows(0, 0).unwrap().by_class.iter().map(|row| row.weight * 4_960.0).collect();
    assert!(weights.iter().zip(pairing.sizes()).all(|(weight, &size)| (weight - f64::from(size)).abs() < 1e-9));
}

#[test]
fn the_reach_of_a_game_that_follows_is_the_reach_of_the_tie() {
    let profile = of_svara();
    let seen = profile.node_values(0, 3, 0).unwrap();
    let tie: f64 = seen.own_reach.iter().zip(&seen.tie_reach).map(|(own, tie)| own * tie).sum();
    assert!((0.001..0.2).contains(&tie));
    assert_eq!(profile.reach(&[]), Ok(1.0));
    assert!((profile.reach(&[(0, 3), (1, 0)]).unwrap() - tie).abs() < 1e-12);
    assert!((profile.reach(&[(0, 3), (1, 2)]).unwrap() - tie * profile.reaches(1).unwrap()[2]).abs() < 1e-12);
    assert_eq!(profile.reach(&[(0, 1), (1, 0)]), Err(InvalidQuery::DoesNotFollow { game: 0, node: 1, next: 1 }));
}

#[test]
fn evaluations_are_computed_once_and_may_be_given() {
    let profile = of_svara();
    let found = profile.evaluations();
    assert!(std::ptr::eq(found, profile.evaluations()));
    let given = vec![Evaluation { value: 7.0, best: [8.0, -6.0] }; 2];
    let again = profile.clone().with_evaluations(given.clone()).unwrap();
    assert_eq!(again.evaluations(), given);
    let infinite = Evaluation { value: f64::INFINITY, ..given[0] };
    for wrong in [vec![], given[..1].to_vec(), vec![given[0]; 3], vec![given[0], infinite]] {
        assert_eq!(profile.clone().with_evaluations(wrong).unwrap_err(), InvalidQuery::NotEvaluations);
    }
}

#[test]
fn invalid_queries_are_errors() {
    let profile = of_svara();
    assert_eq!(profile.numbers(2), Err(InvalidQuery::Game(2)));
    assert_eq!(profile.shares(2, 0), Err(InvalidQuery::Game(2)));
    assert_eq!(profile.reaches(2), Err(InvalidQuery::Game(2)));
    assert_eq!(profile.reach(&[(0, 3), (1, 5)]), Err(InvalidQuery::Node { game: 1, node: 5 }));
    assert_eq!(profile.advice(0, 5, None), Err(InvalidQuery::Node { game: 0, node: 5 }));
    assert_eq!(profile.rows(0, 1), Err(InvalidQuery::NobodyActs { game: 0, node: 1 }));
    assert_eq!(profile.shares_of(0, 0, 337), Err(InvalidQuery::Hand(337)));
    assert_eq!(profile.advice(0, 0, Some(337)), Err(InvalidQuery::Hand(337)));
    assert_eq!(profile.node_values(0, 0, 2), Err(InvalidQuery::Player(2)));
    assert_eq!(profile.against(&of_svara()), Err(InvalidQuery::DifferentGames));
    let small = Small::new(noise(), 3).profile();
    assert_eq!(small.reaches(0), Err(InvalidQuery::SeveralPairings));
    let games = Games::new(&[sound()], vec![two_hands()]).unwrap();
    assert_eq!(Profile::new(games.clone(), vec![vec![0.5; 8]]).unwrap().rows(0, 0), Err(InvalidQuery::NoPoints));
    for numbers in [vec![], vec![vec![0.5; 7]], vec![vec![-0.1; 8]], vec![vec![f32::NAN; 8]], vec![vec![1.1; 8]]] {
        assert_eq!(Profile::new(games.clone(), numbers).unwrap_err(), InvalidQuery::NotAStrategy);
    }
}
