//! Parameterized derived types (Fortran 2018, 7.5.3): each combination of values of the type parameters is a type of
//! its own, made from the definition on first use.

use super::lengths::{LenArg, LenParam};
use crate::ctx::*;
use ferrotran_source::Span;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{self, Arg, ArgValue, AttrSpec, Name, Part, StmtKind};
use ferrotran_typed::*;
use rustc_hash::FxHashSet;

/// The definition of a type with parameters.
#[derive(Clone, Debug)]
pub(crate) struct Template<'a> {
    pub def: &'a ast::DerivedTypeDef,
    pub scope: ScopeId,
    /// Those of the parent come first.
    pub params: Vec<TypeParam<'a>>,
    pub parent: Option<TypeId>,
}

/// A type parameter.
#[derive(Clone, Debug)]
pub(crate) struct TypeParam<'a> {
    pub name: Name,
    pub len: bool,
    /// The type that it is declared with.
    pub spec: &'a ast::TypeSpec,
    pub default: Option<&'a ast::Expr>,
    /// Where the default is evaluated.
    pub scope: ScopeId,
}

/// Whether a statement among the components declares type parameters.
pub(crate) fn declares_params(st: &ast::Stmt) -> bool {
    matches!(&st.kind, StmtKind::TypeDecl { attrs, .. }
        if attrs.iter().any(|(a, _)| matches!(a, AttrSpec::Kind | AttrSpec::Len)))
}

impl<'a> Resolver<'a> {
    /// Keeps the definition of a type that has parameters, its own or those of its parent; false for others.
    pub(super) fn enter_template(&mut self, sc: ScopeId, id: TypeId, def: &'a ast::DerivedTypeDef) -> bool {
        let parent = def.extends.as_ref().and_then(|p| match self.lookup(sc, &p.name) {
            Some(Entry { ent: Entity::Type(t), .. }) if self.types.templates.contains_key(&t) => Some(t),
            _ => None,
        });
        if def.params.is_empty() && parent.is_none() {
            return false;
        }
        let mut params = parent.map_or(vec![], |p| self.types.templates[&p].params.clone());
        for p in &def.params {
            let declared = def.components.iter().filter(|s| declares_params(s)).find_map(|s| match &s.kind {
                StmtKind::TypeDecl { spec, attrs, entities } => {
                    let len = attrs.iter().any(|(a, _)| matches!(a, AttrSpec::Len));
                    entities.iter().find(|e| e.name.name == p.name).map(|e| (len, e, spec))
                }
                _ => None,
            });
            let Some((len, e, spec)) = declared else {
                let text = format!("type parameter `{}` is not declared with KIND or LEN", p.name);
                self.err(ErrorCode::DerivedType, p.span, text);
                self.types.info[id.0 as usize].bad = true;
                continue;
            };
            let default = match &e.init {
                Some(ast::Init::Value(x)) => Some(x),
                _ => None,
            };
            params.push(TypeParam { name: p.name.clone(), len, spec, default, scope: sc });
        }
        self.types.templates.insert(id, Template { def, scope: sc, params, parent });
        let info = &mut self.types.info[id.0 as usize];
        info.def = None;
        info.bindings_done = State::Done;
        true
    }

