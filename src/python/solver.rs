//! Solved games: what Python hands to the solver, and what it is told. Private; users see `svara.solve`.

use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::arguments::Threads;
use super::cards::{HandArgument, PyHand};
use super::rules::PyScoring;
use crate::{Evaluation, FlatTree, Games, HandPairing, InvalidGame, MatrixPairing, Pairing, Solver};

impl From<InvalidGame> for PyErr {
    fn from(error: InvalidGame) -> PyErr {
        PyValueError::new_err(error.to_string())
    }
}

/// A tree: parents, players, payoffs (three for each node), following games and pairings, each in an array.
type Arrays<'py> = (PyBuffer<i32>, PyBuffer<u8>, PyBuffer<f64>, PyBuffer<i32>, PyBuffer<i32>);

/// A node seen by a player: its own reach, the other's, that with equal hands, and values.
type SeenByClass = (Vec<f64>, Vec<f64>, Vec<f64>, Vec<Vec<f64>>);

/// The numbers of hands, the weights of pairs and which hand is the better.
type Matrix = ([usize; 2], Vec<f64>, Vec<i8>);

/// What pairs hands: those of Svara by a scoring, in classes or each alone, or any by a matrix.
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

    /// How many numbers a strategy has in each game: one for each node, action and class of hands.
    #[getter]
    fn widths(&self) -> Vec<usize> {
        (0..self.games.count()).map(|game| self.games.width(game)).collect()
    }

    /// The first hand of each class, the fewest points first.
    #[getter]
    fn first_hands(&self) -> Vec<PyHand> {
        self.hands.iter().flat_map(HandPairing::first_hands).copied().map(PyHand).collect()
    }

    /// How many hands each class has.
    #[getter]
    fn sizes(&self) -> Vec<u32> {
        self.hands.iter().flat_map(HandPairing::sizes).copied().collect()
    }

    /// The class of a hand.
    fn class_of(&self, hand: HandArgument) -> usize {
        self.hands.as_ref().map_or(0, |hands| hands.class_of(hand.0))
    }
}

impl PyGames {
    fn check(&self, game: usize) -> PyResult<()> {
        if game < self.games.count() { Ok(()) } else { Err(PyIndexError::new_err(format!("there is no game {game}"))) }
    }
}

/// Plays games against itself, and learns.
#[pyclass(name = "Solver", module = "svara._core")]
pub(super) struct PySolver {
    solver: Solver,
    games: Py<PyGames>,
}

#[pymethods]
impl PySolver {
    #[new]
    fn new(games: Bound<'_, PyGames>) -> PySolver {
        PySolver { solver: Solver::new(Arc::clone(&games.get().games)), games: games.unbind() }
    }

    /// Plays a game so many times more. Ctrl-C ends it between two times.
    fn iterate(&mut self, py: Python<'_>, game: usize, rounds: u32, threads: Threads) -> PyResult<()> {
        self.games.get().check(game)?;
        for _ in 0..rounds {
            py.detach(|| self.solver.iterate(game, threads.0));
            py.check_signals()?;
        }
        Ok(())
    }

    /// What the strategy of a game is worth: the value to player 0, and what a best response wins as each player.
    fn evaluate(&mut self, py: Python<'_>, game: usize, threads: Threads) -> PyResult<(f64, f64, f64)> {
        self.games.get().check(game)?;
        Ok(numbers(&py.detach(|| self.solver.evaluate(game, threads.0))))
    }

    /// How often each game was played.
    #[getter]
    fn rounds(&self) -> Vec<u32> {
        (0..self.games.get().games.count()).map(|game| self.solver.rounds(game)).collect()
    }

    /// What was played on average.
    fn strategy(&self, py: Python<'_>) -> PyStrategy {
        let by_game = py.detach(|| {
            let games = 0..self.games.get().games.count();
            games.map(|game| self.solver.strategy(game)).collect()
        });
        PyStrategy { games: self.games.clone_ref(py), by_game }
    }
}

/// How both players play, in every game.
#[pyclass(name = "Strategy", module = "svara._core", frozen)]
pub(super) struct PyStrategy {
    games: Py<PyGames>,
    by_game: Vec<Vec<f32>>,
}

