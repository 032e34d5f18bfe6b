//! What `docs/architecture.md` says of the rooms is true: which crate names which, where `unsafe` stands, which foreign
//! crates have a room of their own; and functions are short.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Foreign crates that one room keeps to itself, by the prefix of their names.
const FOREIGN: &[(&str, &str)] = &[
    ("wgpu", "runtime"),
    ("rspirv", "gpu"),
    ("cranelift-codegen", "backend"),
    ("chumsky", "syntax"),
    ("ariadne", "diag"),
    ("libwild", "linker"),
];

/// Rooms in which `unsafe` may stand.
const UNSAFE: &[&str] = &["runtime", "rtlib", "backend", "cmath"];

/// The most lines that a function has.
const LINES: usize = 150;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The rooms that are crates, by the names of their folders; the driver is `src`.
fn rooms() -> Vec<String> {
    let manifest = text(&root().join("Cargo.toml"));
    let list = manifest.split("members = [").nth(1).and_then(|s| s.split(']').next()).expect("the members");
    let members = list.split(',').map(|m| m.trim().trim_matches('"').to_string());
    members.filter(|m| !m.is_empty()).chain(["src".to_string()]).collect()
}

/// Rust files under a folder of a room, by their paths from the root.
fn files(folder: &str) -> Vec<PathBuf> {
    fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
        for e in std::fs::read_dir(dir).into_iter().flatten().flatten() {
            let p = e.path();
            if p.is_dir() {
                walk(&p, out);
            } else if p.extension().is_some_and(|x| x == "rs") {
                out.push(p);
            }
        }
    }
    let mut out = vec![];
    walk(&root().join(folder), &mut out);
    out.sort();
    out
}

/// The sources of a room: not its tests and examples, which are crates of their own.
fn sources(room: &str) -> Vec<PathBuf> {
    files(&if room == "src" { "src".to_string() } else { format!("{room}/src") })
}

/// The dependencies in a manifest's `[dependencies]`.
fn dependencies(room: &str) -> BTreeSet<String> {
    let path = if room == "src" { root().join("Cargo.toml") } else { root().join(room).join("Cargo.toml") };
    let manifest = text(&path);
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|l| !l.starts_with('['));
    lines.filter_map(|l| l.split(['.', ' ', '=']).next()).filter(|n| !n.is_empty()).map(str::to_string).collect()
}

/// Rows of the table of rooms: folder, rooms that it knows; `None` for all.
fn table() -> BTreeMap<String, Option<BTreeSet<String>>> {
    let page = text(&root().join("docs/architecture.md"));
    let section = page.split("\n## Rooms\n").nth(1).expect("the section is there");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|l| l.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        // What stands behind a semicolon explains the list.
        let known = cells[2].split(';').next().unwrap_or_default();
        let known = (known != "all")
            .then(|| known.split(", ").filter(|n| *n != "nothing").map(|n| n.trim_matches('`').to_string()).collect());
        (cells[0].trim_matches('`').to_string(), known)
    })
    .collect()
}

#[test]
fn crates_know_what_the_page_says() {
    let table = table();
    for room in rooms() {
        let Some(row) = table.get(&room) else { panic!("`{room}` has no row in docs/architecture.md") };
        let Some(known) = row else { continue };
        let mut found: BTreeSet<String> =
            dependencies(&room).iter().filter_map(|d| d.strip_prefix("ferrotran-")).map(str::to_string).collect();
        // The back end takes addresses of the runtime's functions and nothing else of it, which the row says in words.
        if room == "backend" {
            found.remove("runtime");
        }
        assert_eq!(&found, known, "what `{room}` knows");
    }
}

#[test]
fn foreign_crates_have_their_rooms() {
    for room in rooms() {
        let names = dependencies(&room);
        for (foreign, home) in FOREIGN {
            let named = names.iter().any(|n| n.starts_with(foreign));
            assert_eq!(named, room == *home, "`{foreign}` among the dependencies of `{room}`");
        }
    }
}

/// Whether a line of code has the keyword `unsafe`.
fn says_unsafe(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    ["unsafe {", "unsafe fn ", "unsafe impl ", "unsafe extern ", "unsafe trait ", "unsafe(", "unsafe move"]
        .iter()
        .any(|k| code.contains(k))
}

#[test]
fn unsafe_stands_where_it_may() {
    for room in rooms() {
        let code = sources(&room);
        assert!(!code.is_empty(), "`{room}` has sources");
        let found = code.iter().find(|f| text(f).lines().any(says_unsafe));
        match found {
            Some(f) => assert!(UNSAFE.contains(&room.as_str()), "`unsafe` in {}", f.display()),
            None => {
                assert!(!UNSAFE.contains(&room.as_str()), "`{room}` has no `unsafe`: its name can go from the list")
            }
        }
    }
}

/// The name of the function whose definition begins on a line, as rustfmt writes it.
fn function_name(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    loop {
        if let Some(name) = rest.strip_prefix("fn ") {
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
            return Some(&name[..end]);
        }
        let words = [
            "pub ",
            "pub(crate) ",
            "pub(super) ",
            "const ",
            "async ",
            "unsafe ",
            "extern \"C\" ",
            "extern \"C-unwind\" ",
        ];
        let word = words.iter().find(|w| rest.starts_with(**w))?;
        rest = &rest[word.len()..];
    }
}

/// Functions of a file with their lines. Rustfmt puts the brace that ends one under the line that begins it.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = vec![];
    for (i, l) in lines.iter().enumerate() {
        let Some(name) = function_name(l) else { continue };
        let end = format!("{}}}", &l[..l.len() - l.trim_start().len()]);
        let length = match l.trim_end() {
            l if l.ends_with('}') || l.ends_with(';') => 1,
            _ => lines[i..].iter().position(|x| *x == end).map_or(0, |n| n + 1),
        };
        out.push((name.to_string(), length));
    }
    out
}

#[test]
fn functions_are_short() {
    let mut wrong = vec![];
    let mut all = 0;
    for folder in rooms().into_iter().chain(["tests".to_string()]) {
        for f in files(&folder) {
            let path = f.strip_prefix(root()).expect("a path below the root").to_string_lossy().replace('\\', "/");
            for (name, n) in functions(&text(&f)) {
                all += 1;
                if n > LINES {
                    wrong.push(format!("{path}: `{name}` has {n} lines; cut it along its meaning"));
                }
            }
        }
    }
    assert!(all > 5000, "functions are found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pages_name_files_that_are_there() {
    for page in ["docs/howto.md", "docs/architecture.md"] {
        let text = text(&root().join(page));
        // Every second piece stands in backquotes.
        for word in text.split('`').skip(1).step_by(2) {
            let path = word.split_whitespace().next().unwrap_or_default();
            let is_path = path.trim_end_matches('/').contains('/')
                && (path.ends_with(".rs") || path.ends_with(".md") || path.ends_with('/'));
            if is_path && !path.contains("NAME") && !path.starts_with("..") {
                assert!(root().join(path).exists(), "{page}: `{path}` is not there");
            }
        }
    }
}
