//! Where a function's code has the variables that debuggers ask for: noted while the code is made (`debug` attributes of
//! ops, see `debug.variable` in `docs/ir.md`), known when it is compiled.

use super::func::FuncGen;
use super::storage::Storage;
use super::value::Val;
use cranelift_codegen::CompiledCode;
use cranelift_codegen::LabelValueLoc;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind, ValueLabel};
use cranelift_codegen::isa::TargetIsa;
use ferrotran_ir::{Attr, Op, OpKind, TypeKind};

/// What a place holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The variable.
    Entity,
    /// Its address.
    Address,
    /// The bytes of the string.
    Length,
    /// The address of the environment that the host made.
    HostEnvironment,
    /// The environment that this function makes.
    Environment,
}

/// A place as the code is made.
#[derive(Clone, Copy, Debug)]
enum Spot {
    Slot(StackSlot),
    Label(ValueLabel),
}

/// A note that a place belongs to a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    id: i64,
    part: Part,
    spot: Spot,
}

/// Where a value is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Where {
    /// In memory, so far from the frame pointer.
    Frame(i64),
    /// In a register, by its number for debuggers.
    Register(u16),
}

/// A place of a variable in compiled code.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub id: i64,
    pub part: Part,
    /// With first and last distance from the start of the function, where it is not always there.
    pub at: Vec<(Option<(u32, u32)>, Where)>,
}

/// Distance of the canonical frame address from the frame pointer.
const FRAME_ADDRESS: i64 = 16;

impl FuncGen<'_, '_, '_> {
    fn debug_attr(&self, op: Op) -> Option<(i64, Part)> {
        let [id, part] = self.m.attr(op, "debug")?.items() else { return None };
        let part = match part.as_int()? {
            0 => Part::Entity,
            1 => Part::Address,
            2 => Part::Length,
            _ => Part::HostEnvironment,
        };
        Some((id.as_int()?, part))
    }

    /// Notes which variables of debuggers are in storage of the frame.
    pub(super) fn mark_storage(&mut self, ops: &[Op]) {
        if !self.cx.opts.lines {
            return;
        }
        let m = self.m;
        for &op in ops.iter().filter(|&&o| m.kind(o) == OpKind::Alloca) {
            let storage = self.allocas.get(&m.result(op)).copied();
            let kept = m.flag(op, "kept");
            let (id, part) = match self.debug_attr(op) {
                Some(found) => found,
                None if m.flag(op, "environment") => (-1, Part::Environment),
                None => continue,
            };
            // Others may be in registers for a while.
            let scalar = matches!(m.tk(m.result(op)), TypeKind::Ref(t)
                if !matches!(m.types.kind(*t), TypeKind::Derived(_) | TypeKind::Box { .. } | TypeKind::Char(..)));
            if scalar && !kept && part == Part::Entity {
                continue;
            }
            match storage {
                Some(Storage::Slot(slot)) => self.marks.push(Mark { id, part, spot: Spot::Slot(slot) }),
                Some(Storage::Heap(p)) if kept && part == Part::Entity => {
                    let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
                    let slot = self.b.create_sized_stack_slot(data);
                    self.b.ins().stack_store(cranelift_codegen::ir::types::I64, p, slot, 0);
                    self.marks.push(Mark { id, part: Part::Address, spot: Spot::Slot(slot) });
                }
                _ => {}
            }
        }
    }

    /// Notes which variable's address a value is, where the value is there anyway.
    pub(super) fn mark_named(&mut self, op: Op) {
        if !self.cx.opts.lines {
            return;
        }
        let Some((id, part)) = self.debug_attr(op) else { return };
        let mut v = self.m.operand(op, 0);
        while let Some(d) = self.m.def_of(v, OpKind::Declare) {
            v = self.m.operand(d, 0);
        }
        let address = match self.vals.get(&v) {
            Some(Val::S(p) | Val::Chr { ptr: p, .. }) => *p,
            Some(Val::View(w)) => w.base,
            _ => return,
        };
        let label = ValueLabel::from_u32(self.marks.len() as u32);
        self.b.set_val_label(address, label);
        self.marks.push(Mark { id, part, spot: Spot::Label(label) });
    }
}

/// The places in compiled code.
pub(super) fn places(marks: &[Mark], code: &CompiledCode, isa: &dyn TargetIsa) -> Vec<Place> {
    let frame = code.buffer.frame_layout();
    let mut out = vec![];
    for m in marks {
        let at = match m.spot {
            Spot::Slot(slot) => {
                let Some(f) = frame else { continue };
                let bottom = i64::from(f.stackslots[slot].offset);
                vec![(None, Where::Frame(bottom - i64::from(f.frame_to_fp_offset)))]
            }
            Spot::Label(label) => {
                let ranges = code.value_labels_ranges.get(&label).map(Vec::as_slice).unwrap_or_default();
                let place = |loc| match loc {
                    LabelValueLoc::Reg(r) => isa.map_regalloc_reg_to_dwarf(r).ok().map(Where::Register),
                    LabelValueLoc::CFAOffset(n) => Some(Where::Frame(n + FRAME_ADDRESS)),
                };
                ranges.iter().filter_map(|r| Some((Some((r.start, r.end)), place(r.loc)?))).collect()
            }
        };
        if !at.is_empty() {
            out.push(Place { id: m.id, part: m.part, at });
        }
    }
    out
}

/// An integer attribute of a list.
pub(super) fn int(a: &Attr) -> i64 {
    a.as_int().unwrap_or_default()
}
