//! Checks at run time (`-fcheck=`): subscripts, sections, substrings, shapes, association and allocation.
//!
//! They stand in host code only: target regions are left as they are. What is checked in array operations is checked
//! before them; FORALL and array constructors with subscripts become loops. Arguments and lengths: `check_args`.

use super::place::is_designator;
use super::*;
use ferrotran_ir::{Pred, Type};

/// Which checks are inserted, as `-fcheck=` names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Subscripts, sections, substrings, shapes and lengths.
    pub bounds: bool,
    /// Use of null pointers and of what is not allocated.
    pub pointer: bool,
    /// Arguments of bit intrinsics.
    pub bits: bool,
    /// Recursive calls of procedures without RECURSIVE.
    pub recursion: bool,
    /// Variables of DO loops that the body changes, and those that pass their type's last value.
    pub loops: bool,
    /// Assignment of scalars to arrays that are not allocated.
    pub mem: bool,
    /// Null pointers and what is not allocated are no absent arguments, as before Fortran 2008 (12.5.2.12).
    pub strict_optional: bool,
}

impl Checks {
    /// All of them.
    pub const ALL: Checks = Checks {
        bounds: true,
        pointer: true,
        bits: true,
        recursion: true,
        loops: true,
        mem: true,
        strict_optional: false,
    };

    /// Applies the words of one `-fcheck=`; the first that is unknown is the error.
    pub fn apply(&mut self, words: &str) -> Result<(), String> {
        for w in words.split(',') {
            let (on, name) = match w.strip_prefix("no-") {
                Some(n) => (false, n),
                None => (true, w),
            };
            match name {
                "all" => *self = if on { Checks::ALL } else { Checks::default() },
                "none" => *self = Checks::default(),
                "bounds" => self.bounds = on,
                "pointer" => self.pointer = on,
                "bits" => self.bits = on,
                "recursion" => self.recursion = on,
                "do" => self.loops = on,
                "mem" => self.mem = on,
                // Temporaries of arguments are no error.
                "array-temps" => {}
                _ => return Err(w.to_string()),
            }
        }
        Ok(())
    }
}

/// Whether evaluating a designator again has no effects: no references to procedures in it.
pub(super) fn repeatable(e: &Expr) -> bool {
    let mut ok = true;
    e.walk(&mut |x| ok &= !matches!(x.kind, ExprKind::Call(_)));
    ok
}

impl FunctionBuilder {
    pub(super) fn name_args(&mut self, name: &str) -> [Value; 2] {
        [self.bytes_const(name.as_bytes()), self.idx(name.len() as i64)]
    }

    /// Stops the program where one subscript (zero-based) is outside the dimension.
    fn check_index(&mut self, name: &str, d: usize, i: Value, n: Value, lb: Value, section: bool) -> Lowered<()> {
        if let (Some(i), Some(n)) = (self.known(i), self.known(n))
            && i >= 0
            && i < n
        {
            return Ok(());
        }
        // Unsigned: negative subscripts are large.
        let bad = self.b().cmp(Pred::Uge, i, n);
        let callee = if section { rt::frt_section_error } else { rt::frt_bounds_error };
        self.stop_if(bad, callee, |s| {
            let [text, len] = s.name_args(name);
            let dim = s.b().int(d as i64 + 1, Type::I32);
            let at = s.add(i, lb);
            let one = s.idx(1);
            let top = s.add(lb, n);
            let top = s.sub(top, one);
            vec![text, len, dim, at, lb, top]
        })
    }

    fn lower_bound(&mut self, lbs: Option<&[Value]>, d: usize) -> Value {
        match lbs {
            Some(l) => l[d],
            None => self.idx(1),
        }
    }

    /// First and last subscript (zero-based) of one dimension of a section that is not empty.
    fn check_range(
        &mut self,
        name: &str,
        d: usize,
        (start, extent, step): (Value, Value, Value),
        n: Value,
        lb: Value,
    ) -> Lowered<()> {
        let (zero, one) = (self.idx(0), self.idx(1));
        let some = self.b().cmp(Pred::Gt, extent, zero);
        self.if_else(
            some,
            |s| {
                let steps = s.sub(extent, one);
                let way = s.mul(steps, step);
                let last = s.add(start, way);
                s.check_index(name, d, start, n, lb, true)?;
                s.check_index(name, d, last, n, lb, true)
            },
            |_| Ok(()),
        )
    }

