//! Which objects of the archive the functions of the ABI need: what their sections refer to, section by section, as a
//! linker that leaves unused sections out goes about it.

use crate::archive::Member;
use object::read::{Object, ObjectSection, ObjectSymbol};
use object::{RelocationTarget, SectionIndex, SymbolSection};
use std::collections::{BTreeSet, HashMap, HashSet};

/// All objects, and where their global symbols are defined.
pub struct Graph<'d> {
    objects: Vec<Option<object::File<'d>>>,
    global: HashMap<String, (usize, SectionIndex)>,
}

impl<'d> Graph<'d> {
    pub fn new(members: &'d [Member]) -> Graph<'d> {
        let objects: Vec<Option<object::File<'d>>> =
            members.iter().map(|m| object::File::parse(m.data.as_slice()).ok()).collect();
        let mut global = HashMap::new();
        for (i, o) in objects.iter().enumerate() {
            for s in o.iter().flat_map(|o| o.symbols()) {
                if let (true, SymbolSection::Section(section), Ok(name)) = (s.is_global(), s.section(), s.name()) {
                    global.entry(name.to_string()).or_insert((i, section));
                }
            }
        }
        Graph { objects, global }
    }

    /// The members with a section that something reachable from these symbols refers to.
    pub fn from<'n>(&self, roots: impl IntoIterator<Item = &'n str>) -> HashSet<usize> {
        let mut work: Vec<(usize, SectionIndex)> =
            roots.into_iter().filter_map(|r| self.global.get(r).copied()).collect();
        let mut seen: HashSet<(usize, SectionIndex)> = work.iter().copied().collect();
        let mut tables: HashSet<usize> = HashSet::new();
        while let Some((i, section)) = work.pop() {
            let Some(o) = &self.objects[i] else { continue };
            let mut found = vec![];
            if let Ok(s) = o.section_by_index(section) {
                found.extend(s.relocations().filter_map(|(_, r)| self.target(i, r.target())));
            }
            // What is run because it is there: constructors of an object that is taken.
            if tables.insert(i) {
                let always = o.sections().filter(|s| s.name().is_ok_and(|n| n.starts_with(".init_array")));
                found.extend(always.map(|s| (i, s.index())));
            }
            work.extend(found.into_iter().filter(|f| seen.insert(*f)));
        }
        seen.into_iter().map(|s| s.0).collect()
    }

    /// The symbols of other members that sections nobody needs of these members refer to.
    pub fn cut(&self, taken: &HashSet<usize>) -> BTreeSet<String> {
        let objects = taken.iter().filter_map(|i| self.objects[*i].as_ref());
        let undefined = objects.flat_map(|o| o.symbols()).filter(|s| s.is_undefined()).filter_map(|s| s.name().ok());
        let elsewhere = |name: &&str| self.global.get(*name).is_some_and(|(i, _)| !taken.contains(i));
        undefined.filter(elsewhere).map(str::to_string).collect()
    }

    fn target(&self, object: usize, target: RelocationTarget) -> Option<(usize, SectionIndex)> {
        let o = self.objects[object].as_ref()?;
        match target {
            RelocationTarget::Section(s) => Some((object, s)),
            RelocationTarget::Symbol(s) => {
                let s = o.symbol_by_index(s).ok()?;
                match s.section() {
                    SymbolSection::Section(section) => Some((object, section)),
                    _ => self.global.get(s.name().ok()?).copied(),
                }
            }
            _ => None,
        }
    }
}
