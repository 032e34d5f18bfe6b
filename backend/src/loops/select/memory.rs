//! Loads and stores of lanes.

use super::isa::{
    AND, COPY_I, GATHER, Isa, LOAD_BYTES, LOAD_UNDER, MOVE, PERMUTE, PUT_UPPER, REORDER, SCATTER, STORE, STORE_BYTES,
    STORE_UNDER, UNPACK_HIGH, UNPACK_LOW, UPPER,
};
use super::{Group, Select, Unsupported, whole};
use crate::loops::machine::{Address, Arg, Class, Inst, Reg, View};
use ferrotran_ir::analysis::straight::lane_size;
use ferrotran_ir::{Module, Op, OpKind, TypeKind, Value};
use iced_x86::Code;

/// What was loaded of complex numbers: the address, and where not all lanes take part the mask of these, with which of the two
/// registers for them it is.
pub(super) type Chunk = (Reg, Option<Reg>, i32, Option<(Reg, usize)>);

/// Where the elements of a group are.
struct Place {
    at: Address,
    /// Bytes of an element.
    bytes: i64,
    /// Bytes from one to the next where they do not lie side by side.
    stride: Option<i64>,
    /// Which part of a complex number it is; the address is that of the number.
    part: Option<usize>,
}

/// The first one of two stores of parts of numbers.
pub(super) struct Half {
    at: Address,
    x: Group,
    size: i64,
    mask: Option<Reg>,
}

/// How many elements one element of a view is behind another one, along the first dimension.
fn distance(m: &Module, a: Op, b: Op) -> Option<i64> {
    let (x, y) = (m.operands(a), m.operands(b));
    if x[0] != y[0] || x.len() != y.len() || x.len() < 2 || x[2..] != y[2..] {
        return None;
    }
    // A subscript as a value and a constant.
    let parts = |v: Value| {
        let sum = |op: Op, k: usize| m.const_int(m.operand(op, k)).map(|n| (m.operand(op, 1 - k), n));
        match m.def(v) {
            Some(op) if m.kind(op) == OpKind::Add => sum(op, 1).or_else(|| sum(op, 0)).unwrap_or((v, 0)),
            Some(op) if m.kind(op) == OpKind::Sub => sum(op, 1).map_or((v, 0), |(w, n)| (w, -n)),
            _ => (v, 0),
        }
    };
    let ((v, n), (w, k)) = (parts(x[1]), parts(y[1]));
    match (m.const_int(x[1]), m.const_int(y[1])) {
        (Some(n), Some(k)) => n.checked_sub(k),
        _ if v == w => n.checked_sub(k),
        _ => None,
    }
}

impl Place {
    /// The place of the part itself.
    fn whole(&self) -> Place {
        let offset = self.at.offset + self.part.unwrap_or(0) as i32 * self.bytes as i32;
        Place { at: Address { offset, ..self.at }, bytes: self.bytes, stride: self.stride, part: None }
    }
}

impl Half {
    fn fits(&self, at: &Address, size: i64, mask: Option<Reg>) -> bool {
        let same = self.at.base == at.base && self.at.index == at.index && self.at.offset == at.offset;
        same && self.size == size && self.mask == mask
    }
}

