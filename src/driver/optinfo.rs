//! `-fopt-info`: what became of the loops of the host, in the form of gfortran's messages.

use ferrotran_ir::Module;
use ferrotran_ir::passes::Remark;
use std::collections::HashSet;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptInfo {
    /// Loops that were changed.
    optimized: bool,
    /// Loops that were not, and why.
    missed: bool,
    /// Where it goes: standard error, if nowhere else.
    pub file: Option<String>,
}

impl OptInfo {
    /// What stands behind `-fopt-info`: words with hyphens before them, and perhaps the name of a file after an equals sign.
    pub fn of(text: &str) -> Result<OptInfo, &'static str> {
        let (words, file) = match text.split_once('=') {
            Some((words, file)) => (words, Some(file.to_string())),
            None => (text, None),
        };
        let mut out = OptInfo { file, ..OptInfo::default() };
        // Of inlining and whole programs nothing is said.
        let (mut groups, mut loops) = (false, false);
        for word in words.split('-').filter(|w| !w.is_empty()) {
            match word {
                "optimized" => out.optimized = true,
                "missed" => out.missed = true,
                "note" => {}
                "all" => (out.optimized, out.missed) = (true, true),
                "loop" | "vec" | "omp" | "optall" => (groups, loops) = (true, true),
                "inline" | "ipa" => groups = true,
                _ => return Err("there are optimized, missed, note, all, loop, vec, omp, inline, ipa and optall"),
            }
        }
        if !out.missed && !words.contains("note") {
            out.optimized = true;
        }
        if groups && !loops {
            (out.optimized, out.missed) = (false, false);
        }
        Ok(out)
    }

    /// The messages that are asked for, a line each, in the order of the source.
    pub fn text(&self, m: &Module, remarks: &[Remark]) -> String {
        let of_loops = |r: &&Remark| matches!(r.pass, "vectorize" | "dependence" | "interchange" | "loop-fuse");
        let mut list: Vec<&Remark> = remarks.iter().filter(of_loops).collect();
        list.sort_by_key(|r| (r.loc.file, r.loc.line, r.loc.col));
        let (mut all, mut seen) = (String::new(), HashSet::new());
        for r in list {
            let missed = r.kind == "scalar";
            if r.loc.line == 0 || !(if missed { self.missed } else { self.optimized }) {
                continue;
            }
            let name = m.files.get(usize::from(r.loc.file)).map_or("?", |f| f.as_str());
            let kind = if missed { "missed" } else { "optimized" };
            let line = format!("{name}:{}:{}: {kind}: {}\n", r.loc.line, r.loc.col, r.text);
            // Copies of a procedure say the same.
            if !seen.contains(&line) {
                all.push_str(&line);
                seen.insert(line);
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_is_asked_for() {
        let of = |text: &str| OptInfo::of(text).map(|o| (o.optimized, o.missed, o.file));
        assert_eq!(of(""), Ok((true, false, None)));
        assert_eq!(of("vec"), Ok((true, false, None)));
        assert_eq!(of("vec-missed"), Ok((false, true, None)));
        assert_eq!(of("vec-optimized-missed=a-b.txt"), Ok((true, true, Some("a-b.txt".into()))));
        assert_eq!(of("loop-all"), Ok((true, true, None)));
        assert_eq!(of("inline-all"), Ok((false, false, None)));
        assert!(of("vectors").is_err());
    }
}
