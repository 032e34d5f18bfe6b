//! Relocatable ELF objects -> one image: sections, symbols, layout.

use super::relocate::{Got, Layout};
use ferrotran_abi::lines;

use super::{Image, LinkError, PAGE, Protection, Segment, load};
use object::elf;
use object::read::{Object, ObjectSection, ObjectSymbol};
use object::{RelocationFlags, RelocationTarget, SectionFlags, SectionIndex, SymbolIndex, SymbolKind, SymbolSection};
use rustc_hash::FxHashMap;

/// A section of an input object that goes into the image.
pub(super) struct Piece {
    pub object: usize,
    pub index: SectionIndex,
    place: Place,
    align: u64,
    size: u64,
    /// Offset from the image's base.
    pub offset: u64,
}

/// Where a section goes, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Text,
    ReadOnly,
    Data,
    Zero,
}

/// Where a global symbol is.
#[derive(Clone, Copy, Debug)]
enum Def {
    At { piece: usize, offset: u64 },
    Common { offset: u64 },
    Absolute(u64),
}

struct Global {
    def: Def,
    object: usize,
    weak: bool,
    size: u64,
}

/// What a reference resolves to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Target {
    /// Offset from the base.
    Image(u64),
    Import(u32),
    Absolute(u64),
}

/// A relocation: type, symbol, offset in its section, addend.
pub(super) type Relocation = (u32, Option<SymbolIndex>, u64, i64);

/// A jump through the import table, as long as its slot is aligned.
const STUB: u64 = 8;

/// Links objects, given as (name for messages, bytes).
pub fn link(objects: &[(String, Vec<u8>)]) -> Result<Image, LinkError> {
    let mut l = Linker {
        names: Vec::new(),
        files: Vec::new(),
        pieces: Vec::new(),
        piece_of: FxHashMap::default(),
        globals: FxHashMap::default(),
        commons: Vec::new(),
        common: FxHashMap::default(),
        imports: FxHashMap::default(),
        image: Image::default(),
        got: Got::default(),
        stubs: FxHashMap::default(),
        errors: LinkError::default(),
    };
    for (name, bytes) in objects {
        l.input(name, bytes);
    }
    l.finish_commons();
    if !l.errors.is_empty() {
        return Err(l.errors);
    }
    l.layout()
}

fn host_architecture() -> object::Architecture {
    if cfg!(target_arch = "aarch64") { object::Architecture::Aarch64 } else { object::Architecture::X86_64 }
}

pub(super) struct Linker<'d> {
    pub names: Vec<String>,
    files: Vec<object::File<'d>>,
    pieces: Vec<Piece>,
    piece_of: FxHashMap<(usize, SectionIndex), usize>,
    globals: FxHashMap<String, Global>,
    /// (name, size, alignment)
    commons: Vec<(String, u64, u64)>,
    common: FxHashMap<String, usize>,
    imports: FxHashMap<String, u32>,
    pub image: Image,
    pub got: Got,
    /// import -> number of its stub
    pub stubs: FxHashMap<u32, u64>,
    pub errors: LinkError,
}

impl<'d> Linker<'d> {
    /// Takes an input.
    fn input(&mut self, name: &str, bytes: &'d [u8]) {
        let Some(f) = self.parse(name, bytes) else { return };
        match f.kind() {
            object::ObjectKind::Relocatable => self.object(name.into(), f),
            _ => self.errors.other.push(format!("{name}: not a relocatable ELF object")),
        }
    }

