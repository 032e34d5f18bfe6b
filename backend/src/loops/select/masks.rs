//! Masks: bits in registers of their own, or vectors of lanes all of whose bits are equal.
//!
//! Where masks are vectors, what may raise exceptions cannot leave lanes out. It gets operands that raise none there: zeros, which
//! sums, products and roots keep, and ones as divisors.

use super::isa::{
    ADD, AND, AND_NOT, BLEND, CMP_F, CMP_I, CMP_U, DIV_F, EQUAL, FMA, FMA_ADD, GREATER, Isa, MOVE, MUL_F, NARROW_I, OR,
    SPREAD_I, TEST, WIDEN_I, XOR,
};
use super::{Group, Insts, Part, Select, Unsupported, whole};
use crate::loops::machine::{Arg, Class, Home, Inst, Reg, View};
use cranelift_codegen::ir::condcodes::IntCC;
use ferrotran_ir::{Op, OpKind};
use iced_x86::Code;

/// A mask in vector registers: one with lanes of 32 bits, or one or two with lanes of 64.
#[derive(Clone, Copy, Default)]
pub(super) struct Forms {
    four: Option<Reg>,
    eight: Option<[Reg; 2]>,
}

/// Immediates of comparisons of integers.
fn int_predicate(cc: IntCC) -> u8 {
    match cc {
        IntCC::Equal => 0,
        IntCC::SignedLessThan | IntCC::UnsignedLessThan => 1,
        IntCC::SignedLessThanOrEqual | IntCC::UnsignedLessThanOrEqual => 2,
        IntCC::NotEqual => 4,
        IntCC::SignedGreaterThanOrEqual | IntCC::UnsignedGreaterThanOrEqual => 5,
        IntCC::SignedGreaterThan | IntCC::UnsignedGreaterThan => 6,
    }
}

fn is_unsigned(cc: IntCC) -> bool {
    cc.unsigned() == cc && !matches!(cc, IntCC::Equal | IntCC::NotEqual)
}

