//! `explain --html` and `--json`: one page that shows a program beside its IR after each pass, its kernels and the plans of its
//! regions. The page is one file and asks the network for nothing; what it shows is the JSON text.

use super::explain;
use super::pipeline::{Form, Res, Session};
use ferrotran_abi::map;
use ferrotran_ir::analysis::traffic::{self, Bytes};
use ferrotran_ir::{KernelKind, Loc, Module, Op, OpKind, parse_with_places, print_module};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

/// The page around the data.
const PAGE: &str = include_str!("page.html");

/// What is to be shown of some files.
pub fn data(s: &mut Session, files: &[String]) -> Res<Value> {
    s.keep_texts = true;
    let (mut m, form) = s.module(files)?;
    let lowered = print_module(&m);
    s.bring_to(&mut m, form, Form::Device)?;
    let kernels = s.kernels(&m)?;
    let mut texts = vec![("lowered".to_string(), lowered)];
    for (pass, text) in std::mem::take(&mut s.texts) {
        // Passes that changed nothing have nothing to show.
        if texts.last().is_none_or(|t| t.1 != text) {
            texts.push((pass.to_string(), text));
        }
    }
    let names = Names::of(&m, &texts);
    let passes: Vec<Value> = texts.iter().map(|(pass, text)| pass_text(pass, text, &names)).collect();
    let mut shown = vec![];
    for k in m.walk(m.top).into_iter().filter(|o| m.kind(*o) == OpKind::Kernel) {
        shown.push(kernel(&m, k, &kernels, &names));
    }
    let mut remarks = vec![];
    for ((file, line), list) in explain::by_line(s) {
        for (pass, kind, text) in list {
            remarks.push(json!({ "at": key(file, line), "kind": kind, "text": names.plain(text), "pass": pass }));
        }
    }
    let sources: Vec<Value> = m
        .files
        .iter()
        .map(|name| {
            let file = s.map.files().find(|(_, f)| &*f.name == name.as_str());
            let text = file.map_or(String::new(), |(_, f)| String::from_utf8_lossy(&f.bytes).into_owned());
            json!({ "name": name, "lines": text.lines().collect::<Vec<_>>() })
        })
        .collect();
    let regions = regions(&m, &names);
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "sources": sources, "passes": passes, "kernels": shown, "regions": regions, "remarks": remarks,
    }))
}

/// The page with the data in it.
pub fn page(data: &Value) -> String {
    // Within an element of script, only `</` could end it.
    let text = data.to_string().replace("</", "<\\/").replace("<!--", "<\\u0021--");
    let plans: String = data["regions"].as_array().into_iter().flatten().map(picture).collect();
    PAGE.replace("<!--PLANS-->", &plans).replace("\"DATA\"", &text)
}

/// A line of a file, as the page knows it.
fn key(file: u16, line: u32) -> String {
    format!("{file}:{line}")
}

fn at(loc: Loc) -> Value {
    if loc.line == 0 { Value::Null } else { json!(key(loc.file, loc.line)) }
}

// ---- names

/// Names of the representation, and what the user wrote for them.
struct Names(HashMap<String, String>);

/// Whether a byte may stand in a name of the representation.
fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.')
}

impl Names {
    fn of(m: &Module, texts: &[(String, String)]) -> Names {
        let mut main = "main".to_string();
        for f in m.top_ops(OpKind::Func) {
            if m.attr_str(f, "sym") == Some("MAIN__")
                && let Some(n) = m.attr_str(f, "source_name")
            {
                main = n.to_string();
            }
        }
        let mut all: BTreeSet<&str> = BTreeSet::new();
        for (_, t) in texts {
            all.extend(t.split('@').skip(1).map(|w| &w[..w.find(|c| !in_name(c)).unwrap_or(w.len())]));
        }
        let mut short: HashMap<String, String> = HashMap::new();
        for full in all.iter().filter(|w| w.contains("_MOD_") || w.starts_with("MAIN__")) {
            let plain = match full.rsplit_once("_MOD_") {
                Some((_, name)) => name.to_string(),
                None => full.strip_prefix("MAIN__").map(|r| r.trim_start_matches('.')).unwrap_or(full).to_string(),
            };
            short.insert(full.to_string(), if plain.is_empty() { main.clone() } else { plain });
        }
        // Where two have one name, those of modules say of which they are.
        let mut count: HashMap<String, usize> = HashMap::new();
        short.values().for_each(|v| *count.entry(v.clone()).or_default() += 1);
        for (full, plain) in &mut short {
            if count[plain] > 1 {
                let module = full.trim_start_matches('_').rsplit_once("_MOD_").map(|t| t.0);
                *plain = format!("{}:{plain}", module.unwrap_or(&main));
            }
        }
        Names(short)
    }

