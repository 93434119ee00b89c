//! The solver for Python. Private: the public names are `svara.solve` and `svara.Solution`.

use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::arguments::Threads;
use super::cards::{HandArgument, PyHand};
use super::rules::PyScoring;
use crate::{
    Evaluation, FlatTree, Games, HandPairing, InvalidGame, InvalidQuery, MatrixPairing, Pairing, Row, Solver, Strategy,
};

pub(super) use crate::{CHANCE, LEAF, NOT_LOOKED};

impl From<InvalidGame> for PyErr {
    fn from(error: InvalidGame) -> PyErr {
        PyValueError::new_err(error.to_string())
    }
}

impl From<InvalidQuery> for PyErr {
    fn from(error: InvalidQuery) -> PyErr {
        let message = error.to_string();
        match error {
            InvalidQuery::Game(_) | InvalidQuery::Node { .. } | InvalidQuery::Hand(_) | InvalidQuery::Player(_) => {
                PyIndexError::new_err(message)
            }
            _ => PyValueError::new_err(message),
        }
    }
}

/// A tree as arrays: parents, players, payoffs (three for each node), following games and pairings.
type Arrays<'py> = (PyBuffer<i32>, PyBuffer<u8>, PyBuffer<f64>, PyBuffer<i32>, PyBuffer<i32>);

/// The number of hands of each player, the weight of each pair, and the order of each pair.
type Matrix = ([usize; 2], Vec<f64>, Vec<i8>);

/// An evaluation: the value to player 0, and the expected win of a best response as player 0 and as player 1.
type Numbers = (f64, f64, f64);

/// Advice: shares, expected wins and their mean, and the reach of the node, of the player and of the opponent.
type AdviceNumbers = (Vec<f64>, Option<Vec<f64>>, Option<f64>, f64, f64, f64);

/// A row: points, weight and shares.
type RowNumbers = (u8, f64, Vec<f64>);

/// A pairing of hands: classes of Svara hands in a scoring, single Svara hands, or any hands with matrices.
#[derive(FromPyObject)]
enum PairingArgument {
    Hands(PyScoring),
    SingleHands((PyScoring, bool)),
    Matrix(Matrix),
}

/// Two-player games that may follow one another, from flat trees.
#[pyclass(name = "Games", module = "svara._core", frozen)]
pub(super) struct PyGames {
    games: Arc<Games>,
    hands: Option<HandPairing>,
}

#[pymethods]
impl PyGames {
    #[expect(clippy::needless_pass_by_value, reason = "a list from Python becomes a vector of its own")]
    #[new]
    fn new(py: Python<'_>, trees: Vec<Arrays<'_>>, pairings: Vec<PairingArgument>) -> PyResult<PyGames> {
        let trees = trees.iter().map(|(parents, players, payoffs, following, pairings)| {
            let payoffs = payoffs.to_vec(py)?;
            if payoffs.len() % 3 != 0 {
                return Err(PyValueError::new_err("a tree must have three payoffs for each node"));
            }
            Ok(FlatTree {
                parents: parents.to_vec(py)?,
                players: players.to_vec(py)?,
                payoffs: payoffs.chunks_exact(3).map(|three| [three[0], three[1], three[2]]).collect(),
                following: following.to_vec(py)?,
                pairings: pairings.to_vec(py)?,
            })
        });
        let trees: Vec<FlatTree> = trees.collect::<PyResult<_>>()?;
        let mut hands = None;
        let pairings = pairings.into_iter().map(|pairing| match pairing {
            PairingArgument::Hands(scoring) => Ok(Pairing::Hands(hands.insert(HandPairing::new(scoring.0)).clone())),
            PairingArgument::SingleHands((scoring, _)) => {
                Ok(Pairing::Hands(hands.insert(HandPairing::of_single_hands(scoring.0)).clone()))
            }
            PairingArgument::Matrix((hands, weights, order)) => MatrixPairing::new(hands, weights, order)
                .map(Pairing::Matrix)
                .ok_or_else(|| PyValueError::new_err("the matrices of a pairing do not fit its numbers of hands")),
        });
        let pairings = pairings.collect::<PyResult<_>>()?;
        Ok(PyGames { games: Arc::new(Games::new(&trees, pairings)?), hands })
    }