    /// The type that a name with parameter values stands for, and the values of its length parameters.
    pub fn concrete_type(&mut self, sc: ScopeId, t: TypeId, args: &'a [Arg], span: Span) -> Res<(TypeId, Vec<LenArg>)> {
        let Some(template) = self.types.templates.get(&t).cloned() else {
            return match args.first() {
                None => Ok((t, vec![])),
                Some(a) => {
                    let text = format!("type `{}` has no parameters", self.ty(t).name);
                    Err(self.err(ErrorCode::DerivedType, a.span, text))
                }
            };
        };
        let mut given: Vec<Option<i64>> = vec![None; template.params.len()];
        let mut lens: Vec<Option<LenArg>> = vec![None; template.params.len()];
        for (i, a) in args.iter().enumerate() {
            let at = match &a.keyword {
                Some(k) => template.params.iter().position(|p| p.name == k.name),
                None => (i < given.len()).then_some(i),
            };
            let Some(at) = at else {
                let text = format!("type `{}` has no such parameter", self.ty(t).name);
                return Err(self.err(ErrorCode::DerivedType, a.span, text));
            };
            let len = template.params[at].len;
            match &a.value {
                ArgValue::Expr(e) if len => lens[at] = Some(LenArg::Value(self.len_value(sc, e)?)),
                ArgValue::Expr(e) => {
                    let x = self.expr(sc, e)?;
                    given[at] = Some(self.const_int_expr(&x)?);
                }
                ArgValue::Star if len => lens[at] = Some(LenArg::Assumed),
                ArgValue::Colon | ArgValue::Section { lower: None, upper: None, step: None } if len => {
                    lens[at] = Some(LenArg::Deferred)
                }
                _ => {
                    let text = "a kind parameter needs a constant value";
                    return Err(self.err(ErrorCode::DerivedType, a.span, text));
                }
            }
        }
        let mut values = vec![];
        let mut out = vec![];
        for (k, p) in template.params.iter().enumerate() {
            if p.len {
                // All lengths have one type: the object holds the values.
                values.push(0);
                out.push(match (lens[k].take(), p.default) {
                    (Some(v), _) => v,
                    (None, Some(d)) => LenArg::Value(self.len_value(p.scope, d)?),
                    (None, None) => {
                        let text = format!("type parameter `{}` needs a value", p.name);
                        return Err(self.err(ErrorCode::DerivedType, span, text));
                    }
                });
                continue;
            }
            values.push(match (given[k], p.default) {
                (Some(v), _) => v,
                (None, Some(d)) => self.const_int(p.scope, d)?,
                (None, None) => {
                    let text = format!("type parameter `{}` needs a value", p.name);
                    return Err(self.err(ErrorCode::DerivedType, span, text));
                }
            });
        }
        let id = self.instantiate(t, values)?;
        Ok((id, out))
    }

    /// The value of a length parameter: a specification expression.
    fn len_value(&mut self, sc: ScopeId, e: &'a ast::Expr) -> Res<Expr> {
        let x = self.spec_expr(sc, e)?;
        if !matches!(x.ty, Ty::Integer(_)) {
            let t = ty_name(&self.prog, &x.ty);
            return Err(self.err(
                ErrorCode::Type,
                e.span,
                format!("a length parameter must be an integer, this is {t}"),
            ));
        }
        Ok(x)
    }

    /// The type for these parameter values.
    fn instantiate(&mut self, t: TypeId, values: Vec<i64>) -> Res<TypeId> {
        let key = (t, values);
        if let Some(&done) = self.types.instances.get(&key) {
            return if self.types.info[done.0 as usize].bad { Err(Reported) } else { Ok(done) };
        }
        let template = self.types.templates[&t].clone();
        let def = template.def;
        let path = self.sc(template.scope).path.clone();
        let inner = self.new_scope(ScopeKind::Block, Some(template.scope), path.clone());
        // The name of the definition itself is that of a type, too.
        let mut ir_name = format!("{path}.{}.of", def.name.name);
        let mut lens = vec![];
        for (p, &v) in template.params.iter().zip(&key.1) {
            if p.len {
                let ty = self.type_spec(p.scope, p.spec)?;
                let s = self.new_symbol(p.name.clone(), def.name.span, ty, Dims::Scalar, Storage::Associate, inner);
                // Not a variable of the procedure that the type is defined in: it is associated where it is used.
                self.sym_mut(s).owner = None;
                self.si_mut(s).used = true;
                self.bind(inner, p.name.clone(), Entity::Symbol(s), def.name.span);
                lens.push(LenParam { name: p.name.clone(), symbol: s });
                continue;
            }
            ir_name += &format!(".{}", v.to_string().replace('-', "m"));
            let s =
                self.new_symbol(p.name.clone(), def.name.span, Ty::Integer(4), Dims::Scalar, Storage::Constant, inner);
            self.sym_mut(s).value = Some(Const::Int(v.into()));
            let si = self.si_mut(s);
            si.parameter = true;
            si.used = true;
            self.bind(inner, p.name.clone(), Entity::Symbol(s), def.name.span);
        }
        let id = TypeId(self.prog.types.len() as u32);
        let model = self.ty(t).clone();
        self.prog.types.push(DerivedType { ir_name, ..model });
        let module = self.sc(template.scope).module.clone();
        self.types.info.push(TypeInfo {
            coranks: Default::default(),
            def: Some(def),
            scope: template.scope,
            state: State::Running,
            module,
            generics: vec![],
            private_bindings: FxHashSet::default(),
            own_bindings: FxHashSet::default(),
            non_overridable: FxHashSet::default(),
            bindings_done: State::New,
            finals_pending: vec![],
            bad: false,
            lens,
            sized: vec![],
            component_lens: Default::default(),
            layout: vec![],
        });
        self.types.instances.insert(key.clone(), id);
        self.types.instance_of.insert(id, key);
        if self.define_components(inner, id, def).is_err() {
            self.types.info[id.0 as usize].bad = true;
        }
        self.layout(id);
        self.types.info[id.0 as usize].state = State::Done;
        if self.types.info[id.0 as usize].bad {
            return Err(Reported);
        }
        if self.sc(template.scope).finished {
            self.ensure_bindings(id);
        }
        Ok(id)
    }

