//! The solver for Python. Private: users see `svara.solve` and `svara.Solution`.

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

/// A tree: parents, players, payoffs (three for each node), following games and pairings, each in an array.
type Arrays<'py> = (PyBuffer<i32>, PyBuffer<u8>, PyBuffer<f64>, PyBuffer<i32>, PyBuffer<i32>);

/// The numbers of hands, the weights of pairs and which hand is better.
type Matrix = ([usize; 2], Vec<f64>, Vec<i8>);

/// An evaluation: the value to player 0, and what a best response wins as player 0 and as player 1.
type Numbers = (f64, f64, f64);

/// Advice: shares, expected values and the mean value, and the reaches of the node, of the player and of the opponent.
type AdviceNumbers = (Vec<f64>, Option<Vec<f64>>, Option<f64>, f64, f64, f64);

/// A row: points, weight and shares.
type RowNumbers = (u8, f64, Vec<f64>);

/// How hands are paired: those of Svara by a scoring, in classes or each alone; or any hands by a matrix.
#[derive(FromPyObject)]
enum PairingArgument {
    Hands(PyScoring),
    SingleHands((PyScoring, bool)),
    Matrix(Matrix),
}

/// Games of two players that may follow upon each other, as flat trees.
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
                return Err(PyValueError::new_err("the payoffs of a tree are three for each node"));
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
                .ok_or_else(|| PyValueError::new_err("the matrices of a pairing do not have the sizes of its hands")),
        });
        let pairings = pairings.collect::<PyResult<_>>()?;
        Ok(PyGames { games: Arc::new(Games::new(&trees, pairings)?), hands })
    }

    /// The length of a strategy in each game: one number for each node, action and class of hands.
    #[getter]
    fn widths(&self) -> Vec<usize> {
        (0..self.games.count()).map(|game| self.games.width(game)).collect()
    }

    /// The first hand of each class, the fewest points first; none in games by a matrix.
    #[getter]
    fn first_hands(&self) -> Vec<PyHand> {
        self.hands.iter().flat_map(HandPairing::first_hands).copied().map(PyHand).collect()
    }

    /// The number of hands of each class; none in games by a matrix.
    #[getter]
    fn sizes(&self) -> Vec<u32> {
        self.hands.iter().flat_map(HandPairing::sizes).copied().collect()
    }

    /// The number of a hand's class.
    fn class_of(&self, hand: HandArgument) -> PyResult<usize> {
        let class = self.hands.as_ref().map(|hands| hands.class_of(hand.0));
        class.ok_or_else(|| PyValueError::new_err("the hands of these games are not those of Svara"))
    }
}

impl PyGames {
    fn check(&self, game: usize) -> PyResult<()> {
        if game < self.games.count() { Ok(()) } else { Err(PyIndexError::new_err(format!("there is no game {game}"))) }
    }
}

/// Solves games by counterfactual regret minimisation.
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

    /// Runs iterations of a game. Ctrl-C ends it between two of them.
    fn iterate(&mut self, py: Python<'_>, game: usize, iterations: u32) -> PyResult<()> {
        self.games.get().check(game)?;
        for _ in 0..iterations {
            py.detach(|| self.solver.iterate(game));
            py.check_signals()?;
        }
        Ok(())
    }

    /// Evaluates the average strategy of a game: the value to player 0, and what a best response wins as each player.
    fn evaluate(&mut self, py: Python<'_>, game: usize) -> PyResult<Numbers> {
        self.games.get().check(game)?;
        Ok(numbers(&py.detach(|| self.solver.evaluate(game))))
    }

    /// The number of iterations of each game so far.
    #[getter]
    fn iterations(&self) -> Vec<u32> {
        (0..self.games.get().games.count()).map(|game| self.solver.iterations(game)).collect()
    }

    /// The average strategy.
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
    /// A strategy from the bytes of each game, as `to_bytes` returns them. Given `evaluations` are not computed again.
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

    /// The strategy of a game as 32-bit floating-point numbers, the lowest byte first.
    fn to_bytes<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyBytes>> {
        let bytes: Vec<u8> = self.strategy.numbers(game)?.iter().flat_map(|share| share.to_le_bytes()).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// For each game: the value to player 0, and what a best response wins as each player. It is computed once.
    #[getter]
    fn evaluations(&self, py: Python<'_>) -> Vec<Numbers> {
        py.detach(|| self.strategy.evaluations()).iter().map(numbers).collect()
    }

    /// A best response to it, as either player.
    fn best_response(&self, py: Python<'_>) -> PyStrategy {
        PyStrategy { games: self.games.clone_ref(py), strategy: py.detach(|| self.strategy.best_response()) }
    }

    /// The expected win against another strategy in each game: as player 0, and as player 1.
    fn against(&self, py: Python<'_>, other: &PyStrategy) -> PyResult<Vec<(f64, f64)>> {
        Ok(py.detach(|| self.strategy.against(&other.strategy))?.into_iter().map(Into::into).collect())
    }

    /// The probability of each action of a node, by action and class of hands; empty where nobody acts.
    fn shares(&self, game: usize, node: usize) -> PyResult<Vec<Vec<f64>>> {
        Ok(self.strategy.shares(game, node)?)
    }

    /// The same with one class.
    fn shares_of(&self, game: usize, node: usize, class_: usize) -> PyResult<Vec<f64>> {
        Ok(self.strategy.shares_of(game, node, class_)?)
    }

    /// The reach probability of each node of a game, from the deal of its cards on.
    fn reaches(&self, py: Python<'_>, game: usize) -> PyResult<Vec<f64>> {
        Ok(py.detach(|| self.strategy.reaches(game))?)
    }

    /// The probability that play goes through games, each given with a node.
    ///
    /// The hands tie at each of these nodes but the last, and the last is reached.
    #[expect(clippy::needless_pass_by_value, reason = "a list from Python becomes a vector of its own")]
    fn reach(&self, trace: Vec<(usize, usize)>) -> PyResult<f64> {
        Ok(self.strategy.reach(&trace)?)
    }

    /// The strategy of the player that acts at a node, with the hands of a class or with all hands, and its values.
    ///
    /// The probability of each action; what it wins on average after each action, and in the mean, or None where the node
    /// is never reached; the probability of the node, that of the player's own actions that lead there with such a hand,
    /// and that of such a hand with the opponent's actions.
    #[pyo3(signature = (game, node, class_=None))]
    fn advice(&self, py: Python<'_>, game: usize, node: usize, class_: Option<usize>) -> PyResult<AdviceNumbers> {
        let advice = py.detach(|| self.strategy.advice(game, node, class_))?;
        let crate::Advice { shares, expected, value, reach, own_reach, opponent_reach } = advice;
        Ok((shares, expected, value, reach, own_reach, opponent_reach))
    }

    /// The strategy of the player that acts at a node, by class and by points.
    ///
    /// The probability of the node, a row for each class of hands that reaches it, and a row for each number of points. A row
    /// has the points, how often such hands are held there, and the probability of each action.
    fn rows(&self, py: Python<'_>, game: usize, node: usize) -> PyResult<(f64, Vec<RowNumbers>, Vec<RowNumbers>)> {
        let rows = py.detach(|| self.strategy.rows(game, node))?;
        let numbers = |rows: Vec<Row>| rows.into_iter().map(|row| (row.points, row.weight, row.shares)).collect();
        Ok((rows.reach, numbers(rows.by_class), numbers(rows.by_points)))
    }
}

fn numbers(evaluation: &Evaluation) -> Numbers {
    (evaluation.value, evaluation.best[0], evaluation.best[1])
}
