//! What stands outside the move list: names, players, the opening position (`spec/game-courier.md` 1, 10).

use super::Builder;
use crate::record::Word;
use crate::source::Span;
use crate::syntax::courier::{self, Item, Log};

impl Builder<'_> {
    /// Names, players, the opening position: what stands outside the move list.
    pub(super) fn head(&mut self) {
        let setting = |name: &str| setting(self.log, name);
        let address = self.log.address.as_ref();
        let from_address =
            |text: Option<&String>| text.map(|text| Word { text: text.as_str().into(), span: Span::at(0) });
        let game = self.log.head.game.clone();
        let game = game.or_else(|| setting("game"));
        self.record.rules.game = game.or_else(|| from_address(address.and_then(|address| address.game.as_ref())));
        let start = setting("code").or_else(|| from_address(address.and_then(|address| address.code.as_ref())));
        let log_name = setting("log").or_else(|| from_address(address.and_then(|address| address.log.as_ref())));
        let players: Vec<_> = self.log.head.sides.iter().map(|side| side.player.as_ref()).collect();
        let sides = &self.courier.sides;
        let tags = &mut self.record.tags;
        for (name, value) in &self.log.head.tags {
            match name.text.as_str() {
                "FEN" => self.record.start = Some(value.clone()),
                "Site" => value.text.as_str().clone_into(&mut tags[0].1),
                _ => tags.push((name.text.to_string(), value.text.to_string())),
            }
        }
        for (tag, player) in ["White", "Black"].into_iter().zip(&players) {
            if let Some(player) = player {
                tags.push((tag.into(), player.text.to_string()));
            }
        }
        if sides.len() > 2 {
            for (side, player) in sides.iter().zip(&players) {
                if let Some(player) = player {
                    tags.push((side.clone(), player.text.to_string()));
                }
            }
        }
        if !sides.is_empty() && *sides != ["White", "Black"] {
            tags.push(("Players".into(), sides.join(", ")));
        }
        if let Some(log_name) = log_name.filter(|_| self.log.head.tags.is_empty()) {
            if let Some((year, month, day)) = courier::invitation_date(&log_name.text) {
                tags.push(("GcInvited".into(), format!("{year:04}-{month:02}-{day:02}")));
            }
            tags.push(("GcLog".into(), log_name.text.to_string()));
        }
        self.courier.code = start;
        let first_move = self.first_move();
        let holds = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
        self.courier.settings = self
            .log
            .settings
            .iter()
            .filter(|one| !first_move.is_some_and(|first| holds(one.value.span, first)))
            .map(|one| (one.name.text.to_string(), one.value.text.to_string()))
            .collect();
    }

    /// The range of the first half-move.
    fn first_move(&self) -> Option<Span> {
        self.log.items.iter().find_map(|item| match item {
            Item::HalfMove(half) => Some(half.span),
            _ => None,
        })
    }
}

/// The value of a setting of a log file that says something.
pub(super) fn setting(log: &Log, name: &str) -> Option<Word> {
    let found = log.settings.iter().find(|one| one.name.text == name && !one.value.text.trim().is_empty());
    found.map(|one| one.value.clone())
}
