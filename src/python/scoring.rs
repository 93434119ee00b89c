//! Scoring: the points of one hand, of several, and of all hands.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::arguments::{show, show_with_type, whole};
use super::cards::{HandArgument, PyCombination, PyHand};
use super::rules::{PyScoring, RulesArgument};
use crate::MAX_POINTS;

/// Return the points of a hand, 8 to 34 (1.3).
///
/// *hand* is a `Hand`, a text, or a sequence of cards or card numbers. *rules* is a `Rules` or the name of a rule set.
///
/// >>> import svara
/// >>> svara.points("7♣ K♥ K♦")
/// 31
/// >>> svara.points("7c 8c 8d", rules="classic")
/// 19
///
/// Raises `InvalidCards` if *hand* is not a hand, `InvalidRules` if no rule set has the name.
#[pyfunction]
#[pyo3(signature = (hand, /, *, rules = RulesArgument::DEFAULT), text_signature = "(hand, /, *, rules='vipsvara')")]
pub(super) fn points(hand: HandArgument, rules: RulesArgument) -> u8 {
    rules.0.points(hand.0)
}

/// Return all 4,960 hands, in the order of their indices.
///
/// >>> import svara
/// >>> len(svara.all_hands()), svara.all_hands()[-1]
/// (4960, Hand('Ad Ah As'))
#[pyfunction]
pub(super) fn all_hands() -> Vec<PyHand> {
    crate::all_hands().map(PyHand).collect()
}

/// Return the hands with this number of points, 8 to 34, in the order of their indices.
///
/// >>> import svara
/// >>> [str(hand) for hand in svara.hands_with_points(34)]
/// ['7c 7d 7h', '7c 7d 7s', '7c 7h 7s', '7d 7h 7s']
///
/// Raises `ValueError` if *points* is not from 8 to 34, or is not a whole number: anything without `__index__`, and a
/// boolean.
#[pyfunction]
#[pyo3(signature = (points, /, *, rules = RulesArgument::DEFAULT), text_signature = "(points, /, *, rules='vipsvara')")]
pub(super) fn hands_with_points(points: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<Vec<PyHand>> {
    let number = whole(points)?;
    if let Some(Ok(points @ 8..=MAX_POINTS)) = number.as_ref().map(|number| number.extract::<u8>()) {
        return Ok(crate::hands_with_points(points, rules.0).map(PyHand).collect());
    }
    let shown = number.map_or_else(|| show_with_type(points), |number| show(&number))?;
    Err(PyValueError::new_err(format!("points run from 8 to {MAX_POINTS}, not {shown}")))
}

/// Return all 4,960 hands from the most points to the fewest.
///
/// Hands with equal points are in the order of their indices.
#[pyfunction]
#[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "(*, rules='vipsvara')")]
pub(super) fn hands_by_strength(rules: RulesArgument) -> Vec<PyHand> {
    crate::hands_by_strength(rules.0).into_iter().map(PyHand).collect()
}

/// Return the number of hands for each number of points that occurs (1.6), in ascending order of points.
///
/// >>> import svara
/// >>> svara.distribution()[34], svara.distribution(rules="classic")[8]
/// (4, 13)
#[pyfunction]
#[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "(*, rules='vipsvara')")]
pub(super) fn distribution(py: Python<'_>, rules: RulesArgument) -> PyResult<Bound<'_, PyDict>> {
    let counts = PyDict::new(py);
    for (points, count) in crate::distribution(rules.0).into_iter().enumerate() {
        if count > 0 {
            counts.set_item(points, count)?;
        }
    }
    Ok(counts)
}

/// The best combination of a hand. Pickle uses this function to restore a `Combination`.
#[pyfunction]
pub(super) fn combination(hand: PyHand, scoring: PyScoring) -> PyCombination {
    PyCombination::new(hand.0, scoring.0)
}

/// The points of several hands, in the same order; 0 for `None`.
#[pyfunction]
pub(super) fn points_of_hands(
    py: Python<'_>,
    hands: Vec<Option<PyHand>>,
    rules: RulesArgument,
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, hands.into_iter().map(|hand| hand.map_or(0, |hand| rules.0.points(hand.0))))
}
