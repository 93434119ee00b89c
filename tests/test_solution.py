"""Solutions: what they say they do and win, held against real deals and all pairs of hands; and their files."""

from __future__ import annotations

import io
import json
import os
import random
import zlib
from typing import TYPE_CHECKING, Any

import pytest

import svara
from pairs_of_hands import any_plan, chips_won, classes, meet, rows_of
from svara.solver import file as solution_file
from svara.solver.walk import make_game

if TYPE_CHECKING:
    from pathlib import Path

ALL = svara.find_menu("all")
SVARKA = "look; raise 1; call"
"""After this, with stacks of 3, a svarka can follow."""


@pytest.fixture(scope="module")
def solved() -> svara.Solution:
    """A small deal with a svarka that can follow, solved."""
    return svara.solve("vipsvara", stacks=3, menu="all", target=0.00001)


@pytest.fixture(scope="module")
def mixed(solved: svara.Solution) -> svara.Solution:
    """The same deal, played without sense: every action is played sometimes."""
    return solved.but(any_plan)


# Held against real deals.


def test_what_a_solution_is_worth_is_what_real_deals_come_to(solved: svara.Solution, mixed: svara.Solution) -> None:
    """Sections 3 to 6, by all lines of bets and all pairs of hands: for the solution, and for any other strategy."""
    assert chips_won(solved, solved) == pytest.approx(solved.value, abs=1e-10)
    assert chips_won(mixed, mixed) == pytest.approx(mixed.value, abs=1e-10)
    assert chips_won(solved, mixed) == pytest.approx(-mixed.against(solved)[1], abs=1e-10)


@pytest.mark.parametrize(("rules", "stacks"), [("vipsvara", (3, 3)), ("fortegames", (3, 4)), ("classic", (4, 3))])
def test_what_a_best_response_wins_is_what_real_deals_come_to(rules: str, stacks: Any) -> None:
    """As either seat, under all rule sets, with equal stacks and others."""
    mixed = svara.solve(rules, stacks=stacks, menu="all", target=1).but(any_plan)
    response = mixed.best_response()
    dealer, opener = mixed.best_responses

    assert chips_won(response, mixed) == pytest.approx(dealer, abs=1e-10)
    if rules == "vipsvara":
        assert -chips_won(mixed, response) == pytest.approx(opener, abs=1e-10)
    assert response.against(mixed) == pytest.approx((dealer, opener), abs=1e-10)


# Other strategies.


def test_a_strategy_of_ones_own_is_measured(solved: svara.Solution, mixed: svara.Solution) -> None:
    """It can be won from, and by no less than what this or that plan wins; a solution wins from it what it should."""
    assert mixed.exploitability > 0.3
    assert not mixed.is_complete
    plans: list[Any] = [
        lambda spot, _: {spot.actions[0]: 1},
        lambda spot, _: {spot.actions[-1]: 1},
        lambda spot, hand: {spot.actions[-1 if hand is None or hand.points() > 20 else 0]: 1},
    ]
    for other in [solved, *map(solved.but, plans)]:
        dealer, opener = other.against(mixed)
        assert dealer <= mixed.best_responses[0] + 1e-9
        assert opener <= mixed.best_responses[1] + 1e-9
        assert mixed.against(other) == pytest.approx((-opener, -dealer))
    assert solved.against(mixed)[0] > solved.value - 0.00002
    assert solved.against(mixed)[1] > -solved.value - 0.00002


def test_what_a_mistake_costs_is_what_one_works_out() -> None:
    """A strategy that looks and folds loses its ante as the opener, and as the dealer against every bet (5.2)."""
    solution = svara.solve("vipsvara", stacks=2, menu="all", target=0.001)
    never = solution.but(lambda spot, _: {"look" if "look" in spot.actions else "fold": 1})
    assert never.value == pytest.approx(1)  # the opener folds first
    assert never.best_responses == pytest.approx((1, 1))
    assert never.exploitability == pytest.approx(1)


