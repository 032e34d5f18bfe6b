//! Finding, reading and writing module files; which modules files use; in what order files are compiled.

use super::foreign::Found;
use super::{Dialect, ModuleFile, extract};
use ferrotran_ir::{Attr, Builder, Loc, Module, OpKind, Point};
use ferrotran_sema::{Import, Imports, module_file_name, module_key};
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode};
use ferrotran_source::{LogicalLine, Segment, SourceMap, Span};
use ferrotran_syntax::ParseOptions;
use ferrotran_syntax::ast::{self, Stmt, StmtKind, UnitKind, UseNature};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// A parsed file, with the lines that it was parsed from.
#[derive(Debug)]
pub struct Unit {
    /// Name of the file.
    pub name: String,
    /// Its logical lines.
    pub lines: Vec<LogicalLine>,
    /// Its tree.
    pub tree: ast::File,
}

/// Where module files are.
#[derive(Clone, Debug, Default)]
pub struct Dirs {
    /// `-J`: where they are written.
    pub output: Option<String>,
    /// `-I`.
    pub include: Vec<String>,
}

impl Dirs {
    /// Folders to search, in order.
    fn search(&self) -> Vec<PathBuf> {
        let mut v: Vec<PathBuf> = vec![];
        let all = std::iter::once(".").chain(self.output.as_deref()).chain(self.include.iter().map(|s| &**s));
        for d in all {
            let d = PathBuf::from(d);
            if !v.contains(&d) {
                v.push(d);
            }
        }
        v
    }
}

/// Interfaces of modules by key.
pub type Interfaces = BTreeMap<String, u64>;

/// Modules that a unit names, each with the place of its first mention.
fn uses(u: &ast::Unit, out: &mut Vec<(String, Span)>) {
    if let UnitKind::Submodule { ancestor, parent } = &u.kind {
        out.push((ancestor.name.to_string(), ancestor.span));
        if let Some(p) = parent {
            out.push((format!("{}:{}", ancestor.name, p.name), p.span));
        }
    }
    uses_in(&u.spec, out);
    uses_in(&u.body, out);
    u.contains.iter().for_each(|c| uses(c, out));
}

fn uses_in(block: &[Stmt], out: &mut Vec<(String, Span)>) {
    for s in block {
        match &s.kind {
            StmtKind::Use(u) => {
                let intrinsic = u.nature == Some(UseNature::Intrinsic);
                if !intrinsic {
                    let key =
                        if u.nature.is_some() { format!("!{}", u.module.name) } else { u.module.name.to_string() };
                    out.push((key, u.module.span));
                }
            }
            StmtKind::Interface(b) => b.bodies.iter().for_each(|u| uses(u, out)),
            StmtKind::BlockConstruct { spec, body, .. } => {
                uses_in(spec, out);
                uses_in(body, out);
            }
            k => k.blocks(&mut |b| uses_in(b, out)),
        }
    }
}

/// Modules of other compilations that a unit names: without intrinsic ones, unless those are hidden by others.
fn used_keys(u: &ast::Unit, own: &HashSet<String>) -> Vec<(String, Span)> {
    let mut all = vec![];
    uses(u, &mut all);
    let mut seen = HashSet::new();
    let mut out = vec![];
    for (key, span) in all {
        let (key, forced) = match key.strip_prefix('!') {
            Some(k) => (k.to_string(), true),
            None => (key, false),
        };
        if (forced || own.contains(&key) || !ferrotran_sema::is_intrinsic_module(&key)) && seen.insert(key.clone()) {
            out.push((key, span));
        }
    }
    out
}

/// Keys of the modules that some files define.
fn defined<'u>(units: impl IntoIterator<Item = &'u Unit>) -> HashSet<String> {
    units.into_iter().flat_map(|u| &u.tree.units).filter_map(module_key).map(|k| k.to_string()).collect()
}

/// Module files that a file's compilation writes, and those that are there already which it reads.
pub fn names(unit: &Unit, dirs: &Dirs) -> (Vec<String>, Vec<String>) {
    let own = defined([unit]);
    let folder = dirs.output.clone().map(PathBuf::from).unwrap_or_default();
    let mut written: Vec<String> = own.iter().map(|k| folder.join(module_file_name(k)).display().to_string()).collect();
    written.sort();
    let mut read = vec![];
    for (key, _) in unit.tree.units.iter().flat_map(|u| used_keys(u, &own)) {
        let name = module_file_name(&key);
        let path = dirs.search().into_iter().map(|d| d.join(&name)).find(|p| p.is_file());
        let shown = path.unwrap_or(folder.join(&name)).display().to_string();
        let shown = shown.strip_prefix("./").unwrap_or(&shown).to_string();
        if !own.contains(&key) && !read.contains(&shown) {
            read.push(shown);
        }
    }
    (written, read)
}

