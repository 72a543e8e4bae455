//! What a code means at length, from `docs/findings.md`.

use super::Code;

const PAGE: &str = include_str!("../../docs/findings.md");

/// The section of the page about a code: what it means, an example, the way out.
#[must_use]
pub fn explain(code: Code) -> &'static str {
    let heading = format!("\n## {} {}\n", code.id(), code.slug());
    let Some((_, rest)) = PAGE.split_once(&heading) else { return code.title() };
    rest.split_once("\n## ").map_or(rest, |(section, _)| section).trim()
}

#[cfg(test)]
mod tests {
    use super::{PAGE, explain};
    use crate::diagnostic::Code;

    #[test]
    fn every_code_has_its_section_and_every_section_its_code() {
        for &code in Code::ALL {
            let text = explain(code);
            assert!(text.contains("Way out:"), "{code}");
            assert_ne!(text, code.title(), "{code}");
        }
        let sections = PAGE.lines().filter(|line| line.starts_with("## "));
        let expected = Code::ALL.iter().map(|code| format!("## {} {}", code.id(), code.slug()));
        assert!(sections.map(str::to_owned).eq(expected));
    }
}
