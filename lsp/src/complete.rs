//! Completion, and the signature of the call around the cursor.

use crate::context::{self, Before};
use crate::describe::{Describe, Signature};
use crate::target::{Facts, Target};
use crate::walk::Found;
use crate::world::{Analysis, World};
use ferrotran_sema::names::Named;
use ferrotran_syntax::ast::Name;
use ferrotran_syntax::omp::{ClauseKind, Directive};
use ferrotran_typed::{SymbolId, Ty, TypeId};
use lsp_types as l;

/// Words that begin statements.
const STATEMENTS: &[&str] = &[
    "abstract interface",
    "allocate",
    "associate",
    "backspace",
    "block",
    "call",
    "case",
    "case default",
    "character",
    "class",
    "class default",
    "class is",
    "close",
    "complex",
    "contains",
    "continue",
    "critical",
    "cycle",
    "data",
    "deallocate",
    "do",
    "do concurrent",
    "do while",
    "double precision",
    "elemental",
    "else",
    "else if",
    "elsewhere",
    "end",
    "end associate",
    "end block",
    "end critical",
    "end do",
    "end enum",
    "end forall",
    "end function",
    "end if",
    "end interface",
    "end module",
    "end procedure",
    "end program",
    "end select",
    "end subroutine",
    "end submodule",
    "end type",
    "end where",
    "endfile",
    "entry",
    "enum, bind(c)",
    "error stop",
    "exit",
    "external",
    "final",
    "flush",
    "forall",
    "format",
    "function",
    "generic",
    "go to",
    "if",
    "implicit none",
    "import",
    "impure",
    "include",
    "inquire",
    "integer",
    "interface",
    "intrinsic",
    "logical",
    "module",
    "module procedure",
    "namelist",
    "nullify",
    "open",
    "print",
    "private",
    "procedure",
    "program",
    "protected",
    "public",
    "pure",
    "read",
    "real",
    "recursive",
    "return",
    "rewind",
    "save",
    "select case",
    "select rank",
    "select type",
    "sequence",
    "stop",
    "submodule",
    "subroutine",
    "target",
    "type",
    "type is",
    "use",
    "use, intrinsic ::",
    "wait",
    "where",
    "write",
];

/// Attributes, after the comma of a declaration.
const ATTRIBUTES: &[&str] = &[
    "allocatable",
    "asynchronous",
    "bind(c)",
    "codimension",
    "contiguous",
    "dimension",
    "external",
    "intent(in)",
    "intent(inout)",
    "intent(out)",
    "intrinsic",
    "optional",
    "parameter",
    "pointer",
    "private",
    "protected",
    "public",
    "save",
    "target",
    "value",
    "volatile",
];

/// Words that begin declarations, behind which attributes stand.
const TYPES: &[&str] =
    &["integer", "real", "complex", "logical", "character", "double precision", "type(", "class(", "procedure("];

/// The scope at an offset.
pub fn scope_at(found: &Found, extent: (u32, u32), offset: u32) -> Option<usize> {
    let at = offset + extent.0;
    let within = found.units.iter().filter(|u| (u.lo..=u.hi).contains(&at)).max_by_key(|u| u.lo);
    let before = || found.units.iter().filter(|u| u.lo <= at).max_by_key(|u| u.lo);
    within.or_else(before).map(|u| u.scope)
}

/// Names of constructs at an offset, inner ones first.
fn locals(found: &Found, extent: (u32, u32), offset: u32) -> Vec<(Name, SymbolId)> {
    let at = offset + extent.0;
    let mut list: Vec<_> = found.overlays.iter().filter(|o| (o.lo..=o.hi).contains(&at)).collect();
    list.sort_by_key(|o| std::cmp::Reverse(o.lo));
    list.into_iter().flat_map(|o| o.names.iter().cloned()).collect()
}

/// What a reference before the cursor stands for: names between `%`.
pub fn resolve(a: &Analysis, offset: u32, chain: &[String]) -> Option<Target> {
    let scope = scope_at(&a.found, a.facts.extent, offset);
    let (first, rest) = chain.split_first()?;
    let name: Name = first.as_str().into();
    let local = locals(&a.found, a.facts.extent, offset);
    let mut t = match local.iter().find(|n| n.0 == name) {
        Some((_, s)) => Target::Symbol(*s),
        None => a.facts.lookup(scope, &name)?,
    };
    for part in rest {
        let of = a.facts.type_of(&t).and_then(Facts::derived)?;
        t = a.facts.member(of, part)?;
    }
    Some(t)
}

fn item(label: &str, kind: l::CompletionItemKind, detail: String, rank: u8) -> l::CompletionItem {
    l::CompletionItem {
        label: label.into(),
        kind: Some(kind),
        detail: (!detail.is_empty()).then_some(detail),
        sort_text: Some(format!("{rank}{label}")),
        ..l::CompletionItem::default()
    }
}

