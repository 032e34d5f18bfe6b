//! What is asked about a name or a file: hover, places, renaming, outlines, colours.

use crate::complete::scope_at;
use crate::describe::Describe;
use crate::symbols::{self, Entry};
use crate::target::{Facts, Target};
use crate::text::in_name;
use crate::walk::{Occurrence, end_of};
use crate::world::{Use, World};
use ferrotran_syntax::ast::{Stmt, StmtKind, Unit};
use ferrotran_syntax::omp::Leaf;
use ferrotran_typed::Storage;
use lsp_types as l;
use std::collections::HashMap;

/// Kinds of semantic tokens, in the order of their numbers.
pub const TOKEN_KINDS: &[&str] =
    &["namespace", "type", "function", "method", "variable", "parameter", "property", "macro"];
/// Their modifiers, bit by bit.
pub const TOKEN_MODIFIERS: &[&str] = &["declaration", "readonly", "defaultLibrary"];

/// The name at an offset, among those of the last analysis.
fn occurrence(world: &mut World, doc: usize, offset: u32) -> Option<Occurrence> {
    let a = world.analysis(doc)?;
    let at = |o: &&Occurrence| (o.lo..=o.hi).contains(&offset);
    // At the end of one name and the beginning of another, the one that begins.
    a.found.occurrences.iter().filter(at).max_by_key(|o| (o.lo, o.declares)).cloned()
}

fn use_at(world: &mut World, doc: usize, offset: u32) -> Option<Use> {
    world.analysis(doc)?;
    let at = |u: &&Use| (u.lo..=u.hi).contains(&offset);
    world.docs[doc].uses.iter().filter(at).max_by_key(|u| (u.lo, u.declares)).copied()
}

// ---- hover

/// Comment lines before a declaration, and the comment behind it.
fn comments(world: &World, doc: usize, offset: u32) -> Option<String> {
    let text = &world.docs[doc].text;
    let line = text.line_of(offset);
    let comment = |n: u32| -> Option<String> {
        let t = String::from_utf8_lossy(text.line(n)).trim().to_string();
        let body = t.strip_prefix('!')?;
        let body = body.strip_prefix(['>', '!', '<', '|']).unwrap_or(body);
        (!body.starts_with('$')).then(|| body.trim().to_string())
    };
    let mut list = vec![];
    let mut at = line;
    while at > 0 && list.len() < 40 {
        match comment(at - 1) {
            Some(c) => list.push(c),
            None => break,
        }
        at -= 1;
    }
    list.reverse();
    let own = String::from_utf8_lossy(text.line(line)).into_owned();
    if let Some((_, c)) = own.split_once("!<") {
        list.push(c.trim().to_string());
    }
    let joined = list.join("\n");
    (!joined.trim().is_empty()).then(|| joined.trim().to_string())
}

/// What hover shows at an offset.
pub fn hover(world: &mut World, doc: usize, offset: u32) -> Option<l::Hover> {
    let enc = world.enc;
    let mut out = String::new();
    let mut range = None;
    if let Some(o) = occurrence(world, doc, offset) {
        let a = world.docs[doc].analysis.as_ref()?;
        let d = Describe { facts: &a.facts, map: &world.map };
        out.push_str(&format!("```fortran\n{}\n```", d.declaration(&o.target)));
        if let Some(b) = d.belongs(&o.target) {
            out.push_str(&format!("\n\n{b}"));
        }
        let key = a.facts.key(&o.target);
        if let Some(k) = world.key_of(&key)
            && let Some((place, u)) = world.definitions(k).first().copied()
            && let Some(c) = comments(world, place, u.lo)
        {
            out.push_str(&format!("\n\n{c}"));
        }
        range = Some(world.docs[doc].text.range(o.lo, o.hi, enc));
    }
    if let Some((line, remarks)) = offloaded(world, doc, offset) {
        if !out.is_empty() {
            out.push_str("\n\n---\n\n");
        }
        out.push_str(&format!("offload, line {line}:\n"));
        remarks.iter().for_each(|r| out.push_str(&format!("- {r}\n")));
    }
    if out.is_empty() {
        return None;
    }
    let contents = l::HoverContents::Markup(l::MarkupContent { kind: l::MarkupKind::Markdown, value: out });
    Some(l::Hover { contents, range })
}

