//! The workspace: its files, which of them use which modules, and what the analysis says of each. A change leads to a
//! new analysis of the file, and of its users only where the interface of one of its modules changed.

use crate::symbols::{self, Entry};
use crate::target::Facts;
use crate::text::{Encoding, Text, uri_of};
use crate::walk::{self, Found};
use crate::{Host, Remark};
use ferrotran_sema::{Import, Imports, Options, module_key};
use ferrotran_source::message::{Diagnostic, Diagnostics, ErrorCode, Level};
use ferrotran_source::{LogicalLine, SourceMap, Span};
use ferrotran_syntax::ast::{self, Name, Stmt, StmtKind, UnitKind, UseNature};
use lsp_types as l;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::panic::AssertUnwindSafe;
use std::str::FromStr;
use std::sync::Arc;

/// Files that are looked for in the folders of the workspace.
const EXTENSIONS: &[&str] = &["f90", "f95", "f03", "f08", "f18", "f23", "f", "for", "ftn", "f77", "fpp"];
/// More files than this are not read from the folders of a workspace.
const MOST_FILES: usize = 20_000;
/// Old versions of texts are forgotten when all texts together are larger.
const MOST_TEXT: u64 = 512 << 20;

/// What a name stands for, in all files.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// Offsets in the file.
    pub lo: u32,
    /// Behind it.
    pub hi: u32,
    /// Number of the key.
    pub key: u32,
    /// It declares the entity.
    pub declares: bool,
    /// The text is the name.
    pub exact: bool,
    /// A name by USE that differs from that of the entity.
    pub alias: bool,
}

/// What the parser says of a file.
pub struct Parsed {
    /// First position, and position after the last.
    pub extent: (u32, u32),
    /// The tree.
    pub tree: ast::File,
    /// Its symbols for people.
    pub symbols: Vec<Entry>,
    diag: Diagnostics,
    /// Modules that it defines, without what users do not see.
    modules: Vec<(Name, ast::Unit)>,
    /// Modules that it uses.
    uses: Vec<String>,
    /// What the users of its modules see.
    interface: u64,
    includes: Vec<String>,
}

impl Parsed {
    /// Keys of the modules that it defines.
    pub fn module_names(&self) -> impl Iterator<Item = Name> {
        self.modules.iter().map(|m| m.0.clone())
    }
}

/// What the analysis says of a file that is open.
pub struct Analysis {
    /// The program and its names.
    pub facts: Facts,
    /// The names of the file.
    pub found: Found,
}

/// A file.
pub struct Doc {
    /// Its path, or its URI where it has none.
    pub path: String,
    /// Its URI as the client writes it.
    pub uri: l::Uri,
    /// The version, while it is open.
    pub open: Option<i32>,
    /// Its text.
    pub text: Text,
    /// The tree.
    pub parsed: Option<Parsed>,
    /// Its names, in the order of the text.
    pub uses: Vec<Use>,
    /// Its messages.
    pub messages: Vec<l::Diagnostic>,
    /// The full analysis, of open files.
    pub analysis: Option<Analysis>,
    stale: bool,
    gone: bool,
    unpublished: bool,
}

/// The workspace.
pub struct World {
    /// The compiler.
    pub host: Box<dyn Host>,
    /// How columns are counted.
    pub enc: Encoding,
    /// All texts that were parsed.
    pub map: SourceMap,
    /// The files.
    pub docs: Vec<Doc>,
    by_path: FxHashMap<String, usize>,
    modules: FxHashMap<Name, Vec<usize>>,
    keys: FxHashMap<String, u32>,
    key_names: Vec<String>,
    /// Grows with every change.
    pub revision: u64,
    text_bytes: u64,
    explained: Option<(u64, usize, Vec<Remark>)>,
}

