//! Options (4.4), and those that only scoresheet knows (`docs/rules-extensions.md`).

use super::names::Names;
use super::reporter::Reporter;
use crate::diagnostic::Code;
use crate::game::{AttributeId, Game, Options, PassTurn, PieceTypeId};
use crate::zrf::ast::{GameRules, Name, OptionDecl};

/// What the names of our own options begin with.
const PREFIX: &str = "scoresheet:";
/// What stands before the attribute in the option of fading ones.
const FADING: &str = "fading ";

/// Compiles the options of a game.
pub(super) fn compile(declared: &[OptionDecl], names: &Names, reporter: &mut Reporter<'_>) -> Options {
    let mut options = Options::default();
    for option in declared {
        if let Some(name) = option.name.strip_prefix(PREFIX) {
            extension(name.trim(), option, names, &mut options, reporter);
            continue;
        }
        match option.name.as_str() {
            "pass turn" => {
                options.pass_turn = match option.value.as_str() {
                    "forced" => PassTurn::Forced,
                    "2" => PassTurn::Always,
                    _ if truth(option, reporter) => PassTurn::Always,
                    _ => PassTurn::Never,
                }
            }
            "pass partial" => options.pass_partial = truth(option, reporter),
            "maximal captures" => {
                options.maximal_captures_by_worth = option.value == "2";
                options.maximal_captures = options.maximal_captures_by_worth || truth(option, reporter);
                if options.maximal_captures_by_worth {
                    let message =
                        "`maximal captures` with the value 2 also ranks captures by worth; this is not checked";
                    reporter.report(Code::ChoiceNotChecked, option.at, message);
                }
            }
            "recycle captures" => options.recycle_captures = truth(option, reporter),
            "recycle promotions" => options.recycle_promotions = truth(option, reporter),
            "discard cascades" => options.discard_cascades = truth(option, reporter),
            "include off-pieces" => options.include_off_pieces = truth(option, reporter),
            // Options that only change what is shown, and unknown ones, which were reported when the file was read.
            _ => {}
        }
    }
    if options.captures_to_hand {
        options.recycle_captures = false;
    }
    options
}

/// One of our own options, by its name behind the prefix.
fn extension(name: &str, option: &OptionDecl, names: &Names, options: &mut Options, reporter: &mut Reporter<'_>) {
    match name {
        "captures to hand" => options.captures_to_hand = truth(option, reporter),
        "no drop mate" => options.no_drop_mate = piece_type(option, names, reporter),
        "eliminate attacked" => options.eliminate_attacked = piece_type(option, names, reporter),
        _ => match name.strip_prefix(FADING) {
            Some(attribute) => options.fading |= fading(attribute.trim(), option, names, reporter),
            None => {
                let message = format!("scoresheet has no option `{}`; it is ignored", option.name);
                let known = ["captures to hand", "no drop mate", "eliminate attacked", "fading"];
                let known = known.map(|known| format!("{PREFIX}{known}"));
                reporter.unknown(
                    Code::UnknownOption,
                    &name_of(&option.name, option),
                    message,
                    known.iter().map(|k| &**k),
                );
            }
        },
    }
}

/// The piece type that is the value of an option.
fn piece_type(option: &OptionDecl, names: &Names, reporter: &mut Reporter<'_>) -> Option<PieceTypeId> {
    let found = names.pieces.find_ignoring_case(&option.value);
    if found.is_none() {
        let message = format!("the game has no piece `{}`; the option `{}` is ignored", option.value, option.name);
        reporter.unknown(Code::UnknownPiece, &name_of(&option.value, option), message, names.pieces.iter());
    }
    found.map(PieceTypeId::from_index)
}

/// The bit of an attribute that an option declares as fading, if it is `true`.
fn fading(attribute: &str, option: &OptionDecl, names: &Names, reporter: &mut Reporter<'_>) -> u64 {
    let is_on = truth(option, reporter);
    match names.attributes.find_ignoring_case(attribute) {
        Some(bit) if is_on => Game::attribute_bit(AttributeId::from_index(bit)),
        Some(_) => 0,
        None => {
            let message = format!("no piece has the attribute `{attribute}`; the option `{}` is ignored", option.name);
            reporter.unknown(Code::UnknownAttribute, &name_of(attribute, option), message, names.attributes.iter());
            0
        }
    }
}

fn name_of(text: &str, option: &OptionDecl) -> Name {
    Name { text: text.into(), at: option.at }
}

/// As what captured pieces go to the hand; see [`Game::hand_types`]. Attributes that a type does not declare, but that a
/// piece of it may have all the same, come behind its own.
pub(super) fn hand_types(options: Options, rules: &GameRules, names: &Names) -> Vec<Vec<(AttributeId, PieceTypeId)>> {
    if !options.captures_to_hand {
        return Vec::new();
    }
    let was = |attribute: &str| {
        let piece = attribute.strip_prefix("was-")?.strip_suffix('?')?;
        let piece = PieceTypeId::from_index(names.pieces.find_ignoring_case(piece)?);
        Some((AttributeId::from_index(names.attributes.find(attribute)?), piece))
    };
    let all: Vec<_> = names.attributes.iter().filter_map(was).collect();
    let of_type = |clauses: &[(Name, bool)]| {
        let mut list: Vec<_> = clauses.iter().filter_map(|(name, _)| was(&name.text)).collect();
        list.extend(&all);
        list
    };
    rules.pieces.iter().map(|piece| of_type(&piece.attributes)).collect()
}

