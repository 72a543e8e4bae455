//! Reports that the tests of every format write out.

use super::{Format, Style};
use crate::diagnostic::{
    Code, Diagnostic, InputReport, RecordReport, ResultReport, RulesUsed, Summary, VariantReport, Verdict,
};
use crate::source::{Place, SourceFile, Span};

/// A record that is illegal at its second ply, a rules file with a finding in an included file, a missing file.
pub(super) fn all() -> Vec<InputReport> {
    vec![illegal(), rules(), missing()]
}

pub(super) fn illegal() -> InputReport {
    let file = SourceFile::from_text("games/a.zsg", "1. Horse a1 - b2\n2. Horse b2 - c5\n");
    let finding = Diagnostic::new(Code::NoSuchMove, "no Horse goes from b2 to c5")
        .at(Place::new(&file, Span::new(20, 33)))
        .ply(2)
        .text("Horse b2 - c5")
        .help("write a move that the rules have")
        .legal(vec!["Horse b2 - c4".into()]);
    let assumed = Diagnostic::new(Code::VariantAssumed, "no variant is named; \"Small\" was assumed");
    let mut input = InputReport::new("games/a.zsg", Some("zsg"));
    input.records.push(RecordReport {
        index: 1,
        game: Some("Small".into()),
        rules: Some(RulesUsed {
            file: "small.zrf".into(),
            variant: "Small".into(),
            sha256: "00ff".into(),
            bundled: false,
        }),
        verdict: Verdict::Illegal,
        plies: 2,
        plies_legal: 1,
        result: ResultReport { claimed: None, computed: Some("*".into()) },
        findings: vec![finding, assumed],
        weighed: None,
        expected: None,
    });
    input
}

pub(super) fn rules() -> InputReport {
    let main = SourceFile::from_text("small.zrf", "(include \"core.inc\")\n(row z9)\n");
    let core = SourceFile::from_text("core.inc", "(empty z9)\n");
    let finding = Diagnostic::new(Code::UnknownCell, "the board has no position z9")
        .at(Place::new(&core, Span::new(7, 9)))
        .related(Place::new(&main, Span::new(21, 29)), "in this call of `row`");
    let mut input = InputReport::new("small.zrf", Some("zrf"));
    input.findings.push(finding);
    input.rules =
        Some(vec![VariantReport { variant: "Small".into(), players: vec!["White".into()], cells: 9, piece_types: 2 }]);
    input
}

pub(super) fn missing() -> InputReport {
    let mut input = InputReport::new("gone.zsg", None);
    input.findings.push(Diagnostic::new(Code::InputMissing, "there is no such file").help("look at the path"));
    input
}

pub(super) fn render(format: Format, style: Style) -> String {
    render_inputs(format, style, &all())
}

pub(super) fn render_inputs(format: Format, style: Style, inputs: &[InputReport]) -> String {
    let (mut out, mut summary) = (Vec::new(), Summary::default());
    let mut reporter = format.reporter(&mut out, style);
    for input in inputs {
        summary.add(input);
        reporter.input(input).unwrap();
    }
    reporter.finish(&summary).unwrap();
    drop(reporter);
    String::from_utf8(out).unwrap()
}
