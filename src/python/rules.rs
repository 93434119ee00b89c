//! Rules: the part of a rule set that determines points, and its conversion from a `Rules` or from a name.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

use super::arguments::type_name;
use crate::{RANKS, RankSet, Scoring};

/// The part of a rule set that determines points. Private: the public class is `svara.Rules`.
#[pyclass(name = "Scoring", module = "svara._core", frozen, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PyScoring(pub(super) Scoring);

#[pymethods]
impl PyScoring {
    /// `three_of_a_kind` holds the letters of ranks, such as `"TJQKA"`.
    #[new]
    fn new(three_of_a_kind: &str, three_sevens: bool) -> PyResult<PyScoring> {
        let mut bits = 0;
        for letter in three_of_a_kind.chars() {
            match RANKS.iter().position(|&rank| rank == letter) {
                Some(rank) => bits |= 1 << rank,
                None => {
                    return Err(PyValueError::new_err(format!(
                        "{letter:?} is not a rank: the ranks are 7 8 9 T J Q K A"
                    )));
                }
            }
        }
        Ok(PyScoring(Scoring { three_of_a_kind: RankSet::from_bits(bits), three_sevens }))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String, bool)) {
        let ranks = RANKS.iter().zip(0..).filter(|&(_, rank)| self.0.three_of_a_kind.contains(rank));
        (py.get_type::<PyScoring>(), (ranks.map(|(letter, _)| letter).collect(), self.0.three_sevens))
    }
}

/// The scoring of a rule set, from a `svara.Rules` or from the name of a rule set.
#[derive(Clone, Copy)]
pub(super) struct RulesArgument(pub(super) Scoring);

impl RulesArgument {
    pub(super) const DEFAULT: RulesArgument = RulesArgument(Scoring::VIPSVARA);
}

impl<'a, 'py> FromPyObject<'a, 'py> for RulesArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<RulesArgument> {
        scoring_from(&object).map(RulesArgument)
    }
}

/// The scoring that `object` describes. Not inlined, so that a call without rules does not pay for the stack frame of
/// this function.
#[inline(never)]
fn scoring_from(object: &Bound<'_, PyAny>) -> PyResult<Scoring> {
    static FIND_RULES: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if let Ok(scoring) = object.extract::<PyScoring>() {
        return Ok(scoring.0); // the package itself passes a Scoring when it scores many hands
    }
    let py = object.py();
    let rules = if object.is_instance_of::<PyString>() {
        FIND_RULES.import(py, "svara.rules", "find_rules")?.call1((object,))?
    } else {
        object.to_owned()
    };
    rules
        .getattr(pyo3::intern!(py, "_scoring")) // the value behind the property `scoring`, without a call into Python
        .and_then(|scoring| Ok(scoring.extract::<PyScoring>()?))
        .map(|scoring| scoring.0)
        .map_err(|_| {
            PyTypeError::new_err(format!("rules must be a Rules or the name of a rule set, not {}", type_name(object)))
        })
}