def test_a_plan_that_plays_as_the_solution_does_is_the_solution() -> None:
    """A plan is called once for every spot and class of hands, with the actions in the order of the menu."""
    solution = svara.solve("vipsvara", stacks=2, menu="all", target=0.001)
    spots: list[svara.Spot] = []

    def same(spot: svara.Spot, hand: svara.Hand | None) -> Any:
        spots.append(spot)
        advice = rows_of(solution, tuple(spot.line.split("; ")) if spot.line else ())
        row = advice[0] if hand is None else advice[classes("vipsvara")[0].index(hand)]
        assert tuple(row) == spot.actions
        assert row.role == spot.role
        return row

    again = solution.but(same)

    assert again.value == pytest.approx(solution.value, abs=1e-6)
    assert again.best_responses == pytest.approx(solution.best_responses, abs=1e-6)
    assert {(spot.pot, spot.stacks) for spot in spots} == {(2, (1, 1))}
    assert {spot.line for spot in spots} == {"", "blind 1", "look", "look; raise 1"}
    assert len(spots) == 1 + 3 * 337


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (lambda *_: {"call": 1}, "^'call' is not on the menu after '': the actions are blind 1, blind 2, look$"),
        (lambda *_: {1: 1}, "^1 is not on the menu after ''"),
        (lambda *_: {"look": 1.5}, "^'look' cannot be played 1.5 of the time after '': that is a number from 0 to 1$"),
        (lambda *_: {"look": -0.1}, "^'look' cannot be played -0.1 of the time"),
        (lambda *_: {"look": True}, "^'look' cannot be played True of the time"),
        (lambda *_: {"look": "1"}, "^'look' cannot be played '1' of the time"),
        (lambda *_: {"look": float("nan")}, "^'look' cannot be played nan of the time"),
        (lambda *_: {"look": 0.5, "blind 1": 0.4}, "^the shares of the actions after '' add up to 0.9, not to 1$"),
        (lambda *_: {}, "^the shares of the actions after '' add up to 0, not to 1$"),
        (lambda *_: None, "^a plan cannot return None, after '': it is a mapping of actions to their shares"),
        (lambda *_: "look", "^a plan cannot return 'look', after ''"),
        (
            lambda _, hand: {"look": 1} if hand is None else {},
            "^the shares of the actions after 'blind 1; blind 2' with 7d 8c 8h add up to 0, not to 1$",
        ),
    ],
)
def test_what_is_no_strategy_is_refused_in_one_line(solved: svara.Solution, plan: Any, message: str) -> None:
    """The line says where and what."""
    with pytest.raises(svara.InvalidGame, match=message) as raised:
        solved.but(plan)

    assert "\n" not in str(raised.value)


def test_solutions_of_one_game_meet_and_others_do_not(solved: svara.Solution, mixed: svara.Solution) -> None:
    """Wherever they come from, the rules, the stacks and the menu are to be the same."""
    again = svara.solve("vipsvara", stacks=3, menu="all", target=0.01)
    assert mixed.against(again) == pytest.approx((-again.against(mixed)[1], -again.against(mixed)[0]))
    assert mixed.against(solved) == pytest.approx(mixed.against(again), abs=0.1)
    for other in (
        svara.solve("fortegames", stacks=3, menu="all", target=1),
        svara.solve("vipsvara", stacks=(3, 4), menu="all", target=1),
        svara.solve("vipsvara", stacks=3, menu=ALL.but(name="own"), target=1),
    ):
        with pytest.raises(svara.InvalidGame, match=r"^solutions of different games cannot be compared: <Solution"):
            solved.against(other)


# What it does where.


@pytest.mark.filterwarnings("ignore::svara.errors.UnreachedLine")  # with such small stacks nobody looks
def test_a_history_is_written_in_several_ways(solved: svara.Solution) -> None:
    """As a text or a list of actions; a look may be left out where a fold, call or raise comes after it."""
    advice = solved.strategy("look; raise 1", hand="7c Kd 9d")
    histories: list[Any] = [
        " look ;raise 1 ",
        "raise 1",
        ["look", "raise 1"],
        [svara.Look(), svara.Raise(1)],
        (svara.Raise(1),),
        iter(["raise 1"]),
    ]
    for history in histories:
        again = solved.strategy(history, hand=svara.Hand("9d 7c Kd"))
        assert (again.shares, again.expected, again.value) == (advice.shares, advice.expected, advice.value)
        assert (again.line, again.role, again.reach) == ("look; raise 1", "dealer", advice.reach)
    assert solved.strategy("look; raise 1", hand=[0, "Kd", "9d"]).shares == advice.shares
    assert solved.strategy("look; raise 1", hand="7c Qd 9d").hand == svara.Hand("7c Qd 9d")
    assert solved.strategy("look; raise 1", hand="7c Qd 9d").shares == advice.shares  # of the same class
    assert solved.strategy().line == solved.strategy([]).line == solved.strategy("  ").line == ""