impl World {
    /// An empty workspace.
    pub fn new(host: Box<dyn Host>, enc: Encoding) -> World {
        World {
            host,
            enc,
            map: SourceMap::new(),
            docs: vec![],
            by_path: FxHashMap::default(),
            modules: FxHashMap::default(),
            keys: FxHashMap::default(),
            key_names: vec![],
            revision: 0,
            text_bytes: 0,
            explained: None,
        }
    }

    // ---- files

    /// The file of a path.
    pub fn doc(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied().filter(|i| !self.docs[*i].gone)
    }

    /// Sets the text of a file; `open`: its version in the editor.
    pub fn set(&mut self, path: &str, uri: Option<l::Uri>, text: Text, open: Option<i32>) -> Option<usize> {
        let uri = match uri {
            Some(u) => u,
            None => l::Uri::from_str(&uri_of(path)).ok()?,
        };
        self.revision += 1;
        let i = match self.by_path.get(path) {
            Some(i) => *i,
            None => {
                self.docs.push(Doc {
                    path: path.to_string(),
                    uri: uri.clone(),
                    open: None,
                    text: Text::new(vec![]),
                    parsed: None,
                    uses: vec![],
                    messages: vec![],
                    analysis: None,
                    stale: true,
                    gone: false,
                    unpublished: false,
                });
                self.by_path.insert(path.to_string(), self.docs.len() - 1);
                self.docs.len() - 1
            }
        };
        let doc = &mut self.docs[i];
        let same = doc.parsed.is_some() && doc.text.bytes == text.bytes && !doc.gone;
        if open.is_some() {
            doc.uri = uri;
        }
        doc.open = open;
        doc.gone = false;
        doc.unpublished = true;
        if !same {
            doc.text = text;
            self.changed(i);
        } else if open.is_some() && doc.analysis.is_none() {
            doc.stale = true;
        }
        if open.is_none() {
            self.docs[i].analysis = None;
        }
        Some(i)
    }

    /// A file whose tree is no longer that of its text, and those that include it.
    fn changed(&mut self, i: usize) {
        let path = self.docs[i].path.clone();
        self.docs[i].stale = true;
        let includes = |d: &Doc| d.parsed.as_ref().is_some_and(|p| p.includes.contains(&path));
        let also: Vec<usize> = (0..self.docs.len()).filter(|d| *d == i || includes(&self.docs[*d])).collect();
        for d in also {
            self.reparse(d);
        }
    }

    /// A file that is not of the workspace changed on the disk: those that include it are read again.
    pub fn included_changed(&mut self, path: &str) {
        self.revision += 1;
        let includes = |d: &Doc| d.parsed.as_ref().is_some_and(|p| p.includes.iter().any(|f| f == path));
        let list: Vec<usize> = (0..self.docs.len()).filter(|d| includes(&self.docs[*d])).collect();
        list.into_iter().for_each(|d| self.reparse(d));
    }

    /// Takes a file out of the workspace.
    pub fn remove(&mut self, path: &str) {
        let Some(i) = self.doc(path) else { return };
        self.revision += 1;
        let old = self.forget(i);
        let doc = &mut self.docs[i];
        doc.gone = true;
        doc.uses.clear();
        doc.messages.clear();
        doc.analysis = None;
        doc.unpublished = true;
        doc.stale = false;
        self.mark_users(old.into_iter().flat_map(|p| p.modules).map(|m| m.0).collect());
    }

    /// Reads the Fortran files in a folder and those below it.
    pub fn read_folder(&mut self, folder: &str) {
        let mut work = vec![std::path::PathBuf::from(folder)];
        let mut count = 0;
        while let Some(dir) = work.pop() {
            let Ok(list) = std::fs::read_dir(&dir) else { continue };
            let mut paths: Vec<std::path::PathBuf> = list.flatten().map(|e| e.path()).collect();
            paths.sort();
            for p in paths {
                let hidden = p.file_name().is_none_or(|n| n.to_string_lossy().starts_with('.'));
                let Ok(kind) = std::fs::symlink_metadata(&p) else { continue };
                if hidden || kind.is_symlink() {
                    continue;
                }
                if kind.is_dir() {
                    work.push(p);
                } else if is_fortran(&p.to_string_lossy()) && count < MOST_FILES {
                    count += 1;
                    self.read(&p.to_string_lossy());
                }
            }
        }
    }