/// The innermost statement of a target region at a line, and the line of the directive: lines from 1.
fn region(units: &[Unit], at: u32) -> Option<(u32, u32)> {
    fn block(b: &[Stmt], at: u32, inside: Option<u32>) -> Option<(u32, u32)> {
        for s in b {
            if !(s.span.lo..=end_of(s)).contains(&at) {
                continue;
            }
            let target = match &s.kind {
                StmtKind::Omp(c) if c.directive.has(Leaf::Target) => Some(s.span.lo),
                _ => inside,
            };
            let mut found = None;
            s.kind.blocks(&mut |b| found = found.or(block(b, at, target)));
            return found.or(target.map(|t| (t, s.span.lo)));
        }
        None
    }
    units.iter().find_map(|u| block(&u.body, at, None).or_else(|| region(&u.contains, at)))
}

/// What `explain` says of the offloaded statement at an offset.
fn offloaded(world: &mut World, doc: usize, offset: u32) -> Option<(u32, Vec<String>)> {
    let p = world.docs[doc].parsed.as_ref()?;
    let (directive, statement) = region(&p.tree.units, p.extent.0 + offset)?;
    let line = |at: u32| world.map.loc(at).map(|l| l.line);
    let (directive, statement) = (line(directive)?, line(statement)?);
    let own = world.docs[doc].text.line_of(offset) + 1;
    let path = world.docs[doc].path.clone();
    let all = world.explained(doc);
    [own, statement, directive].into_iter().find_map(|n| {
        let list: Vec<String> = all.iter().filter(|r| r.line == n && r.path == path).map(|r| r.text.clone()).collect();
        (!list.is_empty()).then_some((n, list))
    })
}

// ---- places

fn location(world: &World, doc: usize, u: &Use) -> l::Location {
    let d = &world.docs[doc];
    l::Location { uri: d.uri.clone(), range: d.text.range(u.lo, u.hi, world.enc) }
}

/// Where the entity at an offset is declared.
pub fn definition(world: &mut World, doc: usize, offset: u32) -> Vec<l::Location> {
    let Some(u) = use_at(world, doc, offset) else { return included(world, doc, offset) };
    world.finish();
    world.definitions(u.key).iter().map(|(d, u)| location(world, *d, u)).collect()
}

/// The file that an INCLUDE line names.
fn included(world: &World, doc: usize, offset: u32) -> Vec<l::Location> {
    let d = &world.docs[doc];
    let line = String::from_utf8_lossy(d.text.line(d.text.line_of(offset))).into_owned();
    let t = line.trim_start().trim_start_matches('#');
    if !t.trim_start().to_ascii_lowercase().starts_with("include") {
        return vec![];
    }
    let Some(name) = t.split(['"', '\'', '<', '>']).nth(1) else { return vec![] };
    let folder = std::path::Path::new(&d.path).parent().map(std::path::Path::to_path_buf);
    let dirs = world.host.parse_options().include_dirs;
    let all = folder.into_iter().chain(dirs.into_iter().map(Into::into));
    let found = all.map(|f: std::path::PathBuf| f.join(name)).find(|p| p.is_file());
    let uri = found.and_then(|p| {
        std::str::FromStr::from_str(&crate::text::uri_of(&std::path::absolute(p).ok()?.to_string_lossy())).ok()
    });
    uri.map(|uri| l::Location { uri, range: l::Range::default() }).into_iter().collect()
}

