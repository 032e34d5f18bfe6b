//! Storage in the frame: which variables have memory, and which places they share. Storage ends with the region it is made
//! in, so what is made in regions that follow each other lies in the same place: a procedure of thousands of statements
//! needs the frame of the largest one.

use super::func::FuncGen;
use crate::error::Res;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value as Cv, types};
use ferrotran_abi::rt;
use ferrotran_ir::analysis::effects::makes_storage;
use ferrotran_ir::{Module, Op, OpKind, Region, Traits, TypeKind, Value};
use rustc_hash::FxHashSet;

/// Storage larger than this is taken from the arena of temporaries instead.
const MAX_SLOT: i64 = 64 * 1024;
/// So is the rest once the frame's variables have this many bytes in all.
const MAX_FRAME: i64 = 512 * 1024;

/// Storage of an alloca.
#[derive(Clone, Copy)]
pub(crate) enum Storage {
    Slot(StackSlot),
    /// Address in the arena of temporaries, computed in the entry block.
    Heap(Cv),
    /// The first multiple of that in a slot.
    Strict(StackSlot, i64),
}

/// A place for variables, one after the other.
struct Room {
    size: i64,
    shift: u8,
    heap: bool,
}

/// The places for allocas.
#[derive(Default)]
struct Rooms {
    rooms: Vec<Room>,
    /// Those whose variables have ended.
    free: Vec<usize>,
    /// Bytes of those in the frame.
    frame: i64,
    /// Which place each alloca has.
    of: Vec<(Value, usize)>,
}

impl Rooms {
    /// A place for so many bytes: a free one, made larger where that wastes less than a new one.
    fn take(&mut self, size: i64, shift: u8) -> usize {
        let fits = |r: &Room| !r.heap && r.size <= 4 * size.max(16) && 4 * r.size.max(16) >= size;
        let best = (0..self.free.len())
            .filter(|&k| size <= MAX_SLOT && fits(&self.rooms[self.free[k]]))
            .min_by_key(|&k| (self.rooms[self.free[k]].size - size).unsigned_abs());
        if let Some(k) = best {
            let i = self.free.swap_remove(k);
            let r = &mut self.rooms[i];
            self.frame += (size - r.size).max(0);
            r.size = r.size.max(size);
            r.shift = r.shift.max(shift);
            return i;
        }
        let heap = size > MAX_SLOT || size > 64 && self.frame + size > MAX_FRAME;
        if heap {
            let have = (0..self.free.len()).find(|&k| {
                let r = &self.rooms[self.free[k]];
                r.heap && r.size <= 2 * size && size <= 2 * r.size
            });
            if let Some(k) = have {
                let i = self.free.swap_remove(k);
                self.rooms[i].size = self.rooms[i].size.max(size);
                return i;
            }
        } else {
            self.frame += size;
        }
        self.rooms.push(Room { size, shift, heap });
        self.rooms.len() - 1
    }
}

/// Slots for what has no alloca: descriptors, short strings, results of calls.
#[derive(Default)]
pub(crate) struct Scratch {
    free: Vec<(StackSlot, u32, u8)>,
    /// Those in use, for each region around.
    held: Vec<Vec<(StackSlot, u32, u8)>>,
    /// What the op at hand makes outlives its region.
    pub lasts: bool,
}

impl Scratch {
    /// A region begins.
    pub fn enter(&mut self) {
        self.held.push(Vec::new());
    }

    /// It ends, and with it the storage made in it if that is not `reachable` in another way.
    pub fn leave(&mut self, ends: bool) {
        let mine = self.held.pop().unwrap_or_default();
        if ends {
            self.free.extend(mine);
        }
    }
}

