"""Solving the deal of two seats: its value, that no best response gains more than the exploitability, and refusals."""

from __future__ import annotations

import _thread
import threading
from array import array
from typing import Any

import pytest

import svara
from svara._core import Games, Solver, Strategy
from svara.rules import RULE_SETS
from svara.solver.solve import MAX_THREADS, SolverProgress
from svara.solver.walk import make_game

VIPSVARA = svara.find_rules("vipsvara")


def solve(rules: Any = "vipsvara", *, stacks: Any = 3, menu: Any = "all", **options: Any) -> svara.Solution:
    """Solve a small game well."""
    options.setdefault("target", 0.00001)
    return svara.solve(rules, stacks=stacks, menu=menu, **options)


# What deals are worth.


@pytest.mark.parametrize(("stacks", "value"), [(2, 0.109356), (3, 0.087810)])
@pytest.mark.parametrize("rules", ["vipsvara", "fortegames"])
def test_small_deals_are_worth_what_they_are_known_to_be(rules: str, stacks: int, value: float) -> None:
    """The best responses close in on it from both sides; with so few chips no blind follows that 4.3 would forbid."""
    solution = solve(rules, stacks=stacks)
    dealer, opener = solution.best_responses

    assert solution.value == pytest.approx(value, abs=0.00002)
    assert dealer > value - 0.000001 > -opener - 0.000002
    assert 0 < solution.exploitability <= 0.00001
    assert solution.is_complete


@pytest.mark.parametrize("rules", RULE_SETS)
def test_what_is_said_of_a_solution_fits_together(rules: str) -> None:
    """Under all rule sets the value lies between what best responses win, and each svarka is solved as well."""
    solution = solve(rules, stacks=(4, 3), target=0.0001)
    dealer, opener = solution.best_responses

    assert dealer >= solution.value >= -opener
    assert (dealer + opener) / 2 == pytest.approx(solution.exploitability, abs=1e-12)
    assert len(solution.exploitabilities) == len(make_game(rules, (4, 3), menu="all").trees) > 1
    assert all(-1e-6 < exploitability <= 0.0001 for exploitability in solution.exploitabilities)
    assert solution.against(solution) == pytest.approx((solution.value, -solution.value))
    assert (solution.rules.name, solution.stacks, solution.menu) == (rules, (4, 3), svara.find_menu("all"))


def test_three_of_a_kind_makes_a_difference() -> None:
    """1.7: with classic's points the same bets are worth something else, and with vipsvara's points the same."""
    classic = solve("classic", stacks=2).value

    assert classic == pytest.approx(0.10911, abs=0.00002)
    assert solve(svara.find_rules("classic").but(three_of_a_kind="789TJQKA"), stacks=2).value == solve(stacks=2).value


@pytest.mark.parametrize("stacks", [(3, 9), (9, 3)])
def test_chips_that_the_other_seat_cannot_match_make_no_difference(stacks: Any) -> None:
    """5.10: they go back, if they are ever put."""
    equal, more = solve(stacks=3), solve(stacks=stacks)

    assert more.value == pytest.approx(equal.value, abs=0.00002)
    assert more.best_responses == pytest.approx(equal.best_responses, abs=0.00002)


def test_a_deal_in_which_nobody_can_bet_is_worth_nothing() -> None:
    """3.2: with the ante as its last chip a seat is all-in; points decide, and both seats have the same chance."""
    for stacks in (1, (1, 5), (5, 1)):
        solution = solve(stacks=stacks)
        assert solution.is_complete
        assert solution.value == pytest.approx(0, abs=1e-9)
        assert solution.best_responses == pytest.approx((0, 0), abs=1e-9)
        assert solution.exploitability == pytest.approx(0, abs=1e-9)


def test_all_is_counted_in_antes() -> None:
    """Four times the ante, the minimum bet and the chips make the same game, to the last bit; five times, nearly so."""
    one = solve(menu="basic", stacks=6, target=0.002)
    four = solve(VIPSVARA.but(ante=4, min_bet=4), menu="basic", stacks=24, target=0.002)
    five = solve(VIPSVARA.but(ante=5, min_bet=5), menu="basic", stacks=30, target=0.002)

    assert (four.value, four.best_responses) == (one.value, one.best_responses)
    assert four.exploitabilities == one.exploitabilities
    assert four.iterations == one.iterations == five.iterations
    assert five.value == pytest.approx(one.value, abs=0.00001)
    assert five.exploitabilities == pytest.approx(one.exploitabilities, abs=0.00001)


