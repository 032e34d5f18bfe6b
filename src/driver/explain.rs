//! `explain`: what became of each offloaded statement, and why, from the remarks of the passes.

use super::pipeline::Session;
use ferrotran_ir::{KernelKind, Module, OpKind};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The report.
pub fn report(s: &Session, m: &Module) -> String {
    let mut out = String::new();
    // Remarks by source line.
    let mut lines: BTreeMap<(u16, u32), Vec<(&str, &str, &str)>> = BTreeMap::new();
    for r in &s.remarks {
        let v = lines.entry((r.loc.file, r.loc.line)).or_default();
        if !v.iter().any(|o| o.2 == r.text) {
            v.push((r.pass, r.kind, &r.text));
        }
    }
    for ((file, line), remarks) in &lines {
        let name = m.files.get(*file as usize).map_or("?", |f| f.as_str());
        let text = s
            .map
            .files()
            .find(|(_, f)| &*f.name == name)
            .map(|(id, _)| String::from_utf8_lossy(s.map.line_text(id, *line)).trim().to_string())
            .unwrap_or_default();
        if *line == 0 {
            let _ = writeln!(out, "the whole program");
        } else {
            let _ = writeln!(out, "{name}:{line}: {text}");
        }
        for (pass, kind, text) in remarks {
            let _ = writeln!(out, "    {kind}: {text}  [{pass}]");
        }
    }
    let kernels: Vec<_> = m.walk(m.top).into_iter().filter(|o| m.kind(*o) == OpKind::Kernel).collect();
    let _ = writeln!(out, "{} kernel{}", kernels.len(), if kernels.len() == 1 { "" } else { "s" });
    for k in kernels {
        let loc = m.ops[k].loc;
        let name = m.files.get(loc.file as usize).map_or("?", |f| f.as_str());
        let _ = writeln!(
            out,
            "    {} ({}) of {name}:{}",
            m.attr_str(k, "sym").unwrap_or("?"),
            m.choice::<KernelKind>(k).name(),
            loc.line
        );
    }
    out
}
