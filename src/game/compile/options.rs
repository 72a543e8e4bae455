//! Options (4.4).

use super::reporter::Reporter;
use crate::diagnostic::Code;
use crate::game::{Options, PassTurn};
use crate::zrf::ast::OptionDecl;

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
            // Options that only change what is shown, and unknown ones, which were reported when the file was read.
            _ => {}
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
    fn an_odd_value_counts_as_false() {
        let (options, codes) = run(&[("pass partial", "perhaps"), ("smart moves", "from")]);
        assert_eq!((options.pass_partial, codes), (false, vec![Code::Malformed]));
    }
}
