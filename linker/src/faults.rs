//! What is wrong with inputs, in the words of Fortran: the linker's own messages name symbols only.

use crate::Input;
use ferrotran_backend::LinkError;
use ferrotran_backend::link::MODULES_SECTION;
use object::read::archive::ArchiveFile;
use object::read::{Object, ObjectSection, ObjectSymbol};
use object::{RelocationTarget, SymbolKind, SymbolSection};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Calls `f` with every object among the inputs: its name, whether it is a member of an archive. What cannot be read is passed
/// over: the linker says so.
fn each_object(inputs: &[Input], f: &mut dyn FnMut(&str, bool, object::File<'_>)) {
    for i in inputs {
        let (Some(bytes), name) = (i.bytes(), i.name()) else { continue };
        let Ok(archive) = ArchiveFile::parse(&*bytes) else {
            if let Ok(o) = object::File::parse(&*bytes) {
                f(&name, false, o);
            }
            continue;
        };
        for member in archive.members().flatten() {
            let Ok(o) = member.data(&*bytes).and_then(object::File::parse) else { continue };
            f(&format!("{name}({})", String::from_utf8_lossy(member.name())), true, o);
        }
    }
}

/// Where inputs refer to symbols that nothing defines: (symbol, object and function).
pub(super) fn references(inputs: &[Input], undefined: &BTreeSet<String>) -> Vec<(String, String)> {
    let mut out = BTreeSet::new();
    each_object(inputs, &mut |name, _, o| {
        for section in o.sections() {
            for (offset, r) in section.relocations() {
                let RelocationTarget::Symbol(index) = r.target() else { continue };
                let Ok(symbol) = o.symbol_by_index(index) else { continue };
                if !symbol.is_undefined() {
                    continue;
                }
                let Some(symbol) = symbol.name().ok().filter(|n| undefined.contains(*n)) else { continue };
                let function = o.symbols().find(|s| {
                    s.kind() == SymbolKind::Text
                        && s.section() == SymbolSection::Section(section.index())
                        && (s.address()..s.address() + s.size()).contains(&offset)
                });
                let place = match function.as_ref().and_then(|f| f.name().ok()) {
                    Some(f) => format!("{name}, in `{f}`"),
                    None => name.to_string(),
                };
                out.insert((symbol.to_string(), place));
            }
        }
    });
    out.into_iter().collect()
}

/// Objects that define a symbol.
pub(super) fn definers(inputs: &[Input], symbol: &str) -> Vec<String> {
    let mut out = vec![];
    each_object(inputs, &mut |name, _, o| {
        if o.symbols().any(|s| s.is_global() && s.is_definition() && s.name() == Ok(symbol)) {
            out.push(name.to_string());
        }
    });
    out
}

/// A line of [`MODULES_SECTION`]: whether it defines, the module, its interface.
fn note(line: &str) -> Option<(bool, &str, &str)> {
    match line.split(' ').collect::<Vec<_>>()[..] {
        [mark @ ("d" | "u"), key, interface] => Some((mark == "d", key, interface)),
        _ => None,
    }
}

/// The notes on modules in a file.
fn notes(o: &object::File<'_>) -> String {
    let data = o.section_by_name(MODULES_SECTION).and_then(|s| s.data().ok()).unwrap_or_default();
    String::from_utf8_lossy(data).into_owned()
}

/// Every object must have been compiled with the modules that the others define. Members of archives count as what
/// objects use; which of them are taken is not known here.
pub(super) fn modules(inputs: &[Input]) -> LinkError {
    let mut errors = LinkError::default();
    let mut all: Vec<(String, String, bool)> = vec![];
    each_object(inputs, &mut |name, member, o| {
        let text = notes(&o);
        if !text.is_empty() {
            all.push((name.to_string(), text, member));
        }
    });
    let mut defined: FxHashMap<&str, Vec<(&str, &str)>> = FxHashMap::default();
    for (name, text, _) in &all {
        for (_, key, interface) in text.lines().filter_map(note).filter(|n| n.0) {
            defined.entry(key).or_default().push((interface, name));
        }
    }
    for (user, text, member) in &all {
        for (_, key, interface) in text.lines().filter_map(note).filter(|n| !n.0 && !member) {
            let Some(by) = defined.get(key) else { continue };
            if let (Some((_, definer)), false) = (by.first(), by.iter().any(|d| d.0 == interface)) {
                errors.other.push(format!(
                    "{user} was compiled with another version of module `{key}` than that in {definer}: compile its source again"
                ));
            }
        }
    }
    errors
}