fn words(list: &[&str], rank: u8, out: &mut Vec<l::CompletionItem>) {
    out.extend(list.iter().map(|w| item(w, l::CompletionItemKind::KEYWORD, String::new(), rank)));
}

/// Completion at an offset of a file.
pub fn complete(world: &mut World, doc: usize, offset: u32) -> Vec<l::CompletionItem> {
    let path = world.docs[doc].path.clone();
    let before = context::before(&world.docs[doc].text, offset, context::is_fixed(&path));
    if before.inert {
        return vec![];
    }
    let mut out = vec![];
    if before.omp {
        omp(&before, &mut out);
        let inside = context::open_call(&before.text).is_some();
        if !inside {
            return out;
        }
    }
    if world.analysis(doc).is_none() {
        words(STATEMENTS, 5, &mut out);
        return out;
    }
    let dots = world.host.parse_options().dec_structure;
    let modules: Vec<Name> = world.modules();
    let Some(a) = &world.docs[doc].analysis else { return out };
    let d = Describe { facts: &a.facts, map: &world.map };
    let text = &before.text;
    let head = &text[..context::word_start(text)];
    let low = String::from_utf8_lossy(head).trim_start().to_ascii_lowercase();
    if low.starts_with("use ") || low.starts_with("use,") {
        uses(&low, a, &d, &modules, &mut out);
        return out;
    }
    let chain = context::chain(head, dots);
    if !chain.is_empty() || head.trim_ascii_end().ends_with(b"%") {
        if let Some(of) = resolve(a, offset, &chain).and_then(|t| a.facts.type_of(&t).cloned()) {
            members(a, &d, &of, &mut out);
        }
        return out;
    }
    let start = low.trim_start_matches(|c: char| c.is_ascii_digit()).trim().is_empty();
    if let Some(call) = context::open_call(head)
        && let Some(callee) = resolve(a, offset, &call.chain)
    {
        keywords(a, &d, &callee, &mut out);
    }
    if TYPES.iter().any(|t| low.starts_with(t)) && !low.contains("::") && low.trim_end().ends_with(',') {
        words(ATTRIBUTES, 0, &mut out);
        return out;
    }
    names(a, &d, offset, &mut out);
    if start && !before.omp {
        words(STATEMENTS, 5, &mut out);
    }
    out
}

impl World {
    /// Names of the modules of the workspace and of the intrinsic ones.
    fn modules(&self) -> Vec<Name> {
        const INTRINSIC: &[&str] = &[
            "iso_c_binding",
            "iso_fortran_env",
            "ieee_arithmetic",
            "ieee_exceptions",
            "ieee_features",
            "omp_lib",
            "omp_lib_kinds",
        ];
        let own = self.docs.iter().flat_map(|d| &d.parsed).flat_map(|p| p.module_names());
        let mut list: Vec<Name> = own.filter(|n| !n.contains(':')).collect();
        list.extend(INTRINSIC.iter().filter(|n| ferrotran_sema::is_intrinsic_module(n)).map(|n| Name::from(*n)));
        list.sort();
        list.dedup();
        list
    }
}

/// Module names, or the names of a module behind ONLY.
fn uses(low: &str, a: &Analysis, d: &Describe<'_>, modules: &[Name], out: &mut Vec<l::CompletionItem>) {
    let rest = low[3..].trim_start();
    let rest = match rest.split_once("::") {
        Some((_, r)) => r,
        None => rest.strip_prefix(',').map_or(rest, |_| ""),
    };
    match rest.split_once(',') {
        None => {
            for m in modules {
                out.push(item(m, l::CompletionItemKind::MODULE, String::new(), 1));
            }
        }
        Some((name, tail)) => {
            if !tail.contains(':') {
                words(&["only:"], 0, out);
            }
            let Some(s) = a.facts.names.modules.get(name.trim()) else { return };
            for (n, named) in &a.facts.names.scopes[*s].names {
                if !named.private && !n.contains('(') {
                    named_item(a, d, *s, n, named, 1, out);
                }
            }
        }
    }
}

fn kind_of(f: &Facts, t: &Target) -> l::CompletionItemKind {
    use l::CompletionItemKind as K;
    match t {
        Target::Symbol(s) => match f.program.symbols[s.0 as usize].storage {
            ferrotran_typed::Storage::Constant => K::CONSTANT,
            _ => K::VARIABLE,
        },
        Target::Proc(_) | Target::Generic(..) | Target::External(..) | Target::Intrinsic(_) => K::FUNCTION,
        Target::Binding(..) | Target::TypeGeneric(..) => K::METHOD,
        Target::Component(..) => K::FIELD,
        Target::Type(_) => K::STRUCT,
        Target::Module(_) => K::MODULE,
        Target::Namelist(..) => K::VARIABLE,
    }
}