    /// The length of a strategy in each game, which has one number for each node, action and class of hands.
    #[getter]
    fn widths(&self) -> Vec<usize> {
        (0..self.games.count()).map(|game| self.games.width(game)).collect()
    }

    /// The first hand of each class, in ascending order of points; empty if a matrix gives the pairing.
    #[getter]
    fn first_hands(&self) -> Vec<PyHand> {
        self.hands.iter().flat_map(HandPairing::first_hands).copied().map(PyHand).collect()
    }

    /// The number of hands of each class; empty if a matrix gives the pairing.
    #[getter]
    fn sizes(&self) -> Vec<u32> {
        self.hands.iter().flat_map(HandPairing::sizes).copied().collect()
    }

    /// Return the number of a hand's class.
    fn class_of(&self, hand: HandArgument) -> PyResult<usize> {
        let class = self.hands.as_ref().map(|hands| hands.class_of(hand.0));
        class.ok_or_else(|| PyValueError::new_err("the hands of these games are not Svara hands"))
    }
}

impl PyGames {
    fn check(&self, game: usize) -> PyResult<()> {
        if game < self.games.count() { Ok(()) } else { Err(PyIndexError::new_err(format!("there is no game {game}"))) }
    }
}

/// A solver for games, by counterfactual regret minimisation.
#[pyclass(name = "Solver", module = "svara._core")]
pub(super) struct PySolver {
    solver: Solver,
    games: Py<PyGames>,
}

#[pymethods]
impl PySolver {
    #[new]
    fn new(games: Bound<'_, PyGames>, threads: Threads) -> PySolver {
        PySolver { solver: Solver::new(Arc::clone(&games.get().games), threads.0), games: games.unbind() }
    }

    /// Run iterations of a game. Ctrl-C stops between two iterations.
    fn iterate(&mut self, py: Python<'_>, game: usize, iterations: u32) -> PyResult<()> {
        self.games.get().check(game)?;
        for _ in 0..iterations {
            py.detach(|| self.solver.iterate(game));
            py.check_signals()?;
        }
        Ok(())
    }

    /// Evaluate the average strategy of a game.
    ///
    /// The result has the value to player 0, and the expected win of a best response as player 0 and as player 1.
    fn evaluate(&mut self, py: Python<'_>, game: usize) -> PyResult<Numbers> {
        self.games.get().check(game)?;
        Ok(numbers(&py.detach(|| self.solver.evaluate(game))))
    }

    /// The number of iterations of each game so far.
    #[getter]
    fn iterations(&self) -> Vec<u32> {
        (0..self.games.get().games.count()).map(|game| self.solver.iterations(game)).collect()
    }

    /// Return the average strategy.
    fn strategy(&self, py: Python<'_>) -> PyStrategy {
        PyStrategy { games: self.games.clone_ref(py), strategy: py.detach(|| self.solver.strategy()) }
    }
}

/// A strategy of both players in every game, with its evaluations.
#[pyclass(name = "Strategy", module = "svara._core", frozen)]
pub(super) struct PyStrategy {
    games: Py<PyGames>,
    strategy: Strategy,
}

#[pymethods]
impl PyStrategy {
    /// A strategy from the bytes of each game, as `to_bytes` returns them. `evaluations` are not checked against it.
    #[expect(clippy::needless_pass_by_value, reason = "a list from Python becomes a vector of its own")]
    #[new]
    #[pyo3(signature = (games, by_game, evaluations=None))]
    fn new(
        games: Py<PyGames>,
        by_game: Vec<Bound<'_, PyBytes>>,
        evaluations: Option<Vec<Numbers>>,
    ) -> PyResult<PyStrategy> {
        let read = |bytes: &Bound<'_, PyBytes>| {
            let numbers = bytes.as_bytes().chunks_exact(4);
            if !numbers.remainder().is_empty() {
                return Err(InvalidQuery::NotAStrategy);
            }
            Ok(numbers.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
        };
        let by_game = by_game.iter().map(read).collect::<Result<_, _>>()?;
        let mut strategy = Strategy::new(Arc::clone(&games.get().games), by_game)?;
        if let Some(evaluations) = evaluations {
            let evaluation = |(value, first, second)| Evaluation { value, best: [first, second] };
            strategy = strategy.with_evaluations(evaluations.into_iter().map(evaluation).collect())?;
        }
        Ok(PyStrategy { games, strategy })
    }

