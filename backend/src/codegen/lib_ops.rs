//! lib.* ops and mem.copy: calls into the runtime on descriptors, and the loops around them.

use super::func::FuncGen;
use super::value::{Ix, Val, ViewVal};
use crate::error::Res;
use cranelift_codegen::ir::{InstBuilder, Value as Cv, types};
use ferrotran_abi::codes::matmul as code;
use ferrotran_abi::rt;
use ferrotran_ir::{Op, OpKind, Region, Type, TypeKind, Value};

impl FuncGen<'_, '_, '_> {
    pub(crate) fn lib_op(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        match m.kind(op) {
            OpKind::LibTranspose => {
                let d = self.descriptor_of(op, m.operand(op, 0))?;
                let s = self.descriptor_of(op, m.operand(op, 1))?;
                self.rt(op, rt::frt_transpose, &[d, s])?;
                Ok(())
            }
            OpKind::LibPack => {
                let d = self.descriptor_of(op, m.operand(op, 0))?;
                let s = self.descriptor_of(op, m.operand(op, 1))?;
                let k = self.descriptor_of(op, m.operand(op, 2))?;
                let n = self.rt(op, rt::frt_pack_array, &[d, s, k])?.expect("frt_pack_array has a result");
                self.set_here(op, Val::S(n));
                Ok(())
            }
            OpKind::LibMatmul => self.matmul(op),
            _ => unreachable!("dispatched by kind"),
        }
    }

    fn matmul(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let (c, a, b) = (m.operand(op, 0), m.operand(op, 1), m.operand(op, 2));
        let mut flags = 0i64;
        for (name, bit) in
            [("ta", code::TRANSPOSE_A), ("tb", code::TRANSPOSE_B), ("ca", code::CONJUGATE_A), ("cb", code::CONJUGATE_B)]
        {
            if m.flag(op, name) {
                flags |= i64::from(bit);
            }
        }
        let celem = m.types.elem(m.ty(c));
        // The type of the sums, before the epilogue.
        let epilogue = if m.flag(op, "epilogue") {
            let Some(&r) = m.ops[op].regions.last() else {
                return self.fail(op, "lib.matmul lacks its epilogue region");
            };
            Some(r)
        } else {
            None
        };
        let sum = epilogue.and_then(|r| m.args(r).first()).map_or(celem, |&v| m.ty(v));
        // A sum in a register has the type that it has in memory.
        let sum = if m.types.kind(sum) == &TypeKind::Bool { Type::L32 } else { sum };
        let same = match (m.types.kind(sum), m.types.kind(celem)) {
            (TypeKind::Logical(_), TypeKind::Logical(_)) => true,
            _ => sum == celem,
        };
        // The product stores to its target before the epilogue looks at it.
        let same = same && !m.flag(op, "in_place");
        if matches!(m.types.kind(sum), TypeKind::Logical(_) | TypeKind::Bool) {
            flags |= i64::from(code::LOGICAL);
        }
        let regions = m.ops[op].regions.to_vec();
        let mut next = regions.into_iter();
        let mut temps = Vec::new();
        let mut operands = Vec::new();
        for (v, key) in [(a, "prologue_a"), (b, "prologue_b")] {
            let mut w = self.view(op, v)?;
            let mut elem = m.types.elem(m.ty(v));
            if m.flag(op, key) {
                let Some(r) = next.next() else { return self.fail(op, format!("lib.matmul lacks its {key} region")) };
                // The operand as the product uses it, in a temporary.
                let out_elem = self.yield_type(op, r)?;
                let (t, p) = self.temporary(op, &w, out_elem)?;
                let from = w.clone();
                self.map_elements(op, &from, elem, &t, r)?;
                temps.push(p);
                w = t;
                elem = out_elem;
            }
            operands.push(self.descriptor(op, &w, elem, ferrotran_abi::desc::ATTRIBUTE_OTHER, &[])?);
        }
        let mut sums = None;
        let cd = if same {
            self.descriptor_of(op, c)?
        } else {
            let w = self.view(op, c)?;
            let (t, p) = self.temporary(op, &w, sum)?;
            let d = self.descriptor(op, &t, sum, ferrotran_abi::desc::ATTRIBUTE_OTHER, &[])?;
            temps.push(p);
            sums = Some(t);
            d
        };
        let f = self.b.ins().iconst(types::I32, flags);
        self.rt(op, rt::frt_matmul, &[cd, operands[0], operands[1], f])?;
        if let Some(r) = epilogue {
            let w = self.view(op, c)?;
            let from = sums.unwrap_or_else(|| w.clone());
            let elem = if same { celem } else { sum };
            self.map_elements(op, &from, elem, &w, r)?;
        }
        for p in temps {
            self.rt(op, rt::frt_free, &[p])?;
        }
        Ok(())
    }

    fn yield_type(&self, op: Op, r: Region) -> Res<Type> {
        let m = self.m;
        let y = m.regions[r].ops.last().filter(|&&o| m.kind(o) == OpKind::Yield);
        match y.and_then(|&o| m.operands(o).first()) {
            Some(&v) => Ok(m.ty(v)),
            None => self.fail(op, "the region yields no value"),
        }
    }

    /// Heap storage of the shape of `like`; (view, address to free).
    fn temporary(&mut self, op: Op, like: &ViewVal, elem: Type) -> Res<(ViewVal, Cv)> {
        let Some(size) = self.cx.size_of(elem) else { return self.fail(op, "elements of unknown size") };
        let n = self.view_count(like);
        let bytes = self.ix_mul(n, Ix::C(size));
        let bytes = self.ixv(bytes);
        let p = self.rt(op, rt::frt_alloc, &[bytes])?.expect("frt_alloc has a result");
        let strides = self.contig_strides(&like.extents, Ix::C(size));
        Ok((ViewVal { base: p, extents: like.extents.clone(), strides, elem_len: Ix::C(size) }, p))
    }

    /// to(i, j) = region(from(i, j), i, j); for vectors j is zero.
    fn map_elements(&mut self, op: Op, from: &ViewVal, elem: Type, to: &ViewVal, r: Region) -> Res<()> {
        let args = self.m.args(r).to_vec();
        let (n1, n2) = (from.extents.first().copied().unwrap_or(Ix::C(1)), from.extents.get(1).copied());
        let (from, to) = (from.clone(), to.clone());
        self.count_loop(Ix::C(0), n2.unwrap_or(Ix::C(1)), 1, &mut |g, j, _, _| {
            let dj = g.depth;
            g.count_loop(Ix::C(0), n1, 1, &mut |g, i, _, _| {
                let di = g.depth;
                let p = g.at(&from, i, j);
                let q = g.at(&to, i, j);
                let x = g.load_from(op, p, elem)?;
                if let Some(&a) = args.first() {
                    g.set(a, x, di);
                }
                for (&a, (c, d)) in args.iter().skip(1).zip([(i, di), (j, dj)]) {
                    let c = g.index_as(c, a);
                    g.set(a, Val::S(c), d);
                }
                let y = g.region(r)?;
                let Some(&v) = y.first() else { return g.fail(op, "the region yields no value") };
                let val = g.get(v)?;
                g.store_to(op, q, &val, g.m.ty(v))
            })
        })
    }

    fn at(&mut self, w: &ViewVal, i: Cv, j: Cv) -> Cv {
        let mut p = Ix::V(w.base);
        for (k, x) in [(1, j), (0, i)] {
            if let Some(&s) = w.strides.get(k) {
                let t = self.ix_mul(Ix::V(x), s);
                p = self.ix_add(p, t);
            }
        }
        self.ixv(p)
    }

    // ---- copies ---------------------------------------------------------------------------------
    /// mem.copy: one block move where both views are contiguous, else the runtime's strided copy.
    pub(crate) fn copy_view(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let (dv, sv) = (m.operand(op, 0), m.operand(op, 1));
        let (d, s) = (self.view(op, dv)?, self.view(op, sv)?);
        if d.extents.len() != s.extents.len() {
            return self.fail(op, "mem.copy of views of different rank");
        }
        let n = self.view_count(&d);
        let bytes = self.ix_mul(n, d.elem_len);
        let known = |g: &Self, v: Value| g.m.types.is_contig(g.m.ty(v)) || g.m.types.rank(g.m.ty(v)) == 0;
        if known(self, dv) && known(self, sv) {
            return self.memcpy(d.base, s.base, bytes);
        }
        let (c1, c2) = (self.is_contig(&d), self.is_contig(&s));
        let both = self.b.ins().band(c1, c2);
        let (fast, slow, done) = (self.block(), self.block(), self.block());
        self.brif(both, fast, slow);
        self.b.seal_block(fast);
        self.b.seal_block(slow);
        self.start(fast);
        self.memcpy(d.base, s.base, bytes)?;
        self.jump(done);
        self.start(slow);
        let dd = self.descriptor(op, &d, m.types.elem(m.ty(dv)), ferrotran_abi::desc::ATTRIBUTE_OTHER, &[])?;
        let sd = self.descriptor(op, &s, m.types.elem(m.ty(sv)), ferrotran_abi::desc::ATTRIBUTE_OTHER, &[])?;
        self.rt(op, rt::frt_copy_view, &[dd, sd])?;
        self.jump(done);
        self.b.seal_block(done);
        self.start(done);
        Ok(())
    }
}
