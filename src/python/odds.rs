//! Odds: the class `Odds`, the conversion of opponents from Python, and the functions that compute odds.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes, PyString, PyType};

use super::arguments::{Seed, Threads, check_signals, show, show_with_type, whole, whole_from, whole_number};
use super::cards::{HandArgument, MAX_CARDS, PyHand, cards_from};
use super::errors::exceptions;
use super::rules::RulesArgument;
use crate::decks::check_deck;
use crate::odds::MAX_COUNTED;
use crate::{CLASSES, Card, Classes, Hand, InvalidOdds, MAX_POINTS, Matchup, Odds, OddsTable, PARTS, Range};

/// The default number of deals in a sample.
const TRIALS: u64 = 1_000_000;

/// The number of deals that a hand wins, ties and loses at a showdown, among all possible deals or a sample of them.
///
/// *wins*, *svarkas* and *losses* are the numbers of deals in which the hand has the most points alone, ties for the
/// most points, and has fewer points than another hand. *shares* is the sum of its equal shares of the pots of the
/// svarkas, in 2520ths of a pot. *exact* is true if all possible deals were counted.
///
/// >>> import svara
/// >>> odds = svara.odds("7♣ K♥ K♦", opponents=2)
/// >>> odds
/// Odds(wins=9381114, svarkas=93294, losses=25992, shares=117452160, exact=True)
/// >>> odds.win, round(float(odds.win), 4)
/// (Fraction(521173, 527800), 0.9874)
///
/// Add odds over equal numbers of deals with `a + b`.
///
/// Raises `ValueError` for impossible numbers and for more than 2**112 deals; `TypeError` for a number that is not
/// whole, and if *exact* is not a boolean.
#[pyclass(name = "Odds", module = "svara", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PyOdds(Odds);

