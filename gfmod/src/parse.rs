//! From the words to the model, in the order in which gfortran writes them.

use crate::scan::{Res, Scanner};
use crate::*;

/// Reads the uncompressed text.
pub(crate) fn module(text: &[u8]) -> Result<Module, Error> {
    let mut s = Scanner::new(text);
    let first = text.split(|b| *b == b'\n').next().unwrap_or_default();
    let Some(rest) = first.strip_prefix(MAGIC) else {
        return s.error("is no module file of gfortran");
    };
    let rest = String::from_utf8_lossy(rest).into_owned();
    let (version, source) = rest.split_once('\'').unwrap_or((&rest, ""));
    let version = match version.parse() {
        Ok(v @ 14..=16) => v,
        _ => return s.error(format!("has version {version} of gfortran's format, and 14, 15 and 16 are known")),
    };
    s.skip_line();
    let source = source.trim().strip_prefix("created from ").unwrap_or_default().to_string();
    let mut p = Parser { s, version };
    let m = p.sections(source)?;
    m.check().map_err(|text| Error { line: 0, column: 0, text })?;
    Ok(m)
}

struct Parser<'t> {
    s: Scanner<'t>,
    version: u32,
}

impl Parser<'_> {
    fn sections(&mut self, source: String) -> Res<Module> {
        let operators = self.s.list(|s| s.list(Scanner::number))?;
        let user_operators = self.s.list(generic)?;
        let generics = self.s.list(generic)?;
        let commons = self.s.list(common)?;
        let equivalences = self.equivalences()?;
        // Reductions of OpenMP.
        self.s.skip_list()?;
        let mut symbols = std::collections::BTreeMap::new();
        self.s.open()?;
        while !self.s.closes()? {
            let id = self.s.number()?;
            let y = self.symbol()?;
            if id == 0 || symbols.insert(id, y).is_some() {
                return self.s.error("a symbol has the number of another one");
            }
        }
        let names =
            self.s.list(|s| Ok(Visible { name: s.string()?, ambiguous: s.int()? != 0, symbol: s.number()? }))?;
        Ok(Module {
            version: self.version,
            source,
            operators,
            user_operators,
            generics,
            commons,
            equivalences,
            symbols,
            names,
        })
    }

    fn equivalences(&mut self) -> Res<Vec<Vec<SymbolId>>> {
        let mut out = vec![];
        self.s.open()?;
        while !self.s.closes()? {
            let mut set = vec![];
            self.s.open()?;
            while !self.s.closes()? {
                self.s.bytes()?;
                if let Some(Expr { kind: ExprKind::Variable(y, _), .. }) = self.expr()? {
                    set.push(y);
                }
            }
            out.push(set);
        }
        Ok(out)
    }

    fn symbol(&mut self) -> Res<Symbol> {
        let (name, module, label) = (self.s.string()?, self.s.string()?, self.s.string()?);
        let scope = self.s.number()?;
        self.s.open()?;
        let attributes = self.attributes()?;
        let vtype = attributes.has(Attribute::Vtype);
        self.s.open()?;
        let mut components = vec![];
        while !self.s.closes()? {
            components.push(self.component(vtype)?);
        }
        if !components.is_empty() {
            self.s.name()?;
        }
        let ty = self.ty()?;
        let formal_scope = self.s.number()?;
        let common_next = self.s.number()?;
        let dummies = self.s.list(Scanner::number)?;
        let value = match attributes.flavor {
            Flavor::Parameter => self.expr()?,
            _ => None,
        };
        let shape = self.shape()?;
        let result = self.s.number()?;
        if attributes.has(Attribute::CrayPointee) {
            self.s.number()?;
        }
        let bound = self.bound()?;
        let mut parameterized = false;
        if self.version >= 15 {
            self.s.open()?;
            parameterized = !self.s.closes()?;
            if parameterized {
                self.s.skip_rest()?;
            }
        }
        let namelist = self.s.list(Scanner::number)?;
        let intrinsic_module = self.s.int()? != 0;
        // What else is there: number in the intrinsic module, a hash, directives of OpenMP.
        self.s.skip_rest()?;
        Ok(Symbol {
            name,
            module,
            label,
            scope,
            attributes,
            components,
            ty,
            formal_scope,
            common_next,
            dummies,
            value,
            shape,
            result,
            bound,
            parameterized,
            namelist,
            intrinsic_module,
        })
    }

    fn attributes(&mut self) -> Res<Attributes> {
        self.s.open()?;
        let mut a = Attributes {
            flavor: match self.s.name()? {
                "PROGRAM" => Flavor::Program,
                "BLOCK-DATA" => Flavor::BlockData,
                "MODULE" => Flavor::Module,
                "VARIABLE" => Flavor::Variable,
                "PARAMETER" => Flavor::Parameter,
                "LABEL" => Flavor::Label,
                "PROCEDURE" => Flavor::Procedure,
                "DERIVED" => Flavor::Derived,
                "NAMELIST" => Flavor::Namelist,
                "UNION" | "STRUCTURE" => Flavor::Legacy,
                "UNKNOWN-FL" => Flavor::Unknown,
                _ => return self.s.error("this is no kind of a symbol"),
            },
            intent: match self.s.name()? {
                "UNKNOWN-INTENT" => Intent::Unknown,
                "IN" => Intent::In,
                "OUT" => Intent::Out,
                "INOUT" => Intent::InOut,
                _ => return self.s.error("this is no intent"),
            },
            module_procedure: self.s.name()? == "MODULE-PROC",
            source: match self.s.name()? {
                "UNKNOWN" => Source::Unknown,
                "DECL" => Source::Definition,
                "BODY" => Source::Body,
                _ => return self.s.error("this is no source of an interface"),
            },
            save: self.s.name()? != "UNKNOWN",
            external_bits: self.s.number()?,
            extends: self.s.number()?,
            ..Attributes::default()
        };
        while !self.s.closes()? {
            let n = self.s.name()?;
            match Attribute::named(n) {
                Some(x) => a.set(x),
                None => a.unknown.push(n.to_string()),
            }
        }
        Ok(a)
    }

    fn component(&mut self, vtype: bool) -> Res<Component> {
        self.s.open()?;
        let number = self.s.number()?;
        let name = self.s.string()?;
        let ty = self.ty()?;
        let shape = self.shape()?;
        if self.version >= 15 {
            self.s.skip_list()?;
            self.s.skip_list()?;
        }
        let attributes = self.attributes()?;
        let private = self.s.name()? == "PRIVATE";
        let mut initial = None;
        if !vtype || matches!(&*name, "_final" | "_hash") {
            initial = self.expr()?;
        }
        let mut passes = false;
        if attributes.has(Attribute::ProcPointer) {
            passes = !self.binding()?.nopass;
        }
        self.s.close()?;
        Ok(Component { number, name, ty, shape, attributes, private, initial, passes })
    }

    fn basic(&mut self) -> Res<Basic> {
        Ok(match self.s.name()? {
            "INTEGER" => Basic::Integer,
            "UNSIGNED" => Basic::Unsigned,
            "REAL" => Basic::Real,
            "COMPLEX" => Basic::Complex,
            "LOGICAL" => Basic::Logical,
            "CHARACTER" => Basic::Character,
            "UNION" => Basic::Union,
            "DERIVED" => Basic::Derived,
            "CLASS" => Basic::Class,
            "PROCEDURE" => Basic::Procedure,
            "UNKNOWN" => Basic::Unknown,
            "VOID" => Basic::Void,
            "ASSUMED" => Basic::Assumed,
            _ => return self.s.error("this is no type"),
        })
    }

    fn ty(&mut self) -> Res<Type> {
        self.s.open()?;
        let basic = self.basic()?;
        let n = self.s.number()?;
        let aggregate = matches!(basic, Basic::Derived | Basic::Class | Basic::Union);
        let (kind, derived) = if aggregate { (0, n) } else { (n, 0) };
        let interface = self.s.number()?;
        self.s.int()?;
        self.s.int()?;
        self.basic()?;
        self.s.open()?;
        let mut length = None;
        if !self.s.closes()? {
            length = self.expr()?.map(Box::new);
            self.s.close()?;
        }
        let mut deferred = false;
        if !self.s.closes()? {
            deferred = self.s.name()? == "DEFERRED_CL";
            self.s.close()?;
        }
        Ok(Type { basic, kind, derived, interface, length, deferred })
    }

    fn shape(&mut self) -> Res<Option<Shape>> {
        self.s.open()?;
        if self.s.closes()? {
            return Ok(None);
        }
        let (rank, corank) = (self.s.number()?, self.s.number()?);
        let kind = match self.s.name()? {
            "EXPLICIT" => ShapeKind::Explicit,
            "ASSUMED_SHAPE" => ShapeKind::AssumedShape,
            "DEFERRED" => ShapeKind::Deferred,
            "ASSUMED_SIZE" => ShapeKind::AssumedSize,
            "ASSUMED_RANK" => ShapeKind::AssumedRank,
            _ => return self.s.error("this is no kind of a shape"),
        };
        let mut bounds = vec![];
        while !self.s.closes()? {
            bounds.push((self.expr()?, self.expr()?));
        }
        let known = kind == ShapeKind::AssumedRank || bounds.len() as u64 == u64::from(rank) + u64::from(corank);
        if !known || bounds.len() > 15 {
            return self.s.error("a shape has another number of bounds than its rank");
        }
        Ok(Some(Shape { kind, corank, bounds }))
    }

    fn items(&mut self) -> Res<Vec<Item>> {
        let mut out = vec![];
        self.s.open()?;
        while !self.s.closes()? {
            self.s.open()?;
            let value = self.expr()?;
            self.s.open()?;
            let repeated = !self.s.closes()?;
            if repeated {
                self.s.skip_rest()?;
            }
            self.s.close()?;
            out.push(Item { value, repeated });
        }
        Ok(out)
    }

    fn args(&mut self) -> Res<Vec<(String, Option<Expr>)>> {
        let mut out = vec![];
        self.s.open()?;
        while !self.s.closes()? {
            self.s.open()?;
            out.push((self.s.string()?, self.expr()?));
            self.s.close()?;
        }
        Ok(out)
    }

    fn expr(&mut self) -> Res<Option<Expr>> {
        self.s.open()?;
        if self.s.closes()? {
            return Ok(None);
        }
        let what = self.s.name()?;
        let ty = self.ty()?;
        let rank = self.s.number()?;
        let kind = match what {
            "OP" => self.operation()?,
            "CONDITIONAL" => ExprKind::Conditional(Box::new([self.expr()?, self.expr()?, self.expr()?])),
            "FUNCTION" => {
                let symbol = self.s.number()?;
                let args = self.args()?;
                self.s.bytes()?;
                let callee = match self.s.int()? {
                    0 => Callee::Intrinsic(self.s.string()?),
                    1 => Callee::Symbol(self.s.number()?),
                    2 => {
                        self.parts()?;
                        Callee::Other
                    }
                    3 => Callee::Other,
                    _ => return self.s.error("this is no kind of a function reference"),
                };
                ExprKind::Function { symbol, args, callee }
            }
            "VARIABLE" => ExprKind::Variable(self.s.number()?, self.parts()?),
            "SUBSTRING" => ExprKind::Substring(self.characters()?, self.parts()?),
            "STRUCTURE" => {
                let items = self.items()?;
                self.s.list(Scanner::string)?;
                ExprKind::Structure(items)
            }
            "ARRAY" => ExprKind::Array(self.items()?, self.s.list(Scanner::string)?),
            "CONSTANT" => ExprKind::Constant(self.constant(ty.basic)?),
            "NULL" => ExprKind::Null,
            _ => return self.s.error("this is no kind of an expression"),
        };
        if self.version >= 15 {
            self.s.skip_list()?;
        }
        self.s.close()?;
        Ok(Some(Expr { kind, ty, rank }))
    }

    fn operation(&mut self) -> Res<ExprKind> {
        let n = self.s.name()?;
        let Some(&(name, _)) = OPERATORS.iter().find(|o| o.0 == n && n != "ASSIGN") else {
            return self.s.error("this is no operator");
        };
        let count = if matches!(name, "UPLUS" | "UMINUS" | "NOT" | "PARENTHESES") { 1 } else { 2 };
        let mut operands = vec![];
        for _ in 0..count {
            match self.expr()? {
                Some(e) => operands.push(e),
                None => return self.s.error("an operand is missing"),
            }
        }
        Ok(ExprKind::Op(name, operands))
    }

    fn constant(&mut self, basic: Basic) -> Res<Constant> {
        Ok(match basic {
            Basic::Integer | Basic::Unsigned => Constant::Integer(self.s.string()?),
            Basic::Real => Constant::Real(self.s.string()?),
            Basic::Complex => Constant::Complex(self.s.string()?, self.s.string()?),
            Basic::Logical => Constant::Logical(self.s.int()? != 0),
            Basic::Character => {
                self.s.int()?;
                Constant::Character(self.characters()?)
            }
            _ => return self.s.error("there are no constants of this type"),
        })
    }

    /// Characters of any kind; those that cannot be printed have escapes.
    fn characters(&mut self) -> Res<Vec<u32>> {
        let b = self.s.bytes()?;
        let mut out = vec![];
        let mut k = 0;
        while k < b.len() {
            if b[k] != b'\\' {
                out.push(u32::from(b[k]));
                k += 1;
            } else if b.get(k + 1) == Some(&b'\\') {
                out.push(u32::from(b'\\'));
                k += 2;
            } else {
                let digits = b.get(k + 2..k + 10).filter(|_| b[k + 1] == b'U');
                let code = digits.and_then(|d| u32::from_str_radix(std::str::from_utf8(d).ok()?, 16).ok());
                match code {
                    Some(c) => out.push(c),
                    None => return self.s.error("a string has an unknown escape"),
                }
                k += 10;
            }
        }
        Ok(out)
    }

    fn parts(&mut self) -> Res<Vec<Part>> {
        let mut out = vec![];
        self.s.open()?;
        while !self.s.closes()? {
            self.s.open()?;
            out.push(match self.s.name()? {
                "ARRAY" => self.subscripts()?,
                "COMPONENT" => Part::Component(self.s.number()?, self.s.number()?),
                "SUBSTRING" => {
                    let (first, last) = (self.expr()?, self.expr()?);
                    self.s.skip_list()?;
                    Part::Substring(first.map(Box::new), last.map(Box::new))
                }
                "INQUIRY" => Part::Inquiry(self.s.name()?.to_string()),
                _ => return self.s.error("this selects no part of a variable"),
            });
            self.s.close()?;
        }
        Ok(out)
    }

    fn subscripts(&mut self) -> Res<Part> {
        self.s.open()?;
        let kind = self.s.name()?;
        let rank = self.s.number()?;
        if rank > 15 {
            return self.s.error("the rank is too large");
        }
        let mut parts = vec![];
        let mut elements = vec![];
        for _ in 0..rank {
            match kind {
                "ELEMENT" => elements.push(self.expr()?),
                "SECTION" => parts.push(([self.expr()?, self.expr()?, self.expr()?], false)),
                _ => {}
            }
        }
        for k in 0..rank as usize {
            // 1: a single subscript.
            let single = self.s.int()? == 1;
            if let Some(p) = parts.get_mut(k) {
                p.1 = single;
            }
        }
        self.s.close()?;
        Ok(match kind {
            "FULL" => Part::Whole,
            "ELEMENT" => Part::Element(elements),
            "SECTION" => Part::Section(parts),
            _ => return self.s.error("this is no way to write subscripts"),
        })
    }

    fn binding(&mut self) -> Res<Binding> {
        self.s.open()?;
        let private = self.s.name()? == "PRIVATE";
        let overriding = self.s.name()?;
        let (deferred, final_) = (overriding == "DEFERRED", overriding == "NON_OVERRIDABLE");
        let nopass = self.s.name()? == "NOPASS";
        let generic = self.s.name()? == "GENERIC";
        let component = self.s.name()? == "PPC";
        let pass = self.s.string()?;
        self.s.int()?;
        let mut b = Binding { private, deferred, final_, nopass, pass, ..Binding::default() };
        if generic {
            let specifics = self.s.list(|s| {
                s.int()?;
                s.string()
            })?;
            b.generic = Some(specifics);
        } else if !component {
            b.procedure = self.s.number()?;
        }
        self.s.close()?;
        Ok(b)
    }

    fn bindings(&mut self) -> Res<Vec<(String, Binding)>> {
        let mut out = vec![];
        self.s.open()?;
        while !self.s.closes()? {
            self.s.open()?;
            out.push((self.s.string()?, self.binding()?));
            self.s.close()?;
        }
        Ok(out)
    }

    fn bound(&mut self) -> Res<Option<Bound>> {
        self.s.open()?;
        if self.s.closes()? {
            return Ok(None);
        }
        let finals = self.s.list(Scanner::number)?;
        let procedures = self.bindings()?;
        let user_operators = self.bindings()?;
        let mut operators = vec![];
        self.s.open()?;
        while !self.s.closes()? {
            self.s.open()?;
            // The number of user operators stands between NOT and ASSIGN.
            let n = self.s.number()? as usize;
            let k = if n > 25 { n - 1 } else { n };
            let Some(&(name, _)) = OPERATORS.get(k).filter(|_| n != 25) else {
                return self.s.error("this is no operator");
            };
            operators.push((name, self.binding()?));
            self.s.close()?;
        }
        self.s.close()?;
        Ok(Some(Bound { finals, procedures, user_operators, operators }))
    }
}

