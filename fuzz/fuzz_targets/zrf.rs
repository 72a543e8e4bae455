//! Any bytes as a rules file: read, expanded, linted and compiled.

#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::diagnostic::Diagnostics;
use scoresheet::game::compile::compile;
use scoresheet::source::SourceFile;
use scoresheet::zrf::{MemoryLoader, RulesFile};

fuzz_target!(|data: &[u8]| {
    let mut findings = Diagnostics::new();
    let file = SourceFile::from_bytes("rules.zrf", data);
    let rules = RulesFile::read(file, &MemoryLoader::default(), &mut findings);
    rules.lint(&mut findings);
    let Some(variant) = rules.default_variant() else { return };
    if let Some(rules) = rules.rules(variant, &mut findings) {
        let _ = compile(&rules, &mut findings);
    }
});
