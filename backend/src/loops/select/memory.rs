//! Loads and stores of lanes.

use super::{Group, Select, Unsupported, WIDTH, whole};
use crate::loops::machine::{Address, Arg, Class, Inst, Reg, View};
use ferrotran_ir::{Module, Op, OpKind, TypeKind, Value};
use iced_x86::Code;

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

/// The instruction that picks lanes of two registers.
fn permute(size: i64) -> Code {
    if size == 4 { Code::EVEX_Vpermt2ps_zmm_k1z_zmm_zmmm512b32 } else { Code::EVEX_Vpermt2pd_zmm_k1z_zmm_zmmm512b64 }
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
        if let (Some(part), None) = (p.part, mask) {
            let x = self.load_parts(p.at, size, part)?;
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
            (1, 4) => Group::One(self.load_part(Code::EVEX_Vpmovsxbd_zmm_k1z_xmmm128, p.at, mask)),
            (4, 4) => Group::One(self.load_part(Code::EVEX_Vmovups_zmm_k1z_zmmm512, p.at, mask)),
            (8, 8) => {
                let masks = mask.map(|k| self.masks(k, size));
                let a = self.load_part(Code::EVEX_Vmovupd_zmm_k1z_zmmm512, p.at, masks.map(|k| k[0]));
                if size * self.group > WIDTH {
                    let at = Address { offset: p.at.offset + WIDTH as i32, ..p.at };
                    Group::Two(a, self.load_part(Code::EVEX_Vmovupd_zmm_k1z_zmmm512, at, masks.map(|k| k[1])))
                } else {
                    Group::One(a)
                }
            }
            _ => return Err("elements that are not as wide as lanes"),
        };
        self.vals.insert((v, g), x);
        Ok(())
    }

    /// A load of elements as wide as lanes that was put off.
    pub(super) fn load_now(&mut self, v: Value, at: Address) -> Result<Group, Unsupported> {
        let size = self.size(v)?;
        let code = if size == 4 { Code::EVEX_Vmovups_zmm_k1z_zmmm512 } else { Code::EVEX_Vmovupd_zmm_k1z_zmmm512 };
        let a = self.load_part(code, at, None);
        Ok(if size * self.group > WIDTH {
            let upper = Address { offset: at.offset + WIDTH as i32, ..at };
            Group::Two(a, self.load_part(code, upper, None))
        } else {
            Group::One(a)
        })
    }

    fn load_part(&mut self, code: Code, at: Address, mask: Option<Reg>) -> Reg {
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(code, Some((r, View::Whole)));
        self.push(Inst { args: vec![Arg::Memory(at)], mask, zeroing: mask.is_some(), ..inst });
        r
    }

    /// Distances of lanes in bytes.
    fn distances(&mut self, step: i64, size: i64, from: i64) -> Result<Reg, Unsupported> {
        let n = WIDTH / size;
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
        let code = if size == 4 { Code::EVEX_Vgatherdps_zmm_k1_vm32z } else { Code::EVEX_Vgatherqpd_zmm_k1_vm64z };
        let masks = mask.map(|k| self.masks(k, size));
        let base = self.sum(p.at)?;
        let part = |s: &mut Self, n: i64| {
            let lanes = s.distances(step, size, n * (WIDTH / size))?;
            let k = match masks {
                Some(k) => s.copied_mask(k[n as usize]),
                None => s.all_lanes(),
            };
            let zero = s.zero();
            let r = s.p.reg(Class::Vector);
            let at = Address { base, index: Some((lanes, 1)), offset: p.at.offset };
            let inst = s.inst(code, Some((r, View::Whole)));
            let args = vec![whole(zero), Arg::Memory(at)];
            s.push(Inst { args, tied: true, spends_mask: true, mask: Some(k), ..inst });
            Ok::<Reg, Unsupported>(r)
        };
        let a = part(self, 0)?;
        Ok(if size * self.group > WIDTH { Group::Two(a, part(self, 1)?) } else { Group::One(a) })
    }

    /// Zeros, made where they are needed: what comes before does not matter.
    fn zero(&mut self) -> Reg {
        let c = self.int_constant(0, 4);
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(Code::EVEX_Vmovdqu32_zmm_k1z_zmmm512, Some((r, View::Whole)));
        self.push(Inst { args: vec![whole(c)], ..inst });
        r
    }

    fn copied_mask(&mut self, k: Reg) -> Reg {
        self.mask(Code::VEX_Korw_kr_kr_kr, vec![whole(k), whole(k)], None)
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
                        None => self.store_parts(h, x),
                        Some(_) => {
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
            (1, 4) => self.store_part(Code::EVEX_Vpmovdb_xmmm128_k1z_zmm, p.at, x.part(0)?, mask),
            (4, 4) => self.store_part(Code::EVEX_Vmovups_zmmm512_k1z_zmm, p.at, x.part(0)?, mask),
            (8, 8) => {
                let masks = mask.map(|k| self.masks(k, size));
                self.store_part(Code::EVEX_Vmovupd_zmmm512_k1z_zmm, p.at, x.part(0)?, masks.map(|k| k[0]));
                if size * self.group > WIDTH {
                    let at = Address { offset: p.at.offset + WIDTH as i32, ..p.at };
                    self.store_part(Code::EVEX_Vmovupd_zmmm512_k1z_zmm, at, x.part(1)?, masks.map(|k| k[1]));
                }
            }
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
        let per = WIDTH / size;
        for n in 0..if size * self.group > WIDTH { 2 } else { 1 } {
            let (re, im) = (h.x.part(n)?, im.part(n)?);
            for k in 0..2 {
                let from = k * per / 2;
                let order = self.order((0..per).map(|l| (from + l / 2) + (l % 2) * per), size);
                let x = self.vector_tied(permute(size), vec![whole(re), whole(order), whole(im)], None);
                let code =
                    if size == 4 { Code::EVEX_Vmovups_zmmm512_k1z_zmm } else { Code::EVEX_Vmovupd_zmmm512_k1z_zmm };
                let at = Address { offset: h.at.offset + ((n as i64 * 2 + k) * WIDTH) as i32, ..h.at };
                self.store_part(code, at, x, None);
            }
        }
        Ok(())
    }

    /// One part of numbers that lie side by side, of all lanes.
    fn load_parts(&mut self, at: Address, size: i64, part: usize) -> Result<Group, Unsupported> {
        let per = WIDTH / size;
        let order = self.order((0..per).map(|l| 2 * l + part as i64), size);
        let one = |s: &mut Self, n: i64| {
            let mut chunk = |k: i64| {
                let at = Address { offset: at.offset + ((2 * n + k) * WIDTH) as i32, ..at };
                let key = (at.base, at.index.map(|i| i.0), at.offset);
                if let Some(&r) = s.chunks.get(&key) {
                    return r;
                }
                let code =
                    if size == 4 { Code::EVEX_Vmovups_zmm_k1z_zmmm512 } else { Code::EVEX_Vmovupd_zmm_k1z_zmmm512 };
                let r = s.load_part(code, at, None);
                s.chunks.insert(key, r);
                r
            };
            let (a, b) = (chunk(0), chunk(1));
            s.vector_tied(permute(size), vec![whole(a), whole(order), whole(b)], None)
        };
        let a = one(self, 0);
        Ok(if size * self.group > WIDTH { Group::Two(a, one(self, 1)) } else { Group::One(a) })
    }

    /// Numbers of lanes, as permutations of two registers take them.
    fn order(&mut self, lanes: impl Iterator<Item = i64>, size: i64) -> Reg {
        let bytes = lanes.flat_map(|l| l.to_le_bytes()[..size as usize].to_vec()).collect();
        self.constant(bytes)
    }

    fn store_part(&mut self, code: Code, at: Address, x: Reg, mask: Option<Reg>) {
        let inst = self.inst(code, None);
        self.push(Inst { args: vec![Arg::Memory(at), whole(x)], mask, ..inst });
    }

    fn scatter(&mut self, x: Group, size: i64, p: &Place, step: i64, mask: Option<Reg>) -> Result<(), Unsupported> {
        if p.bytes != size {
            return Err("elements that are not as wide as lanes");
        }
        let code = if size == 4 { Code::EVEX_Vscatterdps_vm32z_k1_zmm } else { Code::EVEX_Vscatterqpd_vm64z_k1_zmm };
        let masks = mask.map(|k| self.masks(k, size));
        let base = self.sum(p.at)?;
        for n in 0..if size * self.group > WIDTH { 2 } else { 1 } {
            let lanes = self.distances(step, size, n * (WIDTH / size))?;
            let k = match masks {
                Some(k) => self.copied_mask(k[n as usize]),
                None => self.all_lanes(),
            };
            let at = Address { base, index: Some((lanes, 1)), offset: p.at.offset };
            let inst = self.inst(code, None);
            let args = vec![Arg::Memory(at), whole(x.part(n as usize)?)];
            self.push(Inst { args, spends_mask: true, mask: Some(k), ..inst });
        }
        Ok(())
    }

    /// The last argument of an instruction: a load may be part of it.
    pub(super) fn last_arg(&mut self, v: Value, g: i64, part: usize) -> Result<Arg, Unsupported> {
        if let Some(&at) = self.pending.get(&(v, g)) {
            let two = self.size(v)? * self.group > WIDTH;
            if part == 1 || !two {
                self.pending.remove(&(v, g));
            }
            return Ok(Arg::Memory(Address { offset: at.offset + part as i32 * WIDTH as i32, ..at }));
        }
        Ok(whole(self.get(v, g)?.part(part)?))
    }
}
