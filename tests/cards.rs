//! The spellings of cards, decks and dealing, through the public interface.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use svara::{Card, DECK, Hand, InvalidCards, RANKS, SUITS, deal_hands, derived_key, parse_cards, shuffled_deck};

const LATIN_RANKS: [&[&str]; 8] =
    [&["7"], &["8"], &["9"], &["T", "t", "10"], &["J", "j"], &["Q", "q"], &["K", "k"], &["A", "a"]];
const CYRILLIC_RANKS: [&[&str]; 8] =
    [&["7"], &["8"], &["9"], &["10"], &["В", "в"], &["Д", "д"], &["К", "к", "П", "п"], &["Т", "т"]];
const SUIT_LETTERS: [&[&str]; 4] = [&["c", "C"], &["d", "D"], &["h", "H"], &["s", "S"]];
const SUIT_SIGNS: [&[&str]; 4] = [
    &["♣", "♧", "♣\u{fe0f}", "♣\u{fe0e}", "♧\u{fe0f}"],
    &["♦", "♢", "♦\u{fe0f}", "♦\u{fe0e}", "♢\u{fe0f}"],
    &["♥", "♡", "♥\u{fe0f}", "♥\u{fe0e}", "♡\u{fe0f}"],
    &["♠", "♤", "♠\u{fe0f}", "♠\u{fe0e}", "♤\u{fe0f}"],
];
const GAPS: [&str; 12] = ["", " ", ",", ", ", " , ", "\n", "\t", "\u{a0}", " and ", " et ", " i ", " и "];

fn all_cards() -> Vec<Card> {
    Card::all().collect()
}

/// Cards in any order, and a text that spells them in Latin or in Cyrillic letters.
fn written_cards() -> impl Strategy<Value = (Vec<Card>, String)> {
    any::<bool>().prop_flat_map(|latin| {
        let card = (0..DECK as u8).prop_map(|number| Card::new(number).expect("the deck has this number"));
        let written = card.prop_flat_map(move |card| {
            let (ranks, suit) = (if latin { LATIN_RANKS } else { CYRILLIC_RANKS }, usize::from(card.suit()));
            let mut suits = SUIT_SIGNS[suit].to_vec();
            suits.extend(SUIT_LETTERS[suit].iter().filter(|_| latin));
            let rank = select(ranks[usize::from(card.rank())]);
            (Just(card), rank, select(&["", " ", "  "][..]), select(suits), select(&GAPS[..]))
        });
        proptest::collection::vec(written, 0..6).prop_map(|parts| {
            let text =
                parts.iter().map(|(_, rank, within, suit, gap)| [*rank, *within, *suit, *gap].concat()).collect();
            (parts.into_iter().map(|(card, ..)| card).collect(), text)
        })
    })
}

proptest! {
    #[test]
    fn cards_are_read_from_every_spelling((cards, text) in written_cards()) {
        prop_assert_eq!(parse_cards(&text), Ok(cards));
    }

    #[test]
    fn any_text_is_cards_or_an_error_of_one_line(text in ".{0,40}|[789106TJQKAcdhs♣♦♥♠ ,\ti\0ВДКТПАтасЈ]{0,12}") {
        if let Err(error) = parse_cards(&text) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
            let piece = error.piece().expect("the error has the invalid piece");
            prop_assert!(text.contains(&piece) && piece.chars().count() <= 8);
        }
    }

    #[test]
    fn any_three_cards_are_the_hand_of_their_text(cards in subsequence(all_cards(), 3).prop_shuffle()) {
        let hand = Hand::try_from(&cards[..]).expect("the cards are different");
        let text: String = cards.iter().map(Card::to_string).collect();
        prop_assert_eq!(text.parse(), Ok(hand));
        prop_assert!(cards.iter().all(|card| hand.cards().contains(card)));
    }

    #[test]
    fn hands_are_dealt_one_card_at_a_time(deck in Just(all_cards()).prop_shuffle(), seats in 0..11_usize) {
        let needed = 3 * seats;
        if needed > DECK {
            prop_assert_eq!(deal_hands(&deck, seats), Err(InvalidCards::ShortDeck(DECK, needed)));
        } else {
            let hands = deal_hands(&deck, seats).expect("the deck is long enough");
            prop_assert_eq!(hands.len(), seats);
            for (seat, hand) in hands.iter().enumerate() {
                for round in 0..3 {
                    prop_assert!(hand.cards().contains(&deck[round * seats + seat])); // 3.3
                }
            }
        }
    }

    #[test]
    fn shuffled_deck_has_every_card_once(key: [u8; 32], number: u64) {
        let mut deck = shuffled_deck(&key, number);
        deck.sort_unstable();
        prop_assert_eq!(&deck[..], &all_cards()[..]);
    }
}

#[test]
fn every_card_is_read_from_every_spelling() {
    for card in Card::all() {
        let (rank, suit) = (usize::from(card.rank()), usize::from(card.suit()));
        for rank in [LATIN_RANKS[rank], CYRILLIC_RANKS[rank], &["А", "а"][..2 * (rank / 7)]].concat() {
            for suit in [SUIT_LETTERS[suit], SUIT_SIGNS[suit]].concat() {
                let is_mixed = ["Т", "т"].contains(&rank) && suit.is_ascii();
                let read = if is_mixed { Err(InvalidCards::AceOrTen('Т')) } else { Ok(card) };
                assert_eq!(format!("{rank}{suit}").parse(), read);
                assert_eq!(format!(" {rank} {suit}, ").parse(), read);
            }
        }
    }
}