@pytest.mark.filterwarnings("ignore::svara.errors.UnreachedLine")  # with such small stacks nobody looks
def test_advice_is_a_mapping(solved: svara.Solution) -> None:
    """A strategy maps the actions of the menu, in its order, to shares that add up to 1."""
    advice = solved.strategy("look", hand="As Ah Ks")

    assert list(advice) == list(advice.keys()) == [svara.Fold(), svara.Raise(1), svara.Raise(2)]
    assert list(advice.items()) == list(zip(advice, advice.values(), strict=True))
    assert (len(advice), "fold" in advice, "call" in advice) == (3, True, False)
    assert (advice.get("fold"), advice.get("call"), advice.get("call", 0.5)) == (advice["fold"], 0, 0.5)
    assert advice["raise 1"] == advice[svara.Raise(1)] == dict(advice)[svara.Raise(1)] == advice.shares["raise 1"]
    assert advice.expected["fold"] == advice.expected[svara.Fold()] == -1
    assert list(advice.shares.by_text()) == ["fold", "raise 1", "raise 2"]
    assert (advice.has_looked, solved.strategy().has_looked) == (True, False)
    assert sum(advice.values()) == pytest.approx(1)
    assert repr(advice).startswith("<Advice after 'look': fold ")
    with pytest.raises(KeyError):
        advice["call"]


@pytest.mark.parametrize(
    ("history", "message"),
    [
        ("call", "^action 1, 'call', is not on the menu: the actions are blind 1, blind 2, look$"),
        ("look; raise 3", "^action 2, 'raise 3', is not on the menu: the actions are fold, raise 1, raise 2$"),
        ("look; blind 1", "^action 2, 'blind 1', is not on the menu"),
        ("nonsense", "^action 1, 'nonsense', is not on the menu"),
        ("look;; fold", "^action 2, '', is not on the menu"),
        ("look; fold; look", "^action 3, 'look', comes after the last bet$"),
        ("look; raise 2; call; look", "^action 4, 'look', comes after the last bet$"),
        (f"{SVARKA}; blind 2", "^action 4, 'blind 2', is not on the menu: the actions are blind 1, look$"),
    ],
)
def test_histories_that_are_none_are_refused(solved: svara.Solution, history: str, message: str) -> None:
    """By everything that takes one, in one line."""
    for ask in (solved.strategy, solved.reach, solved.by_points):
        with pytest.raises(svara.InvalidGame, match=message) as raised:
            ask(history)
        assert "\n" not in str(raised.value)


def test_nobody_acts_after_the_last_bet(solved: svara.Solution) -> None:
    """After a fold, and after a call with nothing left to bet in a svarka; the reach of such a line is known."""
    for history in ("look; fold", "look; raise 2; call"):
        assert solved.reach(history) > 0
        for ask in (solved.strategy, solved.by_points):
            with pytest.raises(svara.InvalidGame, match=f"^no seat acts after '{history}': the bets are over$"):
                ask(history)
    with pytest.raises(svara.InvalidCards, match="card"):
        solved.strategy("look", hand="Xx Kd 9d")


def every_line(solution: svara.Solution) -> list[tuple[str, list[svara.Action]]]:
    """Every line of bets of the deal and of the svarkas, and what may be played there: nothing where bets are over."""
    trees = make_game(solution.rules, solution.stacks, menu=solution.menu).trees
    ways = {0: ""}
    lines = []
    for number, tree in enumerate(trees):
        for node in range(len(tree)):
            line = "; ".join(filter(None, [ways[number], *map(str, tree.path(node))]))
            if node or not number:
                lines.append((line, list(tree.children(node))))
            if tree.following[node] >= 0:
                ways[tree.following[node]] = line
    return lines


