//! Arguments that many functions have: whole numbers, seeds and threads, and how error messages show them.

use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyInt, PyString};

use super::errors::exceptions;
use crate::InvalidCards;
use crate::shown::{show as show_text, show_repr};

/// More threads than this are a mistake.
const MAX_THREADS: usize = 1_024;

/// A value from outside, fit for a message: a text in quotes, else its `repr`, on one line and at most 60 characters.
pub(super) fn show(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(show_text(&text.to_string_lossy()));
    }
    match object.repr() {
        Ok(repr) => Ok(show_repr(&repr.to_string_lossy())),
        // A number of thousands of digits, a nested list, a class whose method fails.
        Err(error) if error.is_instance_of::<PyException>(object.py()) => {
            Ok(format!("{} that cannot be shown", a_or_an(&type_name(object))))
        }
        Err(error) => Err(error),
    }
}

/// A value of a type that is not right, with its type: `1.5, a float`.
pub(super) fn show_with_type(object: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(format!("{}, {}", show(object)?, a_or_an(&type_name(object))))
}

pub(super) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".to_owned(), |name| show_repr(&name.to_string_lossy()))
}

fn a_or_an(noun: &str) -> String {
    format!("{} {noun}", if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
}

/// The whole number that an object is: whatever has `__index__`, but not a boolean. `None` for anything else.
pub(super) fn whole<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyInt>>> {
    static INDEX: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if let Ok(number) = object.cast_exact::<PyInt>() {
        return Ok(Some(number.clone()));
    }
    let py = object.py();
    if object.is_instance_of::<PyBool>() || matches!(&type_name(object)[..], "bool" | "bool_") {
        return Ok(None); // numpy has booleans, too
    }
    match INDEX.import(py, "operator", "index")?.call1((object,)) {
        Ok(number) => Ok(Some(number.cast_into()?)),
        // It is not a number, or an array of several, or its method fails.
        Err(error) if error.is_instance_of::<PyException>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A whole number within the limits, as `convert` gives it; error messages call it `what`.
///
/// Raises `TypeError` for what is not a whole number, `ValueError` for another one.
pub(super) fn whole_from<T>(
    object: &Bound<'_, PyAny>,
    what: &str,
    limits: &str,
    convert: impl FnOnce(&Bound<'_, PyInt>) -> Option<T>,
) -> PyResult<T> {
    let Some(number) = whole(object)? else {
        let message = format!("{what} is a whole number {limits}, not {}", show_with_type(object)?);
        return Err(PyTypeError::new_err(message));
    };
    match convert(&number) {
        Some(number) => Ok(number),
        None => Err(PyValueError::new_err(format!("{what} is a whole number {limits}, not {}", show(&number)?))),
    }
}

/// A whole number from `least` to `most`; error messages call it `what`.
pub(super) fn whole_number(object: &Bound<'_, PyAny>, what: &str, least: u64, most: u64) -> PyResult<u64> {
    whole_from(object, what, &format!("from {least} to {most}"), |number| {
        number.extract().ok().filter(|number| (least..=most).contains(number))
    })
}

/// A whole number below `count`, or `None` for what is not a whole number, such as a float or a boolean.
///
/// `error` makes the error for other whole numbers.
pub(super) fn small_number(
    object: &Bound<'_, PyAny>,
    count: u16,
    error: fn(i64) -> InvalidCards,
) -> PyResult<Option<u16>> {
    let Some(number) = whole(object)? else { return Ok(None) };
    let Ok(value) = number.extract::<i64>() else {
        let shown = show(&number)?;
        let message = error(i64::MAX).to_string().replace(&i64::MAX.to_string(), &shown);
        return Err(exceptions::InvalidCards::new_err((message, shown)));
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
        whole_from(&object, "a seed", "from 0 to 2**256 - 1", |number| {
            let int = number.py().get_type::<PyInt>(); // a type derived from it may have other methods
            int.call_method1("to_bytes", (number, 32, "little")).and_then(|bytes| bytes.extract()).map(Seed).ok()
        })
    }
}

/// The number of one of a seed's decks, 0 to 2⁶⁴ − 1.
#[derive(Clone, Copy)]
pub(super) struct DeckNumber(pub(super) u64);

impl<'a, 'py> FromPyObject<'a, 'py> for DeckNumber {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<DeckNumber> {
        whole_from(&object, "the number of a deck", "from 0 to 2**64 - 1", |number| {
            number.extract().map(DeckNumber).ok()
        })
    }
}

/// The exception of a signal handler, if a signal such as Ctrl-C has come.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method itself is for one lifetime only")]
pub(super) fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}