fn first_line(text: String) -> String {
    text.lines().next().unwrap_or_default().to_string()
}

fn named_item(
    a: &Analysis,
    d: &Describe<'_>,
    scope: usize,
    name: &Name,
    n: &Named,
    rank: u8,
    out: &mut Vec<l::CompletionItem>,
) {
    let Some(t) = a.facts.of_named(scope, name, n) else { return };
    out.push(item(name, kind_of(&a.facts, &t), first_line(d.declaration(&t)), rank));
}

/// All names of a place.
fn names(a: &Analysis, d: &Describe<'_>, offset: u32, out: &mut Vec<l::CompletionItem>) {
    let mut seen: Vec<Name> = vec![];
    for (n, s) in locals(&a.found, a.facts.extent, offset) {
        if !seen.contains(&n) {
            let t = Target::Symbol(s);
            out.push(item(&n, kind_of(&a.facts, &t), first_line(d.declaration(&t)), 1));
            seen.push(n);
        }
    }
    if let Some(scope) = scope_at(&a.found, a.facts.extent, offset) {
        a.facts.names.visible(scope, &mut |s, n, named| {
            let plain = n.bytes().all(crate::text::in_name);
            if plain && !seen.contains(n) {
                named_item(a, d, s, n, named, 2, out);
            }
        });
    }
    for row in ferrotran_typed::intrinsics::rows() {
        use ferrotran_typed::intrinsics::Origin;
        if matches!(row.origin, Origin::Standard | Origin::Extension) && row.name.bytes().all(crate::text::in_name) {
            let rank = if row.origin == Origin::Standard { 3 } else { 4 };
            out.push(item(row.name, l::CompletionItemKind::FUNCTION, d.intrinsic(row.id).label, rank));
        }
    }
}

/// What may stand behind `%`.
fn members(a: &Analysis, d: &Describe<'_>, ty: &Ty, out: &mut Vec<l::CompletionItem>) {
    if matches!(ty, Ty::Complex(_)) {
        for part in ["re", "im"] {
            out.push(item(part, l::CompletionItemKind::FIELD, String::new(), 1));
        }
        return;
    }
    let Some(t) = Facts::derived(ty) else { return };
    let mut add = |name: &str, t: Target| {
        out.push(item(name, kind_of(&a.facts, &t), first_line(d.declaration(&t)), 1));
    };
    let mut at: Option<TypeId> = Some(t);
    while let Some(of) = at {
        let ty = &a.facts.program.types[of.0 as usize];
        for (i, c) in ty.components.iter().enumerate() {
            add(&c.name, Target::Component(of, i));
        }
        for (n, _) in a.facts.names.type_generics.get(of.0 as usize).into_iter().flatten() {
            if !n.contains('(') {
                add(n, Target::TypeGeneric(of, n.clone()));
            }
        }
        at = ty.extends;
    }
    for (i, b) in a.facts.program.types[t.0 as usize].bindings.iter().enumerate() {
        add(&b.name, Target::Binding(t, i));
    }
}

/// Keywords of the arguments of a call.
fn keywords(a: &Analysis, d: &Describe<'_>, callee: &Target, out: &mut Vec<l::CompletionItem>) {
    let mut add = |name: &str, detail: String| {
        if !out.iter().any(|i| i.label == format!("{name}=")) {
            out.push(item(&format!("{name}="), l::CompletionItemKind::FIELD, detail, 0));
        }
    };
    match callee {
        Target::Intrinsic(i) => {
            i.row().args.iter().filter(|x| x.name != "...").for_each(|x| add(x.name, String::new()));
        }
        Target::Type(t) => {
            for (i, c) in a.facts.program.types[t.0 as usize].components.iter().enumerate() {
                add(&c.name, d.declaration(&Target::Component(*t, i)));
            }
        }
        _ => {
            for p in a.facts.callees(callee) {
                for s in &a.facts.program.procs[p.0 as usize].args {
                    add(&a.facts.program.symbols[s.0 as usize].name, d.symbol(*s));
                }
            }
        }
    }
}

