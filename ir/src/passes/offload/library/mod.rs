//! `device-library`: what devices have no instructions for, and the host calls its libraries for, becomes code in the
//! SPIR-V copies of target regions: functions of strings, of the parts of reals, gamma and Bessel functions, the scaled
//! error function.
//!
//! The procedures are texts in loop form beside this file, as `ferrotran emit loop` makes them of Fortran procedures with
//! the arguments of the functions that they stand for. Gamma is a polynomial on [2, 3] with the recurrence, and Stirling's
//! series from 12 on; the Bessel functions of orders 0 and 1 are polynomials up to 8 and amplitude and phase beyond, the
//! others recurrences. Errors are a few ulp, of the amplitude where an oscillating function is near a zero.

use super::device_copies;
use crate::choices::MathFn;
use crate::entity::{Op, Region};
use crate::module::{Builder, Module};
use crate::ops::OpKind;
use crate::passes::{PassCtx, PassError, inline};
use crate::text::append_module;
use crate::types::{Type, TypeKind};
use ferrotran_abi::rt;
use rustc_hash::FxHashMap;

/// What the symbols of the procedures begin with.
const PREFIX: &str = "__ft_device_";

macro_rules! procedures {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!($name, ".ir")))),*] };
}

/// The procedures: what they stand for, and their text.
const PROCEDURES: &[(&str, &str)] = procedures!(
    "index" "scan" "verify" "len_trim" "adjustl" "adjustr"
    "gamma_f32" "gamma_f64" "log_gamma_f32" "log_gamma_f64" "erfc_scaled_f32" "erfc_scaled_f64"
    "bessel_j0_f32" "bessel_j0_f64" "bessel_j1_f32" "bessel_j1_f64" "bessel_jn_f32" "bessel_jn_f64"
    "exponent_f32" "exponent_f64" "fraction_f32" "fraction_f64" "scale_f32" "scale_f64" "nearest_f32" "nearest_f64"
    "set_exponent_f32" "set_exponent_f64" "spacing_f32" "spacing_f64" "rrspacing_f32" "rrspacing_f64"
    "bessel_y0_f32" "bessel_y0_f64" "bessel_y1_f32" "bessel_y1_f64" "bessel_yn_f32" "bessel_yn_f64"
);

/// Runs the pass.
pub fn run(m: &mut Module, cx: &mut PassCtx) -> Result<(), PassError> {
    for target in device_copies(m) {
        let body = m.region(target, 0);
        let n = replace(m, body);
        cx.count("procedures", n);
    }
    Ok(())
}

/// Does it in a region; gives the number of ops that code has taken the place of.
pub fn replace(m: &mut Module, body: Region) -> u64 {
    super::chosen::run(m, body);
    strings(m, body);
    let mut work: Vec<(Op, usize)> = m.walk(body).into_iter().filter_map(|o| Some((o, procedure(m, o)?))).collect();
    let mut loaded: FxHashMap<&str, Op> = FxHashMap::default();
    let mut fresh = 0;
    while let Some((op, which)) = work.pop() {
        let (name, text) = PROCEDURES[which];
        let f = *loaded
            .entry(name)
            .or_insert_with(|| append_module(m, text).expect("the text of every procedure is read by a test")[0]);
        let loc = m.ops[op].loc;
        fresh += 1;
        for o in inline::put(m, op, f, fresh) {
            m.ops[o].loc = loc;
            work.extend(procedure(m, o).map(|p| (o, p)));
        }
    }
    for f in loaded.into_values() {
        m.detach(f);
    }
    fresh as u64
}

/// Copies of the bytes of strings become assignments.
fn strings(m: &mut Module, body: Region) {
    for call in m.walk(body) {
        if m.runtime_fn(call) == Some(rt::frt_repeat) {
            repeated(m, call);
            continue;
        }
        if m.runtime_fn(call) != Some(rt::frt_memcpy) || m.def_of(m.operand(call, 1), OpKind::ChrAddr).is_none() {
            continue;
        }
        let (to, from, bytes) = (m.operand(call, 0), m.operand(call, 1), m.operand(call, 2));
        let of = m.types.reference(Type::CHR);
        let mut b = Builder::before(m, call);
        let text = b.op(OpKind::ChrMake).arg(from).arg(bytes).result(Type::CHR).value();
        let place = b.op(OpKind::ChrRef).arg(to).arg(bytes).result(of).value();
        b.op(OpKind::ChrAssign).arg(text).arg(place).build();
        m.detach(call);
    }
}

/// REPEAT is an assignment for each copy.
fn repeated(m: &mut Module, call: Op) {
    let [to, from, bytes, copies] = [0, 1, 2, 3].map(|i| m.operand(call, i));
    let of = m.types.reference(Type::CHR);
    let each = m.new_region(&[Type::INDEX]);
    let number = m.args(each)[0];
    let mut b = Builder::before(m, call);
    let (bytes, copies) = (b.cast(bytes, Type::INDEX), b.cast(copies, Type::INDEX));
    let (zero, one) = (b.index(0), b.index(1));
    let last = b.binary(OpKind::Sub, copies, one);
    b.op(OpKind::For).arg(zero).arg(last).arg(one).region(each).build();
    b.inside(each, |b| {
        let text = b.op(OpKind::ChrMake).arg(from).arg(bytes).result(Type::CHR).value();
        let ahead = b.binary(OpKind::Mul, number, bytes);
        let at = b.op(OpKind::PtrAdd).arg(to).arg(ahead).result(Type::PTR).value();
        let place = b.op(OpKind::ChrRef).arg(at).arg(bytes).result(of).value();
        b.op(OpKind::ChrAssign).arg(text).arg(place).build();
    });
    m.detach(call);
}

/// The procedure that may stand in place of an op.
fn procedure(m: &Module, op: Op) -> Option<usize> {
    let find = |name: &str| PROCEDURES.iter().position(|(n, _)| *n == name);
    match m.kind(op) {
        OpKind::Math => {
            let bits = match m.tk(m.result(op)) {
                TypeKind::Float(bits @ (32 | 64)) => bits,
                _ => return None,
            };
            find(&format!("{}_f{bits}", m.choice::<MathFn>(op).name()))
        }
        OpKind::Call => {
            let callee = m.attr_str(op, "callee")?;
            match callee.strip_prefix(PREFIX) {
                Some(name) => find(name),
                None => {
                    let name = callee.strip_prefix("frt_").filter(|_| m.flag(op, "runtime"))?;
                    find(name.strip_prefix("math_").unwrap_or(name))
                }
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::Forms;

    #[test]
    fn every_procedure_is_read_and_can_be_inlined() {
        for (name, text) in PROCEDURES {
            let mut m = Module::default();
            let ops = append_module(&mut m, text).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(ops.len(), 1, "{name}");
            assert!(inline::can_inline(&m, ops[0]), "{name}");
            let symbol = m.attr_str(ops[0], "sym").and_then(|s| s.strip_prefix(PREFIX));
            assert_eq!(symbol, Some(*name));
            let faults = crate::verify(&m, Forms::LOOP);
            assert!(faults.is_empty(), "{name}: {faults:?}");
        }
    }
}
