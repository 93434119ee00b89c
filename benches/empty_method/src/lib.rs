//! A class like svara's `Hand` with methods that do nothing. It shows the least possible cost of a method call.

use pyo3::prelude::*;

/// A frozen class with a `u16` inside, like `svara.Hand`.
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
    #[expect(clippy::unused_self, reason = "the method must do nothing")]
    fn nothing(&self) {}

    /// Takes the same keyword argument as `svara.Hand.points`, ignores it, and returns a constant number.
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