def test_reaches_add_up(mixed: svara.Solution) -> None:
    """Those of all actions to that of the line before; those of all ends to 1; a svarka to how often hands tie."""
    lines = every_line(mixed)
    for line, actions in lines:
        if actions:
            reach = sum(mixed.reach(f"{line}; {action}" if line else action) for action in actions)
            assert reach == pytest.approx(mixed.reach(line))
            assert mixed.strategy(line).reach == pytest.approx(mixed.reach(line))
    ends = [line for line, actions in lines if not actions and not line.startswith(SVARKA + "; ")]
    assert mixed.reach("") == pytest.approx(1)
    assert sum(map(mixed.reach, ends)) == pytest.approx(1)
    assert sum(mixed.lines(0)[line] for line in ends) == pytest.approx(1)


def test_lines_are_those_that_are_likely(solved: svara.Solution) -> None:
    """The likeliest first, each as likely as its reach; the unlikely are left out."""
    lines = solved.lines(0.05)

    assert list(lines.values()) == sorted(lines.values(), reverse=True)
    assert min(lines.values()) >= 0.05
    assert all(solved.reach(line) == reach for line, reach in lines.items())
    every = {line for line, _ in every_line(solved) if line and not line.startswith(SVARKA + "; ")}
    assert set(solved.lines(0)) == every
    assert set(lines) == {line for line in every if solved.reach(line) >= 0.05}


def test_reaches_and_mixtures_are_those_of_all_pairs_of_hands(mixed: svara.Solution) -> None:
    """How likely a line is, and what is played and won there by all hands together, each as often as it comes there."""
    hands, sizes, meetings = classes(mixed.rules)
    opener = [
        row["look"] * row2["raise 1"] for row, row2 in zip(rows_of(mixed, ()), rows_of(mixed, ("look",)), strict=True)
    ]
    rows = rows_of(mixed, ("look", "raise 1"))
    weights = [sum(chance * other for chance, other in zip(row, opener, strict=True)) for row in meetings]
    total = sum(weights)
    advice = mixed.strategy("look; raise 1")

    assert mixed.reach("look; raise 1") == pytest.approx(total) == advice.reach == advice.cards_reach
    for action, share in advice.items():
        mean = sum(weight * row[action] for weight, row in zip(weights, rows, strict=True)) / total
        assert share == pytest.approx(mean)
        won = sum(weight * (row.expected[action] or 0) for weight, row in zip(weights, rows, strict=True)) / total
        assert advice.expected[action] == pytest.approx(won)
    values = sum(weight * (row.value or 0) for weight, row in zip(weights, rows, strict=True)) / total
    assert advice.value == pytest.approx(values)

    calls = [row["call"] for row in rows]
    _, ties, _ = meet(calls, opener, mixed.rules)
    svarka = mixed.strategy(SVARKA)
    assert svarka.reach == pytest.approx(ties)
    assert svarka.cards_reach == pytest.approx(1)
    assert sum(mixed.reach(f"{SVARKA}; {action}") for action in svarka) == pytest.approx(ties)
    assert mixed.reach(SVARKA) == pytest.approx(sum(meet(calls, opener, mixed.rules)))

    by_points = {row.points: row for row in mixed.by_points("look; raise 1")}
    assert sum(row.weight for row in by_points.values()) == pytest.approx(1)
    for points, row in by_points.items():
        of_them = [number for number, hand in enumerate(hands) if hand.points() == points]
        weight = sum(weights[number] for number in of_them)
        assert row.weight == pytest.approx(weight / total)
        for action, share in row.shares.items():
            assert share == pytest.approx(sum(weights[number] * rows[number][action] for number in of_them) / weight)
    assert sum(sizes) == 4960


