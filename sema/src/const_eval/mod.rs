//! Constant evaluation of typed expressions: operators, conversions, references into constants, constructors; intrinsic
//! functions by the file of their family in [`crate::intrinsics`].

pub(crate) mod extended;
pub(crate) mod numeric;
pub(crate) mod storage;

use super::ctx::*;
use super::expr::shape::type_len;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_typed::*;
use rustc_hash::FxHashMap;

/// Why an expression has no value at compile time.
#[derive(Clone, Debug)]
pub(crate) enum Fail {
    /// It is not constant.
    NotConst(Span, String),
    /// Its evaluation is an error whenever it is evaluated.
    Error(Span, String),
}

/// Result of an evaluation.
pub(crate) type Val = Result<Const, Fail>;

/// Most elements that a constant array may have.
const LIMIT: usize = 1 << 26;

/// An evaluator over a program.
pub(crate) struct Eval<'p> {
    pub prog: &'p Program,
    /// Values of implied-do variables.
    pub env: FxHashMap<SymbolId, i128>,
    pub steps: usize,
}

pub(crate) fn not_const<T>(span: Span, msg: impl Into<String>) -> Result<T, Fail> {
    Err(Fail::NotConst(span, msg.into()))
}
pub(crate) fn wrong<T>(span: Span, msg: impl Into<String>) -> Result<T, Fail> {
    Err(Fail::Error(span, msg.into()))
}

impl<'a> Rules<'a> {
    /// The value of an expression that must be constant; reports why where it is not.
    pub fn const_value(&mut self, e: &Expr) -> Res<Const> {
        match Eval::of(&self.prog).eval(e) {
            Ok(c) => Ok(c),
            Err(Fail::NotConst(span, msg)) => {
                let span = if span == Span::default() { e.span } else { span };
                Err(self.err(ErrorCode::Constant, span, format!("a constant expression is required here: {msg}")))
            }
            Err(Fail::Error(span, msg)) => {
                let span = if span == Span::default() { e.span } else { span };
                Err(self.err(ErrorCode::Constant, span, msg))
            }
        }
    }

    /// Replaces a scalar expression whose operands are constants by its value; arithmetic faults are reported.
    pub fn fold(&mut self, e: Expr) -> Res<Expr> {
        if e.rank != 0
            || !matches!(
                e.ty,
                Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_) | Ty::Character(..)
            )
        {
            return Ok(e);
        }
        let mut constant = match &e.kind {
            ExprKind::Var(s) => self.sym(*s).storage == Storage::Constant,
            ExprKind::Call(_) | ExprKind::Null => false,
            _ => true,
        };
        if let ExprKind::Const(_) = e.kind {
            return Ok(e);
        }
        match &e.kind {
            ExprKind::Intrinsic { id, args } => {
                constant = id.row().folds
                    && (id.row().class == ferrotran_typed::intrinsics::Class::Inquiry
                        || args.iter().flatten().all(|a| self.is_constant(a)));
            }
            _ => e.children(&mut |c| constant &= self.is_constant(c)),
        }
        if !constant {
            return Ok(e);
        }
        match Eval::of(&self.prog).eval(&e) {
            Ok(c) => {
                if let (ExprKind::Binary(Op2::Mul | Op2::Div, x, y), Const::Real(0.0)) = (&e.kind, &c)
                    && let (ExprKind::Const(Const::Real(a)), ExprKind::Const(Const::Real(b))) = (&x.kind, &y.kind)
                    && *a != 0.0
                    && *b != 0.0
                    && b.is_finite()
                {
                    let text = "the result is too small for its kind: it becomes zero";
                    self.warn(crate::warn::Warn::Underflow, e.span, text);
                }
                if let (Ty::Integer(k), Const::Int(n)) = (&e.ty, &c)
                    && self.opts.pedantic
                    && !matches!(e.kind, ExprKind::Var(_))
                    && *n == -numeric::int_max(*k) - 1
                {
                    let text =
                        "the value has no opposite of its kind: it is outside the range that the standard promises";
                    self.diag.warning(ErrorCode::Extension, e.span, text);
                }
                let ty = match (&e.ty, &c) {
                    (Ty::Character(_, k), Const::Char(s)) => Ty::Character(CharLen::Const(s.len() as i64), *k),
                    (t, _) => t.clone(),
                };
                Ok(Expr { kind: ExprKind::Const(c), ty, rank: 0, span: e.span })
            }
            Err(Fail::NotConst(..)) => Ok(e),
            Err(Fail::Error(span, msg)) => {
                let span = if span == Span::default() { e.span } else { span };
                Err(self.err(ErrorCode::Constant, span, msg))
            }
        }
    }
}

