//! The runtime's elementary functions for host loops are the expansions of `math-expand`, printed as Rust: this test
//! says whether the file in the runtime is what the expansions give now. `FERROTRAN_UPDATE=1` writes it anew.

use ferrotran_ir::passes::math_expand::{BATCHED, Target, expand_region};
use ferrotran_ir::*;
use ferrotran_ir::{MathFn, Pred};
use std::fmt::Write;

/// A function of that name whose body is the expansion.
fn expansion(f: MathFn, arity: usize, ty: Type) -> (Module, Region) {
    let mut m = Module::default();
    let body = m.new_region(&vec![ty; arity]);
    let a = m.args(body).to_vec();
    let top = m.top;
    let mut b = Builder::at_end(&mut m, top);
    b.op(OpKind::Func).attr("sym", Attr::Sym("f".into())).region(body).build();
    let mut b = Builder::at_end(&mut m, body);
    let r = b.op(OpKind::Math).args(&a).choice(f).result(ty).value();
    b.op(OpKind::Return).args(&[r]).build();
    expand_region(&mut m, body, Target::Inline);
    (m, body)
}

struct Print<'m> {
    m: &'m Module,
    /// Branches are left out; their conditions are collected here.
    quick: bool,
    rare: Vec<String>,
    out: Vec<String>,
}

impl Print<'_> {
    fn v(&self, v: Value) -> String {
        let Some(op) = self.m.def(v) else { return format!("v{}", v.index()) };
        if self.m.kind(op) != OpKind::Const {
            return format!("v{}", v.index());
        }
        let ty = self.rust(self.m.ty(v));
        match self.m.attr(op, "value") {
            Some(Attr::Int(i)) if *i < 0 => format!("({i}{ty})"),
            Some(Attr::Int(i)) => format!("{i}{ty}"),
            Some(Attr::Float(x)) if x.is_nan() => format!("{ty}::NAN"),
            Some(Attr::Float(x)) if x.is_infinite() => format!("{}{ty}::INFINITY", if *x < 0.0 { "-" } else { "" }),
            Some(Attr::Float(x)) => {
                let digits = if ty == "f32" { format!("{:?}", *x as f32) } else { format!("{x:?}") };
                if *x < 0.0 { format!("({digits}{ty})") } else { format!("{digits}{ty}") }
            }
            other => panic!("constant {other:?}"),
        }
    }
    fn rust(&self, t: Type) -> &'static str {
        match t {
            Type::F32 => "f32",
            Type::F64 => "f64",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::BOOL => "bool",
            _ => panic!("a type without Rust form"),
        }
    }
    fn region(&mut self, r: Region) {
        let m = self.m;
        for &op in &m.regions[r].ops {
            let a: Vec<String> = m.operands(op).iter().map(|&v| self.v(v)).collect();
            let at = |k: usize| m.ty(m.operand(op, k));
            let Some(&res) = m.ops[op].results.first() else {
                match m.kind(op) {
                    OpKind::Store => self.out.push(format!("{} = {};", a[1], a[0])),
                    OpKind::If if self.quick => self.rare.push(a[0].clone()),
                    OpKind::If => {
                        assert!(m.regions[m.region(op, 1)].ops.is_empty());
                        self.out.push(format!("if {} {{", a[0]));
                        self.region(m.region(op, 0));
                        self.out.push("}".into());
                    }
                    OpKind::Return => self.out.push(if !self.quick {
                        a[0].clone()
                    } else {
                        format!("({}, {})", a[0], self.rare.join(" | "))
                    }),
                    k => panic!("{k:?}"),
                }
                continue;
            };
            let ty = m.ty(res);
            let float = ty == Type::F32 || ty == Type::F64;
            let integer = |op: &str, method: &str| {
                if float { format!("{} {op} {}", a[0], a[1]) } else { format!("{}.{method}({})", a[0], a[1]) }
            };
            let text = match m.kind(op) {
                OpKind::Const => continue,
                OpKind::Alloca => {
                    self.out.push(format!("let mut v{};", res.index()));
                    continue;
                }
                OpKind::Load => a[0].clone(),
                OpKind::Add => integer("+", "wrapping_add"),
                OpKind::Sub => integer("-", "wrapping_sub"),
                OpKind::Mul => integer("*", "wrapping_mul"),
                OpKind::Div => format!("{} / {}", a[0], a[1]),
                OpKind::Neg if float => format!("-{}", a[0]),
                OpKind::Neg => format!("{}.wrapping_neg()", a[0]),
                OpKind::And => format!("{} & {}", a[0], a[1]),
                OpKind::Or => format!("{} | {}", a[0], a[1]),
                OpKind::Xor => format!("{} ^ {}", a[0], a[1]),
                OpKind::Not => format!("!{}", a[0]),
                OpKind::Max => format!("{}.max({})", a[0], a[1]),
                OpKind::Min => format!("{}.min({})", a[0], a[1]),
                k @ (OpKind::Shl | OpKind::ShrU | OpKind::ShrS) => {
                    let wide = ty == Type::I64;
                    let (s, u) = if wide { ("i64", "u64") } else { ("i32", "u32") };
                    match (k, m.const_int(m.operand(op, 1))) {
                        (OpKind::Shl, Some(n)) => format!("{} << {n}", a[0]),
                        (OpKind::ShrU, Some(n)) => format!("({} as {u} >> {n}) as {s}", a[0]),
                        (OpKind::ShrS, Some(n)) => format!("{} >> {n}", a[0]),
                        // Shifts by the whole width give zero.
                        (OpKind::Shl, None) => format!("{}.checked_shl({} as u32).unwrap_or(0)", a[0], a[1]),
                        (OpKind::ShrU, None) => {
                            format!("({} as {u}).checked_shr({} as u32).unwrap_or(0) as {s}", a[0], a[1])
                        }
                        _ => panic!("shift"),
                    }
                }
                OpKind::Select => format!("if {} {{ {} }} else {{ {} }}", a[0], a[1], a[2]),
                OpKind::Bitcast => match (at(0), ty) {
                    (Type::F64, Type::I64) => format!("{}.to_bits() as i64", a[0]),
                    (Type::F32, Type::I32) => format!("{}.to_bits() as i32", a[0]),
                    (Type::I64, Type::F64) => format!("f64::from_bits({} as u64)", a[0]),
                    (Type::I32, Type::F32) => format!("f32::from_bits({} as u32)", a[0]),
                    _ => panic!("bitcast"),
                },
                OpKind::Cast => format!("{} as {}", a[0], self.rust(ty)),
                OpKind::Cmp => {
                    let p: Pred = m.choice(op);
                    let sign = match p {
                        Pred::Eq => "==",
                        Pred::Ne => "!=",
                        Pred::Lt | Pred::Ult => "<",
                        Pred::Le | Pred::Ule => "<=",
                        Pred::Gt | Pred::Ugt => ">",
                        Pred::Ge | Pred::Uge => ">=",
                    };
                    if p.is_unsigned() {
                        let u = if at(0) == Type::I64 { "u64" } else { "u32" };
                        format!("({} as {u}) {sign} ({} as {u})", a[0], a[1])
                    } else {
                        format!("{} {sign} {}", a[0], a[1])
                    }
                }
                OpKind::Math => match m.choice(op) {
                    f @ (MathFn::Abs | MathFn::Sqrt | MathFn::Floor) => format!("{}.{}()", a[0], f.name()),
                    MathFn::CopySign => format!("{}.copysign({})", a[0], a[1]),
                    MathFn::Fma => format!("{}.mul_add({}, {})", a[0], a[1], a[2]),
                    f => panic!("{} was not expanded", f.name()),
                },
                k => panic!("{k:?}"),
            };
            self.out.push(format!("let v{} = {text};", res.index()));
        }
    }
}

