//! Cards: the classes `Card`, `Hand` and `Combination`, and the conversion of cards from Python.
//!
//! The conversion accepts a `Card`, and the constructor of `Card` uses the conversion, so both are in one file.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString, PyTuple, PyType};

use super::arguments::{show_with_type, small_number};
use super::errors::exceptions;
use super::rules::{PyScoring, RulesArgument};
use crate::cards::{Letters, parse_more_cards};
use crate::shown::show as show_text;
use crate::{Card, Combination, HANDS, Hand, InvalidCards, RANKS, SUITS, Scoring, parse_cards};

/// The most cards that are read from an iterable, which may be endless.
pub(super) const MAX_CARDS: usize = 64;

/// An error about a text, with the start of the text.
fn error_in(text: &str, error: &InvalidCards) -> PyErr {
    exceptions::InvalidCards::new_err((format!("{}: {error}", show_text(text)), error.piece()))
}

/// One card, from a `Card`, its number or its text. `letters` holds the alphabets of the cards beside it.
fn card_from(object: &Bound<'_, PyAny>, letters: &mut Letters) -> PyResult<Card> {
    if let Ok(card) = object.extract::<PyCard>() {
        return Ok(card.0);
    }
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_string_lossy();
        let cards = parse_more_cards(&text, letters).and_then(|cards| match cards[..] {
            [card] => Ok(card),
            _ => Err(InvalidCards::NotOneCard(cards.len())),
        });
        return cards.map_err(|error| error_in(&text, &error));
    }
    match small_number(object, 32, InvalidCards::Number)? {
        Some(small) => Ok(Card::from_table(small as u8)),
        None => Err(PyTypeError::new_err(format!(
            "a card is a text like '7c', a number from 0 to 31 or a Card, not {}",
            show_with_type(object)?
        ))),
    }
}

/// Cards from a text, a `Hand` or any iterable of cards, checked by `check`.
pub(super) fn cards_from<T>(
    object: &Bound<'_, PyAny>,
    check: impl FnOnce(&[Card]) -> Result<T, InvalidCards>,
) -> PyResult<T> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_string_lossy();
        return parse_cards(&text).and_then(|cards| check(&cards)).map_err(|error| error_in(&text, &error));
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
            show_with_type(object)?
        )));
    };
    let mut letters = Letters::default();
    let cards: Vec<Card> =
        items.take(MAX_CARDS).map(|item| card_from(&item?, &mut letters)).collect::<PyResult<_>>()?;
    Ok(check(&cards)?)
}

/// A hand, from a `Hand`, a text or an iterable of cards.
#[derive(Clone, Copy)]
pub(super) struct HandArgument(pub(super) Hand);

impl<'a, 'py> FromPyObject<'a, 'py> for HandArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<HandArgument> {
        if let Ok(hand) = object.extract::<PyHand>() {
            return Ok(HandArgument(hand.0));
        }
        cards_from(&object, |cards| Hand::try_from(cards)).map(HandArgument)
    }
}

/// One of the 32 cards (1.1): immutable, hashable, ordered by number.
///
/// Write `Card("7c")`, `Card("10♠")` or `Card(15)`. The number of a card is `4 * rank + suit`, with ranks 0 to 7 for 7
/// to A and suits 0 to 3 for ♣ ♦ ♥ ♠. A card can be used as an index. A number is anything with `__index__` except a
/// boolean.
///
/// The text of a card is a rank and a suit, in upper or lower case, with or without a space between them. The ranks are
/// `7 8 9 10 J Q K A`, with `T` also for the ten; in Cyrillic `7 8 9 10 В Д К Т`, with `А` also for the ace and `П`
/// also for the king. The suits are `c d h s`, `♣ ♦ ♥ ♠` or `♧ ♢ ♡ ♤`. A Cyrillic letter is not a suit. A Cyrillic `Т`
/// is an ace and looks like the Latin ten, so it is an error beside Latin letters, such as the letter of a suit.
///
/// >>> import svara
/// >>> card = svara.Card("10♠")
/// >>> card, str(card), card.unicode(), card.number
/// (Card('Ts'), 'Ts', '10♠', 15)
///
/// Raises `InvalidCards` if the text or number is not a card, `TypeError` for anything except a text, a number or a
/// `Card`.
#[pyclass(name = "Card", module = "svara", frozen, eq, ord, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PyCard(pub(super) Card);

#[pymethods]
impl PyCard {
    #[new]
    #[pyo3(signature = (card, /))]
    fn new(card: &Bound<'_, PyAny>) -> PyResult<PyCard> {
        card_from(card, &mut Letters::default()).map(PyCard)
    }

    /// The number, 0 (7♣) to 31 (A♠).
    #[getter]
    fn number(&self) -> u8 {
        self.0.number()
    }

    /// The letter of the rank: 7 8 9 T J Q K A.
    #[getter]
    fn rank(&self) -> char {
        RANKS[usize::from(self.0.rank())]
    }

    /// The letter of the suit: c d h s.
    #[getter]
    fn suit(&self) -> char {
        SUITS[usize::from(self.0.suit())]
    }