#[pymethods]
impl PyOdds {
    #[new]
    fn new(
        wins: &Bound<'_, PyAny>,
        svarkas: &Bound<'_, PyAny>,
        losses: &Bound<'_, PyAny>,
        shares: &Bound<'_, PyAny>,
        exact: bool,
    ) -> PyResult<PyOdds> {
        const MAX: u128 = 1 << 112; // so that no sum or product overflows
        let number = |object: &Bound<'_, PyAny>, what| {
            whole_from(object, what, "from 0 to 2**124", |number| {
                number.extract().ok().filter(|&deals| deals <= MAX << 12)
            })
        };
        let (wins, svarkas, losses) = (number(wins, "wins")?, number(svarkas, "svarkas")?, number(losses, "losses")?);
        let shares = number(shares, "shares")?;
        let odds = Odds { wins, svarkas, losses, shares, exact };
        let parts = u128::from(PARTS);
        if [wins, svarkas, losses].iter().any(|&deals| deals > MAX) || odds.total() == 0 {
            return Err(PyValueError::new_err("odds must cover 1 to 2**112 deals"));
        }
        if shares > svarkas * parts / 2 || shares < svarkas * parts / 10 {
            return Err(PyValueError::new_err(
                "shares must be a tenth to a half of the pots of the svarkas, in 2520ths of a pot",
            ));
        }
        Ok(PyOdds(odds))
    }

    /// The number of deals in which the hand has more points than every other hand.
    #[getter]
    fn wins(&self) -> u128 {
        self.0.wins
    }

    /// The number of deals in which the hand ties for the most points.
    #[getter]
    fn svarkas(&self) -> u128 {
        self.0.svarkas
    }

    /// The number of deals in which another hand has more points.
    #[getter]
    fn losses(&self) -> u128 {
        self.0.losses
    }

    /// The sum of the hand's equal shares of the pots of the svarkas, in 2520ths of a pot.
    #[getter]
    fn shares(&self) -> u128 {
        self.0.shares
    }

    /// The number of deals counted.
    #[getter]
    fn total(&self) -> u128 {
        self.0.total()
    }

    /// Whether all possible deals were counted; if not, the deals are a sample.
    #[getter]
    fn exact(&self) -> bool {
        self.0.exact
    }

    /// The probability of winning alone, a `fractions.Fraction`.
    #[getter]
    fn win<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.wins, self.0.total())
    }

    /// The probability of tying for the most points, a `fractions.Fraction`.
    #[getter]
    fn svarka<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.svarkas, self.0.total())
    }

    /// The probability of losing, a `fractions.Fraction`.
    #[getter]
    fn loss<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.losses, self.0.total())
    }

    /// The mean share of the pot that the hand wins, a `fractions.Fraction`.
    ///
    /// In a svarka each hand that ties is assumed to win an equal share.
    #[getter]
    fn equity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let parts = u128::from(PARTS);
        fraction(py, self.0.wins * parts + self.0.shares, self.0.total() * parts)
    }

    /// The largest of the standard errors of *win*, *svarka* and *loss*; 0.0 if they are exact.
    #[getter]
    fn stderr(&self) -> f64 {
        self.0.standard_error()
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match other.cast::<PyOdds>() {
            Ok(other) => Ok(Py::new(py, PyOdds(self.0.and(&other.get().0)))?.into_any()),
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __str__(&self) -> String {
        let Odds { exact, .. } = self.0;
        let error = if exact { String::new() } else { format!(" (± {:.2} %)", 100.0 * self.stderr()) };
        format!(
            "win {:.2} %, svarka {:.2} %, loss {:.2} %{error}",
            100.0 * self.0.win(),
            100.0 * self.0.svarka(),
            100.0 * self.0.loss()
        )
    }

    fn __repr__(&self) -> String {
        let Odds { wins, svarkas, losses, shares, exact } = self.0;
        let exact = if exact { "True" } else { "False" };
        format!("Odds(wins={wins}, svarkas={svarkas}, losses={losses}, shares={shares}, exact={exact})")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (u128, u128, u128, u128, bool)) {
        let Odds { wins, svarkas, losses, shares, exact } = self.0;
        (py.get_type::<PyOdds>(), (wins, svarkas, losses, shares, exact))
    }
}

fn fraction(py: Python<'_>, numerator: u128, denominator: u128) -> PyResult<Bound<'_, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")?.call1((numerator, denominator))
}

/// The dead cards of a matchup.
fn dead_cards(dead: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Card>> {
    dead.map_or_else(|| Ok(Vec::new()), |dead| cards_from(dead, |cards| Ok(cards.to_vec())))
}

/// The range of each opponent, or `None` for any hand; from the number of opponents, from a text or a hand for a single
/// opponent, or from a sequence with one item for each opponent.
fn opponents_from(opponents: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<Vec<Option<Range>>> {
    if opponents.is_instance_of::<PyString>() || opponents.is_instance_of::<PyHand>() {
        return Ok(vec![Some(range_from(opponents, rules)?)]);
    }
    let are_bytes = opponents.is_instance_of::<PyBytes>() || opponents.is_instance_of::<PyByteArray>();
    if let Some(items) = (!are_bytes).then(|| opponents.try_iter().ok()).flatten() {
        let mut known = Vec::new();
        for item in items.take(MAX_CARDS) {
            let item = item?;
            known.push(if item.is_none() { None } else { Some(range_from(&item, rules)?) });
        }
        return Ok(known);
    }
    Ok(vec![None; count_of_opponents(opponents)?])
}

/// A number of opponents, 1 to 9.
fn count_of_opponents(opponents: &Bound<'_, PyAny>) -> PyResult<usize> {
    let Some(count) = whole(opponents)? else {
        return Err(PyTypeError::new_err(format!(
            "opponents must be 1 to 9 or a list of ranges, hands and None, not {}",
            show_with_type(opponents)?
        )));
    };
    match count.extract::<u8>() {
        Ok(count @ 1..=9) => Ok(count.into()),
        _ => Err(exceptions::InvalidOdds::new_err(format!("there must be 1 to 9 opponents, not {}", show(&count)?))),
    }
}

/// A range, from its text, from a hand or from an iterable of hands.
fn range_from(object: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<Range> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Range::parse(&text.to_string_lossy(), rules.0)?);
    }
    if let Ok(hand) = object.extract::<PyHand>() {
        return Ok(Range::new([hand.0])?);
    }
    let wrong = object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
    let Some(items) = (!wrong).then(|| object.try_iter().ok()).flatten() else {
        return Err(PyTypeError::new_err(format!(
            "an opponent's range must be a text like '28+', a Hand, a sequence of hands, or None, not {}",
            show_with_type(object)?
        )));
    };
    let hands: Vec<Hand> = items
        .take(crate::HANDS * 2)
        .map(|item| item?.extract::<HandArgument>().map(|hand| hand.0))
        .collect::<PyResult<_>>()?;
    Ok(Range::new(hands)?)
}

/// Return the odds of winning alone, of tying for the most points (a svarka) and of losing at a showdown.
///
/// *opponents* is the number of opponents, 1 to 9 (default: 1), each with any hand from the remaining cards. Or it is a
/// sequence with what each opponent may hold: a range (a text, see `hands_in_range`), a hand, a sequence of hands, or
/// None for any hand. A single text or `Hand` describes one opponent. All ways to deal the opponents their hands are
/// equally likely. *dead* are cards that an opponent cannot hold, such as folded cards that were shown.
///
/// >>> import svara
/// >>> str(svara.odds("7♣ K♥ K♦", opponents=9))
/// 'win 94.45 %, svarka 4.32 %, loss 1.23 %'
/// >>> svara.odds("Ad Kd Qd", opponents=["AA", None], dead="7c 7d").exact
/// True
///
/// The odds are exact against up to three opponents. With the scoring of one of the `rule_sets` they are exact against
/// any number of opponents if all of them may hold any hand and there are no dead cards. Otherwise, or if *trials* is
/// given, they come from a random sample of *trials* deals (default: a million). A sample depends on *seed*, 0 to
/// 2**256 - 1 (default: 0), and not on the number of *threads* (default: 1).
///
/// Raises `InvalidOdds` if there are not 1 to 9 opponents, for a dead card that is in the hand or given twice, and if
/// too few cards or no hands are left; `InvalidRange` if a text is not a range; `InvalidCards` if *hand* or *dead* are
/// not cards; `ValueError` if *trials*, *seed* or *threads* is out of range; `TypeError` for a value of another type.
/// A whole number is anything with `__index__` except a boolean.
#[allow(clippy::too_many_arguments, reason = "all but one are keyword arguments with defaults in Python")]
#[pyfunction]
#[pyo3(
    signature = (
        hand, /, *, opponents = None, dead = None, rules = RulesArgument::DEFAULT, trials = None,
        seed = Seed([0; 32]), threads = Threads::DEFAULT
    ),
    text_signature = "(hand, /, *, opponents=1, dead=(), rules='vipsvara', trials=None, seed=0, threads=1)"
)]
pub(super) fn odds(
    py: Python<'_>,
    hand: HandArgument,
    opponents: Option<&Bound<'_, PyAny>>,
    dead: Option<&Bound<'_, PyAny>>,
    rules: RulesArgument,
    trials: Option<&Bound<'_, PyAny>>,
    seed: Seed,
    threads: Threads,
) -> PyResult<PyOdds> {
    let opponents = opponents.map_or_else(|| Ok(vec![None]), |opponents| opponents_from(opponents, rules))?;
    let matchup = Matchup::new(hand.0, opponents, &dead_cards(dead)?, rules.0)?;
    let trials = trials.map(|trials| whole_number(trials, "trials", 1, 1 << 40)).transpose()?;
    let exact = if trials.is_none() { py.detach(|| matchup.exact()) } else { None };
    let odds = match exact {
        Some(odds) => odds,
        None => py.detach(|| matchup.sample(&seed.0, trials.unwrap_or(TRIALS), threads.0, check_signals))?,
    };
    if odds.total() == 0 {
        return Err(InvalidOdds::Together.into());
    }
    Ok(PyOdds(odds))
}