#[test]
fn a_t_beside_letters_of_another_alphabet_is_an_error() {
    for (text, letter) in [
        ("Т♥ T♦ 9♣", 'Т'),
        ("Т♥ Q♥ 9♥", 'Т'),
        ("Т♥ K♥ 9♥", 'Т'), // the K is Latin
        ("Т♥ А♦ 9♣", 'Т'), // the А is a Cyrillic ace, so the Т may mean a ten
        ("Тh 9♥ 8♥", 'Т'),
        ("T♥ К♥ 9♥", 'T'), // the К is Cyrillic
        ("t♥ Дd 9c", 'T'),
    ] {
        assert_eq!(text.parse::<Hand>(), Err(InvalidCards::AceOrTen(letter)));
    }
    for (text, same) in
        [("А♠ А♥ K♣", "As Ah Kc"), ("J♥ Дh Кh", "JhQhKh"), ("Т♥ К♥ 9♥", "AhKh9h"), ("П♠, т♦ и 10♣", "KsAdTc")]
    {
        assert_eq!(text.parse::<Hand>(), same.parse());
    }
}

#[test]
fn errors_show_letters_that_look_like_ranks_or_suits() {
    for letter in ['Ј', 'ј', 'Ԛ', 'ԛ', 'Α', 'Κ', 'Τ', 'Ｋ', 'Б', 'é'] {
        assert_eq!(format!("{letter}♥").parse::<Card>(), Err(InvalidCards::RankLetter(format!("{letter}♥"), letter)));
    }
    for letter in "сСԁԀһҺнНѕЅпПтТкКбБчЧхХ".chars() {
        let error = InvalidCards::SuitLetter(format!("7{letter}"), letter);
        assert!(error.to_string().contains(&format!("U+{:04X}", u32::from(letter))));
        assert_eq!(format!("7{letter}").parse::<Card>(), Err(error));
    }
}

#[test]
fn every_card_prints_its_rank_and_suit() {
    for (number, card) in Card::all().enumerate() {
        assert_eq!(usize::from(card.number()), number);
        assert_eq!(card.to_string(), format!("{}{}", RANKS[number / 4], SUITS[number % 4]));
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(card.unicode().parse(), Ok(card));
    }
    assert_eq!(Card::new(15).map(Card::unicode), Ok("10♠".to_owned()));
    assert_eq!(Card::YONCHEV.unicode(), "7♣");
}

#[test]
fn numbers_above_31_are_errors() {
    for number in 32..=u8::MAX {
        assert_eq!(Card::new(number), Err(InvalidCards::Number(number.into())));
    }
}

#[test]
fn text_that_is_not_a_hand_is_an_error_with_the_invalid_piece() {
    for (text, error) in [
        ("", InvalidCards::NotThreeCards(0)),
        ("7c Kh", InvalidCards::NotThreeCards(2)),
        ("7c Kh Kd As", InvalidCards::NotThreeCards(4)),
        ("7c Kh 7♣", InvalidCards::Twice(Card::YONCHEV)),
        ("7c 6h Kd", InvalidCards::Rank("6h".to_owned())),
        ("1c Kh Kd", InvalidCards::Rank("1c".to_owned())),
        ("7c Kh 10", InvalidCards::Suit("10".to_owned())),
        ("7c Kh K", InvalidCards::Suit("K".to_owned())),
        ("7c iKh Kd", InvalidCards::Rank("iKh".to_owned())),
    ] {
        assert_eq!(text.parse::<Hand>(), Err(error));
    }
    assert_eq!("7c Kh".parse::<Card>(), Err(InvalidCards::NotOneCard(2)));
}

#[test]
fn a_word_for_and_may_come_last() {
    assert_eq!("7c Kh and Kd, and".parse::<Hand>(), "7c Kh Kd".parse());
}

#[test]
fn long_texts_are_read_to_their_end() {
    assert_eq!("i ".repeat(1_000_000).parse::<Hand>(), Err(InvalidCards::NotThreeCards(0)));
    assert_eq!("7c".repeat(1_000_000).parse::<Hand>(), Err(InvalidCards::NotThreeCards(1_000_000)));
}

#[test]
fn a_deck_with_the_same_card_twice_is_an_error() {
    let mut deck = all_cards();
    deck[31] = deck[30];
    assert_eq!(deal_hands(&deck, 2), Err(InvalidCards::Twice(deck[30])));
}

/// Decks that later versions must not change, by the first byte of the key and the number. The last one skips a word,
/// so a biased shuffle would give a different deck.
#[test]
fn shuffled_deck_is_the_pinned_one() {
    for (seed, number, expected) in [
        (0, 0, "JhQs7cAcKd8s8c7dJcAs9dAd9sQcThTsKhQd7s8hAhKsTd9h8d7hKcJd9cTcJsQh"),
        (7, 1, "Kh8cQhAhTsQsQcJc8hAsAdJh8s7d8d7sTdKs7cQdJsKdAcThJd9hKc9s7h9cTc9d"),
        (0, 38_303_638, "AdTd8cAh7hAcJs7dQcJdQd9cKc8dAsKd9sTsKs7cQsTcJc8hTh9d8s7sQh9hJhKh"),
    ] {
        let mut key = [0; 32];
        key[0] = seed;
        assert_eq!(shuffled_deck(&key, number).map(|card| card.to_string()).concat(), expected);
    }
}

#[test]
fn derived_key_is_the_pinned_one() {
    let mut key = [0; 32];
    key[0] = 7;
    assert_eq!(derived_key(&key, 1)[..8], [0xdd, 0x39, 0x09, 0x9f, 0xc1, 0xf3, 0x44, 0x31]);
}
