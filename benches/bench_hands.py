"""How long it takes to score a hand from Python, beside what a user would take instead: `make bench`.

Each bench checks its answer first. The peers score poker hands, of five, three and seven cards: other questions, but
the same errand. Where one is not installed its bench is skipped.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import reference
import svara

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = "7c Kh Kd"


WORTH = [11, 7, 7, 7, *[8] * 4, *[9] * 4, *[10] * 16, *[11] * 4]


def plain_points(a: int, b: int, c: int) -> int:
    """The vipsvara points of three card numbers that ascend, as one would write it in Python."""
    low, middle, high = WORTH[a], WORTH[b], WORTH[c]
    if a >> 2 == c >> 2:
        return 34 if a < 4 else low + middle + high
    if a == 0:
        together = (b ^ c) & 3 == 0 or b >> 2 == c >> 2
        best = 11 + middle + high if together else 11 + high
        return max(best, 23) if b < 4 else best
    if (a ^ b) & 3 == 0:
        best = low + middle + high if (a ^ c) & 3 == 0 else max(low + middle, high)
    elif (a ^ c) & 3 == 0:
        best = low + high
    elif (b ^ c) & 3 == 0:
        best = middle + high
    else:
        best = high
    if b < 4:
        return max(best, 23)
    return max(best, 22) if b >= 28 else best


def test_hand_points(measure: Callable[..., None]) -> None:
    """The points of a hand that is there already."""
    hand = svara.Hand(TEXT)
    assert hand.points() == 31

    measure("hand.points()", "hand.points()", hand=hand)


def test_hand_points_of_other_rules(measure: Callable[..., None]) -> None:
    """The same under a rule set that is named, and under one that is at hand."""
    hand = svara.Hand("7c 8c 8d")
    classic = svara.find_rules("classic")
    assert hand.points(rules="classic") == hand.points(rules=classic) == 19

    measure("hand.points(rules=classic)", "hand.points(rules=classic)", hand=hand, classic=classic)


def test_empty_method(measure: Callable[..., None]) -> None:
    """What a call of any PyO3 method costs."""
    hand = pytest.importorskip("empty_method").Hand(444)
    assert hand.nothing() is None

    measure("an empty PyO3 method", "hand.nothing()", hand=hand)


def test_empty_method_with_a_keyword(measure: Callable[..., None]) -> None:
    """What a call costs of a PyO3 method that may have a keyword argument and returns a number."""
    hand = pytest.importorskip("empty_method").Hand(444)
    assert hand.number() == 31

    measure("an empty PyO3 method with a keyword", "hand.number()", hand=hand)


def test_dict(measure: Callable[..., None]) -> None:
    """A dict of all hands by their cards' numbers, in ascending order."""
    table = {tuple(card.number for card in hand): hand.points() for hand in svara.all_hands()}
    a, b, c = (card.number for card in svara.Hand(TEXT))
    assert table[a, b, c] == 31

    measure("table[a, b, c]", "table[a, b, c]", table=table, a=a, b=b, c=c)


def test_plain_python(measure: Callable[..., None]) -> None:
    """A scorer in plain Python, written to be fast rather than to list combinations as `reference.py` does."""
    for hand, cards in zip(svara.all_hands(), reference.HANDS, strict=True):
        assert plain_points(*(card.number for card in hand)) == reference.points(cards)
    a, b, c = (card.number for card in svara.Hand(TEXT))

    measure("a plain Python scorer", "points(a, b, c)", points=plain_points, a=a, b=b, c=c)


def test_reference(measure: Callable[..., None]) -> None:
    """The scorer that judges the tests, which lists every combination."""
    cards = ("7c", "Kd", "Kh")
    assert reference.points(cards) == 31

    measure("the tests' reference", "points(cards)", points=reference.points, cards=cards)


def test_eval7(measure: Callable[..., None]) -> None:
    """Five poker cards that are there already."""
    eval7 = pytest.importorskip("eval7")
    cards = [eval7.Card(text) for text in ("7c", "Kh", "Kd", "2s", "3s")]
    assert eval7.handtype(eval7.evaluate(cards)) == "Pair"

    measure("eval7.evaluate, five cards", "evaluate(cards)", evaluate=eval7.evaluate, cards=cards)


def test_pokerkit(measure: Callable[..., None]) -> None:
    """Three cards of Rhode Island hold'em that are there already."""
    pokerkit = pytest.importorskip("pokerkit")
    cards = tuple(pokerkit.Card.parse("7cKhKd"))
    assert str(pokerkit.RhodeIslandHoldemHand(cards)) == "One pair (7cKhKd)"

    measure("pokerkit, three cards", "Hand(cards)", Hand=pokerkit.RhodeIslandHoldemHand, cards=cards)


def test_points_of_text(measure: Callable[..., None]) -> None:
    """The points of a hand that is written."""
    assert svara.points(TEXT) == 31

    measure("svara.points(text)", "points(text)", points=svara.points, text=TEXT)


def test_holdem_hand_evaluator(measure: Callable[..., None]) -> None:
    """Seven poker cards that are written: in its numbers, which rise with strength, a royal flush beats quads."""
    evaluate = pytest.importorskip("holdem_hand_evaluator").evaluate_hand
    text = "7cKhKd2s3s9hTd"
    assert evaluate("7c7h7d7s3s9hTd") > evaluate(text) > evaluate("7cKhQd2s3s9hTd")

    measure("holdem_hand_evaluator, text of seven cards", "evaluate(text)", evaluate=evaluate, text=text)


def run_python(program: str) -> None:
    """Run a program in a fresh interpreter, apart from this one's environment."""
    subprocess.run([sys.executable, "-I", "-c", program], check=True)


@pytest.mark.parametrize("module", ["svara", "treys", "eval7", "pokerkit"])
def test_import(module: str, benchmark: Any, results: dict[str, float]) -> None:
    """What an import adds to a fresh interpreter; the bare one is timed between, so that both meet the same noise."""
    pytest.importorskip(module)
    bare: list[float] = []

    def time_bare() -> None:
        start = time.perf_counter()
        run_python("pass")
        bare.append(time.perf_counter() - start)

    benchmark.group = "an import"
    benchmark.pedantic(run_python, args=(f"import {module}",), setup=time_bare, rounds=30)
    if benchmark.stats is not None:
        results[f"import {module}"] = benchmark.stats.stats.min - min(bare)


def test_installed_size(results: dict[str, float]) -> None:
    """The package takes at most 2 MB on the disk."""
    files = [path for path in Path(svara.__file__).parent.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert any(path.name.startswith("_core.") and path.suffix != ".pyi" for path in files)

    results["bytes installed"] = sum(path.stat().st_size for path in files)
    assert results["bytes installed"] <= 2_000_000