def test_rows_by_points_begin_with_the_distribution(solved: svara.Solution) -> None:
    """1.6: before the first action the weight of each number of points is its share of all hands."""
    rows = solved.by_points()

    assert {row.points: pytest.approx(row.weight * 4960) for row in rows} == svara.distribution()
    assert [row.points for row in rows] == sorted(row.points for row in rows)
    assert all(row.shares == pytest.approx(dict(solved.strategy())) for row in rows)
    assert {row.points for row in solved.by_points(SVARKA)} == set(svara.distribution())


@pytest.mark.filterwarnings("ignore::svara.UnreachedLine")
@pytest.mark.parametrize("which", ["solved", "mixed"])
def test_what_is_expected_fits_together(which: str, request: pytest.FixtureRequest) -> None:
    """At the start it is the value; with a hand it is the mean by the shares; before a look, actions lead on to it."""
    solution: svara.Solution = request.getfixturevalue(which)
    start = solution.strategy()

    assert start.role == "opener"
    assert start.value == pytest.approx(-solution.value, abs=1e-9)
    for action in start:
        after = solution.strategy(action)
        assert after.value is not None
        won = after.value if after.role == "opener" else -after.value
        assert start.expected[action] == pytest.approx(won, abs=1e-9)
    for line, folded in (("look", -1), ("blind 1; look", -1), ("blind 1; look; call", -2)):
        rows = rows_of(solution, tuple(line.split("; ")))
        for row in rows:
            assert row.value == pytest.approx(sum(row[action] * (row.expected[action] or 0) for action in row))
            assert row.expected["fold"] == pytest.approx(folded)  # 5.9: the ante, and what was bet blind
        assert solution.strategy(line).expected["fold"] == pytest.approx(folded)


@pytest.mark.parametrize("stacks", [(3, 3), (3, 4), (5, 3)])
def test_a_node_is_worth_what_its_actions_lead_to(stacks: Any) -> None:
    """The mean of what follows each action, by how often it is played: where a seat goes on to act, and at an end.

    The ends of a line without a showdown have known values: whoever folds loses what it has put (5.9).
    """
    mixed = svara.solve("vipsvara", stacks=stacks, menu="all", target=1).but(any_plan)
    node = mixed.strategy("look; raise 1")
    raised = mixed.strategy("look; raise 1; raise 2")
    fold, call = "look; raise 1; fold", "look; raise 1; call"
    assert node.value is not None
    assert raised.value is not None
    rows = rows_of(mixed, ("look", "raise 1"))
    openers = [
        one["look"] * other["raise 1"] for one, other in zip(rows_of(mixed, ()), rows_of(mixed, ("look",)), strict=True)
    ]
    wins, ties, losses = meet([row["call"] for row in rows], openers, mixed.rules)
    svarka = mixed.strategy(SVARKA)
    assert svarka.value is not None
    assert svarka.role == "opener"  # who is asked first in the svarka dealt the deal (6.5)
    called = 2 * wins + svarka.value * ties - 2 * losses

    assert node.value * mixed.reach("look; raise 1") == pytest.approx(
        -mixed.reach(fold) + called - raised.value * mixed.reach("look; raise 1; raise 2")
    )
    assert wins + ties + losses == pytest.approx(mixed.reach(call))


def test_a_seat_before_its_look_plays_the_same_with_every_hand(solved: svara.Solution) -> None:
    """8.3: the hand does not change the advice, although it is given."""
    for history in ("", "blind 1", SVARKA):
        advice = solved.strategy(history)
        for hand in ("7c 7d 7h", "8c 9d Th"):
            of_hand = solved.strategy(history, hand=hand)
            assert (of_hand.shares, of_hand.expected, of_hand.value) == (advice.shares, advice.expected, advice.value)
            assert of_hand.hand == svara.Hand(hand)


# Lines that are not played.


def never_look(spot: svara.Spot, _: Any) -> dict[str, float]:
    """Bets blind while it can, and never folds."""
    return {next(str(action) for action in spot.actions if action != svara.Fold()): 1}


