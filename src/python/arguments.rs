//! Conversion of common arguments: whole numbers, seeds and threads; and the form of values in error messages.

use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyInt, PyString};

use super::errors::exceptions;
use crate::InvalidCards;
use crate::shown::{show as show_text, show_repr};

/// The most threads. A greater number is a mistake.
const MAX_THREADS: usize = 1_024;

/// A value of the caller for a message: a text in quotes, any other value as its `repr`; on one line and at most 60
/// characters long.
pub(super) fn show(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(show_text(&text.to_string_lossy()));
    }
    match object.repr() {
        Ok(repr) => Ok(show_repr(&repr.to_string_lossy())),
        // For example a number with thousands of digits, a deeply nested list, or a class whose method fails.
        Err(error) if error.is_instance_of::<PyException>(object.py()) => {
            Ok(format!("{} that cannot be shown", a_or_an(&type_name(object))))
        }
        Err(error) => Err(error),
    }
}

/// A value of a wrong type, followed by the type: `1.5, a float`.
pub(super) fn show_with_type(object: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(format!("{}, {}", show(object)?, a_or_an(&type_name(object))))
}

pub(super) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".to_owned(), |name| show_repr(&name.to_string_lossy()))
}

fn a_or_an(noun: &str) -> String {
    format!("{} {noun}", if noun.starts_with(|letter| "aeiouAEIOU".contains(letter)) { "an" } else { "a" })
}

/// A whole number, which is any object with `__index__` except a boolean. `None` for any other object.
pub(super) fn whole<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyInt>>> {
    static INDEX: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if let Ok(number) = object.cast_exact::<PyInt>() {
        return Ok(Some(number.clone()));
    }
    let py = object.py();
    if object.is_instance_of::<PyBool>() || matches!(&type_name(object)[..], "bool" | "bool_") {
        return Ok(None); // bool_ is the type of numpy's booleans
    }
    match INDEX.import(py, "operator", "index")?.call1((object,)) {
        Ok(number) => Ok(Some(number.cast_into()?)),
        // The object is not a number, is an array of several numbers, or its method fails.
        Err(error) if error.is_instance_of::<PyException>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A whole number within limits, converted by `convert`; `what` is its name in error messages.
///
/// Raises `TypeError` if the object is not a whole number, `ValueError` if `convert` returns `None`.
pub(super) fn whole_from<T>(
    object: &Bound<'_, PyAny>,
    what: &str,
    limits: &str,
    convert: impl FnOnce(&Bound<'_, PyInt>) -> Option<T>,
) -> PyResult<T> {
    let Some(number) = whole(object)? else {
        let message = format!("{what} cannot be {}: it is a whole number {limits}", show_with_type(object)?);
        return Err(PyTypeError::new_err(message));
    };
    match convert(&number) {
        Some(number) => Ok(number),
        None => {
            Err(PyValueError::new_err(format!("{what} cannot be {}: it is a whole number {limits}", show(&number)?)))
        }
    }
}

/// A whole number from `least` to `most`; `what` is its name in error messages.
pub(super) fn whole_number(object: &Bound<'_, PyAny>, what: &str, least: u64, most: u64) -> PyResult<u64> {
    whole_from(object, what, &format!("from {least} to {most}"), |number| {
        number.extract().ok().filter(|number| (least..=most).contains(number))
    })
}

/// A whole number below `count`, or `None` for an object that is not a whole number, such as a float or a boolean.
///
/// `error` makes the error for any other whole number.
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

/// The number of threads, 1 to [`MAX_THREADS`].
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
            let int = number.py().get_type::<PyInt>(); // a subclass may override the method
            int.call_method1("to_bytes", (number, 32, "little")).and_then(|bytes| bytes.extract()).map(Seed).ok()
        })
    }
}

/// The number of a deck of a seed, 0 to 2⁶⁴ − 1.
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

/// Runs the handlers of pending signals, such as Ctrl-C, and returns their exception.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method itself works for one lifetime only")]
pub(super) fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}