/// Return the hands of a range, given as text, in the order of their indices.
///
/// A range is a list of items separated by commas and has the hands of all items. An item is one or more terms joined
/// by `&`, and has the hands that match all its terms. `!` before a term negates it. A term is one of:
///
/// - `any`: all hands;
/// - points: `28`, `28+` (28 or more), `20-` (20 or fewer), `30-33`;
/// - cards that the hand holds: `7c` (the 7♣ and any two cards), `AA` (two or three aces), `Kd Kh` (both cards),
///   `7c Kh Kd` (exactly this hand). A rank without a suit, or with `x`, matches any card of the rank. A number alone
///   is points: write two sevens as `7x7x`, and a ten as `T`.
///
/// A space must separate a rank without a suit from a card: `A Ks` is an ace and the K♠, and `AKs` is an error.
/// Cyrillic ranks are read as by `Card`. A Cyrillic rank after a rank without a suit must repeat the same letter, as in
/// `ТТ`, or follow `&`.
///
/// >>> import svara
/// >>> len(svara.hands_in_range("28+")), len(svara.hands_in_range("AA & !AAA, 7c"))
/// (295, 627)
///
/// Raises `InvalidRange` if the text is not a range, or if no hand matches it; `TypeError` for anything except a text.
#[pyfunction]
#[pyo3(signature = (text, /, *, rules = RulesArgument::DEFAULT), text_signature = "(text, /, *, rules='vipsvara')")]
pub(super) fn hands_in_range(text: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<Vec<PyHand>> {
    let Ok(text) = text.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("a range must be a text like '28+', not {}", show_with_type(text)?)));
    };
    let range = Range::parse(&text.to_string_lossy(), rules.0)?;
    Ok(range.hands().iter().copied().map(PyHand).collect())
}

