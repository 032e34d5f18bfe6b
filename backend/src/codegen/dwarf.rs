//! What debuggers and profilers read (`-g`): the compilation unit, its procedures with their names in Fortran, and the
//! source line of every instruction. (DWARF 5, sections 3.1, 3.2, 3.3 and 6.2.)

use super::module::Lines;
use super::sections::{Section, place_of};
use cranelift_module::FuncId;
use cranelift_object::ObjectProduct;
use gimli::write::{Address, AttributeValue, DwarfUnit, LineProgram, LineString, RelocationTarget, Sections};
use gimli::{Encoding, Format, LineEncoding, SectionId, constants as dw};
use rustc_hash::FxHashMap;

/// A procedure, or a part of one that is a function of its own.
pub(super) struct Subprogram {
    pub id: FuncId,
    /// Symbol.
    pub symbol: String,
    /// Name in the source, in small letters; none for what the compiler made.
    pub name: Option<String>,
    pub main: bool,
}

/// The module and the name of a module procedure, by its symbol.
fn of_module(symbol: &str) -> Option<(&str, &str)> {
    symbol.strip_prefix("__")?.split_once("_MOD_")
}

/// Puts the sections into the object. The functions of the table and the subprograms are in one order.
pub(super) fn write(
    product: &mut ObjectProduct,
    source: &str,
    lines: &Lines,
    subprograms: &[Subprogram],
) -> Result<(), String> {
    let encoding = Encoding { format: Format::Dwarf32, version: 5, address_size: 8 };
    let mut unit = DwarfUnit::new(encoding);
    let dir = std::env::current_dir().map(|d| d.display().to_string()).unwrap_or_default();
    unit.unit.line_program = line_program(encoding, source, &dir, lines, subprograms, &mut unit.line_strings);
    let root = unit.unit.root();
    let name = unit.strings.add(source);
    let producer = unit.strings.add(format!("ferrotran {}", env!("CARGO_PKG_VERSION")));
    let dir = unit.strings.add(dir);
    let die = unit.unit.get_mut(root);
    die.set(dw::DW_AT_producer, AttributeValue::StringRef(producer));
    die.set(dw::DW_AT_language, AttributeValue::Language(dw::DW_LANG_Fortran08));
    die.set(dw::DW_AT_name, AttributeValue::StringRef(name));
    die.set(dw::DW_AT_comp_dir, AttributeValue::StringRef(dir));
    die.set(dw::DW_AT_identifier_case, AttributeValue::IdentifierCase(dw::DW_ID_case_insensitive));
    let mut modules = FxHashMap::default();
    let mut ranges = vec![];
    for (s, f) in subprograms.iter().zip(&lines.functions) {
        let address = Address::Symbol { symbol: s.id.as_u32() as usize, addend: 0 };
        ranges.push(gimli::write::Range::StartLength { begin: address, length: u64::from(f.size) });
        let parent = match of_module(&s.symbol) {
            Some((module, _)) => *modules.entry(module.to_string()).or_insert_with(|| {
                let id = unit.unit.add(root, dw::DW_TAG_module);
                let name = unit.strings.add(module);
                unit.unit.get_mut(id).set(dw::DW_AT_name, AttributeValue::StringRef(name));
                id
            }),
            None => root,
        };
        let id = unit.unit.add(parent, dw::DW_TAG_subprogram);
        let name = s.name.as_deref().or(of_module(&s.symbol).map(|m| m.1)).unwrap_or(&s.symbol);
        let (name, symbol) = (unit.strings.add(name), unit.strings.add(s.symbol.as_str()));
        let mut frame = gimli::write::Expression::new();
        frame.op_breg(FRAME_POINTER, 0);
        let die = unit.unit.get_mut(id);
        die.set(dw::DW_AT_name, AttributeValue::StringRef(name));
        die.set(dw::DW_AT_linkage_name, AttributeValue::StringRef(symbol));
        die.set(dw::DW_AT_low_pc, AttributeValue::Address(address));
        die.set(dw::DW_AT_high_pc, AttributeValue::Udata(u64::from(f.size)));
        die.set(dw::DW_AT_frame_base, AttributeValue::Exprloc(frame));
        die.set(dw::DW_AT_external, AttributeValue::Flag(true));
        if let Some(first) = f.rows.first() {
            die.set(dw::DW_AT_decl_line, AttributeValue::Udata(u64::from(first.line)));
        }
        if s.main {
            die.set(dw::DW_AT_main_subprogram, AttributeValue::Flag(true));
            die.set(dw::DW_AT_calling_convention, AttributeValue::CallingConvention(dw::DW_CC_program));
        }
    }
    let ranges = unit.unit.ranges.add(gimli::write::RangeList(ranges));
    unit.unit.get_mut(root).set(dw::DW_AT_ranges, AttributeValue::RangeListRef(ranges));
    unit.unit.get_mut(root).set(dw::DW_AT_low_pc, AttributeValue::Address(Address::Constant(0)));
    let mut sections = Sections::new(Section::new());
    unit.write(&mut sections).map_err(|e| e.to_string())?;
    add(product, sections)
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
) -> LineProgram {
    let mut text = |t: &str| LineString::new(t, encoding, strings);
    let (dir, file) = (text(dir), text(source));
    let mut program = LineProgram::new(encoding, LineEncoding::default(), dir, None, file, None);
    let folder = program.default_directory();
    let mut files = FxHashMap::default();
    for (s, f) in subprograms.iter().zip(&lines.functions) {
        let address = Address::Symbol { symbol: s.id.as_u32() as usize, addend: 0 };
        program.begin_sequence(Some(address));
        for r in &f.rows {
            let file = *files.entry(r.file).or_insert_with(|| {
                let name = lines.names.get(r.file as usize).map_or("", String::as_str);
                program.add_file(LineString::new(name, encoding, strings), folder, None)
            });
            let row = program.row();
            row.address_offset = u64::from(r.at);
            row.file = file;
            row.line = u64::from(r.line);
            program.generate_row();
        }
        program.end_sequence(u64::from(f.size));
    }
    program
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