    /// Reads a file of the workspace from the disk, unless it is open.
    pub fn read(&mut self, path: &str) {
        if self.doc(path).is_some_and(|i| self.docs[i].open.is_some()) {
            return;
        }
        match std::fs::read(path) {
            Ok(bytes) => {
                self.set(path, None, Text::new(bytes), None);
            }
            Err(_) => self.remove(path),
        }
    }

    // ---- parsing

    fn forget(&mut self, i: usize) -> Option<Parsed> {
        let old = self.docs[i].parsed.take();
        for (k, _) in old.iter().flat_map(|p| &p.modules) {
            if let Some(list) = self.modules.get_mut(k) {
                list.retain(|d| *d != i);
            }
        }
        old
    }

    fn reparse(&mut self, i: usize) {
        if self.text_bytes > MOST_TEXT {
            self.text_bytes = 0;
            self.map = SourceMap::new();
            for d in 0..self.docs.len() {
                if !self.docs[d].gone {
                    self.docs[d].analysis = None;
                    self.docs[d].stale = true;
                    self.parse(d);
                }
            }
            return;
        }
        let old = self.forget(i);
        self.parse(i);
        let seen = |p: &Parsed| (p.interface, p.modules.iter().map(|m| m.0.clone()).collect::<FxHashSet<Name>>());
        let (before, after) = (old.as_ref().map(&seen), self.docs[i].parsed.as_ref().map(&seen));
        if before != after {
            let keys = [before, after].into_iter().flatten().flat_map(|s| s.1).collect();
            self.mark_users(keys);
        }
    }

    /// The users of modules, and those of their modules, are to be analysed again.
    fn mark_users(&mut self, mut keys: FxHashSet<Name>) {
        loop {
            let before = keys.len();
            for d in &mut self.docs {
                let Some(p) = &d.parsed else { continue };
                if p.uses.iter().any(|u| keys.contains(&**u)) {
                    d.stale = true;
                    keys.extend(p.modules.iter().map(|m| m.0.clone()));
                }
            }
            if keys.len() == before {
                return;
            }
        }
    }

    fn parse(&mut self, i: usize) {
        let doc = &mut self.docs[i];
        doc.stale = true;
        let mut diag = Diagnostics::new();
        diag.limit = 1000;
        self.host.set_up(&mut diag);
        let bytes = doc.text.bytes.clone();
        self.text_bytes += bytes.len() as u64;
        let Some(file) = self.map.add(&doc.path, bytes) else { return };
        let f = self.map.file(file);
        let extent = (f.start, f.start + f.bytes.len() as u32);
        let options = self.host.parse_options();
        let map = &mut self.map;
        let read = std::panic::catch_unwind(AssertUnwindSafe(|| {
            let lines = ferrotran_syntax::read_lines(map, file, &options, &mut diag);
            let tree = ferrotran_syntax::parse_lines(&lines, &mut diag);
            (lines, tree)
        }));
        let (lines, mut tree) = read.unwrap_or_else(|_| {
            diag.error(ErrorCode::Internal, Span::new(extent.0, extent.0), "internal error of the compiler");
            (vec![], ast::File::default())
        });
        if diag.has_errors() && !self.host.recover(&mut tree, &self.map, &diag) {
            tree = ast::File::default();
        }
        let includes = self.map.files().skip(file.0 as usize + 1).map(|(_, f)| f.name.to_string()).collect();
        let mut modules = vec![];
        let mut uses: Vec<String> = vec![];
        for u in &tree.units {
            uses_of(u, &mut uses);
            if let Some(k) = module_key(u) {
                modules.push((k, visible(u)));
            }
        }
        uses.sort();
        uses.dedup();
        let interface = interface(&tree, &lines);
        for (k, _) in &modules {
            self.modules.entry(k.clone()).or_default().push(i);
        }
        let symbols = symbols::of_file(&tree, &self.map, extent);
        self.docs[i].parsed = Some(Parsed { extent, tree, symbols, diag, modules, uses, interface, includes });
    }