fn generic(s: &mut Scanner) -> Res<Generic> {
    s.open()?;
    let (name, module) = (s.string()?, s.string()?);
    Ok(Generic { name, module, specifics: s.rest(Scanner::number)? })
}

fn common(s: &mut Scanner) -> Res<Common> {
    s.open()?;
    let c =
        Common { name: s.string()?, head: s.number()?, flags: s.number()?, bind_c: s.int()? != 0, label: s.string()? };
    s.close()?;
    Ok(c)
}

impl Module {
    /// What later stages rely on: symbols that others name exist, and chains end.
    fn check(&self) -> Result<(), String> {
        let known = |n: SymbolId| n == 0 || self.symbols.contains_key(&n);
        for (id, y) in &self.symbols {
            let named = y.dummies.iter().chain(&y.namelist).copied();
            let named = named.chain([y.result, y.common_next, y.ty.derived, y.ty.interface]);
            if let Some(n) = named.into_iter().find(|n| !known(*n)) {
                return Err(format!("names the symbol {n} in the symbol {id}, and has no such symbol"));
            }
        }
        let lists = self.operators.iter().chain(self.generics.iter().chain(&self.user_operators).map(|g| &g.specifics));
        let names = self.names.iter().map(|v| v.symbol).chain(self.commons.iter().map(|c| c.head));
        match lists.flatten().copied().chain(names).find(|n| !known(*n) || *n == 0) {
            Some(n) => Err(format!("names the symbol {n}, and has no such symbol")),
            None => Ok(()),
        }
    }
}
