//! DATA statements: objects are expanded to elements, values to a list, and both are put together.

use crate::const_eval::Eval;
use crate::const_eval::elements;
use crate::const_eval::{extent, trips};
use crate::ctx::*;
use crate::decl::types::const_extents;
use crate::expr::Want;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, DataObject, DataValue};
use ferrotran_typed::*;
use rustc_hash::FxHashMap;

/// Values still to be used: a repeat count and the typed value.
struct Values {
    list: Vec<(u64, Expr)>,
    at: usize,
}

impl Values {
    fn next(&mut self) -> Option<Expr> {
        while self.at < self.list.len() && self.list[self.at].0 == 0 {
            self.at += 1;
        }
        let v = self.list.get_mut(self.at)?;
        v.0 -= 1;
        Some(v.1.clone())
    }
    fn left(&self) -> u64 {
        self.list[self.at.min(self.list.len())..].iter().map(|v| v.0).sum()
    }
}

impl<'a> Resolver<'a> {
    /// Carries out the DATA statements of a scope.
    pub fn finish_data(&mut self, sc: ScopeId) {
        for (name, values, span) in std::mem::take(&mut self.sc_mut(sc).slash_inits) {
            let Some(Entry { ent: Entity::Symbol(s), .. }) = self.lookup_in(sc, &name) else { continue };
            let Ok(mut v) = self.data_values(sc, values) else { continue };
            let y = self.sym(s).clone();
            let e = Expr { kind: ExprKind::Var(s), ty: y.ty.clone(), rank: y.rank(), span };
            let env = FxHashMap::default();
            let _ = self.data_object(&e, &mut v, &env);
        }
        for set in std::mem::take(&mut self.sc_mut(sc).data) {
            let _ = self.data_set(sc, set);
        }
    }

    fn data_values(&mut self, sc: ScopeId, values: &'a [DataValue]) -> Res<Values> {
        let mut list = vec![];
        for v in values {
            let n = match &v.repeat {
                Some(r) => {
                    let n = self.const_int(sc, r)?;
                    if n < 0 {
                        return Err(self.err(ErrorCode::Constant, r.span, "the repeat count is negative"));
                    }
                    n as u64
                }
                None => 1,
            };
            let x = self.expr(sc, &v.value)?;
            list.push((n, x));
        }
        Ok(Values { list, at: 0 })
    }

    /// The initial value of a component, `/values/` (extension).
    pub fn slash_value(
        &mut self,
        sc: ScopeId,
        values: &'a [DataValue],
        ty: &Ty,
        dims: &Dims,
        span: Span,
    ) -> Res<Const> {
        let mut values = self.data_values(sc, values)?;
        let shape = const_extents(dims).unwrap_or_default();
        let mut elems = vec![];
        for _ in 0..elements(&shape) {
            let Some(v) = values.next() else { return Err(self.too_few(span)) };
            elems.push(Some(self.data_constant(ty, &v)?));
        }
        if values.left() > 0 {
            return Err(self.err(ErrorCode::Constant, span, "there are more values than elements"));
        }
        match elems.pop() {
            Some(Some(v)) if shape.is_empty() => Ok(v),
            last => {
                elems.extend(last);
                Ok(Const::Array { shape, elems })
            }
        }
    }

    fn data_set(&mut self, sc: ScopeId, set: &'a ast::DataSet) -> Res<()> {
        let mut values = self.data_values(sc, &set.values)?;
        let mut span = Span::default();
        for o in &set.objects {
            self.data_item(sc, o, &mut values, &FxHashMap::default(), &mut span)?;
        }
        let left = values.left();
        if left > 0 {
            let at = values.list.last().map_or(span, |v| v.1.span);
            return Err(self.err(
                ErrorCode::Constant,
                at,
                format!("the DATA statement has {left} value{} more than elements", if left == 1 { "" } else { "s" }),
            ));
        }
        Ok(())
    }

