//! Declarations: types, variables, named constants, COMMON.

use super::*;

/// The name of a component: what gfortran adds, and what programs may not touch, have names that no program has.
pub(super) fn component_name(c: &Component) -> String {
    let hidden = c.attributes.has(Attribute::Artificial) || opaque(c) || !is_name(&c.name);
    if hidden { format!("hidden${}", lower(c.name.trim_start_matches('_'))) } else { lower(&c.name) }
}

/// Pointers: their places are known, and what is there only gfortran knows.
fn opaque(c: &Component) -> bool {
    c.attributes.has(Attribute::Pointer) && !c.attributes.has(Attribute::ProcPointer) && c.ty.basic != Basic::Class
}

impl<'p> Writer<'p> {
    /// The text of a type.
    pub fn type_text(&mut self, file: usize, t: &Type, a: &Attributes) -> Text {
        let plain = |name: &str| Ok(format!("{name}({})", t.kind));
        match t.basic {
            Basic::Integer => plain("integer"),
            Basic::Unsigned => plain("unsigned"),
            Basic::Real => plain("real"),
            Basic::Complex => plain("complex"),
            Basic::Logical => plain("logical"),
            Basic::Character => {
                let n = match &t.length {
                    Some(e) => self.expr(file, e)?,
                    None if t.deferred => ":".into(),
                    None => "*".into(),
                };
                Ok(format!("character(len={n}, kind={})", t.kind))
            }
            Basic::Derived if self.pool.symbol(file, t.derived).attributes.has(Attribute::UnlimitedPoly) => {
                Ok("class(*)".into())
            }
            Basic::Derived => Ok(format!("type({})", self.refer(file, t.derived)?)),
            Basic::Class => {
                let container = self.pool.symbol(file, t.derived);
                if a.has(Attribute::UnlimitedPoly) || container.attributes.has(Attribute::UnlimitedPoly) {
                    return Ok("class(*)".into());
                }
                match container.components.iter().find(|c| c.name == "_data") {
                    Some(c) if c.ty.basic == Basic::Derived => {
                        let of = self.pool.module(file).symbols.get(&c.ty.derived);
                        if of.is_none_or(|t| t.attributes.has(Attribute::UnlimitedPoly) || t.name == "STAR") {
                            return Ok("class(*)".into());
                        }
                        Ok(format!("class({})", self.refer(file, c.ty.derived)?))
                    }
                    _ => Err("a polymorphic type is not known".into()),
                }
            }
            Basic::Assumed => Ok("type(*)".into()),
            Basic::Union | Basic::Procedure | Basic::Void | Basic::Unknown => Err("a type is not known".into()),
        }
    }

    /// The text of a shape, in parentheses; empty for a scalar.
    pub fn shape_text(&mut self, file: usize, shape: Option<&Shape>) -> Text {
        let Some(s) = shape else { return Ok(String::new()) };
        if s.corank > 0 {
            return Err("a coarray has no text".into());
        }
        if s.kind == ShapeKind::AssumedRank {
            return Ok("(..)".into());
        }
        let mut dims = vec![];
        for (k, (lower, upper)) in s.bounds.iter().enumerate() {
            let low = match lower {
                Some(e) if s.kind != ShapeKind::Deferred => self.expr(file, e)?,
                _ => String::new(),
            };
            let colon = if low.is_empty() { "" } else { ":" };
            dims.push(match (s.kind, upper) {
                (ShapeKind::Deferred | ShapeKind::AssumedShape, _) => format!("{low}:"),
                (ShapeKind::AssumedSize, _) if k + 1 == s.bounds.len() => format!("{low}{colon}*"),
                (_, Some(u)) => format!("{low}{colon}{}", self.expr(file, u)?),
                (_, None) => return Err("a bound is missing".into()),
            });
        }
        Ok(format!("({})", dims.join(", ")))
    }

    /// Attributes of a variable or dummy argument, behind its type.
    pub fn attribute_text(a: &Attributes) -> String {
        let mut out = String::new();
        match a.intent {
            Intent::Unknown => {}
            Intent::In => out.push_str(", intent(in)"),
            Intent::Out => out.push_str(", intent(out)"),
            Intent::InOut => out.push_str(", intent(inout)"),
        }
        let words = [
            (Attribute::Optional, "optional"),
            (Attribute::Value, "value"),
            (Attribute::Allocatable, "allocatable"),
            (Attribute::Pointer, "pointer"),
            (Attribute::Target, "target"),
            (Attribute::Contiguous, "contiguous"),
            (Attribute::Volatile, "volatile"),
            (Attribute::Asynchronous, "asynchronous"),
            (Attribute::Protected, "protected"),
        ];
        for (x, word) in words {
            // Pointers are targets anyway.
            if a.has(x) && !(x == Attribute::Target && a.has(Attribute::Pointer)) {
                out.push_str(", ");
                out.push_str(word);
            }
        }
        out
    }

