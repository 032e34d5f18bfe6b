//! The family *bits*: bits of integers.

use super::*;
use ferrotran_typed::intrinsics::family::Bits;

impl<'a> Rules<'a> {
    /// Shifts, positions and widths lie within the integer (16.9).
    pub(super) fn rules_of_bits(&mut self, id: Bits, a: &Arguments) -> Res<()> {
        // Argument, least and greatest value.
        let (k, least, greatest) = match (id, bits_of_argument(a, 0)) {
            (Bits::Ishft | Bits::Ishftc, Some(n)) => (1, -n, n),
            (Bits::Shiftl | Bits::Shiftr | Bits::Shifta, Some(n)) => (1, 0, n),
            (Bits::Dshiftl | Bits::Dshiftr, Some(n)) => (2, 0, n),
            (Bits::Maskl | Bits::Maskr | Bits::Umaskl | Bits::Umaskr, _) => {
                let kind = match a.get(1) {
                    Some(k) => self.try_int(k).unwrap_or(4),
                    None => i64::from(self.opts.default_integer),
                };
                (0, 0, i128::from(kind) * 8)
            }
            (Bits::And | Bits::Or | Bits::Xor, _) => return self.check_truths(a),
            (Bits::Mvbits, Some(n)) => return self.check_mvbits(a, n),
            (Bits::Btest | Bits::Ibset | Bits::Ibclr | Bits::Ibits, Some(n)) => return self.check_position(id, a, n),
            _ => return Ok(()),
        };
        let Some(e) = a.get(k) else { return Ok(()) };
        let values: Vec<i128> = match self.try_const(e) {
            Some(Const::Int(n)) => vec![n],
            Some(Const::Array { elems, .. }) => elems
                .iter()
                .filter_map(|c| match c {
                    Some(Const::Int(n)) => Some(*n),
                    _ => None,
                })
                .collect(),
            _ => vec![],
        };
        if let Some(n) = values.iter().find(|n| **n < least || **n > greatest) {
            let text = format!("{n} is not between {least} and {greatest}, which `{}` takes here", a.name());
            return Err(self.err(ErrorCode::Argument, e.span, text));
        }
        if id == Bits::Ishftc { self.check_size(a) } else { Ok(()) }
    }

    /// Beside a truth value there is none of a BOZ constant.
    fn check_truths(&mut self, a: &Arguments) -> Res<()> {
        match (a.get(0), a.get(1)) {
            (Some(x), Some(y)) if matches!(x.ty, Ty::Logical(_)) != matches!(y.ty, Ty::Logical(_)) => {
                let text = format!("the arguments of `{}` must be both integer or both logical", a.name());
                Err(self.err(ErrorCode::Argument, y.span, text))
            }
            _ => Ok(()),
        }
    }

    fn check_mvbits(&mut self, a: &Arguments, n: i128) -> Res<()> {
        let value = |k: usize| a.get(k).and_then(|e| self.try_int(e)).map(i128::from);
        let width = bits_of_argument(a, 3).unwrap_or(n);
        let checks = [(1, value(1), n), (2, value(2), n), (4, value(4), width)];
        for (k, v, max) in checks {
            if let (Some(v), Some(e)) = (v, a.get(k))
                && (v < 0 || v > max)
            {
                let text = format!("{v} is not between 0 and {max}, the bits of the integer");
                return Err(self.err(ErrorCode::Argument, e.span, text));
            }
        }
        if let ((_, Some(f), _), (_, Some(l), _)) = (checks[0], checks[1])
            && f + l > n
        {
            let text = format!("`mvbits` copies bits {f} to {} of an integer of {n} bits", f + l - 1);
            return Err(self.err(ErrorCode::Argument, a.span, text));
        }
        if let ((_, Some(t), _), (_, Some(l), _)) = (checks[2], checks[1])
            && t + l > width
        {
            let text = format!("`mvbits` sets bits {t} to {} of an integer of {width} bits", t + l - 1);
            return Err(self.err(ErrorCode::Argument, a.span, text));
        }
        Ok(())
    }

    fn check_position(&mut self, id: Bits, a: &Arguments, n: i128) -> Res<()> {
        match a.get(1) {
            Some(Expr { kind: ExprKind::Const(Const::Int(p)), span, .. })
                if *p < 0 || *p >= n + i128::from(id == Bits::Ibits) =>
            {
                let text = format!("bit position {p} is not in an integer({})", n / 8);
                Err(self.err(ErrorCode::Argument, *span, text))
            }
            _ => Ok(()),
        }
    }

