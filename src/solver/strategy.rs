//! Strategies of both players, and queries about them.

use std::sync::{Arc, OnceLock};

use super::evaluation::{Reaches, Traversal, best_response, evaluate, multiply, normalize, value_against};
use super::games::{Evaluation, Games};
use super::pairing::{Pairing, Sums};
use super::query::{Advice, InvalidQuery, NodeValues, Row, Rows};
use super::scratch::Scratch;
use super::tree::{Kind, Player};

/// Reaches below this share of the largest are set to 0: inclusion-exclusion subtracts nearly equal sums, so a hand
/// that no opposing hand can meet comes out as about 1e-13 instead of 0.
const ROUNDING: f64 = 1e-12;

/// A strategy of both players in every game, with its evaluations.
///
/// It has a number from 0 to 1 for each node at which a player acts, each action and each hand. The share of an action,
/// which is its probability, is its number divided by the sum of the numbers of all actions of the node with that hand.
/// If all of them are 0, the actions are equally likely.
#[derive(Clone, Debug)]
pub struct Strategy {
    games: Arc<Games>,
    by_game: Vec<Vec<f32>>,
    evaluations: OnceLock<Vec<Evaluation>>,
}

impl Strategy {
    /// A strategy from its numbers, one list for each game.
    ///
    /// # Errors
    /// [`InvalidQuery::NotAStrategy`] if there is not one list of length [`Games::width`] for each game, or if a number
    /// is not from 0 to 1.
    pub fn new(games: impl Into<Arc<Games>>, by_game: Vec<Vec<f32>>) -> Result<Strategy, InvalidQuery> {
        let games = games.into();
        let widths = (0..games.count()).map(|game| games.width(game));
        let has_numbers = by_game.iter().flatten().all(|number| (0.0..=1.0).contains(number));
        if !has_numbers || !by_game.iter().map(Vec::len).eq(widths) {
            return Err(InvalidQuery::NotAStrategy);
        }
        Ok(Strategy::of_shares(games, by_game))
    }

    /// A strategy from numbers that are known to fit the games.
    pub(super) fn of_shares(games: Arc<Games>, by_game: Vec<Vec<f32>>) -> Strategy {
        Strategy { games, by_game, evaluations: OnceLock::new() }
    }

    /// The same strategy with its evaluations, as [`Strategy::evaluations`] returned them earlier. They are not checked
    /// against the strategy.
    ///
    /// # Errors
    /// [`InvalidQuery::NotEvaluations`] if there is not one evaluation for each game, or if a number is not finite.
    pub fn with_evaluations(self, evaluations: Vec<Evaluation>) -> Result<Strategy, InvalidQuery> {
        let numbers =
            evaluations.iter().flat_map(|evaluation| [evaluation.value, evaluation.best[0], evaluation.best[1]]);
        if evaluations.len() != self.games.count() || !numbers.into_iter().all(f64::is_finite) {
            return Err(InvalidQuery::NotEvaluations);
        }
        Ok(Strategy { evaluations: evaluations.into(), ..self })
    }

    /// The games.
    #[must_use]
    pub fn games(&self) -> &Arc<Games> {
        &self.games
    }

    /// The numbers of the strategy in a game.
    ///
    /// # Errors
    /// [`InvalidQuery::Game`] if there is no such game.
    pub fn numbers(&self, game: usize) -> Result<&[f32], InvalidQuery> {
        self.by_game.get(game).map(Vec::as_slice).ok_or(InvalidQuery::Game(game))
    }

    /// The evaluation of the strategy in each game; computed on first use.
    #[must_use]
    pub fn evaluations(&self) -> &[Evaluation] {
        self.evaluations.get_or_init(|| {
            let mut evaluations = vec![Evaluation::default(); self.games.count()];
            for game in (0..self.games.count()).rev() {
                evaluations[game] = evaluate(&self.games, game, &self.by_game[game], &evaluations);
            }
            evaluations
        })
    }

    /// A best response to the strategy in every game, for both players.
    #[must_use]
    pub fn best_response(&self) -> Strategy {
        let evaluations = self.evaluations();
        let by_game = self.by_game.iter().enumerate();
        let by_game = by_game.map(|(game, strategy)| best_response(&self.games, game, strategy, evaluations)).collect();
        Strategy::of_shares(Arc::clone(&self.games), by_game)
    }