impl FuncGen<'_, '_, '_> {
    /// Address of so many bytes of the frame, until the end of the region.
    pub(crate) fn scratch(&mut self, bytes: u32, shift: u8) -> Cv {
        let have = self.scratch.free.iter().position(|&(_, b, s)| b == bytes && s == shift);
        let slot = match have {
            Some(k) => self.scratch.free.swap_remove(k).0,
            None => self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, shift)),
        };
        if !self.scratch.lasts
            && let Some(held) = self.scratch.held.last_mut()
        {
            held.push((slot, bytes, shift));
        }
        self.b.ins().stack_addr(types::I64, slot, 0)
    }

    /// Decides where every alloca lives.
    pub(super) fn plan_storage(&mut self, ops: &[Op]) -> Res<()> {
        let body = self.m.region(self.op, 0);
        self.outliving = outliving(self.m, body, ops);
        let mut rooms = Rooms::default();
        self.plan_region(body, &mut rooms)?;
        let dynamic = ops.iter().any(|&o| self.takes_temporary(o));
        if dynamic || rooms.rooms.iter().any(|r| r.heap) {
            let mark = self.runtime(rt::frt_temp_mark, &[]).map_err(|text| self.plain(text))?;
            self.entry_mark = mark;
        }
        let mut places = Vec::with_capacity(rooms.rooms.len());
        for r in &rooms.rooms {
            if !r.heap {
                let data = StackSlotData::new(StackSlotKind::ExplicitSlot, r.size.max(1) as u32, r.shift);
                places.push(Storage::Slot(self.b.create_sized_stack_slot(data)));
                continue;
            }
            let n = self.b.ins().iconst(types::I64, r.size + 64);
            let p = self.runtime(rt::frt_temp_alloc, &[n]).map_err(|text| self.plain(text))?;
            let p = p.expect("frt_temp_alloc has a result");
            // Vector code likes whole cache lines.
            let p = self.b.ins().iadd_imm_s(p, 63);
            let p = self.b.ins().band_imm_s(p, -64);
            places.push(Storage::Heap(p));
        }
        self.allocas.extend(rooms.of.iter().map(|&(v, i)| (v, places[i])));
        self.body_mark = self.entry_mark;
        if dynamic {
            self.body_mark = self.runtime(rt::frt_temp_mark, &[]).map_err(|text| self.plain(text))?;
        }
        Ok(())
    }

    fn plan_region(&mut self, r: Region, rooms: &mut Rooms) -> Res<()> {
        let m = self.m;
        let mut ending = Vec::new();
        for &o in &m.regions[r].ops {
            if m.kind(o) == OpKind::ChrFromCode && self.needs_code_only(o) {
                self.code_only.insert(m.result(o));
            }
            if m.kind(o) == OpKind::Alloca {
                let i = self.plan_alloca(o, rooms)?;
                if !self.outliving.contains(&m.result(o)) {
                    ending.extend(i);
                }
            }
            for &inner in &m.ops[o].regions {
                self.plan_region(inner, rooms)?;
            }
        }
        // A jump may come back to what is in use.
        if !self.is_labelled(r) {
            rooms.free.extend(ending);
        }
        Ok(())
    }

    /// The place of an alloca among the rooms, unless it has one of its own.
    fn plan_alloca(&mut self, o: Op, rooms: &mut Rooms) -> Res<Option<usize>> {
        let m = self.m;
        let r = m.result(o);
        let ty = m.ty(r);
        let Some(size) = self.alloca_size(o) else {
            return self.fail(o, "the size of a local variable must be known at compile time");
        };
        let align = m.attr_int(o, "align").unwrap_or_else(|| {
            let natural = self.cx.align_of(m.types.elem(ty));
            if size >= 32 { natural.max(16) } else { natural }
        });
        if m.flag(o, "strict") && align > 16 {
            let data = StackSlotData::new(StackSlotKind::ExplicitSlot, (size + align) as u32, 4);
            let slot = self.b.create_sized_stack_slot(data);
            self.allocas.insert(r, Storage::Strict(slot, align));
            return Ok(None);
        }
        let i = rooms.take(size, align.clamp(1, 16).trailing_zeros() as u8);
        rooms.of.push((r, i));
        Ok(Some(i))
    }
}

/// Storage made in an inner region whose address is put where it may be read after the region.
fn outliving(m: &Module, body: Region, ops: &[Op]) -> FxHashSet<Value> {
    let mut out = FxHashSet::default();
    // (storage, storage that holds its address)
    let mut holders: Vec<(Value, Value)> = Vec::new();
    for &op in ops {
        let home = m.ops[op].parent.unwrap_or(body);
        let kind = m.kind(op);
        if home == body || !(makes_storage(kind) || kind == OpKind::ChrFromCode) {
            continue;
        }
        let storage = m.result(op);
        let mut work = vec![storage];
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        while let Some(v) = work.pop() {
            for (u, i) in m.uses(v) {
                let holder = match m.kind(u) {
                    OpKind::Yield => {
                        out.insert(storage);
                        continue;
                    }
                    OpKind::Store if i == 0 => m.operand(u, 1),
                    OpKind::BoxSet if i == 1 => m.operand(u, 0),
                    _ => {
                        let derived = refers(m, u).filter(|&v| seen.insert(v));
                        work.extend(derived);
                        continue;
                    }
                };
                match origin(m, holder) {
                    Some(h) if m.home(h).is_some_and(|r| m.is_inside(r, home)) => holders.push((storage, h)),
                    _ => {
                        out.insert(storage);
                    }
                }
            }
        }
    }
    // What such storage refers to outlives its region too.
    let mut before = usize::MAX;
    while before != out.len() {
        before = out.len();
        for &(v, h) in &holders {
            if out.contains(&h) {
                out.insert(v);
            }
        }
    }
    out
}

/// The result of an op that is an address made from its operand, or a descriptor that holds it.
fn refers(m: &Module, op: Op) -> Option<Value> {
    use OpKind::*;
    let result = m.ops[op].results.first().copied()?;
    match m.kind(op) {
        Select | BoxMake => Some(result),
        _ if m.has(op, Traits::ADDRESS) => Some(result),
        // A loaded string refers to the object's own bytes.
        Load => matches!(m.tk(result), TypeKind::Char(..)).then_some(result),
        _ => None,
    }
}

/// The storage of this procedure that an address lies in.
fn origin(m: &Module, mut v: Value) -> Option<Value> {
    use OpKind::*;
    loop {
        let op = m.def(v)?;
        match m.kind(op) {
            Alloca | BoxMake => return Some(v),
            _ if m.has(op, Traits::ADDRESS) => v = m.operand(op, 0),
            _ => return None,
        }
    }
}