    // ---- analysis

    /// A file whose analysis is not up to date; open ones first.
    pub fn next_stale(&self) -> Option<usize> {
        let stale = |i: &usize| self.docs[*i].stale && !self.docs[*i].gone;
        (0..self.docs.len())
            .find(|i| stale(i) && self.docs[*i].open.is_some())
            .or_else(|| (0..self.docs.len()).find(stale))
    }

    /// Files whose messages the client does not have yet.
    pub fn unpublished(&mut self) -> Vec<usize> {
        let list: Vec<usize> =
            (0..self.docs.len()).filter(|i| self.docs[*i].unpublished && !self.docs[*i].stale).collect();
        for i in &list {
            self.docs[*i].unpublished = false;
        }
        list
    }

    /// Brings all files up to date.
    pub fn finish(&mut self) {
        while let Some(i) = self.next_stale() {
            self.analyse(i);
        }
    }

    /// The analysis of a file, up to date.
    pub fn analysis(&mut self, i: usize) -> Option<&Analysis> {
        if self.docs[i].gone {
            return None;
        }
        if self.docs[i].stale || self.docs[i].analysis.is_none() {
            self.analyse_keeping(i, true);
        }
        self.docs[i].analysis.as_ref()
    }

    /// Analyses a file.
    pub fn analyse(&mut self, i: usize) {
        let keep = self.docs[i].open.is_some();
        self.analyse_keeping(i, keep);
    }

    /// Modules of other files that a file uses, directly or through others; those that no file has.
    fn imports(&self, i: usize) -> (Vec<(usize, &ast::Unit)>, Vec<String>) {
        let mut out = vec![];
        let mut missing = vec![];
        let Some(p) = &self.docs[i].parsed else { return (out, missing) };
        let own: FxHashSet<&str> = p.modules.iter().map(|m| &*m.0).collect();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut work: Vec<(usize, &str)> = p.uses.iter().map(|u| (i, &**u)).collect();
        while let Some((from, key)) = work.pop() {
            if own.contains(key) || !seen.insert(key) {
                continue;
            }
            let folder = |d: usize| self.docs[d].path.rsplit_once('/').map(|f| f.0);
            let list = self.modules.get(key).map(Vec::as_slice).unwrap_or_default();
            let Some(&d) = list.iter().find(|d| folder(**d) == folder(from)).or(list.first()) else {
                if !ferrotran_sema::is_intrinsic_module(key) {
                    missing.push(key.to_string());
                }
                continue;
            };
            let Some(q) = &self.docs[d].parsed else { continue };
            if let Some((_, unit)) = q.modules.iter().find(|m| &*m.0 == key) {
                out.push((d, unit));
                let mut uses = vec![];
                uses_of(unit, &mut uses);
                work.extend(q.uses.iter().filter(|u| uses.contains(*u)).map(|u| (d, &**u)));
            }
        }
        (out, missing)
    }

    /// Files that are compiled with a file: those of the modules that it uses, before their users, and itself.
    pub fn sources(&self, i: usize) -> Vec<(String, Arc<[u8]>)> {
        let mut order: Vec<usize> = vec![];
        let mut left: Vec<usize> = vec![i];
        while let Some(d) = left.pop() {
            if order.contains(&d) {
                continue;
            }
            order.push(d);
            left.extend(self.imports(d).0.into_iter().map(|m| m.0));
        }
        order.iter().map(|d| (self.docs[*d].path.clone(), self.docs[*d].text.bytes.clone())).collect()
    }

