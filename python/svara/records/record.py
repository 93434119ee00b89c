"""Records: a deal as one JSON object on one line, and the deal that is played again from it.

`docs/records.md` describes the format. `svara.records.form` refuses lines that do not have the form of a record. This
module plays the deal again, and refuses deals that could not have happened.
"""

from __future__ import annotations

from svara.checks import check_list, show, whole
from svara.deal import Deal
from svara.deal_form import deck_of, seats_out
from svara.errors import InvalidCards, InvalidDeal, InvalidRecord, InvalidRules
from svara.events import HandsDealt
from svara.legal import IllegalAction
from svara.records.form import (
    MAX_BYTES,
    MAX_CHIPS,
    VERSION,
    check_names,
    check_rules,
    check_shape,
    check_stacks,
    check_time,
    checksum,
    encoder,
    parse,
    refuse,
)
from svara.rules import Rules, find_rules
from svara.seed_form import read_seed, write_seed
from svara.values import Value, fill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from svara.actions import Action


class Record(Value):
    """A deal that is over, with the names of its players and the time when it was played.

    *names* has a name for every seat at the table, with `None` for an empty chair, or is empty. A name has 1 to 64
    printable characters, without spaces around them. *time* is a text in the format of RFC 3339, such as
    ``"2026-11-29T20:15:00Z"``, or `None`.

    >>> import svara
    >>> deal = svara.Deal.start("vipsvara", stacks=[50, 50], dealer=0, seed=7)
    >>> for action in ("look", "raise 3", "fold"):
    ...     deal.play(action)
    >>> record = svara.Record(deal, names=["Ana", "Boris"])
    >>> svara.Record.from_json(record.to_json()) == record
    True

    Raises `InvalidRecord` for a deal that is not over or does not fit into a record, and for invalid names or times.
    """

    deal: Deal
    names: tuple[str | None, ...]
    time: str | None

    def __init__(self, deal: Deal, *, names: Iterable[str | None] = (), time: str | None = None) -> None:
        if not isinstance(deal, Deal):
            raise TypeError(f"a record is of a Deal, not of {show(deal)}")
        if deal.phase != "over":
            refuse(f"a record is of a deal that is over, and this one is in the phase {deal.phase!r}")
        names = _names_of(len(deal.stacks), names)
        if time is not None:
            check_time(time)
        fill(self, "deal", deal)
        fill(self, "names", names)
        fill(self, "time", time)

    @staticmethod
    def check_fits(rules: Rules | str, *, stacks: Iterable[int], names: Iterable[str | None] = ()) -> None:
        """Raise `InvalidRecord` if a record cannot hold deals with these rules, stacks and names.

        Call it before the first deal of an evening that is recorded, and again when a player brings chips. Deals that
        pass fit into a record, except a deal whose actions fill a megabyte.

        >>> import svara
        >>> svara.Record.check_fits("vipsvara", stacks=[2**53, 50], names=["Ana", "Boris"])
        Traceback (most recent call last):
            ...
        svara.errors.InvalidRecord: there are 9007199254741042 chips at the table: a record has at most 9007199254740991

        Raises `InvalidRules` for an unknown name of rules.
        """
        rules = rules if isinstance(rules, Rules) else find_rules(rules)
        chips = [
            whole(stack, "a stack", InvalidRecord) for stack in check_list(stacks, "stacks", "chips", InvalidRecord)
        ]
        _check_chips(chips)
        check_stacks(chips)
        _write_rules(rules)
        _names_of(len(chips), names)

    def to_json(self) -> str:
        """Return the record as one line of JSON, without a line feed.

        Raises `InvalidRecord` for a deal that does not fit into a record: more than 2⁵³ − 1 chips, such numbers in the
        rules, rules with an invalid name, or a megabyte of actions.
        """
        deal = self.deal
        started = deal.started
        stacks = started.stacks
        _check_chips(stacks)
        fields: dict[str, Any] = {"version": VERSION}
        if self.time is not None:
            fields["time"] = self.time
        if self.names:
            fields["names"] = self.names
        fields |= {
            "rules": _write_rules(started.rules),
            "stacks": stacks,
            "dealer": started.dealer,
            "out": seats_out(started),
        }
        if deal.seed is not None:
            fields["seed"] = write_seed(deal.seed)
        else:
            fields["decks"] = [" ".join(map(str, deck_of(event))) for event in _deals_of_cards(deal)]
        fields["actions"] = list(map(str, deal.actions))
        fields["result"] = _result_of(deal)
        fields["crc32"] = checksum(fields)
        line: str = encoder().encode(fields)
        if len(line) >= MAX_BYTES // 4 and len(line.encode()) >= MAX_BYTES:
            refuse(f"the record takes {len(line.encode())} bytes: a line has at most {MAX_BYTES - 1}")
        return line

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Make a record from one line of JSON, by playing its deal again.

        Raises `InvalidRecord` for a line that is not a record, for a deal that could not have happened, with the number
        of the action, and for a result or a checksum that does not agree with the deal.
        """
        fields = parse(text)
        check_shape(fields)
        deal = _play(fields)
        result = _result_of(deal)
        for name, got in fields["result"].items():
            if got != result[name]:
                refuse(f"the result has the {name} {show(got)}, and the deal ends with {show(result[name])}")
        record = cls(deal, names=fields.get("names", ()), time=fields.get("time"))
        crc32 = checksum(fields)
        if fields.get("crc32", crc32) != crc32:
            refuse(f"the record was altered: its crc32 is {crc32}, and it says {fields['crc32']}")
        return record

    def steps(self) -> Iterator[tuple[Deal, Action | None]]:
        """Play the deal again. Yield it before each action, with the action, and once with `None` when it is over.

        Every step yields the same `Deal` object, which goes on with the next step.
        """
        deal = start_again(self.deal)
        for action in self.deal.actions:
            yield deal, action
            deal.play(action)
        yield deal, None


def start_again(deal: Deal) -> Deal:
    """Return a new deal with the same beginning and the same cards."""
    started = deal.started
    decks = [deck_of(event) for event in _deals_of_cards(deal)] if deal.seed is None else []
    return Deal.start(
        started.rules,
        stacks=started.stacks,
        dealer=started.dealer,
        out=seats_out(started),
        seed=deal.seed,
        decks=decks,
    )


def _check_chips(stacks: Iterable[int]) -> None:
    chips = sum(stacks)
    if chips > MAX_CHIPS:
        refuse(f"there are {show(chips)} chips at the table: a record has at most {MAX_CHIPS}")


def _names_of(seats: int, names: Iterable[str | None]) -> tuple[str | None, ...]:
    """Check the names of this number of seats, and return them. There may be no names at all."""
    names = (names,) if isinstance(names, str) else tuple(names)
    if names:
        check_names(list(names))
        if len(names) != seats:
            refuse(f"there are {len(names)} names for {seats} seats")
    return names


# Writing.


_last: dict[str, tuple[Any, Any]] = {"written": (None, None), "read": (None, None)}  # rules seldom change in a file


def _write_rules(rules: Rules) -> dict[str, Any]:
    """Return the fields of rules if they fit into a record. The dict is shared and must not be changed."""
    last, fields = _last["written"]
    if last is not rules:
        fields = rules.to_dict()
        check_rules(fields)
        _last["written"] = rules, fields
    return fields  # type: ignore[no-any-return]


def _deals_of_cards(deal: Deal) -> list[HandsDealt]:
    return [event for event in deal.events if isinstance(event, HandsDealt)]


def _result_of(deal: Deal) -> dict[str, Any]:
    """Return the result of a deal: the stacks, the chips won from pots, and all hands, by seat."""
    return {
        "stacks": list(deal.stacks),
        "won": list(deal.won),
        "hands": [[hand and str(hand) for hand in hands] for hands in deal.dealt],
    }


# Reading.


def _play(fields: dict[str, Any]) -> Deal:
    """Play the deal of a record whose form has been checked."""
    _check_chips(fields["stacks"])
    decks = fields.get("decks", ())
    try:
        deal = Deal.start(
            _read_rules(fields["rules"]),
            stacks=fields["stacks"],
            dealer=fields["dealer"],
            out=fields["out"],
            seed=read_seed(fields["seed"], InvalidRecord) if "seed" in fields else None,
            decks=decks,
        )
    except (InvalidRules, InvalidDeal, InvalidCards) as error:
        refuse(str(error))
    for number, action in enumerate(fields["actions"], start=1):
        try:
            deal.play(action)
        except (IllegalAction, InvalidCards) as error:
            raise InvalidRecord(f"action {number}: {error}", action=number) from None
    if deal.phase != "over":
        turn = "it waits for cards" if deal.phase == "dealing" else f"seat {deal.to_act} may {deal.legal_actions}"
        number = len(fields["actions"])
        raise InvalidRecord(f"the deal is not over after its last action, {number}: {turn}", action=number)
    if len(decks) > len(deal.dealt):
        refuse(f"there are {len(decks)} decks, and cards were dealt {len(deal.dealt)} times")
    return deal


def _read_rules(fields: dict[str, Any]) -> Rules:
    last, rules = _last["read"]
    if fields != last:
        rules = Rules.from_dict(fields)
        _last["read"] = fields, rules
    return rules  # type: ignore[no-any-return]
