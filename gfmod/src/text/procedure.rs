//! Procedures: their interfaces, as bodies of interface blocks or as procedures of the module without statements.

use super::*;

impl<'p> Writer<'p> {
    /// Whether a procedure is one of the module's own, with its code in the module's object.
    pub(super) fn is_contained(&self, y: &Symbol) -> bool {
        let a = &y.attributes;
        !a.has(Attribute::ProcPointer)
            && !a.has(Attribute::Abstract)
            && (a.module_procedure && a.source == Source::Definition && !a.has(Attribute::External)
                || a.has(Attribute::ModuleProcedure))
            && (a.has(Attribute::Subroutine) || a.has(Attribute::Function))
    }

    /// A procedure of another object, a procedure pointer, an abstract interface.
    pub(super) fn procedure_name(&mut self, file: usize, id: SymbolId, y: &'p Symbol) -> Result<(), String> {
        let a = &y.attributes;
        let name = lower(&y.name);
        if a.has(Attribute::ProcPointer) {
            let i = self.interface_name(file, id, y)?;
            self.line(format!("procedure({i}), pointer :: {name}"));
            return Ok(());
        }
        if a.source == Source::Body || a.has(Attribute::Abstract) {
            let word = if a.has(Attribute::Abstract) { "abstract interface" } else { "interface" };
            let at = self.lines.len();
            self.line(word);
            if let Err(e) = self.procedure(file, id, true) {
                self.lines.truncate(at);
                return Err(e);
            }
            self.line("end interface");
            return Ok(());
        }
        if a.has(Attribute::Generic) || a.has(Attribute::Intrinsic) || !a.has(Attribute::External) {
            return Ok(());
        }
        self.external(file, id, y, &name)
    }

    fn external(&mut self, file: usize, id: SymbolId, y: &Symbol, name: &str) -> Result<(), String> {
        if y.ty.interface != 0 {
            let i = self.interface_name(file, id, y)?;
            let optional = if y.attributes.has(Attribute::Optional) { ", optional" } else { "" };
            let pointer = if y.attributes.has(Attribute::ProcPointer) { ", pointer" } else { "" };
            let intent = if pointer.is_empty() { String::new() } else { intent_text(&y.attributes) };
            self.line(format!("procedure({i}){optional}{pointer}{intent} :: {name}"));
            return Ok(());
        }
        let optional = if y.attributes.has(Attribute::Optional) { ", optional" } else { "" };
        if y.attributes.has(Attribute::Function) {
            let ty = self.type_text(file, &y.ty, &y.attributes)?;
            self.line(format!("{ty}, external{optional} :: {name}"));
        } else {
            self.line(format!("external :: {name}"));
            if !optional.is_empty() {
                self.line(format!("optional :: {name}"));
            }
        }
        Ok(())
    }

    /// The name of the interface of a procedure pointer or dummy procedure; empty where it has none.
    fn interface_name(&mut self, file: usize, id: SymbolId, y: &Symbol) -> Text {
        match y.ty.interface {
            0 if self.pool.interface_of(file, id, y).is_some() => Err("its interface has no name".into()),
            0 if y.attributes.has(Attribute::Function) => self.type_text(file, &y.ty, &y.attributes),
            0 => Ok(String::new()),
            i if !self.pool.symbol(file, i).is_global() => Err("its interface is another dummy procedure".into()),
            i => self.refer(file, i),
        }
    }

    /// The text of a procedure: a body of an interface block, or a procedure of the module.
    pub(super) fn procedure(&mut self, file: usize, id: SymbolId, body: bool) -> Result<(), String> {
        let y = self.pool.symbol(file, id);
        let a = &y.attributes;
        let name = lower(&y.name);
        if !body && y.formal_scope == 0 && y.ty.interface != 0 {
            return Err("its interface is that of another procedure".into());
        }
        let at = self.lines.len();
        let result = self.procedure_lines(file, y, &name, body);
        if result.is_err() {
            self.lines.truncate(at);
        }
        let _ = a;
        result
    }

    fn procedure_lines(&mut self, file: usize, y: &'p Symbol, name: &str, body: bool) -> Result<(), String> {
        let a = &y.attributes;
        let mut args = vec![];
        for d in &y.dummies {
            args.push(match d {
                0 => "*".to_string(),
                d => {
                    let n = lower(&self.pool.symbol(file, *d).name);
                    if !is_name(&n) {
                        return Err("an argument has no name".into());
                    }
                    n
                }
            });
        }
        let mut head = String::new();
        if a.has(Attribute::Recursive) {
            head.push_str("recursive ");
        }
        match (a.has(Attribute::Elemental), a.has(Attribute::Pure)) {
            (true, true) => head.push_str("elemental "),
            (true, false) => head.push_str("impure elemental "),
            (false, true) => head.push_str("pure "),
            (false, false) => {}
        }
        let result = self.pool.result(file, y);
        let word = if result.is_some() { "function" } else { "subroutine" };
        head.push_str(&format!("{word} {name}({})", args.join(", ")));
        if a.has(Attribute::BindC) {
            head.push_str(&match &*y.label {
                "" => " bind(c, name='')".to_string(),
                l => format!(" bind(c, name='{}')", l.replace('\'', "''")),
            });
        }
        let result_name = result.map(|r| lower(&r.name));
        if let Some(r) = result_name.as_ref().filter(|r| *r != name) {
            head.push_str(&format!(" result({r})"));
        }
        self.line(head);
        if body {
            self.line("import");
        }
        for d in y.dummies.iter().filter(|d| **d != 0) {
            self.dummy(file, *d)?;
        }
        if let (Some(r), Some(n)) = (result, result_name) {
            if r.attributes.has(Attribute::ProcPointer) {
                return Err("its result is a procedure pointer".into());
            }
            let mut x = r.attributes.clone();
            x.intent = Intent::Unknown;
            let [ty, shape] = self.object(file, &r.ty, &x, r.shape.as_ref())?;
            self.line(format!("{ty} :: {n}{shape}"));
        }
        self.line(format!("end {word}"));
        Ok(())
    }

    fn dummy(&mut self, file: usize, id: SymbolId) -> Result<(), String> {
        let s = self.pool.symbol(file, id);
        let name = lower(&s.name);
        let a = &s.attributes;
        if a.flavor != Flavor::Procedure {
            let [ty, shape] = self.object(file, &s.ty, a, s.shape.as_ref())?;
            self.line(format!("{ty} :: {name}{shape}"));
            if a.external_bits & NO_ARG_CHECK != 0 {
                self.line(format!("no_arg_check :: {name}"));
            }
            return Ok(());
        }
        let own = s.ty.interface == 0 && self.pool.interface_of(file, id, s).is_some();
        if own && !a.has(Attribute::ProcPointer) {
            self.line("interface");
            self.procedure(file, id, true)?;
            self.line("end interface");
            if a.has(Attribute::Optional) {
                self.line(format!("optional :: {name}"));
            }
            return Ok(());
        }
        self.external(file, id, s, &name)
    }
}

fn intent_text(a: &Attributes) -> String {
    Writer::attribute_text(&Attributes { intent: a.intent, ..Attributes::default() })
}