impl Select<'_> {
    fn place(&mut self, op: Op, operand: usize, g: i64) -> Result<Place, Unsupported> {
        let m = self.m;
        let elem = m.types.elem(m.ty(m.operand(op, operand)));
        let bytes = (self.size_of)(elem).ok_or("elements of unknown size")?;
        let stride = m.attr_int(op, "stride").filter(|&n| n != bytes);
        let mut from = m.operand(op, operand);
        let number = m.def_of(from, OpKind::Field).map(|f| (f, m.operand(f, 0)));
        let number = number.filter(|&(_, n)| matches!(m.types.kind(m.types.elem(m.ty(n))), TypeKind::Complex(_)));
        let mut part = None;
        if let Some((field, number)) = number {
            from = number;
            part = Some(usize::from(m.attr_str(field, "field") == Some("im")));
        }
        let (base, distance) = self.base(from)?;
        let index = self.scalar(m.operand(op, operand + 1))?;
        let step = stride.unwrap_or(bytes);
        let offset = i32::try_from(step * self.group * g + distance).map_err(|_| "elements far apart")?;
        let index = match step {
            1 | 2 | 4 | 8 => (index, step as u8),
            _ => {
                let key = (m.operand(op, operand + 1), step);
                let r = match self.products.get(&key) {
                    Some(&r) => r,
                    None => {
                        let n = i32::try_from(step).map_err(|_| "elements far apart")?;
                        let args = vec![Arg::Reg(index, View::Whole), Arg::Int(n)];
                        let r = self.general(Code::Imul_r64_rm64_imm32, false, args);
                        self.products.insert(key, r);
                        r
                    }
                };
                (r, 1)
            }
        };
        if part.is_some() && stride != Some(2 * bytes) {
            return Err("parts of numbers that lie apart");
        }
        Ok(Place { at: Address { base, index: Some(index), offset }, bytes, stride, part })
    }

    /// The register with an address, or with that of a neighbour along the first dimension, from which it is so many bytes away.
    fn base(&mut self, v: Value) -> Result<(Reg, i64), Unsupported> {
        let m = self.m;
        let size = (self.size_of)(m.types.elem(m.ty(v))).unwrap_or(0);
        let Some(elem) = m.def_of(v, OpKind::ViewElem).filter(|_| !self.is_inside(v)) else {
            return Ok((self.scalar(v)?, 0));
        };
        // Bytes between neighbours are those between elements only where the type says so.
        if !m.types.is_contig(m.ty(m.operand(elem, 0))) {
            return Ok((self.scalar(v)?, 0));
        }
        for &(r, other) in &self.bases {
            if let Some(n) = distance(m, elem, other) {
                return Ok((r, n * size));
            }
        }
        let r = self.scalar(v)?;
        self.bases.push((r, elem));
        Ok((r, 0))
    }

    /// The mask of an access: its own, and that of the conditional it stands in.
    fn access_mask(&mut self, op: Op, g: i64) -> Result<Option<Reg>, Unsupported> {
        // A store under a condition has a mask of its own, and masks of inner conditions include those of outer ones.
        match self.m.opt(op, "mask").or(self.under) {
            Some(v) => Ok(Some(self.get(v, g)?.as_mask()?)),
            None => Ok(None),
        }
    }

    pub(super) fn load(&mut self, op: Op, g: i64) -> Result<(), Unsupported> {
        let m = self.m;
        let v = m.result(op);
        let p = self.place(op, 0, g)?;
        let mask = self.access_mask(op, g)?;
        let size = self.size(v)?;
        let parts = mask.is_none() || self.isa == Isa::Avx2;
        if let Some(part) = p.part.filter(|_| parts) {
            let x = match self.isa {
                Isa::Avx512 => self.load_parts(p.at, size, part)?,
                Isa::Avx2 => self.load_pairs(p.at, size, part, mask)?,
            };
            self.vals.insert((v, g), x);
            return Ok(());
        }
        if let Some(step) = p.stride {
            let x = self.gather(v, &p.whole(), step, mask)?;
            self.vals.insert((v, g), x);
            return Ok(());
        }
        if p.bytes == size && mask.is_none() && m.uses(v).len() == 1 {
            self.pending.insert((v, g), p.at);
            return Ok(());
        }
        let x = match (p.bytes, size) {
            (1, 4) if mask.is_none() || self.isa == Isa::Avx512 => {
                let r = self.p.reg(Class::Vector);
                let inst = self.inst(self.code(LOAD_BYTES, 4), Some((r, View::Whole)));
                self.push(Inst { args: vec![Arg::Memory(p.at)], mask, zeroing: mask.is_some(), ..inst });
                Group::One(r)
            }
            (4, 4) | (8, 8) => {
                let masks = mask.map(|k| self.masks(k, size));
                self.load_group(size, p.at, masks)
            }
            (n, _) if n == size && mask.is_none() => self.load_group(size, p.at, None),
            _ => return Err("elements that are not as wide as lanes"),
        };
        self.vals.insert((v, g), x);
        Ok(())
    }

    /// A load of elements as wide as lanes that was put off.
    pub(super) fn load_now(&mut self, v: Value, at: Address) -> Result<Group, Unsupported> {
        let size = self.size(v)?;
        Ok(self.load_group(size, at, None))
    }

    fn load_group(&mut self, size: i64, at: Address, masks: Option<[Reg; 2]>) -> Group {
        let a = self.load_part(size, at, masks.map(|k| k[0]));
        if !self.takes_two(size) {
            return Group::One(a);
        }
        let upper = Address { offset: at.offset + self.isa.width() as i32, ..at };
        Group::Two(a, self.load_part(size, upper, masks.map(|k| k[1])))
    }

    /// A register of elements, those of the mask if there is one and zeros else.
    fn load_part(&mut self, size: i64, at: Address, mask: Option<Reg>) -> Reg {
        if let (Isa::Avx2, Some(k)) = (self.isa, mask) {
            let r = self.plain(LOAD_UNDER, size, vec![whole(k), Arg::Memory(at)], View::Whole);
            self.quiet.insert((r, k));
            return r;
        }
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(self.code(MOVE, size), Some((r, View::Whole)));
        self.push(Inst { args: vec![Arg::Memory(at)], mask, zeroing: mask.is_some(), ..inst });
        r
    }

    /// Where the halves of a group of elements of 32 bits lie, if it was not loaded yet and instructions take halves from memory.
    pub(super) fn halves_in_memory(&mut self, v: Value, g: i64) -> Option<[Address; 2]> {
        if self.isa != Isa::Avx2 {
            return None;
        }
        let at = self.pending.remove(&(v, g))?;
        Some([at, Address { offset: at.offset + self.isa.width() as i32 / 2, ..at }])
    }

    /// Distances of lanes in bytes.
    fn distances(&mut self, step: i64, size: i64, from: i64) -> Result<Reg, Unsupported> {
        let n = self.isa.width() / size;
        if step.checked_mul(n * 2).is_none_or(|d| d.abs() > i64::from(i32::MAX)) {
            return Err("elements far apart");
        }
        let bytes = (0..n).flat_map(|l| ((from + l) * step).to_le_bytes()[..size as usize].to_vec()).collect();
        Ok(self.constant(bytes))
    }

    /// All lanes of a mask register.
    fn all_lanes(&mut self) -> Reg {
        let r = self.p.reg(Class::Mask);
        let any = self.any_mask();
        let inst = self.inst(Code::VEX_Kxnorw_kr_kr_kr, Some((r, View::Whole)));
        self.push(Inst { args: vec![whole(any), whole(any)], ..inst });
        r
    }

    /// A mask of which nobody asks what it is.
    fn any_mask(&mut self) -> Reg {
        if let Some(r) = self.some_mask {
            return r;
        }
        let r = self.p.reg(Class::Mask);
        let home = self.p.room(4);
        self.p.regs[r.0 as usize].home = Some(home);
        self.some_mask = Some(r);
        r
    }

    fn gather(&mut self, v: Value, p: &Place, step: i64, mask: Option<Reg>) -> Result<Group, Unsupported> {
        let size = self.size(v)?;
        if p.bytes != size {
            return Err("elements that are not as wide as lanes");
        }
        if self.isa == Isa::Avx2 && mask.is_none() {
            if step == -size {
                return self.load_backwards(size, p.at);
            }
            return self.gather_one_by_one(size, p.at, step);
        }
        let code = self.code(GATHER, size);
        let masks = mask.map(|k| self.masks(k, size));
        let base = self.sum(p.at)?;
        self.group(size, &mut |s, n| {
            let lanes = s.distances(step, size, n as i64 * (s.isa.width() / size))?;
            let k = match masks {
                Some(k) => s.copied_mask(k[n]),
                None => s.all_lanes(),
            };
            let zero = s.zero();
            let r = s.p.reg(Class::Vector);
            let at = Address { base, index: Some((lanes, 1)), offset: p.at.offset };
            let inst = s.inst(code, Some((r, View::Whole)));
            let args = vec![whole(zero), Arg::Memory(at)];
            s.push(Inst { args, tied: true, spends_mask: true, mask: Some(k), ..inst });
            if let (Isa::Avx2, Some(k)) = (s.isa, masks) {
                s.quiet.insert((r, k[n]));
            }
            Ok(r)
        })
    }

    /// Zeros, made where they are needed: what comes before does not matter.
    fn zero(&mut self) -> Reg {
        let c = self.int_constant(0, 4);
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(self.code(COPY_I, 4), Some((r, View::Whole)));
        self.push(Inst { args: vec![whole(c)], ..inst });
        r
    }

    fn copied_mask(&mut self, k: Reg) -> Reg {
        let r = self.p.reg(self.isa.masks());
        let (code, args) = match self.isa {
            Isa::Avx512 => (Code::VEX_Korw_kr_kr_kr, vec![whole(k), whole(k)]),
            Isa::Avx2 => (self.code(COPY_I, 4), vec![whole(k)]),
        };
        let inst = self.inst(code, Some((r, View::Whole)));
        self.push(Inst { args, ..inst });
        r
    }

    /// The address without its offset, in one register.
    fn sum(&mut self, at: Address) -> Result<Reg, Unsupported> {
        let r = self.p.reg(Class::General);
        let inst = self.inst(Code::Lea_r64_m, Some((r, View::Whole)));
        self.push(Inst { args: vec![Arg::Memory(Address { offset: 0, ..at })], ..inst });
        Ok(r)
    }

    pub(super) fn store(&mut self, op: Op, g: i64) -> Result<(), Unsupported> {
        let m = self.m;
        // What was not loaded yet is loaded before memory changes.
        self.flush();
        self.chunks.clear();
        let v = m.operand(op, 0);
        let x = self.get(v, g)?;
        let p = self.place(op, 1, g)?;
        let mask = self.access_mask(op, g)?;
        let size = self.size(v)?;
        if size == 0 {
            return Err("a mask that is stored");
        }
        if let Some(part) = p.part {
            match self.half.take() {
                Some(h) if part == 1 && h.fits(&p.at, size, mask) => {
                    return match mask {
                        None if self.isa == Isa::Avx512 => self.store_parts(h, x),
                        _ if self.isa == Isa::Avx2 => self.store_pairs(&h, x),
                        _ => {
                            self.store_half(&h)?;
                            self.scatter(x, size, &p.whole(), 2 * size, mask)
                        }
                    };
                }
                h => self.half = h,
            }
            self.store_first_half()?;
            if part == 0 {
                self.half = Some(Half { at: p.at, x, size, mask });
                return Ok(());
            }
            return self.scatter(x, size, &p.whole(), 2 * size, mask);
        }
        self.store_first_half()?;
        if let Some(step) = p.stride {
            return self.scatter(x, size, &p, step, mask);
        }
        match (p.bytes, size) {
            (1, 4) => {
                let inst = self.inst(self.code(STORE_BYTES, 4), None);
                self.push(Inst { args: vec![Arg::Memory(p.at), whole(x.part(0)?)], mask, ..inst });
            }
            (4, 4) | (8, 8) => {
                let masks = mask.map(|k| self.masks(k, size));
                self.store_part(size, p.at, x.part(0)?, masks.map(|k| k[0]));
                if self.takes_two(size) {
                    let at = Address { offset: p.at.offset + self.isa.width() as i32, ..p.at };
                    self.store_part(size, at, x.part(1)?, masks.map(|k| k[1]));
                }
            }
            (n, _) if n == size && mask.is_none() => self.store_part(size, p.at, x.part(0)?, None),
            _ => return Err("elements that are not as wide as lanes"),
        }
        Ok(())
    }

    /// A store of one part of numbers that no store of the other part followed.
    pub(super) fn store_first_half(&mut self) -> Result<(), Unsupported> {
        match self.half.take() {
            Some(h) => self.store_half(&h),
            None => Ok(()),
        }
    }

    fn store_half(&mut self, h: &Half) -> Result<(), Unsupported> {
        let p = Place { at: h.at, bytes: h.size, stride: Some(2 * h.size), part: None };
        self.scatter(h.x, h.size, &p, 2 * h.size, h.mask)
    }

    /// Both parts of numbers that lie side by side.
    fn store_parts(&mut self, h: Half, im: Group) -> Result<(), Unsupported> {
        let size = h.size;
        let per = self.isa.width() / size;
        for n in 0..self.registers(size) {
            let (re, im) = (h.x.part(n)?, im.part(n)?);
            for k in 0..2 {
                let from = k * per / 2;
                let order = self.numbers((0..per).map(|l| (from + l / 2) + (l % 2) * per), size);
                let x = self.vector_tied(self.code(PERMUTE, size), vec![whole(re), whole(order), whole(im)], None);
                let at = Address { offset: h.at.offset + ((n as i64 * 2 + k) * self.isa.width()) as i32, ..h.at };
                self.store_part(size, at, x, None);
            }
        }
        Ok(())
    }

    /// One part of numbers that lie side by side, of all lanes.
    fn load_parts(&mut self, at: Address, size: i64, part: usize) -> Result<Group, Unsupported> {
        let per = self.isa.width() / size;
        let order = self.numbers((0..per).map(|l| 2 * l + part as i64), size);
        self.group(size, &mut |s, n| {
            let mut chunk = |k: i64| {
                let at = Address { offset: at.offset + ((2 * n as i64 + k) * s.isa.width()) as i32, ..at };
                let key = (at.base, at.index.map(|i| i.0), at.offset, None);
                if let Some(&r) = s.chunks.get(&key) {
                    return r;
                }
                let r = s.load_part(size, at, None);
                s.chunks.insert(key, r);
                r
            };
            let (a, b) = (chunk(0), chunk(1));
            Ok(s.vector_tied(s.code(PERMUTE, size), vec![whole(a), whole(order), whole(b)], None))
        })
    }

    /// Numbers of lanes, as permutations of two registers take them.
    fn numbers(&mut self, lanes: impl Iterator<Item = i64>, size: i64) -> Reg {
        let bytes = lanes.flat_map(|l| l.to_le_bytes()[..size as usize].to_vec()).collect();
        self.constant(bytes)
    }

    fn store_part(&mut self, size: i64, at: Address, x: Reg, mask: Option<Reg>) {
        if let (Isa::Avx2, Some(k)) = (self.isa, mask) {
            let inst = self.inst(self.code(STORE_UNDER, size), None);
            return self.push(Inst { args: vec![Arg::Memory(at), whole(k), whole(x)], ..inst });
        }
        let inst = self.inst(self.code(STORE, size), None);
        self.push(Inst { args: vec![Arg::Memory(at), whole(x)], mask, ..inst });
    }

    fn scatter(&mut self, x: Group, size: i64, p: &Place, step: i64, mask: Option<Reg>) -> Result<(), Unsupported> {
        if p.bytes != size {
            return Err("elements that are not as wide as lanes");
        }
        if self.isa == Isa::Avx2 {
            if step == -size && mask.is_none() {
                return self.store_backwards(x, size, p.at);
            }
            return self.scatter_one_by_one(x, size, p.at, step, mask);
        }
        let code = self.code(SCATTER, size);
        let masks = mask.map(|k| self.masks(k, size));
        let base = self.sum(p.at)?;
        for n in 0..self.registers(size) {
            let lanes = self.distances(step, size, n as i64 * (self.isa.width() / size))?;
            let k = match masks {
                Some(k) => self.copied_mask(k[n]),
                None => self.all_lanes(),
            };
            let at = Address { base, index: Some((lanes, 1)), offset: p.at.offset };
            let inst = self.inst(code, None);
            let args = vec![Arg::Memory(at), whole(x.part(n)?)];
            self.push(Inst { args, spends_mask: true, mask: Some(k), ..inst });
        }
        Ok(())
    }

    // ---- without gathers, scatters and permutations of two registers -----------------------------
    /// An address so many bytes away.
    fn away(at: Address, by: i64) -> Result<Address, Unsupported> {
        let offset = i64::from(at.offset).checked_add(by).and_then(|n| i32::try_from(n).ok());
        Ok(Address { offset: offset.ok_or("elements far apart")?, ..at })
    }

    /// The lanes of a register from the last one to the first.
    fn reversed(&mut self, x: Reg, size: i64) -> Reg {
        let code = self.code(REORDER, size);
        if size == 8 {
            return self.vector(code, vec![whole(x), Arg::Byte(0b00_01_10_11)], None);
        }
        let order = self.numbers((0..8).rev(), size);
        self.vector(code, vec![whole(order), whole(x)], None)
    }

    /// Where the last element of a register lies whose elements go from higher to lower addresses.
    fn lowest(&self, at: Address, size: i64, n: i64) -> Result<Address, Unsupported> {
        Self::away(at, size - (n + 1) * self.isa.width())
    }

    fn load_backwards(&mut self, size: i64, at: Address) -> Result<Group, Unsupported> {
        self.group(size, &mut |s, n| {
            let from = s.lowest(at, size, n as i64)?;
            let x = s.load_part(size, from, None);
            Ok(s.reversed(x, size))
        })
    }

    fn store_backwards(&mut self, x: Group, size: i64, at: Address) -> Result<(), Unsupported> {
        for n in 0..self.registers(size) {
            let r = self.reversed(x.part(n)?, size);
            self.store_part(size, self.lowest(at, size, n as i64)?, r, None);
        }
        Ok(())
    }

    /// Elements that lie apart, each with a load of its own.
    fn gather_one_by_one(&mut self, size: i64, at: Address, step: i64) -> Result<Group, Unsupported> {
        let per = self.isa.width() / size;
        let quarter = |s: &mut Self, from: i64| {
            let load = |s: &mut Self, l: i64, code: Code, old: Option<Reg>| {
                let r = s.p.reg(Class::Vector);
                let mut args: Vec<Arg> = old.map(whole_quarter).into_iter().collect();
                args.push(Arg::Memory(Self::away(at, step.checked_mul(from + l).ok_or("elements far apart")?)?));
                if size == 4 && l > 0 {
                    args.push(Arg::Byte((l as u8) << 4));
                }
                let inst = s.inst(code, Some((r, View::Quarter)));
                s.push(Inst { args, ..inst });
                Ok::<Reg, Unsupported>(r)
            };
            if size == 8 {
                let low = load(s, 0, Code::VEX_Vmovsd_xmm_m64, None)?;
                return load(s, 1, Code::VEX_Vmovhpd_xmm_xmm_m64, Some(low));
            }
            let mut r = load(s, 0, Code::VEX_Vmovss_xmm_m32, None)?;
            for l in 1..4 {
                r = load(s, l, Code::VEX_Vinsertps_xmm_xmm_xmmm32_imm8, Some(r))?;
            }
            Ok(r)
        };
        self.group(size, &mut |s, n| {
            let from = n as i64 * per;
            let (low, high) = (quarter(s, from)?, quarter(s, from + per / 2)?);
            let args = vec![whole(low), Arg::Reg(high, View::Half), Arg::Byte(1)];
            Ok(s.plain(PUT_UPPER, size, args, View::Whole))
        })
    }

    /// Elements that lie apart, each with a store of its own: under a mask a store of a register with nothing but this lane.
    fn scatter_one_by_one(
        &mut self,
        x: Group,
        size: i64,
        at: Address,
        step: i64,
        mask: Option<Reg>,
    ) -> Result<(), Unsupported> {
        let per = self.isa.width() / size;
        let masks = mask.map(|k| self.masks(k, size));
        for n in 0..self.registers(size) {
            let x = x.part(n)?;
            let order = self.order(size);
            let place = |l: i64| {
                let element = n as i64 * per + order[l as usize];
                Self::away(at, step.checked_mul(element).ok_or("elements far apart")?)
            };
            if let Some(k) = masks.map(|k| k[n]) {
                for l in 0..per {
                    let one = (0..per).flat_map(|i| [if i == l { 0xff } else { 0 }].repeat(size as usize)).collect();
                    let one = self.constant(one);
                    let only = self.vector(self.code(AND, size), vec![whole(k), whole(one)], None);
                    self.store_part(size, Self::away(place(l)?, -l * size)?, x, Some(only));
                }
                continue;
            }
            let upper = self.plain(UPPER, size, vec![whole(x), Arg::Byte(1)], View::Half);
            for l in 0..per {
                let half = if l < per / 2 { x } else { upper };
                let (code, byte) = match (size, l % (per / 2)) {
                    (4, 0) => (Code::VEX_Vmovss_m32_xmm, None),
                    (4, l) => (Code::VEX_Vextractps_rm32_xmm_imm8, Some(Arg::Byte(l as u8))),
                    (_, 0) => (Code::VEX_Vmovsd_m64_xmm, None),
                    _ => (Code::VEX_Vmovhpd_m64_xmm, None),
                };
                let mut args = vec![Arg::Memory(place(l)?), whole_quarter(half)];
                args.extend(byte);
                let inst = self.inst(code, None);
                self.push(Inst { args, ..inst });
            }
        }
        Ok(())
    }

    /// The masks for registers of numbers whose parts have this mask.
    fn pair_masks(&mut self, mask: Reg, size: i64, n: usize) -> [Reg; 2] {
        let k = self.masks(mask, size)[n];
        let both = [UNPACK_LOW, UNPACK_HIGH].map(|f| self.vector(self.code(f, size), vec![whole(k), whole(k)], None));
        if self.turned { both } else { self.halves(both[0], both[1]) }
    }

    /// The lower halves of two registers, and the upper ones.
    fn halves(&mut self, a: Reg, b: Reg) -> [Reg; 2] {
        let code = Code::VEX_Vperm2f128_ymm_ymm_ymmm256_imm8;
        [0x20, 0x31].map(|pick| self.vector(code, vec![whole(a), whole(b), Arg::Byte(pick)], None))
    }

    /// Whether everything that a loop loads and stores are parts of complex numbers, of one size, and it carries nothing:
    /// lanes may be in any order then.
    pub(super) fn has_pairs_only(&self, op: Op) -> bool {
        let m = self.m;
        let r = m.region(op, 0);
        let whole = self.isa.width() / self.group;
        let mut some = false;
        let fits = m.walk(r).into_iter().all(|o| {
            let operand = match m.kind(o) {
                OpKind::VecLoad => 0,
                OpKind::VecStore => 1,
                _ => return true,
            };
            some = true;
            let from = m.operand(o, operand);
            let bytes = (self.size_of)(m.types.elem(m.ty(from)));
            let number = m.def_of(from, OpKind::Field).map(|f| m.types.elem(m.ty(m.operand(f, 0))));
            let complex = number.is_some_and(|t| matches!(m.types.kind(t), TypeKind::Complex(_)));
            complex && bytes == Some(whole) && m.attr_int(o, "stride") == bytes.map(|n| 2 * n)
        });
        let same = |v: &Value| match m.types.lanes(m.ty(*v)) {
            None => true,
            Some(_) => {
                let size = lane_size(m, m.types.lane(m.ty(*v)));
                let given = self.is_inside(*v) || m.def_of(*v, OpKind::VecSplat).is_some();
                given && (size == Some(0) || size == Some(whole))
            }
        };
        let values = m.walk(r).into_iter().all(|o| m.ops[o].results.iter().chain(m.operands(o)).all(same));
        some && fits && values && m.operands(op).len() == 3
    }

    /// The elements that the lanes of a register stand for.
    pub(super) fn order(&self, size: i64) -> Vec<i64> {
        match size {
            8 if self.turned => vec![0, 2, 1, 3],
            4 if self.turned => vec![0, 1, 4, 5, 2, 3, 6, 7],
            _ => (0..self.isa.width() / size).collect(),
        }
    }

    /// One part of numbers that lie side by side: from registers with the first and third, and the second and fourth quarter
    /// of them, in whose halves all that is needed comes in order; or in the order of those registers.
    fn load_pairs(&mut self, at: Address, size: i64, part: usize, mask: Option<Reg>) -> Result<Group, Unsupported> {
        let width = self.isa.width();
        self.group(size, &mut |s, n| {
            let first = Self::away(at, n as i64 * 2 * width)?;
            let second = Self::away(first, if s.turned { width } else { width / 2 })?;
            let own = mask.map(|k| s.masks(k, size)[n]);
            let key = |at: Address, which: usize| (at.base, at.index.map(|i| i.0), at.offset, own.map(|k| (k, which)));
            let (k0, k1) = (key(first, 0), key(second, 1));
            let known = s.chunks.get(&k0).copied().zip(s.chunks.get(&k1).copied());
            let (a, b) = match (known, mask) {
                (Some(pair), _) => pair,
                (None, Some(k)) => {
                    let masks = s.pair_masks(k, size, n);
                    let low = s.load_part(size, first, Some(masks[0]));
                    let high = s.load_part(size, Self::away(first, width)?, Some(masks[1]));
                    let [a, b] = if s.turned { [low, high] } else { s.halves(low, high) };
                    (a, b)
                }
                (None, None) if s.turned => (s.load_part(size, first, None), s.load_part(size, second, None)),
                (None, None) => {
                    let quarters = |s: &mut Self, from: Address| {
                        let r = s.p.reg(Class::Vector);
                        let inst = s.inst(Code::VEX_Vmovups_xmm_xmmm128, Some((r, View::Half)));
                        s.push(Inst { args: vec![Arg::Memory(from)], ..inst });
                        let args = vec![whole(r), Arg::Memory(Self::away(from, width)?), Arg::Byte(1)];
                        Ok::<Reg, Unsupported>(s.plain(PUT_UPPER, size, args, View::Whole))
                    };
                    (quarters(s, first)?, quarters(s, second)?)
                }
            };
            s.chunks.insert(k0, a);
            s.chunks.insert(k1, b);
            let r = match size {
                4 => {
                    let pick = if part == 0 { 0b10_00_10_00 } else { 0b11_01_11_01 };
                    s.vector(Code::VEX_Vshufps_ymm_ymm_ymmm256_imm8, vec![whole(a), whole(b), Arg::Byte(pick)], None)
                }
                _ => {
                    let form = if part == 0 { UNPACK_LOW } else { UNPACK_HIGH };
                    s.vector(s.code(form, size), vec![whole(a), whole(b)], None)
                }
            };
            s.quiet.extend(own.map(|k| (r, k)));
            Ok(r)
        })
    }

    /// Both parts of numbers that lie side by side.
    fn store_pairs(&mut self, h: &Half, im: Group) -> Result<(), Unsupported> {
        let size = h.size;
        for n in 0..self.registers(size) {
            let (re, im) = (h.x.part(n)?, im.part(n)?);
            let [low, high] =
                [UNPACK_LOW, UNPACK_HIGH].map(|f| self.vector(self.code(f, size), vec![whole(re), whole(im)], None));
            let numbers = if self.turned { [low, high] } else { self.halves(low, high) };
            let masks = h.mask.map(|k| self.pair_masks(k, size, n));
            for (k, &x) in numbers.iter().enumerate() {
                let at = Self::away(h.at, (n as i64 * 2 + k as i64) * self.isa.width())?;
                self.store_part(size, at, x, masks.map(|m| m[k]));
            }
        }
        Ok(())
    }

    /// The last argument of an instruction: a load may be part of it.
    pub(super) fn last_arg(&mut self, v: Value, g: i64, part: usize) -> Result<Arg, Unsupported> {
        if let Some(&at) = self.pending.get(&(v, g)) {
            let two = self.takes_two(self.size(v)?);
            if part == 1 || !two {
                self.pending.remove(&(v, g));
            }
            return Ok(Arg::Memory(Address { offset: at.offset + part as i32 * self.isa.width() as i32, ..at }));
        }
        Ok(whole(self.get(v, g)?.part(part)?))
    }
}

fn whole_quarter(r: Reg) -> Arg {
    Arg::Reg(r, View::Quarter)
}