#[pymethods]
impl PyStrategy {
    /// From what `to_bytes` gives for each game.
    #[expect(clippy::needless_pass_by_value, reason = "a list from Python becomes a vector of its own")]
    #[new]
    fn new(games: Py<PyGames>, by_game: Vec<Bound<'_, PyBytes>>) -> PyResult<PyStrategy> {
        let wrong = || PyValueError::new_err("these are no strategies for these games");
        let read = |bytes: &Bound<'_, PyBytes>| {
            let numbers = bytes.as_bytes().chunks_exact(4);
            if !numbers.remainder().is_empty() {
                return Err(wrong());
            }
            Ok(numbers.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect())
        };
        let by_game: Vec<Vec<f32>> = by_game.iter().map(read).collect::<PyResult<_>>()?;
        let widths: Vec<usize> = by_game.iter().map(Vec::len).collect();
        if widths != games.get().widths() || by_game.iter().flatten().any(|share| !(0.0..=1.0).contains(share)) {
            return Err(wrong());
        }
        Ok(PyStrategy { games, by_game })
    }

    /// The games that it is for.
    #[getter]
    fn games(&self, py: Python<'_>) -> Py<PyGames> {
        self.games.clone_ref(py)
    }

    /// The strategy of a game as 32-bit floating-point numbers, the lowest byte first.
    fn to_bytes<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyBytes>> {
        self.games.get().check(game)?;
        let bytes: Vec<u8> = self.by_game[game].iter().flat_map(|share| share.to_le_bytes()).collect();
        Ok(PyBytes::new(py, &bytes))
    }

    /// For each game: the value to player 0, and what a best response wins as each player.
    fn evaluate(&self, py: Python<'_>) -> Vec<(f64, f64, f64)> {
        py.detach(|| self.games.get().games.evaluate_all(&self.by_game)).iter().map(numbers).collect()
    }

    /// How to play as well as can be against it, as either player.
    fn best_response(&self, py: Python<'_>) -> PyStrategy {
        let by_game = py.detach(|| self.games.get().games.best_response(&self.by_game));
        PyStrategy { games: self.games.clone_ref(py), by_game }
    }

    /// What one who plays by it wins against one who plays by another, in each game: as player 0, and as player 1.
    fn against(&self, py: Python<'_>, other: &PyStrategy) -> PyResult<Vec<(f64, f64)>> {
        if !self.games.is(&other.games) {
            return Err(PyValueError::new_err("these are strategies for different games"));
        }
        let values = py.detach(|| self.games.get().games.values(&self.by_game, &other.by_game));
        Ok(values.into_iter().map(|[first, second]| (first, -second)).collect())
    }

    /// How often each action of a node is played, by action and class of hands.
    fn shares(&self, game: usize, node: usize) -> PyResult<Vec<Vec<f64>>> {
        self.check(game, node)?;
        Ok(self.games.get().games.shares(game, node, &self.by_game[game]))
    }

    /// The same for one class.
    fn shares_of(&self, game: usize, node: usize, class_: usize) -> PyResult<Vec<f64>> {
        self.check(game, node)?;
        let shares = self.games.get().games.shares(game, node, &self.by_game[game]);
        let of_class = shares.iter().map(|row| row.get(class_).copied());
        of_class.collect::<Option<_>>().ok_or_else(|| PyIndexError::new_err(format!("there is no class {class_}")))
    }

    /// The same as `place` gives without the values, and so at once.
    fn reach(&self, game: usize, node: usize, player: usize) -> PyResult<(Vec<f64>, Vec<f64>, Vec<f64>)> {
        self.check(game, node)?;
        if player > 1 {
            return Err(PyValueError::new_err("there are two players"));
        }
        let place = self.games.get().games.reach(game, node, player, &self.by_game[game]);
        Ok((place.own_reach, place.other_reach, place.other_equal))
    }

    /// A node seen by a player, by class.
    ///
    /// How likely its own actions are that lead there; how likely it is that it has a hand of the class and that the
    /// other plays there; the same, and that the hands are equal; and what it wins by each action, times how likely that
    /// is, by action and class.
    fn place(
        &self,
        py: Python<'_>,
        game: usize,
        node: usize,
        player: usize,
        values: Vec<(f64, f64, f64)>,
    ) -> PyResult<SeenByClass> {
        self.check(game, node)?;
        let games = &self.games.get().games;
        if values.len() != games.count() || player > 1 {
            return Err(PyValueError::new_err("there are two players, and a value for each game"));
        }
        let by_game: Vec<Evaluation> =
            values.into_iter().map(|(value, first, second)| Evaluation { value, best: [first, second] }).collect();
        let place = py.detach(|| games.place(game, node, player, &self.by_game[game], &by_game));
        Ok((place.own_reach, place.other_reach, place.other_equal, place.values))
    }
}

impl PyStrategy {
    fn check(&self, game: usize, node: usize) -> PyResult<()> {
        self.games.get().check(game)?;
        let nodes = self.games.get().games.nodes(game);
        if node < nodes { Ok(()) } else { Err(PyIndexError::new_err(format!("game {game} has no node {node}"))) }
    }
}

fn numbers(evaluation: &Evaluation) -> (f64, f64, f64) {
    (evaluation.value, evaluation.best[0], evaluation.best[1])
}