/// Numbers of the files in an order in which each follows those whose modules it uses; otherwise as they were given.
pub fn dependency_order(units: &[Unit]) -> Vec<usize> {
    let own = defined(units);
    let mut definer: HashMap<String, usize> = HashMap::new();
    for (i, u) in units.iter().enumerate() {
        for k in u.tree.units.iter().filter_map(module_key) {
            definer.entry(k.to_string()).or_insert(i);
        }
    }
    fn visit(
        i: usize,
        units: &[Unit],
        own: &HashSet<String>,
        definer: &HashMap<String, usize>,
        done: &mut Vec<bool>,
        out: &mut Vec<usize>,
    ) {
        if std::mem::replace(&mut done[i], true) {
            return;
        }
        for u in &units[i].tree.units {
            for (k, _) in used_keys(u, own) {
                if let Some(&j) = definer.get(&k) {
                    visit(j, units, own, definer, done, out);
                }
            }
        }
        out.push(i);
    }
    let (mut done, mut out) = (vec![false; units.len()], vec![]);
    for i in 0..units.len() {
        visit(i, units, &own, &definer, &mut done, &mut out);
    }
    out
}

/// Modules of a compilation.
#[derive(Debug, Default)]
pub struct Modules {
    /// Those that it defines.
    defined: Vec<ModuleFile>,
    /// Those of others that it uses, directly or through others.
    used: Interfaces,
}

/// Reads the module files that some files need, and those that these need; describes the modules that they define,
/// compiled with those kinds of default integer, real and logical and of double precision.
pub fn closure(
    units: &[&Unit],
    dirs: &Dirs,
    kinds: [u8; 4],
    (parse_options, options): (&ParseOptions, &ferrotran_sema::Options),
    map: &mut SourceMap,
    diag: &mut Diagnostics,
) -> (Imports, Modules) {
    let dialect = Dialect::new(parse_options, options);
    let search = dirs.search();
    let own = defined(units.iter().copied());
    let mut work: Vec<(String, Span)> =
        units.iter().flat_map(|u| &u.tree.units).flat_map(|u| used_keys(u, &own)).collect();
    let mut found: Vec<(Span, PathBuf, ModuleFile)> = vec![];
    let mut seen: HashSet<String> = own.clone();
    let mut known = Interfaces::new();
    let searched = search.iter().map(|d| format!("`{}`", d.display())).collect();
    let mut out = Imports { searched, ..Imports::default() };
    let mut foreign = Found::default();
    let mut at = 0;
    loop {
        if at == work.len() {
            work.extend(foreign.own(&own, &search).into_iter().filter(|w| !seen.contains(&w.0)));
        }
        let Some((key, span)) = work.get(at).cloned() else { break };
        at += 1;
        if !seen.insert(key.clone()) {
            continue;
        }
        let file = module_file_name(&key);
        let read = search.iter().find_map(|d| std::fs::read(d.join(&file)).ok().map(|b| (d.join(&file), b)));
        // Sema says where it was looked for.
        let Some((path, bytes)) = read else { continue };
        if ferrotran_gfmod::is_module_file(&bytes) {
            if let Err(why) = foreign.add(&key, &path, &bytes, span) {
                let text = format!("the module file `{}` {why}", path.display());
                diag.add(Diagnostic::error(ErrorCode::Module, span, text).label("needed here"));
                out.broken.push(key);
            }
            continue;
        }
        let module = ModuleFile::decode(&bytes)
            .and_then(|m| if m.key == key { Ok(m) } else { Err(format!("describes the module `{}`", m.key)) });
        let tree = match module {
            Ok(m) => {
                let tree = parse(&m, map, diag, span);
                found.push((span, path, m));
                tree
            }
            Err(why) => {
                let text = format!("the module file `{}` {why}", path.display());
                diag.add(Diagnostic::error(ErrorCode::Module, span, text).label("needed here"));
                out.broken.push(key);
                continue;
            }
        };
        let Some(tree) = tree else {
            out.broken.push(key);
            continue;
        };
        let (_, _, m) = found.last().expect("pushed above");
        let mut named: Vec<(String, Span)> =
            tree.units.iter().flat_map(|u| used_keys(u, &own)).map(|(k, _)| (k, span)).collect();
        work.append(&mut named);
        known.insert(key, m.interface);
        out.modules.push(Import { file: tree, options: options_of(m, 0), foreign: vec![] });
    }
    import_foreign(&foreign, (&own, &search), map, diag, &mut known, &mut out);
    check_submodules(units, &foreign, diag);
    let mut modules = Modules { used: known.clone(), ..Modules::default() };
    for u in units {
        for unit in &u.tree.units {
            if let Some(key) = module_key(unit)
                && let Some((files, lines)) = extract::visible(&u.lines, unit, map)
            {
                let uses = used_keys(unit, &own).into_iter().map(|(k, _)| (k, 0)).collect();
                let source = u.name.replace('\n', " ");
                let key = key.to_string();
                modules.defined.push(ModuleFile { key, source, kinds, dialect, interface: 0, uses, files, lines });
            }
        }
    }
    interfaces(&mut modules.defined, &mut known);
    for (span, path, m) in &found {
        for (used, interface) in &m.uses {
            if known.get(used).is_some_and(|now| now != interface) {
                let d = Diagnostic::error(
                    ErrorCode::Module,
                    *span,
                    format!("module `{}` was compiled with another version of module `{used}`", m.key),
                )
                .label("needed here")
                .with_note(format!("`{}` came from {}", path.display(), m.source))
                .with_help(format!("compile {} again", m.source));
                diag.add(d);
                if !out.broken.contains(&m.key) {
                    out.broken.push(m.key.clone());
                }
            }
        }
    }
    out.modules.retain(|m| !m.file.units.iter().filter_map(module_key).any(|k| out.broken.iter().any(|b| **b == *k)));
    (out, modules)
}

