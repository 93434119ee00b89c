//! The Python module `svara._core`: converts, and turns errors into exceptions. The only file, with the three that it
//! is continued in, that knows Python.
#![allow(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    rustdoc::broken_intra_doc_links,
    reason = "what stands over a Python class or function is its Python docstring"
)]

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFrozenSet, PyInt, PySet, PyString, PyTuple, PyType};

use crate::cards::check_deck;
use crate::{Card, Combination, Hand, InvalidCards, MAX_POINTS, RANKS, RankSet, SUITS, Scoring};

mod batch;
mod odds;
mod solver;

mod exceptions {
    pyo3::import_exception!(svara.errors, InvalidCards);
    pyo3::import_exception!(svara.errors, InvalidOdds);
    pyo3::import_exception!(svara.errors, InvalidRange);
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

/// The start of a text, and an ellipsis if that is not all of it.
fn shortened(text: &str) -> (String, &'static str) {
    let shown: String = text.chars().take(SHOWN).collect();
    let ellipsis = if shown.len() < text.len() { "…" } else { "" };
    (shown, ellipsis)
}

/// An error about a text: the text, shortened, and what is wrong with it.
fn error_in(text: &str, error: &InvalidCards) -> PyErr {
    let (shown, ellipsis) = shortened(text);
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
        // Python refuses to print numbers of thousands of digits.
        let digits = index.str().map_or_else(
            |_| "so long a number".to_owned(),
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
fn cards_from<T>(object: &Bound<'_, PyAny>, check: impl FnOnce(&[Card]) -> Result<T, InvalidCards>) -> PyResult<T> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_string_lossy();
        return crate::parse_cards(&text).and_then(|cards| check(&cards)).map_err(|error| error_in(&text, &error));
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
        scoring_from(&object).map(RulesArgument)
    }
}

/// Kept out of line, so that a call without rules, which needs none of this, does not pay for its stack frame.
#[inline(never)]
fn scoring_from(object: &Bound<'_, PyAny>) -> PyResult<Scoring> {
    static FIND_RULES: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if let Ok(scoring) = object.extract::<PyScoring>() {
        return Ok(scoring.0); // as the package itself passes it, where many hands are scored
    }
    let py = object.py();
    let rules = if object.is_instance_of::<PyString>() {
        FIND_RULES.import(py, "svara.rules", "find_rules")?.call1((object,))?
    } else {
        object.to_owned()
    };
    rules
        .getattr(pyo3::intern!(py, "_scoring")) // what the property `scoring` gives, without a call into Python
        .and_then(|scoring| Ok(scoring.extract::<PyScoring>()?))
        .map(|scoring| scoring.0)
        .map_err(|_| {
            PyTypeError::new_err(format!("rules are a Rules or the name of a rule set, not {}", type_name(object)))
        })
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

/// Which of a seed's decks, 0 to 2⁶⁴ − 1.
#[derive(Clone, Copy)]
struct DeckNumber(u64);

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

/// One of the 32 cards (1.1): immutable, hashable, ordered by number.
///
/// `Card("7c")`, `Card("10♠")` or `Card(15)`. Its number is `4 * rank + suit`, with ranks 0 to 7 for 7 to A and suits 0
/// to 3 for ♣ ♦ ♥ ♠; it also serves as an index.
///
/// >>> import svara
/// >>> card = svara.Card("10♠")
/// >>> card, str(card), card.unicode(), card.number
/// (Card('Ts'), 'Ts', '10♠', 15)
///
/// Raises `InvalidCards` for what is no card, `TypeError` for what is no text, number or card.
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

    /// The number, 0 (7♣) to 31 (A♠).
    #[getter]
    fn number(&self) -> u8 {
        self.0.number()
    }

    /// The rank in letters: 7 8 9 T J Q K A.
    #[getter]
    fn rank(&self) -> char {
        RANKS[usize::from(self.0.rank())]
    }

    /// The suit in letters: c d h s.
    #[getter]
    fn suit(&self) -> char {
        SUITS[usize::from(self.0.suit())]
    }

    /// Returns the card with its suit sign, such as `10♠`.
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

/// Three different cards (1.1): immutable, hashable, a set in whatever order the cards were given.
///
/// `Hand("7c Kh Kd")`, `Hand([0, 25, 26])`, `Hand(cards)` with any cards, or `Hand(index=…)` with the index among all
/// 4,960 hands, 0 to 4,959, which are ordered by their cards in ascending order. Hands are ordered by that index, not
/// by points. Text is read as people write it: suits in letters or signs, `10` or `T`, upper or lower case, spaces,
/// commas or nothing between the cards.
///
/// >>> import svara
/// >>> hand = svara.Hand("K♥ 7♣, kd")
/// >>> hand, hand.unicode(), hand.index
/// (Hand('7c Kd Kh'), '7♣ K♦ K♥', 444)
/// >>> hand.points(), str(hand.combination())
/// (31, 'with Yonchev Kh Kd 7c')
///
/// Raises `InvalidCards` for what is no hand, `TypeError` for what is no text and no sequence of cards.
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

    /// The three cards, by ascending number.
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

    /// Returns what the hand is worth under these rules, a `Rules` or a name: 8 to 34 points (1.3).
    #[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "($self, /, *, rules='vipsvara')")]
    fn points(&self, rules: RulesArgument) -> u8 {
        rules.0.points(self.0)
    }

    /// Returns the combination that gives the hand its points (1.3).
    ///
    /// Of combinations with equal points it is the first in the order of the rule's letters, then the one with the
    /// higher cards.
    #[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "($self, /, *, rules='vipsvara')")]
    fn combination(&self, rules: RulesArgument) -> PyCombination {
        PyCombination::new(self.0, rules.0)
    }

    /// Returns the hand with suit signs, such as `7♣ K♦ K♥`.
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

/// The best combination of a hand (1.3): which cards count, by which sentence of the rule, for how many points.
///
/// >>> import svara
/// >>> best = svara.Hand("7c 7d Td").combination()
/// >>> best.kind, best.name, best.points
/// ('g', 'with Yonchev', 28)
/// >>> best.cards
/// (Card('Td'), Card('7d'), Card('7c'))
#[pyclass(name = "Combination", module = "svara", frozen, eq)]
struct PyCombination {
    best: Combination,
    of: (Hand, Scoring), // from which a pickle makes it again
}

impl PartialEq for PyCombination {
    fn eq(&self, other: &PyCombination) -> bool {
        self.best == other.best
    }
}

#[pymethods]
impl PyCombination {
    /// The letter of the sentence of 1.3 that gives the points, `a` to `g`.
    #[getter]
    fn kind(&self) -> char {
        self.best.kind().letter()
    }

    /// What players call it, such as `three of a kind`.
    #[getter]
    fn name(&self) -> &'static str {
        self.best.kind().name()
    }

    /// What it is worth, 8 to 34 points.
    #[getter]
    fn points(&self) -> u8 {
        self.best.points()
    }

    /// The cards that count, one to three, the highest first.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.best.cards().iter().map(|&card| PyCard(card)))
    }

    /// Returns the name and the cards with suit signs.
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
    fn new(hand: Hand, scoring: Scoring) -> PyCombination {
        PyCombination { best: scoring.combination(hand), of: (hand, scoring) }
    }

    fn describe(&self, print: fn(Card) -> String) -> String {
        let cards: Vec<String> = self.best.cards().iter().map(|&card| print(card)).collect();
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String, bool)) {
        let ranks = RANKS.iter().zip(0..).filter(|&(_, rank)| self.0.three_of_a_kind.contains(rank));
        (py.get_type::<PyScoring>(), (ranks.map(|(letter, _)| letter).collect(), self.0.three_sevens))
    }
}

