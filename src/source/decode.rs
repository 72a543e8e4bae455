//! Bytes to text without loss: UTF-8 where the bytes are that, else Windows-1252.
//!
//! Windows-1252 as the web defines it gives every byte a character of its own, so [`Encoding::encode`] gives the
//! bytes back. Source: `spec/zrf.md` 1.1 and `spec/zsg.md` 1.

use encoding_rs::WINDOWS_1252;

/// How the bytes of a file were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Valid UTF-8 (plain ASCII included).
    Utf8,
    /// Not valid UTF-8: every byte was read as one character.
    Windows1252,
}

impl Encoding {
    /// The name used in exports and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Windows1252 => "windows-1252",
        }
    }

    /// The encoding of this name, as [`Self::name`] writes it.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Utf8, Self::Windows1252].into_iter().find(|encoding| encoding.name() == name)
    }

    /// The text of bytes in this encoding. What is no UTF-8 where it should be becomes a replacement character.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Windows1252 => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
        }
    }

    /// The bytes of a text in this encoding. Characters that Windows-1252 lacks become `?`.
    #[must_use]
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Windows1252 => {
                let mut bytes = Vec::with_capacity(text.len());
                let mut buffer = [0; 4];
                for character in text.chars() {
                    let (encoded, _, unmappable) = WINDOWS_1252.encode(character.encode_utf8(&mut buffer));
                    if unmappable { bytes.push(b'?') } else { bytes.extend_from_slice(&encoded) }
                }
                bytes
            }
        }
    }
}

/// The UTF-8 byte order mark.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A decoded text and how it was read.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The text without a byte order mark.
    pub text: String,
    /// The encoding assumed.
    pub encoding: Encoding,
    /// Whether a UTF-8 byte order mark was skipped.
    pub byte_order_mark: bool,
}

/// Decodes bytes; never fails.
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded {
    let (rest, byte_order_mark) = match bytes.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (rest, true),
        None => (bytes, false),
    };
    match std::str::from_utf8(rest) {
        Ok(text) => Decoded { text: text.to_owned(), encoding: Encoding::Utf8, byte_order_mark },
        Err(_) => {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(rest);
            Decoded { text: text.into_owned(), encoding: Encoding::Windows1252, byte_order_mark }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, decode};

    #[test]
    fn every_byte_survives() {
        let bytes: Vec<u8> = (0..=255).collect();
        let decoded = decode(&bytes);
        assert_eq!(decoded.encoding, Encoding::Windows1252);
        assert_eq!(decoded.encoding.encode(&decoded.text), bytes);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_noted() {
        let decoded = decode(b"\xEF\xBB\xBFCaf\xC3\xA9");
        assert_eq!((decoded.text.as_str(), decoded.encoding, decoded.byte_order_mark), ("Café", Encoding::Utf8, true));
    }
}
