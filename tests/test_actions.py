"""Actions as values and as text (section 9), and what is legal as a value."""

from __future__ import annotations

import pickle
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

import svara
from deals import begin, play
from svara import Blind, Call, Decline, Fold, Join, LegalActions, Look, Raise, parse_action

TEXTS = {
    "blind 5": Blind(5),
    "look": Look(),
    "fold": Fold(),
    "call": Call(),
    "raise 20": Raise(20),
    "join": Join(),
    "decline": Decline(),
}


@pytest.mark.parametrize(("text", "action"), TEXTS.items())
def test_9_text_and_action_lead_to_each_other(text: str, action: Any) -> None:
    """Each action has one text, which makes it again."""
    assert parse_action(text) == action
    assert str(action) == text
    assert pickle.loads(pickle.dumps(action)) == action
    assert eval(repr(action)) == action  # the repr is meant to be pasted


def test_9_actions_of_different_kinds_are_different() -> None:
    """A blind is not a raise, and a fold is not a call."""
    assert len(set(TEXTS.values())) == 7
    assert Blind(5) != Raise(5)
    assert Fold() != Call()
    with pytest.raises(AttributeError, match=r"^Raise cannot be changed$"):
        Raise(5).amount = 6  # type: ignore[misc]  # on purpose


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "raise",
            "raise ",
            "raise  8",
            " raise 8",
            "raise 8 ",
            "raise 8\n",
            "raise\t8",
            "Raise 8",
            "RAISE 8",
        ),
        *("raise 007", "raise +8", "raise -8", "raise 8.0", "raise 8,0", "raise 1e3", "raise 0x8", "raise 1_000"),
        *("raise ８", "raise ٨", "raise ²", "raise x", "8", "check", "bet 5", "all-in", "call 5", "fold now", "look 0"),
        "raise " + "9" * 5000,
    ],
)
def test_9_anything_else_is_no_action(text: str) -> None:
    """A sign, a leading zero, another digit, a space too many: one line that names the grammar."""
    with pytest.raises(
        ValueError, match=r"^.* is not an action: the actions are blind N, look, .* without sign or leading zero$"
    ):
        parse_action(text)


@given(st.integers(0, 10**40))
def test_9_amounts_of_any_size(amount: Any) -> None:
    """Whole numbers go through text unchanged."""
    assert parse_action(f"raise {amount}") == Raise(amount)
    assert str(parse_action(f"blind {amount}")) == f"blind {amount}"


def test_legal_actions_are_in_the_order_of_section_9() -> None:
    """Blinds, look; fold, call, raises; join, decline."""
    blind = begin([4, 4]).legal_actions
    assert list(blind) == [Blind(1), Blind(2), Blind(3), Look()]

    betting = play(begin([9, 4]), "look, raise 1").legal_actions
    assert [str(action) for action in betting] == ["fold", "call", *[f"raise {put}" for put in range(2, 9)]]


def test_legal_actions_answer_without_listing() -> None:
    """Stacks of a million chips: each question is one look, the length is exact."""
    legal = play(begin([10**6, 10**6]), "look, raise 10").legal_actions

    assert legal
    assert (legal.seat, legal.fold, legal.call, legal.look, legal.join) == (0, True, 10, False, None)
    assert (legal.raises[0], legal.raises[-1]) == (11, 10**6 - 1)
    assert len(legal) == legal.count == 2 + 10**6 - 11
    assert legal[-1] == Raise(10**6 - 1)
    assert str(legal) == "fold, call for 10, raise to 11-999999"


def test_legal_actions_of_nobody_are_false() -> None:
    """A deal that is over has none."""
    legal = play(begin([9, 9]), "look, fold").legal_actions

    assert not legal
    assert (len(legal), list(legal), legal.seat) == (0, [], None)
    assert repr(legal) == "<LegalActions of nobody: nothing>"


def test_legal_actions_know_what_is_in_them() -> None:
    """By value or by text; what is not an action is not in them."""
    legal = play(begin([9, 9]), "look").legal_actions

    assert "raise 8" in legal
    assert Raise(8) in legal
    for other in ("raise 9", "raise 0", "raise 08", "call", "nonsense", Raise(9), Raise(0), Raise(-1), Call(), 8, None):
        assert other not in legal
    amounts: list[Any] = [True, 1.0, "1", None, float("nan"), [1]]
    for amount in amounts:
        assert Raise(amount) not in legal


@pytest.mark.parametrize(
    "deal",
    [
        begin([4, 4]),
        play(begin([50, 50]), "blind 3"),
        play(begin([9, 4]), "look, raise 1"),
        play(begin([9, 6], min_bet=3), "look, raise 3"),
        play(begin([9, 9]), "look, fold"),
    ],
)
def test_legal_actions_are_a_sequence(deal: svara.Deal) -> None:
    """Length, iteration, index from both ends and membership agree; beyond the ends there is nothing."""
    legal = deal.legal_actions
    listed = list(legal)

    assert len(legal) == len(listed)
    assert [legal[index] for index in range(len(listed))] == listed
    assert [legal[index - len(listed)] for index in range(len(listed))] == listed
    assert all(action in legal and str(action) in legal for action in listed)
    for index in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError, match=r"^there are \d+ legal actions, so none has index -?\d+$"):
            legal[index]


def test_legal_actions_compare_by_what_is_legal() -> None:
    """Two states with the same choices have equal legal actions."""
    assert begin([4, 4]).legal_actions == begin([4, 4]).legal_actions
    assert hash(begin([4, 4]).legal_actions) == hash(begin([4, 4]).legal_actions)
    assert begin([4, 4]).legal_actions != begin([4, 5]).legal_actions
    assert LegalActions(None) != "nothing"
    assert pickle.loads(pickle.dumps(begin([4, 4]).legal_actions)) == begin([4, 4]).legal_actions


def test_blinds_read_as_a_list_and_raises_as_a_range() -> None:
    """The text of legal actions for a person."""
    assert str(play(begin([50, 50]), "blind 3").legal_actions) == "blind 6 or 9 or 12, look"
    assert svara.Deal.start("vipsvara", stacks=[9, 9], dealer=0, seed=1).legal_actions.look
