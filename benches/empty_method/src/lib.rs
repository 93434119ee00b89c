//! An object like svara's `Hand` with a method that does nothing: the least that any method can cost.

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
}

/// A class with an empty method.
#[pymodule]
mod empty_method {
    #[pymodule_export]
    use super::Hand;
}