def test_a_line_that_is_not_played_is_warned_of(solved: svara.Solution) -> None:
    """Where the other seat never gets there, nothing is expected; where the seat itself does not, something is."""
    blind = solved.but(never_look)
    with pytest.warns(svara.UnreachedLine, match=r"^the solution hardly ever reaches 'look; raise 1', so"):
        advice = blind.strategy("look; raise 1")
    assert (advice.reach, advice.is_reached, advice.value) == (0, False, None)
    assert set(advice.expected.values()) == {None}
    assert repr(advice).endswith(", hardly ever reached>")
    with pytest.warns(svara.UnreachedLine, match="reaches 'look' with 7c 8d 9h, so its advice"):
        advice = blind.strategy("look", hand="7c 8d 9h")
    assert (advice.reach, advice.hand_reach) == (0, 0)
    assert advice.expected["fold"] == -1
    with pytest.warns(svara.UnreachedLine, match="reaches 'look', so its advice"):
        assert blind.by_points("look") == ()
    assert blind.reach("look; raise 1") == 0
    assert blind.strategy("blind 1").is_reached


def test_a_hand_that_the_other_seat_cannot_meet_expects_nothing() -> None:
    """The opener bets only with the 7♣: who holds that card gets nowhere, which rounding must not hide."""
    solution = svara.solve(stacks=3, menu="all", target=0.1, progress=False)

    def with_yonchev(spot: svara.Spot, hand: svara.Hand | None) -> dict[str, float]:
        if spot.line != "look" or hand is None:
            return {str(action): 1 / len(spot.actions) for action in spot.actions}
        return {"raise 1" if "7c" in str(hand) else "fold": 1}

    mine = solution.but(with_yonchev)
    for hand in svara.all_hands():
        advice = mine.strategy("look; raise 1", hand=hand, warn=False)
        if "7c" in str(hand):
            assert {advice.value, *advice.expected.values()} == {None}
        else:
            assert advice.expected["fold"] == pytest.approx(-1)
    assert {row.weight > 0 for row in solution.by_class()} == {True}


def test_a_hand_that_is_not_played_so_is_warned_of(solved: svara.Solution) -> None:
    """The line is played, but not with this hand: what it would win there is known, and little else."""

    def raise_with_points(spot: svara.Spot, hand: svara.Hand | None) -> dict[str, float]:
        if hand is None:
            return {"look": 1}
        return {str(spot.actions[0 if spot.role == "opener" and hand.points() <= 20 else -1]): 1}

    careful = solved.but(raise_with_points)
    assert careful.strategy("look", hand="7c 8d 9h").shares.by_text() == {"fold": 1, "raise 1": 0, "raise 2": 0}
    assert careful.strategy("look; raise 2", hand="7c 8d 9h").is_reached  # the dealer has not acted yet
    assert careful.strategy(f"{SVARKA}; look", hand="As Ks Qs").hand_reach == 1  # new cards
    with pytest.warns(svara.UnreachedLine, match="reaches 'blind 1; look; call' with 7c 8d 9h, so its advice"):
        advice = careful.strategy("blind 1; look; call", hand="7c 8d 9h")
    assert (advice.reach, advice.hand_reach, advice.is_reached) == (0, 0, False)


# Files.


@pytest.mark.parametrize(
    ("rules", "stacks", "menu", "options"),
    [
        ("vipsvara", 3, "all", {"target": 0.001}),
        ("classic", (5, 8), "basic", {"target": 1}),
        (
            "fortegames",
            4,
            ALL.but(raises=("min", "3/2", "all-in"), max_raises=2, name="μ"),
            {"target": 0.000001, "seconds": 0.01},
        ),
        (svara.find_rules("classic").but(three_of_a_kind="TJ", ante=2, name="дом"), 6, "all", {"target": 0.5}),
        ("vipsvara", 1, "all", {}),
    ],
)
def test_a_solution_comes_back_from_its_file(rules: Any, stacks: Any, menu: Any, options: Any, tmp_path: Path) -> None:
    """To the last bit, with all that is known of it; saved again it is the same file."""
    solution = svara.solve(rules, stacks=stacks, menu=menu, **options)
    path = tmp_path / "a solution.svara"
    solution.save(path)
    loaded = svara.Solution.load(str(path))
    games = range(len(solution.exploitabilities))

    assert [loaded._strategy.to_bytes(game) for game in games] == [solution._strategy.to_bytes(game) for game in games]
    for field in ("rules", "stacks", "menu", "target", "is_complete", "iterations", "seconds"):
        assert getattr(loaded, field) == getattr(solution, field)
    for field in ("value", "best_responses", "exploitability", "exploitabilities"):
        assert getattr(loaded, field) == getattr(solution, field)
    assert loaded.against(solution) == solution.against(loaded)
    assert repr(loaded) == repr(solution)
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == path.read_bytes()
    assert path.read_bytes().startswith(b"svara solution 3 ")


