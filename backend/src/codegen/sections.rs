//! Sections that `gimli` writes, with what is to be relocated in them.

use cranelift_module::{DataId, FuncId};
use cranelift_object::ObjectProduct;
use gimli::LittleEndian;
use gimli::write::{EndianVec, RelocateWriter, Relocation};

/// A section with its relocations.
#[derive(Clone)]
pub(super) struct Section {
    bytes: EndianVec<LittleEndian>,
    relocations: Vec<Relocation>,
}

impl Section {
    pub fn new() -> Section {
        Section { bytes: EndianVec::new(LittleEndian), relocations: vec![] }
    }
    pub fn is_empty(&self) -> bool {
        self.bytes.slice().is_empty()
    }
    pub fn bytes(&self) -> &[u8] {
        self.bytes.slice()
    }
    pub fn relocations(&self) -> &[Relocation] {
        &self.relocations
    }
}

impl RelocateWriter for Section {
    type Writer = EndianVec<LittleEndian>;
    fn writer(&self) -> &Self::Writer {
        &self.bytes
    }
    fn writer_mut(&mut self) -> &mut Self::Writer {
        &mut self.bytes
    }
    fn relocate(&mut self, relocation: Relocation) {
        self.relocations.push(relocation);
    }
}

/// Where the code of a function is, as its section and the distance from its start: what refers to code like that stays
/// with this code, whoever else defines the function's symbol.
pub(super) fn place_of(product: &mut ObjectProduct, id: FuncId) -> Result<(object::write::SymbolId, i64), String> {
    let symbol = product.function_symbol(id);
    let symbol = product.object.symbol(symbol);
    let (section, value) = (symbol.section.id(), symbol.value);
    let section = section.ok_or("internal error: a function without code")?;
    Ok((product.object.section_symbol(section), value as i64))
}

/// Where data is: its section and the distance from the start, or its symbol where another file may have it.
pub(super) fn data_place(product: &mut ObjectProduct, id: DataId) -> (object::write::SymbolId, i64) {
    let symbol = product.data_symbol(id);
    let (section, value) = (product.object.symbol(symbol).section.id(), product.object.symbol(symbol).value);
    match section {
        Some(section) => (product.object.section_symbol(section), value as i64),
        None => (symbol, 0),
    }
}
