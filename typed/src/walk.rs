//! Walks over expressions.

use super::*;

impl Expr {
    /// The variable of which a designator is the whole or a part.
    pub fn variable(&self) -> Option<SymbolId> {
        match &self.kind {
            ExprKind::Var(s) => Some(*s),
            _ => self.whole()?.variable(),
        }
    }

    /// The object that this is a part of.
    pub fn whole(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::Elem { base, .. }
            | ExprKind::Section { base, .. }
            | ExprKind::Component { base, .. }
            | ExprKind::Substring { base, .. }
            | ExprKind::ComplexPart { base, .. } => Some(base),
            ExprKind::Var(_)
            | ExprKind::Const(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Convert(_)
            | ExprKind::Paren(_)
            | ExprKind::Call(_)
            | ExprKind::Intrinsic { .. }
            | ExprKind::ArrayCtor(_)
            | ExprKind::StructCtor { .. }
            | ExprKind::Null
            | ExprKind::ProcRef(_) => None,
        }
    }

    /// Calls `f` for each expression directly inside this one.
    pub fn children<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        fn ac<'a>(items: &'a [AcItem], f: &mut dyn FnMut(&'a Expr)) {
            for i in items {
                match i {
                    AcItem::Expr(e) => f(e),
                    AcItem::ImpliedDo { lower, upper, step, items, .. } => {
                        f(lower);
                        f(upper);
                        step.iter().for_each(&mut *f);
                        ac(items, f);
                    }
                }
            }
        }
        match &self.kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Null => {}
            ExprKind::Elem { base, subs } => {
                f(base);
                subs.iter().for_each(f);
            }
            ExprKind::Section { base, subs } => {
                f(base);
                for s in subs {
                    match s {
                        Subscript::Index(e) | Subscript::Vector(e) => f(e),
                        Subscript::Range { lower, upper, step } => {
                            [lower, upper, step].into_iter().flatten().for_each(&mut *f)
                        }
                    }
                }
            }
            ExprKind::Component { base, .. } | ExprKind::ComplexPart { base, .. } => f(base),
            ExprKind::Substring { base, lower, upper } => {
                f(base);
                lower.iter().for_each(|e| f(e));
                upper.iter().for_each(|e| f(e));
            }
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => f(a),
            ExprKind::Binary(_, a, b) => {
                f(a);
                f(b);
            }
            ExprKind::Call(c) => c.children(f),
            ExprKind::Intrinsic { args, .. } => args.iter().flatten().for_each(f),
            ExprKind::ArrayCtor(items) => {
                // The length that the type of the constructor states.
                if let Ty::Character(CharLen::Expr(n), _) = &self.ty {
                    f(n);
                }
                ac(items, f);
            }
            ExprKind::StructCtor { values, .. } => values.iter().flatten().for_each(f),
            ExprKind::ProcRef(t) => t.children(f),
        }
    }

    /// Calls `f` for this expression and all inside it, outermost first.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        f(self);
        self.children(&mut |e| e.walk(f));
    }

    /// Puts expressions in the place of those for which `f` gives one, outermost first.
    pub fn replace(&mut self, f: &dyn Fn(&Expr) -> Option<Expr>) {
        fn ac(items: &mut [AcItem], f: &dyn Fn(&Expr) -> Option<Expr>) {
            for i in items {
                match i {
                    AcItem::Expr(e) => e.replace(f),
                    AcItem::ImpliedDo { lower, upper, step, items, .. } => {
                        lower.replace(f);
                        upper.replace(f);
                        step.iter_mut().for_each(|s| s.replace(f));
                        ac(items, f);
                    }
                }
            }
        }
        if let Some(e) = f(self) {
            // The type that the context expects stays.
            *self = Expr { span: self.span, ..e };
            return;
        }
        match &mut self.kind {
            ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Null | ExprKind::ProcRef(_) => {}
            ExprKind::Elem { base, subs } => {
                base.replace(f);
                subs.iter_mut().for_each(|s| s.replace(f));
            }
            ExprKind::Section { base, subs } => {
                base.replace(f);
                for s in subs {
                    match s {
                        Subscript::Index(e) | Subscript::Vector(e) => e.replace(f),
                        Subscript::Range { lower, upper, step } => {
                            [lower, upper, step].into_iter().flatten().for_each(|e| e.replace(f))
                        }
                    }
                }
            }
            ExprKind::Component { base, .. } | ExprKind::ComplexPart { base, .. } => base.replace(f),
            ExprKind::Substring { base, lower, upper } => {
                base.replace(f);
                [lower, upper].into_iter().flatten().for_each(|e| e.replace(f));
            }
            ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Paren(a) => a.replace(f),
            ExprKind::Binary(_, a, b) => {
                a.replace(f);
                b.replace(f);
            }
            ExprKind::Call(c) => {
                for a in &mut c.args {
                    if let Actual::Expr(e) = a {
                        e.replace(f);
                    }
                }
            }
            ExprKind::Intrinsic { args, .. } => args.iter_mut().flatten().for_each(|a| a.replace(f)),
            ExprKind::ArrayCtor(items) => {
                if let Ty::Character(CharLen::Expr(n), _) = &mut self.ty {
                    n.replace(f);
                }
                ac(items, f);
            }
            ExprKind::StructCtor { values, .. } => values.iter_mut().flatten().for_each(|v| v.replace(f)),
        }
    }

    /// Whether variables occur only as operands of inquiry functions, whose values are not needed.
    pub fn only_inquired(&self) -> bool {
        use crate::intrinsics::Class;
        match &self.kind {
            ExprKind::Var(_) => false,
            ExprKind::Intrinsic { id, .. } if id.row().class == Class::Inquiry => true,
            _ => {
                let mut ok = true;
                self.children(&mut |e| ok &= e.only_inquired());
                ok
            }
        }
    }
}

impl Call {
    /// Calls `f` for each expression directly in the call.
    pub fn children<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        self.target.children(f);
        for a in &self.args {
            if let Actual::Expr(e) = a {
                f(e);
            }
        }
    }

    /// Calls `f` for all expressions in the call, outer before inner.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        self.children(&mut |e| e.walk(f));
    }
}

impl ProcTarget {
    /// Calls `f` for the expressions of the target.
    pub fn children<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        match self {
            ProcTarget::Pointer { expr, .. } => f(expr),
            ProcTarget::Bound { object, .. } => f(object),
            ProcTarget::Proc(_) | ProcTarget::Implicit { .. } | ProcTarget::Symbol(_) => {}
        }
    }
}
