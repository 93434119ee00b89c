"""The points of hands: each sentence of section 1, then all hands under all options."""

import hashlib
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import reference
import svara

DATA = Path(__file__).parent / "data"
HANDS = svara.all_hands()
RULE_SETS = {"vipsvara": "789TJQKA", "fortegames": "789TJQKA", "classic": "TJQKA"}
"""The rule sets and the ranks that make three of a kind in each (section 2)."""
RANK_SETS = ["".join(ranks) for size in range(9) for ranks in combinations("789TJQKA", size)]
"""Every choice of the ranks that make three of a kind."""
DISTRIBUTIONS: dict[str, dict[str, Any]] = json.loads((DATA / "distribution.json").read_text())


def rules_with(three_of_a_kind: str, *, three_sevens: bool = True) -> svara.Rules:
    """Rules where these ranks make three of a kind and three sevens count or not."""
    return svara.find_rules("vipsvara").but(three_of_a_kind=three_of_a_kind, three_sevens=three_sevens)


def bits(ranks: str) -> int:
    """Some ranks as a number with a bit for each."""
    return sum(1 << "789TJQKA".index(rank) for rank in ranks)


def explained(hand: str, rules: svara.Rules | str = "vipsvara") -> tuple[int, str, str]:
    """The points of a hand, the letter of its combination and the cards of that."""
    combination = svara.Hand(hand).combination(rules=rules)

    assert combination.points == svara.points(hand, rules=rules)
    return combination.points, combination.kind, " ".join(map(str, combination.cards))


def test_1_2_a_7_8_or_9_is_worth_its_number() -> None:
    """A 7, 8 or 9 is worth 7, 8 or 9: V's table prints 9 for the 8, but its own examples need 8."""
    assert explained("7s 8c 9d") == (9, "a", "9d")
    assert explained("7s 8c 8d") == (8, "a", "8d")
    assert explained("7s 8s Ac") == (15, "b", "8s 7s")
    assert explained("8s 8h 8c") == (24, "c", "8s 8h 8c")


def test_1_2_10_jack_queen_and_king_are_worth_10() -> None:
    """10, J, Q and K are worth 10 each."""
    for rank in "TJQK":
        assert explained(f"7s 8c {rank}d") == (10, "a", f"{rank}d")


def test_1_2_ace_is_worth_11() -> None:
    """An ace is worth 11."""
    assert explained("7s 8c Ad") == (11, "a", "Ad")


def test_1_2_yonchev_is_worth_11() -> None:
    """The 7♣ is worth 11: with an 8♣ that makes 19, where another 7 and its 8 make 15."""
    assert explained("7c 8c 9h")[0] == 20
    assert explained("7c 8c 8h", rules_with("")) == (19, "b", "8c 7c")
    assert explained("7d 8d 8h", rules_with("")) == (15, "b", "8d 7d")


def test_1_3_best_single_combination_counts() -> None:
    """A hand has the points of its best combination, and combinations do not add up."""
    assert explained("Jd Qh Ah") == (21, "b", "Ah Qh")
    assert explained("7s 7d Td") == (23, "e", "7s 7d")
    assert explained("As Ah Kh") == (22, "d", "As Ah")


def test_1_3_a_one_card() -> None:
    """(a) One card counts alone if nothing goes together, the best of the three."""
    assert explained("8c Kh 9d") == (10, "a", "Kh")
    assert explained("Ts Td Ac") == (11, "a", "Ac")


def test_1_3_b_two_cards_of_one_suit() -> None:
    """(b) Two cards of one suit count their sum."""
    assert explained("8s Qs Qh") == (18, "b", "Qs 8s")
    assert explained("Qd Kd Ts") == (20, "b", "Kd Qd")


def test_1_3_b_three_cards_of_one_suit() -> None:
    """(b) Three cards of one suit count their sum."""
    assert explained("9d Td Kd") == (29, "b", "Kd Td 9d")
    assert explained("7s 8s 9s") == (24, "b", "9s 8s 7s")
    assert explained("Ad Kd Qd") == (31, "b", "Ad Kd Qd")