/// Returns what a hand is worth: 8 to 34 points (1.3).
///
/// *hand* is a `Hand` or whatever makes one: a text, card numbers, cards. *rules* are a `Rules` or the name of a rule
/// set.
///
/// >>> import svara
/// >>> svara.points("7♣ K♥ K♦")
/// 31
/// >>> svara.points("7c 8c 8d", rules="classic")
/// 19
///
/// Raises `InvalidCards` for what is no hand, `InvalidRules` for an unknown name.
#[pyfunction]
#[pyo3(signature = (hand, /, *, rules = RulesArgument::DEFAULT), text_signature = "(hand, /, *, rules='vipsvara')")]
fn points(hand: HandArgument, rules: RulesArgument) -> u8 {
    rules.0.points(hand.0)
}

/// Returns all 4,960 hands, by index.
///
/// >>> import svara
/// >>> len(svara.all_hands()), svara.all_hands()[-1]
/// (4960, Hand('Ad Ah As'))
#[pyfunction]
fn all_hands() -> Vec<PyHand> {
    crate::all_hands().map(PyHand).collect()
}

/// Returns the hands with so many points, 8 to 34, by index.
///
/// >>> import svara
/// >>> [str(hand) for hand in svara.hands_with_points(34)]
/// ['7c 7d 7h', '7c 7d 7s', '7c 7h 7s', '7d 7h 7s']
///
/// Raises `ValueError` for points that no hand of any rule set can have.
#[pyfunction]
#[pyo3(signature = (points, /, *, rules = RulesArgument::DEFAULT), text_signature = "(points, /, *, rules='vipsvara')")]
fn hands_with_points(points: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<Vec<PyHand>> {
    let whole = points.is_instance_of::<PyInt>() && !points.is_instance_of::<PyBool>();
    match points.extract::<u8>() {
        Ok(points @ 8..=MAX_POINTS) if whole => Ok(crate::hands_with_points(points, rules.0).map(PyHand).collect()),
        _ => Err(PyValueError::new_err(format!("points run from 8 to {MAX_POINTS}, not {}", points.repr()?))),
    }
}

/// Returns all 4,960 hands, the most points first, hands with equal points by index.
#[pyfunction]
#[pyo3(signature = (*, rules = RulesArgument::DEFAULT), text_signature = "(*, rules='vipsvara')")]
fn hands_by_strength(rules: RulesArgument) -> Vec<PyHand> {
    crate::hands_by_strength(rules.0).into_iter().map(PyHand).collect()
}

/// Returns how many of all hands have each number of points (1.6), for the points that occur, ascending.
///
/// >>> import svara
/// >>> svara.distribution()[34], svara.distribution(rules="classic")[8]
/// (4, 13)
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

/// Returns the 32 cards in the order that a seed and a number give, the top card first.
///
/// *seed* is a whole number from 0 to 2²⁵⁶ − 1; each *number*, 0 to 2⁶⁴ − 1, gives another deck from it. The same seed
/// and number give the same deck on every machine and in every version: the ChaCha20 key stream and a Fisher–Yates
/// shuffle without bias, as `docs/shuffle.md` tells in full.
///
/// >>> import svara
/// >>> [str(card) for card in svara.shuffled_deck(7)[:3]]
/// ['7h', 'Js', 'Qs']
///
/// Raises `ValueError` for a seed or number out of range, `TypeError` for what is no whole number.
#[pyfunction]
#[pyo3(signature = (seed, /, number = DeckNumber(0)), text_signature = "(seed, /, number=0)")]
fn shuffled_deck(seed: Seed, number: DeckNumber) -> Vec<PyCard> {
    crate::shuffled_deck(&seed.0, number.0).map(PyCard).into()
}

/// The numbers of a shuffled deck, top card first.
#[pyfunction]
fn shuffled_numbers(py: Python<'_>, seed: Seed, number: DeckNumber) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &crate::shuffled_deck(&seed.0, number.0).map(Card::number))
}

/// The seed for one thing out of many, such as the deals of a table, from one seed and a number.
#[pyfunction]
fn derived_seed(py: Python<'_>, seed: Seed, number: DeckNumber) -> PyResult<Bound<'_, PyAny>> {
    py.get_type::<PyInt>().call_method1("from_bytes", (crate::derived_key(&seed.0, number.0), "little"))
}

/// The best combination of a hand: what a pickled `Combination` is made from again.
#[pyfunction]
fn combination(hand: PyHand, scoring: PyScoring) -> PyCombination {
    PyCombination::new(hand.0, scoring.0)
}

/// The card numbers of a deck that people wrote or made, top card first: at least `needed`, all different.
#[pyfunction]
fn deck_numbers<'py>(deck: &Bound<'py, PyAny>, needed: usize) -> PyResult<Bound<'py, PyBytes>> {
    if deck.is_instance_of::<PySet>() || deck.is_instance_of::<PyFrozenSet>() {
        return Err(PyTypeError::new_err("a deck is cards in an order, such as a list, not a set"));
    }
    let numbers: Vec<u8> = cards_from(deck, |cards| {
        check_deck(cards, needed)?;
        Ok(cards.iter().map(|card| card.number()).collect())
    })?;
    Ok(PyBytes::new(deck.py(), &numbers))
}