    /// Return the card with its suit sign, such as `10♠`.
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

/// A hand of three different cards (1.1): immutable, hashable. The order of the given cards does not matter.
///
/// Write `Hand("7c Kh Kd")`, `Hand([0, 25, 26])`, `Hand(cards)` with any iterable of cards, or `Hand(index=…)` with the
/// index among all 4,960 hands, 0 to 4,959. All hands are ordered by their cards, each hand's cards in ascending order.
/// Hands compare by this index, not by points. A number is anything with `__index__` except a boolean.
///
/// In a text, cards are written as for `Card`, with spaces, commas, a word for "and" or nothing between them. Latin and
/// Cyrillic letters may be mixed where the meaning is clear. It is an error to mix a Latin `T` for the ten with a
/// Cyrillic letter, or a Cyrillic `Т` for the ace with a Latin letter or with another letter for an ace.
///
/// >>> import svara
/// >>> hand = svara.Hand("K♥ 7♣, kd")
/// >>> hand, hand.unicode(), hand.index
/// (Hand('7c Kd Kh'), '7♣ K♦ K♥', 444)
/// >>> hand.points(), str(hand.combination())
/// (31, 'with Yonchev Kh Kd 7c')
/// >>> svara.Hand("Т♥ К♥ 9♥")  # the letters are Cyrillic
/// Hand('9h Kh Ah')
///
/// Raises `InvalidCards` if the cards are not a hand, `TypeError` for anything except a text or a sequence of cards.
#[pyclass(name = "Hand", module = "svara", frozen, eq, ord, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PyHand(pub(super) Hand);

#[pymethods]
impl PyHand {
    #[new]
    #[pyo3(signature = (cards = None, /, *, index = None))]
    fn new(cards: Option<HandArgument>, index: Option<&Bound<'_, PyAny>>) -> PyResult<PyHand> {
        match (cards, index) {
            (Some(hand), None) => Ok(PyHand(hand.0)),
            (None, Some(index)) => match small_number(index, HANDS as u16, InvalidCards::Index)? {
                Some(small) => Ok(PyHand(Hand::from_index(small)?)),
                None => Err(PyTypeError::new_err(format!(
                    "a hand index is a whole number from 0 to 4959, not {}",
                    show_with_type(index)?
                ))),
            },
            _ => Err(PyTypeError::new_err("a Hand needs either its cards or index=")),
        }
    }

    /// The three cards, in ascending order.
    #[getter]
    fn cards(&self) -> (PyCard, PyCard, PyCard) {
        let [a, b, c] = self.0.cards().map(PyCard);
        (a, b, c)
    }

    /// The index among all hands, 0 to 4,959.
    #[getter]
    fn index(&self) -> u16 {
        self.0.index()
    }

    /// Return the points of the hand, 8 to 34 (1.3). *rules* is a `Rules` or the name of a rule set.
    #[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "($self, /, *, rules='vipsvara')")]
    fn points(&self, rules: RulesArgument) -> u8 {
        rules.0.points(self.0)
    }

    /// Return the combination that gives the hand its points (1.3).
    ///
    /// Among combinations with equal points it is the first by the letters of the rule, and then the one with the
    /// higher cards.
    #[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "($self, /, *, rules='vipsvara')")]
    fn combination(&self, rules: RulesArgument) -> PyCombination {
        PyCombination::new(self.0, rules.0)
    }

    /// Return the hand with suit signs, such as `7♣ K♦ K♥`.
    fn unicode(&self) -> String {
        self.0.unicode()
    }

    fn __contains__(&self, card: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.cards().contains(&card_from(card, &mut Letters::default())?))
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

/// The best combination of a hand (1.3): the cards that count, the letter of the rule that applies, and the points.
///
/// >>> import svara
/// >>> best = svara.Hand("7c 7d Td").combination()
/// >>> best.kind, best.name, best.points
/// ('g', 'with Yonchev', 28)
/// >>> best.cards
/// (Card('Td'), Card('7d'), Card('7c'))
#[pyclass(name = "Combination", module = "svara", frozen, eq)]
pub(super) struct PyCombination {
    best: Combination,
    of: (Hand, Scoring), // for pickle
}

impl PartialEq for PyCombination {
    fn eq(&self, other: &PyCombination) -> bool {
        self.best == other.best
    }
}

#[pymethods]
impl PyCombination {
    /// The letter of the rule that gives the points, `a` to `g` (1.3).
    #[getter]
    fn kind(&self) -> char {
        self.best.kind().letter()
    }

    /// The name that players use, such as `three of a kind`.
    #[getter]
    fn name(&self) -> &'static str {
        self.best.kind().name()
    }

    /// The points, 8 to 34.
    #[getter]
    fn points(&self) -> u8 {
        self.best.points()
    }

    /// The one to three cards that count, the highest first.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.best.cards().iter().map(|&card| PyCard(card)))
    }

    /// Return the name and the cards with suit signs.
    fn unicode(&self) -> String {
        self.describe(Card::unicode)
    }

    fn __hash__(&self) -> u32 {
        self.best.cards().iter().fold(self.kind().into(), |hash, card| hash * 32 + u32::from(card.number()))
    }

    fn __str__(&self) -> String {
        self.describe(|card| card.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PyHand, PyScoring))> {
        let (hand, scoring) = self.of;
        Ok((py.import("svara._core")?.getattr("combination")?, (PyHand(hand), PyScoring(scoring))))
    }

    fn __repr__(&self) -> String {
        format!("<Combination: {}, 1.3{}, {} points>", self.__str__(), self.kind(), self.points())
    }
}

impl PyCombination {
    pub(super) fn new(hand: Hand, scoring: Scoring) -> PyCombination {
        PyCombination { best: scoring.combination(hand), of: (hand, scoring) }
    }

    fn describe(&self, print: fn(Card) -> String) -> String {
        let cards: Vec<String> = self.best.cards().iter().map(|&card| print(card)).collect();
        format!("{} {}", self.name(), cards.join(" "))
    }
}
