//! Input as error messages show it: short, on one line, and safe to print.

/// The most characters of the input that a message shows.
pub(crate) const SHOWN: usize = 60;

/// A text in quotes, at most [`SHOWN`] characters long, with an ellipsis after the quotes if the text is longer.
///
/// Every character that does not print as one visible character is escaped, such as a line feed, a control character
/// for the writing direction or a combining mark.
pub(crate) fn show(text: &str) -> String {
    let escaped = text.chars().map(|character| match character {
        '"' | '\\' => format!("\\{character}"),
        _ => harmless(character),
    });
    let (shown, is_all) = collect(escaped, SHOWN - 3); // two quotes and an ellipsis
    format!("\"{shown}\"{}", if is_all { "" } else { "…" })
}

/// A name or the result of Python's `repr` on one line, at most [`SHOWN`] characters long. The last character is an
/// ellipsis if the text is longer.
#[cfg(feature = "python")]
pub(crate) fn show_repr(text: &str) -> String {
    let (shown, is_all) = collect(text.chars().map(harmless), SHOWN - 1);
    shown + if is_all { "" } else { "…" }
}

/// The part of a text that an error stores: the whole text if it is short, otherwise its start and an ellipsis.
pub(crate) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some(_) => text.chars().take(SHOWN - 1).chain(['…']).collect(),
    }
}

/// The character itself if it is safe to print, otherwise its escape sequence.
fn harmless(character: char) -> String {
    match character {
        ' '..='~' | '\u{fe0e}' | '\u{fe0f}' => character.to_string(), // a variation selector may follow a suit sign
        _ => character.escape_debug().to_string(),
    }
}

/// Joins parts until the next one does not fit into `room` characters. Returns the text and whether all parts fit.
fn collect(parts: impl Iterator<Item = String>, room: usize) -> (String, bool) {
    let (mut shown, mut length) = (String::new(), 0);
    for part in parts {
        length += part.chars().count();
        if length > room {
            return (shown, false);
        }
        shown += &part;
    }
    (shown, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_shown_whole() {
        assert_eq!(show("7c Kh"), r#""7c Kh""#);
        assert_eq!(show("♥\u{fe0f} Туз 'é'"), "\"♥\u{fe0f} Туз 'é'\"");
        assert_eq!(excerpt("7c Kh"), "7c Kh");
        assert_eq!(excerpt(&"й".repeat(60)), "й".repeat(60));
    }

    #[test]
    fn invisible_characters_are_escaped() {
        assert_eq!(show("a\n\r\t\0\"\\"), r#""a\n\r\t\0\"\\""#);
        for hidden in "\u{1b}\u{85}\u{a0}\u{ad}\u{301}\u{200b}\u{200f}\u{2028}\u{202e}\u{2066}\u{feff}\u{e0001}".chars()
        {
            assert_eq!(show(&hidden.to_string()), format!("\"{}\"", hidden.escape_unicode()));
        }
    }

    #[test]
    fn long_texts_are_cut() {
        for text in ["7".repeat(1_000_000), "\u{202e}".repeat(1_000), "a\u{301}".repeat(100), "\n".repeat(58)] {
            assert!(show(&text).ends_with("\"…"));
            assert!(show(&text).chars().count() <= SHOWN);
            assert!(excerpt(&text).chars().count() <= SHOWN);
        }
        assert_eq!(show(&"7".repeat(57)), format!("\"{}\"", "7".repeat(57)));
        assert_eq!(excerpt(&"7".repeat(61)), "7".repeat(59) + "…");
    }
}