/// Directives, and the clauses of one.
fn omp(before: &Before, out: &mut Vec<l::CompletionItem>) {
    let text = String::from_utf8_lossy(&before.text).to_ascii_lowercase();
    if let Some(call) = context::open_call(&before.text) {
        // Modifiers and words of a clause.
        let clause = call.chain.last().and_then(|n| ClauseKind::by_name(n));
        for m in clause.into_iter().flat_map(|c| c.info().modifiers) {
            let word = m.trim_end_matches('=');
            if !matches!(word, "id" | "name") {
                out.push(item(word, l::CompletionItemKind::KEYWORD, "modifier".into(), 1));
            }
        }
        return;
    }
    let cut = context::word_start(text.as_bytes());
    let typed: Vec<&str> = text[..cut].split_whitespace().collect();
    let (end, typed) = match typed.split_first() {
        Some((&"end", rest)) => (true, rest),
        _ => (false, &typed[..]),
    };
    // The longest directive that the words begin with.
    let found = (1..=typed.len()).rev().find_map(|n| Directive::by_name(&typed[..n].join(" ")).map(|d| (n, d)));
    let prefix = typed.join(" ");
    let whole = found.is_none_or(|(n, _)| n == typed.len());
    if whole {
        let names = Directive::all().filter(|d| !end || d.has_end()).map(|d| d.name());
        for n in names {
            let rest =
                if prefix.is_empty() { Some(n) } else { n.strip_prefix(&*prefix).and_then(|r| r.strip_prefix(' ')) };
            if let Some(rest) = rest {
                out.push(item(rest, l::CompletionItemKind::KEYWORD, "directive".into(), 1));
            }
        }
        if prefix.is_empty() && !end {
            words(&["end"], 1, out);
        }
    }
    if let Some((_, d)) = found.filter(|_| !end) {
        for c in d.clauses() {
            if !c.info().refused {
                out.push(item(c.name(), l::CompletionItemKind::PROPERTY, format!("clause of {}", d.name()), 0));
            }
        }
    }
}

/// The signature of the call around an offset.
pub fn signature(world: &mut World, doc: usize, offset: u32) -> Option<l::SignatureHelp> {
    let path = world.docs[doc].path.clone();
    let before = context::before(&world.docs[doc].text, offset, context::is_fixed(&path));
    if before.omp {
        return None;
    }
    world.analysis(doc)?;
    let a = world.docs[doc].analysis.as_ref()?;
    let d = Describe { facts: &a.facts, map: &world.map };
    // A subscript or a parenthesis of the call itself is no call: the next outer one counts.
    let mut text = before.text.clone();
    loop {
        let call = context::open_call(&text);
        let callee = call.as_ref().and_then(|c| resolve(a, offset, &c.chain));
        let call = call.unwrap_or_default();
        let list: Vec<Signature> = match &callee {
            Some(Target::Intrinsic(i)) => vec![d.intrinsic(*i)],
            Some(Target::Type(t)) => vec![constructor(a, *t)],
            Some(t) => {
                let passed = match t {
                    Target::Binding(ty, slot) => a.facts.program.types[ty.0 as usize].bindings[*slot].pass,
                    _ => None,
                };
                let name = call.chain.last().cloned().unwrap_or_default();
                let generic = matches!(t, Target::Generic(..) | Target::TypeGeneric(..));
                let of = |p: ferrotran_typed::ProcId| match generic {
                    true => d.signature(p, &a.facts.program.procs[p.0 as usize].name, passed),
                    false => d.signature(p, &name, passed),
                };
                a.facts.callees(t).into_iter().map(of).collect()
            }
            None => vec![],
        };
        if !list.is_empty() {
            return Some(help(list, &call, world.enc));
        }
        let mut depth = 0;
        let open = text.iter().rposition(|b| {
            match b {
                b')' | b']' => depth += 1,
                b'(' | b'[' => depth -= 1,
                _ => {}
            }
            depth < 0
        })?;
        text.truncate(open);
    }
}

fn constructor(a: &Analysis, t: TypeId) -> Signature {
    let ty = &a.facts.program.types[t.0 as usize];
    let mut label = format!("{}(", ty.name);
    let mut args = vec![];
    for (i, c) in ty.components.iter().enumerate() {
        if i > 0 {
            label.push_str(", ");
        }
        let lo = label.len() as u32;
        label.push_str(&c.name);
        args.push((c.name.to_string(), lo, label.len() as u32));
    }
    label.push(')');
    Signature { label, args }
}

fn help(list: Vec<Signature>, call: &context::Call, _: crate::text::Encoding) -> l::SignatureHelp {
    let position = |s: &Signature| match &call.keyword {
        Some(k) => s.args.iter().position(|a| a.0 == *k),
        None => Some(call.argument).filter(|n| *n < s.args.len()),
    };
    let best = list.iter().position(|s| position(s).is_some()).unwrap_or(0);
    let active = list.get(best).and_then(position).map(|p| p as u32);
    let signatures = list.into_iter().map(|s| {
        let parameters = s.args.iter().map(|(_, lo, hi)| l::ParameterInformation {
            label: l::ParameterLabel::LabelOffsets([*lo, *hi]),
            documentation: None,
        });
        let parameters = Some(parameters.collect());
        l::SignatureInformation { label: s.label, documentation: None, parameters, active_parameter: None }
    });
    l::SignatureHelp { signatures: signatures.collect(), active_signature: Some(best as u32), active_parameter: active }
}
