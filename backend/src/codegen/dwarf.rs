//! What debuggers and profilers read (`-g`): the compilation unit, its procedures with their names in Fortran, and the
//! source line of every instruction. (DWARF 5, sections 3.1, 3.2, 3.3 and 6.2.)

use super::marks::Place;
use super::module::Lines;
use super::sections::{Section, data_place, place_of};
use super::variables::{DATA, Dies};
use cranelift_module::{DataId, FuncId};
use cranelift_object::ObjectProduct;
use ferrotran_abi::lines::FunctionLines;
use ferrotran_ir::Module;
use gimli::write::{
    Address, AttributeValue, DwarfUnit, FileId, LineProgram, LineString, RelocationTarget, Sections, UnitEntryId,
};
use gimli::{Encoding, Format, LineEncoding, SectionId, constants as dw};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A procedure, or a part of one that is a function of its own.
pub(super) struct Subprogram {
    pub id: FuncId,
    /// Symbol.
    pub symbol: String,
    /// Name in the source, in small letters; none for what the compiler made.
    pub name: Option<String>,
    pub main: bool,
    /// It returns a value as the machine's functions do.
    pub value: bool,
    /// Where its variables are.
    pub variables: Vec<Place>,
    /// Where code in place of calls begins, by the numbers of the calls; 0 where it is the procedure's own again.
    pub calls: Vec<(u32, u32)>,
}

/// The module and the name of a module procedure, by its symbol.
pub(super) fn of_module(symbol: &str) -> Option<(&str, &str)> {
    symbol.strip_prefix("__")?.split_once("_MOD_")
}

/// Puts the sections into the object. The functions of the table and the subprograms are in one order.
pub(super) fn write(
    product: &mut ObjectProduct,
    m: &Module,
    data: &FxHashMap<String, DataId>,
    lines: &Lines,
    subprograms: &[Subprogram],
) -> Result<(), String> {
    let source = m.files.first().map_or("module", String::as_str);
    let encoding = Encoding { format: Format::Dwarf32, version: 5, address_size: 8 };
    let mut unit = DwarfUnit::new(encoding);
    let dir = std::env::current_dir().map(|d| d.display().to_string()).unwrap_or_default();
    let (program, files) = line_program(encoding, source, &dir, lines, subprograms, &mut unit.line_strings);
    unit.unit.line_program = program;
    let root = unit.unit.root();
    let by_name = |(n, f): (&u32, &FileId)| {
        let name = lines.names.get(*n as usize)?;
        Some((m.files.iter().position(|x| x == name)? as u16, *f))
    };
    let files = files.iter().filter_map(by_name).collect();
    let mut dies = Dies::new(m, unit, files, data);
    dies.text(root, dw::DW_AT_producer, &format!("ferrotran {}", env!("CARGO_PKG_VERSION")));
    dies.set(root, dw::DW_AT_language, AttributeValue::Language(dw::DW_LANG_Fortran08));
    dies.text(root, dw::DW_AT_name, source);
    dies.text(root, dw::DW_AT_comp_dir, &dir);
    dies.set(root, dw::DW_AT_identifier_case, AttributeValue::IdentifierCase(dw::DW_ID_case_insensitive));
    dies.derived_types();
    dies.module_variables();
    dies.module_uses();
    let mut ranges = vec![];
    let mut entries: FxHashMap<&str, (UnitEntryId, &Subprogram)> = FxHashMap::default();
    let mut order: Vec<usize> = (0..subprograms.len()).collect();
    // Hosts come before what is internal to them.
    order.sort_by_key(|&i| subprograms[i].symbol.len());
    for i in order {
        let (s, f) = (&subprograms[i], &lines.functions[i]);
        let address = Address::Symbol { symbol: s.id.as_u32() as usize, addend: 0 };
        ranges.push(gimli::write::Range::StartLength { begin: address, length: u64::from(f.size) });
        let host = s.symbol.rsplit_once('.').filter(|x| s.name.as_deref() == Some(x.1)).and_then(|x| entries.get(x.0));
        let parent = match (host, of_module(&s.symbol)) {
            (Some(h), _) => h.0,
            (None, Some((module, _))) => dies.module(module, true),
            (None, None) => root,
        };
        let id = subprogram(&mut dies, parent, s, f, address);
        if let Some(h) = host {
            dies.static_link(id, &s.variables, &h.1.variables);
        }
        entries.insert(&s.symbol, (id, s));
    }
    let ranges = dies.unit.unit.ranges.add(gimli::write::RangeList(ranges));
    dies.set(root, dw::DW_AT_ranges, AttributeValue::RangeListRef(ranges));
    dies.set(root, dw::DW_AT_low_pc, AttributeValue::Address(Address::Constant(0)));
    let mut sections = Sections::new(Section::new());
    dies.unit.write(&mut sections).map_err(|e| e.to_string())?;
    add(product, sections)
}