    /// A text with the user's names.
    fn plain(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(i) = rest.find(in_name) {
            out.push_str(&rest[..i]);
            let word = &rest[i..];
            let n = word.find(|c| !in_name(c)).unwrap_or(word.len());
            match self.0.get(&word[..n]) {
                Some(p) => out.push_str(p),
                None => out.push_str(&word[..n]),
            }
            rest = &word[n..];
        }
        out.push_str(rest);
        out
    }
}

// ---- parts

/// The text after a pass, line by line, each with the line of the source that it comes from.
fn pass_text(pass: &str, text: &str, names: &Names) -> Value {
    let mut places: BTreeMap<u32, Loc> = BTreeMap::new();
    if let Ok((m, ops)) = parse_with_places(text) {
        for (op, (line, _)) in ops.all() {
            let loc = m.ops[op].loc;
            if loc.line > 0 {
                places.insert(line, loc);
            }
        }
    }
    let lines: Vec<Value> = text
        .lines()
        .enumerate()
        .map(|(i, t)| json!([names.plain(t), places.get(&(i as u32 + 1)).map_or(Value::Null, |l| at(*l))]))
        .collect();
    json!({ "name": pass, "lines": lines })
}

/// Source lines of an op and all that is inside.
fn lines_within(m: &Module, op: Op) -> BTreeSet<(u16, u32)> {
    let inside = m.ops[op].regions.iter().flat_map(|r| m.walk(*r));
    inside.chain([op]).map(|o| m.ops[o].loc).filter(|l| l.line > 0).map(|l| (l.file, l.line)).collect()
}

fn kernel(m: &Module, k: Op, compiled: &[ferrotran_abi::kernel::CompiledKernel], names: &Names) -> Value {
    let sym = m.attr_str(k, "sym").unwrap_or("?");
    let lines: Vec<String> = lines_within(m, k).into_iter().map(|(f, l)| key(f, l)).collect();
    let t = traffic::kernel(m, k);
    let mut code = String::new();
    for st in compiled.iter().filter(|c| c.name == sym).flat_map(|c| &c.stages) {
        match ferrotran_gpu::to_wgsl(&st.spirv).or_else(|_| ferrotran_gpu::disassemble(&st.spirv)) {
            Ok(t) => code.push_str(&t),
            Err(why) => {
                let _ = writeln!(code, "// {why}");
            }
        }
    }
    json!({
        "id": sym, "name": names.plain(sym), "kind": m.choice::<KernelKind>(k).name(), "at": at(m.ops[k].loc),
        "lines": lines, "code": names.plain(&code), "iterations": t.iterations, "reads": bytes(t.read),
        "writes": bytes(t.written), "operations": t.operations, "limit": t.limit.name(),
    })
}

// ---- plans

/// The regions of device code with what is done in each, in order.
fn regions(m: &Module, names: &Names) -> Vec<Value> {
    let mut out = vec![];
    for (enter, device) in explain::plans(m) {
        let steps: Vec<Value> = m.walk(device).into_iter().filter_map(|o| step(m, o, names)).collect();
        let t = traffic::region(m, device);
        out.push(json!({
            "at": at(m.ops[enter].loc), "line": m.attr_int(enter, "line"), "steps": steps,
            "moved": bytes(t.generated), "ideal": bytes(t.ideal),
        }));
    }
    out
}

/// Bytes for one iteration, and in all where that is known.
fn bytes(b: Bytes) -> Value {
    json!({ "each": b.each, "total": b.total })
}

/// The directions of a map, as the clause says them.
fn direction(kind: i32) -> &'static str {
    match (kind & map::TO != 0, kind & map::FROM != 0) {
        (true, true) => "tofrom",
        (true, false) => "to",
        (false, true) => "from",
        (false, false) => "alloc",
    }
}