impl Select<'_> {
    // ---- what masks are made of -----------------------------------------------------------------
    /// An instruction with a mask for result.
    fn mask(&mut self, code: Code, args: Vec<Arg>, broadcast: Option<u8>) -> Reg {
        let r = self.p.reg(Class::Mask);
        let inst = self.inst(code, Some((r, View::Whole)));
        let from_memory = broadcast.is_some();
        self.push(Inst { args, broadcast, from_memory, ..inst });
        r
    }

    /// A mask from outside, the same for all lanes.
    pub(super) fn uniform_mask(&mut self, home: Home) -> Reg {
        let class = self.isa.masks();
        let r = self.p.reg(class);
        let info = &mut self.p.regs[r.0 as usize];
        info.home = Some(home);
        if class == Class::Vector {
            info.spread = Some(4);
            self.forms.insert(r, Forms { four: Some(r), eight: Some([r, r]) });
        }
        r
    }

    /// A comparison of the floats of a register, with the machine's number for the relation.
    pub(super) fn test_floats(&mut self, size: i64, args: [Arg; 2], relation: u8, broadcast: Option<u8>) -> Reg {
        let args = vec![args[0], args[1], Arg::Byte(relation)];
        match self.isa {
            Isa::Avx512 => self.mask(self.code(CMP_F, size), args, broadcast),
            Isa::Avx2 => self.vector(self.code(CMP_F, size), args, None),
        }
    }

    /// A comparison of the integers of a register.
    pub(super) fn test_integers(&mut self, size: i64, x: Reg, y: Arg, cc: IntCC, broadcast: Option<u8>) -> Reg {
        if self.isa == Isa::Avx512 {
            let form = if is_unsigned(cc) { CMP_U } else { CMP_I };
            return self.mask(self.code(form, size), vec![whole(x), y, Arg::Byte(int_predicate(cc))], broadcast);
        }
        let (mut x, mut y) = (x, y);
        if is_unsigned(cc) {
            let sign = self.sign(size);
            x = self.vector(self.code(XOR, size), vec![whole(x), whole(sign)], None);
            let other = self.in_register(y, size);
            y = whole(self.vector(self.code(XOR, size), vec![whole(other), whole(sign)], None));
        }
        let (form, swapped, negated) = match cc {
            IntCC::Equal => (EQUAL, false, false),
            IntCC::NotEqual => (EQUAL, false, true),
            IntCC::SignedGreaterThan | IntCC::UnsignedGreaterThan => (GREATER, false, false),
            IntCC::SignedLessThan | IntCC::UnsignedLessThan => (GREATER, true, false),
            IntCC::SignedLessThanOrEqual | IntCC::UnsignedLessThanOrEqual => (GREATER, false, true),
            IntCC::SignedGreaterThanOrEqual | IntCC::UnsignedGreaterThanOrEqual => (GREATER, true, true),
        };
        let args = if swapped { vec![whole(self.in_register(y, size)), whole(x)] } else { vec![whole(x), y] };
        let r = self.vector(self.code(form, size), args, None);
        if negated { self.inverted(r) } else { r }
    }

    /// The lanes that are not zero.
    pub(super) fn nonzero(&mut self, size: i64, x: Reg) -> Reg {
        match self.isa {
            Isa::Avx512 => self.mask(self.code(TEST, size), vec![whole(x), whole(x)], None),
            Isa::Avx2 => {
                let zero = self.int_constant(0, size);
                self.test_integers(size, x, whole(zero), IntCC::NotEqual, None)
            }
        }
    }

    /// What a vector is not.
    pub(super) fn inverted(&mut self, x: Reg) -> Reg {
        let ones = self.int_constant(-1, 8);
        self.vector(self.code(XOR, 8), vec![whole(x), whole(ones)], None)
    }

    // ---- masks of groups ------------------------------------------------------------------------
    /// Masks of the registers of a group as one.
    pub(super) fn mask_group(
        &mut self,
        size: i64,
        f: &mut dyn FnMut(&mut Self, usize) -> Result<Reg, Unsupported>,
    ) -> Result<Group, Unsupported> {
        let low = f(self, 0)?;
        let two = self.takes_two(size);
        let high = if two { f(self, 1)? } else { low };
        if self.packed.is_some() {
            return Ok(Group::Mask(low));
        }
        if self.isa.masks() == Class::Vector {
            let forms = match size {
                4 => Forms { four: Some(low), eight: None },
                _ => Forms { four: None, eight: Some([low, high]) },
            };
            self.forms.insert(low, forms);
            return Ok(Group::Mask(low));
        }
        if !two {
            return Ok(Group::Mask(low));
        }
        let k = self.mask(Code::VEX_Kunpckbw_kr_kr_kr, vec![whole(high), whole(low)], None);
        self.upper.insert(k, high);
        Ok(Group::Mask(k))
    }

    /// The mask of the upper eight lanes.
    fn upper_mask(&mut self, k: Reg) -> Reg {
        if let Some(&r) = self.upper.get(&k) {
            return r;
        }
        let r = self.mask(Code::VEX_Kshiftrw_kr_kr_imm8, vec![whole(k), Arg::Byte(8)], None);
        self.upper.insert(k, r);
        r
    }

    /// The mask for the first and second register of a group with lanes of that size.
    pub(super) fn masks(&mut self, k: Reg, size: i64) -> [Reg; 2] {
        if self.isa.masks() == Class::Mask {
            return if self.takes_two(size) { [k, self.upper_mask(k)] } else { [k, k] };
        }
        if self.packed.is_some() {
            return [k, k];
        }
        let forms = self.forms.get(&k).copied().unwrap_or_default();
        if size == 4 {
            let r = match (forms.four, forms.eight) {
                (Some(r), _) => r,
                (None, Some([low, high])) => self.narrowed(low, high),
                (None, None) => k,
            };
            self.forms.entry(k).or_default().four = Some(r);
            return [r, r];
        }
        let pair = match (forms.eight, forms.four) {
            (Some(pair), _) => pair,
            (None, Some(r)) => {
                let low = self.plain(WIDEN_I, 4, vec![Arg::Reg(r, View::Half)], View::Whole);
                let upper = self.upper_half(r);
                [low, self.plain(WIDEN_I, 4, vec![Arg::Reg(upper, View::Half)], View::Whole)]
            }
            (None, None) => [k, k],
        };
        self.forms.entry(k).or_default().eight = Some(pair);
        pair
    }

    // ---- logic ----------------------------------------------------------------------------------
    pub(super) fn logic(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let x = m.operands(op).iter().map(|&v| self.get(v, g)?.as_mask()).collect::<Result<Vec<Reg>, _>>()?;
        if self.isa.masks() == Class::Vector {
            return self.vector_logic(m.kind(op), &x);
        }
        let two = |s: &mut Self, code: Code, a: Reg, b: Reg| s.mask(code, vec![whole(a), whole(b)], None);
        Ok(Group::Mask(match (m.kind(op), &x[..]) {
            (OpKind::And, &[a, b]) => two(self, Code::VEX_Kandw_kr_kr_kr, a, b),
            (OpKind::Or, &[a, b]) => two(self, Code::VEX_Korw_kr_kr_kr, a, b),
            (OpKind::Xor, &[a, b]) => two(self, Code::VEX_Kxorw_kr_kr_kr, a, b),
            (OpKind::Not, &[a]) => self.mask(Code::VEX_Knotw_kr_kr, vec![whole(a)], None),
            (OpKind::Cast, &[a]) => a,
            (OpKind::Select, &[c, a, b]) => {
                let yes = two(self, Code::VEX_Kandw_kr_kr_kr, c, a);
                let no = two(self, Code::VEX_Kandnw_kr_kr_kr, c, b);
                two(self, Code::VEX_Korw_kr_kr_kr, yes, no)
            }
            _ => return Err("an op on truth values"),
        }))
    }

    /// The same for masks in vectors, in lanes of a size that all of them have.
    fn vector_logic(&mut self, kind: OpKind, x: &[Reg]) -> Result<Group, Unsupported> {
        if let (OpKind::Cast, &[a]) = (kind, x) {
            return Ok(Group::Mask(a));
        }
        let all = |has: &dyn Fn(&Forms) -> bool| x.iter().all(|k| self.forms.get(k).is_some_and(has));
        let narrow_lanes = self.isa.width() / 4 == self.group;
        let wide = !narrow_lanes || !all(&|f| f.four.is_some()) && all(&|f| f.eight.is_some());
        let size = self.packed.unwrap_or(if wide { 8 } else { 4 });
        let parts: Vec<[Reg; 2]> = x.iter().map(|&k| self.masks(k, size)).collect();
        self.mask_group(size, &mut |s, n| {
            let two =
                |s: &mut Self, form: Insts, a: Reg, b: Reg| s.vector(s.code(form, 8), vec![whole(a), whole(b)], None);
            let x: Vec<Reg> = parts.iter().map(|p| p[n]).collect();
            Ok(match (kind, &x[..]) {
                (OpKind::And, &[a, b]) => two(s, AND, a, b),
                (OpKind::Or, &[a, b]) => two(s, OR, a, b),
                (OpKind::Xor, &[a, b]) => two(s, XOR, a, b),
                (OpKind::Not, &[a]) => s.inverted(a),
                (OpKind::Select, &[c, a, b]) => {
                    let yes = two(s, AND, c, a);
                    let no = two(s, AND_NOT, c, b);
                    two(s, OR, yes, no)
                }
                _ => return Err("an op on truth values"),
            })
        })
    }

    // ---- choices --------------------------------------------------------------------------------
    /// The second where the mask is set, else the first.
    pub(super) fn blend(&mut self, size: i64, mask: Reg, no: Arg, yes: Arg) -> Reg {
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(self.code(BLEND, size), Some((r, View::Whole)));
        // The form without a mask for zeros writes all lanes.
        let (broadcast, mask) = (Some(size as u8), Some(mask));
        self.push(Inst { args: vec![no, yes], broadcast, from_memory: true, mask, ..inst });
        r
    }

    /// `old` where the mask is not set, else `new`.
    pub(super) fn replaced(&mut self, size: i64, mask: Reg, old: Reg, new: Reg) -> Reg {
        match self.isa {
            Isa::Avx512 => self.merged(self.code(MOVE, size), mask, old, vec![whole(new)], None),
            Isa::Avx2 => self.blend(size, mask, whole(old), whole(new)),
        }
    }

    /// `x` where the mask is set, else zero.
    pub(super) fn kept(&mut self, size: i64, mask: Reg, x: Reg) -> Reg {
        match self.isa {
            Isa::Avx512 => self.zeroed(self.code(MOVE, size), mask, vec![whole(x)], None),
            Isa::Avx2 => self.vector(self.code(AND, size), vec![whole(mask), whole(x)], None),
        }
    }

    /// A scalar that all lanes are, or zero.
    pub(super) fn spread_under(&mut self, size: i64, mask: Reg, x: Reg) -> Reg {
        match self.isa {
            Isa::Avx512 => self.zeroed(self.code(SPREAD_I, size), mask, vec![Arg::Reg(x, View::Quarter)], None),
            Isa::Avx2 => self.kept(size, mask, x),
        }
    }

    /// Integers of 32 bits, and others added to them where the mask is set.
    pub(super) fn added_under(&mut self, mask: Reg, x: Reg, more: Reg) -> Reg {
        match self.isa {
            Isa::Avx512 => self.merged(self.code(ADD, 4), mask, x, vec![whole(x), whole(more)], Some(4)),
            Isa::Avx2 => {
                let more = self.kept(4, mask, more);
                self.vector(self.code(ADD, 4), vec![whole(x), whole(more)], None)
            }
        }
    }

    /// `old` where the mask is not set, else what the instruction gives.
    fn merged(&mut self, code: Code, mask: Reg, old: Reg, mut args: Vec<Arg>, broadcast: Option<u8>) -> Reg {
        let r = self.p.reg(Class::Vector);
        args.insert(0, whole(old));
        let inst = self.inst(code, Some((r, View::Whole)));
        self.push(Inst { args, broadcast, from_memory: true, tied: true, mask: Some(mask), ..inst });
        r
    }

    /// What the instruction gives where the mask is set, else zero.
    fn zeroed(&mut self, code: Code, mask: Reg, args: Vec<Arg>, broadcast: Option<u8>) -> Reg {
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(code, Some((r, View::Whole)));
        self.push(Inst { args, broadcast, from_memory: true, mask: Some(mask), zeroing: true, ..inst });
        r
    }

    // ---- lanes that do not take part --------------------------------------------------------------
    /// An instruction on floats, which may raise exceptions: not for lanes that do not take part.
    pub(super) fn float(&mut self, form: Insts, args: Vec<Arg>, size: i64, place: Part) -> Result<Reg, Unsupported> {
        self.raising(form, args, size, View::Whole, place)
    }

    /// The same for instructions whose results fill that part of a register.
    pub(super) fn raising(
        &mut self,
        form: Insts,
        mut args: Vec<Arg>,
        size: i64,
        view: View,
        place: Part,
    ) -> Result<Reg, Unsupported> {
        let mut mask = self.taking_part(place.group, size, place.part)?;
        let mut zero = None;
        if let Some(k) = mask.filter(|_| self.isa.masks() == Class::Vector) {
            let zeros;
            (args, zeros) = self.harmless(form, &args, size, k);
            zero = zeros.then_some(k);
            mask = None;
        }
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(self.code(form, size), Some((r, view)));
        // Conversions have whole registers as operands, and none in memory.
        let inside = view == View::Whole;
        let (broadcast, tied, zeroing) = (inside.then_some(size as u8), place.tied, mask.is_some());
        self.push(Inst { args, broadcast, from_memory: inside, tied, mask, zeroing, ..inst });
        if let Some(k) = zero {
            self.quiet.insert((r, k));
        }
        Ok(r)
    }

    /// Operands for which an instruction raises no exception where the mask is not set, and whether it gives zeros there.
    fn harmless(&mut self, form: Insts, args: &[Arg], size: i64, mask: Reg) -> (Vec<Arg>, bool) {
        let divisor = (form == DIV_F).then_some(1);
        let (mut out, mut zero) = (Vec::new(), Vec::new());
        for (n, &a) in args.iter().enumerate() {
            let divides = divisor == Some(n);
            let (x, zeros) = match a {
                Arg::Reg(r, _) if !divides && self.quiet.contains(&(r, mask)) => (a, true),
                Arg::Reg(r, _) if self.is_number(r, size, divides) => (a, false),
                _ if divides => {
                    let one = self.float_constant(1.0, size);
                    (whole(self.blend(size, mask, whole(one), a)), false)
                }
                _ => (whole(self.quieted(a, size, mask)), true),
            };
            out.push(x);
            zero.push(zeros);
        }
        let zeros = match form {
            MUL_F => zero[0] || zero[1],
            DIV_F => zero[0],
            FMA => (zero[0] || zero[1]) && zero[2],
            FMA_ADD => zero[0] && (zero[1] || zero[2]),
            _ => zero.iter().all(|&z| z),
        };
        (out, zeros)
    }

    /// Whether a register is a constant that is finite, and not zero where it divides.
    pub(super) fn is_number(&self, r: Reg, size: i64, divides: bool) -> bool {
        let Some(Home::Constant(at)) = self.p.info(r).home else { return false };
        let bytes = &self.p.constants[at as usize..][..size as usize];
        let x = match bytes {
            &[a, b, c, d] => f64::from(f32::from_le_bytes([a, b, c, d])),
            _ => f64::from_le_bytes(bytes.try_into().expect("lanes have four or eight bytes")),
        };
        let spread = self.isa.width() as usize / size as usize;
        let all = self.p.constants[at as usize..][..self.isa.width() as usize] == bytes.repeat(spread);
        all && x.is_finite() && !(divides && x == 0.0)
    }

    /// A register with zeros where the mask is not set.
    fn quieted(&mut self, x: Arg, size: i64, mask: Reg) -> Reg {
        let key = match x {
            Arg::Reg(r, _) => Some((r, mask)),
            Arg::Memory(_) | Arg::Byte(_) | Arg::Int(_) => None,
        };
        if let Some(&r) = key.and_then(|k| self.quieted.get(&k)) {
            return r;
        }
        let r = self.vector(self.code(AND, size), vec![whole(mask), x], None);
        if let Some(k) = key {
            self.quieted.insert(k, r);
        }
        self.quiet.insert((r, mask));
        r
    }

    /// The lanes that take part, where not all do, for a register of a group with lanes of that size.
    fn taking_part(&mut self, group: i64, size: i64, part: usize) -> Result<Option<Reg>, Unsupported> {
        let Some(v) = self.under else { return Ok(None) };
        let k = self.get(v, group)?.as_mask()?;
        Ok(Some(self.masks(k, size)[part]))
    }

    // ---- lanes of another size ------------------------------------------------------------------
    /// The upper half of a register.
    pub(super) fn upper_half(&mut self, x: Reg) -> Reg {
        self.plain(super::isa::UPPER, 4, vec![whole(x), Arg::Byte(1)], View::Half)
    }

    /// Integers of 64 bits in two registers as 32-bit ones in one.
    pub(super) fn narrowed(&mut self, low: Reg, high: Reg) -> Reg {
        debug_assert!(self.code(NARROW_I, 4) == Code::INVALID);
        let even = self.vector(
            Code::VEX_Vshufps_ymm_ymm_ymmm256_imm8,
            vec![whole(low), whole(high), Arg::Byte(0b10_00_10_00)],
            None,
        );
        // The halves' halves took turns.
        self.vector(Code::VEX_Vpermq_ymm_ymmm256_imm8, vec![whole(even), Arg::Byte(0b11_01_10_00)], None)
    }
}
