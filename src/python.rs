//! The Python module `svara._core`: converts, and turns errors into exceptions. The only file that knows Python.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyInt, PyString, PyTuple, PyType};

use crate::cards::check_deck;
use crate::{Card, Combination, Hand, InvalidCards, MAX_POINTS, RANKS, RankSet, SUITS, Scoring};

mod exceptions {
    pyo3::import_exception!(svara.errors, InvalidCards);
}

/// How much of a text an error message shows.
const SHOWN: usize = 60;

/// No input of cards is longer than this, so that reading one ends.
const MOST_CARDS: usize = 64;

impl From<InvalidCards> for PyErr {
    fn from(error: InvalidCards) -> PyErr {
        exceptions::InvalidCards::new_err((error.to_string(), error.piece()))
    }
}

/// An error about a text: the text, shortened, and what is wrong with it.
fn error_in(text: &str, error: &InvalidCards) -> PyErr {
    let shown: String = text.chars().take(SHOWN).collect();
    let ellipsis = if shown.len() < text.len() { "…" } else { "" };
    exceptions::InvalidCards::new_err((format!("{shown:?}{ellipsis}: {error}"), error.piece()))
}

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}

/// A whole number below `count`, for which `error` is the error; booleans and floats are none.
fn number(object: &Bound<'_, PyAny>, count: u16, error: fn(i64) -> InvalidCards) -> PyResult<Option<u16>> {
    if object.is_instance_of::<PyBool>() || object.is_instance_of::<PyString>() {
        return Ok(None);
    }
    let Ok(index) = object.call_method0("__index__") else { return Ok(None) };
    let Ok(value) = index.extract::<i64>() else {
        return Err(exceptions::InvalidCards::new_err((
            error(i64::MAX).to_string().replace(&i64::MAX.to_string(), &index.to_string()),
            index.to_string(),
        )));
    };
    match u16::try_from(value) {
        Ok(small) if small < count => Ok(Some(small)),
        _ => Err(error(value).into()),
    }
}

/// One card, from a `Card`, its number or its text.
fn card_from(object: &Bound<'_, PyAny>) -> PyResult<Card> {
    if let Ok(card) = object.extract::<PyCard>() {
        return Ok(card.0);
    }
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_string_lossy();
        return text.parse().map_err(|error| error_in(&text, &error));
    }
    match number(object, 32, InvalidCards::Number)? {
        Some(small) => Ok(Card::from_table(small as u8)),
        None => Err(PyTypeError::new_err(format!(
            "a card is a text like '7c', a number from 0 to 31 or a Card, not {}",
            type_name(object)
        ))),
    }
}

/// Cards from a text, a `Hand`, or anything that gives cards one after another; checked by `check`.
fn cards_from<T>(
    object: &Bound<'_, PyAny>,
    check: impl FnOnce(&[Card]) -> Result<T, InvalidCards>,
) -> PyResult<T> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_string_lossy();
        return crate::parse_cards(&text)
            .and_then(|cards| check(&cards))
            .map_err(|error| error_in(&text, &error));
    }
    if let Ok(hand) = object.extract::<PyHand>() {
        return Ok(check(&hand.0.cards())?);
    }
    let wrong = object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
        || object.is_instance_of::<PyDict>();
    let Some(items) = (!wrong).then(|| object.try_iter().ok()).flatten() else {
        return Err(PyTypeError::new_err(format!(
            "cards are a text like '7c Kh Kd' or a sequence of cards, not {}",
            type_name(object)
        )));
    };
    let cards: Vec<Card> = items.take(MOST_CARDS).map(|item| card_from(&item?)).collect::<PyResult<_>>()?;
    Ok(check(&cards)?)
}

/// A hand, from a `Hand` or whatever makes one.
#[derive(Clone, Copy)]
struct HandArgument(Hand);

impl<'a, 'py> FromPyObject<'a, 'py> for HandArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<HandArgument> {
        if let Ok(hand) = object.extract::<PyHand>() {
            return Ok(HandArgument(hand.0));
        }
        cards_from(&object, |cards| Hand::try_from(cards)).map(HandArgument)
    }
}

/// The scoring of a rule set, from a `svara.Rules` or the name of one.
#[derive(Clone, Copy)]
struct RulesArgument(Scoring);

impl RulesArgument {
    const DEFAULT: RulesArgument = RulesArgument(Scoring::VIPSVARA);
}

