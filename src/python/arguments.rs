//! Arguments that many functions have: whole numbers, seeds and threads, and how error messages show them.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use super::errors::exceptions;
use crate::InvalidCards;

/// The number of characters of a text that an error message shows.
const SHOWN: usize = 60;
/// More threads than this are a mistake.
const MAX_THREADS: usize = 1_024;

/// The start of a text, and an ellipsis if there is more.
pub(super) fn shortened(text: &str) -> (String, &'static str) {
    let shown: String = text.chars().take(SHOWN).collect();
    let ellipsis = if shown.len() < text.len() { "…" } else { "" };
    (shown, ellipsis)
}

pub(super) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}

/// A whole number from `least` to `most`; error messages call it `what`.
pub(super) fn whole_number(object: &Bound<'_, PyAny>, what: &str, least: u64, most: u64) -> PyResult<u64> {
    let limits = if most == u64::MAX { format!("of at least {least}") } else { format!("from {least} to {most}") };
    let index = if object.is_instance_of::<PyBool>() { None } else { object.call_method0("__index__").ok() };
    let Some(index) = index else {
        return Err(PyTypeError::new_err(format!("{what} is a whole number {limits}, not {}", type_name(object))));
    };
    match index.extract::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(PyValueError::new_err(format!("{what} is a whole number {limits}, not {index}"))),
    }
}

/// A whole number below `count`, or `None` for what is not a whole number, such as a float or a boolean.
///
/// `error` makes the error for other whole numbers.
pub(super) fn small_number(
    object: &Bound<'_, PyAny>,
    count: u16,
    error: fn(i64) -> InvalidCards,
) -> PyResult<Option<u16>> {
    if object.is_instance_of::<PyBool>() || object.is_instance_of::<PyString>() {
        return Ok(None);
    }
    let Ok(index) = object.call_method0("__index__") else { return Ok(None) };
    let Ok(value) = index.extract::<i64>() else {
        // Python refuses to print numbers of thousands of digits.
        let digits = index.str().map_or_else(
            |_| "a number this long".to_owned(),
            |digits| {
                let (shown, ellipsis) = shortened(&digits.to_string_lossy());
                shown + ellipsis
            },
        );
        let message = error(i64::MAX).to_string().replace(&i64::MAX.to_string(), &digits);
        return Err(exceptions::InvalidCards::new_err((message, digits)));
    };
    match u16::try_from(value) {
        Ok(small) if small < count => Ok(Some(small)),
        _ => Err(error(value).into()),
    }
}

/// A number of threads.
#[derive(Clone, Copy)]
pub(super) struct Threads(pub(super) usize);

impl Threads {
    pub(super) const DEFAULT: Threads = Threads(1);
}

impl<'a, 'py> FromPyObject<'a, 'py> for Threads {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Threads> {
        whole_number(&object, "threads", 1, MAX_THREADS as u64).map(|threads| Threads(threads as usize))
    }
}

/// A seed, 0 to 2²⁵⁶ − 1, as the key of the shuffle.
#[derive(Clone, Copy)]
pub(super) struct Seed(pub(super) [u8; 32]);

impl<'a, 'py> FromPyObject<'a, 'py> for Seed {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Seed> {
        if !object.is_instance_of::<PyInt>() || object.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err(format!(
                "a seed is a whole number from 0 to 2**256 - 1, not {}",
                type_name(&object)
            )));
        }
        match object.call_method1("to_bytes", (32, "little")) {
            Ok(bytes) => Ok(Seed(bytes.extract()?)),
            Err(_) => Err(PyValueError::new_err("a seed is a whole number from 0 to 2**256 - 1")),
        }
    }
}

/// The number of one of a seed's decks, 0 to 2⁶⁴ − 1.
#[derive(Clone, Copy)]
pub(super) struct DeckNumber(pub(super) u64);

impl<'a, 'py> FromPyObject<'a, 'py> for DeckNumber {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<DeckNumber> {
        if !object.is_instance_of::<PyInt>() || object.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err(format!(
                "the number of a deck is a whole number from 0 to 2**64 - 1, not {}",
                type_name(&object)
            )));
        }
        object
            .extract()
            .map(DeckNumber)
            .map_err(|_| PyValueError::new_err("the number of a deck is a whole number from 0 to 2**64 - 1"))
    }
}

/// The exception of a signal handler, if a signal such as Ctrl-C has come.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method itself is for one lifetime only")]
pub(super) fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}