impl<'a> Facts<'a> {
    /// The value of an expression if it is constant.
    pub fn try_const(&self, e: &Expr) -> Option<Const> {
        Eval::of(&self.prog).eval(e).ok()
    }

    /// The integer value of an expression if it is constant.
    pub fn try_int(&self, e: &Expr) -> Option<i64> {
        match self.try_const(e)? {
            Const::Int(n) => i64::try_from(n).ok(),
            _ => None,
        }
    }

    fn is_constant(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Const(_) => true,
            ExprKind::Var(s) => self.sym(*s).storage == Storage::Constant,
            ExprKind::Call(_) | ExprKind::Null | ExprKind::ProcRef(_) => false,
            ExprKind::Intrinsic { id, .. } if !id.row().folds => false,
            _ => {
                let mut ok = true;
                e.children(&mut |c| ok &= self.is_constant(c));
                ok
            }
        }
    }
}

impl<'p> Eval<'p> {
    /// An evaluator without implied-do variables.
    pub fn of(prog: &'p Program) -> Self {
        Eval { prog, env: FxHashMap::default(), steps: 0 }
    }

    /// Evaluates an expression.
    pub fn eval(&mut self, e: &Expr) -> Val {
        self.steps += 1;
        if self.steps > 200_000_000 {
            return wrong(e.span, "the evaluation of this constant expression takes too long");
        }
        match &e.kind {
            ExprKind::Const(c) => Ok(c.clone()),
            ExprKind::Var(s) => {
                if let Some(v) = self.env.get(s) {
                    return Ok(Const::Int(*v));
                }
                let sym = &self.prog.symbols[s.0 as usize];
                match (&sym.storage, &sym.value) {
                    (Storage::Constant, Some(v)) => Ok(v.clone()),
                    _ => not_const(e.span, format!("`{}` is a variable", sym.name)),
                }
            }
            ExprKind::Paren(a) => self.eval(a),
            ExprKind::Unary(op, a) => {
                let v = self.eval(a)?;
                map(v, &mut |c| numeric::unary(*op, &e.ty, c, e.span))
            }
            ExprKind::Binary(op, a, b) => {
                let x = self.eval(a)?;
                let y = self.eval(b)?;
                zip(x, y, e.span, &mut |p, q| numeric::binary(*op, &e.ty, p, q, e.span))
            }
            ExprKind::Convert(a) => {
                let v = self.eval(a)?;
                map(v, &mut |c| numeric::convert_from(c, Some(&a.ty), &e.ty, e.span))
            }
            ExprKind::ComplexPart { base, imag } => {
                let v = self.eval(base)?;
                map(v, &mut |c| match c {
                    Const::Complex(r, i) => Ok(Const::Real(if *imag { i } else { r })),
                    Const::ExtComplex(r, i) => Ok(Const::Ext(if *imag { i } else { r })),
                    _ => not_const(e.span, "not a complex value"),
                })
            }
            ExprKind::Elem { base, subs } => {
                let b = self.eval(base)?;
                let subs: Vec<i64> = subs.iter().map(|s| self.eval_int(s)).collect::<Result<_, _>>()?;
                // An element of the component of every element of an array.
                if let ExprKind::Component { base: outer, of, index } = &base.kind
                    && outer.rank > 0
                    && self.prog.types[of.0 as usize].components[*index].dims.rank() > 0
                {
                    let lower = self.own_lower_bounds(base);
                    return map(b, &mut |c| element(c, &subs, &lower, e.span));
                }
                let lower = self.lower_bounds(base);
                element(b, &subs, &lower, e.span)
            }
            ExprKind::Section { base, subs } => self.section(e, base, subs),
            ExprKind::Component { base, of, index } => {
                let b = self.eval(base)?;
                let (of, index, span) = (*of, *index, e.span);
                let prog = self.prog;
                map_any(b, &mut |c| component(prog, c, of, index, span))
            }
            ExprKind::Substring { base, lower, upper } => {
                let b = self.eval(base)?;
                let len = type_len(&base.ty);
                let lo = match lower {
                    Some(l) => self.eval_int(l)?,
                    None => 1,
                };
                let hi = match upper {
                    Some(h) => Some(self.eval_int(h)?),
                    None => len,
                };
                map(b, &mut |c| match c {
                    Const::Char(s) => {
                        let hi = hi.unwrap_or(s.len() as i64);
                        if lo > hi {
                            return Ok(Const::Char(vec![]));
                        }
                        if lo < 1 || hi > s.len() as i64 {
                            return wrong(e.span, format!("substring {lo}:{hi} is outside 1:{}", s.len()));
                        }
                        Ok(Const::Char(s[lo as usize - 1..hi as usize].to_vec()))
                    }
                    _ => not_const(e.span, "not a character value"),
                })
            }
            ExprKind::ArrayCtor(items) => {
                if type_len(&e.ty).is_some_and(|n| n > LIMIT as i64) {
                    return wrong(e.span, "a character constant that is too long");
                }
                let mut out = vec![];
                self.ctor(items, &mut out)?;
                let out = match &e.ty {
                    Ty::Character(CharLen::Const(_), _) => out
                        .into_iter()
                        .map(|c: Option<Const>| c.map(|c| super::decl::initial::pad_const(c, &e.ty)))
                        .collect(),
                    _ => out,
                };
                Ok(Const::Array { shape: vec![out.len() as i64], elems: out })
            }
            ExprKind::StructCtor { ty, values } => {
                let t = &self.prog.types[ty.0 as usize];
                let mut v = vec![];
                for (c, x) in t.components.iter().zip(values) {
                    v.push(match x {
                        Some(x) => {
                            let mut value = self.eval(x)?;
                            value = super::decl::initial::pad_const(value, &c.ty);
                            if let Some(shape) = super::decl::types::const_extents(&c.dims)
                                && !shape.is_empty()
                                && !matches!(value, Const::Array { .. })
                                && !c.allocatable
                                && !c.pointer
                            {
                                let n = elements(&shape);
                                value = Const::Array { shape, elems: vec![Some(value); n as usize] };
                            }
                            Some(value)
                        }
                        None if c.init.is_some() => c.init.clone(),
                        None => None,
                    });
                }
                Ok(Const::Struct { ty: *ty, values: v })
            }
            ExprKind::Null => Ok(Const::Null),
            ExprKind::Intrinsic { id, args } => {
                if !id.row().folds {
                    return not_const(e.span, format!("`{}` has no value at compile time", id.name()));
                }
                self.intrinsic(*id, args, e)
            }
            ExprKind::Call(_) => not_const(e.span, "a function reference"),
            ExprKind::ProcRef(_) => not_const(e.span, "a procedure"),
        }
    }

