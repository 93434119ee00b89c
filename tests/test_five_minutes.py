"""Svara in five minutes: its hands are scored, its deal is played, and its rule sets are those of the package."""

from __future__ import annotations

import re

import svara
from documents import read, tables
from svara.events import HandsShown, PotWon, SvarkaDeclared

PAGE = "docs/five-minutes.md"
CARDS, COMBINATIONS, FIRST, SECOND, RULE_SETS = tables(read(PAGE))
HAND = re.compile(r"(?:(?:10|[7-9JQKA])[♣♦♥♠] ?){3}")
PLAYED = ["blind 2", "look; raise 8", "call", "fold", "join", "look; raise 5", "fold", "call"]
"""The actions of the example, for each row in which nobody shows a hand."""


def test_cards() -> None:
    """A single card has the value of the table (1.2)."""
    assert [row["Value"] for row in CARDS] == ["7, 8, 9", "10", "11", "11"]
    hands = ("7d 8h 9s", "7d 8h Ks", "7d 8h As", "7c 8h 9s")
    assert [svara.points(hand) for hand in hands] == [9, 10, 11, 11 + 9]


def test_points() -> None:
    """A hand with a number of points behind it is worth that number (1.3)."""
    examples = [re.fullmatch(r"(.+) is (\d+)", row["Example"]) for row in COMBINATIONS]
    shown = [(row["What happens"], re.search(r"(\d+) points", row["What happens"])) for row in [*FIRST, *SECOND]]

    for found in examples:
        assert found
        assert svara.points(found[1]) == int(found[2])
    assert svara.points("7♣ K♥ K♦") == 11 + 20 == 31
    assert [svara.points(HAND.findall(text)[0]) for text, points in shown if points] == [
        int(points[1]) for _, points in shown if points
    ]


def test_half_of_the_hands() -> None:
    """About half of all hands have 18 points or fewer (1.6)."""
    few = sum(count for points, count in svara.distribution().items() if points <= 18)
    assert 0.45 < few / len(svara.all_hands()) < 0.55


def test_example() -> None:
    """The deal of the example goes as the page says: its seats, hands, chips and winner (4 to 6)."""
    names = ["Ana", "Boris", "Vera"]
    decks = ["7s Ad 7c 9d Ah 8d Kh 9s As", "9d 8s Ks 10d 10s Kd Jd Kc Kh"]
    deal = svara.Deal.start("vipsvara", stacks=[100, 100, 100], dealer=0, decks=decks)
    played = iter(PLAYED)
    shown = []
    for row in [*FIRST, *SECOND]:
        text = row["What happens"]
        if hand := HAND.search(text):
            shown.append((names.index(row["Player"]), svara.Hand(hand[0])))
            continue
        assert deal.to_act is not None
        assert names[deal.to_act] == row["Player"]
        for action in next(played).split("; "):
            deal.play(action)
            amounts = re.findall(r"\d+", action)
            assert set(amounts) <= set(re.findall(r"\d+", text))
        if deal.phase not in ("join", "over"):
            assert _chips_to_win(deal) == int(row["Chips to win"])

    events = [event for event in deal.events if isinstance(event, HandsShown)]
    assert [pair for event in events for pair in zip(event.seats, event.hands, strict=True)] == shown
    assert [event.entry for event in deal.events if isinstance(event, SvarkaDeclared)] == [11]
    assert deal.events[-1] == PotWon(1, int(SECOND[-1]["Chips to win"]))


def _chips_to_win(deal: svara.Deal) -> int:
    """Return the chips of the pots and of the bets."""
    return sum(pot.chips for pot in deal.pots) + sum(deal.view(0).puts)


def test_rule_sets() -> None:
    """The table of rule sets has what the rule sets have (2)."""
    for rules in svara.rule_sets():
        ranks = ", ".join(rules.three_of_a_kind).replace("T", "10")
        *few, last = map(str, rules.blind_multiples)
        assert [row[rules.name] for row in RULE_SETS] == [
            f"2 to {rules.max_seats}",
            "every rank" if rules.three_of_a_kind == "789TJQKA" else ranks,
            f"{', '.join(few)} or {last} times" if few else f"{last} times",
            "no limit" if rules.max_raises is None else str(rules.max_raises),
            {"clockwise": "next clockwise", "winner": "the winner"}[rules.next_dealer],
            {"deal": "players of the deal", "table": "everybody at the table"}[rules.svarka_seats],
        ]