    fn parse(&mut self, name: &str, bytes: &'d [u8]) -> Option<object::File<'d>> {
        match object::File::parse(bytes) {
            Ok(f) if f.format() == object::BinaryFormat::Elf => {
                if f.architecture() != host_architecture() {
                    self.errors.other.push(format!("{name}: an object for another machine"));
                    return None;
                }
                return Some(f);
            }
            Ok(_) => self.errors.other.push(format!("{name}: not a relocatable ELF object")),
            Err(e) => self.errors.other.push(format!("{name}: not an object file ({e})")),
        }
        None
    }

    /// Takes an object.
    fn object(&mut self, name: String, f: object::File<'d>) {
        let object = self.files.len();
        self.names.push(name);
        self.files.push(f);
        self.sections(object);
        self.definitions(object);
    }

    /// Collects the sections of an object that are loaded.
    fn sections(&mut self, object: usize) {
        let f = &self.files[object];
        for s in f.sections() {
            let SectionFlags::Elf { sh_flags } = s.flags() else { continue };
            let name = s.name().unwrap_or_default();
            if sh_flags & u64::from(elf::SHF_ALLOC) == 0
                || name.starts_with(".eh_frame")
                || name.starts_with(".note")
                || name.starts_with(".gcc_except_table")
            {
                continue;
            }
            let zero = s.kind() == object::SectionKind::UninitializedData;
            let absolute = s.relocations().any(|(_, r)| {
                matches!(r.flags(), RelocationFlags::Elf { r_type }
                    if matches!(r_type, elf::R_X86_64_64 | elf::R_X86_64_32 | elf::R_X86_64_32S))
            });
            let place = if sh_flags & u64::from(elf::SHF_EXECINSTR) != 0 {
                Place::Text
            } else if zero {
                Place::Zero
            } else if sh_flags & u64::from(elf::SHF_WRITE) != 0 || absolute {
                Place::Data
            } else {
                Place::ReadOnly
            };
            self.piece_of.insert((object, s.index()), self.pieces.len());
            self.pieces.push(Piece {
                object,
                index: s.index(),
                place,
                align: s.align().max(1),
                size: s.size(),
                offset: 0,
            });
        }
    }

    /// Collects global definitions, common blocks and references of an object.
    fn definitions(&mut self, object: usize) {
        let symbols: Vec<_> = self.files[object]
            .symbols()
            .filter(|s| s.is_global())
            .map(|s| {
                let name = s.name().unwrap_or_default().to_string();
                (name, s.section(), s.address(), s.size(), s.is_weak(), s.is_common())
            })
            .collect();
        for (name, section, address, size, weak, is_common) in symbols {
            if name.is_empty() {
                continue;
            }
            if is_common {
                // The value of a common symbol is its alignment.
                match self.common.get(&name) {
                    Some(&i) => {
                        let c = &mut self.commons[i];
                        c.1 = c.1.max(size);
                        c.2 = c.2.max(address);
                    }
                    None => {
                        self.common.insert(name.clone(), self.commons.len());
                        self.commons.push((name, size, address.max(16)));
                    }
                }
                continue;
            }
            let def = match section {
                SymbolSection::Section(i) => match self.piece_of.get(&(object, i)) {
                    Some(&piece) => Def::At { piece, offset: address },
                    None => continue,
                },
                SymbolSection::Absolute => Def::Absolute(address),
                _ => continue,
            };
            let new = Global { def, object, weak, size };
            match self.globals.get(&name) {
                Some(old) if old.weak || weak => {
                    if old.weak && !weak {
                        self.globals.insert(name, new);
                    }
                }
                Some(old) => {
                    let pair = (self.names[old.object].clone(), self.names[object].clone());
                    self.errors.duplicate.push((name, pair.0, pair.1));
                }
                None => {
                    self.globals.insert(name, new);
                }
            }
        }
    }

    /// A definition with a value serves all common blocks of its name.
    fn finish_commons(&mut self) {
        let globals = &self.globals;
        let mut short = Vec::new();
        self.commons.retain(|(name, size, _)| match globals.get(name) {
            Some(g) => {
                if g.size < *size && g.size > 0 {
                    short.push(format!(
                        "common block `{name}` has {} bytes where it is initialized but {size} elsewhere",
                        g.size
                    ));
                }
                false
            }
            None => true,
        });
        self.common = self.commons.iter().enumerate().map(|(i, c)| (c.0.clone(), i)).collect();
        self.errors.other.extend(short);
    }

    fn import(&mut self, name: &str) -> u32 {
        if let Some(&i) = self.imports.get(name) {
            return i;
        }
        let i = self.image.imports.len() as u32;
        self.image.imports.push(name.to_string());
        self.imports.insert(name.to_string(), i);
        i
    }

    /// The function of an object that holds a place, for messages.
    fn around(&self, object: usize, at: (SectionIndex, u64)) -> String {
        let f = &self.files[object];
        let inside = f.symbols().find(|s| {
            s.kind() == SymbolKind::Text
                && s.section() == SymbolSection::Section(at.0)
                && s.address() <= at.1
                && at.1 < s.address() + s.size()
        });
        match inside.as_ref().and_then(|s| s.name().ok()) {
            Some(n) => format!("{}, in `{n}`", self.names[object]),
            None => self.names[object].clone(),
        }
    }

    /// What a symbol of an object stands for, as the relocation at that place asks; none (with an error noted) where
    /// nothing defines it.
    pub fn resolve(&mut self, object: usize, index: SymbolIndex, at: (SectionIndex, u64)) -> Option<Target> {
        let s = match self.files[object].symbol_by_index(index) {
            Ok(s) => s,
            Err(e) => {
                self.errors.other.push(format!("{}: {e}", self.names[object]));
                return None;
            }
        };
        let name = s.name().unwrap_or_default().to_string();
        if s.is_local() || s.kind() == SymbolKind::Section {
            return match s.section() {
                SymbolSection::Section(i) => match self.piece_of.get(&(object, i)) {
                    Some(&p) => Some(self.in_piece(p, s.address())),
                    None => {
                        self.errors
                            .other
                            .push(format!("{}: refers to a section that is not loaded", self.names[object]));
                        None
                    }
                },
                SymbolSection::Absolute => Some(Target::Absolute(s.address())),
                _ => None,
            };
        }
        let weak = s.is_weak();
        if let Some(g) = self.globals.get(&name) {
            return Some(match g.def {
                Def::At { piece, offset } => self.in_piece(piece, offset),
                Def::Common { offset } => Target::Image(offset),
                Def::Absolute(a) => Target::Absolute(a),
            });
        }
        // Before the layout, common blocks count as defined.
        if self.common.contains_key(&name) {
            return Some(Target::Image(0));
        }
        if load::find(&name).is_some() {
            return Some(Target::Import(self.import(&name)));
        }
        if weak {
            return Some(Target::Absolute(0));
        }
        let entry = (name, self.around(object, at));
        if !self.errors.undefined.contains(&entry) {
            self.errors.undefined.push(entry);
        }
        None
    }

    fn in_piece(&self, piece: usize, offset: u64) -> Target {
        Target::Image(self.pieces[piece].offset + offset)
    }

    fn layout(mut self) -> Result<Image, LinkError> {
        // Imports decide how many stubs and slots there are, so look at every relocation first.
        // Offsets of sections are not known yet: slots for addresses in the image are counted by
        // the symbol they belong to.
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        order.sort_by_key(|&i| self.pieces[i].place);
        let mut offsets = [0u64; 4];
        for &i in &order {
            let p = &mut self.pieces[i];
            let end = &mut offsets[p.place as usize];
            *end = end.next_multiple_of(p.align);
            p.offset = *end;
            *end += p.size;
        }
        let got_refs = self.count_slots();
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let stubs_at = offsets[0].next_multiple_of(16);
        let text_size = stubs_at + self.stubs.len() as u64 * STUB;
        let ro_at = text_size.next_multiple_of(PAGE);
        let data_at = (ro_at + offsets[1]).next_multiple_of(PAGE);
        self.got.at = (data_at + offsets[2]).next_multiple_of(8);
        // An upper bound: every reference through the table has a slot of its own.
        let got_size = (self.got.slots.len() as u64 + got_refs) * 8;
        let zeros = self.pieces.iter().filter(|p| p.place == Place::Zero);
        // The image begins at a page, which is all that is known of its address.
        let align = zeros.map(|p| p.align).chain(self.commons.iter().map(|c| c.2)).max().unwrap_or(64).clamp(64, PAGE);
        let zero_at = (self.got.at + got_size).next_multiple_of(align);
        for p in &mut self.pieces {
            p.offset += match p.place {
                Place::Text => 0,
                Place::ReadOnly => ro_at,
                Place::Data => data_at,
                Place::Zero => zero_at,
            };
        }
        let mut end = zero_at + offsets[3];
        for (name, size, align) in std::mem::take(&mut self.commons) {
            end = end.next_multiple_of(align.max(1).next_power_of_two());
            self.globals.insert(name, Global { def: Def::Common { offset: end }, object: 0, weak: false, size });
            end += size;
        }
        self.common.clear();
        if end > i32::MAX as u64 {
            return Err(LinkError::text("the program's static data exceeds 2 GiB"));
        }
        let mut l = Layout {
            text: vec![0u8; text_size as usize],
            ro: vec![0u8; offsets[1] as usize],
            data: vec![0u8; (zero_at - data_at) as usize],
            ro_at,
            data_at,
            stubs_at,
        };
        for p in &self.pieces {
            if p.place == Place::Zero {
                continue;
            }
            let section = match self.files[p.object].section_by_index(p.index) {
                Ok(s) => s,
                Err(e) => return Err(LinkError::text(e.to_string())),
            };
            let bytes = match section.uncompressed_data() {
                Ok(b) => b,
                Err(e) => return Err(LinkError::text(format!("{}: {e}", self.names[p.object]))),
            };
            l.write(p.offset, &bytes);
        }
        self.write_stubs(&mut l);
        for i in 0..self.pieces.len() {
            let (object, index, base) = (self.pieces[i].object, self.pieces[i].index, self.pieces[i].offset);
            for (r_type, target, offset, addend) in self.relocations(object, index) {
                let Some(symbol) = target else {
                    self.errors.other.push(format!("{}: relocation without symbol", self.names[object]));
                    continue;
                };
                let Some(target) = self.resolve(object, symbol, (index, offset)) else { continue };
                self.apply(&mut l, object, r_type, target, base + offset, addend);
            }
        }
        self.write_import_slots();
        self.constructors();
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        self.image.fixups.sort_unstable_by_key(|f| f.at);
        self.symbols();
        self.lines();
        let Layout { text, ro, data, .. } = l;
        let mut segments = vec![
            (Protection::ReadExecute, 0, text, text_size),
            (Protection::Read, ro_at, ro, offsets[1]),
            (Protection::ReadWrite, data_at, data, end - data_at),
        ];
        segments.retain(|s| s.3 > 0);
        self.image.segments = segments
            .into_iter()
            .map(|(protection, offset, data, size)| Segment { protection, offset, data, size })
            .collect();
        Ok(self.image)
    }

    /// Gives imports that are called their stubs and slots; returns how many references go through the table.
    fn count_slots(&mut self) -> u64 {
        let mut got_refs = 0;
        for i in 0..self.pieces.len() {
            let (object, index) = (self.pieces[i].object, self.pieces[i].index);
            for (r_type, target, offset, _) in self.relocations(object, index) {
                let Some(target) = target else { continue };
                match r_type {
                    elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX => {
                        got_refs += 1;
                        self.resolve(object, target, (index, offset));
                    }
                    elf::R_X86_64_PLT32 | elf::R_X86_64_PC32 => {
                        if let Some(Target::Import(n)) = self.resolve(object, target, (index, offset)) {
                            got_refs += 1;
                            let k = self.stubs.len() as u64;
                            self.stubs.entry(n).or_insert(k);
                            let s = self.got.slots.len() as u64;
                            self.got.slots.entry(n).or_insert(s);
                        }
                    }
                    _ => {
                        self.resolve(object, target, (index, offset));
                    }
                }
            }
        }
        got_refs
    }

    /// A section's relocations in order.
    fn relocations(&self, object: usize, index: SectionIndex) -> Vec<Relocation> {
        let Ok(section) = self.files[object].section_by_index(index) else { return Vec::new() };
        let mut out = Vec::new();
        for (offset, r) in section.relocations() {
            let RelocationFlags::Elf { r_type } = r.flags() else { continue };
            let symbol = match r.target() {
                RelocationTarget::Symbol(s) => Some(s),
                _ => None,
            };
            if r_type != elf::R_X86_64_NONE {
                out.push((r_type, symbol, offset, r.addend()));
            }
        }
        out
    }

    /// The places that hold the addresses of functions which run before the main program.
    fn constructors(&mut self) {
        for p in &self.pieces {
            let section = self.files[p.object].section_by_index(p.index);
            if section.is_ok_and(|s| s.name() == Ok(".init_array")) {
                self.image.constructors.extend((0..p.size / 8).map(|k| p.offset + k * 8));
            }
        }
    }

    /// Where the tables of source lines are.
    fn lines(&mut self) {
        for p in &self.pieces {
            let section = self.files[p.object].section_by_index(p.index);
            if section.is_ok_and(|s| s.name() == Ok(lines::SECTION)) {
                self.image.lines.push((p.offset, p.size));
            }
        }
    }

    /// The table of symbols for lookups and backtraces.
    fn symbols(&mut self) {
        let mut list = Vec::new();
        for (name, g) in &self.globals {
            let at = match g.def {
                Def::At { piece, offset } => match self.in_piece(piece, offset) {
                    Target::Image(a) => a,
                    _ => continue,
                },
                Def::Common { offset } => offset,
                Def::Absolute(_) => continue,
            };
            list.push((name.clone(), at, g.size));
        }
        for (object, f) in self.files.iter().enumerate() {
            for s in f.symbols().filter(|s| s.is_local() && s.kind() == SymbolKind::Text) {
                if let SymbolSection::Section(i) = s.section()
                    && let Some(&p) = self.piece_of.get(&(object, i))
                    && let Ok(name) = s.name()
                    && !self.globals.contains_key(name)
                {
                    list.push((name.to_string(), self.pieces[p].offset + s.address(), s.size()));
                }
            }
        }
        list.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        self.image.symbols = list;
    }
}