    /// The expected win of the strategy against another strategy in each game: as player 0, and as player 1.
    ///
    /// # Errors
    /// [`InvalidQuery::DifferentGames`] if the other strategy is not for the same [`Games`] object.
    pub fn against(&self, other: &Strategy) -> Result<Vec<[f64; 2]>, InvalidQuery> {
        if !Arc::ptr_eq(&self.games, &other.games) {
            return Err(InvalidQuery::DifferentGames);
        }
        let mut won = vec![[0.0; 2]; self.games.count()];
        for game in (0..self.games.count()).rev() {
            let [own, opponent] = [&self.by_game[game], &other.by_game[game]];
            let as_second = won.iter().map(|won| won[1]).collect(); // after a tie the players have changed places
            let opponent_as_second = won.iter().map(|won| -won[0]).collect();
            won[game] = [
                value_against(&self.games, game, own, opponent, as_second),
                -value_against(&self.games, game, opponent, own, opponent_as_second),
            ];
        }
        Ok(won)
    }

    /// The probability of each action of a node, by action and hand; empty where no player acts.
    ///
    /// # Errors
    /// [`InvalidQuery`] if there is no such game or node.
    pub fn shares(&self, game: usize, node: usize) -> Result<Vec<Vec<f64>>, InvalidQuery> {
        self.check(game, node)?;
        let shares = Traversal::new(&self.games, game, 0, &self.by_game[game]).shares(node, &self.by_game[game]);
        let hands = shares.len() / self.games.trees[game].nodes[node].children.max(1);
        Ok(shares.chunks_exact(hands.max(1)).map(<[f64]>::to_vec).collect())
    }

    /// The probability of each action of a node with one hand, given by its number.
    ///
    /// # Errors
    /// [`InvalidQuery`] if there is no such game, node or hand, or if no player acts at the node.
    pub fn shares_of(&self, game: usize, node: usize, hand: usize) -> Result<Vec<f64>, InvalidQuery> {
        let player = self.acting(game, node)?;
        self.check_hand(player.number, hand)?;
        let tree = &self.games.trees[game];
        let numbers = &self.by_game[game][tree.strategy_of(node)];
        let of_hand: Vec<f32> =
            numbers.chunks_exact(self.games.hands(player.number)).map(|of_action| of_action[hand]).collect();
        let mut shares = vec![0.0; of_hand.len()];
        normalize(&of_hand, of_hand.len(), &mut shares, &mut Scratch::new(0));
        Ok(shares)
    }

    /// The reach probability of each node of a game, once its cards are dealt.
    ///
    /// # Errors
    /// [`InvalidQuery`] if there is no such game, or if the games have several pairings of hands.
    pub fn reaches(&self, game: usize) -> Result<Vec<f64>, InvalidQuery> {
        self.check(game, 0)?;
        self.pairing()?;
        let mut found = Vec::with_capacity(self.games.nodes(game));
        let mut traversal = Traversal::new(&self.games, game, 0, &self.by_game[game]);
        self.add_reaches(game, 0, &Reaches::at_root(&self.games, 0), &mut traversal, &mut found);
        Ok(found)
    }

    /// Appends the reach probabilities of a node and of all nodes in its subtree.
    fn add_reaches(
        &self,
        game: usize,
        node: usize,
        reaches: &Reaches,
        traversal: &mut Traversal,
        found: &mut Vec<f64>,
    ) {
        found.push(self.joint_reach(reaches));
        let tree = &self.games.trees[game];
        let shares = traversal.shares(node, &self.by_game[game]);
        let mut of_child = Reaches { own: reaches.own.clone(), opponent: reaches.opponent.clone() };
        for (action, child) in tree.children(node).enumerate() {
            if let Kind::Player(player) = tree.nodes[node].kind {
                let (of_child, reach) = match player.number {
                    0 => (&mut of_child.own, &reaches.own),
                    _ => (&mut of_child.opponent, &reaches.opponent),
                };
                multiply(of_child, reach, &shares[action * reach.len()..]);
            }
            self.add_reaches(game, child, &of_child, traversal, found);
        }
    }

