//! Expressions as text.

use super::*;
use crate::numbers;

impl Writer<'_> {
    /// An expression.
    pub fn expr(&mut self, file: usize, e: &Expr) -> Text {
        Ok(match &e.kind {
            ExprKind::Op(name, operands) => self.operation(file, name, operands)?,
            ExprKind::Conditional(parts) => {
                let [Some(c), Some(a), Some(b)] = &**parts else { return Err("a condition is not complete".into()) };
                format!("({} ? {} : {})", self.expr(file, c)?, self.expr(file, a)?, self.expr(file, b)?)
            }
            ExprKind::Function { symbol, args, callee } => self.function(file, e, *symbol, args, callee)?,
            ExprKind::Variable(y, parts) => {
                let mut out = self.refer(file, *y)?;
                for p in parts {
                    out.push_str(&self.part(file, p)?);
                }
                out
            }
            ExprKind::Substring(chars, parts) => {
                let mut out = characters(chars, 1)?;
                for p in parts {
                    out.push_str(&self.part(file, p)?);
                }
                out
            }
            ExprKind::Structure(items) => self.structure(file, &e.ty, items)?,
            ExprKind::Array(items, shape) => self.array(file, e, items, shape)?,
            ExprKind::Constant(c) => constant(c, e.ty.kind)?,
            ExprKind::Null => "null()".into(),
        })
    }

    fn operation(&mut self, file: usize, name: &str, operands: &[Expr]) -> Text {
        let mut texts = vec![];
        for o in operands {
            texts.push(self.expr(file, o)?);
        }
        let sign = OPERATORS.iter().find(|o| o.0 == name).map_or("", |o| o.1);
        match (&texts[..], name) {
            ([x], "PARENTHESES") => Ok(format!("({x})")),
            ([x], _) => Ok(format!("({sign} {x})")),
            ([x, y], _) => Ok(format!("({x} {sign} {y})")),
            _ => Err("an operator has too many operands".into()),
        }
    }

    fn function(
        &mut self,
        file: usize,
        e: &Expr,
        symbol: SymbolId,
        args: &[(String, Option<Expr>)],
        callee: &Callee,
    ) -> Text {
        let name = match callee {
            Callee::Symbol(y) if *y != 0 => self.refer(file, *y)?,
            Callee::Symbol(_) | Callee::Other => self.refer(file, symbol)?,
            Callee::Intrinsic(n) => n.clone(),
        };
        let mut list = vec![];
        let mut absent = false;
        for (keyword, a) in args {
            let Some(a) = a else {
                absent = true;
                continue;
            };
            let text = self.expr(file, a)?;
            list.push(match (&**keyword, absent) {
                ("", true) if matches!(&*name, "size" | "lbound" | "ubound" | "shape" | "len" | "len_trim") => {
                    format!("kind={text}")
                }
                ("", true) => return Err(format!("a reference of `{name}` leaves out an argument")),
                ("", false) => text,
                (k, _) => format!("{}={text}", lower(k)),
            });
        }
        if name.starts_with("__convert") {
            let function = match e.ty.basic {
                Basic::Integer => "int",
                Basic::Real => "real",
                Basic::Complex => "cmplx",
                Basic::Logical => "logical",
                _ => return Err("a conversion is not known".into()),
            };
            let [x] = &list[..] else { return Err("a conversion has no operand".into()) };
            return Ok(format!("{function}({x}, kind={})", e.ty.kind));
        }
        match is_name(name.trim_end_matches(|c: char| c == '$' || c.is_ascii_alphanumeric() || c == '_')) {
            false if !name.bytes().next().is_some_and(|b| b.is_ascii_alphabetic()) => {
                Err(format!("`{name}` is no function that a program can name"))
            }
            _ => Ok(format!("{name}({})", list.join(", "))),
        }
    }

    fn optional(&mut self, file: usize, e: &Option<Expr>) -> Text {
        e.as_ref().map_or(Ok(String::new()), |e| self.expr(file, e))
    }

    fn part(&mut self, file: usize, p: &Part) -> Text {
        Ok(match p {
            Part::Whole => String::new(),
            Part::Element(list) => {
                let mut texts = vec![];
                for x in list {
                    texts.push(self.optional(file, x)?);
                }
                format!("({})", texts.join(", "))
            }
            Part::Section(list) => {
                let mut texts = vec![];
                for ([a, b, c], single) in list {
                    let first = self.optional(file, a)?;
                    texts.push(match (single, c) {
                        (true, _) => first,
                        (false, None) => format!("{first}:{}", self.optional(file, b)?),
                        (false, Some(c)) => {
                            format!("{first}:{}:{}", self.optional(file, b)?, self.expr(file, c)?)
                        }
                    });
                }
                format!("({})", texts.join(", "))
            }
            Part::Component(y, n) => {
                let owner = self.pool.module(file).symbols.get(y);
                let found = owner.and_then(|t| t.components.iter().find(|c| c.number == *n));
                match found {
                    Some(c) => format!("%{}", component_name(c)),
                    None => return Err("a component is not known".into()),
                }
            }
            Part::Substring(a, b) => {
                let a = a.as_deref().map_or(Ok(String::new()), |e| self.expr(file, e))?;
                let b = b.as_deref().map_or(Ok(String::new()), |e| self.expr(file, e))?;
                format!("({a}:{b})")
            }
            Part::Inquiry(what) => format!("%{}", lower(what)),
        })
    }

    fn structure(&mut self, file: usize, t: &Type, items: &[Item]) -> Text {
        let name = self.refer(file, t.derived)?;
        let Some(d) = self.pool.module(file).symbols.get(&t.derived) else { return Err("a type is missing".into()) };
        let mut list = vec![];
        for (c, item) in d.components.iter().zip(items) {
            let Some(v) = &item.value else { continue };
            if c.attributes.has(Attribute::Pointer) || item.repeated {
                match v.kind {
                    ExprKind::Null => continue,
                    _ => return Err("a constant has a pointer that is associated".into()),
                }
            }
            list.push(format!("{}={}", component_name(c), self.expr(file, v)?));
        }
        Ok(format!("{name}({})", list.join(", ")))
    }

    fn array(&mut self, file: usize, e: &Expr, items: &[Item], shape: &[String]) -> Text {
        let mut list = vec![];
        for i in items {
            match (&i.value, i.repeated) {
                (Some(v), false) => list.push(self.expr(file, v)?),
                _ => return Err("an array constructor is not written out".into()),
            }
        }
        let longest = items.iter().find_map(|i| match &i.value.as_ref()?.kind {
            ExprKind::Constant(Constant::Character(c)) => Some(c.len()),
            _ => None,
        });
        let ty = match (e.ty.basic, longest) {
            (Basic::Character, n) => format!("character(len={}, kind={})", n.unwrap_or(0), e.ty.kind),
            (Basic::Derived, _) => self.refer(file, e.ty.derived)?,
            _ => self.type_text(file, &e.ty, &Attributes::default())?,
        };
        let vector = format!("[{ty} :: {}]", list.join(", "));
        if shape.len() < 2 {
            return Ok(vector);
        }
        if !shape.iter().all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())) {
            return Err("an array has no shape".into());
        }
        Ok(format!("reshape({vector}, [{}])", shape.join("_8, ") + "_8"))
    }
}