/// All places of the entity at an offset.
pub fn references(world: &mut World, doc: usize, offset: u32, declarations: bool) -> Vec<l::Location> {
    let Some(u) = use_at(world, doc, offset) else { return vec![] };
    world.finish();
    let defined = world.definitions(u.key);
    let is_definition = |d: usize, u: &Use| defined.iter().any(|(e, v)| *e == d && v.lo == u.lo);
    let list = world.places(u.key).filter(|(d, u)| declarations || !is_definition(*d, u));
    list.map(|(d, u)| location(world, d, u)).collect()
}

/// The places in the same file.
pub fn highlights(world: &mut World, doc: usize, offset: u32) -> Vec<l::DocumentHighlight> {
    let Some(u) = use_at(world, doc, offset) else { return vec![] };
    let d = &world.docs[doc];
    let one = |v: &Use| l::DocumentHighlight { range: d.text.range(v.lo, v.hi, world.enc), kind: None };
    d.uses.iter().filter(|v| v.key == u.key).map(one).collect()
}

// ---- renaming

/// The range of the name at an offset and the name, where it can be renamed.
pub fn prepare_rename(world: &mut World, doc: usize, offset: u32) -> Result<(l::Range, String), String> {
    let u = use_at(world, doc, offset).ok_or("there is no name here")?;
    world.finish();
    let key = world.key_name(u.key).to_string();
    if key.starts_with("I:") {
        return Err("an intrinsic procedure cannot be renamed".into());
    }
    if world.definitions(u.key).is_empty() {
        return Err("nothing in the workspace declares this name".into());
    }
    if !u.exact {
        return Err("a macro or a continued line makes this name".into());
    }
    let text = &world.docs[doc].text;
    let name = String::from_utf8_lossy(&text.bytes[u.lo as usize..u.hi as usize]).into_owned();
    Ok((text.range(u.lo, u.hi, world.enc), name))
}

/// Changes that give the entity at an offset another name.
#[allow(clippy::mutable_key_type)]
pub fn rename(world: &mut World, doc: usize, offset: u32, new: &str) -> Result<l::WorkspaceEdit, String> {
    let valid =
        new.len() <= 63 && new.bytes().next().is_some_and(|b| b.is_ascii_alphabetic()) && new.bytes().all(in_name);
    if !valid {
        return Err(format!("`{new}` is not a name of Fortran"));
    }
    prepare_rename(world, doc, offset)?;
    let here = use_at(world, doc, offset).ok_or("there is no name here")?;
    if here.alias {
        return Err("this is a name by USE for another one: rename it in the USE statement".into());
    }
    let places: Vec<(usize, Use)> = world.places(here.key).map(|(d, u)| (d, *u)).collect();
    let low: ferrotran_syntax::ast::Name = new.to_ascii_lowercase().into();
    let mut changes: HashMap<l::Uri, Vec<l::TextEdit>> = HashMap::new();
    for (d, u) in places.iter().filter(|(_, u)| !u.alias) {
        if !u.exact {
            return Err(format!("a macro or a continued line makes the name in {}", world.docs[*d].path));
        }
        collides(world, *d, u, here.key, &low)?;
        let doc = &world.docs[*d];
        let edit = l::TextEdit { range: doc.text.range(u.lo, u.hi, world.enc), new_text: new.to_string() };
        changes.entry(doc.uri.clone()).or_default().push(edit);
    }
    Ok(l::WorkspaceEdit { changes: Some(changes), ..l::WorkspaceEdit::default() })
}

/// Whether the new name means something else at a place of the old one.
fn collides(world: &mut World, d: usize, u: &Use, key: u32, new: &ferrotran_syntax::ast::Name) -> Result<(), String> {
    let name = world.key_name(key);
    let member = name.starts_with("C:") || name.starts_with("B:");
    let old = world.docs[d].text.bytes[u.lo as usize..u.hi as usize].to_ascii_lowercase();
    if member || old == new.as_bytes() {
        return Ok(());
    }
    let Some(a) = world.analysis(d) else { return Ok(()) };
    let scope = scope_at(&a.found, a.facts.extent, u.lo);
    let other = match a.facts.lookup(scope, new) {
        None | Some(Target::Intrinsic(_)) => return Ok(()),
        Some(t) => a.facts.key(&t),
    };
    if world.key_of(&other) == Some(key) {
        return Ok(());
    }
    let line = world.docs[d].text.line_of(u.lo) + 1;
    Err(format!("`{new}` means something else at {}:{line}", world.docs[d].path))
}