    /// The probability that play passes through a sequence of games and reaches a node of the last.
    ///
    /// `trace` lists each game with a node. In the last game it is the node to reach. In each earlier game it is a leaf
    /// at which the hands tie and the next game follows.
    ///
    /// # Errors
    /// [`InvalidQuery`] if there is no such game or node, if a game does not follow the leaf before it, or if the games
    /// have several pairings of hands.
    pub fn reach(&self, trace: &[(usize, usize)]) -> Result<f64, InvalidQuery> {
        let Some((&(game, node), ties)) = trace.split_last() else { return Ok(1.0) };
        let mut reach = 1.0;
        for (&(game, node), &(next, _)) in ties.iter().zip(&trace[1..]) {
            self.check(game, node)?;
            let follows =
                matches!(&self.games.trees[game].nodes[node].kind, Kind::Leaf(leaf) if leaf.following == Some(next));
            if !follows {
                return Err(InvalidQuery::DoesNotFollow { game, node, next });
            }
            let seen = self.reaches_of(game, node, 0)?;
            reach *= dot(&seen.own_reach, &seen.tie_reach);
        }
        let seen = self.reaches_of(game, node, 0)?;
        Ok(reach * dot(&seen.own_reach, &seen.opponent_reach))
    }

    /// The reaches of a node and the values of its actions, from the view of a player.
    ///
    /// # Errors
    /// [`InvalidQuery`] if there is no such game, node or player, or if the games have several pairings of hands.
    pub fn node_values(&self, game: usize, node: usize, player: usize) -> Result<NodeValues, InvalidQuery> {
        let mut seen = self.reaches_of(game, node, player)?;
        let mut traversal =
            Traversal::new(&self.games, game, player, &self.by_game[game]).with_values(self.evaluations());
        let reaches = traversal.reaches(node);
        seen.values = traversal.action_values(node, &reaches.opponent);
        Ok(seen)
    }

    /// The probabilities and values of the actions of a node, with one hand, given by its number, or with all hands.
    ///
    /// A player that has not looked plays the same with every hand. The hand then changes only the reaches of the two
    /// players.
    ///
    /// # Errors
    /// [`InvalidQuery`] if there is no such game, node or hand, if no player acts at the node, or if the games have
    /// several pairings of hands.
    pub fn advice(&self, game: usize, node: usize, hand: Option<usize>) -> Result<Advice, InvalidQuery> {
        let player = self.acting(game, node)?;
        if let Some(hand) = hand {
            self.check_hand(player.number, hand)?;
        }
        let seen = self.node_values(game, node, player.number)?;
        let rows = self.shares(game, node)?;
        let reach = dot(&seen.own_reach, &seen.opponent_reach);
        let own_reach = hand.map_or(1.0, |hand| seen.own_reach[hand]);
        let opponent_reach = hand.map_or_else(|| seen.opponent_reach.iter().sum(), |hand| seen.opponent_reach[hand]);
        if let Some(hand) = hand.filter(|_| player.has_looked) {
            let shares: Vec<f64> = rows.iter().map(|row| row[hand]).collect();
            let won: Vec<f64> = seen.values.iter().map(|row| row[hand]).collect();
            let [expected, value] = means([&won, &[dot(&shares, &won)]], opponent_reach);
            return Ok(Advice {
                shares,
                expected,
                value: value.map(|value| value[0]),
                reach,
                own_reach,
                opponent_reach,
            });
        }
        let weights: Vec<f64> =
            seen.own_reach.iter().zip(&seen.opponent_reach).map(|(own, other)| own * other).collect();
        let shares = rows.iter().map(|row| weighted_mean(row, &weights, reach)).collect();
        let won: Vec<f64> = seen.values.iter().map(|row| dot(&seen.own_reach, row)).collect();
        let of_action = |(row, values): (&Vec<f64>, &Vec<f64>)| -> f64 {
            let of_hands = seen.own_reach.iter().zip(row).zip(values);
            of_hands.map(|((own, share), value)| own * share * value).sum()
        };
        let won_by_strategy: f64 = rows.iter().zip(&seen.values).map(of_action).sum();
        let [expected, value] = means([&won, &[won_by_strategy]], reach);
        Ok(Advice { shares, expected, value: value.map(|value| value[0]), reach, own_reach, opponent_reach })
    }

    /// The action probabilities at a node for each class of hands and for each number of points.
    ///
    /// # Errors
    /// [`InvalidQuery`] if there is no such game or node, if no player acts at the node, or if the hands are not Svara
    /// hands.
    pub fn rows(&self, game: usize, node: usize) -> Result<Rows, InvalidQuery> {
        let player = self.acting(game, node)?;
        let Pairing::Hands(hands) = self.pairing()? else { return Err(InvalidQuery::NoPoints) };
        let seen = self.reaches_of(game, node, player.number)?;
        let shares = self.shares(game, node)?;
        let reach = dot(&seen.own_reach, &seen.opponent_reach);
        let mut by_class: Vec<Row> = Vec::new();
        for (class, &points) in hands.points().iter().enumerate() {
            let weight = seen.own_reach[class] * seen.opponent_reach[class];
            if weight > 0.0 {
                by_class.push(Row {
                    points,
                    weight: weight / reach,
                    shares: shares.iter().map(|row| row[class]).collect(),
                });
            }
        }
        let by_points = by_class.chunk_by(|one, next| one.points == next.points).map(Row::mean).collect();
        Ok(Rows { reach, by_class, by_points })
    }

