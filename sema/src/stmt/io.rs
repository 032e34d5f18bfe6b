//! Input and output statements.

use crate::ctx::*;
use crate::expr::Want;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, Arg, ArgValue, IoOp, LabelNo};
use ferrotran_typed::*;

/// Specifier: keyword, what it takes (`i` integer, `l` logical, `c` character; `>` defined by the statement), and the
/// statements that take it (R read, W write, O open, C close, I inquire, P positioning, F flush, A wait).
const SPECS: &[(&str, &str, &str)] = &[
    ("access", "c", "O"),
    ("access", ">c", "I"),
    ("action", "c", "O"),
    ("action", ">c", "I"),
    ("advance", "c", "RW"),
    ("asynchronous", "c", "ORW"),
    ("asynchronous", ">c", "I"),
    ("blank", "c", "OR"),
    ("blank", ">c", "I"),
    ("carriagecontrol", "c", "O"),
    ("carriagecontrol", ">c", "I"),
    ("convert", "c", "O"),
    ("convert", ">c", "I"),
    ("decimal", "c", "ORW"),
    ("decimal", ">c", "I"),
    ("delim", "c", "OW"),
    ("delim", ">c", "I"),
    ("direct", ">c", "I"),
    ("encoding", "c", "O"),
    ("encoding", ">c", "I"),
    ("exist", ">l", "I"),
    ("file", "c", "OI"),
    ("form", "c", "O"),
    ("form", ">c", "I"),
    ("formatted", ">c", "I"),
    ("id", ">i", "RW"),
    ("id", "i", "IA"),
    ("iomsg", ">c", "RWOCIPFA"),
    ("iostat", ">i", "RWOCIPFA"),
    ("iolength", ">i", "I"),
    ("leading_zero", "c", "OW"),
    ("leading_zero", ">c", "I"),
    ("name", ">c", "I"),
    ("named", ">l", "I"),
    ("newunit", ">i", "O"),
    ("nextrec", ">i", "I"),
    ("number", ">i", "I"),
    ("opened", ">l", "I"),
    ("pad", "c", "OR"),
    ("pad", ">c", "I"),
    ("pending", ">l", "I"),
    ("pos", "i", "RW"),
    ("pos", ">i", "I"),
    ("position", "c", "O"),
    ("position", ">c", "I"),
    ("read", ">c", "I"),
    ("readwrite", ">c", "I"),
    ("rec", "i", "RW"),
    ("recl", "i", "O"),
    ("recl", ">i", "I"),
    ("round", "c", "ORW"),
    ("round", ">c", "I"),
    ("sequential", ">c", "I"),
    ("share", "c", "O"),
    ("share", ">c", "I"),
    ("sign", "c", "OW"),
    ("sign", ">c", "I"),
    ("size", ">i", "RI"),
    ("status", "c", "OC"),
    ("stream", ">c", "I"),
    ("unformatted", ">c", "I"),
    ("write", ">c", "I"),
];