    /// Stops the program where `bad` holds; `%1` and `%2` in the message stand for the two numbers.
    pub fn stop_with_numbers(&mut self, bad: Value, text: &str, a: Value, b: Value) -> Lowered<()> {
        self.stop_if(bad, rt::frt_error_numbers, |s| {
            let [text, n] = s.name_args(text);
            vec![text, n, s.to_index(a), s.to_index(b)]
        })
    }

    /// Stops the program with this message where `bad` holds.
    pub(super) fn stop_with(&mut self, bad: Value, text: &str) -> Lowered<()> {
        self.stop_if(bad, rt::frt_error, |s| {
            let [text, n] = s.name_args(text);
            vec![text, n]
        })
    }
}

impl<'p> Declarations<'p> {
    /// The checks that are asked for: none at the entry of a region, where nothing has its shape yet.
    pub fn checks(&self) -> Checks {
        if self.f.elsewhere.at_entry() { Checks::default() } else { self.opts.checks }
    }

    /// Whether a kind of check applies where we are.
    pub fn checked(&self, which: impl Fn(&Checks) -> bool) -> bool {
        which(&self.checks()) && !self.f.elsewhere.any() && !self.f.in_body()
    }

    /// The name that messages give to a designator.
    pub(super) fn shown_name(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Var(s) => self.sym(*s).name.to_string(),
            ExprKind::Component { base, of, index } => {
                let c = self.dtype(*of).components[*index].name.to_string();
                match self.shown_name(base) {
                    b if b.is_empty() => c,
                    b => format!("{b}%{c}"),
                }
            }
            ExprKind::Elem { base, .. } | ExprKind::Section { base, .. } | ExprKind::Substring { base, .. } => {
                self.shown_name(base)
            }
            ExprKind::Convert(x) | ExprKind::Paren(x) => self.shown_name(x),
            _ => String::new(),
        }
    }

    /// Number of dimensions of an array whose extent is known: not the last one of an assumed-size array.
    fn checked_dims(&self, base: &Expr, rank: usize) -> usize {
        match &base.kind {
            ExprKind::Var(s) if matches!(self.sym(*s).dims, Dims::AssumedSize(..)) => rank - 1,
            _ => rank,
        }
    }

    /// The subscripts (zero-based) of an element.
    pub fn check_subscripts(
        &mut self,
        base: &'p Expr,
        view: Value,
        idx: &[Value],
        lbs: Option<&[Value]>,
    ) -> Lowered<()> {
        if !self.checked(|c| c.bounds) {
            return Ok(());
        }
        let name = self.shown_name(base);
        for (d, &i) in idx.iter().enumerate().take(self.checked_dims(base, idx.len())) {
            let n = self.view_extent(view, d);
            let lb = self.lower_bound(lbs, d);
            self.check_index(&name, d, i, n, lb, false)?;
        }
        self.check_open_dim(&name, base, idx, lbs)
    }

    /// The last subscript (zero-based) of an assumed-size array has a lower bound only.
    fn check_open_dim(&mut self, name: &str, base: &Expr, idx: &[Value], lbs: Option<&[Value]>) -> Lowered<()> {
        let d = self.checked_dims(base, idx.len());
        let Some(&i) = idx.get(d) else { return Ok(()) };
        let zero = self.idx(0);
        if self.known(i).is_some_and(|i| i >= 0) {
            return Ok(());
        }
        let bad = self.b().cmp(Pred::Lt, i, zero);
        let lb = self.lower_bound(lbs, d);
        self.stop_if(bad, rt::frt_bounds_error, |s| {
            let [text, len] = s.name_args(name);
            let dim = s.b().int(d as i64 + 1, Type::I32);
            let at = s.add(i, lb);
            vec![text, len, dim, at, lb, at]
        })
    }

    /// A scalar subscript (zero-based) beside vector subscripts.
    pub fn check_one(
        &mut self,
        name: &str,
        base: &Expr,
        d: usize,
        i: Value,
        shape: &[Value],
        lb: Value,
    ) -> Lowered<()> {
        if !self.checked(|c| c.bounds) || d >= self.checked_dims(base, shape.len()) {
            return Ok(());
        }
        self.check_index(name, d, i, shape[d], lb, false)
    }

    /// A triplet (start, extent, step) beside vector subscripts.
    pub fn check_span(
        &mut self,
        name: &str,
        base: &Expr,
        d: usize,
        triplet: (Value, Value, Value),
        shape: &[Value],
        lb: Value,
    ) -> Lowered<()> {
        if !self.checked(|c| c.bounds) || d >= self.checked_dims(base, shape.len()) {
            return Ok(());
        }
        self.check_range(name, d, triplet, shape[d], lb)
    }

    /// The values (as written) of a vector subscript.
    pub fn check_vector(
        &mut self,
        name: &str,
        d: usize,
        values: Value,
        count: Value,
        n: Value,
        lb: Value,
    ) -> Lowered<()> {
        if !self.checked(|c| c.bounds) {
            return Ok(());
        }
        self.count_loop(count, |s, k| {
            let v = s.at_value(values, &[k]);
            let v = s.to_index(v);
            let i = s.sub(v, lb);
            s.check_index(name, d, i, n, lb, true)
        })
    }

    /// Name for the checks of an array's vector subscripts.
    pub fn array_name(&self, base: &Expr) -> String {
        self.shown_name(base)
    }

    /// Zero-based start and length of a substring of a string of `total` characters.
    pub fn check_substring(&mut self, base: &Expr, start: Value, len: Value, total: Value) -> Lowered<()> {
        if !self.checked(|c| c.bounds) {
            return Ok(());
        }
        let name = self.shown_name(base);
        let (zero, one) = (self.idx(0), self.idx(1));
        let some = self.b().cmp(Pred::Gt, len, zero);
        let low = self.b().cmp(Pred::Lt, start, zero);
        let end = self.add(start, len);
        let high = self.b().cmp(Pred::Gt, end, total);
        let out = self.b().binary(OpKind::Or, low, high);
        let bad = self.b().binary(OpKind::And, some, out);
        self.stop_if(bad, rt::frt_substring_error, |s| {
            let [text, n] = s.name_args(&name);
            let first = s.add(start, one);
            vec![text, n, first, end, total]
        })
    }

    /// Lengths (bytes) of two strings of that kind that must agree; `what` says where.
    pub fn check_lengths(&mut self, what: &str, a: Value, b: Value, kind: u8) -> Lowered<()> {
        if !self.checked(|c| c.bounds) || (self.known(a).is_some() && self.known(a) == self.known(b)) {
            return Ok(());
        }
        let bad = self.b().cmp(Pred::Ne, a, b);
        self.stop_if(bad, rt::frt_length_error, |s| {
            let [text, n] = s.name_args(what);
            vec![text, n, s.chars_of_bytes(a, kind), s.chars_of_bytes(b, kind)]
        })
    }

    /// Extents of two things that must agree; `name` is that of the first.
    pub fn check_shape(&mut self, name: &str, have: &[Value], want: &[Value]) -> Lowered<()> {
        if !self.checked(|c| c.bounds) || have.len() != want.len() {
            return Ok(());
        }
        for (d, (&a, &b)) in have.iter().zip(want).enumerate() {
            if a == b || (self.known(a).is_some() && self.known(a) == self.known(b)) {
                continue;
            }
            let bad = self.b().cmp(Pred::Ne, a, b);
            self.stop_if(bad, rt::frt_shape_error, |s| {
                let [text, n] = s.name_args(name);
                let dim = s.b().int(d as i64 + 1, Type::I32);
                vec![text, n, dim, b, a]
            })?;
        }
        Ok(())
    }

    /// Extents of an argument of an intrinsic that must be those given: `what` is as in `MASK argument of PACK`.
    pub fn check_extents(&mut self, what: &str, have: &[Value], want: &[Value]) -> Lowered<()> {
        if have.len() == want.len() {
            for (d, (&a, &b)) in have.iter().zip(want).enumerate() {
                let text = format!("Incorrect extent in {what} intrinsic in dimension {}", d + 1);
                self.check_number(&text, a, b, false)?;
            }
        }
        Ok(())
    }

    /// A size or extent that must be (`least`: at least) the one given.
    pub fn check_number(&mut self, text: &str, have: Value, want: Value, least: bool) -> Lowered<()> {
        if !self.checked(|c| c.bounds) || have == want {
            return Ok(());
        }
        if let (Some(a), Some(b)) = (self.known(have), self.known(want))
            && (a == b || least && a > b)
        {
            return Ok(());
        }
        let bad = self.b().cmp(if least { Pred::Lt } else { Pred::Ne }, have, want);
        self.stop_if(bad, rt::frt_argument_error, |s| {
            let [text, n] = s.name_args(text);
            let least = s.b().int(i64::from(least), Type::I32);
            vec![text, n, have, want, least]
        })
    }

    /// Extents of the operands of an elementwise operation agree.
    pub fn check_operands(&mut self, exprs: &[Option<&'p Expr>], extents: &[Option<Vec<Value>>]) -> Lowered<()> {
        let Some(first) = extents.iter().flatten().find(|x| !x.is_empty()).cloned() else { return Ok(()) };
        for (e, x) in exprs.iter().zip(extents) {
            if let (Some(e), Some(x)) = (e, x)
                && !x.is_empty()
            {
                let name = self.shown_name(e);
                self.check_shape(&name, x, &first)?;
            }
        }
        Ok(())
    }

    /// Notes that a procedure without RECURSIVE runs; stops the program where it does already. Gives the cell of the note.
    /// Pure procedures change nothing, the note either.
    pub fn enter_once(&mut self, p: &Procedure) -> Lowered<Option<Value>> {
        if !self.checked(|c| c.recursion) || p.says_recursive || p.is_main || p.elemental || p.pure_ {
            return Ok(None);
        }
        let sym = format!("{}.running", p.link_name);
        self.global(&sym, Type::I32, 4, None, true, false);
        // Threads that run the procedure at one time call it once each.
        let made = self.m.top_ops(OpKind::Global).find(|&g| self.m.attr_str(g, "sym") == Some(&sym));
        if let Some(g) = made {
            self.m.set_attr(g, "threadprivate", Attr::Unit);
        }
        let rt = self.m.types.reference(Type::I32);
        let cell = self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(sym)).result(rt).value();
        let running = self.b().load(cell);
        let zero = self.b().int(0, Type::I32);
        let bad = self.b().cmp(Pred::Ne, running, zero);
        self.stop_with(bad, &format!("Recursive call to nonrecursive procedure '{}'", p.name))?;
        let yes = self.b().int(1, Type::I32);
        self.b().store(yes, cell);
        Ok(Some(cell))
    }

    /// A procedure pointer that is an actual argument for a dummy procedure.
    pub fn check_actual_procedure(&mut self, d: &Symbol, x: &'p Expr, address: Value) -> Lowered<()> {
        if !self.checked(|c| c.pointer) || d.optional {
            return Ok(());
        }
        let name = match &x.kind {
            ExprKind::ProcRef(t) => match &**t {
                ProcTarget::Symbol(s) if self.sym(*s).pointer => self.sym(*s).name.to_string(),
                ProcTarget::Pointer { expr, .. } => self.shown_name(expr),
                _ => return Ok(()),
            },
            _ => return Ok(()),
        };
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let bad = self.b().op(OpKind::PtrCmp).arg(address).arg(null).result(Type::BOOL).value();
        self.stop_with(bad, &format!("Proc-pointer actual argument '{name}' is not associated"))
    }

    /// A procedure pointer that is about to be called.
    pub fn check_procedure(&mut self, name: &str, address: Value) -> Lowered<()> {
        if !self.checked(|c| c.pointer) {
            return Ok(());
        }
        let null = self.b().op(OpKind::NullPtr).result(Type::PTR).value();
        let bad = self.b().op(OpKind::PtrCmp).arg(address).arg(null).result(Type::BOOL).value();
        self.stop_if(bad, rt::frt_null_error, |s| {
            let [text, n] = s.name_args(name);
            let kind = s.b().int(2, Type::I32);
            vec![text, n, kind]
        })
    }
}

