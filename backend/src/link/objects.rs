//! Relocatable ELF objects, archives and dynamic libraries -> one image: sections, symbols, layout.

use super::input::{self, Archive, Library, Shared};
use super::relocate::{Got, Layout};
use ferrotran_abi::lines;

use super::{Image, Input, LinkError, MODULES_SECTION, PAGE, Protection, Segment, load, tls};
use object::elf;
use object::read::{Object, ObjectComdat, ObjectSection, ObjectSymbol};
use object::{RelocationFlags, RelocationTarget, SectionFlags, SectionIndex, SymbolIndex, SymbolKind, SymbolSection};
use rustc_hash::{FxHashMap, FxHashSet};

/// A section of an input object that goes into the image.
pub(super) struct Piece {
    pub object: usize,
    pub index: SectionIndex,
    place: Place,
    align: u64,
    size: u64,
    /// Offset from the image's base (of thread-local ones: in the block of a thread).
    pub offset: u64,
}

/// Where a section goes, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Text,
    ReadOnly,
    Data,
    Zero,
    ThreadData,
    ThreadZero,
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
    /// Offset in the block of thread-local variables.
    Thread(u64),
}

/// A relocation: type, symbol, offset in its section, addend.
pub(super) type Relocation = (u32, Option<SymbolIndex>, u64, i64);

/// A jump through the import table, as long as its slot is aligned.
const STUB: u64 = 8;

/// Links objects, given as (name for messages, bytes).
pub fn link(objects: &[(String, Vec<u8>)]) -> Result<Image, LinkError> {
    let inputs: Vec<Input> = objects.iter().map(|(n, b)| Input::Bytes(n.clone(), b.clone())).collect();
    link_inputs(&inputs, &[])
}

/// Links objects with the members of archives that they need and with dynamic libraries. The folders of `rpath` are
/// where the program looks for libraries first.
pub fn link_inputs(inputs: &[Input], rpath: &[String]) -> Result<Image, LinkError> {
    let mut errors = LinkError::default();
    let opened = input::open(inputs, &mut errors);
    let mut l = Linker {
        names: Vec::new(),
        files: Vec::new(),
        libraries: Vec::new(),
        pieces: Vec::new(),
        piece_of: FxHashMap::default(),
        groups: FxHashSet::default(),
        globals: FxHashMap::default(),
        commons: Vec::new(),
        common: FxHashMap::default(),
        wanted: Vec::new(),
        asked: FxHashSet::default(),
        imports: FxHashMap::default(),
        image: Image::default(),
        got: Got::default(),
        stubs: FxHashMap::default(),
        errors,
    };
    for o in &opened {
        l.input(&o.name, o.bytes.get());
    }
    l.pull_members();
    l.finish_commons();
    l.check_modules();
    if !l.errors.is_empty() {
        return Err(l.errors);
    }
    l.layout(rpath)
}

fn host_architecture() -> object::Architecture {
    if cfg!(target_arch = "aarch64") { object::Architecture::Aarch64 } else { object::Architecture::X86_64 }
}