// ---- outlines

#[allow(deprecated)]
fn document_symbol(world: &World, doc: usize, e: &Entry) -> l::DocumentSymbol {
    let text = &world.docs[doc].text;
    let inner: Vec<l::DocumentSymbol> = e.inner.iter().map(|e| document_symbol(world, doc, e)).collect();
    l::DocumentSymbol {
        name: e.name.clone(),
        detail: (!e.detail.is_empty()).then(|| e.detail.clone()),
        kind: e.kind,
        tags: None,
        deprecated: None,
        range: text.range(e.whole.0, e.whole.1, world.enc),
        selection_range: text.range(e.at.0, e.at.1, world.enc),
        children: (!inner.is_empty()).then_some(inner),
    }
}

/// The outline of a file.
pub fn document_symbols(world: &World, doc: usize) -> Vec<l::DocumentSymbol> {
    let list = world.docs[doc].parsed.iter().flat_map(|p| &p.symbols);
    list.map(|e| document_symbol(world, doc, e)).collect()
}

/// Whether the letters of a query stand in a name in that order.
fn fits(query: &str, name: &str) -> bool {
    let mut letters = name.chars().map(|c| c.to_ascii_lowercase());
    query.chars().all(|q| letters.any(|c| c == q.to_ascii_lowercase()))
}

/// Symbols of the workspace that fit a query.
#[allow(deprecated)]
pub fn workspace_symbols(world: &World, query: &str) -> Vec<l::SymbolInformation> {
    /// Answers.
    const MOST: usize = 1000;
    fn add(world: &World, d: usize, e: &Entry, host: Option<&str>, query: &str, out: &mut Vec<l::SymbolInformation>) {
        if out.len() >= MOST {
            return;
        }
        let local = host.is_some() && matches!(e.kind, l::SymbolKind::VARIABLE) && query.is_empty();
        if fits(query, &e.name) && !local {
            let doc = &world.docs[d];
            out.push(l::SymbolInformation {
                name: e.name.clone(),
                kind: e.kind,
                tags: None,
                deprecated: None,
                location: l::Location { uri: doc.uri.clone(), range: doc.text.range(e.at.0, e.at.1, world.enc) },
                container_name: host.map(str::to_string),
            });
        }
        e.inner.iter().for_each(|i| add(world, d, i, Some(&e.name), query, out));
    }
    let mut out = vec![];
    for (d, doc) in world.docs.iter().enumerate() {
        for e in doc.parsed.iter().flat_map(|p| &p.symbols) {
            add(world, d, e, None, query, &mut out);
        }
    }
    let exact = |s: &l::SymbolInformation| !s.name.eq_ignore_ascii_case(query);
    out.sort_by_key(|s| (exact(s), s.name.len()));
    out
}

/// What can be folded: constructs and program units, and comments of several lines.
pub fn folds(world: &World, doc: usize) -> Vec<l::FoldingRange> {
    let d = &world.docs[doc];
    let mut out: Vec<(u32, u32, bool)> = vec![];
    if let Some(p) = &d.parsed {
        for (lo, hi) in symbols::folds(&p.tree) {
            if lo >= p.extent.0 && hi <= p.extent.1 {
                out.push((d.text.line_of(lo - p.extent.0), d.text.line_of(hi - p.extent.0), false));
            }
        }
    }
    let comment = |n: u32| {
        let t = d.text.line(n).trim_ascii_start();
        t.starts_with(b"!") && !t.starts_with(b"!$")
    };
    let mut n = 0;
    while n < d.text.lines() {
        let first = n;
        while n < d.text.lines() && comment(n) {
            n += 1;
        }
        if n > first + 1 {
            out.push((first, n - 1, true));
        }
        n += 1;
    }
    out.retain(|f| f.1 > f.0);
    out.sort_unstable();
    out.dedup_by_key(|f| f.0);
    let one = |(start_line, end_line, comment)| l::FoldingRange {
        start_line,
        start_character: None,
        end_line,
        end_character: None,
        kind: if comment { Some(l::FoldingRangeKind::Comment) } else { Some(l::FoldingRangeKind::Region) },
        collapsed_text: None,
    };
    out.into_iter().map(one).collect()
}

