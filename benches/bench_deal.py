"""How many deals a second, beside game engines a user might take instead: `make bench`.

The shape is the same for all: six seats with 100 chips and an ante of 1, three cards each from a deck of 32, one round
of betting with seven actions (svara: look, raise, five calls; the peers: check, raise, five calls), a showdown, and
the stacks at the end. Before each action the legal actions are asked for. Each bench checks its answer first.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import svara

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = 6
RULES = svara.find_rules("vipsvara")
ACTIONS: list[svara.Action] = [svara.Look(), svara.Raise(4), *[svara.Call()] * 5]


def svara_deal(seed: int) -> tuple[int, ...]:
    """One deal from a seed, played through."""
    deal = svara.Deal.start(RULES, stacks=[100] * SEATS, dealer=0, seed=seed)
    for action in ACTIONS:
        if action in deal.legal_actions:
            deal.play(action)
    return deal.stacks


def seeds_without_svarka() -> list[int]:
    """Seeds whose deals end with the showdown, as those of the peers do."""
    return [seed for seed in range(300) if max(svara_deal(seed)) > 100]


def test_svara_deal(measure: Callable[..., None]) -> None:
    """Play one deal."""
    seeds = seeds_without_svarka()
    assert all(sorted(svara_deal(seed)) == [95] * 5 + [125] for seed in seeds)

    pick = random.Random(1).choice
    measure("a deal", "deal(pick(seeds))", deal=svara_deal, pick=pick, seeds=seeds)


def test_copy(measure: Callable[..., None]) -> None:
    """A copy in the middle of the betting."""
    deal = svara.Deal.start(RULES, stacks=[100] * SEATS, dealer=0, seed=1)
    for action in ACTIONS[:4]:
        deal.play(action)
    assert deal.copy() == deal

    measure("deal.copy()", "deal.copy()", deal=deal)


def open_spiel_game() -> Any:
    """OpenSpiel's universal_poker, a C++ engine, in the shape of the deal."""
    pyspiel = pytest.importorskip("pyspiel")
    return pyspiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "numPlayers": SEATS,
            "numRounds": 1,
            "blind": " ".join(["1"] * SEATS),
            "firstPlayer": "1",
            "numSuits": 4,
            "numRanks": 8,
            "numHoleCards": 3,
            "numBoardCards": "0",
            "stack": " ".join(["100"] * SEATS),
            "bettingAbstraction": "fchpa",
        },
    )


def open_spiel_deal(game: Any, draw: Callable[[Any], int]) -> list[float]:
    """One deal of universal_poker: its cards are drawn one by one by *draw*."""
    check_or_call, bet = 1, 2
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(draw(state))
    for action in (check_or_call, bet, *[check_or_call] * 5):
        if action in state.legal_actions():
            state.apply_action(action)
    returns: list[float] = state.returns()
    return returns


def draw_outcome(state: Any) -> int:
    """Draw a card from the chance outcomes of the state, which are equally likely."""
    card: int = random.choice(state.chance_outcomes())[0]
    return card


def draw_by_probability(state: Any) -> int:
    """A card as OpenSpiel's own examples draw it, by the probabilities of the state."""
    cards, probabilities = zip(*state.chance_outcomes(), strict=True)
    card: int = random.choices(cards, probabilities)[0]
    return card


def draw_action(state: Any) -> int:
    """A card from the bare list of actions: the fastest way, for who knows that all are equally likely."""
    card: int = random.choice(state.legal_actions())
    return card


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("open_spiel, cards from chance_outcomes", draw_outcome),
        ("open_spiel, cards by their probabilities", draw_by_probability),
        ("open_spiel, cards from legal_actions", draw_action),
    ],
)
def test_open_spiel(measure: Callable[..., None], name: str, draw: Callable[[Any], int]) -> None:
    """Play one deal of universal_poker."""
    game = open_spiel_game()
    returns = open_spiel_deal(game, draw)
    assert sum(returns) == 0
    assert any(returns)

    measure(name, "deal(game, draw)", deal=open_spiel_deal, game=game, draw=draw)


def test_clubs(measure: Callable[..., None]) -> None:
    """Play one deal with clubs, in Python."""
    clubs = pytest.importorskip("clubs")
    dealer = clubs.poker.Dealer(
        num_players=SEATS,
        num_streets=1,
        blinds=0,
        antes=1,
        raise_sizes="inf",
        num_raises="inf",
        num_suits=4,
        num_ranks=8,
        num_hole_cards=3,
        num_community_cards=0,
        num_cards_for_hand=3,
        mandatory_num_hole_cards=0,
        start_stack=100,
    )

    def deal() -> Any:
        dealer.reset(reset_button=True, reset_stacks=True)
        for bet in (0, 4, 4, 4, 4, 4, 4):
            observation, payouts, done = dealer.step(bet)
        assert all(done)
        return observation["stacks"], payouts

    stacks, _ = deal()
    assert sum(stacks) == 100 * SEATS

    measure("clubs", "deal()", deal=deal)


def test_pokerkit(measure: Callable[..., None]) -> None:
    """Play one deal with pokerkit, in Python."""
    pokerkit = pytest.importorskip("pokerkit")
    automation = pokerkit.Automation
    deck = tuple(pokerkit.Deck.SHORT_DECK_HOLDEM)[:32]

    def deal() -> Any:
        state = pokerkit.State(
            (
                automation.ANTE_POSTING,
                automation.BET_COLLECTION,
                automation.BLIND_OR_STRADDLE_POSTING,
                automation.HOLE_DEALING,
                automation.HOLE_CARDS_SHOWING_OR_MUCKING,
                automation.HAND_KILLING,
                automation.CHIPS_PUSHING,
                automation.CHIPS_PULLING,
            ),
            deck,
            (pokerkit.RhodeIslandHoldemHand,),
            (pokerkit.Street(False, (False, False, False), 0, False, pokerkit.Opening.POSITION, 1, None),),
            pokerkit.BettingStructure.NO_LIMIT,
            True,
            1,
            (0,) * SEATS,
            0,
            (100,) * SEATS,
            SEATS,
        )
        for action in range(7):
            if action == 1 and state.can_complete_bet_or_raise_to(4):
                state.complete_bet_or_raise_to(4)
            elif state.can_check_or_call():
                state.check_or_call()
        return state

    state = deal()
    assert not state.status
    assert sum(state.stacks) == 100 * SEATS

    measure("pokerkit", "deal()", deal=deal)
