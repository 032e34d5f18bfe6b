//! Kinds of characters.

/// SELECTED_CHAR_KIND (F2018 16.9.168).
pub fn selected_char_kind(name: &[u8]) -> i32 {
    match String::from_utf8_lossy(name).trim_end().to_ascii_uppercase().as_str() {
        "ASCII" | "DEFAULT" => 1,
        "ISO_10646" => 4,
        _ => -1,
    }
}