impl<'p> Expressions<'p> {
    /// The subscripts of a section without vector subscripts, evaluated a second time for the check.
    pub fn check_section(
        &mut self,
        base: &'p Expr,
        subs: &'p [Subscript],
        view: Value,
        lbs: Option<&[Value]>,
    ) -> Lowered<()> {
        if !self.checked(|c| c.bounds) {
            return Ok(());
        }
        let name = self.shown_name(base);
        for (d, s) in subs.iter().enumerate().take(self.checked_dims(base, subs.len())) {
            let n = self.view_extent(view, d);
            let lb = self.lower_bound(lbs, d);
            match s {
                Subscript::Index(e) if repeatable(e) => {
                    let v = self.scalar(e)?;
                    let v = self.to_index(v);
                    let i = self.sub(v, lb);
                    self.check_index(&name, d, i, n, lb, false)?;
                }
                Subscript::Range { lower: None, upper: None, .. } => {}
                Subscript::Range { lower, upper, step }
                    if [lower, upper, step].into_iter().flatten().all(repeatable) =>
                {
                    let t = self.triplet(lower.as_ref(), upper.as_ref(), step.as_ref(), lb, n)?;
                    self.check_range(&name, d, t, n, lb)?;
                }
                // What would be evaluated twice, and vectors, which are checked where their values are.
                Subscript::Index(_) | Subscript::Range { .. } | Subscript::Vector(_) => {}
            }
        }
        Ok(())
    }