def test_a_menu_with_less_on_it_is_another_game() -> None:
    """A menu of one all-in raise, which makes a small game."""
    menu = svara.find_menu("all").but(blinds=(), raises=("all-in",), max_raises=1, name="push or fold")
    solution = solve(menu=menu, stacks=5)

    assert solution.menu is menu
    assert set(solution.lines(0)) == {
        "look",
        "look; fold",
        "look; raise 4",
        "look; raise 4; fold",
        "look; raise 4; call",
    }
    assert solution.exploitability <= 0.00001


# Classes of hands.


def all_games() -> tuple[Games, Games]:
    """The games of a deal and its svarka, with the hands in classes, and each alone."""
    game = make_game("vipsvara", [3, 4], menu="all")
    trees = [(tree.parents, tree.players, tree.payoffs, tree.following, tree.pairings) for tree in game.trees]
    return game.for_core(), Games(trees, [(game.rules.scoring, True)])


def test_hands_of_a_class_play_the_same_game() -> None:
    """A strategy is worth the same in classes and hand by hand, and so is what can be won against it."""
    classes, single = all_games()
    assert (len(classes.sizes), single.sizes) == (337, [1] * 4960)
    assert single.widths == [width // 337 * 4960 for width in classes.widths]
    solver = Solver(classes, 1)
    for number in (1, 0):
        solver.iterate(number, 5)
        solver.evaluate(number)
    strategy = solver.strategy()
    class_of = [classes.class_of(hand) for hand in single.first_hands]
    parts = []
    for number, width in enumerate(classes.widths):
        shares = array("f", strategy.to_bytes(number))
        by_hand = array("f")
        for row in range(0, width, 337):
            by_hand.extend([shares[row + place] for place in class_of])
        parts.append(by_hand.tobytes())
    of_hands = Strategy(single, parts)

    for by_class, by_hand_alone in zip(strategy.evaluations, of_hands.evaluations, strict=True):
        assert by_class == pytest.approx(by_hand_alone, abs=1e-10)
    response, of_hands_response = strategy.best_response(), of_hands.best_response()
    assert response.against(strategy)[0] == pytest.approx(of_hands_response.against(of_hands)[0], abs=1e-10)


def test_hands_of_a_class_learn_the_same() -> None:
    """After as many iterations, single hands and classes have the same value and the same best responses."""
    found = []
    for games in all_games():
        solver = Solver(games, 1)
        for number in (1, 0):
            solver.iterate(number, 20)
            evaluation = solver.evaluate(number)
        found.append(evaluation)

    assert found[0] == pytest.approx(found[1], abs=1e-5)


# How well.


@pytest.mark.parametrize("rules", RULE_SETS)
def test_more_iterations_leave_less_to_gain(rules: str) -> None:
    """A hundred iterations are better than ten, and a thousand better than those; the exploitability is not below 0."""
    solver = Solver(make_game(rules, [3, 3], menu="all").for_core(), 1)
    gains = []
    for iterations in (10, 90, 900):
        for number in (1, 0):
            solver.iterate(number, iterations)
            _, *best = solver.evaluate(number)
        gains.append(sum(best) / 2)

    assert gains[0] > 4 * gains[1] > 16 * gains[2] > 0
    assert gains[2] < 0.00001


def test_a_target_is_kept() -> None:
    """The target is reached, and not exceeded by much, since the time depends on it."""
    found = [solve(target=target) for target in (1, 0.1, 0.01, 0.001, 0.000001)]

    for solution, target in zip(found, (1, 0.1, 0.01, 0.001, 0.000001), strict=True):
        assert solution.is_complete
        assert solution.exploitability <= target == solution.target
    assert [solution.iterations for solution in found] == sorted(solution.iterations for solution in found)


def test_the_result_does_not_depend_on_threads() -> None:
    """A tree large enough to be shared is solved to the same bits by one, two and three threads."""
    game = make_game("vipsvara", [13, 13], menu="basic")
    assert len(game.trees[0]) > 200
    found = [solve(menu="basic", stacks=13, target=0.05, threads=threads) for threads in (1, 2, 3)]
    games = range(len(game.trees))

    assert len({solution.iterations for solution in found}) == 1
    for solution in found[1:]:
        assert solution.best_responses == found[0].best_responses
        assert all(solution._strategy.to_bytes(number) == found[0]._strategy.to_bytes(number) for number in games)


# Progress, and an early end.


def test_progress_is_told_after_every_look(capsys: pytest.CaptureFixture[str]) -> None:
    """The time goes on, and in the end all games are solved; without a terminal nothing is printed."""
    reports: list[SolverProgress] = []
    solution = solve(target=0.001, on_progress=reports.append)

    assert [progress.seconds for progress in reports] == sorted(progress.seconds for progress in reports)
    assert {progress.games for progress in reports} == {2}
    assert 0 == reports[0].part < reports[-1].part < 1
    assert reports[0].exploitability == float("inf")  # svarkas come first
    assert reports[-1].exploitability == pytest.approx(solution.exploitability, abs=1e-6)
    assert reports[-1].seconds <= solution.seconds
    assert capsys.readouterr() == ("", "")


def assert_honest(solution: svara.Solution) -> None:
    """An incomplete solution reports its true exploitability, which a best response confirms."""
    dealer, opener = solution.best_responses
    assert not solution.is_complete
    assert solution.exploitability > solution.target
    assert solution.exploitability == pytest.approx((dealer + opener) / 2)
    assert solution.best_response().against(solution) == pytest.approx((dealer, opener))
    assert f"exploitability {solution.exploitability:.2g}>" in repr(solution)


@pytest.mark.parametrize("looks", [1, 2, 5, 12])
def test_ctrl_c_ends_it_with_what_was_learned(looks: int) -> None:
    """Wherever it comes, there is a solution: at first one that plays all actions alike."""
    reports: list[SolverProgress] = []

    def stop(progress: SolverProgress) -> None:
        reports.append(progress)
        if len(reports) == looks:
            raise KeyboardInterrupt

    solution = solve(on_progress=stop)

    assert len(reports) == looks
    assert_honest(solution)
    assert (solution.iterations == 0) == (looks == 1)
    if looks == 1:
        assert list(solution.strategy("look").values()) == pytest.approx([1 / 3] * 3)


@pytest.mark.usefixtures("heard")
def test_ctrl_c_while_it_learns_ends_it() -> None:
    """A signal is seen between two iterations, and the signal's exception does not come out."""
    timer = threading.Timer(0.05, _thread.interrupt_main)

    def start(_: SolverProgress) -> None:
        if timer.ident is None:
            timer.start()

    solution = solve(stacks=5, target=0.000001, on_progress=start)  # a matter of seconds

    assert_honest(solution)


def test_the_end_of_the_time_ends_it() -> None:
    """It returns soon after the given number of seconds; with enough time it is complete."""
    assert_honest(solve(seconds=0.000001))
    solution = solve(stacks=5, target=0.000001, seconds=0.1)
    assert_honest(solution)
    assert 0.1 <= solution.seconds < 5
    assert solve(seconds=1000).is_complete


def test_other_errors_of_who_is_told_come_out() -> None:
    """Only Ctrl-C is an end."""
    with pytest.raises(ZeroDivisionError):
        solve(on_progress=lambda _: 1 / 0)


# What is refused.


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"target": 0}, svara.InvalidGame, "^a target cannot be 0: it is a number of antes, at least 1e-06$"),
        ({"target": 0.0000001}, svara.InvalidGame, "^a target cannot be 1e-07: it is a number of antes"),
        ({"target": float("nan")}, svara.InvalidGame, "^a target cannot be nan"),
        ({"target": float("inf")}, svara.InvalidGame, "^a target cannot be inf"),
        ({"target": 10**400}, svara.InvalidGame, "^a target cannot be 1000"),
        ({"target": True}, svara.InvalidGame, "^a target cannot be True"),
        ({"target": "0.1"}, svara.InvalidGame, "^a target cannot be '0.1'"),
        ({"threads": 0}, svara.InvalidGame, "^threads cannot be 0: it is a whole number from 1 to 1024$"),
        ({"threads": 1.0}, svara.InvalidGame, "^threads cannot be 1.0, a float: it is a whole number"),
        ({"threads": 5000}, svara.InvalidGame, "^threads cannot be 5000: it is a whole number from 1 to 1024$"),
        ({"memory": 0}, svara.InvalidGame, "^memory cannot be 0: it is a whole number of at least 1$"),
        (
            {"memory": 1e9},
            svara.InvalidGame,
            "^memory cannot be 1000000000.0, a float: it is a whole number of at least 1$",
        ),
        ({"seconds": 0}, svara.InvalidGame, "^seconds cannot be 0: it is a number above 0, or None for no limit$"),
        ({"seconds": -1.5}, svara.InvalidGame, "^seconds cannot be -1.5"),
        ({"seconds": "1"}, svara.InvalidGame, "^seconds cannot be '1'"),
        ({"seconds": True}, svara.InvalidGame, "^seconds cannot be True"),
        ({"seconds": float("nan")}, svara.InvalidGame, "^seconds cannot be nan"),
        ({"stacks": (3, 3, 3)}, svara.InvalidGame, "^a game has two stacks, .*, not 3$"),
        ({"stacks": ()}, svara.InvalidGame, "^a game has two stacks, .*, not 0$"),
        ({"stacks": 0}, svara.InvalidDeal, "cannot pay the ante of 1 from 0 chips"),
        ({"stacks": (3, -1)}, svara.InvalidDeal, "^the stack of seat 1 cannot be -1"),
        ({"stacks": True}, svara.InvalidDeal, "^stacks cannot be True: they are the chips"),
        (
            {"stacks": 3.0},
            svara.InvalidDeal,
            "^stacks cannot be 3.0: they are the chips of the dealer and of the opener",
        ),
        ({"stacks": "33"}, svara.InvalidDeal, "^stacks cannot be '33'"),
        ({"stacks": 2**52, "menu": "basic"}, svara.InvalidGame, "^a game has fewer than 2⁵³ chips"),
        ({"rules": "poker"}, svara.InvalidRules, "poker"),
        ({"menu": "large"}, svara.InvalidMenu, "^there is no menu 'large': the menus are basic, fine, all$"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_line(arguments: Any, error: type[Exception], message: str) -> None:
    """The line says what was wrong and what would be right."""
    with pytest.raises(error, match=message) as raised:
        solve(**arguments)

    assert "\n" not in str(raised.value)


def test_the_core_takes_as_many_threads_as_solve() -> None:
    """And no more."""
    games = make_game("vipsvara", [2, 2], menu="all").for_core()
    Solver(games, MAX_THREADS).iterate(0, 1)
    with pytest.raises(ValueError, match=r"threads cannot be .*: it is a whole number from 1"):
        Solver(games, MAX_THREADS + 1)


@pytest.mark.parametrize(
    ("rules", "memory"),
    [
        ("vipsvara", 12 * 337 * 33),  # a game of 33 nodes fits, though it has 31 actions
        # Where 10 and J do not mean the same as Q and K, there are more classes of hands: that is found out later.
        (VIPSVARA.but(three_of_a_kind="TJ"), None),
    ],
)
def test_a_game_beyond_the_memory_is_refused_before_it_is_taken(rules: Any, memory: int | None) -> None:
    """The memory of a game follows from its nodes and classes; one byte less is refused."""
    needed = memory or 12 * sum(make_game(rules, [3, 3], menu="all").for_core().widths)
    assert solve(rules, memory=needed, target=1).is_complete
    message = (
        "^to solve this game takes more than 0 MB: use smaller stacks, a smaller menu, or, in Python, more memory$"
    )
    with pytest.raises(svara.InvalidGame, match=message):
        solve(rules, memory=needed - 1, target=1)
    with pytest.raises(svara.InvalidGame, match=r"^to solve this game takes more than 50 MB"):
        solve(stacks=10**6, memory=50_000_000)