    /// Evaluates a scalar integer.
    pub fn eval_int(&mut self, e: &Expr) -> Result<i64, Fail> {
        match self.eval(e)? {
            Const::Int(n) => Ok(n as i64),
            _ => not_const(e.span, "not an integer"),
        }
    }

    /// Lower bounds of a component as its type declares it.
    fn own_lower_bounds(&self, e: &Expr) -> Vec<i64> {
        let ExprKind::Component { of, index, .. } = &e.kind else { return vec![] };
        match &self.prog.types[of.0 as usize].components[*index].dims {
            Dims::Explicit(v) => v.iter().map(|(l, _)| super::decl::resolve::int_const(l).unwrap_or(1)).collect(),
            _ => vec![],
        }
    }

    /// Lower bounds of a constant array expression (1 unless it is a whole named constant).
    pub fn lower_bounds(&mut self, e: &Expr) -> Vec<i64> {
        let dims = match &e.kind {
            ExprKind::Var(s) => Some(&self.prog.symbols[s.0 as usize].dims),
            ExprKind::Component { base, of, index } if base.rank == 0 => {
                Some(&self.prog.types[of.0 as usize].components[*index].dims)
            }
            _ => None,
        };
        match dims {
            Some(Dims::Explicit(v)) => v.iter().map(|(l, _)| super::decl::resolve::int_const(l).unwrap_or(1)).collect(),
            _ => vec![1; e.rank],
        }
    }

