//! YAML of the small files that people write beside their games, with the place of every key and value, so that a slip is
//! found where it is.

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_yaml::Spanned;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::source::{Place, SourceFile, Span};

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) value: Value,
    pub(super) span: Span,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Nothing,
    Flag(bool),
    Number(u64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

/// A key and its place.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) span: Span,
}

/// The value of a file; that of an empty one is [`Value::Nothing`].
pub(super) fn read(file: &Arc<SourceFile>) -> Result<Node, Diagnostic> {
    if file.text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        return Ok(Node { value: Value::Nothing, span: Span::at(0) });
    }
    match serde_yaml::from_str::<Spanned<Value>>(&file.text) {
        Ok(node) => Ok(node.into()),
        Err(error) => {
            let span = error.location().map_or(Span::at(0), |location| span_of(&location));
            let message = error.without_snippet().to_string();
            let message = format!("the file cannot be read: {}", message.lines().next().unwrap_or_default());
            Err(Diagnostic::new(Code::SettingsUnreadable, message).at(Place::new(file, span)))
        }
    }
}

fn span_of(location: &serde_yaml::Location) -> Span {
    let span = location.span();
    let number = |offset: u64| u32::try_from(offset).unwrap_or(u32::MAX);
    let start = span.byte_offset().unwrap_or_else(|| span.offset());
    Span::new(number(start), number(start.saturating_add(span.byte_len().unwrap_or_else(|| span.len()))))
}

impl From<Spanned<Value>> for Node {
    fn from(spanned: Spanned<Value>) -> Self {
        Self { span: span_of(&spanned.referenced), value: spanned.value }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, true or false, a list or a map")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(u64::try_from(number).map_or_else(|_| Value::Text(number.to_string()), Value::Number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Text(number.to_string()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element::<Spanned<Value>>()? {
            list.push(item.into());
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Vec::new();
        while let Some((key, value)) = entries.next_entry::<Spanned<String>, Spanned<Value>>()? {
            map.push((Key { span: span_of(&key.referenced), name: key.value }, value.into()));
        }
        Ok(Value::Map(map))
    }
}

/// Takes a file apart, and collects what is wrong with it.
pub(super) struct Reader<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) findings: &'a mut Diagnostics,
}

impl Reader<'_> {
    pub(super) fn place(&self, span: Span) -> Place {
        Place::new(self.file, span)
    }

    /// A finding about a value that is not what its key takes.
    pub(super) fn bad(&mut self, span: Span, message: impl Into<String>) {
        let place = self.place(span);
        self.findings.push(Diagnostic::new(Code::SettingsValueBad, message).at(place));
    }

    /// The entries of a map whose keys are all known; those that are not become findings.
    pub(super) fn map<'n>(&mut self, node: &'n Node, known: &[&str]) -> Vec<(&'n Key, &'n Node)> {
        let entries = self.entries(node);
        let (known_ones, unknown): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|(key, _)| known.contains(&key.name.as_str()));
        for (key, _) in unknown {
            let finding = Diagnostic::new(Code::SettingsKeyUnknown, format!("there is no key `{}` here", key.name));
            let help = match did_you_mean(&key.name, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", known.join(", ")),
            };
            let place = self.place(key.span);
            self.findings.push(finding.at(place).help(help));
        }
        known_ones
    }

    /// The entries of a map with keys of any name.
    pub(super) fn entries<'n>(&mut self, node: &'n Node) -> Vec<(&'n Key, &'n Node)> {
        match &node.value {
            Value::Map(entries) => entries.iter().map(|(key, value)| (key, value)).collect(),
            Value::Nothing => Vec::new(),
            _ => {
                self.bad(node.span, "keys with values are expected here");
                Vec::new()
            }
        }
    }

    pub(super) fn text(&mut self, key: &Key, node: &Node) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => {
                self.bad(node.span, format!("`{}` takes a text", key.name));
                None
            }
        }
    }

    /// One text, or a list of them.
    pub(super) fn texts(&mut self, key: &Key, node: &Node) -> Vec<String> {
        match &node.value {
            Value::List(items) => items.iter().filter_map(|item| self.text(key, item)).collect(),
            _ => self.text(key, node).into_iter().collect(),
        }
    }

    pub(super) fn flag(&mut self, key: &Key, node: &Node) -> Option<bool> {
        match node.value {
            Value::Flag(flag) => Some(flag),
            _ => {
                self.bad(node.span, format!("`{}` takes true or false", key.name));
                None
            }
        }
    }

    pub(super) fn number(&mut self, key: &Key, node: &Node) -> Option<u64> {
        match node.value {
            Value::Number(number) => Some(number),
            _ => {
                self.bad(node.span, format!("`{}` takes a number", key.name));
                None
            }
        }
    }
}