def test_1_3_c_three_of_a_kind() -> None:
    """(c) Three of a kind count their sum: three 8s 24, three 10s, J, Q or K 30, three aces 33."""
    assert explained("8s 8h 8d") == (24, "c", "8s 8h 8d")
    assert explained("9s 9h 9d") == (27, "c", "9s 9h 9d")
    for rank in "TJQK":
        assert explained(f"{rank}s {rank}h {rank}d") == (30, "c", f"{rank}s {rank}h {rank}d")
    assert explained("Ac Ah Ad") == (33, "c", "Ah Ad Ac")


def test_1_3_d_two_aces() -> None:
    """(d) Two aces of any suits are 22."""
    assert explained("As Ah Kc") == (22, "d", "As Ah")
    assert explained("9h Ac Ad") == (22, "d", "Ad Ac")


def test_1_3_e_two_sevens() -> None:
    """(e) Two sevens of any suits are 23, the 7♣ included."""
    assert explained("7d 7h Ks") == (23, "e", "7h 7d")
    assert explained("7c 7h Ts") == (23, "e", "7h 7c")


def test_1_3_f_three_sevens() -> None:
    """(f) Three sevens of any suits are 34, more than any other hand has."""
    sevens = [("7c 7d 7h", "7h 7d 7c"), ("7c 7d 7s", "7s 7d 7c"), ("7c 7h 7s", "7s 7h 7c"), ("7d 7h 7s", "7s 7h 7d")]
    for hand, cards in sevens:
        assert explained(hand) == (34, "f", cards)
    assert svara.hands_with_points(34) == [svara.Hand(hand) for hand, _ in sevens]
    assert max(svara.distribution()) == 34


def test_1_3_g_yonchev_with_both_of_one_suit() -> None:
    """(g) The 7♣ counts 11 with two cards of one suit."""
    assert explained("7c 9s Js") == (30, "g", "Js 9s 7c")
    assert explained("7c As Ks") == (32, "g", "As Ks 7c")


def test_1_3_g_yonchev_with_both_of_one_rank() -> None:
    """(g) The 7♣ counts 11 with two cards of a rank that makes three of a kind."""
    assert explained("7c Kh Kd") == (31, "g", "Kh Kd 7c")
    assert explained("7c 8c 8d") == (27, "g", "8d 8c 7c")
    assert explained("7c Ah Ad") == (33, "g", "Ah Ad 7c")


def test_1_3_g_yonchev_with_the_better_of_two() -> None:
    """(g) The 7♣ counts 11 with the better of two cards that do not go together."""
    assert explained("8h 9s 7c") == (20, "g", "9s 7c")
    assert explained("7c Ks Qh") == (21, "g", "Ks 7c")


def test_1_4_two_sevens_are_a_floor() -> None:
    """23 for two sevens is not a maximum: the 7♣ with a 7♦ and a 10♦ is 28 by (g)."""
    assert explained("7c 7d Td") == (28, "g", "Td 7d 7c")
    assert explained("7c 7d Ad") == (29, "g", "Ad 7d 7c")


def test_1_4_yonchev_never_adds_two_unrelated_cards() -> None:
    """8♠ A♦ 7♣ is 22, not 30."""
    assert explained("8s Ad 7c") == (22, "g", "Ad 7c")


def test_1_5_equal_points_are_equal() -> None:
    """Points alone say how strong a hand is: 30 by (b), by (c) and by (g) are 30, and stand by index."""
    thirty = ["7c 9s Js", "Td Jd Qd", "Ks Kd Kh"]
    assert [explained(hand)[:2] for hand in thirty] == [(30, "g"), (30, "b"), (30, "c")]

    in_order = svara.hands_by_strength()
    places = [in_order.index(svara.Hand(hand)) for hand in thirty]
    assert places == sorted(places)
    assert {hand.points() for hand in in_order[places[0] : places[-1] + 1]} == {30}


def test_1_6_how_many_hands_have_each_number_of_points() -> None:
    """Points run from 8 to 34, 12 to 14 do not occur, and over all hands they are distributed as the rulebook says."""
    rulebook = """
        8:9 9:51 10:1104 11:540 15:63 16:63 17:345 18:426 19:453 20:651 21:492 22:234 23:147 24:7 25:12 26:18
        27:50 28:56 29:65 30:68 31:76 32:16 33:10 34:4
    """
    expected = {int(points): int(count) for points, count in (pair.split(":") for pair in rulebook.split())}

    assert svara.distribution(rules="vipsvara") == svara.distribution(rules="fortegames") == expected
    assert not {12, 13, 14} & set(expected)