// ---- colours

fn token(f: &Facts, o: &Occurrence) -> (u32, u32) {
    let kind = |name: &str| TOKEN_KINDS.iter().position(|k| *k == name).unwrap_or(0) as u32;
    let mut bits = u32::from(o.declares);
    let word = match &o.target {
        Target::Module(_) => "namespace",
        Target::Type(_) => "type",
        Target::Proc(_) | Target::Generic(..) | Target::External(..) => "function",
        Target::Intrinsic(_) => {
            bits |= 4;
            "function"
        }
        Target::Binding(..) | Target::TypeGeneric(..) => "method",
        Target::Component(..) => "property",
        Target::Namelist(..) => "variable",
        Target::Symbol(s) => match f.program.symbols[s.0 as usize].storage {
            Storage::Dummy(_) => "parameter",
            Storage::Constant => {
                bits |= 2;
                "variable"
            }
            _ => "variable",
        },
    };
    (kind(word), bits)
}

/// The semantic tokens of a file, and the sentinels and words of directives.
pub fn tokens(world: &mut World, doc: usize) -> Vec<l::SemanticToken> {
    let enc = world.enc;
    if world.analysis(doc).is_none() {
        return vec![];
    }
    let d = &world.docs[doc];
    let Some(a) = &d.analysis else { return vec![] };
    let mut list: Vec<(u32, u32, u32, u32)> = vec![];
    for o in a.found.occurrences.iter().filter(|o| o.exact) {
        let (kind, bits) = token(&a.facts, o);
        list.push((o.lo, o.hi, kind, bits));
    }
    list.sort_by_key(|t| (t.0, std::cmp::Reverse(t.3)));
    list.dedup_by_key(|t| t.0);
    // Words of directives that are not names.
    let sentinel = TOKEN_KINDS.len() as u32 - 1;
    let mut directives = vec![];
    for n in 0..d.text.lines() {
        let line = d.text.line(n);
        let blank = line.len() - line.trim_ascii_start().len();
        let t = line.trim_ascii_start();
        if t.len() < 5 || t[0] != b'!' || !t[1..5].eq_ignore_ascii_case(b"$omp") {
            continue;
        }
        let start = d.text.line_start(n) + blank as u32;
        directives.push((start, start + 5, sentinel, 0));
        let mut depth = 0;
        let mut i = 5;
        while i < t.len() {
            match t[i] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'!' => break,
                b if in_name(b) && depth == 0 => {
                    let end = t[i..].iter().position(|b| !in_name(*b)).map_or(t.len(), |e| i + e);
                    directives.push((start + i as u32, start + end as u32, sentinel, 0));
                    i = end;
                    continue;
                }
                _ => {}
            }
            i += 1;
        }
    }
    directives.retain(|x| !list.iter().any(|t| t.0 < x.1 && x.0 < t.1));
    list.extend(directives);
    list.sort_unstable();
    let mut out = vec![];
    let mut last = l::Position::default();
    for (lo, hi, token_type, token_modifiers_bitset) in list {
        let r = d.text.range(lo, hi, enc);
        if r.start.line != r.end.line {
            continue;
        }
        let delta_line = r.start.line - last.line;
        let delta_start = if delta_line == 0 { r.start.character - last.character } else { r.start.character };
        let length = r.end.character - r.start.character;
        out.push(l::SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset });
        last = r.start;
    }
    out
}
