"""The seeded shuffle: what it is, to the last bit, and that it leaves everybody else's chance alone."""

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chacha
import svara
from svara._core import derived_seed, shuffled_numbers
from svara.checks import kind_of, show

GOLDEN = {
    (0, 0): "JhQs7cAcKd8s8c7dJcAs9dAd9sQcThTsKhQd7s8hAhKsTd9h8d7hKcJd9cTcJsQh",
    (7, 0): "7hJsQs9cTd7c7d8cJhQhThQcAs9hQdAcKdKcKh8sAh7s8dKsTcTs9d9sAdJc8hJd",
    (7, 1): "Kh8cQhAhTsQsQcJc8hAsAdJh8s7d8d7sTdKs7cQdJsKdAcThJd9hKc9s7h9cTc9d",
    (2**256 - 1, 2**64 - 1): "AcAh8sAdAs9c9dTsTc7sQh7d9hQcTdKh9sQdJc7c8c7hJsQsTh8hJhJd8dKcKsKd",
    # One of the few seeds whose generator skips a word: seed 0's number 38,303,638 is its first with such a word.
    (0, 38_303_638): "AdTd8cAh7hAcJs7dQcJdQd9cKc8dAsKd9sTsKs7cQsTcJc8hTh9d8s7sQh9hJhKh",
    (0, 45_559_005): "9s9cJdAcKdTdQs7hThJh9h8d7dAdKcQdQcTcQhKhJsAh9d8cKs8sTsJc7s7c8hAs",
}
"""Decks that no later version may change, by seed and number; made by `chacha.py`."""


def numbers(deck: list[svara.Card]) -> list[int]:
    """The numbers of some cards."""
    return [card.number for card in deck]


@pytest.mark.parametrize(
    ("key", "counter", "nonce", "expected"),
    [
        pytest.param(
            bytes(range(32)),
            1 | 0x09000000 << 32,
            0x4A000000,
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
            id="section 2.3.2",
        ),
        pytest.param(
            bytes(32),
            0,
            0,
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
            id="appendix A.1, vector 1",
        ),
    ],
)
def test_reference_gives_the_blocks_of_rfc_8439(key: bytes, counter: int, nonce: int, expected: str) -> None:
    """The reference's block function gives the blocks that RFC 8439 prints."""
    assert chacha.block(key, counter, nonce).hex() == expected