/// The entry of a function with its variables.
fn subprogram(
    dies: &mut Dies<'_>,
    parent: UnitEntryId,
    s: &Subprogram,
    f: &FunctionLines,
    address: Address,
) -> UnitEntryId {
    let id = dies.add(parent, dw::DW_TAG_subprogram);
    let name = s.name.as_deref().or(of_module(&s.symbol).map(|m| m.1)).unwrap_or(&s.symbol);
    let mut frame = gimli::write::Expression::new();
    frame.op_breg(FRAME_POINTER, 0);
    dies.text(id, dw::DW_AT_name, name);
    dies.text(id, dw::DW_AT_linkage_name, &s.symbol);
    dies.set(id, dw::DW_AT_low_pc, AttributeValue::Address(address));
    dies.set(id, dw::DW_AT_high_pc, AttributeValue::Udata(u64::from(f.size)));
    dies.set(id, dw::DW_AT_frame_base, AttributeValue::Exprloc(frame));
    dies.set(id, dw::DW_AT_external, AttributeValue::Flag(true));
    if let Some(first) = f.rows.first() {
        dies.set(id, dw::DW_AT_decl_line, AttributeValue::Udata(u64::from(first.line)));
    }
    if s.main {
        dies.set(id, dw::DW_AT_main_subprogram, AttributeValue::Flag(true));
        dies.set(id, dw::DW_AT_calling_convention, AttributeValue::CallingConvention(dw::DW_CC_program));
    }
    if s.value
        && let Some(t) = dies.result_type(&s.symbol)
    {
        dies.set(id, dw::DW_AT_type, AttributeValue::UnitRef(t));
    }
    let in_lines = |first: i64, last: i64| {
        let mut out: Vec<gimli::write::Range> = vec![];
        let mut open: Option<u32> = None;
        let Address::Symbol { symbol, addend } = address else { return out };
        let file = f.rows.first().map(|r| r.file);
        let ends = f.rows.iter().skip(1).map(|r| r.at).chain([f.size]);
        for (r, end) in f.rows.iter().zip(ends) {
            let inside = Some(r.file) == file && (first..=last).contains(&i64::from(r.line));
            if inside && open.is_none() {
                open = Some(r.at);
            }
            let next = f.rows.iter().find(|n| n.at == end);
            let goes_on = next.is_some_and(|n| Some(n.file) == file && (first..=last).contains(&i64::from(n.line)));
            if let Some(at) = open.filter(|_| inside && !goes_on) {
                let begin = Address::Symbol { symbol, addend: addend + i64::from(at) };
                out.push(gimli::write::Range::StartLength { begin, length: u64::from(end - at) });
                open = None;
            }
        }
        out
    };
    dies.function_variables(id, &s.symbol, (address, &s.variables), &in_lines);
    dies.uses(id, Some(&s.symbol), None);
    inlined(dies, id, s, f, address);
    id
}

/// Entries of the procedures whose bodies stand in place of calls.
fn inlined(dies: &mut Dies<'_>, function: UnitEntryId, s: &Subprogram, f: &FunctionLines, address: Address) {
    let Address::Symbol { symbol, addend } = address else { return };
    let m = dies.m;
    let call = |n: u32| m.calls.get(n as usize - 1);
    let mut ranges: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
    let ends = s.calls.iter().skip(1).map(|c| c.0).chain([f.size]);
    for (&(at, number), end) in s.calls.iter().zip(ends) {
        let mut n = number;
        // Calls around have the code, too.
        while n != 0 {
            let list = ranges.entry(n).or_default();
            match list.last_mut() {
                Some(last) if last.1 == at => last.1 = end,
                _ => list.push((at, end)),
            }
            n = call(n).map_or(0, |c| c.at.call);
        }
    }
    let mut entries: BTreeMap<u32, UnitEntryId> = BTreeMap::new();
    let mut waiting: Vec<u32> = ranges.keys().copied().collect();
    // Those around come first.
    waiting.sort_by_key(|&n| {
        std::iter::successors(call(n), |c| c.at.call.checked_sub(1).and_then(|i| m.calls.get(i as usize))).count()
    });
    for n in waiting {
        let Some(c) = call(n) else { continue };
        let parent = entries.get(&c.at.call).copied().unwrap_or(function);
        let origin = dies.abstract_procedure(c);
        let id = dies.add(parent, dw::DW_TAG_inlined_subroutine);
        dies.set(id, dw::DW_AT_abstract_origin, AttributeValue::UnitRef(origin));
        let place = |at: u32| Address::Symbol { symbol, addend: addend + i64::from(at) };
        let range =
            |&(a, z): &(u32, u32)| gimli::write::Range::StartLength { begin: place(a), length: u64::from(z - a) };
        if let [one @ (a, _)] = &ranges[&n][..] {
            dies.set(id, dw::DW_AT_low_pc, AttributeValue::Address(place(*a)));
            dies.set(id, dw::DW_AT_high_pc, AttributeValue::Udata(u64::from(one.1 - one.0)));
        } else {
            let list = dies.unit.unit.ranges.add(gimli::write::RangeList(ranges[&n].iter().map(range).collect()));
            dies.set(id, dw::DW_AT_ranges, AttributeValue::RangeListRef(list));
        }
        if let Some(&file) = dies.files.get(&c.at.file) {
            dies.set(id, dw::DW_AT_call_file, AttributeValue::FileIndex(Some(file)));
        }
        dies.set(id, dw::DW_AT_call_line, AttributeValue::Udata(u64::from(c.at.line)));
        dies.inlined_variables(id, &c.callee, (address, &s.variables));
        entries.insert(n, id);
    }
}

