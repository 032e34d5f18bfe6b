//! math.fn: native instructions where the machine has them, else the runtime's functions.

use super::func::FuncGen;
use super::value::Val;
use crate::error::Res;
use cranelift_codegen::ir::{
    InstBuilder, MemFlagsData, Value as Cv,
    condcodes::{FloatCC, IntCC},
    types,
};
use ferrotran_abi::rt;
use ferrotran_ir::{MathFn, Op, TypeKind};

impl FuncGen<'_, '_, '_> {
    pub(crate) fn math(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let f: MathFn = m.choice(op);
        let args = m.operands(op).to_vec();
        let Some(&first) = args.first() else { return self.fail(op, "math.fn without arguments") };
        let vals = args.iter().map(|&v| self.get(v)).collect::<Res<Vec<_>>>()?;
        if let Some(bits) = self.extended(m.ty(first)) {
            let out = self.extended_math(op, f, &vals, bits)?;
            self.set_pure(op, out);
            return Ok(());
        }
        let out = match &vals[0] {
            Val::C(re, im) => self.complex_math(op, f, *re, *im, &vals[1..])?,
            Val::S(x) => {
                let rest = vals[1..]
                    .iter()
                    .map(|v| if let Val::S(c) = v { Ok(*c) } else { self.fail(op, "a real argument is needed") })
                    .collect::<Res<Vec<_>>>()?;
                let int = self.b.func.dfg.value_type(*x).is_int();
                Val::S(if int { self.int_math(op, f, *x, &rest)? } else { self.real_math(op, f, *x, &rest)? })
            }
            _ => {
                let text = m.types.text(m.ty(first));
                return self.fail(op, format!("math.fn {} of a value of type {text}", f.name()));
            }
        };
        self.set_pure(op, out);
        Ok(())
    }

    fn int_math(&mut self, op: Op, f: MathFn, x: Cv, rest: &[Cv]) -> Res<Cv> {
        let t = self.b.func.dfg.value_type(x);
        match (f, rest) {
            (MathFn::Abs, []) => {
                // iabs has no rule for every width; this is what it means.
                let neg = self.b.ins().ineg(x);
                let c = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, x, 0);
                Ok(self.select_scalar(c, neg, x))
            }
            (MathFn::Ipow, [n]) => {
                if let Some(k) = self.m.const_int(self.m.operand(op, 1))
                    && (0..=64).contains(&k)
                {
                    let one = self.int_const(t, 1);
                    return Ok(self.power(x, k as u64, one, &mut |g, a, b| g.b.ins().imul(a, b)));
                }
                if t == types::I128 {
                    let n = self.int_to_int(*n, types::I64);
                    return self.wide_call(op, rt::frt_i128_ipow, &[x, n], t);
                }
                if t == types::I64 {
                    let n = self.int_to_int(*n, types::I64);
                    return Ok(self.rt(op, rt::frt_math_ipow_i64, &[x, n])?.expect("the function has a result"));
                }
                let (x, n) = (self.int_to_int(x, types::I32), self.int_to_int(*n, types::I32));
                let r = self.rt(op, rt::frt_math_ipow_i32, &[x, n])?.expect("the function has a result");
                Ok(self.int_to_int(r, t))
            }
            _ => self.fail(op, format!("math.fn {} of integers", f.name())),
        }
    }

    fn real_math(&mut self, op: Op, f: MathFn, x: Cv, rest: &[Cv]) -> Res<Cv> {
        let t = self.b.func.dfg.value_type(x);
        let bits = t.bits() as u8;
        Ok(match (f, rest) {
            (MathFn::Sqrt, []) => self.b.ins().sqrt(x),
            (MathFn::Abs, []) => self.b.ins().fabs(x),
            (MathFn::Floor, []) => self.b.ins().floor(x),
            (MathFn::Ceil, []) => self.b.ins().ceil(x),
            (MathFn::Trunc, []) => self.b.ins().trunc(x),
            (MathFn::Rint, []) => self.b.ins().nearest(x),
            (MathFn::Round, []) => {
                // The largest number below one half: adding it and truncating rounds ties away from zero.
                let half = self.float(if bits == 32 { 0.5 - 2f64.powi(-25) } else { 0.5 - 2f64.powi(-54) }, bits);
                let h = self.b.ins().fcopysign(half, x);
                let s = self.b.ins().fadd(x, h);
                self.b.ins().trunc(s)
            }
            (MathFn::CopySign, [y]) => self.b.ins().fcopysign(x, *y),
            (MathFn::Fma, [y, z]) => {
                if self.cx.opts.cpu.has_fma() {
                    // The result takes the register of the first factor: better of one that nothing else needs.
                    let only = |k: usize| self.m.uses(self.m.operand(op, k)).len() == 1;
                    let (x, y) = if only(1) && !only(0) { (*y, x) } else { (x, *y) };
                    self.b.ins().fma(x, y, *z)
                } else {
                    let n = if bits == 32 { rt::frt_math_fma_f32 } else { rt::frt_math_fma_f64 };
                    self.rt(op, n, &[x, *y, *z])?.expect("the function has a result")
                }
            }
            (MathFn::IsNan, []) => self.b.ins().fcmp(FloatCC::Unordered, x, x),
            (MathFn::Ipow, [n]) => {
                if let Some(k) = self.m.const_int(self.m.operand(op, 1))
                    && k.unsigned_abs() <= 64
                {
                    let one = self.float(1.0, bits);
                    let p = self.power(x, k.unsigned_abs(), one, &mut |g, a, b| g.b.ins().fmul(a, b));
                    return Ok(if k < 0 { self.b.ins().fdiv(one, p) } else { p });
                }
                let wide = self.b.func.dfg.value_type(*n) == types::I64;
                let power = match (bits, wide) {
                    (32, false) => rt::frt_math_ipow_f32,
                    (32, true) => rt::frt_math_ipow64_f32,
                    (_, false) => rt::frt_math_ipow_f64,
                    (_, true) => rt::frt_math_ipow64_f64,
                };
                let n = if wide { *n } else { self.int_to_int(*n, types::I32) };
                self.rt(op, power, &[x, n])?.expect("the function has a result")
            }
            _ => {
                let mut all = vec![x];
                all.extend_from_slice(rest);
                // In loops: the bits of the compiler's expansions, as vector loops and devices compute them.
                let family = if self.m.flag(op, "batch") { "frt_one_" } else { "frt_math_" };
                let callee = self.function(op, &[family, f.name(), if bits == 32 { "_f32" } else { "_f64" }])?;
                match self.rt(op, callee, &all)? {
                    Some(r) => r,
                    None => return self.fail(op, format!("math.fn {} has no result", f.name())),
                }
            }
        })
    }

    /// x**n by repeated squaring.
    fn power<T: Copy>(&mut self, x: T, n: u64, one: T, mul: &mut dyn FnMut(&mut Self, T, T) -> T) -> T {
        let mut acc: Option<T> = None;
        let (mut sq, mut n) = (x, n);
        while n > 0 {
            if n & 1 == 1 {
                acc = Some(match acc {
                    Some(a) => mul(self, a, sq),
                    None => sq,
                });
            }
            n >>= 1;
            if n > 0 {
                sq = mul(self, sq, sq);
            }
        }
        acc.unwrap_or(one)
    }

    fn complex_math(&mut self, op: Op, f: MathFn, re: Cv, im: Cv, rest: &[Val]) -> Res<Val> {
        let t = self.b.func.dfg.value_type(re);
        let bits = t.bits() as u8;
        match (f, rest) {
            (MathFn::Conj, []) => return Ok(Val::C(re, self.b.ins().fneg(im))),
            (MathFn::Abs, []) => {
                let r = self.rt(op, if bits == 32 { rt::frt_math_abs_c32 } else { rt::frt_math_abs_c64 }, &[re, im])?;
                return Ok(Val::S(r.expect("the function has a result")));
            }
            (MathFn::Ipow, [_]) => {
                if let Some(k) = self.m.const_int(self.m.operand(op, 1))
                    && (0..=16).contains(&k)
                {
                    let one = (self.float(1.0, bits), self.float(0.0, bits));
                    let (re, im) = self.power((re, im), k as u64, one, &mut |g, a, b| {
                        let (p, q) = (g.b.ins().fmul(a.0, b.0), g.b.ins().fmul(a.1, b.1));
                        let (r, s) = (g.b.ins().fmul(a.0, b.1), g.b.ins().fmul(a.1, b.0));
                        (g.b.ins().fsub(p, q), g.b.ins().fadd(r, s))
                    });
                    return Ok(Val::C(re, im));
                }
            }
            _ => {}
        }
        let mut args = vec![re, im];
        let mut wide = "";
        for v in rest {
            match v {
                Val::C(a, b) => args.extend([*a, *b]),
                Val::S(c) => {
                    if f == MathFn::Ipow && self.b.func.dfg.value_type(*c) == types::I64 {
                        wide = "64";
                    }
                    args.push(*c);
                }
                _ => return self.fail(op, format!("math.fn {}: malformed argument", f.name())),
            }
        }
        let out = self.scratch(16, 3);
        args.push(out);
        let f = self.function(op, &["frt_math_", f.name(), wide, if bits == 32 { "_c32" } else { "_c64" }])?;
        self.rt(op, f, &args)?;
        let flags = MemFlagsData::trusted();
        let r = self.b.ins().load(t, flags, out, 0);
        let i = self.b.ins().load(t, flags, out, i32::from(bits) / 8);
        Ok(if matches!(self.m.tk(self.m.result(op)), TypeKind::Complex(_)) { Val::C(r, i) } else { Val::S(r) })
    }
}
