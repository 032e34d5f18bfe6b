//! The rooms of the runtime (modules of the crate's root) name each other as the table in `docs/architecture.md` says, and
//! that table is a tree: a room names only rooms that stand above its own row.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Rows of the table: room, rooms that it names.
fn table() -> Vec<(String, BTreeSet<String>)> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/architecture.md"))
        .expect("the page is there");
    let section = text.split("## Rooms of the runtime").nth(1).expect("the section is there");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|l| l.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let names = cells[2].split(", ").filter(|n| *n != "nothing").map(|n| n.trim_matches('`').to_string());
        (cells[0].trim_matches('`').to_string(), names.collect())
    })
    .collect()
}

/// Adds the rooms that the files of a folder (or one file) name by `crate::`, tests excepted.
fn named(path: &Path, out: &mut BTreeSet<String>) {
    if path.is_dir() {
        for e in std::fs::read_dir(path).expect("a folder of the crate") {
            named(&e.expect("an entry").path(), out);
        }
        return;
    }
    let is_code = path.extension().is_some_and(|e| e == "rs");
    if !is_code || path.file_name().is_some_and(|n| n == "tests.rs") {
        return;
    }
    let text = std::fs::read_to_string(path).expect("a file of the crate");
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    for line in code.lines().filter(|l| !l.trim_start().starts_with("//")) {
        for rest in line.split("crate::").skip(1) {
            assert!(!rest.starts_with('{'), "{}: one room a `use`: {line}", path.display());
            out.insert(rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect());
        }
        // What the macro expands to.
        if line.contains("_rows! { implementations }") {
            out.insert("table".into());
        }
    }
}

#[test]
fn rooms_name_each_other_as_the_page_says() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for e in std::fs::read_dir(source).expect("the crate's folder") {
        let path = e.expect("an entry").path();
        let room = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if room != "lib" {
            let names = found.entry(room.clone()).or_default();
            named(&path, names);
            names.remove(&room);
        }
    }
    let mut above = BTreeSet::new();
    for (room, names) in table() {
        assert!(names.is_subset(&above), "`{room}` names a room that stands below it");
        assert_eq!(found.remove(&room), Some(names), "what `{room}` names");
        above.insert(room);
    }
    assert!(found.is_empty(), "rooms without a row: {found:?}");
}