    fn data_item(
        &mut self,
        sc: ScopeId,
        o: &'a DataObject,
        values: &mut Values,
        env: &FxHashMap<SymbolId, i128>,
        last: &mut Span,
    ) -> Res<()> {
        match o {
            DataObject::Expr(e) => {
                *last = e.span;
                let x = self.expr_want(sc, e, Want::Variable)?;
                self.data_object(&x, values, env)
            }
            DataObject::ImpliedDo(d) => {
                let inner = self.block_scope(sc);
                let var = self.index_variable(sc, inner, &d.var, d.spec.as_ref())?;
                let lo = self.expr(sc, &d.lower)?;
                let hi = self.expr(sc, &d.upper)?;
                let st = d.step.as_ref().map(|s| self.expr(sc, s)).transpose()?;
                let lo = self.eval_in(&lo, env)?;
                let hi = self.eval_in(&hi, env)?;
                let st = match st {
                    Some(s) => self.eval_in(&s, env)?,
                    None => 1,
                };
                if st == 0 {
                    return Err(self.err(ErrorCode::Constant, d.span, "the step of an implied do is zero"));
                }
                let mut env = env.clone();
                let mut i = lo;
                while (st > 0 && i <= hi) || (st < 0 && i >= hi) {
                    env.insert(var, i);
                    for item in &d.items {
                        self.data_item(inner, item, values, &env, last)?;
                    }
                    i += st;
                }
                Ok(())
            }
        }
    }
}

impl<'a> Rules<'a> {
    fn eval_in(&mut self, e: &Expr, env: &FxHashMap<SymbolId, i128>) -> Res<i128> {
        let r = Eval { prog: &self.prog, env: env.clone(), steps: 0 }.eval(e);
        match r {
            Ok(Const::Int(n)) => Ok(n),
            _ => Err(self.err(ErrorCode::Constant, e.span, "a constant integer expression is required here")),
        }
    }

    /// Gives values to the elements that a variable, element, section, substring or component stands for.
    fn data_object(&mut self, e: &Expr, values: &mut Values, env: &FxHashMap<SymbolId, i128>) -> Res<()> {
        let Some(s) = base_symbol(e) else {
            return Err(self.err(ErrorCode::Semantic, e.span, "only variables can stand in a DATA statement"));
        };
        let y = self.sym(s).clone();
        if matches!(y.storage, Storage::Dummy(_) | Storage::Result | Storage::Constant) || y.allocatable {
            return Err(self.err(ErrorCode::Attribute, e.span, format!("`{}` cannot be initialized by DATA", y.name)));
        }
        if y.owner.is_some() && self.cx_scope_differs(s) {
            return Err(self.err(ErrorCode::Attribute, e.span, format!("`{}` belongs to the host", y.name)));
        }
        // C8xx of 8.6.7: default initialization is initialization.
        if let (Ty::Derived(t), ExprKind::Var(_)) = (&y.ty, &e.kind)
            && self.any_component(*t, &|_, c| c.init.is_some() && !c.allocatable)
        {
            let text = format!("`{}` has default values, so it cannot be initialized by DATA", y.name);
            return Err(self.err(ErrorCode::Attribute, e.span, text));
        }
        if y.pointer && matches!(e.kind, ExprKind::Var(_)) {
            let Some(v) = values.next() else { return Err(self.too_few(e.span)) };
            if !matches!(v.kind, ExprKind::Null) {
                self.check_data_target(&v, &y.ty, y.rank())?;
                self.sym_mut(s).initial_target = Some(Box::new(v));
                return Ok(());
            }
            self.sym_mut(s).value = Some(Const::Null);
            return Ok(());
        }
        let Some(shape) = const_extents(&y.dims) else {
            return Err(self.err(ErrorCode::Shape, e.span, format!("`{}` needs constant bounds here", y.name)));
        };
        if elements(&shape) > 1 << 26 {
            return Err(self.unsupported(e.span, "an initialized array of more than 67108864 elements"));
        }
        let before = self.sym_mut(s).value.take();
        if before.is_some() && y.rank() == 0 && matches!(e.kind, ExprKind::Var(_)) {
            let _ = self.newer(u16::MAX, e.span, "a second initial value");
        }
        let mut root = before.unwrap_or_else(|| blank(&self.prog, &y.ty, &shape));
        let r = self.data_into(e, &mut root, values, env);
        self.sym_mut(s).value = Some(root);
        r
    }

    fn too_few(&mut self, span: Span) -> Reported {
        self.err(ErrorCode::Constant, span, "the DATA statement has fewer values than elements")
    }

