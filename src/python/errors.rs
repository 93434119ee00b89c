//! Conversion of the core's errors into the exceptions of `svara.errors`.

use pyo3::prelude::*;

use crate::{InvalidCards, InvalidOdds, InvalidRange, InvalidRow, RowContent};

pub(super) mod exceptions {
    pyo3::import_exception!(svara.errors, InvalidCards);
    pyo3::import_exception!(svara.errors, InvalidOdds);
    pyo3::import_exception!(svara.errors, InvalidRange);
}

impl From<InvalidCards> for PyErr {
    fn from(error: InvalidCards) -> PyErr {
        exceptions::InvalidCards::new_err((error.to_string(), error.piece()))
    }
}

impl From<InvalidRow> for PyErr {
    fn from(error: InvalidRow) -> PyErr {
        let piece = match error.content {
            RowContent::Cards(cards) => format!("{cards:?}"),
            RowContent::Index(index) => index.to_string(),
        };
        exceptions::InvalidCards::new_err((error.to_string(), piece, error.row))
    }
}

impl From<InvalidOdds> for PyErr {
    fn from(error: InvalidOdds) -> PyErr {
        exceptions::InvalidOdds::new_err(error.to_string())
    }
}

impl From<InvalidRange> for PyErr {
    fn from(error: InvalidRange) -> PyErr {
        exceptions::InvalidRange::new_err((error.to_string(), error.piece()))
    }
}