    fn section(&mut self, e: &Expr, base: &Expr, subs: &[Subscript]) -> Val {
        let b = self.eval(base)?;
        let lower = self.lower_bounds(base);
        let Const::Array { shape, elems } = b else { return not_const(e.span, "not an array") };
        let mut lists: Vec<Vec<i64>> = vec![];
        let mut out_shape = vec![];
        for (i, s) in subs.iter().enumerate() {
            let lo = lower.get(i).copied().unwrap_or(1);
            let hi = lo + shape[i] - 1;
            let list: Vec<i64> = match s {
                Subscript::Index(x) => vec![self.eval_int(x)?],
                Subscript::Vector(x) => {
                    let Const::Array { elems, .. } = self.eval(x)? else { return not_const(x.span, "not an array") };
                    let v: Vec<i64> = elems
                        .iter()
                        .filter_map(|c| if let Some(Const::Int(n)) = c { Some(*n as i64) } else { None })
                        .collect();
                    out_shape.push(v.len() as i64);
                    v
                }
                Subscript::Range { lower, upper, step } => {
                    let st = match step {
                        Some(x) => self.eval_int(x)?,
                        None => 1,
                    };
                    if st == 0 {
                        return wrong(e.span, "the stride of a section is zero");
                    }
                    // What is left out is the declared bound, whatever the sign of the stride (9.5.3.3.1).
                    let a = match lower {
                        Some(x) => self.eval_int(x)?,
                        None => lo,
                    };
                    let z = match upper {
                        Some(x) => self.eval_int(x)?,
                        None => hi,
                    };
                    let n = trips(a, z, st);
                    if n as usize > LIMIT {
                        return wrong(e.span, "a constant array with too many elements");
                    }
                    out_shape.push(n);
                    (0..n).map(|k| a + k * st).collect()
                }
            };
            if let Some(bad) = list.iter().find(|x| **x < lo || **x > hi) {
                return wrong(e.span, format!("subscript {bad} of dimension {} is outside {lo}:{hi}", i + 1));
            }
            lists.push(list.into_iter().map(|x| x - lo).collect());
        }
        let total: usize = lists.iter().map(|l| l.len()).product();
        let mut out = Vec::with_capacity(total);
        let mut idx = vec![0usize; lists.len()];
        for _ in 0..total {
            let mut at = 0i64;
            let mut stride = 1i64;
            for (d, l) in lists.iter().enumerate() {
                at += l[idx[d]] * stride;
                stride *= shape[d];
            }
            out.push(elems.get(at as usize).cloned().flatten());
            for (d, l) in lists.iter().enumerate() {
                idx[d] += 1;
                if idx[d] < l.len() {
                    break;
                }
                idx[d] = 0;
            }
        }
        Ok(Const::Array { shape: out_shape, elems: out })
    }

    fn ctor(&mut self, items: &[AcItem], out: &mut Vec<Option<Const>>) -> Result<(), Fail> {
        for i in items {
            match i {
                AcItem::Expr(e) => match self.eval(e)? {
                    Const::Array { elems, .. } => out.extend(elems),
                    c => out.push(Some(c)),
                },
                AcItem::ImpliedDo { var, lower, upper, step, items } => {
                    let lo = self.eval_int(lower)?;
                    let hi = self.eval_int(upper)?;
                    let st = match step {
                        Some(s) => self.eval_int(s)?,
                        None => 1,
                    };
                    if st == 0 {
                        return wrong(lower.span, "the step of an implied do is zero");
                    }
                    let n = trips(lo, hi, st);
                    if n as usize > LIMIT || out.len() > LIMIT {
                        return wrong(lower.span, "a constant array with too many elements");
                    }
                    let saved = self.env.get(var).copied();
                    for k in 0..n {
                        self.env.insert(*var, (lo + k * st) as i128);
                        self.ctor(items, out)?;
                    }
                    match saved {
                        Some(v) => self.env.insert(*var, v),
                        None => self.env.remove(var),
                    };
                }
            }
        }
        Ok(())
    }
}

/// Whether an expression is a whole assumed-rank object.
pub(crate) fn assumed_rank(prog: &Program, e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Var(s) if prog.symbols[s.0 as usize].dims == Dims::AssumedRank)
}

