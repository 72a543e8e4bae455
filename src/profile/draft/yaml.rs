//! A draft as text.

use std::fmt::Write;

use super::Draft;

impl Draft {
    /// The profile as YAML text.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let mut text = String::from("gc:\n");
        let mut line = |indent: usize, key: &str, value: &str| {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "{:indent$}{key}: {value}", "");
        };
        line(2, "game", &quoted(&self.game));
        line(2, "cols", &self.files.len().to_string());
        line(2, "files", &list(&self.files));
        line(2, "ranks", &list(&self.ranks));
        line(2, "start", &quoted(&self.start));
        line(2, "sides", &list(&self.sides));
        line(2, "automation", "mixed # none, promotion, full or mixed");
        line(2, "hand", if self.hand { "true" } else { "false" });
        text.push_str("zrf:\n");
        let mut line = |indent: usize, key: &str, value: &str| {
            let _ = writeln!(text, "{:indent$}{key}: {value}", "");
        };
        if let Some((file, variant)) = &self.rules {
            line(2, "file", &quoted(file));
            line(2, "variant", &quoted(variant));
        }
        line(2, "sides", &list(&self.players));
        if !self.pieces.is_empty() {
            text.push_str("pieces:\n");
        }
        for (label, piece) in &self.pieces {
            let open = if piece.is_none() { " # not known" } else { "" };
            let _ = writeln!(text, "  {}: {}{open}", quoted(label), quoted(piece.as_deref().unwrap_or_default()));
        }
        if !self.labels.is_empty() {
            text.push_str("labels:\n");
        }
        for (label, (piece, player)) in &self.labels {
            let _ = writeln!(text, "  {}: {{piece: {}, side: {}}}", quoted(label), quoted(piece), quoted(player));
        }
        let _ = writeln!(text, "coords:\n  rule: {}", self.rule.name());
        text.push_str("implicit: []\n");
        text
    }
}

/// A YAML scalar in double quotes; JSON's form is one.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

fn list(names: &[String]) -> String {
    format!("[{}]", names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", "))
}
