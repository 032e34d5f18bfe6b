//! Unwind information (`.eh_frame`): how debuggers, profilers and C++ exceptions get from a function to its caller.
//! (System V ABI of x86-64, section 4.2.4; DWARF 5, section 6.4.)

use super::sections::{Section, place_of};
use cranelift_codegen::CompiledCode;
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::isa::unwind::UnwindInfo;
use cranelift_module::FuncId;
use cranelift_object::ObjectProduct;
use gimli::X86_64;
use gimli::constants::{DW_EH_PE_pcrel, DW_EH_PE_sdata4};
use gimli::write::{
    Address, CallFrameInstruction, CieId, EhFrame, FrameDescriptionEntry, FrameTable, RelocationTarget,
};

/// The unwind information of one object in the making.
pub(super) struct Frames {
    table: FrameTable,
    common: Option<CieId>,
}

impl Frames {
    pub fn new(isa: &dyn TargetIsa) -> Frames {
        let mut table = FrameTable::default();
        let common = isa.create_systemv_cie().map(|mut c| {
            // Distances: the section needs no relocations when the program is loaded.
            c.fde_address_encoding = DW_EH_PE_pcrel | DW_EH_PE_sdata4;
            table.add_cie(c)
        });
        Frames { table, common }
    }

    /// Adds a function.
    pub fn add(&mut self, code: &CompiledCode, isa: &dyn TargetIsa, id: FuncId) -> Result<(), String> {
        let (Some(common), Ok(Some(UnwindInfo::SystemV(info)))) = (self.common, code.create_unwind_info(isa)) else {
            return Ok(());
        };
        let address = Address::Symbol { symbol: id.as_u32() as usize, addend: 0 };
        self.table.add_fde(common, info.to_fde(address));
        Ok(())
    }

    /// Adds a function of so many bytes that begins with `push rbp; mov rbp, rsp` and saves nothing else on the stack.
    pub fn add_with_frame_pointer(&mut self, id: FuncId, bytes: u32) {
        let Some(common) = self.common else { return };
        let address = Address::Symbol { symbol: id.as_u32() as usize, addend: 0 };
        let mut fde = FrameDescriptionEntry::new(address, bytes);
        fde.add_instruction(1, CallFrameInstruction::CfaOffset(16));
        fde.add_instruction(1, CallFrameInstruction::Offset(X86_64::RBP, -16));
        fde.add_instruction(4, CallFrameInstruction::CfaRegister(X86_64::RBP));
        self.table.add_fde(common, fde);
    }

    /// Puts the section into the object.
    pub fn write(&self, product: &mut ObjectProduct) -> Result<(), String> {
        if self.table.fde_count() == 0 {
            return Ok(());
        }
        let mut section = EhFrame(Section::new());
        self.table.write_eh_frame(&mut section).map_err(|e| e.to_string())?;
        let id = product.object.add_section(vec![], b".eh_frame".to_vec(), object::SectionKind::ReadOnlyData);
        product.object.append_section_data(id, section.0.bytes(), 8);
        for r in section.0.relocations() {
            let RelocationTarget::Symbol(symbol) = r.target else {
                return Err("internal error: unwind information refers to a section".into());
            };
            let flags = object::RelocationFlags::Generic {
                kind: object::RelocationKind::Relative,
                encoding: object::RelocationEncoding::Generic,
                size: r.size * 8,
            };
            let (symbol, at) = place_of(product, FuncId::from_u32(symbol as u32))?;
            let addend = r.addend + at;
            let relocation = object::write::Relocation { offset: r.offset as u64, symbol, addend, flags };
            product.object.add_relocation(id, relocation).map_err(|e| e.to_string())?;
        }
        Ok(())
    }
}