    /// What became of the offloaded statements of a file, as long as nothing changes.
    pub fn explained(&mut self, i: usize) -> &[Remark] {
        let known = self.explained.as_ref().is_some_and(|e| (e.0, e.1) == (self.revision, i));
        if !known {
            let sources = self.sources(i);
            let host = &self.host;
            let made = std::panic::catch_unwind(AssertUnwindSafe(|| host.explain(&sources))).unwrap_or_default();
            self.explained = Some((self.revision, i, made));
        }
        self.explained.as_ref().map_or(&[], |e| &e.2)
    }

    fn analyse_keeping(&mut self, i: usize, keep: bool) {
        self.docs[i].stale = false;
        let Some(p) = &self.docs[i].parsed else { return };
        let mut diag = Diagnostics::new();
        self.host.set_up(&mut diag);
        diag.limit = 1000;
        p.diag.iter().for_each(|d| diag.add(d.clone()));
        let (modules, missing) = self.imports(i);
        let options = self.host.sema_options();
        let quiet = Options { warnings: ferrotran_sema::warn::Warnings::none(), ..options.clone() };
        let import = |u: &ast::Unit| Import {
            file: ast::File { units: vec![u.clone()] },
            options: quiet.clone(),
            foreign: vec![],
        };
        let mut imports = Imports { modules: modules.iter().map(|m| import(m.1)).collect(), ..Imports::default() };
        if !missing.is_empty() {
            let mut trees = vec![(self.docs[i].path.clone(), p.tree.clone())];
            trees.extend(modules.iter().map(|m| (String::new(), ast::File { units: vec![m.1.clone()] })));
            let more = self.host.module_files(trees, &mut self.map, &mut diag);
            imports.modules.extend(more.modules);
            imports.broken = more.broken;
            imports.searched = more.searched;
        }
        let Some(p) = &self.docs[i].parsed else { return };
        let (map, extent, path) = (&self.map, p.extent, self.docs[i].path.clone());
        let tree = std::slice::from_ref(&p.tree);
        let made = std::panic::catch_unwind(AssertUnwindSafe(|| {
            let (mut program, names) = ferrotran_sema::analyze_with_names(tree, &imports, map, &options, &mut diag);
            program.procs.iter_mut().for_each(|p| p.body = None);
            let facts = Facts { program, names, extent, path };
            let found = walk::walk(&tree[0], &facts, map);
            Analysis { facts, found }
        }));
        let made = made.ok();
        if made.is_none() {
            diag.error(ErrorCode::Internal, Span::new(extent.0, extent.0), "internal error of the compiler");
        }
        diag.sort();
        let messages: Vec<l::Diagnostic> = diag.iter().filter_map(|d| self.message(i, extent, d)).collect();
        let mut uses = vec![];
        if let Some(a) = &made {
            for o in &a.found.occurrences {
                let name = a.facts.key(&o.target);
                let key = match self.keys.get(&name) {
                    Some(k) => *k,
                    None => {
                        let k = self.keys.len() as u32;
                        self.keys.insert(name.clone(), k);
                        self.key_names.push(name);
                        k
                    }
                };
                uses.push(Use { lo: o.lo, hi: o.hi, key, declares: o.declares, exact: o.exact, alias: o.alias });
            }
        }
        uses.sort_by_key(|u| (u.lo, u.hi, !u.declares));
        uses.dedup_by_key(|u| (u.lo, u.hi, u.key));
        let doc = &mut self.docs[i];
        doc.unpublished |= doc.messages != messages || doc.open.is_some();
        doc.messages = messages;
        doc.uses = uses;
        doc.analysis = made.filter(|_| keep);
    }

    /// The key of a number.
    pub fn key_name(&self, key: u32) -> &str {
        &self.key_names[key as usize]
    }

    /// The number of a key that some name has.
    pub fn key_of(&self, name: &str) -> Option<u32> {
        self.keys.get(name).copied()
    }