fn step(m: &Module, o: Op, names: &Names) -> Option<Value> {
    let named = || names.plain(m.attr_str(o, "name").unwrap_or("?"));
    let kind = || direction(m.attr_int(o, "kind").unwrap_or(0) as i32);
    Some(match m.kind(o) {
        OpKind::DevMap => json!({ "do": "map", "name": named(), "kind": kind(), "at": at(m.ops[o].loc) }),
        OpKind::DevUnmap => json!({ "do": "unmap", "name": named(), "kind": kind(), "at": at(m.ops[o].loc) }),
        OpKind::DevLaunch => {
            let sym = m.attr_str(o, "kernel").unwrap_or("?");
            let lines: Vec<i64> =
                m.attr(o, "stmts").map(|l| l.items().iter().filter_map(|a| a.as_int()).collect()).unwrap_or_default();
            let file = m.ops[o].loc.file;
            let keys: Vec<String> = lines.iter().map(|l| key(file, *l as u32)).collect();
            json!({ "do": "launch", "kernel": sym, "name": names.plain(sym), "lines": keys, "at": at(m.ops[o].loc) })
        }
        _ => return None,
    })
}

fn escaped(t: &str) -> String {
    t.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The plan of a region as a picture: data that comes and goes, kernels in their order.
fn picture(region: &Value) -> String {
    /// Height of a step.
    const STEP: usize = 34;
    let steps = region["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    let height = 40 + STEP * steps.len();
    let mut out = format!(
        "<figure><figcaption>region of line {}</figcaption><svg viewBox=\"0 0 560 {height}\" width=\"560\" height=\"{height}\" role=\"img\">\
         <text x=\"70\" y=\"18\" class=\"h\">host</text><text x=\"400\" y=\"18\" class=\"h\">device</text>\
         <line x1=\"90\" y1=\"26\" x2=\"90\" y2=\"{height}\" class=\"life\"/><line x1=\"420\" y1=\"26\" x2=\"420\" y2=\"{height}\" class=\"life\"/>",
        region["line"].as_i64().unwrap_or(0)
    );
    for (i, s) in steps.iter().enumerate() {
        let y = 44 + STEP * i;
        let name = escaped(s["name"].as_str().unwrap_or("?"));
        let kind = s["kind"].as_str().unwrap_or_default();
        let lines: Vec<&str> = match s["lines"].as_array() {
            Some(l) => l.iter().filter_map(Value::as_str).collect(),
            None => s["at"].as_str().into_iter().collect(),
        };
        let mark = format!("data-at=\"{}\"", escaped(&lines.join(" ")));
        if s["do"] == "launch" {
            let shown: Vec<&str> = lines.iter().map(|l| l.rsplit(':').next().unwrap_or(l)).collect();
            let _ = write!(
                out,
                "<g class=\"step kernel\" {mark} data-kernel=\"{}\"><rect x=\"300\" y=\"{}\" width=\"240\" height=\"26\" rx=\"5\"/>\
                 <text x=\"420\" y=\"{}\" class=\"c\">{name} (lines {})</text></g>",
                escaped(s["kernel"].as_str().unwrap_or("?")),
                y - 14,
                y + 4,
                shown.join(", ")
            );
            continue;
        }
        // Data goes where the clause says; what is only made or dropped there has a dotted line.
        let comes = s["do"] == "map";
        let moves = if comes { kind.starts_with("to") } else { kind.ends_with("from") };
        let (x1, x2) = if comes { (96, 412) } else { (414, 98) };
        let class = if moves { "move" } else { "only" };
        let verb = match (comes, moves) {
            (true, true) => "copy",
            (true, false) => "make",
            (false, true) => "copy back",
            (false, false) => "drop",
        };
        let _ = write!(
            out,
            "<g class=\"step {class}\" {mark}><line x1=\"{x1}\" y1=\"{y}\" x2=\"{x2}\" y2=\"{y}\" marker-end=\"url(#arrow)\"/>\
             <text x=\"255\" y=\"{}\" class=\"c\">{verb} {name}</text></g>",
            y - 5
        );
    }
    out.push_str("</svg></figure>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_user() {
        let texts =
            [("p".to_string(), "@__a_MOD_x @__b_MOD_x @__a_MOD_y @MAIN__.z @MAIN__.3.parallel @MAIN__".to_string())];
        let names = Names::of(&Module::default(), &texts);
        assert_eq!(names.plain("%1 = mem.addr_of [sym = @__a_MOD_y] : @MAIN__.z"), "%1 = mem.addr_of [sym = @y] : @z");
        assert_eq!(names.plain("@__a_MOD_x @__b_MOD_x"), "@a:x @b:x");
        assert_eq!(names.plain("@MAIN__ @MAIN__.3.parallel"), "@main @3.parallel");
    }
}