/// A constant.
fn constant(c: &Constant, kind: u32) -> Text {
    Ok(match c {
        Constant::Integer(n) => {
            let digits = n.strip_prefix('-').unwrap_or(n);
            if digits.is_empty() || digits.len() > 40 || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(format!("`{n}` is no integer"));
            }
            match n.strip_prefix('-') {
                // The least integer has no constant of its own.
                Some(d) => match d.parse::<u128>() {
                    Ok(v) if v > 0 => format!("(-{}_{kind} - 1_{kind})", v - 1),
                    _ => format!("0_{kind}"),
                },
                None => format!("{n}_{kind}"),
            }
        }
        Constant::Real(r) => real(r, kind)?,
        Constant::Complex(a, b) => format!("cmplx({}, {}, kind={kind})", real(a, kind)?, real(b, kind)?),
        Constant::Logical(true) => format!(".true._{kind}"),
        Constant::Logical(false) => format!(".false._{kind}"),
        Constant::Character(c) => characters(c, kind)?,
    })
}

fn real(text: &str, kind: u32) -> Text {
    let pattern = |four: &str, eight: &str| match kind {
        4 => Ok(format!("real(z'{four}', 4)")),
        8 => Ok(format!("real(z'{eight}', 8)")),
        _ => Err(format!("`{text}` is no number")),
    };
    match text {
        "@Inf@" => pattern("7F800000", "7FF0000000000000"),
        "-@Inf@" => pattern("FF800000", "FFF0000000000000"),
        "@NaN@" | "-@NaN@" => pattern("7FC00000", "7FF8000000000000"),
        _ => {
            let d = numbers::decimal(text).ok_or_else(|| format!("`{text}` is no number"))?;
            Ok(if d.starts_with('-') { format!("({d}_{kind})") } else { format!("{d}_{kind}") })
        }
    }
}

/// A string: what is printable between apostrophes, the rest by ACHAR.
fn characters(c: &[u32], kind: u32) -> Text {
    if c.len() > 1 << 20 {
        return Err("a string is too long".into());
    }
    let prefix = if kind == 1 { String::new() } else { format!("{kind}_") };
    let mut parts = vec![];
    let mut text = String::new();
    for &x in c {
        match u8::try_from(x) {
            Ok(b) if (0x20..0x7f).contains(&b) => {
                text.push(char::from(b));
                if b == b'\'' {
                    text.push('\'');
                }
            }
            _ => {
                if !text.is_empty() {
                    parts.push(format!("{prefix}'{}'", std::mem::take(&mut text)));
                }
                parts.push(format!("char({x}, kind={kind})"));
            }
        }
    }
    if !text.is_empty() || parts.is_empty() {
        parts.push(format!("{prefix}'{text}'"));
    }
    Ok(match &parts[..] {
        [one] => one.clone(),
        all => format!("({})", all.join(" // ")),
    })
}