    /// All places of an entity.
    pub fn places(&self, key: u32) -> impl Iterator<Item = (usize, &Use)> {
        self.docs
            .iter()
            .enumerate()
            .filter(|(_, d)| !d.gone)
            .flat_map(move |(i, d)| d.uses.iter().filter(move |u| u.key == key).map(move |u| (i, u)))
    }

    /// Where an entity is declared: or, where nothing does, where it is named first.
    pub fn definitions(&self, key: u32) -> Vec<(usize, Use)> {
        let all: Vec<(usize, Use)> = self.places(key).map(|(i, u)| (i, *u)).collect();
        let declared: Vec<(usize, Use)> = all.iter().filter(|u| u.1.declares).copied().collect();
        if !declared.is_empty() {
            return declared;
        }
        let name = self.key_name(key);
        // Entities of intrinsic modules and procedures that nothing here defines have no place.
        if !name.starts_with("S:") || all.iter().any(|a| a.0 != all[0].0) {
            return vec![];
        }
        all.first().copied().into_iter().collect()
    }

    // ---- messages

    /// The place of a span in a file: that of the INCLUDE, where it is in another file.
    fn place(&self, extent: (u32, u32), span: Span) -> Option<Span> {
        let mut at = span;
        for _ in 0..100 {
            if at == Span::default() {
                return Some(Span::new(extent.0, extent.0));
            }
            if (extent.0..=extent.1).contains(&at.lo) {
                return Some(Span::new(at.lo, at.hi.clamp(at.lo, extent.1)));
            }
            let outer = self.map.file(self.map.file_at(at.lo)?).included_at;
            if outer == Span::default() {
                return None;
            }
            at = outer;
        }
        None
    }

    fn location(&self, span: Span) -> Option<l::Location> {
        let f = self.map.file(self.map.file_at(span.lo)?);
        let text = Text::new(f.bytes.clone());
        let range = text.range(span.lo - f.start, span.hi.saturating_sub(f.start), self.enc);
        let uri = match self.doc(&f.name) {
            Some(d) => self.docs[d].uri.clone(),
            None => {
                let path = std::path::absolute(&*f.name).ok()?;
                l::Uri::from_str(&uri_of(&path.to_string_lossy())).ok()?
            }
        };
        Some(l::Location { uri, range })
    }

    fn message(&self, i: usize, extent: (u32, u32), d: &Diagnostic) -> Option<l::Diagnostic> {
        let span = self.place(extent, d.primary.span)?;
        let text = &self.docs[i].text;
        let range = text.range(span.lo - extent.0, span.hi - extent.0, self.enc);
        let mut message = d.message.clone();
        if !d.primary.text.is_empty() {
            message.push_str(&format!("\n{}", d.primary.text));
        }
        d.notes.iter().for_each(|n| message.push_str(&format!("\nnote: {n}")));
        d.help.iter().for_each(|h| message.push_str(&format!("\nhelp: {h}")));
        let mut related: Vec<l::DiagnosticRelatedInformation> = vec![];
        let inner = (span != d.primary.span).then(|| (d.primary.span, "here".to_string()));
        let labels = d.secondary.iter().map(|s| (s.span, s.text.clone()));
        for (span, text) in inner.into_iter().chain(labels) {
            if let Some(location) = self.location(span) {
                let message = if text.is_empty() { "here".to_string() } else { text };
                related.push(l::DiagnosticRelatedInformation { location, message });
            }
        }
        let severity = match d.level {
            Level::Error => l::DiagnosticSeverity::ERROR,
            Level::Warning => l::DiagnosticSeverity::WARNING,
            Level::Note => l::DiagnosticSeverity::INFORMATION,
        };
        let href = d.code.and_then(|c| self.host.href(c)).and_then(|h| l::Uri::from_str(&h).ok());
        Some(l::Diagnostic {
            range,
            severity: Some(severity),
            code: d.code.map(|c| l::NumberOrString::String(c.number().into())),
            code_description: href.map(|href| l::CodeDescription { href }),
            source: Some("ferrotran".into()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            tags: (d.code == Some(ErrorCode::Unused)).then(|| vec![l::DiagnosticTag::UNNECESSARY]),
            data: None,
        })
    }
}

/// Whether a file is Fortran, by its extension.
pub fn is_fortran(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(_, e)| EXTENSIONS.contains(&&*e.to_ascii_lowercase()))
}