pub(super) struct Linker<'d> {
    pub names: Vec<String>,
    files: Vec<object::File<'d>>,
    libraries: Vec<Library<'d>>,
    pieces: Vec<Piece>,
    piece_of: FxHashMap<(usize, SectionIndex), usize>,
    /// COMDAT groups that are in.
    groups: FxHashSet<String>,
    globals: FxHashMap<String, Global>,
    /// (name, size, alignment)
    commons: Vec<(String, u64, u64)>,
    common: FxHashMap<String, usize>,
    /// Symbols that objects refer to and that were not looked for in archives yet.
    wanted: Vec<String>,
    asked: FxHashSet<String>,
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
        if bytes.starts_with(b"!<arch>\n") || bytes.starts_with(b"!<thin>\n") {
            match Archive::open(name, bytes) {
                Ok(a) => self.libraries.push(Library::Archive(a)),
                Err(e) => self.errors.other.push(e),
            }
            return;
        }
        let Some(f) = self.parse(name, bytes) else { return };
        match f.kind() {
            object::ObjectKind::Relocatable => self.object(name.into(), f),
            object::ObjectKind::Dynamic if !name.ends_with(".o") => {
                self.libraries.push(Library::Shared(Shared::open(name, &f)));
            }
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

    /// Takes members of archives as long as something is missing that they define.
    fn pull_members(&mut self) {
        while let Some(symbol) = self.wanted.pop() {
            if self.globals.contains_key(&symbol) || self.common.contains_key(&symbol) {
                continue;
            }
            let mut found = None;
            for l in &mut self.libraries {
                match l {
                    Library::Archive(a) => match a.take(&symbol) {
                        Ok(Some(m)) => found = Some(m),
                        Ok(None) => {}
                        Err(e) => self.errors.other.push(e),
                    },
                    Library::Shared(s) if s.exports.contains(&symbol) => break,
                    Library::Shared(_) => {}
                }
                if found.is_some() {
                    break;
                }
            }
            if let Some((name, bytes)) = found
                && let Some(f) = self.parse(&name, bytes)
            {
                self.object(name, f);
            }
        }
    }

    /// Collects the sections of an object that are loaded.
    fn sections(&mut self, object: usize) {
        let f = &self.files[object];
        // Of sections in a group of which another object brought a copy, that copy serves.
        let mut left_out: FxHashSet<SectionIndex> = FxHashSet::default();
        for c in f.comdats() {
            let Ok(name) = c.name() else { continue };
            if !self.groups.insert(name.to_string()) {
                left_out.extend(c.sections());
            }
        }
        for s in f.sections() {
            let SectionFlags::Elf { sh_flags } = s.flags() else { continue };
            let name = s.name().unwrap_or_default();
            if sh_flags & u64::from(elf::SHF_ALLOC) == 0
                || left_out.contains(&s.index())
                || name.starts_with(".eh_frame")
                || name.starts_with(".note")
                || name.starts_with(".gcc_except_table")
            {
                continue;
            }
            if name.starts_with(".ctors") || name.starts_with(".dtors") {
                if s.size() > 0 {
                    self.errors.other.push(format!("{}: constructors in {name} are not supported", self.names[object]));
                }
                continue;
            }
            let zero =
                matches!(s.kind(), object::SectionKind::UninitializedData | object::SectionKind::UninitializedTls);
            let absolute = s.relocations().any(|(_, r)| {
                matches!(r.flags(), RelocationFlags::Elf { r_type }
                    if matches!(r_type, elf::R_X86_64_64 | elf::R_X86_64_32 | elf::R_X86_64_32S))
            });
            let place = if sh_flags & u64::from(elf::SHF_TLS) != 0 {
                if zero { Place::ThreadZero } else { Place::ThreadData }
            } else if sh_flags & u64::from(elf::SHF_EXECINSTR) != 0 {
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
                SymbolSection::Undefined => {
                    if !weak && self.asked.insert(name.clone()) {
                        self.wanted.push(name);
                    }
                    continue;
                }
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

    /// Every object must have been compiled with the modules that the others define.
    fn check_modules(&mut self) {
        let mut defined: FxHashMap<String, (String, usize)> = FxHashMap::default();
        let mut used = vec![];
        for (object, f) in self.files.iter().enumerate() {
            let Some(s) = f.section_by_name(MODULES_SECTION) else { continue };
            let Ok(text) = s.data() else { continue };
            for line in String::from_utf8_lossy(text).lines() {
                let words: Vec<&str> = line.split(' ').collect();
                match words[..] {
                    ["d", key, interface] => {
                        defined.insert(key.into(), (interface.into(), object));
                    }
                    ["u", key, interface] => used.push((object, key.to_string(), interface.to_string())),
                    _ => {}
                }
            }
        }
        for (object, key, interface) in used {
            let Some((now, definer)) = defined.get(&key) else { continue };
            if *now != interface {
                self.errors.other.push(format!(
                    "{} was compiled with another version of module `{key}` than that in {}: compile its source again",
                    self.names[object], self.names[*definer]
                ));
            }
        }
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
        match &*name {
            "_GLOBAL_OFFSET_TABLE_" => return Some(Target::Image(self.got.at)),
            // Only its address matters.
            "__dso_handle" => return Some(Target::Image(0)),
            _ => {}
        }
        if self.in_library(&name) || load::find(&name).is_some() {
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

    fn in_library(&mut self, name: &str) -> bool {
        for l in &mut self.libraries {
            if let Library::Shared(s) = l
                && s.exports.contains(name)
            {
                s.used = true;
                return true;
            }
        }
        false
    }

    fn in_piece(&self, piece: usize, offset: u64) -> Target {
        let p = &self.pieces[piece];
        match p.place {
            Place::ThreadData | Place::ThreadZero => Target::Thread(p.offset + offset),
            _ => Target::Image(p.offset + offset),
        }
    }

    fn layout(mut self, rpath: &[String]) -> Result<Image, LinkError> {
        // Imports decide how many stubs and slots there are, so look at every relocation first.
        // Offsets of sections are not known yet: slots for addresses in the image are counted by
        // the symbol they belong to.
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        order.sort_by_key(|&i| self.pieces[i].place);
        let mut offsets = [0u64; 6];
        for &i in &order {
            let p = &mut self.pieces[i];
            // Thread-local variables are one block.
            let place = if p.place == Place::ThreadZero { Place::ThreadData } else { p.place };
            let end = &mut offsets[place as usize];
            *end = end.next_multiple_of(p.align);
            p.offset = *end;
            *end += p.size;
            if p.place == Place::ThreadData {
                offsets[Place::ThreadZero as usize] = *end;
            }
        }
        let thread_size = offsets[Place::ThreadData as usize];
        let thread_data = offsets[Place::ThreadZero as usize];
        if thread_size > tls::AREA_BYTES {
            return Err(LinkError::text(format!(
                "the thread-local variables of the objects take {thread_size} bytes; there is room for {}",
                tls::AREA_BYTES
            )));
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
                Place::Text | Place::ThreadData | Place::ThreadZero => 0,
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
        let mut thread = vec![0u8; thread_data as usize];
        for p in &self.pieces {
            if matches!(p.place, Place::Zero | Place::ThreadZero) {
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
            if p.place == Place::ThreadData {
                let at = p.offset as usize;
                thread[at..at + bytes.len()].copy_from_slice(&bytes);
            } else {
                l.write(p.offset, &bytes);
            }
        }
        self.write_stubs(&mut l);
        for i in 0..self.pieces.len() {
            let (object, index, base) = (self.pieces[i].object, self.pieces[i].index, self.pieces[i].offset);
            let in_thread = matches!(self.pieces[i].place, Place::ThreadData | Place::ThreadZero);
            let mut skip = false;
            for (r_type, target, offset, addend) in self.relocations(object, index) {
                // The call that belongs to a thread-local access was rewritten with it.
                if std::mem::take(&mut skip) {
                    continue;
                }
                if in_thread {
                    let name = &self.names[object];
                    self.errors.other.push(format!("{name}: an address in the value of a thread-local variable"));
                    break;
                }
                let Some(symbol) = target else {
                    self.errors.other.push(format!("{}: relocation without symbol", self.names[object]));
                    continue;
                };
                let Some(target) = self.resolve(object, symbol, (index, offset)) else { continue };
                skip = matches!(r_type, elf::R_X86_64_TLSGD | elf::R_X86_64_TLSLD);
                self.apply(&mut l, object, r_type, target, base + offset, addend);
            }
        }
        self.write_import_slots();
        self.constructors();
        if thread.iter().any(|b| *b != 0) && self.image.imports.iter().any(|n| n == "pthread_create") {
            self.errors.other.push(
                "thread-local variables with initial values are not supported in a program that starts threads itself"
                    .into(),
            );
        }
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        self.image.tls = super::Tls { data: thread, size: thread_size };
        self.image.libraries = self.library_names(rpath);
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
                    elf::R_X86_64_GOTPCREL
                    | elf::R_X86_64_GOTPCRELX
                    | elf::R_X86_64_REX_GOTPCRELX
                    | elf::R_X86_64_GOTTPOFF => {
                        got_refs += 1;
                        self.resolve(object, target, (index, offset));
                    }
                    elf::R_X86_64_PLT32 | elf::R_X86_64_PC32 => {
                        if let Some(Target::Import(n)) = self.resolve(object, target, (index, offset)) {
                            // Variables of the C library have a copy in the table instead of a stub.
                            got_refs += 1;
                            let k = self.stubs.len() as u64;
                            self.stubs.entry(n).or_insert(k);
                            let s = self.got.slots.len() as u64;
                            self.got.slots.entry(n).or_insert(s);
                        }
                    }
                    // The call that follows is not made.
                    elf::R_X86_64_TLSGD | elf::R_X86_64_TLSLD => {}
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

    /// The places that hold the addresses of functions which run before and after the main program.
    fn constructors(&mut self) {
        let mut before: Vec<(u32, u64, u64)> = vec![];
        let mut after: Vec<(u32, u64, u64)> = vec![];
        for p in &self.pieces {
            let Ok(s) = self.files[p.object].section_by_index(p.index) else { continue };
            let name = s.name().unwrap_or_default();
            // A number in the name is a priority: lower ones run first.
            let priority = |rest: &str| rest.strip_prefix('.').and_then(|n| n.parse().ok()).unwrap_or(u32::MAX);
            if let Some(rest) = name.strip_prefix(".init_array") {
                before.push((priority(rest), p.offset, p.size));
            } else if let Some(rest) = name.strip_prefix(".preinit_array") {
                before.push((priority(rest).min(1), p.offset, p.size));
            } else if let Some(rest) = name.strip_prefix(".fini_array") {
                after.push((priority(rest), p.offset, p.size));
            }
        }
        let places = |mut v: Vec<(u32, u64, u64)>| -> Vec<u64> {
            v.sort_by_key(|p| p.0);
            v.iter().flat_map(|(_, at, size)| (0..size / 8).map(move |k| at + k * 8)).collect()
        };
        self.image.constructors = places(before);
        self.image.destructors = places(after);
        self.image.destructors.reverse();
    }

    /// How the dynamic libraries that are needed are found when the program starts.
    fn library_names(&self, rpath: &[String]) -> Vec<String> {
        let mut out = vec![];
        for l in &self.libraries {
            let Library::Shared(s) = l else { continue };
            if s.used {
                let mut names: Vec<String> = rpath.iter().map(|d| format!("{d}/{}", s.soname)).collect();
                names.push(s.soname.clone());
                names.push(s.path.clone());
                out.push(names.join(":"));
            }
        }
        out
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