impl<'a, 'py> FromPyObject<'a, 'py> for RulesArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<RulesArgument> {
        static FIND_RULES: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let py = object.py();
        let rules = if object.is_instance_of::<PyString>() {
            FIND_RULES.import(py, "svara.rules", "find_rules")?.call1((object,))?
        } else {
            object.to_owned()
        };
        rules
            .getattr(pyo3::intern!(py, "scoring"))
            .and_then(|scoring| Ok(scoring.extract::<PyScoring>()?))
            .map(|scoring| RulesArgument(scoring.0))
            .map_err(|_| {
                PyTypeError::new_err(format!(
                    "rules are a Rules or the name of a rule set, not {}",
                    type_name(&object)
                ))
            })
    }
}

/// A seed, 0 to 2²⁵⁶ − 1, as the key of the shuffle.
#[derive(Clone, Copy)]
struct Seed([u8; 32]);

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

#[pyclass(name = "Card", module = "svara", frozen, eq, ord, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PyCard(Card);

#[pymethods]
impl PyCard {
    #[new]
    #[pyo3(signature = (card, /))]
    fn new(card: &Bound<'_, PyAny>) -> PyResult<PyCard> {
        card_from(card).map(PyCard)
    }

    #[getter]
    fn number(&self) -> u8 {
        self.0.number()
    }

    #[getter]
    fn rank(&self) -> char {
        RANKS[usize::from(self.0.rank())]
    }

    #[getter]
    fn suit(&self) -> char {
        SUITS[usize::from(self.0.suit())]
    }

    fn unicode(&self) -> String {
        self.0.unicode()
    }

    fn __index__(&self) -> u8 {
        self.0.number()
    }

    fn __hash__(&self) -> u8 {
        self.0.number()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Card('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<PyCard>(), (self.0.to_string(),))
    }
}

#[pyclass(name = "Hand", module = "svara", frozen, eq, ord, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PyHand(Hand);

#[pymethods]
impl PyHand {
    #[new]
    #[pyo3(signature = (cards = None, /, *, index = None))]
    fn new(cards: Option<HandArgument>, index: Option<&Bound<'_, PyAny>>) -> PyResult<PyHand> {
        match (cards, index) {
            (Some(hand), None) => Ok(PyHand(hand.0)),
            (None, Some(index)) => match number(index, crate::HANDS as u16, InvalidCards::Index)? {
                Some(small) => Ok(PyHand(Hand::from_index(small)?)),
                None => Err(PyTypeError::new_err(format!(
                    "a hand index is a whole number from 0 to 4959, not {}",
                    type_name(index)
                ))),
            },
            _ => Err(PyTypeError::new_err("a Hand is made from its cards or from index=, one of the two")),
        }
    }

    #[getter]
    fn cards(&self) -> (PyCard, PyCard, PyCard) {
        let [a, b, c] = self.0.cards().map(PyCard);
        (a, b, c)
    }

    #[getter]
    fn index(&self) -> u16 {
        self.0.index()
    }

    #[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "($self, /, *, rules='vipsvara')")]
    fn points(&self, rules: RulesArgument) -> u8 {
        rules.0.points(self.0)
    }

    #[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "($self, /, *, rules='vipsvara')")]
    fn combination(&self, rules: RulesArgument) -> PyCombination {
        PyCombination(rules.0.combination(self.0))
    }

    fn unicode(&self) -> String {
        self.0.unicode()
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.cards().contains(&card_from(card)?))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.cards().into_pyobject(py)?.call_method0("__iter__")
    }

    fn __len__(&self) -> usize {
        self.0.cards().len()
    }

    fn __hash__(&self) -> u16 {
        self.0.index()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Hand('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<PyHand>(), (self.0.to_string(),))
    }
}

#[pyclass(name = "Combination", module = "svara", frozen, eq)]
#[derive(PartialEq, Eq)]
struct PyCombination(Combination);

#[pymethods]
impl PyCombination {
    #[getter]
    fn kind(&self) -> char {
        self.0.kind().letter()
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.0.kind().name()
    }

    #[getter]
    fn points(&self) -> u8 {
        self.0.points()
    }

    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.cards().iter().map(|&card| PyCard(card)))
    }

    fn unicode(&self) -> String {
        self.describe(Card::unicode)
    }

    fn __hash__(&self) -> u32 {
        self.0.cards().iter().fold(self.kind().into(), |hash, card| hash * 32 + u32::from(card.number()))
    }

    fn __str__(&self) -> String {
        self.describe(|card| card.to_string())
    }

    fn __repr__(&self) -> String {
        format!("<Combination: {}, 1.3{}, {} points>", self.__str__(), self.kind(), self.points())
    }
}

