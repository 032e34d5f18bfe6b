//! Modules that gfortran compiled, as imports.

use super::{Dialect, Hash, Line, ModuleFile};
use ferrotran_gfmod::{Home, Pool, Unit};
use ferrotran_sema::Foreign;
use ferrotran_source::{LineKind, Span};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// Module files of gfortran that a compilation needs.
#[derive(Default)]
pub(super) struct Found {
    pool: Pool,
    places: BTreeMap<String, Place>,
}

/// A module file.
struct Place {
    path: PathBuf,
    /// Where it is needed.
    span: Span,
    /// Hash of the file.
    interface: u64,
}

/// A module to import.
pub(super) struct Foreigner {
    /// Where it is needed.
    pub span: Span,
    pub module: ModuleFile,
    /// What is foreign in it.
    pub foreign: Vec<Foreign>,
    /// Version of gfortran's file.
    pub version: u8,
    /// It has a file: objects that are compiled with it agree on that.
    pub filed: bool,
}

impl Found {
    /// Reads a file; gives what is wrong with it.
    pub fn add(&mut self, key: &str, path: &Path, bytes: &[u8], span: Span) -> Result<(), String> {
        let m = ferrotran_gfmod::read(bytes).map_err(|e| format!("of gfortran cannot be read: {e}"))?;
        self.pool.add(key, m);
        let place = Place { path: path.to_path_buf(), span, interface: Hash::of(bytes) };
        self.places.insert(key.to_string(), place);
        Ok(())
    }

    /// Whether a module is one of these.
    pub fn has(&self, key: &str) -> bool {
        self.places.contains_key(key)
    }

    /// Modules of this compiler that the files speak of.
    pub fn own(&self, defined: &HashSet<String>, search: &[PathBuf]) -> Vec<(String, Span)> {
        let at = self.places.values().next().map(|p| p.span).unwrap_or_default();
        let names = self.pool.modules().into_iter().filter(|m| self.home(m, defined, search) == Home::Own);
        names.map(|m| (m.to_string(), at)).collect()
    }

    fn home(&self, module: &str, defined: &HashSet<String>, search: &[PathBuf]) -> Home {
        if self.has(module) {
            return Home::Gfortran;
        }
        if defined.contains(module) {
            return Home::Own;
        }
        if ferrotran_sema::is_intrinsic_module(module) {
            return Home::Intrinsic;
        }
        let file = ferrotran_sema::module_file_name(module);
        let bytes = search.iter().find_map(|d| std::fs::read(d.join(&file)).ok());
        match bytes {
            Some(b) if !ferrotran_gfmod::is_module_file(&b) => Home::Own,
            _ => Home::Gfortran,
        }
    }

    /// The modules.
    pub fn units(&self, defined: &HashSet<String>, search: &[PathBuf]) -> Vec<Foreigner> {
        if self.pool.is_empty() {
            return vec![];
        }
        let mut homes = BTreeMap::new();
        for m in self.pool.modules() {
            homes.insert(m.to_string(), self.home(m, defined, search));
        }
        let home = |m: &str| match homes.get(m) {
            Some(h) => *h,
            None if ferrotran_sema::is_intrinsic_module(m) => Home::Intrinsic,
            None => Home::Gfortran,
        };
        // What an intrinsic module of ours does not have, sema says where it is used.
        let units = self.pool.units(&home, &|_, _| true);
        let at = self.places.values().next().map(|p| p.span).unwrap_or_default();
        units.into_iter().map(|u| import(self.places.get(&u.name), at, u)).collect()
    }
}

fn import(place: Option<&Place>, at: Span, u: Unit) -> Foreigner {
    let file = place.map_or_else(|| format!("module {}", u.name), |p| p.path.display().to_string());
    let called = |r: ferrotran_gfmod::Refused| Foreign { name: r.name, why: r.why, called: true };
    let refused = |r: ferrotran_gfmod::Refused| Foreign { name: r.name, why: r.why, called: false };
    let foreign = u.converted.into_iter().map(called).chain(u.refused.into_iter().map(refused)).collect();
    let line = |(i, text): (usize, String)| {
        let (number, text) = (i as u32 + 1, text.into_bytes());
        Line { file: 0, number, kind: LineKind::Statement, fixed: false, text }
    };
    let lines: Vec<Line> = u.lines.into_iter().enumerate().map(line).collect();
    let module = ModuleFile {
        key: u.name,
        source: file.clone(),
        kinds: [4, 4, 4, 8],
        dialect: Dialect::default(),
        interface: place.map_or(0, |p| p.interface),
        uses: vec![],
        files: vec![file],
        lines,
    };
    let span = place.map_or(at, |p| p.span);
    Foreigner { span, module, foreign, version: u.version as u8, filed: place.is_some() }
}