/// The hands of the seats of a table, by seat: dealt from card numbers to the seats in `order` (3.3), `None` elsewhere.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "a list from Python becomes a vector of its own")]
fn deal_hands<'py>(deck: &Bound<'py, PyBytes>, order: Vec<usize>, seats: usize) -> PyResult<Bound<'py, PyTuple>> {
    let cards: Vec<Card> = deck.as_bytes().iter().map(|&number| Card::new(number)).collect::<Result<_, _>>()?;
    let mut hands = vec![None; seats];
    for (&seat, hand) in order.iter().zip(crate::deal_hands(&cards, order.len())?) {
        hands[seat] = Some(PyHand(hand));
    }
    PyTuple::new(deck.py(), hands)
}

/// The points of hands, in their order; 0 where there is no hand.
#[pyfunction]
fn points_of_hands(py: Python<'_>, hands: Vec<Option<PyHand>>, rules: RulesArgument) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, hands.into_iter().map(|hand| hand.map_or(0, |hand| rules.0.points(hand.0))))
}

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::batch::{points_batch, random_deals, random_hands};
    #[pymodule_export]
    use super::odds::{PyOdds, hands_in_range, odds, odds_by_points, odds_of_all_hands};
    #[pymodule_export]
    use super::solver::{PyGames, PySolver, PyStrategy};
    #[pymodule_export]
    const CHANCE: u8 = crate::CHANCE;
    #[pymodule_export]
    const LEAF: u8 = crate::LEAF;
    #[pymodule_export]
    const NOT_LOOKED: u8 = crate::NOT_LOOKED;
    #[pymodule_export]
    use super::{
        PyCard, PyCombination, PyHand, PyScoring, all_hands, combination, deal_hands, deck_numbers, derived_seed,
        distribution, hands_by_strength, hands_with_points, points, points_of_hands, shuffled_deck, shuffled_numbers,
    };
}