def test_1_7_classic_has_no_three_8s_or_9s() -> None:
    """In classic three of a kind are 10, J, Q, K and aces only, for (c) and for (g)."""
    assert explained("8s 8h 8d", "classic") == (8, "a", "8s")
    assert explained("9s 9h 9d", "classic") == (9, "a", "9s")
    assert explained("7c 8c 8d", "classic") == (19, "b", "8c 7c")
    assert explained("7c 9h 9d", "classic") == (20, "g", "9h 7c")
    assert explained("Ts Th Td", "classic") == (30, "c", "Ts Th Td")
    assert explained("7c Kh Kd", "classic") == (31, "g", "Kh Kd 7c")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_1_7_three_sevens_are_34_in_every_rule_set(rules: str) -> None:
    """Three sevens stay 34, in classic too, unless the option is off."""
    assert explained("7d 7h 7s", rules) == (34, "f", "7s 7h 7d")


@pytest.mark.parametrize(("rules", "with_yonchev"), [("vipsvara", 25), ("fortegames", 25), ("classic", 23)])
def test_1_7_three_sevens_off(rules: str, with_yonchev: int) -> None:
    """With the option off three sevens are 23, but 25 with the 7♣ where every rank makes three of a kind."""
    house = svara.find_rules(rules).but(three_sevens=False)

    assert explained("7d 7h 7s", house) == (23, "e", "7s 7h")
    for hand in ("7c 7d 7h", "7c 7d 7s", "7c 7h 7s"):
        assert svara.points(hand, rules=house) == with_yonchev
    assert explained("7c 7d 7h", house)[1] == ("c" if with_yonchev == 25 else "e")


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("three_sevens", [True, False])
def test_points_of_all_hands_are_those_of_the_reference(rules: str, three_sevens: bool) -> None:
    """In each rule set, with three sevens on and off, every hand has the points that the reference finds."""
    house = svara.find_rules(rules).but(three_sevens=three_sevens)

    for hand, cards in zip(HANDS, reference.HANDS, strict=True):
        assert hand.points(rules=house) == reference.points(cards, RULE_SETS[rules], three_sevens=three_sevens)


@pytest.mark.parametrize("three_sevens", [True, False])
def test_points_of_all_hands_under_every_choice_of_ranks(three_sevens: bool) -> None:
    """Whichever of the 256 sets of ranks makes three of a kind, every hand has the points that the reference finds.

    Section 1 asks only about ranks in the hand, so the reference is asked once for each choice among those.
    """
    expected: list[tuple[int, dict[int, int]]] = []
    for cards in reference.HANDS:
        ranks = reference.ranks(cards)
        choices = ["".join(some) for size in range(len(ranks) + 1) for some in combinations(ranks, size)]
        worth = {bits(some): reference.points(cards, some, three_sevens=three_sevens) for some in choices}
        expected.append((bits("".join(ranks)), worth))

    assert len(set(RANK_SETS)) == 256
    for three_of_a_kind in RANK_SETS:
        rules = rules_with(three_of_a_kind, three_sevens=three_sevens)
        chosen = bits(three_of_a_kind)
        assert [hand.points(rules=rules) for hand in HANDS] == [worth[chosen & ranks] for ranks, worth in expected]


@pytest.mark.parametrize("three_sevens", [True, False])
@pytest.mark.parametrize("three_of_a_kind", ["789TJQKA", "TJQKA", "", *"789TJQKA"])
def test_combination_of_all_hands_is_the_best_of_the_reference(three_of_a_kind: str, three_sevens: bool) -> None:
    """The combination is one that the reference lists, of the most points.

    Of several with equal points it has the first letter, then the higher cards; its cards come highest first.
    """
    rules = rules_with(three_of_a_kind, three_sevens=three_sevens)
    for hand, cards in zip(HANDS, reference.HANDS, strict=True):
        listed = [
            (some.points, -ord(some.kind), sorted(map(reference.DECK.index, some.cards), reverse=True))
            for some in reference.combinations(cards, three_of_a_kind, three_sevens=three_sevens)
        ]
        found = hand.combination(rules=rules)

        assert (found.points, -ord(found.kind), [card.number for card in found.cards]) == max(listed)
        assert found.points == hand.points(rules=rules)