    /// A pointer or allocatable whose value or target is about to be used.
    pub fn check_there(&mut self, e: &'p Expr) -> Lowered<()> {
        if !self.checked(|c| c.pointer) {
            return Ok(());
        }
        self.stop_where_absent(e, rt::frt_null_error, |_| vec![])
    }

    fn stop_where_absent(
        &mut self,
        e: &'p Expr,
        callee: RuntimeFn,
        more: impl FnOnce(&mut Self) -> Vec<Value>,
    ) -> Lowered<()> {
        let (allocatable, pointer) = match &e.kind {
            ExprKind::Var(s) => (self.sym(*s).allocatable, self.sym(*s).pointer),
            ExprKind::Component { of, index, .. } => {
                let c = &self.dtype(*of).components[*index];
                (c.allocatable, c.pointer)
            }
            _ => return Ok(()),
        };
        if !(allocatable || pointer) || matches!(e.ty, Ty::Procedure) || !repeatable(e) {
            return Ok(());
        }
        let Some(bx) = self.box_of(e)? else { return Ok(()) };
        let there = self.b().unary(OpKind::BoxAllocated, bx, Type::BOOL);
        let bad = self.b().unary(OpKind::Not, there, Type::BOOL);
        let name = self.shown_name(e);
        self.stop_if(bad, callee, |s| {
            let [text, n] = s.name_args(&name);
            let kind = s.b().int(i64::from(!allocatable), Type::I32);
            let mut v = vec![text, n, kind];
            v.extend(more(s));
            v
        })
    }

    /// An actual argument for a dummy that is neither optional, allocatable nor a pointer.
    pub fn check_actual(&mut self, d: &Symbol, x: &'p Expr) -> Lowered<()> {
        if !self.checked(|c| c.pointer) || d.allocatable || d.pointer || !is_designator(x) {
            return Ok(());
        }
        if d.optional && (!self.checks().strict_optional || self.optional_dummy(x).is_some()) {
            return Ok(());
        }
        self.stop_where_absent(x, rt::frt_actual_error, |_| vec![])
    }
}
