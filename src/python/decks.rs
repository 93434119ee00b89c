//! Decks: the seeded shuffle, the conversion of decks from Python, and dealing.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFrozenSet, PyInt, PySet, PyTuple};

use super::arguments::{DeckNumber, Seed};
use super::cards::{PyCard, PyHand, cards_from};
use crate::Card;
use crate::decks::check_deck;

/// Return the 32 cards in an order shuffled from a seed, the top card first.
///
/// *seed* is a whole number from 0 to 2²⁵⁶ − 1. Each *number*, 0 to 2⁶⁴ − 1 (default: 0), gives a different deck of the
/// seed. The same seed and number give the same deck on every machine and in every version. The shuffle is an unbiased
/// Fisher–Yates shuffle with the ChaCha20 key stream; `docs/shuffle.md` describes it.
///
/// >>> import svara
/// >>> [str(card) for card in svara.shuffled_deck(7)[:3]]
/// ['7h', 'Js', 'Qs']
///
/// Raises `ValueError` if *seed* or *number* is out of range, `TypeError` if either is not a whole number.
#[pyfunction]
#[pyo3(signature = (seed, /, number = DeckNumber(0)), text_signature = "(seed, /, number=0)")]
pub(super) fn shuffled_deck(seed: Seed, number: DeckNumber) -> Vec<PyCard> {
    crate::shuffled_deck(&seed.0, number.0).map(PyCard).into()
}

/// The card numbers of a shuffled deck, the top card first.
#[pyfunction]
pub(super) fn shuffled_numbers(py: Python<'_>, seed: Seed, number: DeckNumber) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &crate::shuffled_deck(&seed.0, number.0).map(Card::number))
}

/// A seed derived from another seed; each number gives a different one, for example one for each deal of a table.
#[pyfunction]
pub(super) fn derived_seed(py: Python<'_>, seed: Seed, number: DeckNumber) -> PyResult<Bound<'_, PyAny>> {
    py.get_type::<PyInt>().call_method1("from_bytes", (crate::derived_key(&seed.0, number.0), "little"))
}

/// The card numbers of a given deck, the top card first. The deck must have at least `needed` cards, all different.
#[pyfunction]
pub(super) fn deck_numbers<'py>(deck: &Bound<'py, PyAny>, needed: usize) -> PyResult<Bound<'py, PyBytes>> {
    if deck.is_instance_of::<PySet>() || deck.is_instance_of::<PyFrozenSet>() {
        return Err(PyTypeError::new_err("a deck must be a sequence of cards, such as a list, not a set"));
    }
    let numbers: Vec<u8> = cards_from(deck, |cards| {
        check_deck(cards, needed)?;
        Ok(cards.iter().map(|card| card.number()).collect())
    })?;
    Ok(PyBytes::new(deck.py(), &numbers))
}

/// The hands of a deal, by seat: card numbers dealt to the seats in `order` (3.3), and `None` for other seats.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "a list from Python becomes a vector of its own")]
pub(super) fn deal_hands<'py>(
    deck: &Bound<'py, PyBytes>,
    order: Vec<usize>,
    seats: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    let cards: Vec<Card> = deck.as_bytes().iter().map(|&number| Card::new(number)).collect::<Result<_, _>>()?;
    let mut hands = vec![None; seats];
    for (&seat, hand) in order.iter().zip(crate::deal_hands(&cards, order.len())?) {
        hands[seat] = Some(PyHand(hand));
    }
    PyTuple::new(deck.py(), hands)
}
