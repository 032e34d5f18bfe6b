//! Registers that a stage needs, by a scan over its instructions: a value lives from its definition to its last use, and as
//! long as a loop goes on where it comes from outside of it.

use super::code::{Code, Ty, id};
use rspirv::spirv::{Op, StorageClass, Word};
use rustc_hash::FxHashMap;

/// What a stage keeps.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Most 32-bit registers that are alive at one place.
    pub registers: u32,
    /// Bytes of arrays of the invocation.
    pub local_bytes: u32,
    /// Bytes of workgroup memory.
    pub shared_bytes: u32,
}

/// The estimate for all functions of a stage.
pub fn estimate(c: &Code) -> Kept {
    let mut kept = Kept::default();
    let mut span: FxHashMap<Word, (usize, usize, u32)> = FxHashMap::default();
    let mut loops: Vec<(usize, usize)> = Vec::new();
    for (at, i) in c.list.iter().enumerate() {
        if i.class.opcode == Op::LoopMerge {
            let head = c.list[..at].iter().rposition(|i| i.class.opcode == Op::Label).unwrap_or(at);
            loops.push((head, c.labels.get(&id(i, 0)).copied().unwrap_or(at)));
        }
        for o in &i.operands {
            let Some(used) = o.id_ref_any() else { continue };
            if let Some(s) = span.get_mut(&used) {
                s.0 = s.0.min(at);
                s.1 = s.1.max(at);
            }
        }
        let Some(result) = i.result_id else { continue };
        let ty = c.result(i);
        match (i.class.opcode, ty) {
            (Op::Label, _) => {}
            (Op::Variable, Ty::Pointer(to, StorageClass::Function)) => match c.ty(to) {
                Ty::Array(e, n) => kept.local_bytes += c.bytes(c.ty(e)) * n,
                // It is a register from the first access on.
                scalar => {
                    span.insert(result, (usize::MAX, 0, c.registers(scalar)));
                }
            },
            _ => {
                span.insert(result, (at, at, c.registers(ty)));
            }
        }
    }
    for &t in c.globals.values() {
        if let Ty::Pointer(to, StorageClass::Workgroup) = c.ty(t)
            && let Ty::Array(e, n) = c.ty(to)
        {
            kept.shared_bytes += c.bytes(c.ty(e)) * n;
        }
    }
    // Inner loops first.
    loops.sort_by_key(|l| l.1 - l.0);
    let mut change = vec![0i64; c.list.len() + 1];
    for (from, to, n) in span.into_values() {
        if from > to {
            continue;
        }
        let mut to = to;
        for &(head, end) in &loops {
            if from < head && (head..end).contains(&to) {
                to = end;
            }
        }
        change[from] += i64::from(n);
        change[to] -= i64::from(n);
    }
    let mut now = 0;
    for d in change {
        now += d;
        kept.registers = kept.registers.max(now as u32);
    }
    kept
}