def test_reference_draws_without_bias(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over all words each number below a bound is drawn equally often, and fewer words than the bound are passed over.

    The words have 8 bits here, so that all of them can be tried.
    """
    monkeypatch.setattr(chacha, "WORD", 256)
    for bound in range(2, 33):
        passed_over = []
        drawn = []
        for word in range(256):
            stream = iter([word, 0])
            drawn.append(chacha.below(bound, stream))
            if next(stream, None) is None:
                passed_over.append(drawn.pop())

        assert len(passed_over) == 256 % bound
        assert sorted(drawn) == sorted([*range(bound)] * (256 // bound))


@given(seed=st.integers(0, 2**256 - 1), number=st.integers(0, 2**64 - 1))
def test_deck_is_the_described_one(seed: int, number: int) -> None:
    """The deck of any seed and number is what the description of the shuffle gives, on every machine."""
    assert numbers(svara.shuffled_deck(seed, number)) == chacha.shuffled_numbers(seed, number)


@pytest.mark.parametrize(("seed", "number"), GOLDEN)
def test_deck_is_the_pinned_one(seed: int, number: int) -> None:
    """A seed and a number give the deck that they always gave."""
    assert "".join(map(str, svara.shuffled_deck(seed, number))) == GOLDEN[seed, number]
    assert chacha.shuffled_numbers(seed, number) == numbers(svara.shuffled_deck(seed, number))


def test_words_beyond_the_limit_are_passed_over() -> None:
    """The ninth word of seed 0's deck 38,303,638 is 2³² − 1, too great for the 24 cards left: the tenth serves."""
    *_, ninth, tenth = islice(chacha.words(bytes(32), 38_303_638), 10)
    assert ninth == 2**32 - 1

    deck = numbers(svara.shuffled_deck(0, 38_303_638))
    assert chacha.below(24, iter([ninth, tenth])) == tenth % 24
    assert deck == chacha.shuffled_numbers(0, 38_303_638)


@given(seed=st.integers(0, 2**256 - 1))
def test_deck_has_all_cards_once(seed: int) -> None:
    """A shuffled deck has each of the 32 cards once (1.1)."""
    assert sorted(numbers(svara.shuffled_deck(seed))) == list(range(32))


def test_seeds_and_numbers_give_different_decks() -> None:
    """Neighbouring seeds and neighbouring numbers give different decks, and the first number is 0."""
    decks = {tuple(svara.shuffled_deck(seed, number)) for seed in range(50) for number in range(50)}

    assert len(decks) == 2500
    assert svara.shuffled_deck(7) == svara.shuffled_deck(7, 0) == svara.shuffled_deck(7, number=0)


def test_global_random_is_left_alone() -> None:
    """Shuffling neither reads nor changes the state of `random`."""
    random.seed(1)
    before = random.getstate()
    deck = svara.shuffled_deck(7)
    assert random.getstate() == before

    random.seed(2)
    assert svara.shuffled_deck(7) == deck


@pytest.mark.parametrize("seed", [-1, 2**256, pytest.param(10**5000, id="huge")])
def test_seed_out_of_range_is_refused(seed: int) -> None:
    """A seed has 256 bits: what is beyond is a `ValueError` that says so, in one line."""
    with pytest.raises(ValueError, match="seed") as caught:
        svara.shuffled_deck(seed)

    assert str(caught.value) == f"a seed cannot be {show(seed)}: it is a whole number from 0 to 2**256 - 1"


@pytest.mark.parametrize("number", [-1, 2**64, pytest.param(10**5000, id="huge")])
def test_number_out_of_range_is_refused(number: int) -> None:
    """The number of a deck has 64 bits: what is beyond is a `ValueError` that says so, in one line."""
    with pytest.raises(ValueError, match="deck") as caught:
        svara.shuffled_deck(7, number)

    assert (
        str(caught.value) == f"the number of a deck cannot be {show(number)}: it is a whole number from 0 to 2**64 - 1"
    )


@pytest.mark.parametrize("wrong", [None, True, 1.0, b"7", [7]])
def test_wrong_type_is_refused(wrong: Any) -> None:
    """A seed and a number are whole numbers: not booleans, floats or texts."""
    with pytest.raises(TypeError) as caught:
        svara.shuffled_deck(wrong)
    shown = f"{show(wrong)}, {kind_of(wrong)}"
    assert str(caught.value) == f"a seed cannot be {shown}: it is a whole number from 0 to 2**256 - 1"

    with pytest.raises(TypeError) as caught:
        svara.shuffled_deck(7, wrong)
    assert str(caught.value) == f"the number of a deck cannot be {shown}: it is a whole number from 0 to 2**64 - 1"


@given(seed=st.integers(0, 2**256 - 1), number=st.integers(0, 2**64 - 1))
def test_private_numbers_are_those_of_the_deck(seed: int, number: int) -> None:
    """Whole deals are dealt from the same deck, as bytes."""
    assert list(shuffled_numbers(seed, number)) == numbers(svara.shuffled_deck(seed, number))


DERIVED = {
    (0, 0): 0x3A68DC3B87E380B6C9D5436900179A9CD54BE2E625F2E65D2829D3A03A1DB43D,
    (7, 1): 0x28E0A4A8867BB2F7E2C646B4AD3271A6B587DC10659E03D83144F3C19F0939DD,
    (2**256 - 1, 2**64 - 1): 0xA701D0E633469E7AFD751C72319ACC6D5902A4A3FDEABB96A6CEF78BA101C150,
}
"""Seeds that no later version may change, by the seed and number that they come from; made by `chacha.py`."""


@given(seed=st.integers(0, 2**256 - 1), number=st.integers(0, 2**64 - 1))
def test_derived_seed_is_the_described_one(seed: int, number: int) -> None:
    """It is the first 32 bytes of block 2³² of the stream of that seed and number."""
    assert derived_seed(seed, number) == chacha.derived_seed(seed, number)


@pytest.mark.parametrize(("seed", "number"), DERIVED)
def test_derived_seed_is_the_pinned_one(seed: int, number: int) -> None:
    """A seed and a number give the seed that they always gave."""
    assert derived_seed(seed, number) == DERIVED[seed, number] == chacha.derived_seed(seed, number)


@given(number=st.integers(0, 2**64 - 2))
def test_derived_seeds_differ(number: int) -> None:
    """Each number gives another seed, and none is the seed that it comes from."""
    assert len({7, derived_seed(7, number), derived_seed(7, number + 1), derived_seed(8, number)}) == 4