def test_a_game_of_any_size_is_loaded(solved: svara.Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With enough memory, a game with more nodes than the default limit of `make_game` can be solved."""
    solved.save(tmp_path / "solution")
    monkeypatch.setattr(make_game, "__kwdefaults__", {"menu": "basic", "max_nodes": 10})
    with pytest.raises(svara.InvalidGame):
        make_game("vipsvara", [3, 3], menu="all")

    assert svara.Solution.load(tmp_path / "solution").value == solved.value


def load_error(path: Path, content: bytes) -> str:
    """Return the error message for a file with this content."""
    path.write_bytes(content)
    with pytest.raises(svara.InvalidGame) as raised:
        svara.Solution.load(path)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 400
    return str(raised.value)


@pytest.fixture
def saved(solved: svara.Solution, tmp_path: Path) -> tuple[Path, bytes]:
    """A path, and what is saved there."""
    path = tmp_path / "solution"
    solved.save(path)
    return path, path.read_bytes()


def test_a_file_is_replaced_when_all_is_written(
    solved: svara.Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If writing fails, the old file is unchanged; a device is written to directly."""
    path = tmp_path / "solution"
    path.write_text("what was there", encoding="utf-8")
    link = tmp_path / "link"
    link.symlink_to(path)

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", fail)
        with pytest.raises(KeyboardInterrupt):
            solved.save(link)
    assert path.read_text(encoding="utf-8") == "what was there"
    solved.save(link)
    assert link.is_symlink()
    assert svara.Solution.load(path).value == solved.value
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link", "solution"]
    solved.save(os.devnull)
    assert not os.path.isfile(os.devnull)  # noqa: PTH113  # a device is not a path of this project


def test_damage_is_found(saved: Any) -> None:
    """Bits that flip, bytes that are lost, doubled or added: never another solution, never another error."""
    path, content = saved
    draw = random.Random(5)  # noqa: S311  # no secret
    places = [*range(40), *range(len(content) - 10, len(content)), *draw.sample(range(len(content)), 100)]
    for place in places:
        damaged = bytearray(content)
        damaged[place] ^= 1 << draw.randrange(8)
        path.write_bytes(damaged)
        try:
            again = svara.Solution.load(path)
        except svara.InvalidGame as error:
            assert "\n" not in str(error)  # noqa: PT017  # most of the damage is found
        else:
            pytest.fail(f"a bit that flipped at {place} was not found: {again}")
    for length in [*range(40), *draw.sample(range(len(content)), 40), len(content) - 1]:
        load_error(path, content[:length])
    for place in draw.sample(range(len(content)), 20):
        load_error(path, content[:place] + content[place + 1 :])
        load_error(path, content[:place] + draw.randbytes(7) + content[place:])
    for more in (b"\0", b"\n", content):
        assert "it was damaged: its strategy does not have the " in load_error(path, content + more)


def test_other_files_are_told_apart(saved: Any) -> None:
    """Files that are not solutions, and files of another version."""
    path, content = saved
    for other in (
        b"",
        b"\n",
        b"PK\3\4",
        b'{"version": 1}',
        content[1:],
        b"\xff" * 100,
        b"svara solutions 1\n",
        bytes(10**6),
    ):
        assert "is not a solution: its first line is not 'svara solution 3'" in load_error(path, other)
    for version in (b"1", b"", b"1 ", b"03", b"\xff", b"9" * 1000):
        assert "is a solution of version" in load_error(path, content.replace(b"solution 3", b"solution " + version, 1))
    assert "cannot be read as a solution" in load_error(path, b"svara solution 3 00000000\nwhat is not JSON")
    with pytest.raises(FileNotFoundError):
        svara.Solution.load(path.with_name("nothing"))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rules", None),
        ("rules", "vipsvara"),
        ("rules", {"name": "vipsvara"}),
        ("stacks", None),
        ("stacks", [3]),
        ("stacks", [3, 3, 3]),
        ("stacks", [3, 4]),
        ("stacks", [10**6, 10**6]),
        ("stacks", [10**400, 10**400]),
        ("stacks", [3.0, 3.0]),
        ("menu", None),
        ("menu", {"name": "all"}),
        ("target", None),
        ("target", "0.1"),
        ("target", -1.0),
        ("target", float("nan")),
        ("target", float("inf")),
        ("is_complete", 1),
        ("is_complete", None),
        ("iterations", -1),
        ("iterations", 1.5),
        ("iterations", True),
        ("seconds", None),
        ("seconds", -1.0),
        ("seconds", float("nan")),
        ("sizes", []),
        ("sizes", None),
        ("sizes", 41_788),
        ("sizes", [41_788.0]),
        ("sizes", [1, 2, 3]),
    ],
)
def test_a_file_that_says_what_cannot_be_is_refused(saved: Any, field: str, value: Any) -> None:
    """Written by somebody else, and whole: each field is checked, and none may be missing."""
    path, content = saved
    _, head, numbers = content.split(b"\n", 2)
    fields = json.loads(head)

    def write(changed: Any, numbers: bytes = numbers) -> bytes:
        return whole(json.dumps(changed).encode() + b"\n" + numbers)

    path.write_bytes(write(fields))
    assert svara.Solution.load(path).stacks == (3, 3)
    assert "cannot be read as a solution, it was damaged: " in load_error(path, write(fields | {field: value}))
    load_error(path, write({name: known for name, known in fields.items() if name != field}))