    /// Type, attributes and shape of a data object, without its name.
    pub fn object(
        &mut self,
        file: usize,
        ty: &Type,
        a: &Attributes,
        shape: Option<&Shape>,
    ) -> Result<[String; 2], String> {
        if ty.basic != Basic::Class {
            let t = self.type_text(file, ty, a)?;
            return Ok([t + &Self::attribute_text(a), self.shape_text(file, shape)?]);
        }
        let t = self.type_text(file, ty, a)?;
        let container = self.pool.symbol(file, ty.derived);
        let mut a = a.clone();
        let data = container.components.iter().find(|c| c.name == "_data");
        if let Some(c) = data {
            if c.attributes.has(Attribute::Allocatable) {
                a.set(Attribute::Allocatable);
            }
        }
        if a.has(Attribute::ClassPointer) || container.name.ends_with('p') {
            a.set(Attribute::Pointer);
        }
        let shape = shape.or(data.and_then(|c| c.shape.as_ref()));
        Ok([t + &Self::attribute_text(&a), self.shape_text(file, shape)?])
    }

    /// Declares what is no type and no procedure with a body.
    pub fn declaration(&mut self, file: usize, id: SymbolId, y: &'p Symbol) -> Result<(), String> {
        let name = lower(&y.name);
        let a = &y.attributes;
        match a.flavor {
            Flavor::Parameter => {
                let Some(v) = &y.value else { return Err("its value is missing".into()) };
                let value = self.expr(file, v)?;
                let ty = match y.ty.basic {
                    Basic::Character if y.ty.length.is_none() => format!("character(len=*, kind={})", y.ty.kind),
                    _ => self.type_text(file, &y.ty, a)?,
                };
                let shape = self.shape_text(file, y.shape.as_ref())?;
                self.line(format!("{ty}, parameter :: {name}{shape} = {value}"));
            }
            Flavor::Variable if a.has(Attribute::Vtab) || a.has(Attribute::Artificial) => {}
            Flavor::Variable => {
                let [ty, shape] = self.object(file, &y.ty, a, y.shape.as_ref())?;
                let bind = match (a.has(Attribute::BindC) && !a.has(Attribute::InCommon), &*y.label) {
                    (false, _) => String::new(),
                    (true, "") => ", bind(c)".into(),
                    (true, l) => format!(", bind(c, name='{}')", l.replace('\'', "''")),
                };
                self.line(format!("{ty}{bind} :: {name}{shape}"));
            }
            Flavor::Procedure => self.procedure_name(file, id, y)?,
            Flavor::Namelist => {
                let mut list = vec![];
                for v in &y.namelist {
                    list.push(self.refer(file, *v)?);
                }
                self.line(format!("namelist /{name}/ {}", list.join(", ")));
            }
            _ => {}
        }
        Ok(())
    }

    /// Declares the COMMON blocks whose variables are the module's.
    pub(super) fn commons(&mut self, file: usize) {
        let pool = self.pool;
        for c in &pool.module(file).commons {
            let mut list = vec![];
            let mut at = c.head;
            let mut own = false;
            while let Some(y) = pool.module(file).symbols.get(&at).filter(|_| list.len() < 100_000) {
                own |= y.module == self.unit;
                list.push(lower(&y.name));
                at = y.common_next;
            }
            let known = list.iter().all(|n| is_name(n));
            let blank = matches!(&*c.name, "" | "__BLNK__");
            if !own || !known || !(blank || is_name(&c.name)) || !self.commons.insert(c.name.clone()) {
                continue;
            }
            let name = if blank { "" } else { &c.name };
            self.line(format!("common /{name}/ {}", list.join(", ")));
            if c.bind_c {
                self.line(match &*c.label {
                    "" => format!("bind(c) :: /{name}/"),
                    l => format!("bind(c, name='{}') :: /{name}/", l.replace('\'', "''")),
                });
            }
        }
    }

