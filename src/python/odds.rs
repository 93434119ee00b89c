//! Odds: the class `Odds`, how opponents are read from Python, and the functions that compute odds.

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

/// How often a hand wins, ties and loses at a showdown, counted over deals: all possible ones, or a sample.
///
/// *wins*, *svarkas* and *losses* are the deals in which the hand has the most points alone, ties for the most, and has
/// fewer than another; whole numbers. *shares* are its equal shares of the pots of the svarkas, in 2520ths of a pot.
/// *exact* is true if all possible deals were counted.
///
/// >>> import svara
/// >>> odds = svara.odds("7♣ K♥ K♦", opponents=2)
/// >>> odds
/// Odds(wins=9381114, svarkas=93294, losses=25992, shares=117452160, exact=True)
/// >>> odds.win, round(float(odds.win), 4)
/// (Fraction(521173, 527800), 0.9874)
///
/// Odds that were taken over equal numbers of deals add up: `a + b`.
///
/// Raises `ValueError` for numbers that no deals give, and for more than 2**112 deals; `TypeError` for what is not a
/// whole number, and if *exact* is not a boolean.
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
            return Err(PyValueError::new_err("odds are over 1 to 2**112 deals"));
        }
        if shares > svarkas * parts / 2 || shares < svarkas * parts / 10 {
            return Err(PyValueError::new_err("shares are 2520ths of pots: a tenth to a half of each svarka's"));
        }
        Ok(PyOdds(odds))
    }

    /// Deals in which the hand has more points than every other.
    #[getter]
    fn wins(&self) -> u128 {
        self.0.wins
    }

    /// Deals in which the hand ties for the most points.
    #[getter]
    fn svarkas(&self) -> u128 {
        self.0.svarkas
    }

    /// Deals in which another hand has more points.
    #[getter]
    fn losses(&self) -> u128 {
        self.0.losses
    }

    /// The equal shares of the pots of the svarkas, in 2520ths of a pot.
    #[getter]
    fn shares(&self) -> u128 {
        self.0.shares
    }

    /// The number of deals counted.
    #[getter]
    fn total(&self) -> u128 {
        self.0.total()
    }

    /// Whether all possible deals were counted; if not, they are a sample.
    #[getter]
    fn exact(&self) -> bool {
        self.0.exact
    }

    /// The chance to win alone, a `fractions.Fraction`.
    #[getter]
    fn win<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.wins, self.0.total())
    }

    /// The chance to tie for the most points, a `fractions.Fraction`.
    #[getter]
    fn svarka<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.svarkas, self.0.total())
    }

    /// The chance to lose, a `fractions.Fraction`.
    #[getter]
    fn loss<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.losses, self.0.total())
    }

    /// The share of the pot that the hand wins on average, a `fractions.Fraction`.
    ///
    /// A svarka is taken to be worth an equal share to each hand that ties.
    #[getter]
    fn equity<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let parts = u128::from(PARTS);
        fraction(py, self.0.wins * parts + self.0.shares, self.0.total() * parts)
    }

    /// The largest of the standard errors of *win*, *svarka* and *loss*: 0.0 if they are exact.
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

/// The range of each opponent, `None` for any hand: from the number of opponents, from a text or a hand for a single
/// opponent, or from a sequence with an item for each.
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
            "opponents are a number from 1 to 9 or a list of ranges, hands and None, not {}",
            show_with_type(opponents)?
        )));
    };
    match count.extract::<u8>() {
        Ok(count @ 1..=9) => Ok(count.into()),
        _ => Err(exceptions::InvalidOdds::new_err(format!("there are 1 to 9 opponents, not {}", show(&count)?))),
    }
}

/// A range, from its text, from a hand, or from an iterable of hands.
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
            "an opponent's range is a text like '28+', a Hand, a sequence of hands, or None, not {}",
            show_with_type(object)?
        )));
    };
    let hands: Vec<Hand> = items
        .take(crate::HANDS * 2)
        .map(|item| item?.extract::<HandArgument>().map(|hand| hand.0))
        .collect::<PyResult<_>>()?;
    Ok(Range::new(hands)?)
}