    /// The parent of a type made from a definition: with the values of the parameters that it has from there.
    pub(super) fn parent_instance(&mut self, id: TypeId, parent: TypeId) -> Res<TypeId> {
        let (Some(template), Some((_, values))) = (self.types.templates.get(&parent), self.types.instance_of.get(&id))
        else {
            return Ok(parent);
        };
        let values = values[..template.params.len()].to_vec();
        self.instantiate(parent, values)
    }

    /// A structure constructor by the name of the type: `t(...)` or `t(parameters)(...)`.
    pub fn constructor(&mut self, sc: ScopeId, t: TypeId, p: &'a Part, args: &'a [Arg]) -> Res<Expr> {
        if !self.types.templates.contains_key(&t) {
            self.one_list(p)?;
        }
        if let Some(e) = self.enumeration_constructor(sc, t, args, p.span) {
            return e;
        }
        if !self.types.templates.contains_key(&t) {
            return self.struct_ctor(sc, t, args, &[], p.span);
        }
        let (params, values) = match &p.second {
            Some(values) => (args, &values[..]),
            None => {
                // As an extension the values of the parameters may stand before those of the components.
                let n = self.types.templates[&t].params.len();
                let all = args.len() == n + self.template_components(t) && args.iter().all(|a| a.keyword.is_none());
                if all { args.split_at(n) } else { (&[][..], args) }
            }
        };
        let (t, args) = self.concrete_type(sc, t, params, p.span)?;
        let names: Vec<Name> = self.types.info[t.0 as usize].lens.iter().map(|p| p.name.clone()).collect();
        let mut lens = vec![];
        for (name, a) in names.into_iter().zip(args) {
            let LenArg::Value(v) = a else {
                let text = "the length parameters of a structure constructor need values";
                return Err(self.err(ErrorCode::DerivedType, p.span, text));
            };
            lens.push((name, v));
        }
        self.struct_ctor(sc, t, values, &lens, p.span)
    }
}

impl<'a> Facts<'a> {
    /// The value of a type parameter of an object (`x%k`).
    pub fn parameter_value(&self, t: TypeId, name: &str) -> Option<i64> {
        let (template, values) = self.types.instance_of.get(&t)?;
        let at = self.types.templates[template].params.iter().position(|p| &*p.name == name && !p.len)?;
        values.get(at).copied()
    }

    /// Whether `d` is made from the definition that `t` or one of its parents is made from, with other values.
    pub(super) fn other_instance(&self, t: TypeId, d: TypeId) -> bool {
        let (Some((a, _)), Some((b, _))) = (self.types.instance_of.get(&t), self.types.instance_of.get(&d)) else {
            return false;
        };
        let mut cur = Some(*a);
        while let Some(x) = cur {
            if x == *b {
                return true;
            }
            cur = self.types.templates.get(&x).and_then(|t| t.parent);
        }
        false
    }

    /// Number of components, those of the parents included.
    fn template_components(&self, t: TypeId) -> usize {
        let Some(x) = self.types.templates.get(&t) else { return 0 };
        let own = x.def.components.iter().filter(|s| !declares_params(s)).map(|s| match &s.kind {
            StmtKind::TypeDecl { entities, .. } | StmtKind::ProcedureDecl { entities, .. } => entities.len(),
            _ => 0,
        });
        own.sum::<usize>() + x.parent.map_or(0, |p| self.template_components(p))
    }
}
