//! The verifier: structure by the op table, types by family, visibility of values, forms.

use crate::entity::{Op, Region, Value};
use crate::module::{Attr, Loc, Module, ValueDef};
use crate::ops::{Forms, OpKind, Traits};
use crate::types::{Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// One thing that is wrong with a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Place of the op in the source.
    pub loc: Loc,
    /// The op.
    pub op: Op,
    /// What is wrong; begins with the op's name.
    pub text: String,
}

/// Checks a module whose ops may have any of `forms`. Empty where all is well.
pub fn verify(m: &Module, forms: Forms) -> Vec<VerifyError> {
    let mut v = Verifier { m, forms, errors: Vec::new(), visible: FxHashSet::default(), symbols: FxHashMap::default() };
    for &op in &m.regions[m.top].ops {
        v.visible.clear();
        v.op(op, m.top);
        if let Some(sym) = m.attr_str(op, "sym") {
            let first = *v.symbols.entry((m.kind(op) == OpKind::TypeDef, sym)).or_insert(op);
            if first != op {
                v.error(op, format!("symbol {sym} is defined twice"));
            }
        }
    }
    v.errors
}

struct Verifier<'m> {
    m: &'m Module,
    forms: Forms,
    errors: Vec<VerifyError>,
    visible: FxHashSet<Value>,
    symbols: FxHashMap<(bool, &'m str), Op>,
}

impl<'m> Verifier<'m> {
    fn error(&mut self, op: Op, text: String) {
        let name = self.m.info(op).name;
        self.errors.push(VerifyError { loc: self.m.ops[op].loc, op, text: format!("{name}: {text}") });
    }

    fn op(&mut self, op: Op, region: Region) {
        let m = self.m;
        let d = &m.ops[op];
        let info = d.kind.info();
        if d.parent != Some(region) {
            self.error(op, "does not know the region that lists it".into());
        }
        if info.forms.0 & self.forms.0 == 0 {
            self.error(op, "is not allowed in this form of the IR".into());
        }
        let at_top = region == m.top || m.regions[region].parent.is_some_and(|p| m.kind(p) == OpKind::DevModule);
        if info.traits.has(Traits::TOP) != at_top {
            self.error(
                op,
                if at_top { "cannot stand at the top of a module" } else { "stands at the top only" }.into(),
            );
        }
        for &v in &d.operands {
            if !self.visible.contains(&v) {
                self.error(op, "uses a value that is not defined before it in this or an enclosing region".into());
            }
        }
        let sound = self.attrs(op) & self.counts(op);
        for (i, &v) in d.results.iter().enumerate() {
            if m.values[v].def != ValueDef::Result(op, i as u16) {
                self.error(op, "a result does not know its op".into());
            }
        }
        if sound && let Err(text) = types(m, op) {
            self.error(op, text);
        }
        let outer = info.traits.has(Traits::ISOLATED).then(|| std::mem::take(&mut self.visible));
        for &r in &d.regions {
            if m.regions[r].parent != Some(op) {
                self.error(op, "has a region that does not know it".into());
            }
            self.region(r);
        }
        if let Some(o) = outer {
            self.visible = o;
        }
        self.visible.extend(d.results.iter().copied());
    }

    fn region(&mut self, r: Region) {
        let m = self.m;
        let d = &m.regions[r];
        for (i, &v) in d.args.iter().enumerate() {
            if m.values[v].def != ValueDef::Arg(r, i as u16) {
                if let Some(op) = d.parent {
                    self.error(op, "a region argument does not know its region".into());
                }
            }
            self.visible.insert(v);
        }
        for (i, &op) in d.ops.iter().enumerate() {
            // Code after a terminator is allowed only behind a label.
            if m.has(op, Traits::TERMINATOR)
                && let Some(&next) = d.ops.get(i + 1)
                && m.kind(next) != OpKind::Label
            {
                self.error(op, "ends its region but is not its last op (nor followed by cf.label)".into());
            }
            self.op(op, r);
        }
        self.terminator(r);
        for &v in &d.args {
            self.visible.remove(&v);
        }
        for &op in &d.ops {
            for v in &m.ops[op].results {
                self.visible.remove(v);
            }
        }
    }