/// Modules that a unit names.
fn uses_of(u: &ast::Unit, out: &mut Vec<String>) {
    if let UnitKind::Submodule { ancestor, parent } = &u.kind {
        out.push(ancestor.name.to_string());
        if let Some(p) = parent {
            out.push(format!("{}:{}", ancestor.name, p.name));
        }
    }
    uses_in(&u.spec, out);
    uses_in(&u.body, out);
    u.contains.iter().for_each(|c| uses_of(c, out));
}

fn uses_in(block: &[Stmt], out: &mut Vec<String>) {
    for s in block {
        match &s.kind {
            StmtKind::Use(u) if u.nature != Some(UseNature::Intrinsic) => out.push(u.module.name.to_string()),
            StmtKind::Interface(b) => b.bodies.iter().for_each(|u| uses_of(u, out)),
            StmtKind::BlockConstruct { spec, body, .. } => {
                uses_in(spec, out);
                uses_in(body, out);
            }
            k => k.blocks(&mut |b| uses_in(b, out)),
        }
    }
}

/// Whether users of a module do not see the body of a procedure of it.
fn hides_body(p: &ast::Unit) -> bool {
    !ferrotran_sema::body_is_visible(p) && !p.body.iter().any(|s| matches!(s.kind, StmtKind::Entry { .. }))
}

/// A module as its users see it.
fn visible(u: &ast::Unit) -> ast::Unit {
    if ferrotran_sema::declares_target(&u.spec) {
        return u.clone();
    }
    let contains = u.contains.iter().map(|p| match hides_body(p) {
        true => ast::Unit {
            kind: p.kind.clone(),
            name: p.name.clone(),
            spec: p.spec.clone(),
            body: vec![],
            contains: vec![],
            contains_at: p.contains_at,
            lost: p.lost.clone(),
            span: p.span,
            end_span: p.end_span,
        },
        false => p.clone(),
    });
    ast::Unit {
        kind: u.kind.clone(),
        name: u.name.clone(),
        spec: u.spec.clone(),
        body: u.body.clone(),
        contains: contains.collect(),
        contains_at: u.contains_at,
        lost: u.lost.clone(),
        span: u.span,
        end_span: u.end_span,
    }
}

/// A hash of what users of the modules of a file see of them: it does not depend on places.
fn interface(tree: &ast::File, lines: &[LogicalLine]) -> u64 {
    let mut h = FxHasher::default();
    let mut seen: Vec<(u32, u32)> = vec![];
    let mut hidden: Vec<(u32, u32)> = vec![];
    for u in tree.units.iter().filter(|u| module_key(u).is_some()) {
        seen.push((u.span.lo, walk::end_of_unit(u)));
        if ferrotran_sema::declares_target(&u.spec) {
            continue;
        }
        for p in u.contains.iter().filter(|p| hides_body(p)) {
            let first = p.body.iter().map(|s| s.span.lo).min().or(p.contains_at.map(|c| c.lo));
            if let Some(lo) = first {
                hidden.push((lo, p.end_span.lo.max(lo + 1)));
            }
        }
    }
    for l in lines {
        let at = l.pos(l.text.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0));
        let within = |list: &[(u32, u32)]| list.iter().any(|r| (r.0..r.1).contains(&at));
        if within(&seen) && !within(&hidden) {
            l.text.trim_ascii().hash(&mut h);
        }
    }
    h.finish()
}