fn truth(option: &OptionDecl, reporter: &mut Reporter<'_>) -> bool {
    match option.value.as_str() {
        "true" => true,
        "false" => false,
        other => {
            let message = format!("the option `{}` has the value `{other}`; it counts as false", option.name);
            reporter.report_with_help(Code::Malformed, option.at, message, "write `true` or `false`");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::game::compile::testing::{compiled, grid, names, origin, piece, rules};
    use crate::game::{Game, Options, PassTurn};
    use crate::zrf::ast::OptionDecl;

    fn run(pairs: &[(&str, &str)]) -> (Options, Vec<Code>) {
        let (game, codes) = game(pairs);
        (game.options, codes)
    }

    fn game(pairs: &[(&str, &str)]) -> (Game, Vec<Code>) {
        let attributes = |text: &str| names(text).into_iter().map(|name| (name, false)).collect();
        let mut gold = piece("Gold", Vec::new());
        gold.attributes = attributes("was-Wing? was-Pawn? moved? was-Duck?");
        let mut pawn = piece("Pawn", Vec::new());
        pawn.attributes = attributes("was-Pawn?");
        let mut rules = rules(vec![grid(&["a/b"], &[])], vec![pawn, gold, piece("Wing", Vec::new())]);
        rules.options = pairs
            .iter()
            .map(|(name, value)| OptionDecl { name: (*name).into(), value: (*value).into(), at: origin() })
            .collect();
        compiled(&rules)
    }

    #[test]
    fn pass_turn_has_four_values() {
        for (value, meaning) in [
            ("true", PassTurn::Always),
            ("false", PassTurn::Never),
            ("forced", PassTurn::Forced),
            ("2", PassTurn::Always),
        ] {
            let (options, codes) = run(&[("pass turn", value)]);
            assert_eq!((options.pass_turn, codes), (meaning, vec![]), "{value}");
        }
    }

    #[test]
    fn two_for_maximal_captures_is_true_and_said() {
        let (options, codes) = run(&[("maximal captures", "2")]);
        assert!(options.maximal_captures && options.maximal_captures_by_worth);
        assert_eq!(codes, [Code::ChoiceNotChecked]);
    }

    #[test]
    fn an_odd_value_counts_as_false() {
        let (options, codes) = run(&[("pass partial", "perhaps"), ("smart moves", "from")]);
        assert_eq!((options.pass_partial, codes), (false, vec![Code::Malformed]));
    }

    #[test]
    fn own_options_name_pieces_and_attributes_in_any_case() {
        let (game, codes) = game(&[
            ("scoresheet:no drop mate", "pawn"),
            ("scoresheet:eliminate attacked", "gold"),
            ("scoresheet:fading moved?", "true"),
            ("scoresheet:fading was-pawn?", "false"),
        ]);
        let name = |piece: Option<crate::game::PieceTypeId>| piece.map(|id| game.piece_names.name(id.index()));
        assert_eq!(codes, []);
        assert_eq!(name(game.options.no_drop_mate), Some("Pawn"));
        assert_eq!(name(game.options.eliminate_attacked), Some("Gold"));
        assert_eq!(game.options.fading, 1 << game.attributes.find("moved?").unwrap());
        assert!(game.hand_types.is_empty() && !game.has_stock);
    }

    #[test]
    fn own_options_that_say_nothing_are_reported() {
        let (options, codes) = run(&[
            ("scoresheet:no drop mate", "duck"),
            ("scoresheet:eliminate attacked", "true"),
            ("scoresheet:fading duck?", "true"),
            ("scoresheet:captures to hand", "pawn"),
            ("scoresheet:captures in hand", "true"),
        ]);
        assert_eq!(options, Options::default());
        let codes_of_names = [Code::UnknownPiece, Code::UnknownPiece, Code::UnknownAttribute];
        assert_eq!(codes, [&codes_of_names[..], &[Code::Malformed, Code::UnknownOption]].concat());
    }

    #[test]
    fn hand_types_are_taken_in_the_order_of_the_clauses() {
        let (game, codes) = game(&[("scoresheet:captures to hand", "true"), ("recycle captures", "true")]);
        assert_eq!(codes, []);
        assert!(game.options.captures_to_hand && !game.options.recycle_captures && game.has_stock);
        let piece = |name: &str| crate::game::PieceTypeId::from_index(game.piece_names.find(name).unwrap());
        let bits = |names: &[&str]| names.iter().fold(0, |bits, name| bits | 1 << game.attributes.find(name).unwrap());
        let gold = |attributes: &[&str]| game.hand_type(piece("Gold"), bits(attributes));
        assert_eq!(gold(&[]), piece("Gold"));
        assert_eq!(gold(&["moved?", "was-Duck?"]), piece("Gold"));
        assert_eq!(gold(&["was-Pawn?"]), piece("Pawn"));
        assert_eq!(gold(&["was-Pawn?", "was-Wing?"]), piece("Wing"));
        // Not declared by its type, but set.
        assert_eq!(game.hand_type(piece("Wing"), bits(&["was-Pawn?"])), piece("Pawn"));
    }
}