    /// Checks the op that ends a region of a kind that demands one.
    fn terminator(&mut self, r: Region) {
        let m = self.m;
        let Some(parent) = m.regions[r].parent else { return };
        let last = m.regions[r].ops.last().copied();
        let last_kind = last.map(|o| m.kind(o));
        let index = m.ops[parent].regions.iter().position(|&x| x == r).unwrap_or(0);
        let (want, counts): (OpKind, std::ops::RangeInclusive<usize>) = match m.kind(parent) {
            OpKind::Func | OpKind::Kernel => {
                if !matches!(last_kind, Some(OpKind::Return | OpKind::Unreachable | OpKind::Goto)) {
                    self.error(parent, "the body must end in func.return".into());
                }
                return;
            }
            OpKind::ArrayElemental => (OpKind::ArrayYield, 1..=1),
            OpKind::ArrayForall => {
                let n = m.types.rank(m.ty(m.operand(parent, 0)));
                (OpKind::ArrayYield, 2 + n..=2 + n)
            }
            OpKind::While if index == 0 => (OpKind::Yield, 1..=1),
            OpKind::Reduce => (OpKind::Yield, 1..=2),
            OpKind::LibMatmul => (OpKind::Yield, 1..=1),
            _ => {
                if let Some(o) = last
                    && matches!(m.kind(o), OpKind::ArrayYield)
                {
                    self.error(o, "does not end an array region".into());
                }
                return;
            }
        };
        match last {
            Some(o) if m.kind(o) == want => {
                if !counts.contains(&m.operands(o).len()) {
                    self.error(o, format!("yields {} values to {}", m.operands(o).len(), m.info(parent).name));
                }
            }
            _ => self.error(parent, format!("a region must end in {}", want.info().name)),
        }
    }

    fn attrs(&mut self, op: Op) -> bool {
        let m = self.m;
        let info = m.info(op);
        let before = self.errors.len();
        for (k, _) in &m.ops[op].attrs {
            if *k != "segs" && !info.attrs.iter().any(|a| a.trim_end_matches('?') == *k) {
                self.error(op, format!("unknown attribute `{k}`"));
            }
        }
        for a in info.attrs {
            if !a.ends_with('?') && m.attr(op, a).is_none() {
                self.error(op, format!("attribute `{a}` is missing"));
            }
        }
        self.errors.len() == before
    }

    fn counts(&mut self, op: Op) -> bool {
        let m = self.m;
        let info = m.info(op);
        let d = &m.ops[op];
        let before = self.errors.len();
        let flexible = |s: &str| s.ends_with(['?', '.']);
        let flex = info.operands.iter().filter(|s| flexible(s)).count();
        let n = d.operands.len();
        if flex >= 2 {
            match m.attr(op, "segs").map(Attr::items) {
                Some(segs) if segs.len() == info.operands.len() => {
                    let mut sum = 0i64;
                    for (s, spec) in segs.iter().zip(info.operands) {
                        let k = s.as_int().unwrap_or(-1);
                        let fits = if spec.ends_with("...") {
                            k >= 0
                        } else if spec.ends_with('?') {
                            (0..=1).contains(&k)
                        } else {
                            k == 1
                        };
                        if !fits {
                            self.error(op, format!("wrong number of operands in group `{spec}`"));
                        }
                        sum = sum.saturating_add(k.max(0));
                    }
                    if sum != n as i64 {
                        self.error(op, "`segs` does not add up to the number of operands".into());
                    }
                }
                _ => self.error(op, "attribute `segs` must list the size of every operand group".into()),
            }
        } else {
            let fixed = info.operands.len() - flex;
            let most = match info.operands.iter().find(|s| flexible(s)) {
                None => fixed,
                Some(s) if s.ends_with('?') => fixed + 1,
                Some(_) => usize::MAX,
            };
            if n < fixed || n > most {
                self.error(op, format!("has {n} operands"));
            }
        }
        let want = match info.results {
            "0" => Some(0),
            "1" => Some(1),
            _ => None,
        };
        if want.is_some_and(|w| w != d.results.len()) {
            self.error(op, format!("has {} results", d.results.len()));
        }
        let spec = info.regions;
        let name = |s: &str| s.to_string();
        let flex_r = spec.iter().filter(|s| name(s).ends_with('.') || name(s).ends_with('?')).count();
        if d.regions.len() < spec.len() - flex_r || (flex_r == 0 && d.regions.len() > spec.len()) {
            self.error(op, format!("has {} regions", d.regions.len()));
        }
        self.errors.len() == before
    }
}

