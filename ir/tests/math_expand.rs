//! The expansions of elementary functions, evaluated and compared with correctly rounded results.
//! `FERROTRAN_MATH_SAMPLES` sets the number of random samples of each function.

#![allow(clippy::approx_constant)] // sample arguments, not constants
use ferrotran_ir::passes::math_expand::{Target, expand_region};
use ferrotran_ir::*;
use ferrotran_ir::{MathFn, Pred};

/// Evaluates straight-line float and integer code with branches.
struct Eval<'m> {
    m: &'m Module,
    values: Vec<u64>,
    memory: Vec<u64>,
}

fn f(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn s(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

impl Eval<'_> {
    fn get(&self, v: Value) -> u64 {
        self.values[v.index()]
    }
    /// An integer as signed.
    fn int(&self, v: Value) -> i64 {
        if self.m.ty(v) == Type::I64 { self.get(v) as i64 } else { i64::from(self.get(v) as i32) }
    }
    fn put_int(&self, ty: Type, x: i64) -> u64 {
        if ty == Type::I64 { x as u64 } else { u64::from(x as u32) }
    }
    fn region(&mut self, r: Region) -> Option<u64> {
        let m = self.m;
        for &op in &m.regions[r].ops {
            let a = m.operands(op);
            let res = m.ops[op].results.first().copied();
            let ty = res.map_or(Type::BOOL, |r| m.ty(r));
            let v = match m.kind(op) {
                OpKind::Return | OpKind::Yield => return a.first().map(|&v| self.get(v)),
                OpKind::Const => match m.attr(op, "value") {
                    Some(Attr::Int(i)) => self.put_int(ty, *i),
                    Some(Attr::Float(x)) if ty == Type::F32 => u64::from((*x as f32).to_bits()),
                    Some(Attr::Float(x)) => x.to_bits(),
                    _ => panic!("constant"),
                },
                OpKind::Alloca => {
                    self.memory.push(0);
                    self.memory.len() as u64 - 1
                }
                OpKind::Store => {
                    let (at, v) = (self.get(a[1]) as usize, self.get(a[0]));
                    self.memory[at] = v;
                    continue;
                }
                OpKind::Load => self.memory[self.get(a[0]) as usize],
                OpKind::If => {
                    let r = m.region(op, usize::from(self.get(a[0]) == 0));
                    self.region(r);
                    continue;
                }
                OpKind::While => {
                    while self.region(m.region(op, 0)).unwrap() != 0 {
                        self.region(m.region(op, 1));
                    }
                    continue;
                }
                OpKind::Select => self.get(if self.get(a[0]) != 0 { a[1] } else { a[2] }),
                OpKind::Bitcast => self.get(a[0]),
                OpKind::Cast => {
                    let from = m.ty(a[0]);
                    match (from, ty) {
                        (Type::F32, Type::I32) => u64::from(s(self.get(a[0])) as i32 as u32),
                        (Type::F64, Type::I64) => f(self.get(a[0])) as i64 as u64,
                        (Type::I32, Type::F32) => u64::from((self.get(a[0]) as i32 as f32).to_bits()),
                        (Type::I64, Type::F64) => (self.get(a[0]) as i64 as f64).to_bits(),
                        _ => panic!("cast"),
                    }
                }
                OpKind::Cmp => {
                    let p: Pred = m.choice(op);
                    let t = m.ty(a[0]);
                    let (x, y) = (self.get(a[0]), self.get(a[1]));
                    let c = if t == Type::F32 {
                        compare(p, s(x), s(y))
                    } else if t == Type::F64 {
                        compare(p, f(x), f(y))
                    } else if p.is_unsigned() {
                        compare(p, x, y)
                    } else {
                        compare(p, self.int(a[0]), self.int(a[1]))
                    };
                    u64::from(c)
                }
                OpKind::Math => {
                    let name: MathFn = m.choice(op);
                    let x = self.get(a[0]);
                    let y = a.get(1).map_or(0, |&v| self.get(v));
                    if ty == Type::F32 {
                        let (x, y) = (s(x), s(y));
                        u64::from(
                            match name {
                                MathFn::Abs => x.abs(),
                                MathFn::Sqrt => x.sqrt(),
                                MathFn::Rint => x.round_ties_even(),
                                MathFn::Floor => x.floor(),
                                MathFn::CopySign => x.copysign(y),
                                MathFn::Fma => x.mul_add(y, s(self.get(a[2]))),
                                f => panic!("{} was not expanded", f.name()),
                            }
                            .to_bits(),
                        )
                    } else {
                        let (x, y) = (f(x), f(y));
                        match name {
                            MathFn::Abs => x.abs(),
                            MathFn::Sqrt => x.sqrt(),
                            MathFn::Rint => x.round_ties_even(),
                            MathFn::Floor => x.floor(),
                            MathFn::CopySign => x.copysign(y),
                            MathFn::Fma => x.mul_add(y, f(self.get(a[2]))),
                            f => panic!("{} was not expanded", f.name()),
                        }
                        .to_bits()
                    }
                }
                k => self.arith(k, ty, a),
            };
            self.values[res.unwrap().index()] = v;
        }
        None
    }
    fn arith(&self, k: OpKind, ty: Type, a: &[Value]) -> u64 {
        let x = self.get(a[0]);
        let y = a.get(1).map_or(0, |&v| self.get(v));
        if ty == Type::BOOL {
            return match k {
                OpKind::And => x & y,
                OpKind::Or => x | y,
                OpKind::Xor => x ^ y,
                OpKind::Not => x ^ 1,
                _ => panic!("{k:?}"),
            };
        }
        if ty == Type::F32 {
            let (x, y) = (s(x), s(y));
            let r = match k {
                OpKind::Add => x + y,
                OpKind::Sub => x - y,
                OpKind::Mul => x * y,
                OpKind::Div => x / y,
                OpKind::Neg => -x,
                OpKind::Min => x.min(y),
                OpKind::Max => x.max(y),
                _ => panic!("{k:?}"),
            };
            return u64::from(r.to_bits());
        }
        if ty == Type::F64 {
            let (x, y) = (f(x), f(y));
            let r = match k {
                OpKind::Add => x + y,
                OpKind::Sub => x - y,
                OpKind::Mul => x * y,
                OpKind::Div => x / y,
                OpKind::Neg => -x,
                OpKind::Min => x.min(y),
                OpKind::Max => x.max(y),
                _ => panic!("{k:?}"),
            };
            return r.to_bits();
        }
        let w = if ty == Type::I64 { 64 } else { 32 };
        let (p, q) = (self.int(a[0]), a.get(1).map_or(0, |&v| self.int(v)));
        let r = match k {
            OpKind::Add => p.wrapping_add(q),
            OpKind::Sub => p.wrapping_sub(q),
            OpKind::Mul => p.wrapping_mul(q),
            OpKind::Div => p / q,
            OpKind::And => p & q,
            OpKind::Or => p | q,
            OpKind::Xor => p ^ q,
            OpKind::Neg => p.wrapping_neg(),
            OpKind::Max => p.max(q),
            OpKind::Min => p.min(q),
            OpKind::Shl => {
                if q as u64 >= w {
                    0
                } else {
                    p << q
                }
            }
            OpKind::ShrU => {
                let u = if w == 64 { p as u64 } else { u64::from(p as u32) };
                if q as u64 >= w { 0 } else { (u >> q) as i64 }
            }
            OpKind::ShrS => p >> q.min(63),
            _ => panic!("{k:?}"),
        };
        self.put_int(ty, r)
    }
}

fn compare<T: PartialOrd>(p: Pred, x: T, y: T) -> bool {
    p.holds(x.partial_cmp(&y))
}

struct Function {
    m: Module,
    body: Region,
}

impl Function {
    fn new(name: &str, args: &[Type], ty: Type, target: Target) -> Function {
        let mut m = Module::default();
        let body = m.new_region(args);
        let a = m.args(body).to_vec();
        let top = m.top;
        let mut b = Builder::at_end(&mut m, top);
        let results = Attr::List(vec![Attr::Type(ty)]);
        b.op(OpKind::Func).attr("sym", Attr::Sym("f".into())).attr("results", results).region(body).build();
        let mut b = Builder::at_end(&mut m, body);
        let r = b.op(OpKind::Math).args(&a).choice(MathFn::from_name(name).expect("a function")).result(ty).value();
        b.op(OpKind::Return).args(&[r]).build();
        expand_region(&mut m, body, target);
        let errors = verify(&m, Forms(7));
        assert!(errors.is_empty(), "{name}: {errors:?}");
        Function { m, body }
    }
    /// Whether nothing is left to the library.
    fn expanded(&self) -> bool {
        use MathFn::*;
        let native = [Abs, Sqrt, Rint, Floor, CopySign, Fma];
        let m = &self.m;
        let left = |&o: &Op| m.kind(o) == OpKind::Math && !native.contains(&m.choice(o));
        !m.walk(self.body).iter().any(left)
    }
    fn call(&self, values: &mut Vec<u64>, args: &[u64]) -> u64 {
        values.resize(self.m.values.len(), 0);
        for (&v, &x) in self.m.args(self.body).iter().zip(args) {
            values[v.index()] = x;
        }
        let mut e = Eval { m: &self.m, values: std::mem::take(values), memory: Vec::new() };
        let r = e.region(self.body).expect("returns");
        *values = e.values;
        r
    }
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

fn samples() -> usize {
    std::env::var("FERROTRAN_MATH_SAMPLES").ok().and_then(|v| v.parse().ok()).unwrap_or(3000)
}

const SPECIAL: [f64; 40] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    0.5,
    -0.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    1e-40,
    -1e-40,
    1e-45,
    3.4e38,
    -3.4e38,
    1e22,
    1e10,
    16367173.0,
    0.7853981633974483,
    1.5707963267948966,
    3.141592653589793,
    0.41421356237309503,
    2.414213562373095,
    88.72,
    -103.9,
    127.99,
    -149.5,
    0.70710678,
    1.41421356,
    0.99999994,
    1.0000001,
    3.0,
    -3.0,
    10.0,
    1000.0,
    9.0e15,
    5e-324,
    1e308,
    -745.1,
];

/// Random argument: any bits, or a number of ordinary size.
fn argument(r: &mut Random, i: usize, wide: bool) -> f64 {
    let x = r.next();
    if i.is_multiple_of(3) {
        return if wide { f64::from_bits(x) } else { f64::from(f32::from_bits(x as u32)) };
    }
    let unit = (x >> 11) as f64 / (1u64 << 53) as f64;
    let sign = if x & 1 == 0 { 1.0 } else { -1.0 };
    let scale = [1.0, 2.0, 10.0, 100.0, 1e-3, 1e5][(x >> 1) as usize % 6];
    sign * unit * scale
}

/// Distance in units in the last place; equal NaNs and infinities count 0.
fn ulps32(a: f32, b: f32) -> u64 {
    if a.is_nan() && b.is_nan() {
        return 0;
    }
    if a.is_nan() != b.is_nan() || (a == 0.0 && b == 0.0 && a.to_bits() != b.to_bits()) {
        return u64::MAX;
    }
    let key =
        |x: f32| if x.to_bits() >> 31 == 1 { -i64::from(x.to_bits() & 0x7fff_ffff) } else { i64::from(x.to_bits()) };
    key(a).abs_diff(key(b))
}

fn ulps64(a: f64, b: f64) -> u64 {
    if a.is_nan() && b.is_nan() {
        return 0;
    }
    if a.is_nan() != b.is_nan() || (a == 0.0 && b == 0.0 && a.to_bits() != b.to_bits()) {
        return u64::MAX;
    }
    let key = |x: f64| {
        let m = (x.to_bits() & (u64::MAX >> 1)) as i128;
        if x.is_sign_negative() { -m } else { m }
    };
    key(a).abs_diff(key(b)) as u64
}

fn check32(name: &str, arity: usize, reference: impl Fn(f32, f32) -> f32) {
    let func = Function::new(name, &vec![Type::F32; arity], Type::F32, Target::Device);
    let host = Function::new(name, &vec![Type::F32; arity], Type::F32, Target::Inline);
    let expanded = host.expanded();
    let mut values = Vec::new();
    let mut rng = Random(0x9e37_79b9_7f4a_7c15);
    let (mut worst, mut at) = (0, (0.0, 0.0));
    let mut one = |x: f32, y: f32| {
        let args = [u64::from(x.to_bits()), u64::from(y.to_bits())];
        let got = s(func.call(&mut values, &args[..arity]));
        if expanded {
            let other = s(host.call(&mut values, &args[..arity]));
            assert!(ulps32(got, other) == 0, "{name} f32 at {x:e}, {y:e}: host {other:e}, device {got:e}");
        }
        let want = reference(x, y);
        let d = ulps32(got, want);
        if d > worst {
            (worst, at) = (d, (x, y));
        }
    };
    for &x in &SPECIAL {
        if arity == 1 {
            one(x as f32, 0.0);
        } else {
            for &y in &SPECIAL {
                one(x as f32, y as f32);
            }
        }
    }
    for i in 0..samples() {
        let x = argument(&mut rng, i, false) as f32;
        let y = argument(&mut rng, i / 3, false) as f32;
        one(x, y);
    }
    println!("{name} f32: {worst} ulp at {:e}, {:e} ({} ops)", at.0, at.1, func.m.ops.len());
    assert!(worst <= 1, "{name} f32: {worst} ulp at {:e}, {:e}: {:e}", at.0, at.1, reference(at.0, at.1));
}

fn check64(name: &str, arity: usize, reference: impl Fn(f64, f64) -> f64) {
    let func = Function::new(name, &vec![Type::F64; arity], Type::F64, Target::Device);
    let host = Function::new(name, &vec![Type::F64; arity], Type::F64, Target::Inline);
    let expanded = host.expanded();
    let mut values = Vec::new();
    let mut rng = Random(0x1234_5678_9abc_def1);
    let (mut worst, mut at) = (0, (0.0, 0.0));
    let mut one = |x: f64, y: f64| {
        let args = [x.to_bits(), y.to_bits()];
        let got = f(func.call(&mut values, &args[..arity]));
        if expanded {
            let other = f(host.call(&mut values, &args[..arity]));
            assert!(ulps64(got, other) == 0, "{name} f64 at {x:e}, {y:e}: host {other:e}, device {got:e}");
        }
        let want = reference(x, y);
        let d = ulps64(got, want);
        if d > worst {
            (worst, at) = (d, (x, y));
        }
    };
    for &x in &SPECIAL {
        if arity == 1 {
            one(x, 0.0);
        } else {
            for &y in &SPECIAL {
                one(x, y);
            }
        }
    }
    for i in 0..samples() {
        let x = argument(&mut rng, i, true);
        let y = argument(&mut rng, i / 3, true);
        one(x, y);
    }
    println!("{name} f64: {worst} ulp at {:e}, {:e} ({} ops)", at.0, at.1, func.m.ops.len());
    assert!(worst <= 2, "{name} f64: {worst} ulp at {:e}, {:e}: {:e}", at.0, at.1, reference(at.0, at.1));
}

macro_rules! unary {
    ($($test:ident $name:literal $single:ident $double:ident;)*) => { $(
        #[test]
        fn $test() {
            check32($name, 1, |x, _| core_math::$single(x));
            check64($name, 1, |x, _| core_math::$double(x));
        }
    )* };
}

unary! {
    exp "exp" expf exp;
    exp2 "exp2" exp2f exp2;
    log "log" logf log;
    log2 "log2" log2f log2;
    log10 "log10" log10f log10;
    sinh "sinh" sinhf sinh;
    cosh "cosh" coshf cosh;
    tanh "tanh" tanhf tanh;
    asinh "asinh" asinhf asinh;
    acosh "acosh" acoshf acosh;
    atanh "atanh" atanhf atanh;
    sin "sin" sinf sin;
    cos "cos" cosf cos;
    tan "tan" tanf tan;
    asin "asin" asinf asin;
    acos "acos" acosf acos;
    atan "atan" atanf atan;
    cbrt "cbrt" cbrtf cbrt;
    erf "erf" erff erf;
    erfc "erfc" erfcf erfc;
}

macro_rules! binary {
    ($($test:ident $name:literal $single:ident $double:ident;)*) => { $(
        #[test]
        fn $test() {
            check32($name, 2, core_math::$single);
            check64($name, 2, core_math::$double);
        }
    )* };
}

binary! {
    pow "pow" powf pow;
    atan2 "atan2" atan2f atan2;
    hypot "hypot" hypotf hypot;
}

#[test]
fn integer_powers() {
    let func = Function::new("ipow", &[Type::F64, Type::I32], Type::F64, Target::Device);
    let ints = Function::new("ipow", &[Type::I32, Type::I32], Type::I32, Target::Device);
    let mut values = Vec::new();
    for n in -20i32..=20 {
        for x in [0.5f64, -2.0, 1.5, 3.0, -1.0, 0.0] {
            let got = f(func.call(&mut values, &[x.to_bits(), u64::from(n as u32)]));
            let want = x.powi(n);
            assert!(got == want || ((got - want) / want).abs() < 1e-14, "{x} ** {n}: {got} {want}");
        }
        for x in [-3i32, -1, 1, 2, 7] {
            let got = ints.call(&mut values, &[u64::from(x as u32), u64::from(n as u32)]) as u32 as i32;
            let want = if n >= 0 {
                x.wrapping_pow(n as u32)
            } else {
                match x {
                    1 => 1,
                    -1 => {
                        if n % 2 == 0 {
                            1
                        } else {
                            -1
                        }
                    }
                    _ => 0,
                }
            };
            assert_eq!(got, want, "{x} ** {n}");
        }
    }
}
