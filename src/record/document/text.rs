//! Texts with their places, lists of texts, and tags.

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smol_str::SmolStr;

use crate::source::Span;

/// A text, with its place in the YAML text that it was read from.
#[derive(Clone, Debug, Default, Eq)]
pub struct Text {
    /// The text.
    pub text: SmolStr,
    /// Its place in the file, as far as known.
    pub span: Option<Span>,
}

impl From<SmolStr> for Text {
    fn from(text: SmolStr) -> Self {
        Self { text, span: None }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self { text: text.into(), span: None }
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = serde_yaml::Spanned::<String>::deserialize(deserializer)?;
        let place = found.referenced.span();
        let offset = |offset: u64| u32::try_from(offset).ok();
        let span = place.byte_offset().zip(place.byte_len()).filter(|&(_, length)| length > 0);
        let span = span.and_then(|(start, length)| Some(Span::new(offset(start)?, offset(start + length)?)));
        Ok(Self { text: found.value.into(), span })
    }
}

/// One text or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Texts {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

impl Texts {
    /// `None` where there are no texts.
    #[must_use]
    pub fn from_list(texts: &[String]) -> Option<Self> {
        match texts {
            [] => None,
            [one] => Some(Self::One(one.clone())),
            many => Some(Self::Many(many.to_vec())),
        }
    }

    /// The texts as a list.
    #[must_use]
    pub fn into_list(self) -> Vec<String> {
        match self {
            Self::One(text) => vec![text],
            Self::Many(texts) => texts,
        }
    }
}

/// Tags: names in the order met, each with its value, or with several where it stands several times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(pub Vec<(String, Texts)>);

impl Tags {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All names with their values, one by one.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().flat_map(|(name, values)| {
            let values = match values {
                Texts::One(value) => std::slice::from_ref(value),
                Texts::Many(values) => values,
            };
            values.iter().map(move |value| (name.as_str(), value.as_str()))
        })
    }

    /// Adds a value to a name.
    pub fn add(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            None => self.0.push((name.to_owned(), Texts::One(value.to_owned()))),
            Some((_, Texts::Many(values))) => values.push(value.to_owned()),
            Some((_, texts)) => {
                let mut values = std::mem::replace(texts, Texts::Many(Vec::new())).into_list();
                values.push(value.to_owned());
                *texts = Texts::Many(values);
            }
        }
    }
}

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Tags;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("tags with their values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let mut tags = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    tags.push(entry);
                }
                Ok(Tags(tags))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