/// The frame pointer among the registers of the debugging information.
const FRAME_POINTER: gimli::Register =
    if cfg!(target_arch = "aarch64") { gimli::AArch64::X29 } else { gimli::X86_64::RBP };

fn line_program(
    encoding: Encoding,
    source: &str,
    dir: &str,
    lines: &Lines,
    subprograms: &[Subprogram],
    strings: &mut gimli::write::LineStringTable,
) -> (LineProgram, FxHashMap<u32, FileId>) {
    let mut text = |t: &str| LineString::new(t, encoding, strings);
    let (dir, file) = (text(dir), text(source));
    let mut program = LineProgram::new(encoding, LineEncoding::default(), dir, None, file, None);
    let folder = program.default_directory();
    let mut files = FxHashMap::default();
    for (s, f) in subprograms.iter().zip(&lines.functions) {
        let address = Address::Symbol { symbol: s.id.as_u32() as usize, addend: 0 };
        program.begin_sequence(Some(address));
        // The first statement is where the arguments are in their places.
        let header = f.rows.first().map(|r| r.line);
        let body = f.rows.iter().position(|r| Some(r.line) != header && r.line > 0);
        for (k, r) in f.rows.iter().enumerate() {
            let file = *files.entry(r.file).or_insert_with(|| {
                let name = lines.names.get(r.file as usize).map_or("", String::as_str);
                program.add_file(LineString::new(name, encoding, strings), folder, None)
            });
            let row = program.row();
            row.address_offset = u64::from(r.at);
            row.file = file;
            row.line = u64::from(r.line);
            row.prologue_end = Some(k) == body;
            program.generate_row();
        }
        program.end_sequence(u64::from(f.size));
    }
    (program, files)
}

/// Adds the sections with their relocations.
fn add(product: &mut ObjectProduct, sections: Sections<Section>) -> Result<(), String> {
    let mut symbols = FxHashMap::default();
    let mut waiting = vec![];
    let r: Result<(), String> = sections.for_each(|id: SectionId, section: &Section| {
        if section.is_empty() {
            return Ok(());
        }
        let kind = match id {
            SectionId::DebugStr | SectionId::DebugLineStr => object::SectionKind::DebugString,
            _ => object::SectionKind::Debug,
        };
        let to = product.object.add_section(vec![], id.name().as_bytes().to_vec(), kind);
        product.object.append_section_data(to, section.bytes(), 1);
        symbols.insert(id, product.object.section_symbol(to));
        waiting.push((to, section.relocations().to_vec()));
        Ok(())
    });
    r?;
    for (to, relocations) in waiting {
        for r in relocations {
            let (symbol, at) = match r.target {
                RelocationTarget::Symbol(s) if s & DATA != 0 => data_place(product, DataId::from_u32(s as u32)),
                RelocationTarget::Symbol(s) => place_of(product, FuncId::from_u32(s as u32))?,
                RelocationTarget::Section(id) => {
                    (*symbols.get(&id).ok_or("internal error: debugging information refers to an empty section")?, 0)
                }
            };
            let flags = object::RelocationFlags::Generic {
                kind: object::RelocationKind::Absolute,
                encoding: object::RelocationEncoding::Generic,
                size: r.size * 8,
            };
            let relocation =
                object::write::Relocation { offset: r.offset as u64, symbol, addend: r.addend + at, flags };
            product.object.add_relocation(to, relocation).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}
