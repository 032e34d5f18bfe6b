//! Constraints on derived type definitions that need no types.

use super::Checker;
use ferrotran_source::message::ErrorCode;
use ferrotran_syntax::ast::{AttrSpec, DerivedTypeDef, Init, ProcIface, StmtKind, TypeBinding, TypeSpecKind};

impl Checker<'_> {
    /// A derived type definition; `module`: in the specification part of a module or submodule.
    pub(super) fn derived_type(&mut self, d: &DerivedTypeDef, module: bool) {
        for (span, text) in &d.faults {
            self.diag.error(ErrorCode::DerivedType, *span, *text);
        }
        // C735: an abstract type is extensible.
        if d.abstract_ && d.sequence {
            self.diag.error(ErrorCode::DerivedType, d.name.span, "a SEQUENCE type cannot be ABSTRACT");
        }
        if !module {
            // C729, C745
            if d.access.is_some() {
                let text = "a derived type can be PUBLIC or PRIVATE only in the specification part of a module";
                self.diag.error(ErrorCode::Attribute, d.name.span, text);
            }
            if let Some(span) = d.private_at {
                let text =
                    "a PRIVATE statement in a derived type is only allowed in the specification part of a module";
                self.diag.error(ErrorCode::Attribute, span, text);
            }
        }
        if d.bind_c
            && let Some(b) = d.bindings.first()
        {
            let span = match b {
                TypeBinding::Procedure { name, .. } => name.span,
                TypeBinding::Generic { names, .. } | TypeBinding::Final(names) => {
                    names.first().map_or(d.name.span, |n| n.span)
                }
            };
            self.diag.error(ErrorCode::DerivedType, span, "a BIND(C) type has no type-bound procedures");
        }
        for st in &d.components {
            if let StmtKind::TypeDecl { attrs, .. } | StmtKind::ProcedureDecl { attrs, .. } = &st.kind
                && !module
                && let Some((_, span)) = attrs.iter().find(|a| matches!(a.0, AttrSpec::Private | AttrSpec::Public))
            {
                let text = "a component can be PUBLIC or PRIVATE only in the specification part of a module";
                self.diag.error(ErrorCode::Attribute, *span, text);
            }
            match &st.kind {
                StmtKind::TypeDecl { attrs, entities, .. } => {
                    self.attributes(attrs);
                    let has = |f: fn(&AttrSpec) -> bool| attrs.iter().find(|a| f(&a.0)).map(|a| a.1);
                    let pointer = has(|a| matches!(a, AttrSpec::Pointer)).is_some();
                    let array = has(|a| matches!(a, AttrSpec::Dimension(_))).is_some();
                    let contiguous = has(|a| matches!(a, AttrSpec::Contiguous));
                    for e in entities {
                        if contiguous.is_some() && !(pointer && (array || e.dims.is_some())) {
                            let text = format!("CONTIGUOUS component `{}` must be an array pointer", e.name.name);
                            self.diag.error(ErrorCode::Attribute, e.name.span, text);
                        }
                        if let Some(Init::Pointer(_)) = &e.init
                            && !pointer
                        {
                            let text =
                                format!("component `{}` is initialized with `=>` but is no pointer", e.name.name);
                            self.diag.error(ErrorCode::Pointer, e.name.span, text);
                        }
                    }
                }
                StmtKind::ProcedureDecl { iface, attrs, entities } => {
                    self.attributes(attrs);
                    let nopass = attrs.iter().any(|a| matches!(a.0, AttrSpec::Nopass));
                    let pointer = attrs.iter().any(|a| matches!(a.0, AttrSpec::Pointer));
                    if pointer && !nopass && !matches!(iface, ProcIface::Name(_)) {
                        for e in entities {
                            let text = format!(
                                "procedure pointer component `{}` has no explicit interface, so it needs NOPASS",
                                e.name.name
                            );
                            self.diag.error(ErrorCode::DerivedType, e.name.span, text);
                        }
                    }
                }
                _ => {}
            }
        }
        self.type_parameters(d);
        for b in &d.bindings {
            if let TypeBinding::Procedure { attrs, .. } = b {
                self.attributes(attrs);
            }
        }
    }

    /// Each type parameter is declared with KIND or LEN, and nothing else is (C732 to C736).
    fn type_parameters(&mut self, d: &DerivedTypeDef) {
        let mut declared = vec![];
        for st in &d.components {
            let StmtKind::TypeDecl { attrs, entities, spec } = &st.kind else { continue };
            let Some((kind, _)) = attrs.iter().find(|a| matches!(a.0, AttrSpec::Kind | AttrSpec::Len)) else {
                for e in entities.iter().filter(|e| d.params.iter().any(|p| p.name == e.name.name)) {
                    let text = format!("type parameter `{}` needs the attribute KIND or LEN", e.name.name);
                    self.diag.error(ErrorCode::DerivedType, e.name.span, text);
                    declared.push(e.name.name.clone());
                }
                continue;
            };
            if let Some((_, span)) = attrs.iter().find(|a| std::mem::discriminant(&a.0) != std::mem::discriminant(kind))
            {
                self.diag.error(ErrorCode::Attribute, *span, "a type parameter has no attribute but KIND or LEN");
            }
            if !matches!(spec.kind, TypeSpecKind::Integer(_)) {
                self.diag.error(ErrorCode::Type, spec.span, "a type parameter must be of type integer");
            }
            for e in entities {
                if e.dims.is_some() {
                    let text = format!("type parameter `{}` must be a scalar", e.name.name);
                    self.diag.error(ErrorCode::Rank, e.name.span, text);
                }
                declared.push(e.name.name.clone());
                if !d.params.iter().any(|p| p.name == e.name.name) {
                    let text = format!("`{}` is no parameter of the type `{}`", e.name.name, d.name.name);
                    self.diag.error(ErrorCode::DerivedType, e.name.span, text);
                }
            }
        }
        for p in d.params.iter().filter(|p| !declared.contains(&p.name)) {
            let text = format!("type parameter `{}` is not declared with KIND or LEN", p.name);
            self.diag.error(ErrorCode::DerivedType, p.span, text);
        }
    }
}
