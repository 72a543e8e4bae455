//! What the arguments mean, together with the surroundings.

use scoresheet::batch::RulesOptions;
use scoresheet::diagnostic::{Level, Severities, UnknownCode};
use scoresheet::report::{Format, Style};

use super::args::{CommonArgs, ReportFormat, RulesArgs, WeightArgs, When};
use super::context::Context;

/// What holds for a whole run, whatever the command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// How reports on standard output look.
    pub(crate) style: Style,
    /// How findings on standard error look.
    pub(crate) error_style: Style,
    /// Whether a bar shows how far long work has come.
    pub(crate) progress: bool,
}

impl Settings {
    /// The settings that the options give in these surroundings.
    pub(crate) fn new(common: &CommonArgs, context: &Context) -> Self {
        let color = |fits| match common.color {
            When::Auto => fits,
            When::Always => true,
            When::Never => false,
        };
        let style = |fits| Style { color: color(fits), width: context.width, quiet: common.quiet, boards: false };
        Self {
            style: style(context.stdout_color),
            error_style: style(context.stderr_color),
            progress: context.progress && !common.quiet,
        }
    }

    /// Plain settings without surroundings.
    #[cfg(test)]
    pub(crate) fn for_tests() -> Self {
        Self { style: Style::default(), error_style: Style::default(), progress: false }
    }

    /// The same, with boards shown where a finding has one.
    pub(crate) const fn with_boards(self, boards: bool) -> Self {
        Self { style: Style { boards, ..self.style }, error_style: Style { boards, ..self.error_style }, ..self }
    }
}

/// The levels that the configuration and the options give to codes; the options win. Of several options about one code the stricter one holds.
///
/// # Errors
///
/// When an option names no code.
pub(crate) fn severities(args: &WeightArgs) -> Result<Severities, UnknownCode> {
    let mut severities = args.configured.clone();
    for (names, level) in [(&args.allow, Level::Allow), (&args.warn, Level::Warn), (&args.deny, Level::Deny)] {
        names.iter().try_for_each(|name| severities.set(name, level))?;
    }
    Ok(severities)
}

impl From<&RulesArgs> for RulesOptions {
    fn from(args: &RulesArgs) -> Self {
        Self {
            editions: args.rules.clone(),
            game: args.game.clone(),
            variant: args.variant.clone(),
            folders: args.rules_dir.clone(),
            profile: args.profile.clone(),
            start: args.start.clone(),
            foreign_signs: args.foreign_signs,
            places: args.places.clone(),
        }
    }
}

impl From<ReportFormat> for Format {
    fn from(format: ReportFormat) -> Self {
        match format {
            ReportFormat::Human => Self::Human,
            ReportFormat::Concise => Self::Concise,
            ReportFormat::Json => Self::Json,
            ReportFormat::Jsonl => Self::JsonLines,
            ReportFormat::Junit => Self::JUnit,
            ReportFormat::Sarif => Self::Sarif,
            ReportFormat::Tap => Self::Tap,
            ReportFormat::Github => Self::GitHub,
            ReportFormat::Html => Self::Html,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::args::{CommonArgs, When};
    use super::super::context::Context;
    use super::Settings;

    #[test]
    fn the_option_wins_over_the_terminal() {
        let context = Context { stdout_color: true, stderr_color: false, progress: true, width: 80 };
        let of = |color| Settings::new(&CommonArgs { color, quiet: false, config: None, no_config: true }, &context);
        assert!(of(When::Auto).style.color && !of(When::Auto).error_style.color);
        assert!(!of(When::Never).style.color);
        assert!(of(When::Always).error_style.color);
        assert!(of(When::Auto).progress);
    }
}