def whole(rest: bytes) -> bytes:
    """A file with the checksum of its content."""
    return b"svara solution 3 %08x\n" % zlib.crc32(rest) + rest


class Counted(io.BytesIO):
    """A file that counts what is read of it, and does not know where it ends."""

    count = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Count."""
        assert size is not None
        assert 0 <= size <= solution_file.CHUNK
        piece = super().read(size)
        self.count += len(piece)
        return piece


def test_a_file_costs_no_more_than_its_length(saved: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second line of a file is checked against its length before the game is built, and no more is read."""
    path, content = saved
    _, head, numbers = content.split(b"\n", 2)
    made: list[object] = []
    monkeypatch.setattr("svara.solver.file.make_game", lambda *arguments, **_: made.append(arguments))
    for claim in ([10**12], [2**70], [len(numbers) + 1, 0]):
        vast = json.dumps(json.loads(head) | {"stacks": [1000, 1000], "sizes": claim}).encode()
        assert "does not have the " in load_error(path, whole(vast + b"\n" + numbers))
    endless = Counted(content + bytes(10**7))
    with pytest.raises(svara.InvalidGame, match="does not have the "):
        solution_file.read(endless, "'endless'")
    assert endless.count == len(numbers) + 1
    assert "has no end within" in load_error(path, b"svara solution 3 00000000\n" + bytes(2 * solution_file.MAX_HEAD))
    assert made == []


def test_a_device_without_an_end_is_refused() -> None:
    """Only one line of ``/dev/zero`` is read."""
    if os.path.exists("/dev/zero"):  # noqa: PTH110  # not everywhere
        with pytest.raises(svara.InvalidGame, match="is not a solution"):
            svara.Solution.load("/dev/zero")


def test_a_file_of_other_numbers_is_refused(saved: Any) -> None:
    """Invalid JSON, JSON that is not an object, missing numbers, and numbers that are not shares."""
    path, content = saved
    _, head, numbers = content.split(b"\n", 2)
    for wrong in (
        b"",
        head,
        b"[]\n" + numbers,
        b"[" * 100_000 + b"\n" + numbers,
        b"\xff\n" + numbers,
        head + b"\n" + numbers[:-4],
        head + b"\n" + numbers + b"\0" * 4,
        head + b"\n" + b"\xff" * len(numbers),
    ):
        assert "it was damaged: " in load_error(path, whole(wrong))