/// The text of one precision.
fn file(ty: Type) -> String {
    let t = if ty == Type::F64 { "f64" } else { "f32" };
    let mut s = format!(
        "//! Elementary functions of {t}, as the pass `math-expand` gives them (written by the test host_math of the\n\
         //! IR; not to be changed by hand).\n\n"
    );
    for &(f, arity) in BATCHED {
        let (m, body) = expansion(f, arity, ty);
        let name = f.name();
        let args: Vec<String> = m.args(body).iter().map(|v| format!("v{}: {t}", v.index())).collect();
        let args = args.join(", ");
        for quick in [true, false] {
            let mut p = Print { m: &m, quick, rare: vec![], out: vec![] };
            p.region(body);
            if quick && p.rare.is_empty() {
                p.rare.push("false".into());
                p.out.clear();
                p.region(body);
            }
            let (suffix, result) = if quick { ("_quick", format!("({t}, bool)")) } else { ("", t.to_string()) };
            writeln!(s, "#[inline(always)]\npub fn {name}{suffix}({args}) -> {result} {{").unwrap();
            if !quick && p.rare.is_empty() && !m.walk(body).iter().any(|&o| m.kind(o) == OpKind::If) {
                let names: Vec<String> = m.args(body).iter().map(|v| format!("v{}", v.index())).collect();
                writeln!(s, "{name}_quick({}).0\n}}", names.join(", ")).unwrap();
                continue;
            }
            let mut line = String::new();
            for piece in &p.out {
                if !line.is_empty() && line.len() + piece.len() + 1 > 118 {
                    writeln!(s, "{line}").unwrap();
                    line.clear();
                }
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(piece);
            }
            writeln!(s, "{line}\n}}").unwrap();
        }
    }
    s
}

#[test]
fn runtime_has_the_expansions() {
    for (ty, name) in [(Type::F64, "wide.rs"), (Type::F32, "single.rs")] {
        let path = format!("{}/../runtime/src/intrinsics/batch/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = file(ty);
        if std::env::var_os("FERROTRAN_UPDATE").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(old == text, "{path} is not what the expansions give; FERROTRAN_UPDATE=1 writes it");
    }
}
