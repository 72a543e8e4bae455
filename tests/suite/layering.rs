//! The import table of `docs/architecture.md` holds.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Module -> modules it may import, as the architecture page says.
fn table() -> BTreeMap<String, Vec<String>> {
    let page = fs::read_to_string(root().join("docs/architecture.md")).expect("the architecture page is there");
    let names = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let mut table = BTreeMap::new();
    let mut above: Vec<String> = Vec::new();
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let module = names(cells[0]).remove(0);
        let allowed = if cells[2].contains("everything above except") {
            let except = names(cells[2]);
            above.iter().filter(|name| !except.contains(name)).cloned().collect()
        } else {
            names(cells[2])
        };
        above.push(module.clone());
        table.insert(module, allowed);
    }
    table
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.expect("the folder can be listed").path()) {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn modules_import_only_what_the_table_allows() {
    let table = table();
    assert!(table.len() > 10, "the table was read: {table:?}");
    let mut faults = Vec::new();
    let mut seen = 0;
    for (module, allowed) in &table {
        let mut files = Vec::new();
        rust_files(&root().join("src").join(module), &mut files);
        let single = root().join("src").join(format!("{module}.rs"));
        files.extend(single.is_file().then_some(single));
        for file in files {
            let text = fs::read_to_string(&file).expect("a source file can be read");
            // Test code at the foot of a file may look further.
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for (at, _) in line.match_indices("crate::") {
                    let used: String =
                        line[at + 7..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    seen += 1;
                    if used != *module && table.contains_key(&used) && !allowed.contains(&used) {
                        faults.push(format!("{}: {module} names {used}", file.display()));
                    }
                }
            }
        }
    }
    assert!(seen > 50, "imports were found: {seen}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_module_stands_in_the_table() {
    let table = table();
    let library = fs::read_to_string(root().join("src/lib.rs")).expect("lib.rs is there");
    for line in library.lines().filter_map(|line| line.strip_prefix("pub mod ")) {
        let module = line.trim_end_matches(';');
        assert!(table.contains_key(module), "{module} has no row in docs/architecture.md");
    }
}