/// What stands before the items of an input or output statement.
#[derive(Clone, Copy)]
pub(super) enum Head<'a> {
    /// PRINT, and READ without parentheses: a format.
    Format(IoKind, &'a ast::IoFormat),
    /// READ and WRITE.
    Control(IoKind, &'a [Arg]),
    /// A statement about a file.
    File(IoOp, &'a [Arg]),
}

impl<'a> Sema<'a> {
    /// Whether a statement transfers to or from a character variable (allowed in pure procedures).
    fn internal_io(&mut self, sc: ScopeId, control: &'a [Arg]) -> bool {
        let Some(ArgValue::Expr(e)) =
            control.iter().find(|a| a.keyword.as_ref().is_none_or(|k| &*k.name == "unit")).map(|a| &a.value)
        else {
            return false;
        };
        let r = self.expr_want(sc, e, Want::Variable);
        matches!(r, Ok(x) if matches!(x.ty, Ty::Character(..)))
    }

    pub(super) fn io(&mut self, sc: ScopeId, head: Head<'a>, items: &'a [ast::IoItem], span: Span) -> Res<StmtKind> {
        if self.place.pure_ {
            let internal = match head {
                Head::Control(_, control) => self.internal_io(sc, control),
                Head::Format(..) | Head::File(..) => false,
            };
            if !internal {
                let text = "input and output are not allowed in a pure procedure";
                return Err(self.err(ErrorCode::Pure, span, text));
            }
        }
        let mut io = Io {
            kind: IoKind::Print,
            unit: IoUnit::Star,
            format: IoFormat::List,
            specs: vec![],
            err: None,
            end: None,
            eor: None,
            items: vec![],
            defined: vec![],
        };
        match head {
            Head::Format(kind, format) => {
                io.kind = kind;
                io.format = self.io_format(sc, format, span)?;
                self.transfer_items(sc, items, &mut io, span)?;
            }
            Head::Control(kind, control) => {
                io.kind = kind;
                let letter = if kind == IoKind::Read { 'R' } else { 'W' };
                self.io_control(sc, control, letter, &mut io, span)?;
                self.transfer_items(sc, items, &mut io, span)?;
            }
            Head::File(op, control) => {
                let (kind, letter) = match op {
                    IoOp::Open => (IoKind::Open, 'O'),
                    IoOp::Close => (IoKind::Close, 'C'),
                    IoOp::Inquire => (IoKind::Inquire, 'I'),
                    IoOp::Rewind => (IoKind::Rewind, 'P'),
                    IoOp::Backspace => (IoKind::Backspace, 'P'),
                    IoOp::Endfile => (IoKind::Endfile, 'P'),
                    IoOp::Flush => (IoKind::Flush, 'F'),
                    IoOp::Wait => (IoKind::Wait, 'A'),
                };
                io.kind = kind;
                io.format = IoFormat::Unformatted;
                self.io_control(sc, control, letter, &mut io, span)?;
                io.items = self.io_items(sc, items, false, None, &mut io.defined)?;
            }
        }
        if io.kind == IoKind::Read
            && let IoFormat::Text(t) = &io.format
            && super::format::zero_width(t)
        {
            return Err(self.err(ErrorCode::Io, span, "an edit descriptor for input has a positive width"));
        }
        if matches!(io.format, IoFormat::Namelist { .. }) && !io.items.is_empty() {
            return Err(self.err(ErrorCode::Io, span, "a namelist transfer has no list of items"));
        }
        Ok(StmtKind::Io(Box::new(io)))
    }

    fn io_format(&mut self, sc: ScopeId, f: &'a ast::IoFormat, span: Span) -> Res<IoFormat> {
        let format = self.io_format_of(sc, f, span)?;
        if let IoFormat::Namelist { .. } = format {
            self.newer(u16::MAX, span, "PRINT or READ with a namelist group and no control list")?;
        }
        Ok(format)
    }

    fn io_format_of(&mut self, sc: ScopeId, f: &'a ast::IoFormat, span: Span) -> Res<IoFormat> {
        match f {
            ast::IoFormat::Star => Ok(IoFormat::List),
            ast::IoFormat::Label(l) => self.format_label(*l, span),
            ast::IoFormat::Expr(e) => self.format_expr(sc, e),
        }
    }

    fn format_label(&mut self, l: LabelNo, span: Span) -> Res<IoFormat> {
        if let Some(i) = self.flow.labels.get_mut(&l) {
            i.used = true;
        }
        match self.flow.labels.get(&l).cloned() {
            Some(i) => match i.format {
                Some(t) => Ok(IoFormat::Text(t)),
                None => Err(self.err(ErrorCode::Io, span, format!("label {l} is not that of a FORMAT statement"))),
            },
            None => Err(self.err(ErrorCode::Io, span, format!("there is no FORMAT statement with label {l}"))),
        }
    }

    fn format_expr(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<IoFormat> {
        // A namelist group may stand in the place of the format.
        if let ast::ExprKind::Ref(p) = &e.kind
            && p.len() == 1
            && p[0].args.is_none()
            && let Some(Entry { ent: Entity::Namelist(n), .. }) = self.lookup(sc, &p[0].name.name)
        {
            return Ok(self.namelist(n));
        }
        if let ast::ExprKind::Int { value, kind: None } = &e.kind {
            return self.format_label(*value as LabelNo, e.span);
        }
        let x = self.expr(sc, e)?;
        if x.rank > 0
            && !matches!(x.kind, ExprKind::Var(_))
            && crate::expr::shape::shape_of(&self.prog, &x).contains(&Some(0))
        {
            return Err(self.err(ErrorCode::Io, e.span, "a format cannot be an array without elements"));
        }
        if let ExprKind::Const(Const::Array { elems, .. }) = &x.kind
            && elems.is_empty()
        {
            return Err(self.err(ErrorCode::Io, e.span, "a format cannot be an array without elements"));
        }
        if x.rank > 0
            && matches!(x.ty, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_))
            && let Some(c) = self.try_const(&x)
            && let Some(text) = crate::const_eval::storage::constant_bytes(&self.prog, &c, &x.ty)
        {
            self.numeric_format(e.span);
            return Ok(IoFormat::Text(text.trim_ascii().to_vec()));
        }
        match (&x.ty, &x.kind) {
            (Ty::Character(_, 4), _) => {
                Err(self.err(ErrorCode::Io, e.span, "a format must be of type default character, this has kind 4"))
            }
            (Ty::Character(..), ExprKind::Const(Const::Char(t))) => {
                let t = narrow(t).trim_ascii().to_vec();
                let old = self.opts.old_formats || self.opts.dec.blank_items;
                match super::format::check(&t, old, self.opts.default_widths, self.opts.standard > 1) {
                    Ok(text) => Ok(IoFormat::Text(text)),
                    Err((_, msg)) => Err(self.err(ErrorCode::Io, e.span, msg)),
                }
            }
            (Ty::Character(..), _) => Ok(IoFormat::Expr(x)),
            (Ty::Integer(_), ExprKind::Var(_))
                if x.rank == 0
                    && let Some(f) = self.assigned_format(&x) =>
            {
                Ok(IoFormat::Expr(f))
            }
            (Ty::Typeless, ExprKind::Const(Const::Char(t))) => Ok(IoFormat::Text(narrow(t).trim_ascii().to_vec())),
            // Text in numeric arrays, from before there were characters.
            (
                Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_) | Ty::Logical(_),
                ExprKind::Var(_) | ExprKind::Elem { .. },
            ) if self.holds_text(&x) => {
                self.numeric_format(e.span);
                Ok(IoFormat::Expr(x))
            }
            (t, _) => {
                let t = ty_name(&self.prog, t);
                Err(self.err(ErrorCode::Io, e.span, format!("a format must be of type character, this is {t}")))
            }
        }
    }

    fn io_control(&mut self, sc: ScopeId, control: &'a [Arg], op: char, io: &mut Io, span: Span) -> Res<()> {
        let transfer = matches!(op, 'R' | 'W');
        let mut unit: Option<IoUnit> = None;
        let mut format: Option<IoFormat> = None;
        let mut failed = false;
        let mut seen: Vec<&str> = vec![];
        for (i, a) in control.iter().enumerate() {
            let key: &str = match &a.keyword {
                Some(k) => &k.name,
                None if i == 0 => "unit",
                None if i == 1 && transfer => "fmt",
                None if op == 'O' && self.vax_open(a, io) => continue,
                None => {
                    self.err(ErrorCode::Io, a.span, "a specifier with a keyword is expected here");
                    failed = true;
                    continue;
                }
            };
            if seen.contains(&key) {
                self.err(ErrorCode::Io, a.span, format!("{} is given twice", key.to_uppercase()));
                failed = true;
                continue;
            }
            seen.push(key);
            let r = self.io_spec(sc, key, a, op, io, &mut unit, &mut format);
            failed |= r.is_err();
        }
        // With IOSTAT or ERR the program deals with a wrong word itself.
        if !failed && io.err.is_none() && !io.specs.iter().any(|s| s.0 == "iostat") {
            for (key, x) in io.specs.clone() {
                if let ExprKind::Const(Const::Char(v)) = &x.kind {
                    failed |= self.check_word(key, &narrow(v), op, x.span).is_err();
                }
            }
        }
        if failed {
            return Err(Reported);
        }
        io.unit = match unit {
            Some(u) => u,
            None => {
                let has = |k: &str| io.specs.iter().any(|s| s.0 == k);
                let ok = match op {
                    'O' => has("newunit"),
                    'I' => has("file") || has("iolength"),
                    'F' => control.is_empty(),
                    _ => false,
                };
                if !ok {
                    return Err(self.err(ErrorCode::Io, span, "the statement needs a UNIT"));
                }
                IoUnit::None
            }
        };
        if op == 'O' {
            self.check_newunit(io, span)?;
            self.check_connection(io, span)?;
        }
        if op == 'I' && matches!(io.unit, IoUnit::External(_)) && io.specs.iter().any(|s| s.0 == "file") {
            return Err(self.err(ErrorCode::Io, span, "INQUIRE takes a UNIT or a FILE, not both"));
        }
        if transfer {
            io.format = format.unwrap_or(IoFormat::Unformatted);
            let has = |k: &str| io.specs.iter().any(|s| s.0 == k);
            if matches!(io.unit, IoUnit::Internal(_)) {
                if matches!(io.format, IoFormat::Unformatted) {
                    return Err(self.err(
                        ErrorCode::Io,
                        span,
                        "a transfer to or from a character variable needs a format",
                    ));
                }
                let asynchronous = io.specs.iter().find(|s| s.0 == "asynchronous");
                if asynchronous.is_some_and(|s| !matches!(self.try_const(&s.1), Some(Const::Char(t)) if t.first() == Some(&('n' as u32)) || t.first() == Some(&('N' as u32)))) {
                    return Err(self.err(ErrorCode::Io, span, "a transfer to or from a character variable is not asynchronous"));
                }
                if has("rec") || has("pos") {
                    return Err(self.err(ErrorCode::Io, span, "REC and POS do not apply to an internal file"));
                }
            }
            if has("advance") && matches!(io.format, IoFormat::List | IoFormat::Unformatted | IoFormat::Namelist { .. })
            {
                return Err(self.err(ErrorCode::Io, span, "ADVANCE needs an explicit format"));
            }
            if has("size") && !has("advance") {
                return Err(self.err(ErrorCode::Io, span, "SIZE needs ADVANCE='NO'"));
            }
            if has("rec") && matches!(io.format, IoFormat::List | IoFormat::Namelist { .. }) {
                return Err(self.err(ErrorCode::Io, span, "REC excludes a list-directed or namelist transfer"));
            }
            if seen.contains(&"fmt") && seen.contains(&"nml") {
                return Err(self.err(ErrorCode::Io, span, "FMT and NML exclude each other"));
            }
            if has("rec") && has("pos") {
                return Err(self.err(ErrorCode::Io, span, "REC and POS exclude each other"));
            }
            if has("id") && !has("asynchronous") {
                return Err(self.err(ErrorCode::Io, span, "ID needs ASYNCHRONOUS='YES'"));
            }
            if has("rec") && io.end.is_some() {
                return Err(self.err(ErrorCode::Io, span, "REC excludes END"));
            }
            self.check_modes(io, span)?;
            self.check_advance(io, span)?;
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn io_spec(
        &mut self,
        sc: ScopeId,
        key: &str,
        a: &'a Arg,
        op: char,
        io: &mut Io,
        unit: &mut Option<IoUnit>,
        format: &mut Option<IoFormat>,
    ) -> Res<()> {
        let transfer = matches!(op, 'R' | 'W');
        match key {
            "unit" => {
                *unit = Some(match &a.value {
                    ArgValue::Star => IoUnit::Star,
                    ArgValue::Expr(e) => self.io_unit(sc, e, op)?,
                    _ => return Err(self.err(ErrorCode::Io, a.span, "this is not a unit")),
                });
                Ok(())
            }
            "fmt" | "nml" if transfer => {
                *format = Some(match &a.value {
                    ArgValue::Star => IoFormat::List,
                    ArgValue::Expr(e) => {
                        let f = self.format_expr(sc, e)?;
                        if key == "nml" && !matches!(f, IoFormat::Namelist { .. }) {
                            return Err(self.err(ErrorCode::Io, a.span, "NML needs the name of a namelist group"));
                        }
                        f
                    }
                    _ => return Err(self.err(ErrorCode::Io, a.span, "this is not a format")),
                });
                Ok(())
            }
            "end" | "eor" if !matches!(op, 'R' | 'A') => {
                let text = format!("{} is only for READ and WAIT", key.to_uppercase());
                Err(self.err(ErrorCode::Io, a.span, text))
            }
            "err" | "end" | "eor" => {
                let ArgValue::Expr(ast::Expr { kind: ast::ExprKind::Int { value, .. }, .. }) = &a.value else {
                    return Err(self.err(ErrorCode::Io, a.span, "a label is expected here"));
                };
                let l = *value as LabelNo;
                let blocks = self.flow.blocks.clone();
                self.flow.gotos.push((l, a.span, blocks));
                match key {
                    "err" => io.err = Some(l),
                    "end" => io.end = Some(l),
                    _ => io.eor = Some(l),
                }
                Ok(())
            }
            _ => self.plain_spec(sc, key, a, op, io),
        }
    }

    /// The unit of a statement: `op` is its letter in [`SPECS`].
    fn io_unit(&mut self, sc: ScopeId, e: &'a ast::Expr, op: char) -> Res<IoUnit> {
        let transfer = matches!(op, 'R' | 'W');
        let x = self.expr_want(sc, e, Want::Variable)?;
        Ok(match &x.ty {
            Ty::Character(..) if transfer && crate::call::has_vector_subscript(&x) => {
                let text = "an internal file cannot be a section with a vector subscript";
                return Err(self.err(ErrorCode::Io, e.span, text));
            }
            Ty::Integer(_) if x.rank == 0 => {
                if op == 'I'
                    && let ExprKind::Const(Const::Int(n @ (-1 | -2))) = &x.kind
                {
                    let text = format!("the unit of INQUIRE cannot be {n}");
                    return Err(self.err(ErrorCode::Io, e.span, text));
                }
                if let ExprKind::Const(Const::Int(n)) = &x.kind
                    && *n < 0
                    && !matches!(op, 'I' | 'O')
                {
                    let text = format!("unit {n} is negative");
                    if transfer {
                        return Err(self.err(ErrorCode::Io, e.span, text));
                    }
                    // An error at run time, which IOSTAT and ERR can catch.
                    self.diag.warning(ErrorCode::Io, e.span, text);
                }
                IoUnit::External(x)
            }
            Ty::Character(..) if transfer && matches!(x.kind, ExprKind::Const(_)) => {
                let text = "an internal unit must be a variable";
                return Err(self.err(ErrorCode::Io, e.span, text));
            }
            Ty::Character(..) if transfer => {
                if op == 'W' {
                    self.check_definable(&x, "written to")?;
                }
                IoUnit::Internal(x)
            }
            t => {
                let t = ty_name(&self.prog, t);
                return Err(self.err(
                    ErrorCode::Io,
                    e.span,
                    format!(
                        "a unit must be a scalar integer{}, this is {t}",
                        if transfer { " or a character variable" } else { "" }
                    ),
                ));
            }
        })
    }

    /// A specifier that is a value or a variable, as its row in [`SPECS`] says.
    fn plain_spec(&mut self, sc: ScopeId, key: &str, a: &'a Arg, op: char, io: &mut Io) -> Res<()> {
        let transfer = matches!(op, 'R' | 'W');
        let Some(&(name, what, _)) = SPECS.iter().find(|s| s.0 == key && s.2.contains(op)) else {
            let span = a.keyword.as_ref().map_or(a.span, |k| k.span);
            let known: Vec<&str> = SPECS.iter().filter(|s| s.2.contains(op)).map(|s| s.0).collect();
            let hint = ferrotran_source::message::nearest(key, known)
                .map_or(String::new(), |n| format!(" (did you mean `{n}`?)"));
            return Err(self.err(ErrorCode::Io, span, format!("`{key}` is not a specifier of this statement{hint}")));
        };
        let ArgValue::Expr(e) = &a.value else {
            return Err(self.err(ErrorCode::Io, a.span, "an expression is expected here"));
        };
        let out = what.starts_with('>');
        let x = self.expr_want(sc, e, if out { Want::Variable } else { Want::Value })?;
        let fits = match what.trim_start_matches('>') {
            "i" => matches!(x.ty, Ty::Integer(_)),
            "l" => matches!(x.ty, Ty::Logical(_)),
            _ => matches!(x.ty, Ty::Character(_, 1)),
        };
        if !fits || x.rank != 0 {
            let want = match what.trim_start_matches('>') {
                "i" => "integer",
                "l" => "logical",
                _ => "character",
            };
            let t = ty_name(&self.prog, &x.ty);
            return Err(self.err(
                ErrorCode::Io,
                e.span,
                format!(
                    "{} needs a scalar {want}{}, this is {t}",
                    key.to_uppercase(),
                    if out { " variable" } else { "" }
                ),
            ));
        }
        let default = match &x.ty {
            Ty::Integer(k) => *k == self.opts.default_integer,
            Ty::Logical(k) => *k == self.opts.default_logical,
            _ => true,
        };
        if !default && out {
            let first = if matches!(x.ty, Ty::Logical(_)) { 2008 } else { 2003 };
            self.newer(first, e.span, "a variable of another kind than the default one here")?;
        }
        // C1221
        if key == "asynchronous" && transfer && self.try_const(&x).is_none() {
            return Err(self.err(ErrorCode::Io, e.span, "ASYNCHRONOUS needs a constant here"));
        }
        if out {
            self.check_definable(&x, &format!("defined by {}", key.to_uppercase()))?;
        }
        io.specs.push((name, x));
        Ok(())
    }

    /// The items of a data transfer, and the procedures of defined input/output for them.
    fn transfer_items(&mut self, sc: ScopeId, items: &'a [ast::IoItem], io: &mut Io, at: Span) -> Res<()> {
        let input = io.kind == IoKind::Read;
        let generic = match (input, matches!(io.format, IoFormat::Unformatted)) {
            (true, false) => "read(formatted)",
            (true, true) => "read(unformatted)",
            (false, false) => "write(formatted)",
            (false, true) => "write(unformatted)",
        };
        if let IoFormat::Namelist { members, .. } = &io.format {
            for (_, m) in members.clone() {
                let (ty, span) = (self.sym(m).ty.clone(), self.sym(m).span);
                if let Ty::Derived(t) | Ty::Class(Some(t)) = ty {
                    self.collect_defined(sc, t, generic, span, &mut io.defined)?;
                }
                self.check_namelist_transfer(m, input, &io.defined, at)?;
            }
        }
        io.items = self.io_items(sc, items, input, Some(generic), &mut io.defined)?;
        Ok(())
    }

    fn io_items(
        &mut self,
        sc: ScopeId,
        items: &'a [ast::IoItem],
        input: bool,
        generic: Option<&'static str>,
        defined: &mut Vec<DefinedIo>,
    ) -> Res<Vec<IoItem>> {
        let mut out = vec![];
        let mut failed = false;
        for i in items {
            match self.io_item(sc, i, input, generic, defined) {
                Ok(x) => out.push(x),
                Err(_) => failed = true,
            }
        }
        if failed { Err(Reported) } else { Ok(out) }
    }

    fn io_item(
        &mut self,
        sc: ScopeId,
        i: &'a ast::IoItem,
        input: bool,
        generic: Option<&'static str>,
        defined: &mut Vec<DefinedIo>,
    ) -> Res<IoItem> {
        match i {
            ast::IoItem::Expr(e) => {
                let x = self.expr_want(sc, e, if input { Want::Variable } else { Want::Value })?;
                if input {
                    self.check_definable(&x, "read into")?;
                }
                let mut x = x;
                if crate::expr::typeless::is_hollerith(&x) && !input {
                    x = self.convert(x, &Ty::Character(CharLen::Runtime, 1))?;
                }
                if matches!(x.kind, ExprKind::Null) {
                    return Err(self.err(ErrorCode::Io, x.span, "NULL() is no output item"));
                }
                if matches!(x.ty, Ty::Typeless) && matches!(x.kind, ExprKind::Const(_)) && !input {
                    // C7109: such a constant stands in DATA and as an argument of some intrinsics only.
                    let text = "a BOZ constant has no type, so it cannot be an output item: use `int`";
                    return Err(self.err(ErrorCode::Io, x.span, text));
                }
                self.no_typeless(&x)?;
                if let (Some(g), Ty::Derived(t) | Ty::Class(Some(t))) = (generic, &x.ty) {
                    let t = *t;
                    self.collect_defined(sc, t, g, x.span, defined)?;
                }
                match &x.ty {
                    Ty::Derived(t) => self.check_io_type(*t, x.span, defined)?,
                    Ty::Class(Some(t)) if defined.iter().any(|d| d.ty == *t) => {}
                    Ty::Class(_) => {
                        return Err(self.err(
                            ErrorCode::Io,
                            x.span,
                            "a polymorphic item needs a procedure of defined input/output",
                        ));
                    }
                    _ => {}
                }
                Ok(IoItem::Expr(x))
            }
            ast::IoItem::ImpliedDo(d) => {
                let var_expr = self.implied_var(sc, &d.var)?;
                let ty = var_expr.ty.clone();
                let bound = |this: &mut Self, e: &'a ast::Expr| -> Res<Expr> {
                    let x = this.expr(sc, e)?;
                    if !matches!(x.ty, Ty::Integer(_) | Ty::Real(_)) || x.rank != 0 {
                        return Err(this.err(
                            ErrorCode::Type,
                            e.span,
                            "the bound of an implied do must be a scalar integer",
                        ));
                    }
                    this.convert(x, &ty)
                };
                let lower = bound(self, &d.lower);
                let upper = bound(self, &d.upper);
                let step = d.step.as_ref().map(|s| bound(self, s)).transpose();
                let items = self.io_items(sc, &d.items, input, generic, defined);
                Ok(IoItem::ImpliedDo { var: var_expr, lower: lower?, upper: upper?, step: step?, items: items? })
            }
        }
    }

    fn implied_var(&mut self, sc: ScopeId, id: &ast::Ident) -> Res<Expr> {
        let s = self.variable_named(sc, id)?;
        let e = Expr { kind: ExprKind::Var(s), ty: self.sym(s).ty.clone(), rank: self.sym(s).rank(), span: id.span };
        if e.rank != 0 || !matches!(e.ty, Ty::Integer(_) | Ty::Real(_)) {
            return Err(self.err(ErrorCode::Type, id.span, "the variable of an implied do must be a scalar integer"));
        }
        self.check_definable(&e, "the variable of an implied do")?;
        Ok(e)
    }

    fn check_io_type(&mut self, t: TypeId, span: Span, defined: &[DefinedIo]) -> Res<()> {
        if defined.iter().any(|d| d.ty == t) {
            return Ok(());
        }
        if self.types.info[t.0 as usize].module.as_deref() == Some("iso_c_binding") {
            self.uses_feature(crate::checks::standard::Typed::AddressItem, span);
            return Ok(());
        }
        for (of, i) in self.flat_components(t) {
            let c = self.ty(of).components[i].clone();
            if c.private
                && let Some(m) = self.types.info[of.0 as usize].module.clone()
                && self.place.module.as_ref() != Some(&m)
            {
                let text = format!(
                    "a structure with the private component `{}` cannot be an item outside of module `{m}`",
                    c.name
                );
                return Err(self.err(ErrorCode::Io, span, text));
            }
            if (c.allocatable || c.pointer) && c.role != Role::Sized {
                return Err(self.err(
                    ErrorCode::Io,
                    span,
                    format!("a structure with the allocatable or pointer component `{}` cannot be an item without defined input/output", c.name),
                ));
            }
            if let Ty::Derived(x) = c.ty {
                self.check_io_type(x, span, defined)?;
            }
        }
        Ok(())
    }
}

impl<'a> Rules<'a> {
    /// Whether a variable is an array of known extent, or an element of one, in contiguous storage.
    /// Warns of text of a format that is not in characters.
    fn numeric_format(&mut self, span: Span) {
        let text = "a format of a type other than character is not standard since Fortran 77";
        self.diag.warning(ErrorCode::Extension, span, text);
    }

    /// NEWUNIT goes with FILE or a scratch file, and not with UNIT (12.5.6.12, C1204).
    fn check_newunit(&mut self, io: &Io, span: Span) -> Res<()> {
        let get = |k: &str| io.specs.iter().find(|s| s.0 == k).map(|s| &s.1);
        let Some(unit) = get("newunit") else { return Ok(()) };
        if !matches!(io.unit, IoUnit::None) {
            return Err(self.err(ErrorCode::Io, unit.span, "UNIT and NEWUNIT exclude each other"));
        }
        let scratch = match get("status").map(|s| &s.kind) {
            Some(ExprKind::Const(Const::Char(v))) => narrow(v).trim_ascii().eq_ignore_ascii_case(b"scratch"),
            s => s.is_some(),
        };
        if get("file").is_none() && !scratch {
            return Err(self.err(ErrorCode::Io, span, "NEWUNIT needs FILE or STATUS='SCRATCH'"));
        }
        Ok(())
    }

    /// A constant value of a specifier that has a list of words (12.5.6, 12.6.2).
    fn check_word(&mut self, key: &str, value: &[u8], op: char, span: Span) -> Res<()> {
        let words: &[&str] = match (key, op) {
            ("status", 'C') => &["keep", "delete"],
            ("status", _) => &["old", "new", "scratch", "replace", "unknown"],
            ("access", _) => &["sequential", "direct", "stream", "append"],
            ("action", _) => &["read", "write", "readwrite"],
            ("advance", _) | ("pad", _) | ("asynchronous", _) => &["yes", "no"],
            ("form", _) => &["formatted", "unformatted"],
            ("position", _) => &["asis", "rewind", "append"],
            ("delim", _) => &["apostrophe", "quote", "none"],
            ("blank", _) => &["null", "zero"],
            ("decimal", _) => &["comma", "point"],
            ("leading_zero", _) => &["print", "suppress", "processor_defined"],
            ("sign", _) => &["plus", "suppress", "processor_defined"],
            ("round", _) => &["up", "down", "zero", "nearest", "compatible", "processor_defined"],
            ("encoding", _) => &["utf-8", "default"],
            ("carriagecontrol", _) => &["fortran", "list", "none"],
            ("share", _) => &["denyrw", "denynone", "nodeny"],
            _ => return Ok(()),
        };
        let text = String::from_utf8_lossy(value).trim().to_lowercase();
        if op == 'I' || words.contains(&&*text) {
            return Ok(());
        }
        let hint = ferrotran_source::message::nearest(&text, words.iter().copied());
        let mut d = ferrotran_source::message::Diagnostic::error(
            ErrorCode::Io,
            span,
            format!("`{text}` is not a value of {}: it takes {}", key.to_uppercase(), words.join(", ")),
        );
        if let Some(h) = hint {
            d = d.with_help(format!("did you mean `{h}`?"));
        }
        Err(self.report(d))
    }

    /// What a namelist transfer cannot do to a member (12.6.4.8, C1227 by way of 12.6.3).
    fn check_namelist_transfer(&mut self, m: SymbolId, input: bool, defined: &[DefinedIo], at: Span) -> Res<()> {
        let s = self.sym(m).clone();
        let why = match &s.ty {
            Ty::Derived(t) | Ty::Class(Some(t)) if defined.iter().any(|d| d.ty == *t) => None,
            Ty::Class(_) => Some("it is polymorphic, so it needs a procedure of defined input/output"),
            Ty::Derived(t) => {
                let served = |t: &Ty| matches!(t, Ty::Derived(x) if defined.iter().any(|d| d.ty == *x));
                self.any_component(*t, &|of, c| {
                    (c.allocatable || c.pointer) && !served(&c.ty) && !served(&Ty::Derived(of))
                })
                .then_some("allocatable or pointer components need a procedure of defined input/output")
            }
            _ => None,
        };
        let why = match why {
            None if input && s.intent == Intent::In && !s.pointer => Some("it has INTENT(IN)"),
            w => w,
        };
        match why {
            Some(w) => {
                let text = format!("namelist member `{}` cannot be transferred: {w}", s.name);
                let d =
                    ferrotran_source::message::Diagnostic::error(ErrorCode::Io, at, text).also(s.span, "declared here");
                Err(self.report(d))
            }
            None => Ok(()),
        }
    }
}

impl<'a> Facts<'a> {
    fn holds_text(&self, x: &Expr) -> bool {
        let base = match &x.kind {
            ExprKind::Elem { base, .. } => base,
            _ => x,
        };
        let ExprKind::Var(s) = &base.kind else { return false };
        let s = self.sym(*s);
        s.allocatable || (!s.pointer && matches!(s.dims, Dims::Explicit(_)))
    }

    fn namelist(&self, n: u32) -> IoFormat {
        let (name, members) = self.storage.namelists[n as usize].clone();
        IoFormat::Namelist { name, members }
    }

    /// The specifiers of OPEN in VAX Fortran that are words alone: READONLY, SHARED, NOSHARED.
    fn vax_open(&mut self, a: &'a Arg, io: &mut Io) -> bool {
        let ArgValue::Expr(ast::Expr { kind: ast::ExprKind::Ref(parts), span }) = &a.value else { return false };
        let [part] = &parts[..] else { return false };
        let (key, kind, ty) = match &*part.name.name {
            "readonly" => ("readonly", ExprKind::Const(Const::Int(1)), Ty::Integer(4)),
            word @ ("shared" | "noshared") => {
                let text = if word == "shared" { b"DENYNONE" as &[u8] } else { b"DENYRW" };
                let ty = Ty::Character(CharLen::Const(text.len() as i64), 1);
                ("share", ExprKind::Const(Const::text(text)), ty)
            }
            _ => return false,
        };
        io.specs.push((key, Expr { kind, ty, rank: 0, span: *span }));
        true
    }
}
