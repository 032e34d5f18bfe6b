//! box.* ops: array descriptors (`CFI_cdesc_t`) in memory.

use super::func::FuncGen;
use super::value::{Ix, Val, ViewVal};
use crate::error::Res;
use cranelift_codegen::ir::{InstBuilder, Value as Cv, types};
use ferrotran_abi::desc;
use ferrotran_abi::rt;
use ferrotran_ir::{BoxAttribute, Op, OpKind, Type, TypeKind, Value};

const ELEM_LEN: i32 = desc::ELEM_LEN as i32;
const VERSION: i32 = desc::VERSION_AT as i32;
const RANK: i32 = desc::RANK as i32;
const ATTRIBUTE: i32 = desc::ATTRIBUTE as i32;
const TYPE: i32 = desc::TYPE as i32;

fn lbound_at(k: usize) -> i32 {
    desc::lower_bound_at(k) as i32
}
fn extent_at(k: usize) -> i32 {
    desc::extent_at(k) as i32
}
fn stride_at(k: usize) -> i32 {
    desc::stride_at(k) as i32
}

impl FuncGen<'_, '_, '_> {
    /// Rank and element type of the descriptor that a value refers to.
    fn box_type(&self, op: Op, v: Value) -> Res<(usize, Type)> {
        let m = self.m;
        match m.types.kind(m.types.elem(m.ty(v))) {
            TypeKind::Box { rank, elem } => Ok((usize::from(*rank), *elem)),
            _ => self.fail(op, "a reference to a descriptor is needed"),
        }
    }

    fn desc_load(&mut self, p: Cv, at: i32) -> Cv {
        let flags = self.desc();
        self.b.ins().load(types::I64, flags, p, at)
    }
    fn desc_store(&mut self, p: Cv, at: i32, v: Cv) {
        let flags = self.desc();
        self.b.ins().store(flags, v, p, at);
    }
    fn desc_store_ix(&mut self, p: Cv, at: i32, v: Ix) {
        let v = self.ixv(v);
        self.desc_store(p, at, v);
    }

    fn dim(&self, op: Op, rank: usize) -> Res<usize> {
        match self.m.attr_int(op, "dim").and_then(|d| usize::try_from(d).ok()).filter(|&d| d < rank) {
            Some(d) => Ok(d),
            None => self.fail(op, "the descriptor has no such dimension"),
        }
    }

    /// Length of one element: from the type, else from the descriptor.
    fn box_elem_len(&mut self, p: Cv, elem: Type) -> Ix {
        match self.cx.size_of(elem) {
            Some(n) => Ix::C(n),
            None => Ix::V(self.desc_load(p, ELEM_LEN)),
        }
    }

    pub(crate) fn box_op(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        if m.kind(op) == OpKind::BoxMake {
            return self.box_make(op);
        }
        let b = m.operand(op, 0);
        let (rank, elem) = self.box_type(op, b)?;
        let p = self.s(b)?;
        match m.kind(op) {
            OpKind::BoxView => self.box_view(op, p, rank, elem),
            OpKind::BoxRef => {
                let base = self.desc_load(p, 0);
                let val = match m.types.kind(elem) {
                    TypeKind::Char(..) => {
                        let len = self.box_elem_len(p, elem);
                        Val::Chr { ptr: base, len }
                    }
                    _ => Val::S(base),
                };
                self.set_here(op, val);
            }
            OpKind::BoxAddr => {
                let base = self.desc_load(p, 0);
                self.set_here(op, Val::S(base));
            }
            OpKind::BoxLbound | OpKind::BoxExtent => {
                let k = self.dim(op, rank)?;
                let at = if m.kind(op) == OpKind::BoxLbound { lbound_at(k) } else { extent_at(k) };
                let v = self.desc_load(p, at);
                self.set_here(op, Val::S(v));
            }
            OpKind::BoxElemLen => {
                let n = match m.flag(op, "dynamic") {
                    true => Ix::V(self.desc_load(p, ELEM_LEN)),
                    false => self.box_elem_len(p, elem),
                };
                let v = self.ixv(n);
                self.set_here(op, Val::S(v));
            }
            OpKind::BoxAllocated => {
                let base = self.desc_load(p, 0);
                let c = self.is_true(base);
                self.set_here(op, Val::S(c));
            }
            OpKind::BoxInit => self.box_init(op, p, rank, elem),
            OpKind::BoxDyn => {
                let v = self.desc_load(p, lbound_at(rank));
                self.set_here(op, Val::S(v));
            }
            OpKind::BoxSetDyn => {
                let t = self.s(m.operand(op, 1))?;
                self.desc_store(p, lbound_at(rank), t);
                let n = self.ix(m.operand(op, 2))?;
                self.desc_store_ix(p, ELEM_LEN, n);
            }
            OpKind::BoxNullify => {
                let zero = self.b.ins().iconst(types::I64, 0);
                self.desc_store(p, 0, zero);
            }
            OpKind::BoxSet => {
                let w = self.view(op, m.operand(op, 1))?;
                if w.extents.len() != rank {
                    return self.fail(op, "box.set of a view of another rank");
                }
                self.desc_store(p, 0, w.base);
                self.desc_store_ix(p, ELEM_LEN, w.elem_len);
                let lbounds = m.operands(op)[2..].to_vec();
                self.box_dims(op, p, &w, &lbounds)?;
            }
            OpKind::BoxAllocate => self.box_allocate(op, p, rank)?,
            OpKind::BoxDeallocate => {
                let s = self.rt(op, rt::frt_box_deallocate, &[p])?.expect("frt_box_deallocate has a result");
                self.set_here(op, Val::S(s));
            }
            _ => unreachable!("dispatched by kind"),
        }
        Ok(())
    }

    /// `box.view` of the descriptor at `p`.
    fn box_view(&mut self, op: Op, p: Cv, rank: usize, elem: Type) {
        let m = self.m;

        let base = self.desc_load(p, 0);
        let elem_len = self.box_elem_len(p, elem);
        let r = m.result(op);
        let shape = m.types.shape(m.ty(r)).to_vec();
        let contig = m.types.is_contig(m.ty(r));
        let mut extents = Vec::new();
        for k in 0..rank {
            extents.push(match shape.get(k).copied().flatten() {
                Some(n) => Ix::C(n),
                None => Ix::V(self.desc_load(p, extent_at(k))),
            });
        }
        let strides = if contig {
            self.contig_strides(&extents, elem_len)
        } else {
            (0..rank).map(|k| Ix::V(self.desc_load(p, stride_at(k)))).collect()
        };
        self.set_here(op, Val::View(Box::new(ViewVal { base, extents, strides, elem_len })));
    }

    /// `box.init` of the descriptor at `p`.
    fn box_init(&mut self, op: Op, p: Cv, rank: usize, elem: Type) {
        let attribute = self.attribute(op);
        let zero = self.b.ins().iconst(types::I64, 0);
        self.desc_store(p, 0, zero);
        let n = self.cx.size_of(elem).unwrap_or(0);
        self.box_header(p, rank, elem, Ix::C(n), attribute);
        for k in 0..rank {
            self.desc_store_ix(p, lbound_at(k), Ix::C(1));
            self.desc_store(p, extent_at(k), zero);
            self.desc_store_ix(p, stride_at(k), Ix::C(n));
        }
    }

    /// `box.allocate` of the descriptor at `p`.
    fn box_allocate(&mut self, op: Op, p: Cv, rank: usize) -> Res<()> {
        let m = self.m;

        let lbounds = m.group(op, "lbounds").to_vec();
        let extents = m.group(op, "extents").to_vec();
        if extents.len() != rank {
            return self.fail(op, "box.allocate needs one extent per dimension");
        }
        // An allocatable that is allocated already must stay as it is; so must its bounds.
        let base = self.desc_load(p, 0);
        let attr = {
            let flags = self.desc();
            self.b.ins().load(types::I8, flags, p, ATTRIBUTE)
        };
        let is_alloc = self.b.ins().icmp_imm_s(
            cranelift_codegen::ir::condcodes::IntCC::Equal,
            attr,
            i64::from(desc::ATTRIBUTE_ALLOCATABLE),
        );
        let has = self.is_true(base);
        let keep = self.b.ins().band(is_alloc, has);
        let (write, call) = (self.block(), self.block());
        let mut stores = Vec::new();
        if let Some(v) = m.opt(op, "elem_len") {
            let n = self.ix(v)?;
            stores.push((ELEM_LEN, self.ixv(n)));
        }
        for (k, &extent) in extents.iter().enumerate() {
            let lb = match lbounds.get(k) {
                Some(&v) => self.ix(v)?,
                None => Ix::C(1),
            };
            let e = self.ix(extent)?;
            let e = self.ix_clamp(e);
            stores.push((lbound_at(k), self.ixv(lb)));
            stores.push((extent_at(k), self.ixv(e)));
        }
        self.brif(keep, call, write);
        self.b.seal_block(write);
        self.start(write);
        for (at, v) in stores {
            self.desc_store(p, at, v);
        }
        self.jump(call);
        self.b.seal_block(call);
        self.start(call);
        let node = matches!(m.types.kind(self.box_type(op, m.operand(op, 0))?.1),
            TypeKind::Derived(t) if rank == 0 && self.cx.layouts.get(t).is_some_and(|l| l.refers));
        let s = match self.box_alignment(op)? {
            None if node => self.rt(op, rt::frt_box_allocate_node, &[p])?,
            Some(align) => self.rt(op, rt::frt_box_allocate_aligned, &[p, align])?,
            None => self.rt(op, rt::frt_box_allocate, &[p])?,
        };
        let s = s.expect("the functions have a result");
        self.set_here(op, Val::S(s));
        Ok(())
    }

    /// What the address that `box.allocate` stores is a multiple of, where the program says it.
    fn box_alignment(&mut self, op: Op) -> Res<Option<Cv>> {
        let m = self.m;
        let align = m.opt(op, "align").map(|v| self.s(v)).transpose()?;
        let Some(allocator) = m.opt(op, "allocator") else { return Ok(align) };
        let allocator = self.s(allocator)?;
        let own = self.rt(op, rt::frt_omp_allocator_alignment, &[allocator])?.expect("the function has a result");
        Ok(Some(match align {
            Some(a) => self.b.ins().umax(a, own),
            None => own,
        }))
    }

    fn attribute(&self, op: Op) -> u8 {
        match self.m.choice_opt(op) {
            Some(BoxAttribute::Allocatable) => desc::ATTRIBUTE_ALLOCATABLE,
            Some(BoxAttribute::Pointer) => desc::ATTRIBUTE_POINTER,
            Some(BoxAttribute::Other) | None => desc::ATTRIBUTE_OTHER,
        }
    }

    /// Type code of an element type.
    pub(crate) fn type_code(&self, elem: Type) -> i16 {
        use desc::{class, type_code};
        match self.m.types.kind(elem) {
            TypeKind::Bool => type_code(class::LOGICAL, 1),
            TypeKind::Int(b) => type_code(class::INTEGER, i16::from(*b) / 8),
            TypeKind::Index => type_code(class::INTEGER, 8),
            TypeKind::Float(b) => type_code(class::REAL, i16::from(*b) / 8),
            TypeKind::Complex(b) => type_code(class::COMPLEX, i16::from(*b) / 8),
            TypeKind::Logical(b) => type_code(class::LOGICAL, i16::from(*b) / 8),
            TypeKind::Char(_, kind) => type_code(class::CHARACTER, i16::from(*kind)),
            TypeKind::Ptr | TypeKind::Ref(_) => class::CPTR,
            TypeKind::Derived(n) => self.cx.layouts.get(n).map_or(class::STRUCT, |l| l.code),
            _ => class::STRUCT,
        }
    }

    fn box_header(&mut self, p: Cv, rank: usize, elem: Type, elem_len: Ix, attribute: u8) {
        self.desc_store_ix(p, ELEM_LEN, elem_len);
        // version, rank, attribute and type code are neighbours: one store.
        const { assert!(VERSION + 4 == RANK && RANK + 1 == ATTRIBUTE && ATTRIBUTE + 1 == TYPE) };
        let word = (desc::VERSION as u32 as u64)
            | (rank as u64) << 32
            | u64::from(attribute) << 40
            | (self.type_code(elem) as u16 as u64) << 48;
        self.desc_store_ix(p, VERSION, Ix::C(word as i64));
    }

    fn box_dims(&mut self, op: Op, p: Cv, w: &ViewVal, lbounds: &[Value]) -> Res<()> {
        if !lbounds.is_empty() && lbounds.len() != w.extents.len() {
            return self.fail(op, "one lower bound per dimension is needed");
        }
        for k in 0..w.extents.len() {
            let lb = match lbounds.get(k) {
                Some(&v) => self.ix(v)?,
                None => Ix::C(1),
            };
            self.desc_store_ix(p, lbound_at(k), lb);
            self.desc_store_ix(p, extent_at(k), w.extents[k]);
            self.desc_store_ix(p, stride_at(k), w.strides[k]);
        }
        Ok(())
    }

    fn box_make(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let v = m.operand(op, 0);
        let w = self.view(op, v)?;
        let elem = m.types.elem(m.ty(v));
        let attribute = self.attribute(op);
        let lbounds = m.operands(op)[1..].to_vec();
        let p = self.descriptor(op, &w, elem, attribute, &lbounds)?;
        self.set_here(op, Val::S(p));
        Ok(())
    }

    /// A descriptor of a view in the stack frame.
    pub(crate) fn descriptor(&mut self, op: Op, w: &ViewVal, elem: Type, attribute: u8, lbounds: &[Value]) -> Res<Cv> {
        let rank = w.extents.len();
        // With room for a dynamic type (box.set_type).
        let size = desc::class_size(rank) as i32;
        let p = self.scratch(size as u32, 4);
        self.desc_store(p, 0, w.base);
        self.box_header(p, rank, elem, w.elem_len, attribute);
        self.box_dims(op, p, w, lbounds)?;
        Ok(p)
    }

    /// A descriptor of a view or reference operand.
    pub(crate) fn descriptor_of(&mut self, op: Op, v: Value) -> Res<Cv> {
        let w = self.view(op, v)?;
        let elem = self.m.types.elem(self.m.ty(v));
        self.descriptor(op, &w, elem, desc::ATTRIBUTE_OTHER, &[])
    }
}