/// Checks operand, result and region argument types of an op whose counts and attributes are right.
fn types(m: &Module, op: Op) -> Result<(), String> {
    use OpKind as K;
    let d = &m.ops[op];
    let t = |i: usize| m.ty(d.operands[i]);
    let res = || m.ty(d.results[0]);
    let text = |t: Type| m.types.text(t);
    let kind = |t: Type| m.types.kind(t);
    let is_int = |t: Type| matches!(kind(t), TypeKind::Int(_) | TypeKind::Index);
    let is_float = |t: Type| matches!(kind(t), TypeKind::Float(_));
    let is_num = |t: Type| is_int(t) || is_float(t) || matches!(kind(t), TypeKind::Complex(_));
    let is_scalar = |t: Type| is_num(t) || matches!(kind(t), TypeKind::Bool | TypeKind::Logical(_));
    let is_view = |t: Type| matches!(kind(t), TypeKind::View { .. });
    let is_array = |t: Type| matches!(kind(t), TypeKind::Array { .. });
    let is_chr = |t: Type| matches!(kind(t), TypeKind::Char(..));
    let same_chr =
        |a: Type, b: Type| matches!((kind(a), kind(b)), (TypeKind::Char(_, x), TypeKind::Char(_, y)) if x == y);
    let is_addr = |t: Type| matches!(kind(t), TypeKind::Ptr | TypeKind::Ref(_));
    let is_boxref = |t: Type| matches!(kind(t), TypeKind::Ref(b) if matches!(kind(*b), TypeKind::Box { .. }));
    let need = |ok: bool, what: &str| if ok { Ok(()) } else { Err(what.to_string()) };
    let all_index = |r: std::ops::Range<usize>| d.operands[r].iter().all(|&v| m.ty(v) == Type::INDEX);
    let dim_ok = |rank: usize| m.attr_int(op, "dim").is_none_or(|k| k >= 0 && (k as usize) < rank);
    let shapes_fit = |a: &[Option<i64>], b: &[Option<i64>]| {
        a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.is_none() || y.is_none() || x == y)
    };
    // Element of the object that `ref` points to, as a value of type `v`: characters match by family.
    // The value of an object of derived type is a reference to it.
    let same_elem = |a: Type, b: Type| {
        let object = |o: Type, r: Type| {
            matches!(kind(r), TypeKind::Ref(e) if *e == o) && matches!(kind(o), TypeKind::Derived(_))
        };
        a == b || same_chr(a, b) || object(a, b) || object(b, a)
    };
    let index_args = |r: Region, from: usize, n: usize| {
        let a = m.args(r);
        a.len() == from + n && a[from..].iter().all(|&v| m.ty(v) == Type::INDEX)
    };
    match d.kind {
        K::Add | K::Sub | K::Mul | K::Div => {
            need(t(0) == t(1) && t(0) == res() && is_num(res()), &mismatch(m, op))?;
        }
        K::Rem | K::Modulo | K::Min | K::Max => {
            need(t(0) == t(1) && t(0) == res() && (is_int(res()) || is_float(res())), &mismatch(m, op))?;
        }
        K::Neg => need(t(0) == res() && is_num(res()), &mismatch(m, op))?,
        K::And | K::Or | K::Xor => {
            need(t(0) == t(1) && t(0) == res() && (is_int(res()) || res() == Type::BOOL), &mismatch(m, op))?;
        }
        K::Not => need(t(0) == res() && (is_int(res()) || res() == Type::BOOL), &mismatch(m, op))?,
        K::Shl | K::ShrU | K::ShrS => need(t(0) == t(1) && t(0) == res() && is_int(res()), &mismatch(m, op))?,
        K::Popcnt | K::Clz | K::Ctz => need(t(0) == res() && is_int(res()), &mismatch(m, op))?,
        K::Cmp => {
            need(t(0) == t(1) && res() == Type::BOOL && (is_scalar(t(0)) || is_addr(t(0))), &mismatch(m, op))?;
            let p = m.attr_str(op, "pred").unwrap_or("");
            let ordered = matches!(p, "lt" | "le" | "gt" | "ge") && (is_int(t(0)) || is_float(t(0)));
            let unsigned = matches!(p, "ult" | "ule" | "ugt" | "uge") && is_int(t(0));
            need(matches!(p, "eq" | "ne") || ordered || unsigned, &format!("bad predicate `{p}` for {}", text(t(0))))?;
        }
        K::Select => {
            need(t(0) == Type::BOOL && same_elem(t(1), t(2)) && same_elem(t(1), res()), &mismatch(m, op))?;
        }
        K::Cast => need(is_scalar(t(0)) && is_scalar(res()), &mismatch(m, op))?,
        K::Bitcast => {
            need(m.types.size_of(t(0)).is_some() && m.types.size_of(t(0)) == m.types.size_of(res()), &mismatch(m, op))?
        }
        K::Const => {
            let ok = match (kind(res()), m.attr(op, "value")) {
                (TypeKind::Bool | TypeKind::Int(_) | TypeKind::Index | TypeKind::Logical(_), Some(Attr::Int(_))) => {
                    true
                }
                (TypeKind::Int(128) | TypeKind::Float(80 | 128), Some(Attr::Bytes(b))) => b.len() == 16,
                (TypeKind::Float(_), Some(Attr::Float(_))) => true,
                (TypeKind::Complex(bits), Some(Attr::List(v))) => {
                    let part = |x: &Attr| match x {
                        Attr::Float(_) => true,
                        Attr::Bytes(b) => *bits > 64 && b.len() == 16,
                        _ => false,
                    };
                    v.len() == 2 && v.iter().all(part)
                }
                _ => false,
            };
            need(ok, &format!("the value does not fit the type {}", text(res())))?;
        }
        K::ComplexMake => {
            let ok = matches!((kind(t(0)), kind(res())), (TypeKind::Float(a), TypeKind::Complex(b)) if a == b);
            need(ok && t(0) == t(1), &mismatch(m, op))?;
        }
        K::ComplexRe | K::ComplexIm => {
            let ok = matches!((kind(res()), kind(t(0))), (TypeKind::Float(a), TypeKind::Complex(b)) if a == b);
            need(ok, &mismatch(m, op))?;
        }
        K::Load => {
            let TypeKind::Ref(e) = kind(t(0)) else { return Err("the operand must be a ref".into()) };
            need(same_elem(*e, res()), &mismatch(m, op))?;
        }
        K::Store => {
            let TypeKind::Ref(e) = kind(t(1)) else { return Err("the target must be a ref".into()) };
            need(*e == t(0), &mismatch(m, op))?;
        }
        K::CopyObject => need(matches!(kind(t(0)), TypeKind::Ref(_)) && t(0) == t(1), &mismatch(m, op))?,
        K::Alloc => need(t(0) == Type::INDEX && res() == Type::PTR, &mismatch(m, op))?,
        K::Free => need(t(0) == Type::PTR, &mismatch(m, op))?,
        K::PtrAdd => need(t(0) == Type::PTR && t(1) == Type::INDEX && res() == Type::PTR, &mismatch(m, op))?,
        K::CastRef => need(is_addr(t(0)) && is_addr(res()), &mismatch(m, op))?,
        K::Copy => need(
            is_view(t(0))
                && is_view(t(1))
                && shapes_fit(m.types.shape(t(0)), m.types.shape(t(1)))
                && same_elem(m.types.elem(t(0)), m.types.elem(t(1))),
            &mismatch(m, op),
        )?,
        K::Declare => need(t(0) == res(), &mismatch(m, op))?,
        K::ViewMake => {
            need(is_view(res()) && is_addr(t(0)), &mismatch(m, op))?;
            let e = m.group_range(op, "extents");
            let s = m.group_range(op, "strides");
            let rank = m.types.rank(res());
            let strides = if m.types.is_contig(res()) { s.is_empty() || s.len() == rank } else { s.len() == rank };
            need(e.len() == rank && strides, "wrong number of extents or strides")?;
            need(all_index(e) && all_index(s), "extents and strides must be index")?;
        }
        K::ViewSection => {
            need(is_view(t(0)) && is_view(res()), &mismatch(m, op))?;
            let dims = m.attr_str(op, "dims").unwrap_or("");
            let n: usize = dims
                .bytes()
                .map(|c| match c {
                    b'i' => 1,
                    b's' => 3,
                    _ => 0,
                })
                .sum();
            let kept = dims.bytes().filter(|&c| c != b'i').count();
            need(dims.bytes().all(|c| matches!(c, b'i' | b's' | b':')), "bad `dims`")?;
            need(dims.len() == m.types.rank(t(0)) && kept == m.types.rank(res()), "`dims` does not fit the ranks")?;
            need(n == d.operands.len() - 1 && all_index(1..d.operands.len()), "`dims` does not fit the operands")?;
            need(m.types.elem(t(0)) == m.types.elem(res()), &mismatch(m, op))?;
        }
        K::ViewElem => {
            let n = d.operands.len();
            need(is_view(t(0)) && m.types.rank(t(0)) == n - 1 && all_index(1..n), &mismatch(m, op))?;
            need(matches!(kind(res()), TypeKind::Ref(e) if *e == m.types.elem(t(0))), &mismatch(m, op))?;
        }
        K::ViewField => {
            need(is_view(t(0)) && is_view(res()) && m.types.rank(t(0)) <= m.types.rank(res()), &mismatch(m, op))?
        }
        K::ViewPermute => {
            let perm = m.attr(op, "perm").map(Attr::items).unwrap_or(&[]);
            let rank = m.types.rank(t(0));
            let mut seen = vec![false; rank];
            for p in perm {
                match p.as_int() {
                    Some(k) if (0..rank as i64).contains(&k) && !seen[k as usize] => seen[k as usize] = true,
                    _ => return Err("`perm` is not a permutation".into()),
                }
            }
            need(
                perm.len() == rank && is_view(t(0)) && is_view(res()) && m.types.rank(res()) == rank,
                &mismatch(m, op),
            )?;
        }
        K::ViewCast => need(
            is_view(t(0))
                && is_view(res())
                && m.types.rank(t(0)) == m.types.rank(res())
                && same_elem(m.types.elem(t(0)), m.types.elem(res())),
            &mismatch(m, op),
        )?,
        K::ViewExtent | K::ViewStride => {
            need(is_view(t(0)) && res() == Type::INDEX && dim_ok(m.types.rank(t(0))), &mismatch(m, op))?;
        }
        K::ViewAddr => need(is_view(t(0)) && res() == Type::PTR, &mismatch(m, op))?,
        K::ViewElemLen => need(is_view(t(0)) && res() == Type::INDEX, &mismatch(m, op))?,
        K::ViewIsContig => need(is_view(t(0)) && res() == Type::BOOL, &mismatch(m, op))?,
        K::ViewOverlap => need(is_view(t(0)) && is_view(t(1)) && res() == Type::BOOL, &mismatch(m, op))?,
        K::BoxView => {
            let ok = match kind(t(0)) {
                TypeKind::Ref(b) => match kind(*b) {
                    TypeKind::Box { rank, elem } => {
                        is_view(res()) && m.types.rank(res()) == *rank as usize && same_elem(m.types.elem(res()), *elem)
                    }
                    _ => false,
                },
                _ => false,
            };
            need(ok, &mismatch(m, op))?;
        }
        K::BoxLbound | K::BoxExtent | K::BoxElemLen => need(is_boxref(t(0)) && res() == Type::INDEX, &mismatch(m, op))?,
        K::BoxAddr => need(is_boxref(t(0)) && res() == Type::PTR, &mismatch(m, op))?,
        K::BoxRef => need(is_boxref(t(0)) && is_addr(res()), &mismatch(m, op))?,
        K::BoxAllocated => need(is_boxref(t(0)) && res() == Type::BOOL, &mismatch(m, op))?,
        K::BoxInit | K::BoxNullify => need(is_boxref(t(0)), &mismatch(m, op))?,
        K::BoxDyn => need(is_boxref(t(0)) && res() == Type::PTR, &mismatch(m, op))?,
        K::BoxSetDyn => need(is_boxref(t(0)) && t(1) == Type::PTR && t(2) == Type::INDEX, &mismatch(m, op))?,
        K::BoxAllocate | K::BoxDeallocate => need(is_boxref(t(0)) && res() == Type::I32, &mismatch(m, op))?,
        K::BoxMake => need((is_view(t(0)) || is_addr(t(0))) && is_boxref(res()), &mismatch(m, op))?,
        K::BoxSet => need(is_boxref(t(0)) && (is_view(t(1)) || is_addr(t(1))), &mismatch(m, op))?,
        K::ArrayLoad => need(
            is_view(t(0))
                && is_array(res())
                && shapes_fit(m.types.shape(t(0)), m.types.shape(res()))
                && same_elem(m.types.elem(t(0)), m.types.elem(res())),
            &mismatch(m, op),
        )?,
        K::ArrayConst => {
            let n: Option<i64> = m.types.shape(res()).iter().copied().try_fold(1i64, |a, e| a.checked_mul(e?));
            let size = m.types.size_of(m.types.elem(res()));
            let ok = match (n, size, m.attr(op, "data")) {
                (Some(n), Some(s), Some(Attr::Bytes(b))) => (n as u64).checked_mul(s) == Some(b.len() as u64),
                _ => false,
            };
            need(is_array(res()) && ok, "`data` must have the bytes of an array of static shape")?;
        }
        K::ArrayFrom => {
            let n: Option<i64> = m.types.shape(res()).iter().copied().try_fold(1i64, |a, e| a.checked_mul(e?));
            let ok = d.operands.iter().all(|&v| same_elem(m.ty(v), m.types.elem(res())));
            need(is_array(res()) && n == Some(d.operands.len() as i64) && ok, &mismatch(m, op))?;
        }
        K::ArrayElemental => {
            let n = d.operands.len();
            need(is_array(res()) && m.types.rank(res()) == n && all_index(0..n), &mismatch(m, op))?;
            need(index_args(d.regions[0], 0, n), "wrong region arguments")?;
            if let Some(y) = yielded(m, d.regions[0]).first() {
                need(same_elem(m.ty(*y), m.types.elem(res())), "yields another type than its elements have")?;
            }
        }
        K::ArrayAt => {
            let n = d.operands.len();
            need(is_array(t(0)) && m.types.rank(t(0)) == n - 1 && all_index(1..n), &mismatch(m, op))?;
            need(same_elem(m.types.elem(t(0)), res()), &mismatch(m, op))?;
        }
        K::ArrayElemLen => need(is_array(t(0)) && res() == Type::INDEX, &mismatch(m, op))?,
        K::ArrayShape => need(is_array(t(0)) && res() == Type::INDEX && dim_ok(m.types.rank(t(0))), &mismatch(m, op))?,
        K::ArrayAssign => {
            need(is_view(t(0)), "the target must be a view")?;
            let e = m.types.elem(t(0));
            if is_array(t(1)) {
                need(shapes_fit(m.types.shape(t(0)), m.types.shape(t(1))), &mismatch(m, op))?;
                need(same_elem(m.types.elem(t(1)), e), &mismatch(m, op))?;
            } else {
                let object = matches!(kind(t(1)), TypeKind::Ref(x) if *x == e);
                need(same_elem(t(1), e) || object, &mismatch(m, op))?;
            }
            if d.operands.len() > 2 {
                let ok = is_array(t(2)) && m.types.elem(t(2)) == Type::BOOL;
                need(ok && m.types.rank(t(2)) == m.types.rank(t(0)), "the mask must be an array of i1 of that rank")?;
            }
        }
        K::ArrayForall => {
            let n = d.operands.len() - 1;
            need(is_view(t(0)) && all_index(1..n + 1), &mismatch(m, op))?;
            need(index_args(d.regions[0], 0, n), "wrong region arguments")?;
            let y = yielded(m, d.regions[0]);
            if y.len() >= 2 {
                need(m.ty(y[0]) == Type::BOOL && same_elem(m.ty(y[1]), m.types.elem(t(0))), "yields wrong types")?;
                need(y[2..].iter().all(|&v| m.ty(v) == Type::INDEX), "subscripts must be index")?;
            }
        }
        K::ArrayReduce => {
            need(is_array(t(0)) && dim_ok(m.types.rank(t(0))), &mismatch(m, op))?;
            let k = m.attr_str(op, "kind").unwrap_or("");
            let known = ["sum", "product", "max", "min", "any", "all", "count", "parity", "iall", "iany", "iparity"];
            need(known.contains(&k), "unknown reduction")?;
            let e = m.types.elem(t(0));
            let want = if k == "count" { Type::INDEX } else { e };
            need(same_elem(m.types.elem(res()), want), &mismatch(m, op))?;
            let rank = if m.flag(op, "dim") { m.types.rank(t(0)) - 1 } else { 0 };
            let ok = if rank > 0 { is_array(res()) && m.types.rank(res()) == rank } else { m.types.rank(res()) == 0 };
            need(ok, &mismatch(m, op))?;
        }
        K::ArrayLocate => {
            need(is_array(t(0)) && dim_ok(m.types.rank(t(0))), &mismatch(m, op))?;
            need(matches!(m.attr_str(op, "kind"), Some("max" | "min" | "find")), "unknown kind")?;
            need(m.types.elem(res()) == Type::INDEX, &mismatch(m, op))?;
        }
        K::ArrayMatmul => {
            let (a, b) = (m.types.rank(t(0)), m.types.rank(t(1)));
            need(matches!((a, b), (2, 2) | (2, 1) | (1, 2)), "operands must have rank 2x2, 2x1 or 1x2")?;
            need(m.types.rank(res()) == a + b - 2, &mismatch(m, op))?;
            let e = m.types.elem(res());
            need(m.types.elem(t(0)) == e && m.types.elem(t(1)) == e, &mismatch(m, op))?;
        }
        K::ArrayTranspose => {
            need(m.types.rank(t(0)) == 2 && is_array(t(0)) && m.types.rank(res()) == 2, &mismatch(m, op))?
        }
        K::ArrayReshape => {
            let n = d.operands.len();
            need(is_array(t(0)) && m.types.rank(res()) == n - 1 && all_index(1..n), &mismatch(m, op))?;
        }
        K::ArrayPack => need(is_array(t(0)) && is_array(t(1)) && m.types.rank(res()) == 1, &mismatch(m, op))?,
        K::ArrayUnpack => {
            let ok = (0..3).all(|i| is_array(t(i))) && m.types.rank(t(0)) == 1;
            need(ok && m.types.rank(t(1)) == m.types.rank(t(2)), &mismatch(m, op))?;
        }
        K::For => {
            need(is_int(t(0)) && t(0) == t(1) && t(0) == t(2), &mismatch(m, op))?;
            let a = m.args(d.regions[0]);
            need(a.len() == 1 && m.ty(a[0]) == t(0), "wrong region arguments")?;
        }
        K::If => {
            need(t(0) == Type::BOOL && d.regions.len() == 2, &mismatch(m, op))?;
        }
        K::SelectCase => {
            let cases = m.attr(op, "cases").map(Attr::items).unwrap_or(&[]);
            need(is_int(t(0)) && cases.len() == d.regions.len(), "`cases` must have an entry for every region")?;
        }
        K::Parallel => {
            let n = d.operands.len();
            need(all_index(0..n) && index_args(d.regions[0], 0, n), &mismatch(m, op))?;
        }
        K::Reduce => {
            let n = d.operands.len();
            need(all_index(0..n) && index_args(d.regions[0], 0, n), &mismatch(m, op))?;
            need(d.results.len() == 1, "must have one result")?;
        }
        K::LibMatmul => need((0..3).all(|i| is_view(t(i))), &mismatch(m, op))?,
        K::LibTranspose => need(is_view(t(0)) && is_view(t(1)), &mismatch(m, op))?,
        K::LibPack => need((0..3).all(|i| is_view(t(i))) && res() == Type::INDEX, &mismatch(m, op))?,
        K::ChrLen => need(res() == Type::INDEX, &mismatch(m, op))?,
        K::ChrAddr => need(res() == Type::PTR, &mismatch(m, op))?,
        K::ChrConcat => need(same_chr(t(0), t(1)) && same_chr(t(0), res()), &mismatch(m, op))?,
        K::ChrCast => need(is_chr(t(0)) && is_chr(res()) && !same_chr(t(0), res()), &mismatch(m, op))?,
        K::ChrCmp => need(same_chr(t(0), t(1)) && res() == Type::BOOL, &mismatch(m, op))?,
        K::ChrAssign => {
            let ok = matches!(kind(t(1)), TypeKind::Ref(e) if same_chr(t(0), *e));
            need(ok, &mismatch(m, op))?;
        }
        K::PtrCmp => need(is_addr(t(0)) && is_addr(t(1)) && res() == Type::BOOL, &mismatch(m, op))?,
        K::DevEnter => need(res() == Type::BOOL, &mismatch(m, op))?,
        _ => {}
    }
    Ok(())
}

/// Operands of the op that ends a region.
fn yielded(m: &Module, r: Region) -> &[Value] {
    m.regions[r].ops.last().map_or(&[], |&o| m.operands(o))
}

fn mismatch(m: &Module, op: Op) -> String {
    let list = |vs: &[Value]| vs.iter().map(|&v| m.types.text(m.ty(v))).collect::<Vec<_>>().join(", ");
    format!("types do not fit: ({}) -> ({})", list(m.operands(op)), list(&m.ops[op].results))
}