    fn check_size(&mut self, a: &Arguments) -> Res<()> {
        let value = |k: usize| a.get(k).and_then(|x| self.try_int(x).map(|n| (n, x.span)));
        let wrong = match (value(1), value(2)) {
            (_, Some((size, at))) if size < 1 => (at, format!("SIZE of `ishftc` is {size}: it must be positive")),
            (Some((n, at)), Some((size, _))) if n.abs() > size => {
                (at, format!("SHIFT of `ishftc` is {n}, its absolute value exceeds SIZE, which is {size}"))
            }
            _ => return Ok(()),
        };
        Err(self.err(ErrorCode::Argument, wrong.0, wrong.1))
    }
}

/// The number of bits of an argument.
fn bits_of_argument(a: &Arguments, k: usize) -> Option<i128> {
    match a.get(k).map(|e| &e.ty) {
        Some(Ty::Integer(n) | Ty::Unsigned(n)) => Some(i128::from(*n) * 8),
        _ => None,
    }
}

/// The type of a BOZ argument next to an argument of that type; where bits are compared none of them is lost.
pub(super) fn boz_type(id: Bits, boz: &Expr, other: &Ty) -> Ty {
    let (ExprKind::Const(Const::Int(n)), Ty::Integer(k) | Ty::Unsigned(k)) = (&boz.kind, other) else {
        return other.clone();
    };
    let holds = |k: u8| bits_of(k, *n) == *n as u128;
    match id {
        Bits::Bge | Bits::Bgt | Bits::Ble | Bits::Blt if !holds(*k) => Ty::Integer(if holds(8) { 8 } else { 16 }),
        _ => other.clone(),
    }
}

/// The value for constant arguments.
pub(super) fn fold(id: Bits, call: &Scalars) -> Val {
    let (k, from) = (call.kind(), call.kind_of(0));
    let size = u32::from(from) * 8;
    // The bits of the first argument, and an integer of its kind that has these.
    let bits = |x: i128| bits_of(from, x);
    let back = |v: u128| Ok(Const::Int(wrap(from, (v & low_bits(size)) as i128)));
    let count = |n: u32| Ok(Const::Int(n.into()));
    match id {
        Bits::Not => one(call, |x| Ok(Const::Int(wrap(k, !x)))),
        Bits::Leadz => one(call, |x| count(bits(x).leading_zeros() - (128 - size))),
        Bits::Trailz => one(call, |x| count(bits(x).trailing_zeros().min(size))),
        Bits::Popcnt => one(call, |x| count(bits(x).count_ones())),
        Bits::Poppar => one(call, |x| count(bits(x).count_ones() & 1)),
        Bits::Maskl | Bits::Umaskl => one(call, |x| {
            let n = ones(call, x)?;
            let ones = low_bits(n).checked_shl(u32::from(k) * 8 - n).unwrap_or(0);
            Ok(Const::Int(wrap(k, ones as i128)))
        }),
        Bits::Maskr | Bits::Umaskr => one(call, |x| Ok(Const::Int(wrap(k, low_bits(ones(call, x)?) as i128)))),
        Bits::Bge => compare(call, |x, y| x >= y),
        Bits::Bgt => compare(call, |x, y| x > y),
        Bits::Ble => compare(call, |x, y| x <= y),
        Bits::Blt => compare(call, |x, y| x < y),
        Bits::Iand => two(call, |x, y| Ok(Const::Int(x & y))),
        Bits::Ior => two(call, |x, y| Ok(Const::Int(x | y))),
        Bits::Ieor => two(call, |x, y| Ok(Const::Int(x ^ y))),
        Bits::And => truths(call, |x, y| x && y).unwrap_or_else(|| two(call, |x, y| Ok(Const::Int(x & y)))),
        Bits::Or => truths(call, |x, y| x || y).unwrap_or_else(|| two(call, |x, y| Ok(Const::Int(x | y)))),
        Bits::Xor => truths(call, |x, y| x != y).unwrap_or_else(|| two(call, |x, y| Ok(Const::Int(x ^ y)))),
        Bits::Btest => two(call, |x, y| Ok(Const::Logical(bits(x) >> y.clamp(0, 127) & 1 == 1))),
        Bits::Ibset => two(call, |x, y| back(bits(x) | 1u128 << y.clamp(0, 127))),
        Bits::Ibclr => two(call, |x, y| back(bits(x) & !(1u128 << y.clamp(0, 127)))),
        Bits::Ibits => three(call, |x, y, len| {
            if y < 0 || len < 0 || y + len > size.into() {
                return wrong(call.span, "`ibits` reads bits that the integer does not have");
            }
            back(bits(x).checked_shr(y as u32).unwrap_or(0) & low_bits(len as u32))
        }),
        Bits::Ishft => two(call, |x, y| {
            if y.abs() > size.into() {
                return wrong(call.span, format!("shift count {y} is beyond the {size} bits"));
            }
            let n = y.unsigned_abs() as u32;
            back(if y >= 0 { bits(x).checked_shl(n) } else { bits(x).checked_shr(n) }.unwrap_or(0))
        }),
        Bits::Ishftc => two(call, |x, y| rotated(call, bits(x), y).and_then(back)),
        Bits::Shiftl | Bits::Lshift => two(call, |x, y| back(bits(x).checked_shl(shift(call, y)?).unwrap_or(0))),
        Bits::Shiftr => two(call, |x, y| back(bits(x).checked_shr(shift(call, y)?).unwrap_or(0))),
        // The highest bit is repeated.
        Bits::Shifta | Bits::Rshift => two(call, |x, y| Ok(Const::Int(wrap(from, x) >> shift(call, y)?.min(127)))),
        Bits::Dshiftl => three(call, |x, y, n| {
            let n = shift(call, n)?;
            back(bits(x).checked_shl(n).unwrap_or(0) | bits(y).checked_shr(size - n).unwrap_or(0))
        }),
        Bits::Dshiftr => three(call, |x, y, n| {
            let n = shift(call, n)?;
            back(bits(y).checked_shr(n).unwrap_or(0) | bits(x).checked_shl(size - n).unwrap_or(0))
        }),
        Bits::MergeBits => three(call, |x, y, mask| Ok(Const::Int((x & mask) | (y & !mask)))),
        Bits::Mvbits => call.at_run_time(),
    }
}