/// Adds the modules that gfortran compiled.
fn import_foreign(
    foreign: &Found,
    (own, search): (&HashSet<String>, &[PathBuf]),
    map: &mut SourceMap,
    diag: &mut Diagnostics,
    known: &mut Interfaces,
    out: &mut Imports,
) {
    for f in foreign.units(own, search) {
        match parse(&f.module, map, diag, f.span) {
            Some(file) => {
                if f.filed {
                    known.insert(f.module.key.clone(), f.module.interface);
                }
                out.modules.push(Import { file, options: options_of(&f.module, f.version), foreign: f.foreign });
            }
            None => out.broken.push(f.module.key),
        }
    }
}

/// Submodules of a module that gfortran compiled would have other conventions than its callers.
fn check_submodules(units: &[&Unit], foreign: &Found, diag: &mut Diagnostics) {
    for u in units.iter().flat_map(|u| &u.tree.units) {
        if let UnitKind::Submodule { ancestor, .. } = &u.kind
            && foreign.has(&ancestor.name)
        {
            let text = format!("module `{}` was compiled by gfortran and can have no submodule here", ancestor.name);
            diag.add(Diagnostic::error(ErrorCode::Module, ancestor.span, text));
        }
    }
}

/// Options by which the text of a module is analysed; the version of gfortran's file, where it comes from one.
fn options_of(m: &ModuleFile, gfortran: u8) -> ferrotran_sema::Options {
    let [default_integer, default_real, default_logical, default_double] = m.kinds;
    ferrotran_sema::Options {
        default_integer,
        default_real,
        default_double,
        default_logical,
        openmp: true,
        check_calls: true,
        range_check: !m.dialect.no_range_check && gfortran == 0,
        dec: ferrotran_sema::Dec {
            structure: m.dialect.dots,
            bitwise: m.dialect.bitwise,
            char_conversions: m.dialect.char_conversions,
            // The formats of a module were checked where it was compiled.
            blank_items: true,
            ints: m.dialect.ints,
        },
        module_private: m.dialect.private,
        several_images: m.dialect.images,
        // Warnings were given where the module was compiled.
        old_formats: true,
        warnings: ferrotran_sema::warn::Warnings::none(),
        gfortran,
        ..Default::default()
    }
}