impl PyCombination {
    fn describe(&self, print: fn(Card) -> String) -> String {
        let cards: Vec<String> = self.0.cards().iter().map(|&card| print(card)).collect();
        format!("{} {}", self.name(), cards.join(" "))
    }
}

/// What of a rule set decides points. Private: users hold a `svara.Rules`.
#[pyclass(name = "Scoring", module = "svara._core", frozen, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq)]
struct PyScoring(Scoring);

#[pymethods]
impl PyScoring {
    /// `three_of_a_kind` are ranks in letters, such as `"TJQKA"`.
    #[new]
    fn new(three_of_a_kind: &str, three_sevens: bool) -> PyResult<PyScoring> {
        let mut bits = 0;
        for letter in three_of_a_kind.chars() {
            match RANKS.iter().position(|&rank| rank == letter) {
                Some(rank) => bits |= 1 << rank,
                None => return Err(PyValueError::new_err(format!("{letter:?} is no rank"))),
            }
        }
        Ok(PyScoring(Scoring { three_of_a_kind: RankSet::from_bits(bits), three_sevens }))
    }
}

#[pyfunction]
#[pyo3(signature = (hand, /, *, rules = RulesArgument::DEFAULT), text_signature = "(hand, /, *, rules='vipsvara')")]
fn points(hand: HandArgument, rules: RulesArgument) -> u8 {
    rules.0.points(hand.0)
}

#[pyfunction]
fn all_hands() -> Vec<PyHand> {
    crate::all_hands().map(PyHand).collect()
}

#[pyfunction]
#[pyo3(signature = (points, /, *, rules = RulesArgument::DEFAULT), text_signature = "(points, /, *, rules='vipsvara')")]
fn hands_with_points(points: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<Vec<PyHand>> {
    let whole = points.is_instance_of::<PyInt>() && !points.is_instance_of::<PyBool>();
    match points.extract::<u8>() {
        Ok(points @ 8..=MAX_POINTS) if whole => {
            Ok(crate::hands_with_points(points, rules.0).map(PyHand).collect())
        }
        _ => Err(PyValueError::new_err(format!("points run from 8 to {MAX_POINTS}, not {}", points.repr()?))),
    }
}

#[pyfunction]
#[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "(*, rules='vipsvara')")]
fn hands_by_strength(rules: RulesArgument) -> Vec<PyHand> {
    crate::hands_by_strength(rules.0).into_iter().map(PyHand).collect()
}

#[pyfunction]
#[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "(*, rules='vipsvara')")]
fn distribution(py: Python<'_>, rules: RulesArgument) -> PyResult<Bound<'_, PyDict>> {
    let counts = PyDict::new(py);
    for (points, count) in crate::distribution(rules.0).into_iter().enumerate() {
        if count > 0 {
            counts.set_item(points, count)?;
        }
    }
    Ok(counts)
}

#[pyfunction]
#[pyo3(signature = (seed, /, number = 0))]
fn shuffled_deck(seed: Seed, number: u64) -> Vec<PyCard> {
    crate::shuffled_deck(&seed.0, number).map(PyCard).into()
}

/// The numbers of a shuffled deck, top card first.
#[pyfunction]
fn shuffled_numbers(py: Python<'_>, seed: Seed, number: u64) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &crate::shuffled_deck(&seed.0, number).map(Card::number))
}

/// The card numbers of a deck that people wrote or made, top card first: at least `needed`, all different.
#[pyfunction]
fn deck_numbers<'py>(deck: &Bound<'py, PyAny>, needed: usize) -> PyResult<Bound<'py, PyBytes>> {
    let numbers: Vec<u8> = cards_from(deck, |cards| {
        check_deck(cards, needed)?;
        Ok(cards.iter().map(|card| card.number()).collect())
    })?;
    Ok(PyBytes::new(deck.py(), &numbers))
}

/// The hands of `seats` seats from a deck of card numbers, in the order in which they are dealt (3.3).
#[pyfunction]
fn deal_hands(deck: &[u8], seats: usize) -> PyResult<Vec<PyHand>> {
    let cards: Vec<Card> = deck.iter().map(|&number| Card::new(number)).collect::<Result<_, _>>()?;
    Ok(crate::deal_hands(&cards, seats)?.into_iter().map(PyHand).collect())
}

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::{
        PyCard, PyCombination, PyHand, PyScoring, all_hands, deal_hands, deck_numbers, distribution,
        hands_by_strength, hands_with_points, points, shuffled_deck, shuffled_numbers,
    };
}