/// A function of one integer.
fn one(call: &Scalars, f: impl Fn(i128) -> Val) -> Val {
    match call.ints() {
        Some([x]) => f(x),
        None => call.no_value(),
    }
}

/// A function of two integers.
fn two(call: &Scalars, f: impl Fn(i128, i128) -> Val) -> Val {
    match call.ints() {
        Some([x, y]) => f(x, y),
        None => call.no_value(),
    }
}

/// A function of three integers.
fn three(call: &Scalars, f: impl Fn(i128, i128, i128) -> Val) -> Val {
    match call.ints() {
        Some([x, y, z]) => f(x, y, z),
        None => call.no_value(),
    }
}

/// What is true of the bits of two integers, each of its own kind.
fn compare(call: &Scalars, test: impl Fn(u128, u128) -> bool) -> Val {
    let (first, second) = (call.kind_of(0), call.kind_of(1));
    two(call, |x, y| Ok(Const::Logical(test(bits_of(first, x), bits_of(second, y)))))
}

/// A function of two truth values; none where the arguments are others.
fn truths(call: &Scalars, f: impl Fn(bool, bool) -> bool) -> Option<Val> {
    match (call.get(0), call.get(1)) {
        (Some(Const::Logical(x)), Some(Const::Logical(y))) => Some(Ok(Const::Logical(f(*x, *y)))),
        _ => None,
    }
}

/// The number of ones in a mask.
fn ones(call: &Scalars, x: i128) -> Result<u32, Fail> {
    let n = i128::from(call.kind()) * 8;
    if x < 0 || x > n {
        return wrong(call.span, format!("`{}` of {x}: the argument must be in 0:{n}", call.id.name()));
    }
    Ok(x as u32)
}

/// A shift to one side.
fn shift(call: &Scalars, n: i128) -> Result<u32, Fail> {
    let size = i128::from(call.kind_of(0)) * 8;
    if n < 0 || n > size {
        return wrong(call.span, format!("shift count {n} is not in 0:{size}"));
    }
    Ok(n as u32)
}

/// ISHFTC: its lowest bits rotated, of which SIZE says how many they are.
fn rotated(call: &Scalars, u: u128, by: i128) -> Result<u128, Fail> {
    let all = i128::from(call.kind_of(0)) * 8;
    let size = call.int(2).unwrap_or(all);
    if size <= 0 || size > all || by.abs() > size {
        return wrong(call.span, "`ishftc` with a shift or size beyond the bits of the integer");
    }
    let m = low_bits(size as u32);
    let (low, n) = (u & m, by.rem_euclid(size) as u32);
    let turned = ((low << n) | low.checked_shr(size as u32 - n).unwrap_or(0)) & m;
    Ok((u & !m) | turned)
}