    /// A derived type.
    pub fn derived(&mut self, file: usize, id: SymbolId, y: &'p Symbol) -> Result<(), String> {
        let a = &y.attributes;
        if y.parameterized || [Attribute::PdtType, Attribute::PdtTemplate].iter().any(|p| a.has(*p)) {
            return Err("it has type parameters".into());
        }
        if a.has(Attribute::IsClass) || a.has(Attribute::Vtype) {
            return Ok(());
        }
        let _ = id;
        let mut head = "type".to_string();
        let mut components = &y.components[..];
        if a.extends > 0 {
            let Some((parent, rest)) = components.split_first() else { return Err("its parent is missing".into()) };
            head.push_str(&format!(", extends({})", self.refer(file, parent.ty.derived)?));
            components = rest;
        }
        for (x, word) in [(Attribute::Abstract, ", abstract"), (Attribute::BindC, ", bind(c)")] {
            if a.has(x) {
                head.push_str(word);
            }
        }
        let mut lines = vec![format!("{head} :: {}", lower(&y.name))];
        if a.has(Attribute::Sequence) {
            lines.push("sequence".into());
        }
        for c in components {
            lines.push(self.component(file, c)?);
        }
        if let Some(b) = &y.bound {
            lines.append(&mut self.bound(file, b)?);
        }
        lines.push("end type".into());
        self.lines.append(&mut lines);
        Ok(())
    }

    fn component(&mut self, file: usize, c: &Component) -> Text {
        let name = component_name(c);
        let a = &c.attributes;
        let private = if c.private { ", private" } else { "" };
        if a.has(Attribute::ProcPointer) {
            // The interface only matters to calls, and those may be refused.
            let usable = c.ty.interface != 0
                && self.pool.why(self.reasons, file, c.ty.interface).is_none()
                && self.pool.converts(file, c.ty.interface).is_none();
            let interface = match usable {
                true => self.refer(file, c.ty.interface).ok(),
                false => None,
            };
            return Ok(match interface {
                Some(i) if !c.passes => format!("procedure({i}), pointer, nopass{private} :: {name} => null()"),
                _ => format!("integer(8), private :: hidden${name} = 0_8"),
            });
        }
        if opaque(c) {
            let rank = c.shape.as_ref().map_or(0, |s| s.bounds.len());
            let words = match (rank, self.pool.module(file).version) {
                (0, _) => 1,
                (r, 14) => 3 + 3 * r,
                (r, _) => 5 + 3 * r,
            };
            return Ok(format!("integer(8), private :: {name}({words}) = 0_8"));
        }
        let [ty, shape] = self.object(file, &c.ty, a, c.shape.as_ref())?;
        let initial = match &c.initial {
            Some(Expr { kind: ExprKind::Null, .. }) | None => String::new(),
            Some(e) => format!(" = {}", self.expr(file, e)?),
        };
        Ok(format!("{ty}{private} :: {name}{shape}{initial}"))
    }

    fn bound(&mut self, file: usize, b: &Bound) -> Result<Vec<String>, String> {
        let mut lines = vec![];
        for (name, p) in &b.procedures {
            lines.push(self.binding(file, &lower(name), p)?);
        }
        for (name, p) in &b.user_operators {
            lines.push(self.binding(file, &format!("operator(.{}.)", lower(name)), p)?);
        }
        for (op, p) in &b.operators {
            let sign = OPERATORS.iter().find(|o| o.0 == *op).map_or("", |o| o.1);
            let name = if *op == "ASSIGN" { "assignment(=)".to_string() } else { format!("operator({sign})") };
            lines.push(self.binding(file, &name, p)?);
        }
        for f in &b.finals {
            if self.pool.why(self.reasons, file, *f).is_none() {
                lines.push(format!("final :: {}", self.refer(file, *f)?));
            }
        }
        if !lines.is_empty() {
            lines.insert(0, "contains".into());
        }
        Ok(lines)
    }

    fn binding(&mut self, file: usize, name: &str, p: &Binding) -> Text {
        let private = if p.private { ", private" } else { "" };
        if let Some(list) = &p.generic {
            let list: Vec<String> = list.iter().map(|n| lower(n)).collect();
            return Ok(format!("generic{private} :: {name} => {}", list.join(", ")));
        }
        let target = self.refer(file, p.procedure)?;
        let pass = match (p.nopass, &*p.pass) {
            (true, _) => ", nopass".to_string(),
            (false, "") => String::new(),
            (false, n) => format!(", pass({})", lower(n)),
        };
        let fixed = if p.final_ { ", non_overridable" } else { "" };
        Ok(match p.deferred {
            true => format!("procedure({target}), deferred{private}{pass} :: {name}"),
            false => format!("procedure{private}{pass}{fixed} :: {name} => {target}"),
        })
    }
}
