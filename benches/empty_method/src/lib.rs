//! An object like svara's `Hand` with methods that do nothing: the least that a method can cost.

use pyo3::prelude::*;

/// As `svara.Hand`: frozen, with a `u16` inside.
#[pyclass(frozen, eq, ord)]
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Hand(u16);

#[pymethods]
impl Hand {
    #[new]
    fn new(index: u16) -> Hand {
        Hand(index)
    }

    /// Does nothing and returns `None`.
    #[expect(clippy::unused_self, reason = "it is a method, and it does nothing")]
    fn nothing(&self) {}

    /// Takes the keyword argument that `svara.Hand.points` takes, and returns a number, without looking at either.
    #[pyo3(signature = (*, rules = None))]
    #[expect(clippy::unused_self, reason = "as above")]
    fn number(&self, rules: Option<&Bound<'_, PyAny>>) -> u8 {
        let _ = rules;
        31
    }
}

/// A class with empty methods.
#[pymodule]
mod empty_method {
    #[pymodule_export]
    use super::Hand;
}