/// Bytes of a scalar of a type.
pub(crate) fn byte_size(prog: &Program, ty: &Ty) -> Option<u64> {
    Some(match ty {
        Ty::Integer(k) | Ty::Unsigned(k) | Ty::Logical(k) => *k as u64,
        Ty::Real(k) => real_bytes(*k) as u64,
        Ty::Complex(k) => 2 * real_bytes(*k) as u64,
        Ty::Character(CharLen::Const(n), k) => *n as u64 * u64::from(*k),
        Ty::Derived(t) => prog.types[t.0 as usize].size,
        _ => return None,
    })
}

/// A rank-1 integer constant.
pub(crate) fn ints(v: Vec<i64>) -> Const {
    Const::Array { shape: vec![v.len() as i64], elems: v.into_iter().map(|n| Some(Const::Int(n as i128))).collect() }
}

fn component(prog: &Program, c: Const, of: TypeId, index: usize, span: Span) -> Val {
    let Const::Struct { ty, values } = c else { return not_const(span, "not a structure") };
    if ty == of {
        return match values.get(index) {
            Some(Some(v)) => Ok(v.clone()),
            _ => not_const(span, "the component has no value"),
        };
    }
    // The component belongs to a parent, which is the first component.
    match (prog.types[ty.0 as usize].extends, values.into_iter().next()) {
        (Some(_), Some(Some(parent))) => component(prog, parent, of, index, span),
        _ => not_const(span, "the component has no value"),
    }
}

/// The element of a constant array that subscripts name.
fn element(array: Const, subs: &[i64], lower: &[i64], span: Span) -> Val {
    let Const::Array { shape, elems } = array else { return not_const(span, "not an array") };
    let (mut at, mut stride) = (0i64, 1i64);
    for (i, s) in subs.iter().enumerate() {
        let lo = lower.get(i).copied().unwrap_or(1);
        let off = s - lo;
        if off < 0 || off >= shape[i] {
            return wrong(span, format!("subscript {s} of dimension {} is outside {lo}:{}", i + 1, lo + shape[i] - 1));
        }
        at += off * stride;
        stride *= shape[i];
    }
    match elems.get(at as usize) {
        Some(Some(c)) => Ok(c.clone()),
        _ => not_const(span, "the element has no value"),
    }
}

/// Applies `f` to a scalar or to each element.
pub(crate) fn map(v: Const, f: &mut dyn FnMut(Const) -> Val) -> Val {
    match v {
        Const::Array { shape, elems } => Ok(Const::Array {
            shape,
            elems: elems.into_iter().map(|e| e.map(&mut *f).transpose()).collect::<Result<_, _>>()?,
        }),
        c => f(c),
    }
}

/// As [`map`]; the elements may become anything.
fn map_any(v: Const, f: &mut dyn FnMut(Const) -> Val) -> Val {
    map(v, f)
}

/// Applies `f` to pairs; scalars are broadcast.
fn zip(x: Const, y: Const, span: Span, f: &mut dyn FnMut(Const, Const) -> Val) -> Val {
    match (x, y) {
        (Const::Array { shape, elems: a }, Const::Array { shape: s2, elems: b }) => {
            if shape != s2 {
                return wrong(span, format!("the operands have shapes {shape:?} and {s2:?}"));
            }
            let mut out = Vec::with_capacity(a.len());
            for (p, q) in a.into_iter().zip(b) {
                out.push(match (p, q) {
                    (Some(p), Some(q)) => Some(f(p, q)?),
                    _ => return not_const(span, "an element has no value"),
                });
            }
            Ok(Const::Array { shape, elems: out })
        }
        (Const::Array { shape, elems }, q) => map(Const::Array { shape, elems }, &mut |p| f(p, q.clone())),
        (p, Const::Array { shape, elems }) => map(Const::Array { shape, elems }, &mut |q| f(p.clone(), q)),
        (p, q) => f(p, q),
    }
}

/// Elements from `lo` to `hi`.
pub(crate) fn extent(lo: i64, hi: i64) -> i64 {
    hi.saturating_sub(lo).saturating_add(1).max(0)
}

/// Iterations from `lo` to `hi` by `step` (not zero).
pub(crate) fn trips(lo: i64, hi: i64, step: i64) -> i64 {
    let n = (hi as i128 - lo as i128 + step as i128) / step as i128;
    n.clamp(0, i64::MAX as i128) as i64
}

/// Elements of a shape.
pub(crate) fn elements(shape: &[i64]) -> i64 {
    shape.iter().fold(1i64, |n, x| n.saturating_mul(*x))
}