    fn data_into(
        &mut self,
        e: &Expr,
        root: &mut Const,
        values: &mut Values,
        env: &FxHashMap<SymbolId, i128>,
    ) -> Res<()> {
        let Some(paths) = self.element_paths(e, env)? else {
            return Err(self.err(ErrorCode::Constant, e.span, "subscripts in DATA must be constant"));
        };
        for path in paths {
            let Some(v) = values.next() else { return Err(self.too_few(e.span)) };
            let pointer = match &e.kind {
                ExprKind::Component { of, index, .. } => self.ty(*of).components[*index].pointer,
                _ => false,
            };
            let value = if pointer && !matches!(v.kind, ExprKind::Null) {
                self.check_data_target(&v, &e.ty, e.rank)?;
                Const::Target(Box::new(v))
            } else {
                self.data_constant(&e.ty, &v)?
            };
            if let Some((lo, hi)) = path.substring {
                let n = path.len.unwrap_or(hi).max(0) as usize;
                let put = |old: Option<Const>| -> Const {
                    let mut text = match old {
                        Some(Const::Char(t)) => t,
                        _ => vec![BLANK; n],
                    };
                    if let Const::Char(mut c) = value {
                        c.resize(extent(lo, hi) as usize, BLANK);
                        for (k, b) in c.into_iter().enumerate() {
                            if let Some(x) = text.get_mut((lo - 1).max(0) as usize + k) {
                                *x = b;
                            }
                        }
                    }
                    Const::Char(text)
                };
                if path.steps.is_empty() {
                    let old = std::mem::replace(root, Const::Null);
                    *root = put(Some(old));
                } else if let Some(cell) = cell_at(root, &path.steps) {
                    let old = cell.take();
                    *cell = Some(put(old));
                }
                continue;
            }
            match path.steps.is_empty() {
                true => *root = value,
                false => {
                    let mut twice = false;
                    if let Some(cell) = cell_at(root, &path.steps) {
                        twice = path.steps.len() == 1 && cell.is_some();
                        *cell = Some(value);
                    }
                    if twice && !matches!(e.ty, Ty::Derived(_)) && self.opts.standard != 0 {
                        self.newer(u16::MAX, e.span, "a second initial value")?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The initial target of a pointer (Fortran 2018, C876 and R745): a saved variable with the TARGET attribute.
    fn check_data_target(&mut self, v: &Expr, ty: &Ty, rank: usize) -> Res<()> {
        let ok = base_symbol(v).is_some_and(|s| {
            let y = self.sym(s);
            y.target
                && !y.pointer
                && !y.allocatable
                && matches!(y.storage, Storage::Static { .. } | Storage::Extern { .. } | Storage::Common { .. })
        });
        if !ok {
            let text = "a pointer is initialized by NULL() or by a saved variable with the TARGET attribute";
            return Err(self.err(ErrorCode::Pointer, v.span, text));
        }
        self.check_pointer_types(ty, v, v.span)?;
        if v.rank != rank {
            let text = format!("the pointer has rank {rank} but its target rank {}", v.rank);
            return Err(self.err(ErrorCode::Rank, v.span, text));
        }
        Ok(())
    }

    fn data_constant(&mut self, ty: &Ty, v: &Expr) -> Res<Const> {
        match (ty, &v.ty) {
            (Ty::Integer(_) | Ty::Unsigned(_) | Ty::Real(_), Ty::Typeless) if !matches!(v.kind, ExprKind::Null) => {}
            _ => self.check_assignable_types(ty, v, v.span)?,
        }
        let v = match ty {
            Ty::Derived(_) => v.clone(),
            t => self.convert(v.clone(), t)?,
        };
        let c = self.const_value(&v)?;
        Ok(super::initial::pad_const(c, ty))
    }

    /// The places of all elements of a reference in its variable's value, in element order.
    fn element_paths(&mut self, e: &Expr, env: &FxHashMap<SymbolId, i128>) -> Res<Option<Vec<Path>>> {
        Ok(match &e.kind {
            ExprKind::Var(s) => match const_extents(&self.sym(*s).dims) {
                Some(shape) if shape.is_empty() => Some(vec![Path::default()]),
                Some(shape) => {
                    let n = elements(&shape);
                    Some((0..n as usize).map(|i| Path { steps: vec![i], ..Path::default() }).collect())
                }
                None => None,
            },
            ExprKind::Elem { base, subs } => {
                let Some((bounds, prefix)) = self.array_base(base, env)? else { return Ok(None) };
                let (mut at, mut stride) = (0i128, 1i128);
                for ((lo, n), x) in bounds.iter().zip(subs) {
                    let v = self.eval_in(x, env)?;
                    if v < *lo as i128 || v >= (*lo + *n) as i128 {
                        return Err(self.err(ErrorCode::Shape, x.span, format!("subscript {v} is out of bounds")));
                    }
                    at += (v - *lo as i128) * stride;
                    stride *= *n as i128;
                }
                let mut steps = prefix.steps;
                steps.push(at as usize);
                Some(vec![Path { steps, ..Path::default() }])
            }
            ExprKind::Section { base, subs } => {
                let Some((bounds, prefix)) = self.array_base(base, env)? else { return Ok(None) };
                let mut lists: Vec<Vec<i64>> = vec![];
                for ((lo, n), s) in bounds.iter().zip(subs) {
                    let hi = lo + n - 1;
                    let list = match s {
                        Subscript::Index(x) => vec![self.eval_in(x, env)? as i64],
                        Subscript::Range { lower, upper, step } => {
                            let st = step.as_ref().map(|x| self.eval_in(x, env)).transpose()?.unwrap_or(1) as i64;
                            let a = lower.as_ref().map(|x| self.eval_in(x, env)).transpose()?;
                            let z = upper.as_ref().map(|x| self.eval_in(x, env)).transpose()?;
                            let a = a.map_or(if st > 0 { *lo } else { hi }, |v| v as i64);
                            let z = z.map_or(if st > 0 { hi } else { *lo }, |v| v as i64);
                            if st == 0 {
                                return Ok(None);
                            }
                            let n = trips(a, z, st);
                            let last = a.saturating_add((n - 1).saturating_mul(st));
                            if n > 0 && (a < *lo || a > hi || last < *lo || last > hi) {
                                return Err(self.err(ErrorCode::Shape, e.span, "a subscript is out of bounds"));
                            }
                            (0..n).map(|k| a + k * st).collect()
                        }
                        Subscript::Vector(x) => {
                            let r = Eval { prog: &self.prog, env: env.clone(), steps: 0 }.eval(x);
                            let Ok(Const::Array { elems, .. }) = r else { return Ok(None) };
                            let number = |c: &Option<Const>| match c {
                                Some(Const::Int(n)) => i64::try_from(*n).ok(),
                                _ => None,
                            };
                            let Some(v) = elems.iter().map(number).collect() else { return Ok(None) };
                            v
                        }
                    };
                    if list.iter().any(|v| v < lo || *v > hi) {
                        return Err(self.err(ErrorCode::Shape, e.span, "a subscript is out of bounds"));
                    }
                    lists.push(list);
                }
                let total: usize = lists.iter().map(|l| l.len()).product();
                let mut idx = vec![0; lists.len()];
                let mut out = vec![];
                for _ in 0..total {
                    let (mut at, mut stride) = (0i64, 1i64);
                    for (d, (lo, n)) in bounds.iter().enumerate() {
                        at += (lists[d][idx[d]] - lo) * stride;
                        stride *= n;
                    }
                    let mut steps = prefix.steps.clone();
                    steps.push(at as usize);
                    out.push(Path { steps, ..Path::default() });
                    for (d, l) in lists.iter().enumerate() {
                        idx[d] += 1;
                        if idx[d] < l.len() {
                            break;
                        }
                        idx[d] = 0;
                    }
                }
                Some(out)
            }
            ExprKind::Component { base, of, index } => {
                let Some(paths) = self.element_paths(base, env)? else { return Ok(None) };
                let own = const_extents(&self.ty(*of).components[*index].dims);
                let Some(own) = own else { return Ok(None) };
                let up = self.parent_steps(&base.ty, *of);
                let mut out = vec![];
                for p in paths {
                    let mut steps = p.steps;
                    steps.extend(std::iter::repeat_n(0, up));
                    steps.push(*index);
                    if own.is_empty() {
                        out.push(Path { steps, ..Path::default() });
                    } else {
                        for k in 0..elements(&own) as usize {
                            let mut s = steps.clone();
                            s.push(k);
                            out.push(Path { steps: s, ..Path::default() });
                        }
                    }
                }
                Some(out)
            }
            ExprKind::Substring { base, lower, upper } => {
                let len = crate::expr::shape::type_len(&base.ty);
                let lo = lower.as_ref().map(|x| self.eval_in(x, env)).transpose()?.unwrap_or(1) as i64;
                let hi = upper.as_ref().map(|x| self.eval_in(x, env)).transpose()?.map(|v| v as i64).or(len);
                let Some(hi) = hi else { return Ok(None) };
                if lo <= hi && (lo < 1 || len.is_some_and(|n| hi > n)) {
                    let n = len.unwrap_or(0);
                    let text = format!("the substring ({lo}:{hi}) is not in the string of length {n}");
                    return Err(self.err(ErrorCode::Shape, e.span, text));
                }
                let Some(paths) = self.element_paths(base, env)? else { return Ok(None) };
                Some(paths.into_iter().map(|p| Path { substring: Some((lo, hi)), len, ..p }).collect())
            }
            _ => None,
        })
    }

    /// Bounds (lower, extent) of a whole array and the path to it.
    #[allow(clippy::type_complexity)]
    fn array_base(&mut self, base: &Expr, env: &FxHashMap<SymbolId, i128>) -> Res<Option<(Vec<(i64, i64)>, Path)>> {
        let (dims, path) = match &base.kind {
            ExprKind::Var(s) => (self.sym(*s).dims.clone(), Path::default()),
            ExprKind::Component { base: b, of, index } => {
                let Some(mut p) = self.element_paths(b, env)? else { return Ok(None) };
                if p.len() != 1 {
                    return Ok(None);
                }
                let mut path = p.remove(0);
                path.steps.extend(std::iter::repeat_n(0, self.parent_steps(&b.ty, *of)));
                path.steps.push(*index);
                (self.ty(*of).components[*index].dims.clone(), path)
            }
            _ => return Ok(None),
        };
        let Dims::Explicit(v) = dims else { return Ok(None) };
        let mut out = vec![];
        for (l, h) in &v {
            match (self.try_int(l), self.try_int(h)) {
                (Some(l), Some(h)) => out.push((l, extent(l, h))),
                _ => return Ok(None),
            }
        }
        Ok(Some((out, path)))
    }
}

impl<'a> Facts<'a> {
    fn cx_scope_differs(&self, _s: SymbolId) -> bool {
        false
    }

    fn parent_steps(&self, ty: &Ty, of: TypeId) -> usize {
        let (Ty::Derived(t) | Ty::Class(Some(t))) = ty else { return 0 };
        let mut n = 0;
        let mut cur = Some(*t);
        while let Some(x) = cur {
            if x == of {
                return n;
            }
            n += 1;
            cur = self.ty(x).extends;
        }
        0
    }
}

/// Where an element lies in a nested constant: positions in arrays and structures.
#[derive(Clone, Debug, Default)]
struct Path {
    steps: Vec<usize>,
    substring: Option<(i64, i64)>,
    len: Option<i64>,
}

pub(crate) fn base_symbol(e: &Expr) -> Option<SymbolId> {
    match &e.kind {
        ExprKind::Var(s) => Some(*s),
        ExprKind::Elem { base, .. }
        | ExprKind::Section { base, .. }
        | ExprKind::Component { base, .. }
        | ExprKind::Substring { base, .. } => base_symbol(base),
        _ => None,
    }
}

/// An uninitialized value of a type and shape; a scalar of intrinsic type is a placeholder that is overwritten.
fn blank(prog: &Program, ty: &Ty, shape: &[i64]) -> Const {
    let one = match ty {
        Ty::Derived(t) => {
            let comps = &prog.types[t.0 as usize].components;
            let values = comps
                .iter()
                .map(|c| match &c.init {
                    Some(v) => Some(v.clone()),
                    None => match const_extents(&c.dims) {
                        Some(s) if !s.is_empty() && !c.pointer && !c.allocatable => Some(blank(prog, &c.ty, &s)),
                        _ if matches!(c.ty, Ty::Derived(_)) && !c.pointer && !c.allocatable => {
                            Some(blank(prog, &c.ty, &[]))
                        }
                        _ => None,
                    },
                })
                .collect();
            Some(Const::Struct { ty: *t, values })
        }
        Ty::Character(CharLen::Const(n), _) if shape.is_empty() => Some(Const::Char(vec![BLANK; *n as usize])),
        _ if shape.is_empty() => Some(Const::Int(0)),
        _ => None,
    };
    if shape.is_empty() {
        return one.unwrap_or(Const::Int(0));
    }
    let n = elements(shape);
    Const::Array { shape: shape.to_vec(), elems: vec![one; n.max(0) as usize] }
}

fn cell_at<'c>(root: &'c mut Const, steps: &[usize]) -> Option<&'c mut Option<Const>> {
    let (first, rest) = steps.split_first()?;
    let cell = match root {
        Const::Array { elems, .. } => elems.get_mut(*first)?,
        Const::Struct { values, .. } => values.get_mut(*first)?,
        _ => return None,
    };
    if rest.is_empty() {
        return Some(cell);
    }
    cell_at(cell.as_mut()?, rest)
}
