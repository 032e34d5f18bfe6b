//! Relocatable ELF objects -> one image.

use super::{Fixup, FixupKind, Image, LinkError, PAGE, Protection, Segment, load};
use object::elf;
use object::read::{Object, ObjectSection, ObjectSymbol};
use object::{RelocationFlags, RelocationTarget, SectionFlags, SectionIndex, SymbolIndex, SymbolKind, SymbolSection};
use rustc_hash::FxHashMap;

/// A section of an input object that goes into the image.
struct Piece {
    object: usize,
    index: SectionIndex,
    place: Place,
    align: u64,
    size: u64,
    /// Offset from the image's base.
    offset: u64,
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
#[derive(Clone, Copy)]
enum Target {
    /// Offset from the base.
    Image(u64),
    Import(u32),
    Absolute(u64),
}

/// A jump through the import table, as long as its slot is aligned.
const STUB: u64 = 8;

/// Links objects, given as (name for messages, bytes).
pub fn link(objects: &[(String, Vec<u8>)]) -> Result<Image, LinkError> {
    let mut errors = LinkError::default();
    let mut files = Vec::new();
    for (name, bytes) in objects {
        match object::File::parse(bytes.as_slice()) {
            Ok(f) if f.format() == object::BinaryFormat::Elf && f.kind() == object::ObjectKind::Relocatable => {
                if f.architecture() != host_architecture() {
                    errors.other.push(format!("{name}: an object for another machine"));
                }
                files.push(f);
            }
            Ok(_) => errors.other.push(format!("{name}: not a relocatable ELF object")),
            Err(e) => errors.other.push(format!("{name}: not an object file ({e})")),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut l = Linker {
        names: objects.iter().map(|o| o.0.clone()).collect(),
        files,
        pieces: Vec::new(),
        piece_of: FxHashMap::default(),
        globals: FxHashMap::default(),
        commons: Vec::new(),
        imports: FxHashMap::default(),
        image: Image::default(),
        slots: FxHashMap::default(),
        image_slots: FxHashMap::default(),
        stubs: FxHashMap::default(),
        errors,
    };
    l.sections();
    l.definitions();
    if !l.errors.is_empty() {
        return Err(l.errors);
    }
    l.relocate()
}

fn host_architecture() -> object::Architecture {
    if cfg!(target_arch = "aarch64") { object::Architecture::Aarch64 } else { object::Architecture::X86_64 }
}

struct Linker<'d> {
    names: Vec<String>,
    files: Vec<object::File<'d>>,
    pieces: Vec<Piece>,
    piece_of: FxHashMap<(usize, SectionIndex), usize>,
    globals: FxHashMap<String, Global>,
    /// (name, size, alignment)
    commons: Vec<(String, u64, u64)>,
    imports: FxHashMap<String, u32>,
    image: Image,
    /// import -> number of its slot in the table of addresses
    slots: FxHashMap<u32, u64>,
    /// offset in the image -> slot
    image_slots: FxHashMap<u64, u64>,
    /// import -> number of its stub
    stubs: FxHashMap<u32, u64>,
    errors: LinkError,
}

impl Linker<'_> {
    /// Collects the sections that are loaded.
    fn sections(&mut self) {
        for (object, f) in self.files.iter().enumerate() {
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
                if sh_flags & u64::from(elf::SHF_TLS) != 0 {
                    if s.size() > 0 {
                        self.errors.other.push(format!(
                            "{}: thread-local variables of C objects need the system linker",
                            self.names[object]
                        ));
                    }
                    continue;
                }
                if name.starts_with(".init_array") || name.starts_with(".ctors") || name.starts_with(".fini_array") {
                    if s.size() > 0 {
                        self.errors
                            .other
                            .push(format!("{}: static constructors need the system linker", self.names[object]));
                    }
                    continue;
                }
                let zero = matches!(s.kind(), object::SectionKind::UninitializedData);
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
    }

    /// Collects global definitions and common blocks.
    fn definitions(&mut self) {
        let mut common: FxHashMap<String, usize> = FxHashMap::default();
        for object in 0..self.files.len() {
            let symbols: Vec<_> = self.files[object]
                .symbols()
                .filter(|s| s.is_global())
                .map(|s| {
                    (
                        s.name().unwrap_or_default().to_string(),
                        s.section(),
                        s.address(),
                        s.size(),
                        s.is_weak(),
                        s.is_common(),
                    )
                })
                .collect();
            for (name, section, address, size, weak, is_common) in symbols {
                if name.is_empty() {
                    continue;
                }
                if is_common {
                    // The value of a common symbol is its alignment.
                    match common.get(&name) {
                        Some(&i) => {
                            let c = &mut self.commons[i];
                            c.1 = c.1.max(size);
                            c.2 = c.2.max(address);
                        }
                        None => {
                            common.insert(name.clone(), self.commons.len());
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
        // A definition with a value serves all common blocks of its name.
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

    /// What a symbol of an object stands for; none (with an error noted) where nothing defines it.
    fn resolve(&mut self, object: usize, index: SymbolIndex) -> Option<Target> {
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
                SymbolSection::Section(i) => {
                    let &p = self.piece_of.get(&(object, i))?;
                    Some(Target::Image(self.pieces[p].offset + s.address()))
                }
                SymbolSection::Absolute => Some(Target::Absolute(s.address())),
                _ => None,
            };
        }
        let weak = s.is_weak();
        if let Some(g) = self.globals.get(&name) {
            return Some(match g.def {
                Def::At { piece, offset } => Target::Image(self.pieces[piece].offset + offset),
                Def::Common { offset } => Target::Image(offset),
                Def::Absolute(a) => Target::Absolute(a),
            });
        }
        if name == "_GLOBAL_OFFSET_TABLE_" {
            self.errors.other.push(format!("{}: unsupported use of the global offset table", self.names[object]));
            return None;
        }
        if load::find(&name).is_some() {
            return Some(Target::Import(self.import(&name)));
        }
        if weak {
            return Some(Target::Absolute(0));
        }
        let entry = (name, self.names[object].clone());
        if !self.errors.undefined.contains(&entry) {
            self.errors.undefined.push(entry);
        }
        None
    }

    fn relocate(mut self) -> Result<Image, LinkError> {
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
        let mut got_refs = 0;
        for i in 0..self.pieces.len() {
            let (object, index) = (self.pieces[i].object, self.pieces[i].index);
            for (r_type, target, ..) in self.relocations(object, index) {
                let Some(target) = target else { continue };
                let is_got =
                    matches!(r_type, elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX);
                if is_got {
                    got_refs += 1;
                }
                if let Some(Target::Import(n)) = self.resolve_early(object, target)
                    && matches!(r_type, elf::R_X86_64_PLT32 | elf::R_X86_64_PC32)
                {
                    let k = self.stubs.len() as u64;
                    self.stubs.entry(n).or_insert(k);
                    let s = self.slots.len() as u64;
                    self.slots.entry(n).or_insert(s);
                }
            }
        }
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let stubs_at = offsets[0].next_multiple_of(16);
        let text_size = stubs_at + self.stubs.len() as u64 * STUB;
        let ro_at = text_size.next_multiple_of(PAGE);
        let data_at = (ro_at + offsets[1]).next_multiple_of(PAGE);
        let got_at = (data_at + offsets[2]).next_multiple_of(8);
        // An upper bound: every reference through the table has a slot of its own.
        let got_size = (self.slots.len() as u64 + got_refs) * 8;
        let zero_at = (got_at + got_size).next_multiple_of(64);
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
        if end > i32::MAX as u64 {
            return Err(LinkError::text("the program's static data exceeds 2 GiB"));
        }
        let mut text = vec![0u8; text_size as usize];
        let mut ro = vec![0u8; offsets[1] as usize];
        let mut data = vec![0u8; (zero_at - data_at) as usize];
        // Contents.
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
            let (buffer, base) = match p.place {
                Place::Text => (&mut text, 0),
                Place::ReadOnly => (&mut ro, ro_at),
                _ => (&mut data, data_at),
            };
            let at = (p.offset - base) as usize;
            buffer[at..at + bytes.len()].copy_from_slice(&bytes);
        }
        let mut l = Layout { text, ro, data, ro_at, data_at, got_at };
        // Stubs: jmp *slot(%rip).
        let mut stubs: Vec<(u32, u64)> = self.stubs.iter().map(|(&a, &b)| (a, b)).collect();
        stubs.sort_unstable();
        for (import, k) in stubs {
            let at = stubs_at + k * STUB;
            let slot = got_at + self.slots[&import] * 8;
            l.write(at, &[0xff, 0x25]);
            l.write(at + 2, &((slot as i64 - (at as i64 + 6)) as i32).to_le_bytes());
        }
        for i in 0..self.pieces.len() {
            let (object, index, base) = (self.pieces[i].object, self.pieces[i].index, self.pieces[i].offset);
            for (r_type, target, offset, addend) in self.relocations(object, index) {
                let place = base + offset;
                let Some(symbol) = target else {
                    self.errors.other.push(format!("{}: relocation without symbol", self.names[object]));
                    continue;
                };
                let Some(target) = self.resolve(object, symbol) else { continue };
                self.apply(&mut l, object, r_type, target, place, addend, stubs_at);
            }
        }
        // The import table's entries.
        let mut slots: Vec<(u32, u64)> = self.slots.iter().map(|(&a, &b)| (a, b)).collect();
        slots.sort_unstable();
        for (import, k) in slots {
            self.image.fixups.push(Fixup { at: (got_at + k * 8) as u32, what: FixupKind::Import(import) });
        }
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        self.image.fixups.sort_unstable_by_key(|f| f.at);
        self.symbols();
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

    /// (type, symbol, offset, addend) of a section's relocations.
    fn relocations(&mut self, object: usize, index: SectionIndex) -> Vec<(u32, Option<SymbolIndex>, u64, i64)> {
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

    /// As [`Self::resolve`], before the layout: common blocks count as defined.
    fn resolve_early(&mut self, object: usize, index: SymbolIndex) -> Option<Target> {
        if let Ok(s) = self.files[object].symbol_by_index(index) {
            let name = s.name().unwrap_or_default();
            if !s.is_local() && self.commons.iter().any(|c| c.0 == name) {
                return Some(Target::Image(0));
            }
        }
        self.resolve(object, index)
    }

    #[allow(clippy::too_many_arguments)] // the fields of one relocation
    fn apply(
        &mut self,
        l: &mut Layout,
        object: usize,
        r_type: u32,
        target: Target,
        place: u64,
        addend: i64,
        stubs_at: u64,
    ) {
        let mut fail = |text: String| {
            let text = format!("{}: {text}", self.names[object]);
            if !self.errors.other.contains(&text) {
                self.errors.other.push(text);
            }
        };
        match r_type {
            elf::R_X86_64_64 => match target {
                Target::Image(a) => {
                    l.write(place, &(a as i64 + addend).to_le_bytes());
                    self.image.fixups.push(Fixup { at: place as u32, what: FixupKind::Base });
                }
                Target::Import(n) => {
                    l.write(place, &addend.to_le_bytes());
                    self.image.fixups.push(Fixup { at: place as u32, what: FixupKind::Import(n) });
                }
                Target::Absolute(a) => l.write(place, &(a as i64 + addend).to_le_bytes()),
            },
            elf::R_X86_64_32 | elf::R_X86_64_32S => match target {
                Target::Image(a) => {
                    l.write(place, &((a as i64 + addend) as i32).to_le_bytes());
                    self.image.fixups.push(Fixup { at: place as u32, what: FixupKind::Base32 });
                    self.image.low = true;
                }
                Target::Absolute(a) => l.write(place, &((a as i64 + addend) as i32).to_le_bytes()),
                Target::Import(n) => fail(format!(
                    "a 32-bit address of `{}`; compile the object with -fPIC",
                    self.image.imports[n as usize]
                )),
            },
            elf::R_X86_64_PC32 | elf::R_X86_64_PLT32 => {
                let a = match target {
                    Target::Image(a) => a,
                    Target::Import(n) => {
                        let name = &self.image.imports[n as usize];
                        if r_type == elf::R_X86_64_PC32 && load::is_variable(name) {
                            return fail(format!(
                                "direct access to the variable `{name}` of the C library; compile the object with -fPIC"
                            ));
                        }
                        stubs_at + self.stubs[&n] * STUB
                    }
                    // A weak symbol that nothing defines is only compared with null.
                    Target::Absolute(_) => return fail("a relative reference to an absolute symbol".into()),
                };
                l.write(place, &((a as i64 + addend - place as i64) as i32).to_le_bytes());
            }
            elf::R_X86_64_PC64 => match target {
                Target::Image(a) => l.write(place, &(a as i64 + addend - place as i64).to_le_bytes()),
                _ => fail("a relative reference out of the image".into()),
            },
            elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX => {
                let slot = match target {
                    Target::Import(n) => {
                        let next = (self.slots.len() + self.image_slots.len()) as u64;
                        *self.slots.entry(n).or_insert(next)
                    }
                    Target::Image(a) => {
                        let next = (self.slots.len() + self.image_slots.len()) as u64;
                        *self.image_slots.entry(a).or_insert_with(|| {
                            let at = l.got_at + next * 8;
                            l.write(at, &(a as i64).to_le_bytes());
                            self.image.fixups.push(Fixup { at: at as u32, what: FixupKind::Base });
                            next
                        })
                    }
                    Target::Absolute(a) => {
                        // Distinct from offsets in the image by the top bit.
                        let next = (self.slots.len() + self.image_slots.len()) as u64;
                        *self.image_slots.entry(a | 1 << 63).or_insert_with(|| {
                            l.write(l.got_at + next * 8, &a.to_le_bytes());
                            next
                        })
                    }
                };
                let at = l.got_at + slot * 8;
                l.write(place, &((at as i64 + addend - place as i64) as i32).to_le_bytes());
            }
            elf::R_X86_64_TLSGD
            | elf::R_X86_64_TLSLD
            | elf::R_X86_64_GOTTPOFF
            | elf::R_X86_64_TPOFF32
            | elf::R_X86_64_DTPOFF32 => {
                fail("thread-local variables of C objects need the system linker".into());
            }
            other => fail(format!("unsupported relocation type {other}")),
        }
    }

    /// The table of symbols for lookups and backtraces.
    fn symbols(&mut self) {
        let mut list = Vec::new();
        for (name, g) in &self.globals {
            let at = match g.def {
                Def::At { piece, offset } => self.pieces[piece].offset + offset,
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

/// The bytes of the image while they are written.
struct Layout {
    text: Vec<u8>,
    ro: Vec<u8>,
    data: Vec<u8>,
    ro_at: u64,
    data_at: u64,
    got_at: u64,
}

impl Layout {
    fn write(&mut self, at: u64, bytes: &[u8]) {
        let (buffer, base) = if at >= self.data_at {
            (&mut self.data, self.data_at)
        } else if at >= self.ro_at {
            (&mut self.ro, self.ro_at)
        } else {
            (&mut self.text, 0)
        };
        let at = (at - base) as usize;
        buffer[at..at + bytes.len()].copy_from_slice(bytes);
    }
}