    /// The reaches of a node without the values of its actions, which take longer to compute.
    fn reaches_of(&self, game: usize, node: usize, player: usize) -> Result<NodeValues, InvalidQuery> {
        self.check(game, node)?;
        if player > 1 {
            return Err(InvalidQuery::Player(player));
        }
        let pairing = self.pairing()?;
        let reaches = Traversal::new(&self.games, game, player, &self.by_game[game]).reaches(node);
        let opponent_reach = opponent_reach(pairing, player, &reaches);
        let mut sums = Sums::new(reaches.own.len());
        pairing.sums(player, &reaches.opponent, &mut sums);
        Ok(NodeValues { own_reach: reaches.own, opponent_reach, tie_reach: sums.equal, values: Vec::new() })
    }

    /// The reach probability of a node, given its reaches from the view of player 0.
    fn joint_reach(&self, reaches: &Reaches) -> f64 {
        dot(&reaches.own, &opponent_reach(&self.games.pairings[0], 0, reaches))
    }

    fn pairing(&self) -> Result<&Pairing, InvalidQuery> {
        match self.games.pairings.as_slice() {
            [pairing] => Ok(pairing),
            _ => Err(InvalidQuery::SeveralPairings),
        }
    }

    fn check(&self, game: usize, node: usize) -> Result<(), InvalidQuery> {
        if game >= self.games.count() {
            Err(InvalidQuery::Game(game))
        } else if node >= self.games.nodes(game) {
            Err(InvalidQuery::Node { game, node })
        } else {
            Ok(())
        }
    }

    fn check_hand(&self, player: usize, hand: usize) -> Result<(), InvalidQuery> {
        if hand < self.games.hands(player) { Ok(()) } else { Err(InvalidQuery::Hand(hand)) }
    }

    fn acting(&self, game: usize, node: usize) -> Result<Player, InvalidQuery> {
        self.check(game, node)?;
        match self.games.trees[game].nodes[node].kind {
            Kind::Player(player) => Ok(player),
            _ => Err(InvalidQuery::NobodyActs { game, node }),
        }
    }
}

impl Row {
    /// The mean of several rows with the same points.
    fn mean(rows: &[Row]) -> Row {
        let weights: Vec<f64> = rows.iter().map(|row| row.weight).collect();
        let weight = weights.iter().sum();
        let share = |action: usize| {
            let shares: Vec<f64> = rows.iter().map(|row| row.shares[action]).collect();
            weighted_mean(&shares, &weights, weight)
        };
        Row { points: rows[0].points, weight, shares: (0..rows[0].shares.len()).map(share).collect() }
    }
}

/// For each hand of a player, the probability of holding it while the opponent's actions lead to a node.
fn opponent_reach(pairing: &Pairing, player: usize, reaches: &Reaches) -> Vec<f64> {
    let mut totals = vec![0.0; reaches.own.len()];
    pairing.totals(player, &reaches.opponent, &mut totals);
    let least = ROUNDING * totals.iter().copied().fold(0.0, f64::max);
    totals.iter_mut().filter(|total| **total < least).for_each(|total| *total = 0.0);
    totals
}

/// Each sum divided by a probability, or `None` if the probability is 0.
fn means<const LISTS: usize>(sums: [&[f64]; LISTS], probability: f64) -> [Option<Vec<f64>>; LISTS] {
    let mean = |sums: &[f64]| sums.iter().map(|sum| sum / probability).collect();
    sums.map(|sums| Some(sums).filter(|_| probability > 0.0).map(mean))
}

/// The weighted mean of numbers, where `sum` is the sum of the weights, or the plain mean if `sum` is 0.
fn weighted_mean(numbers: &[f64], weights: &[f64], sum: f64) -> f64 {
    if sum > 0.0 { dot(numbers, weights) / sum } else { numbers.iter().sum::<f64>() / f64::from(numbers.len() as u32) }
}

fn dot(numbers: &[f64], others: &[f64]) -> f64 {
    numbers.iter().zip(others).map(|(number, other)| number * other).sum()
}
