//! `config`: the configuration in force.

use std::io::Write;

use scoresheet::batch::{Config, Configured, ConfiguredRules};

use super::super::args::{ConfigArgs, ConfigCommand, ReportFormat};
use super::super::exit::Exit;
use super::super::output::stdout;
use super::super::settings::Settings;

pub(super) fn run(args: &ConfigArgs, config: &Config, settings: &Settings) -> anyhow::Result<Exit> {
    let ConfigCommand::Show = args.command;
    let mut out = stdout(settings);
    out.write_all(shown(config).as_bytes())?;
    out.flush()?;
    Ok(Exit::Fine)
}

/// The values as YAML, each with where it comes from as a comment.
fn shown(config: &Config) -> String {
    let mut lines = Lines { path: &config.path, lines: Vec::new() };
    if config.path.is_empty() {
        lines.lines.push(("# no scoresheet.yaml was found from here upward".to_owned(), String::new()));
    }
    lines.rules("", &config.rules);
    lines.value("rules-dir", config.rules_dir.as_ref().map(|dirs| (list(&dirs.value), dirs.line)), "[]");
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    lines.value("jobs", value(config.jobs.as_ref()), &cores.to_string());
    let format = clap::ValueEnum::to_possible_value(&ReportFormat::default());
    let format = format.as_ref().map_or("human", |value| value.get_name());
    lines.value("format", config.format.as_ref().map(|format| (quoted(&format.value), format.line)), format);
    lines.value("keep-going", value(config.keep_going.as_ref()), "false");
    match &config.severity {
        Some(severity) => {
            lines.value("severity", Some((String::new(), severity.line)), "");
            for (code, level) in &config.severity_words {
                lines.lines.push((format!("  {}: {level}", quoted(code)), String::new()));
            }
        }
        None => lines.value("severity", None, "{}"),
    }
    if config.folders.is_empty() {
        lines.value("folders", None, "{}");
    } else {
        lines.lines.push(("folders:".to_owned(), String::new()));
    }
    for folder in &config.folders {
        lines.value(&format!("  {}", quoted(&folder.pattern)), Some((String::new(), folder.line)), "");
        lines.rules("    ", &folder.rules);
    }
    lines.text()
}

fn value<T: ToString>(configured: Option<&Configured<T>>) -> Option<(String, u32)> {
    configured.map(|configured| (configured.value.to_string(), configured.line))
}

/// A text as a YAML string: a JSON string is one.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list(paths: &[std::path::PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| quoted(&path.to_string_lossy())).collect();
    format!("[{}]", paths.join(", "))
}

struct Lines<'a> {
    path: &'a str,
    /// A line, and the comment behind it.
    lines: Vec<(String, String)>,
}

impl Lines<'_> {
    /// `key: value  # from`; nothing where there is neither a value nor a default.
    fn value(&mut self, key: &str, value: Option<(String, u32)>, default: &str) {
        let (value, from) = match value {
            Some((value, line)) => (value, format!("{}:{line}", self.path)),
            None if default.is_empty() => return,
            None => (default.to_owned(), "default".to_owned()),
        };
        self.lines.push((format!("{key}: {value}").trim_end().to_owned(), from));
    }

    fn rules(&mut self, indent: &str, rules: &ConfiguredRules) {
        let text = |value: &Option<Configured<String>>| value.as_ref().map(|one| (quoted(&one.value), one.line));
        let files = rules.rules.as_ref().map(|rules| (list(&rules.value), rules.line));
        let profile = rules.profile.as_ref().map(|one| (quoted(&one.value.to_string_lossy()), one.line));
        for (key, value) in
            [("rules", files), ("game", text(&rules.game)), ("variant", text(&rules.variant)), ("profile", profile)]
        {
            self.value(&format!("{indent}{key}"), value, "");
        }
    }

    fn text(&self) -> String {
        let width = self.lines.iter().filter(|(_, from)| !from.is_empty()).map(|(line, _)| line.chars().count()).max();
        let width = width.unwrap_or(0);
        let line = |(line, from): &(String, String)| match from.as_str() {
            "" => format!("{line}\n"),
            from => format!("{line:width$}  # {from}\n"),
        };
        self.lines.iter().map(line).collect()
    }
}