/// Computes the interfaces of modules, each after those that it uses.
fn interfaces(modules: &mut [ModuleFile], known: &mut Interfaces) {
    let mut left: Vec<usize> = (0..modules.len()).collect();
    while !left.is_empty() {
        let names: HashSet<String> = left.iter().map(|i| modules[*i].key.clone()).collect();
        // Modules that use each other in a circle are an error that sema reports: any order will do.
        let ready = |i: &usize| !modules[*i].uses.iter().any(|(k, _)| names.contains(k) && *k != modules[*i].key);
        let k = left.iter().position(ready).unwrap_or(0);
        let m = &mut modules[left.remove(k)];
        m.uses.retain_mut(|(k, interface)| match known.get(k) {
            Some(n) => {
                *interface = *n;
                true
            }
            None => false,
        });
        m.interface = m.interface_of();
        known.insert(m.key.clone(), m.interface);
    }
}

impl Modules {
    /// Writes the module files. A file that says the same to all users stays as it is, for the sake of build systems
    /// that compare times.
    pub fn write(&self, dirs: &Dirs) -> Result<(), String> {
        let folder = PathBuf::from(dirs.output.as_deref().unwrap_or("."));
        for m in &self.defined {
            let path = folder.join(module_file_name(&m.key));
            let old = std::fs::read(&path).ok().and_then(|b| ModuleFile::decode(&b).ok());
            if old.is_some_and(|o| {
                o.key == m.key && o.kinds == m.kinds && o.dialect == m.dialect && o.interface == m.interface
            }) {
                continue;
            }
            replace_file(&path, &m.encode()).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        }
        Ok(())
    }

    /// Says in the IR which modules are defined and used (`fort.modules`), for the object.
    pub fn note(&self, m: &mut Module) {
        let pair =
            |key: &str, interface: u64| Attr::List(vec![Attr::str(key), Attr::str(&format!("{interface:016x}"))]);
        let defined: Vec<Attr> = self.defined.iter().map(|m| pair(&m.key, m.interface)).collect();
        let used: Vec<Attr> = self.used.iter().map(|(k, i)| pair(k, *i)).collect();
        if defined.is_empty() && used.is_empty() {
            return;
        }
        let point = Point { region: m.top, at: Some(0) };
        let mut b = Builder { m, point, loc: Loc::default() };
        b.op(OpKind::Modules).attr("defined", Attr::List(defined)).attr("used", Attr::List(used)).build();
    }
}

/// Writes a file so that others see the old or the new contents, never a part. Something else than a file (a device,
/// a pipe) is written to, not replaced.
pub fn replace_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir()) {
        return std::fs::write(path, bytes);
    }
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let temporary = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let r = std::fs::write(&temporary, bytes).and_then(|()| std::fs::rename(&temporary, path));
    if r.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    r
}

/// The tree of a module file, its places in the files that its lines come from.
fn parse(m: &ModuleFile, map: &mut SourceMap, diag: &mut Diagnostics, at: Span) -> Option<ast::File> {
    // One text for each file, with every line at its number.
    let mut texts: Vec<(Vec<u8>, u32)> = vec![(vec![], 1); m.files.len()];
    let mut offsets = vec![];
    for l in &m.lines {
        let (text, next) = &mut texts[l.file];
        while *next < l.number {
            text.push(b'\n');
            *next += 1;
        }
        offsets.push(text.len() as u32);
        text.extend_from_slice(&l.text);
        text.push(b'\n');
        *next += 1;
    }
    let mut starts = vec![];
    for (name, (text, _)) in m.files.iter().zip(texts) {
        match map.add_included(name, text, at) {
            Some(id) => starts.push(map.file(id).start),
            None => {
                diag.error(ErrorCode::FileRead, at, "the sources are larger than 4 GiB");
                return None;
            }
        }
    }
    let lines: Vec<LogicalLine> = m
        .lines
        .iter()
        .zip(offsets)
        .map(|(l, off)| LogicalLine {
            dots: m.dialect.dots,
            kind: l.kind,
            fixed: l.fixed,
            text: l.text.clone(),
            map: vec![Segment { off: 0, pos: starts[l.file] + off, linear: true }],
            bad: false,
            backslash: m.dialect.backslash,
            bare_exponents: m.dialect.bare_exponents,
            // That was decided when the module was compiled.
            dollars: true,
        })
        .collect();
    // Warnings were given when the module was compiled.
    let mut own = Diagnostics::new();
    let mut tree = ferrotran_syntax::parse_lines(&lines, &mut own);
    own.iter().filter(|d| d.level == ferrotran_source::message::Level::Error).for_each(|d| diag.add(d.clone()));
    tree.units.retain(|u| module_key(u).is_some_and(|k| *k == *m.key));
    Some(tree)
}