/// The wins and svarkas of all hands against one opponent, by index: 4960 pairs of unsigned 16-bit numbers.
#[pyfunction]
pub(super) fn odds_of_all_hands<'py>(
    py: Python<'py>,
    dead: &Bound<'py, PyAny>,
    rules: RulesArgument,
) -> PyResult<Bound<'py, PyBytes>> {
    let dead = cards_from(dead, |cards| check_deck(cards, 0).map(|()| cards.to_vec()))?;
    let odds = crate::odds_of_all_hands(&dead, rules.0);
    let bytes: Vec<u8> = odds.into_iter().flatten().flat_map(u16::to_ne_bytes).collect();
    Ok(PyBytes::new(py, &bytes))
}

/// For each number of points, in ascending order: the points, the number of hands with them, and the sum of their odds.
#[pyfunction]
pub(super) fn odds_by_points(
    py: Python<'_>,
    opponents: &Bound<'_, PyAny>,
    rules: RulesArgument,
) -> PyResult<Vec<(u8, usize, PyOdds)>> {
    let opponents = count_of_opponents(opponents)?;
    let table = OddsTable::of(rules.0);
    let mut counted = vec![None; CLASSES]; // the odds by class, for a scoring without a table
    let mut rows = Vec::new();
    for points in 0..=MAX_POINTS {
        let mut sum = None::<Odds>;
        let mut count = 0;
        for hand in crate::hands_with_points(points, rules.0) {
            let of_class = &mut counted[Classes::all().of(hand)];
            let odds = match (table, *of_class) {
                (Some(table), _) => table.odds(hand, opponents),
                (None, Some(odds)) if Classes::fit(rules.0) => odds,
                (None, _) => {
                    py.check_signals()?;
                    let matchup = Matchup::new(hand, vec![None; opponents], &[], rules.0)?;
                    let odds = py.detach(|| matchup.exact()).ok_or_else(|| no_chart(opponents))?;
                    *of_class.insert(odds)
                }
            };
            sum = Some(sum.map_or(odds, |sum| sum.and(&odds)));
            count += 1;
        }
        rows.extend(sum.map(|sum| (points, count, PyOdds(sum))));
    }
    Ok(rows)
}

fn no_chart(opponents: usize) -> PyErr {
    exceptions::InvalidOdds::new_err(format!(
        "there is no chart against {opponents} opponents for this scoring, only against 1 to {MAX_COUNTED}: the \
         scoring of each rule set has a chart against 1 to 9"
    ))
}