    /// The games of the strategy.
    #[getter]
    fn games(&self, py: Python<'_>) -> Py<PyGames> {
        self.games.clone_ref(py)
    }

    /// Return the strategy of a game as little-endian 32-bit floating-point numbers.
    fn to_bytes<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyBytes>> {
        let bytes: Vec<u8> = self.strategy.numbers(game)?.iter().flat_map(|share| share.to_le_bytes()).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// For each game, the value to player 0 and the expected win of a best response as each player; computed once.
    #[getter]
    fn evaluations(&self, py: Python<'_>) -> Vec<Numbers> {
        py.detach(|| self.strategy.evaluations()).iter().map(numbers).collect()
    }

    /// Return a best response to the strategy, for both players.
    fn best_response(&self, py: Python<'_>) -> PyStrategy {
        PyStrategy { games: self.games.clone_ref(py), strategy: py.detach(|| self.strategy.best_response()) }
    }

    /// Return the expected win against another strategy in each game: as player 0, and as player 1.
    fn against(&self, py: Python<'_>, other: &PyStrategy) -> PyResult<Vec<(f64, f64)>> {
        Ok(py.detach(|| self.strategy.against(&other.strategy))?.into_iter().map(Into::into).collect())
    }

    /// Return the probability of each action of a node, by action and class of hands; empty where no player acts.
    fn shares(&self, game: usize, node: usize) -> PyResult<Vec<Vec<f64>>> {
        Ok(self.strategy.shares(game, node)?)
    }

    /// Return the probability of each action of a node with one class of hands.
    fn shares_of(&self, game: usize, node: usize, class_: usize) -> PyResult<Vec<f64>> {
        Ok(self.strategy.shares_of(game, node, class_)?)
    }

    /// Return the reach probability of each node of a game, once its cards are dealt.
    fn reaches(&self, py: Python<'_>, game: usize) -> PyResult<Vec<f64>> {
        Ok(py.detach(|| self.strategy.reaches(game))?)
    }

    /// Return the probability that play passes through a sequence of games, each given with a node.
    ///
    /// The last node is the one to reach; at each other node the hands tie and the next game follows.
    #[expect(clippy::needless_pass_by_value, reason = "a list from Python becomes a vector of its own")]
    fn reach(&self, trace: Vec<(usize, usize)>) -> PyResult<f64> {
        Ok(self.strategy.reach(&trace)?)
    }

    /// Return the action probabilities and expected wins at a node, with one class of hands or with all hands.
    ///
    /// The result has the probability of each action; the expected win after each action and their mean, or None if the
    /// node is never reached; the reach probability of the node; the probability of the player's own actions that lead
    /// to it with such a hand; and the probability of such a hand and the opponent's actions.
    #[pyo3(signature = (game, node, class_=None))]
    fn advice(&self, py: Python<'_>, game: usize, node: usize, class_: Option<usize>) -> PyResult<AdviceNumbers> {
        let advice = py.detach(|| self.strategy.advice(game, node, class_))?;
        let crate::Advice { shares, expected, value, reach, own_reach, opponent_reach } = advice;
        Ok((shares, expected, value, reach, own_reach, opponent_reach))
    }

    /// Return the action probabilities at a node by class of hands and by points.
    ///
    /// The result has the reach probability of the node, a row for each class of hands that reaches it, and a row for
    /// each number of points. A row has the points, the probability of holding such a hand at the node, and the
    /// probability of each action.
    fn rows(&self, py: Python<'_>, game: usize, node: usize) -> PyResult<(f64, Vec<RowNumbers>, Vec<RowNumbers>)> {
        let rows = py.detach(|| self.strategy.rows(game, node))?;
        let numbers = |rows: Vec<Row>| rows.into_iter().map(|row| (row.points, row.weight, row.shares)).collect();
        Ok((rows.reach, numbers(rows.by_class), numbers(rows.by_points)))
    }
}

fn numbers(evaluation: &Evaluation) -> Numbers {
    (evaluation.value, evaluation.best[0], evaluation.best[1])
}
