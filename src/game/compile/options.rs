//! Options (4.4).

use super::reporter::Reporter;
use crate::diagnostic::Code;
use crate::game::{Options, PassTurn};
use crate::zrf::ast::OptionDecl;

/// Options that change only what is shown.
const DISPLAY: &[&str] = &[
    "allow flipping",
    "animate captures",
    "animate drops",
    "highlight goals",
    "prevent flipping",
    "progressive levels",
    "selection screen",
    "show moves list",
    "silent ? moves",
    "smart moves",
];
/// Options of a web player that change the rules.
const WEB_PLAYER: &[&str] = &["chess invariant", "deferred captures", "ko", "shared pieces", "sliding-puzzle"];
const LEGALITY: &[&str] = &[
    "discard cascades",
    "include off-pieces",
    "maximal captures",
    "pass partial",
    "pass turn",
    "recycle captures",
    "recycle promotions",
];
/// Our own extensions begin so; other readers of the language ignore them.
const OWN_PREFIX: &str = "scoresheet:";

/// Compiles the options of a game.
pub(super) fn compile(declared: &[OptionDecl], reporter: &mut Reporter<'_>) -> Options {
    let mut options = Options::default();
    for option in declared {
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
                    reporter.report(Code::ChoiceNotChecked, &option.at, message);
                }
            }
            "recycle captures" => options.recycle_captures = truth(option, reporter),
            "recycle promotions" => options.recycle_promotions = truth(option, reporter),
            "discard cascades" => options.discard_cascades = truth(option, reporter),
            "include off-pieces" => options.include_off_pieces = truth(option, reporter),
            name if DISPLAY.contains(&name) || name.starts_with(OWN_PREFIX) => {}
            name => unknown(name, option, reporter),
        }
    }
    options
}

fn truth(option: &OptionDecl, reporter: &mut Reporter<'_>) -> bool {
    match option.value.as_str() {
        "true" => true,
        "false" => false,
        other => {
            let message = format!("the option `{}` has the value `{other}`; it counts as false", option.name);
            reporter.report_with_help(Code::Malformed, &option.at, message, "write `true` or `false`");
            false
        }
    }
}

fn unknown(name: &str, option: &OptionDecl, reporter: &mut Reporter<'_>) {
    if name.ends_with("-extension") || name.ends_with("-invariant") || WEB_PLAYER.contains(&name) {
        let message = format!("the option `{name}` belongs to another program; what it adds to the rules is missing");
        reporter.report(Code::OptionIncomplete, &option.at, message);
        return;
    }
    let message = format!("`{name}` is no option of the language; it is ignored");
    match crate::diagnostic::did_you_mean(name, LEGALITY.iter().chain(DISPLAY).copied()) {
        Some(near) => {
            reporter.report_with_help(Code::UnknownOption, &option.at, message, &format!("did you mean `{near}`?"));
        }
        None => reporter.report(Code::UnknownOption, &option.at, message),
    }
}

#[cfg(test)]
mod tests {
    use super::compile;
    use crate::diagnostic::{Code, Diagnostics};
    use crate::game::compile::reporter::Reporter;
    use crate::game::compile::testing::origin;
    use crate::game::{Options, PassTurn};
    use crate::zrf::ast::OptionDecl;

    fn run(pairs: &[(&str, &str)]) -> (Options, Vec<Code>) {
        let declared: Vec<OptionDecl> = pairs
            .iter()
            .map(|(name, value)| OptionDecl { name: (*name).into(), value: (*value).into(), at: origin() })
            .collect();
        let mut sink = Diagnostics::new();
        let options = compile(&declared, &mut Reporter::new(&mut sink));
        (options, sink.into_vec().into_iter().map(|finding| finding.code).collect())
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
    fn foreign_options_are_told_apart() {
        let (_, codes) = run(&[
            ("chess-invariant", "true"),
            ("ko", "true"),
            ("smart moves", "from"),
            ("pass trun", "true"),
            ("scoresheet:last-player", "true"),
        ]);
        assert_eq!(codes, [Code::OptionIncomplete, Code::OptionIncomplete, Code::UnknownOption]);
    }
}
