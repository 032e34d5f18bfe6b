//! Writes `docs/ir.md`, the IR reference, from the op table and the table of passes.

use crate::ops::{AttrType, Effect, Forms, OPS, OpInfo, Reach, Traits};
use crate::passes::{PASSES, Pipeline};
use std::fmt::Write;

/// The text of `docs/ir.md`.
pub fn ir_reference() -> String {
    let mut out = String::from(
        "# IR reference\n\n\
         Generated from the op table (`ir/src/ops.rs`) and the table of passes (`ir/src/passes/table.rs`); a test keeps it\n\
         up to date (`FERROTRAN_UPDATE=1 cargo test -p ferrotran-ir` rewrites it).\n\n\
         An op reads `results = name operands [attributes] (region arguments) { ops } : result types @file:line:col`.\n\
         Operand groups: `x?` none or one, `x...` any number; where two or more groups are of these kinds, the attribute\n\
         `segs` gives the size of every group. Attributes with `?` are optional. Forms: A array, L loop, D device.\n",
    );
    let mut family = "";
    for o in OPS {
        let f = o.name.split('.').next().unwrap_or("");
        if f != family {
            family = f;
            let _ = write!(out, "\n## {f}\n");
        }
        let mut forms = String::new();
        for (c, bit) in [('A', Forms::ARRAY), ('L', Forms::LOOP), ('D', Forms::DEVICE)] {
            if o.forms.contains(bit) {
                forms.push(c);
            }
        }
        let traits: Vec<&str> = [
            ("terminator", Traits::TERMINATOR),
            ("commutative", Traits::COMMUTATIVE),
            ("isolated", Traits::ISOLATED),
            ("top level", Traits::TOP),
            ("structured", Traits::STRUCTURED),
            ("sealed", Traits::SEALED),
            ("address", Traits::ADDRESS),
            ("hands on", Traits::HANDS_ON),
            ("elementwise", Traits::ELEMENTWISE),
        ]
        .iter()
        .filter(|(_, t)| o.traits.has(*t))
        .map(|(n, _)| *n)
        .collect();
        let mut head = String::new();
        match o.results {
            "1" => head.push_str("result = "),
            "*" => head.push_str("results... = "),
            _ => {}
        }
        head.push_str(o.name);
        if !o.operands.is_empty() {
            let _ = write!(head, " {}", o.operands.join(", "));
        }
        if !o.attrs.is_empty() {
            let attrs: Vec<String> =
                o.attrs.iter().map(|a| format!("{}{}", a.key, if a.optional { "?" } else { "" })).collect();
            let _ = write!(head, " [{}]", attrs.join(", "));
        }
        for r in o.regions {
            let _ = write!(head, " {{{r}}}");
        }
        let _ = write!(out, "\n### `{}`\n\n`{head}`\n\nForms {forms}", o.name);
        if !traits.is_empty() {
            let _ = write!(out, "; {}", traits.join(", "));
        }
        for e in o.effects {
            let _ = write!(out, "; {}", effect(o, *e));
        }
        if !o.types.is_empty() {
            let _ = write!(out, "; types `{}`", o.types);
        }
        let choices = o.attrs.iter().filter_map(|a| match a.ty {
            AttrType::Choice(words) | AttrType::Choices(words) => Some((a.key, words)),
            _ => None,
        });
        for (key, words) in choices {
            let _ = write!(out, "; `{key}`: {}", words.join(" "));
        }
        let _ = write!(out, ".\n{}\n", o.doc);
    }
    out.push_str("\n## Passes\n\n");
    for pipeline in Pipeline::ALL {
        let _ = writeln!(out, "Pipeline `{}`: {}.\n", pipeline.name(), pipeline.passes().replace(',', ", "));
        for p in PASSES.iter().filter(|p| p.pipeline == pipeline) {
            let _ = writeln!(out, "- `{}`: {}", p.name, p.doc);
        }
        out.push('\n');
    }
    out
}

/// An effect in words.
fn effect(row: &OpInfo, e: Effect) -> String {
    let name = |i: u8| format!("`{}`", row.operands[usize::from(i)].trim_end_matches(['?', '.']));
    let place = |r: Reach| match r {
        Reach::At(i) => name(i),
        Reach::Desc(i) => format!("the descriptor {}", name(i)),
        Reach::Pointee(i) => format!("what {} describes", name(i)),
        Reach::Anything => "anything".into(),
    };
    match e {
        Effect::Reads(r) => format!("reads {}", place(r)),
        Effect::Writes(r) => format!("writes {}", place(r)),
        Effect::Makes => "makes an object".into(),
        Effect::Holds => "holds its result".into(),
        Effect::Allocates => "allocates".into(),
        Effect::Frees(i) => format!("frees {}", name(i)),
        Effect::Traps => "may stop".into(),
        Effect::TrapsOnZero(i) => format!("stops where {} is an integer zero", name(i)),
        Effect::Orders => "keeps its place".into(),
        Effect::Synchronizes => "synchronizes".into(),
    }
}