/// The chance to win alone, to tie for the most points (a svarka), and to lose, at a showdown.
///
/// *opponents* is the number of opponents, 1 to 9 (default: 1), each with any hand of the cards that are left; or it is
/// a sequence that says what each may hold: a range (text, see `hands_in_range`), a hand, a sequence of hands, or None
/// for any hand. All ways to deal them their hands are equally likely. *dead* are cards that nobody else can hold, such
/// as folded ones that were seen.
///
/// >>> import svara
/// >>> str(svara.odds("7♣ K♥ K♦", opponents=9))
/// 'win 94.45 %, svarka 4.32 %, loss 1.23 %'
/// >>> svara.odds("Ad Kd Qd", opponents=["AA", None], dead="7c 7d").exact
/// True
///
/// The odds are exact against up to three opponents. In the scoring of each of the `rule_sets` they are exact
/// against any number of opponents that may hold any hand, if there are no dead cards. Otherwise, or if *trials* is
/// given, they are counted over a random sample of *trials* deals (default: a million). A sample depends on *seed*, 0
/// to 2**256 - 1 (default: 0), not on the number of *threads* (default: 1).
///
/// Raises `InvalidOdds` for other numbers of opponents, for a dead card that is in the hand or given twice, and if too
/// few cards or no hands are left; `InvalidRange` if a text is not a range; `InvalidCards` if *hand* or *dead* cannot
/// be read as cards; `ValueError` for other numbers of trials, seeds and threads; `TypeError` for a value of another
/// type. Whole numbers are anything with `__index__` but a boolean.
#[allow(clippy::too_many_arguments, reason = "all but one are keywords of Python, and have defaults")]
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

/// The hands of a range that is written as text, by index.
///
/// A range is one or more items with commas between them, and has the hands of each. An item is one or more terms with
/// `&` between them, and has the hands that meet them all. A term may start with `!`, for the hands that do not meet
/// it. A term is
///
/// - `any`: every hand;
/// - points: `28`, `28+` (28 and more), `20-` (20 and less), `30-33`;
/// - cards that the hand holds: `7c` (the 7♣ and any two), `AA` (two aces or three), `Kd Kh` (both), `7c Kh Kd` (just
///   this hand). A rank without a suit, or with `x`, is any card of the rank. A number alone is points: two sevens are
///   `7x7x`, a ten is `T`.
///
/// A rank without a suit does not touch a card: `A Ks` is an ace and the K♠, and `AKs` is refused. Cyrillic ranks are
/// read as by `Card`; one that follows a rank without a suit is the same letter, as in `ТТ`, or stands behind `&`.
///
/// >>> import svara
/// >>> len(svara.hands_in_range("28+")), len(svara.hands_in_range("AA & !AAA, 7c"))
/// (295, 627)
///
/// Raises `InvalidRange` if the text is not a range, or if no hand meets it; `TypeError` for anything but a text.
#[pyfunction]
#[pyo3(signature = (text, /, *, rules = RulesArgument::DEFAULT), text_signature = "(text, /, *, rules='vipsvara')")]
pub(super) fn hands_in_range(text: &Bound<'_, PyAny>, rules: RulesArgument) -> PyResult<Vec<PyHand>> {
    let Ok(text) = text.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("a range is a text like '28+', not {}", show_with_type(text)?)));
    };
    let range = Range::parse(&text.to_string_lossy(), rules.0)?;
    Ok(range.hands().iter().copied().map(PyHand).collect())
}

/// The wins and svarkas of all hands by index, against one opponent: 4960 times two unsigned 16-bit numbers.
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

/// For each number of points, ascending: the points, the number of hands with these points, and the sum of their odds.
#[pyfunction]
pub(super) fn odds_by_points(
    py: Python<'_>,
    opponents: &Bound<'_, PyAny>,
    rules: RulesArgument,
) -> PyResult<Vec<(u8, usize, PyOdds)>> {
    let opponents = count_of_opponents(opponents)?;
    let table = OddsTable::of(rules.0);
    let mut counted = vec![None; CLASSES]; // the odds by class, for rules without a table
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
        "there is no chart against {opponents} opponents for this scoring: there is one for that of each rule set, \
         and for others against 1 to {MAX_COUNTED}"
    ))
}