def test_hand_and_function_agree() -> None:
    """`svara.points` of a hand, of its text and of its cards is what the hand says itself, under any rules."""
    for rules in ("vipsvara", "fortegames", "classic", rules_with("Q", three_sevens=False)):
        for hand in HANDS:
            worth = hand.points(rules=rules)
            assert svara.points(hand, rules=rules) == worth
            assert svara.points(str(hand), rules=rules) == worth
            assert svara.points(hand.cards, rules=rules) == worth


def test_vipsvara_is_the_default() -> None:
    """Without rules, those of vipsvara hold."""
    for hand in HANDS:
        assert hand.points() == svara.points(hand) == hand.points(rules="vipsvara")
        assert hand.combination() == hand.combination(rules="vipsvara")
    assert svara.distribution() == svara.distribution(rules="vipsvara") != svara.distribution(rules="classic")
    assert svara.hands_by_strength() == svara.hands_by_strength(rules="vipsvara")
    assert svara.hands_with_points(8) == svara.hands_with_points(8, rules="vipsvara")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_points_have_the_published_digest(rules: str) -> None:
    """The points of all hands, a byte each by index, have the SHA-256 that other implementations can compare."""
    points = bytes(hand.points(rules=rules) for hand in HANDS)

    assert hashlib.sha256(points).hexdigest() == DISTRIBUTIONS[rules]["sha256"]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_distribution_is_the_published_one(rules: str) -> None:
    """How many hands have each number of points is as published, per rule set."""
    published = {int(points): count for points, count in DISTRIBUTIONS[rules]["distribution"].items()}

    assert svara.distribution(rules=rules) == published


def test_worked_examples_have_their_points() -> None:
    """The examples of the source documents, and hands that are often scored wrongly, have the points they should."""
    rows = [json.loads(line) for line in (DATA / "hands.jsonl").read_text().splitlines()]

    assert len(rows) == 55
    for row in rows:
        assert {rules: svara.points(row["hand"], rules=rules) for rules in RULE_SETS} == {
            rules: row[rules] for rules in RULE_SETS
        }, row


def test_golden_table_is_fresh() -> None:
    """The table that the Rust tests read is what `python tests/reference.py` prints."""
    assert (DATA / "hands.tsv").read_text().splitlines() == list(reference.golden_table())


def test_combination_is_a_value() -> None:
    """Combinations are equal, with equal hashes, if their kind and cards are; they cannot be changed."""
    best = svara.Hand("7c 7d Td").combination()

    assert best == svara.Hand("Td 7d 7c").combination()
    assert hash(best) == hash(svara.Hand("Td 7d 7c").combination())
    assert best != svara.Hand("7c 7d Kd").combination()
    assert best != (28, "g")
    for name in ("kind", "name", "points", "cards", "other"):
        with pytest.raises(AttributeError):
            setattr(best, name, 1)
    kinds = {(combination.kind, combination.cards) for combination in map(svara.Hand.combination, HANDS)}
    assert len({hand.combination() for hand in HANDS}) == len(kinds)


def test_combination_prints_its_name_and_cards() -> None:
    """A combination prints what players call it and its cards; its repr adds the letter and the points."""
    names = {combination.kind: combination.name for combination in map(svara.Hand.combination, HANDS)}
    assert names == {
        "a": "one card",
        "b": "one suit",
        "c": "three of a kind",
        "d": "two aces",
        "e": "two sevens",
        "f": "three sevens",
        "g": "with Yonchev",
    }

    best = svara.Hand("7c 7d Td").combination()
    assert str(best) == "with Yonchev Td 7d 7c"
    assert best.unicode() == "with Yonchev 10♦ 7♦ 7♣"
    assert repr(best) == "<Combination: with Yonchev Td 7d 7c, 1.3g, 28 points>"
