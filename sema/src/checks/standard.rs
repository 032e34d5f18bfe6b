//! `-std=f95` to `-std=f2023`: features that are newer than the standard named, and extensions. One table says since when
//! a feature is part of the language.

use ferrotran_source::message::{Diagnostics, ErrorCode};
use ferrotran_source::{SourceMap, Span};
use ferrotran_syntax::ast::{
    self, Arg, ArgValue, AttrSpec, DimSpec, DoControl, Expr, KindSel, Name, Stmt, TypeSpec, TypeSpecKind, Unit,
    UnitKind,
};

/// The year of an extension: no standard has it.
const NEVER: u16 = u16::MAX;
/// An extension that `-pedantic` warns about.
const GNU: u16 = u16::MAX - 1;
/// An extension of old compilers, with a warning where `-std=legacy` does not ask for it.
const LEGACY: u16 = u16::MAX - 2;
/// Deleted from the language, by Fortran 95 or by Fortran 2018.
const DELETED_95: u16 = u16::MAX - 3;
const DELETED_2018: u16 = u16::MAX - 4;
/// Obsolescent since Fortran 95, 2008 or 2018: a warning with `-std=`, and for the first with `-pedantic`, too.
const OBSOLESCENT_95: u16 = u16::MAX - 5;
const OBSOLESCENT_2008: u16 = u16::MAX - 6;
const OBSOLESCENT_2018: u16 = u16::MAX - 7;
/// A BOZ constant where none may stand: a warning with `-fallow-invalid-boz`.
const BOZ: u16 = u16::MAX - 8;

macro_rules! features {
    ($($id:ident $year:expr, $text:literal;)*) => {
        /// Features that not every standard has.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum Feature { $($id),* }

        impl Feature {
            /// The first standard that has it, and its name.
            fn row(self) -> (u16, &'static str) {
                match self { $(Feature::$id => ($year, $text)),* }
            }
        }
    };
}

features! {
    AbstractType 2003, "an ABSTRACT type";
    TypeExtension 2003, "type extension";
    BindType 2003, "a type with BIND(C)";
    TypeBoundProcedures 2003, "CONTAINS in a derived type";
    ComponentAccess 2003, "the accessibility of a single component";
    TypeParameters 2003, "a parameterized derived type";
    ProcedureComponent 2003, "a procedure pointer component";
    AllocatableComponent 2003, "an allocatable component";
    AllocatableDummy 2003, "an allocatable dummy argument or result";
    AllocatableScalar 2003, "an allocatable scalar";
    Class 2003, "CLASS";
    DeferredLength 2003, "deferred length";
    ProcedureStatement 2003, "the PROCEDURE statement";
    AbstractInterface 2003, "an ABSTRACT INTERFACE";
    Import 2003, "IMPORT";
    Enum 2003, "an enumeration";
    Associate 2003, "ASSOCIATE";
    SelectType 2003, "SELECT TYPE";
    Asynchronous 2003, "ASYNCHRONOUS";
    Protected 2003, "PROTECTED";
    Value 2003, "VALUE";
    Volatile 2003, "VOLATILE";
    Bind 2003, "BIND(C)";
    UseNature 2003, "the nature of a module in USE";
    CtorType 2003, "a type in an array constructor";
    AllocateSource 2003, "SOURCE in ALLOCATE";
    AllocateErrmsg 2003, "ERRMSG";
    AllocateType 2003, "a type in ALLOCATE";
    Flush 2003, "FLUSH";
    Wait 2003, "WAIT";
    IoSpecifier 2003, "this specifier";
    LongName 2003, "a name of more than 31 characters";
    PointerBounds 2003, "bounds in a pointer assignment";
    BozArgument 2003, "a BOZ constant outside of DATA";
    IntentPointer 2003, "INTENT of a pointer";
    Submodule 2008, "a submodule";
    ModulePrefix 2008, "the prefix MODULE";
    Impure 2008, "the prefix IMPURE";
    Block 2008, "BLOCK";
    Critical 2008, "CRITICAL";
    Coarray 2008, "a coarray";
    ImageControl 2008, "this image control statement";
    DoConcurrent 2008, "DO CONCURRENT";
    Contiguous 2008, "CONTIGUOUS";
    ErrorStop 2008, "ERROR STOP";
    ExitConstruct 2008, "EXIT from a construct other than DO";
    ImpliedShape 2008, "an implied-shape array";
    NewUnit 2008, "NEWUNIT";
    AllocateMold 2008, "MOLD in ALLOCATE";
    ManyDimensions 2008, "a rank above 7";
    InitialTarget 2008, "an initial target of a pointer";
    BindInternal 2008, "an internal procedure with BIND(C)";
    SelectRank 2018, "SELECT RANK";
    AssumedRank 2018, "assumed rank";
    AssumedType 2018, "TYPE(*)";
    ImplicitNoneList 2018, "IMPLICIT NONE with a list";
    NonRecursive 2018, "the prefix NON_RECURSIVE";
    ImportList 2018, "IMPORT with ONLY, NONE or ALL";
    Locality 2018, "a locality in DO CONCURRENT";
    Teams 2018, "teams and events";
    StopQuiet 2018, "QUIET in STOP";
    StopCode 2008, "a stop code that is negative or has more than five digits";
    EmptyContains 2008, "CONTAINS with nothing behind it";
    IntrinsicInType 2008, "an intrinsic type in TYPE( )";
    BindingList 2008, "a list of bindings in one statement";
    ProcedureColons 2008, "`::` in a MODULE PROCEDURE statement";
    InterfaceProcedure 2003, "PROCEDURE without MODULE in an interface block";
    GenericOfType 2003, "a generic name that is that of a derived type";
    ReduceLocality 2023, "REDUCE in DO CONCURRENT";
    RenamedOperator 2003, "another name for an operator in USE";
    SquareBrackets 2003, "[ ] around an array constructor";

    StarKind GNU, "a type with `*` and a number of bytes";
    DoubleComplex GNU, "DOUBLE COMPLEX";
    SlashInit GNU, "an initial value in slashes";
    Hollerith NEVER, "a Hollerith constant";
    CrayPointer NEVER, "a Cray pointer";
    Automatic NEVER, "AUTOMATIC and STATIC";
    Structure NEVER, "STRUCTURE";
    BozOperand BOZ, "a BOZ constant here";
    Exclusive LEGACY, "the operator .XOR.";
    Pause DELETED_95, "PAUSE";
    AssignLabel DELETED_95, "ASSIGN";
    AssignedGoto DELETED_95, "the assigned GOTO";
    ArithmeticIf DELETED_2018, "the arithmetic IF";
    DoTermination DELETED_2018, "a DO loop that ends neither with END DO nor with CONTINUE";
    SharedTermination DELETED_2018, "a last statement that DO loops share";
    ComputedGoto OBSOLESCENT_95, "the computed GOTO";
    AlternateReturn OBSOLESCENT_95, "the alternate return";
    StarLength OBSOLESCENT_95, "CHARACTER*";
    LateData OBSOLESCENT_95, "DATA after executable statements";
    Entry OBSOLESCENT_2008, "ENTRY";
    Common OBSOLESCENT_2018, "a COMMON block";
    BlockData OBSOLESCENT_2018, "BLOCK DATA";
    Equivalence OBSOLESCENT_2018, "EQUIVALENCE";
    Forall OBSOLESCENT_2018, "FORALL";
    LabelledDo OBSOLESCENT_2018, "a DO statement with a label";
    Convert GNU, "CONVERT in OPEN";
    AppendAccess GNU, "ACCESS='APPEND'";
    OddBoz NEVER, "a BOZ constant with X, or with its letter behind";
    BareParameter NEVER, "PARAMETER without parentheses";
    SaveTwice NEVER, "SAVE given twice";
    EmptyBindType NEVER, "a BIND(C) type without components";
}

/// Checks the units of some files against the standard of a year.
pub(crate) fn units(files: &[ast::File], map: &SourceMap, opts: &crate::Options, diag: &mut Diagnostics) {
    let dialect =
        Dialect { year: opts.standard, pedantic: opts.pedantic, legacy: opts.old_formats, boz: opts.invalid_boz };
    let mut c = Standard { dialect, map, diag, loops: vec![] };
    for u in files.iter().flat_map(|f| &f.units) {
        c.unit(u, false);
    }
}

/// Features that only the analysis knows.
#[derive(Clone, Copy)]
pub(crate) enum Typed {
    StatementFunction,
    AssumedLengthFunction,
    RealLoop,
    RealBound,
    AddressItem,
}

impl Typed {
    fn row(self) -> (u16, &'static str) {
        match self {
            Typed::StatementFunction => (OBSOLESCENT_95, "a statement function"),
            Typed::AssumedLengthFunction => (OBSOLESCENT_95, "a function of CHARACTER(*)"),
            Typed::RealBound => (DELETED_95, "a DO loop with a real bound"),
            Typed::RealLoop => (DELETED_95, "a DO variable of type real"),
            Typed::AddressItem => (GNU, "an item of type C_PTR or C_FUNPTR"),
        }
    }
}

impl crate::ctx::Rules<'_> {
    /// A warning or error for a feature that the dialect does not have, or will not have for ever.
    pub fn uses_feature(&mut self, f: Typed, span: Span) {
        let d = Dialect {
            year: self.opts.standard,
            pedantic: self.opts.pedantic,
            legacy: self.opts.old_formats,
            boz: false,
        };
        match d.judge(f.row()) {
            Verdict::Fine => {}
            Verdict::Warning(text) => self.diag.warning(ErrorCode::Extension, span, text),
            Verdict::Error(text) => self.diag.error(ErrorCode::Syntax, span, text),
        }
    }
}

/// What of the language is asked for.
#[derive(Clone, Copy)]
struct Dialect {
    /// That of `-std=`; 0: everything that is known.
    year: u16,
    pedantic: bool,
    /// `-std=legacy`
    legacy: bool,
    /// `-fallow-invalid-boz`
    boz: bool,
}

/// What becomes of a feature.
enum Verdict {
    Fine,
    Warning(String),
    Error(String),
}

impl Dialect {
    fn judge(self, (first, what): (u16, &str)) -> Verdict {
        let Dialect { year, pedantic, legacy, boz } = self;
        let warn = |on: bool, text: &str| if on { Verdict::Warning(format!("{what} {text}")) } else { Verdict::Fine };
        match first {
            NEVER | GNU | LEGACY | BOZ if year > 0 => Verdict::Error(since(what, NEVER, year)),
            NEVER => Verdict::Fine,
            GNU => warn(pedantic, "is an extension"),
            BOZ => warn(boz, "is an extension"),
            LEGACY => warn(!legacy || pedantic, "is an extension of old compilers"),
            DELETED_95 | DELETED_2018 => {
                let gone = if first == DELETED_95 { 1995 } else { 2018 };
                let shown = if gone == 1995 { 95 } else { gone };
                let text = format!("is deleted from the language since Fortran {shown}");
                if year >= gone {
                    return Verdict::Error(format!("{what} {text}"));
                }
                warn(year == 0 && (!legacy || pedantic), &text)
            }
            OBSOLESCENT_95 => warn(year > 0 || pedantic, "is obsolescent"),
            OBSOLESCENT_2008 => warn(year >= 2008, "is obsolescent"),
            OBSOLESCENT_2018 => warn(year >= 2018, "is obsolescent"),
            _ if year > 0 && first > year => Verdict::Error(since(what, first, year)),
            _ => Verdict::Fine,
        }
    }
}

struct Standard<'d> {
    dialect: Dialect,
    map: &'d SourceMap,
    diag: &'d mut Diagnostics,
    /// Names of the DO constructs that are open.
    loops: Vec<Name>,
}

/// What a message calls a standard.
pub(crate) fn since(what: &str, first: u16, year: u16) -> String {
    match first {
        NEVER => format!("{what}: an extension, which no standard has (-std=gnu allows it)"),
        _ => format!("{what}: a feature of Fortran {first}, not of Fortran {}", if year == 1995 { 95 } else { year }),
    }
}

impl Standard<'_> {
    fn uses(&mut self, f: Feature, span: Span) {
        match self.dialect.judge(f.row()) {
            Verdict::Fine => {}
            Verdict::Warning(text) => self.diag.warning(ErrorCode::Extension, span, text),
            Verdict::Error(text) => self.diag.error(ErrorCode::Syntax, span, text),
        }
    }

    fn unit(&mut self, u: &Unit, inner: bool) {
        if let Some(n) = &u.name
            && n.name.len() > 31
        {
            self.uses(Feature::LongName, n.span);
        }
        match &u.kind {
            UnitKind::Submodule { .. } => self.uses(Feature::Submodule, u.span),
            UnitKind::BlockData => self.uses(Feature::BlockData, u.span),
            UnitKind::ModuleProcedure => self.uses(Feature::ModulePrefix, u.span),
            UnitKind::Subroutine(h) | UnitKind::Function { header: h, .. } => {
                if let Some(t) = &h.spec {
                    self.type_spec(t);
                }
                let flags = [
                    (h.bind.is_some(), Feature::Bind),
                    (h.bind.is_some() && inner, Feature::BindInternal),
                    (h.module, Feature::ModulePrefix),
                    (h.impure, Feature::Impure),
                    (h.non_recursive, Feature::NonRecursive),
                ];
                flags.iter().filter(|f| f.0).for_each(|f| self.uses(f.1, u.span));
                for a in &h.args {
                    if let ast::DummyArg::Star(at) = a {
                        self.uses(Feature::AlternateReturn, *at);
                    }
                }
            }
            _ => {}
        }
        let dummies: Vec<&Name> = match &u.kind {
            UnitKind::Subroutine(h) | UnitKind::Function { header: h, .. } => h
                .args
                .iter()
                .filter_map(|a| match a {
                    ast::DummyArg::Name(n) => Some(&n.name),
                    ast::DummyArg::Star(_) => None,
                })
                .collect(),
            _ => vec![],
        };
        if let (Some(at), true) = (u.contains_at, u.contains.is_empty()) {
            self.uses(Feature::EmptyContains, at);
        }
        self.saves(&u.spec);
        self.type_generics(&u.spec);
        self.spec(&u.spec, &dummies);
        self.block(&u.body);
        let inner = !matches!(u.kind, UnitKind::Module | UnitKind::Submodule { .. });
        for p in &u.contains {
            self.unit(p, inner);
        }
    }

    /// SAVE without names excludes others, and a name is saved once (Fortran 2018, C867).
    fn saves(&mut self, spec: &[Stmt]) {
        let mut blanket: Option<Span> = None;
        let mut named: Vec<(&Name, Span)> = vec![];
        for st in spec {
            match &st.kind {
                ast::StmtKind::AttrStmt { attr: AttrSpec::Save, entities } if entities.is_empty() => {
                    match (blanket, named.first()) {
                        (Some(_), _) => self.uses(Feature::SaveTwice, st.span),
                        (None, Some((_, at))) => self.uses(Feature::SaveTwice, *at),
                        _ => {}
                    }
                    blanket = Some(st.span);
                }
                ast::StmtKind::AttrStmt { attr: AttrSpec::Save, entities } => {
                    for e in entities {
                        if blanket.is_some() || named.iter().any(|(n, _)| **n == e.name.name) {
                            self.uses(Feature::SaveTwice, e.name.span);
                        }
                        named.push((&e.name.name, e.name.span));
                    }
                }
                ast::StmtKind::TypeDecl { attrs, entities, .. }
                    if attrs.iter().any(|a| matches!(a.0, AttrSpec::Save)) =>
                {
                    for e in entities {
                        if blanket.is_some() {
                            self.uses(Feature::SaveTwice, e.name.span);
                        }
                        named.push((&e.name.name, e.name.span));
                    }
                }
                _ => {}
            }
        }
    }

    /// Generic names of types are constructors of one's own.
    fn type_generics(&mut self, spec: &[Stmt]) {
        for st in spec {
            let ast::StmtKind::DerivedType(d) = &st.kind else { continue };
            let same = |st: &Stmt| {
                matches!(&st.kind, ast::StmtKind::Interface(b)
                    if matches!(&b.spec, Some(ast::GenericSpec::Name(n)) if n.name == d.name.name))
            };
            if spec.iter().any(same) {
                self.uses(Feature::GenericOfType, d.name.span);
            }
        }
    }

    /// Whether the text before a place ends with a word or sign, blanks left out.
    fn follows(&self, at: Span, what: &[u8]) -> bool {
        let Some(file) = self.map.file_at(at.lo) else { return false };
        let first = at.lo.saturating_sub(64).max(self.map.file(file).start);
        let before = self.map.text(Span::new(first, at.lo));
        before.trim_ascii_end().ends_with(what)
    }

    fn spec(&mut self, spec: &[Stmt], dummies: &[&Name]) {
        for st in spec {
            let span = st.span;
            match &st.kind {
                ast::StmtKind::Use(u) => {
                    if u.nature.is_some() {
                        self.uses(Feature::UseNature, span);
                    }
                    for i in u.items.iter().filter(|i| i.remote.is_some() && i.local.name.starts_with("operator(")) {
                        self.uses(Feature::RenamedOperator, i.local.span);
                    }
                }
                ast::StmtKind::Import { kind, .. } => {
                    self.uses(Feature::Import, span);
                    if *kind == ast::ImportKind::Only || *kind == ast::ImportKind::None {
                        self.uses(Feature::ImportList, span);
                    }
                }
                ast::StmtKind::ImplicitNone { types, external } if *types || *external => {
                    self.uses(Feature::ImplicitNoneList, span)
                }
                ast::StmtKind::Implicit(list) => list.iter().for_each(|(t, _)| self.type_spec(t)),
                ast::StmtKind::TypeDecl { spec, attrs, entities } => {
                    self.type_spec(spec);
                    self.attributes(attrs);
                    let has = |f: fn(&AttrSpec) -> bool| attrs.iter().any(|a| f(&a.0));
                    let allocatable = has(|a| matches!(a, AttrSpec::Allocatable));
                    let array = has(|a| matches!(a, AttrSpec::Dimension(_)));
                    for e in entities {
                        self.entity(e);
                        if allocatable && dummies.contains(&&e.name.name) {
                            self.uses(Feature::AllocatableDummy, e.name.span);
                        } else if allocatable && !array && e.dims.is_none() {
                            self.uses(Feature::AllocatableScalar, e.name.span);
                        }
                        if has(|a| matches!(a, AttrSpec::Pointer)) && has(|a| matches!(a, AttrSpec::Intent(_))) {
                            self.uses(Feature::IntentPointer, e.name.span);
                        }
                    }
                }
                ast::StmtKind::ProcedureDecl { attrs, entities, .. } => {
                    self.uses(Feature::ProcedureStatement, span);
                    self.attributes(attrs);
                    entities.iter().for_each(|e| self.entity(e));
                }
                ast::StmtKind::AttrStmt { attr, entities } => {
                    self.attributes(&[(attr.clone(), span)]);
                    for e in entities {
                        if e.codims.is_some() {
                            self.uses(Feature::Coarray, e.name.span);
                        }
                        e.dims.iter().for_each(|d| self.dims(d, e.name.span));
                    }
                }
                ast::StmtKind::DerivedType(d) => self.derived_type(d),
                ast::StmtKind::Interface(b) => {
                    if b.abstract_ {
                        self.uses(Feature::AbstractInterface, span);
                    }
                    for p in &b.procedures {
                        if !b.module_procedures.iter().any(|m| m.span == p.span) {
                            self.uses(Feature::InterfaceProcedure, p.span);
                        } else if self.follows(p.span, b"::") {
                            self.uses(Feature::ProcedureColons, p.span);
                        }
                    }
                    for u in &b.bodies {
                        self.unit(u, false);
                    }
                }
                ast::StmtKind::Enum { .. } => self.uses(Feature::Enum, span),
                ast::StmtKind::Common(_) => self.uses(Feature::Common, span),
                ast::StmtKind::Equivalence(_) => self.uses(Feature::Equivalence, span),
                ast::StmtKind::Entry { .. } => self.entry(st),
                ast::StmtKind::CrayPointer(_) => self.uses(Feature::CrayPointer, span),
                ast::StmtKind::Parameter(list) => {
                    if let Some((n, _)) = list.first()
                        && !self.follows(n.span, b"(")
                    {
                        self.uses(Feature::BareParameter, n.span);
                    }
                    list.iter().for_each(|(_, e)| self.expr(e))
                }
                ast::StmtKind::Data(sets) => {
                    for v in sets.iter().flat_map(|s| &s.values) {
                        self.expr(&v.value);
                    }
                }
                _ => {}
            }
        }
    }

    fn entry(&mut self, st: &Stmt) {
        self.uses(Feature::Entry, st.span);
        if let ast::StmtKind::Entry { bind: Some(_), .. } = &st.kind {
            self.uses(Feature::Bind, st.span);
        }
    }

    fn entity(&mut self, e: &ast::EntityDecl) {
        if e.name.name.len() > 31 {
            self.uses(Feature::LongName, e.name.span);
        }
        if e.codims.is_some() {
            self.uses(Feature::Coarray, e.name.span);
        }
        if let Some(d) = &e.dims {
            self.dims(d, e.name.span);
        }
        match &e.init {
            Some(ast::Init::Slash(_)) => self.uses(Feature::SlashInit, e.name.span),
            Some(ast::Init::Pointer(x)) if !crate::decl::resolve::is_null_call(x) => {
                self.uses(Feature::InitialTarget, x.span)
            }
            Some(ast::Init::Value(x)) => {
                self.expr(x);
                let stars = e.dims.as_ref().is_some_and(|d| d.iter().any(|d| matches!(d, DimSpec::AssumedSize { .. })));
                if stars {
                    self.uses(Feature::ImpliedShape, e.name.span);
                }
                if let ast::ExprKind::Boz { .. } = x.kind {
                    self.uses(Feature::BozOperand, x.span);
                }
            }
            _ => {}
        }
    }

    fn dims(&mut self, d: &[DimSpec], span: Span) {
        if matches!(d, [DimSpec::AssumedRank]) {
            self.uses(Feature::AssumedRank, span);
        }
        if d.len() > 7 {
            self.uses(Feature::ManyDimensions, span);
        }
    }

    fn type_spec(&mut self, t: &TypeSpec) {
        let intrinsic = !matches!(
            t.kind,
            TypeSpecKind::Type { .. }
                | TypeSpecKind::Class { .. }
                | TypeSpecKind::TypeStar
                | TypeSpecKind::ClassStar
                | TypeSpecKind::OfEntity(..)
        );
        if intrinsic && self.map.text(t.span).get(..4).is_some_and(|w| w.eq_ignore_ascii_case(b"type")) {
            self.uses(Feature::IntrinsicInType, t.span);
        }
        match &t.kind {
            TypeSpecKind::Integer(Some(KindSel::Star(..)))
            | TypeSpecKind::Real(Some(KindSel::Star(..)))
            | TypeSpecKind::Complex(Some(KindSel::Star(..)))
            | TypeSpecKind::Logical(Some(KindSel::Star(..))) => self.uses(Feature::StarKind, t.span),
            TypeSpecKind::DoubleComplex => self.uses(Feature::DoubleComplex, t.span),
            TypeSpecKind::Class { .. } | TypeSpecKind::ClassStar => self.uses(Feature::Class, t.span),
            TypeSpecKind::TypeStar => self.uses(Feature::AssumedType, t.span),
            TypeSpecKind::Type { params, .. } if !params.is_empty() => self.uses(Feature::TypeParameters, t.span),
            TypeSpecKind::Character { len: Some(ast::CharLen::Deferred), .. } => {
                self.uses(Feature::DeferredLength, t.span)
            }
            TypeSpecKind::Character { len: Some(_), .. }
                if self.map.text(t.span).get(9..).is_some_and(|r| r.trim_ascii_start().first() == Some(&b'*')) =>
            {
                self.uses(Feature::StarLength, t.span);
            }
            _ => {}
        }
    }

    fn attributes(&mut self, attrs: &[(AttrSpec, Span)]) {
        for (a, span) in attrs {
            let f = match a {
                AttrSpec::Asynchronous => Feature::Asynchronous,
                AttrSpec::Protected => Feature::Protected,
                AttrSpec::Value => Feature::Value,
                AttrSpec::Volatile => Feature::Volatile,
                AttrSpec::Bind(_) => Feature::Bind,
                AttrSpec::Contiguous => Feature::Contiguous,
                AttrSpec::Codimension(_) => Feature::Coarray,
                AttrSpec::Automatic => Feature::Automatic,
                AttrSpec::Kind | AttrSpec::Len => Feature::TypeParameters,
                AttrSpec::Dimension(d) => {
                    self.dims(d, *span);
                    continue;
                }
                _ => continue,
            };
            self.uses(f, *span);
        }
    }

    fn derived_type(&mut self, d: &ast::DerivedTypeDef) {
        let at = d.name.span;
        if d.name.name.starts_with('/') {
            self.uses(Feature::Structure, at);
        }
        let head = [
            (d.abstract_, Feature::AbstractType),
            (d.extends.is_some(), Feature::TypeExtension),
            (d.bind_c, Feature::BindType),
            (!d.params.is_empty(), Feature::TypeParameters),
        ];
        head.iter().filter(|f| f.0).for_each(|f| self.uses(f.1, at));
        for st in &d.components {
            match &st.kind {
                ast::StmtKind::TypeDecl { spec, attrs, entities } => {
                    self.type_spec(spec);
                    for (a, span) in attrs {
                        match a {
                            AttrSpec::Private | AttrSpec::Public => self.uses(Feature::ComponentAccess, *span),
                            AttrSpec::Allocatable => self.uses(Feature::AllocatableComponent, *span),
                            AttrSpec::Kind | AttrSpec::Len => self.uses(Feature::TypeParameters, *span),
                            AttrSpec::Contiguous => self.uses(Feature::Contiguous, *span),
                            _ => {}
                        }
                    }
                    entities.iter().for_each(|e| self.entity(e));
                }
                ast::StmtKind::ProcedureDecl { .. } => self.uses(Feature::ProcedureComponent, st.span),
                _ => {}
            }
        }
        if let (Some(at), true) = (d.contains_at, d.bindings.is_empty()) {
            self.uses(Feature::EmptyContains, at);
        }
        if d.bind_c && d.components.is_empty() {
            self.uses(Feature::EmptyBindType, at);
        }
        for b in &d.bindings {
            if let ast::TypeBinding::Procedure { name, .. } = b
                && self.follows(name.span, b",")
            {
                self.uses(Feature::BindingList, name.span);
            }
        }
        if let Some(b) = d.bindings.first() {
            let span = match b {
                ast::TypeBinding::Procedure { name, .. } => name.span,
                ast::TypeBinding::Generic { names, .. } | ast::TypeBinding::Final(names) => {
                    names.first().map_or(at, |n| n.span)
                }
            };
            self.uses(Feature::TypeBoundProcedures, span);
        } else if let Some(at) = d.contains_at {
            self.uses(Feature::TypeBoundProcedures, at);
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        for st in body {
            self.statement(st);
            let named = match &st.kind {
                ast::StmtKind::Do(d) => d.name.as_ref().map(|n| n.name.clone()),
                _ => None,
            };
            let open = self.loops.len();
            self.loops.extend(named);
            st.kind.blocks(&mut |b| self.block(b));
            self.loops.truncate(open);
        }
    }

    fn statement(&mut self, st: &Stmt) {
        let span = st.span;
        match &st.kind {
            ast::StmtKind::Assign { target, value } => {
                self.expr(target);
                self.expr(value);
                if let ast::ExprKind::Boz { .. } = value.kind {
                    self.uses(Feature::BozOperand, value.span);
                }
            }
            ast::StmtKind::PointerAssign { target, .. } => {
                if let ast::ExprKind::Ref(parts) = &target.kind
                    && let Some(args) = parts.last().and_then(|p| p.args.as_ref())
                    && args.iter().any(|a| matches!(a.value, ArgValue::Section { .. }))
                {
                    self.uses(Feature::PointerBounds, span);
                }
            }
            ast::StmtKind::Call { proc } => self.expr(proc),
            ast::StmtKind::If { arms, .. } => arms.iter().for_each(|(c, _)| self.expr(c)),
            ast::StmtKind::IfStmt(c, _) => self.expr(c),
            ast::StmtKind::Associate { .. } => self.uses(Feature::Associate, span),
            ast::StmtKind::SelectType { guards, .. } => {
                self.uses(Feature::SelectType, span);
                for g in guards {
                    if let ast::TypeGuardKind::TypeIs(t) = &g.kind {
                        self.type_spec(t);
                    }
                }
            }
            ast::StmtKind::SelectRank { .. } => self.uses(Feature::SelectRank, span),
            ast::StmtKind::BlockConstruct { spec, .. } => {
                self.uses(Feature::Block, span);
                self.spec(spec, &[]);
            }
            ast::StmtKind::Critical { .. } => self.uses(Feature::Critical, span),
            ast::StmtKind::ChangeTeam { .. } => self.uses(Feature::Teams, span),
            ast::StmtKind::Do(d) => {
                match d.ending {
                    ast::DoEnding::EndDo => {}
                    ast::DoEnding::Label => self.uses(Feature::LabelledDo, span),
                    ast::DoEnding::Statement(at) => {
                        self.uses(Feature::LabelledDo, span);
                        self.uses(Feature::DoTermination, at);
                    }
                    ast::DoEnding::Shared(at) => {
                        self.uses(Feature::LabelledDo, span);
                        self.uses(Feature::SharedTermination, at);
                    }
                }
                if let DoControl::Concurrent { locality, .. } = &d.control {
                    self.uses(Feature::DoConcurrent, span);
                    if !locality.is_empty() {
                        self.uses(Feature::Locality, span);
                    }
                    if locality.iter().any(|l| matches!(l, ast::Locality::Reduce(..))) {
                        self.uses(Feature::ReduceLocality, span);
                    }
                }
            }
            ast::StmtKind::Exit(Some(n)) if !self.loops.contains(&n.name) => self.uses(Feature::ExitConstruct, n.span),
            ast::StmtKind::Stop { error, quiet, code } => {
                if let Some(c) = code
                    && let ast::ExprKind::Int { value: 100_000.., .. } | ast::ExprKind::Unary(ast::UnOp::Minus, _) =
                        c.kind
                {
                    self.uses(Feature::StopCode, c.span);
                }
                if *error {
                    self.uses(Feature::ErrorStop, span);
                }
                if quiet.is_some() {
                    self.uses(Feature::StopQuiet, span);
                }
            }
            ast::StmtKind::Pause(_) => self.uses(Feature::Pause, span),
            ast::StmtKind::AssignLabel(..) => self.uses(Feature::AssignLabel, span),
            ast::StmtKind::AssignedGoto(..) => self.uses(Feature::AssignedGoto, span),
            ast::StmtKind::ArithIf(..) => self.uses(Feature::ArithmeticIf, span),
            ast::StmtKind::ComputedGoto(..) => self.uses(Feature::ComputedGoto, span),
            ast::StmtKind::Return(Some(_)) => self.uses(Feature::AlternateReturn, span),
            ast::StmtKind::Data(_) => self.uses(Feature::LateData, span),
            ast::StmtKind::Entry { .. } => self.entry(st),
            ast::StmtKind::Forall { .. } => self.uses(Feature::Forall, span),
            ast::StmtKind::Allocate { spec, options, objects } => {
                if let Some(t) = spec {
                    self.uses(Feature::AllocateType, t.span);
                    self.type_spec(t);
                }
                for o in objects.iter().filter(|o| o.coshape.is_some()) {
                    self.uses(Feature::Coarray, o.span);
                }
                self.options(options);
            }
            ast::StmtKind::Deallocate { options, .. } => self.options(options),
            ast::StmtKind::Io { op, control, .. } => {
                match op {
                    ast::IoOp::Flush => self.uses(Feature::Flush, span),
                    ast::IoOp::Wait => self.uses(Feature::Wait, span),
                    _ => {}
                }
                self.specifiers(control);
                for a in control {
                    let Some(k) = &a.keyword else { continue };
                    match (&*k.name, &a.value) {
                        ("convert", _) if *op == ast::IoOp::Open => self.uses(Feature::Convert, k.span),
                        ("access", ArgValue::Expr(Expr { kind: ast::ExprKind::Char { value, .. }, span }))
                            if ferrotran_typed::narrow(value).trim_ascii().eq_ignore_ascii_case(b"append") =>
                        {
                            self.uses(Feature::AppendAccess, *span);
                        }
                        _ => {}
                    }
                }
            }
            ast::StmtKind::Read { control, items } | ast::StmtKind::Write { control, items } => {
                self.specifiers(control);
                for k in control.iter().filter_map(|o| o.keyword.as_ref()) {
                    if matches!(&*k.name, "blank" | "delim" | "pad") {
                        self.uses(Feature::IoSpecifier, k.span);
                    }
                }
                self.items(items);
            }
            ast::StmtKind::Print { items, .. } => self.items(items),
            ast::StmtKind::Image { keyword, .. } => {
                let team = ["team", "event", "fail"].iter().any(|w| keyword.contains(w));
                self.uses(if team { Feature::Teams } else { Feature::ImageControl }, span)
            }
            _ => {}
        }
    }

    fn items(&mut self, items: &[ast::IoItem]) {
        for i in items {
            match i {
                ast::IoItem::Expr(e) => self.expr(e),
                ast::IoItem::ImpliedDo(d) => self.items(&d.items),
            }
        }
    }

    fn options(&mut self, options: &[Arg]) {
        for k in options.iter().filter_map(|o| o.keyword.as_ref()) {
            match &*k.name {
                "source" => self.uses(Feature::AllocateSource, k.span),
                "mold" => self.uses(Feature::AllocateMold, k.span),
                "errmsg" => self.uses(Feature::AllocateErrmsg, k.span),
                _ => {}
            }
        }
    }

    fn specifiers(&mut self, control: &[Arg]) {
        for k in control.iter().filter_map(|o| o.keyword.as_ref()) {
            match &*k.name {
                "newunit" => self.uses(Feature::NewUnit, k.span),
                "iomsg" | "asynchronous" | "decimal" | "encoding" | "id" | "pending" | "pos" | "round" | "sign"
                | "stream" => self.uses(Feature::IoSpecifier, k.span),
                _ => {}
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ast::ExprKind::Hollerith(_) => self.uses(Feature::Hollerith, e.span),
            ast::ExprKind::Boz { .. } => {
                let text = self.map.text(e.span);
                let odd = text.first().is_some_and(|c| c.eq_ignore_ascii_case(&b'x'))
                    || text.last().is_some_and(|c| c.is_ascii_alphabetic());
                if odd {
                    self.uses(Feature::OddBoz, e.span);
                }
            }
            ast::ExprKind::Ref(parts) => {
                for p in parts {
                    if p.cosubscripts.is_some() {
                        self.uses(Feature::Coarray, p.span);
                    }
                    if let Some(a) = &p.args {
                        let boz = a
                            .iter()
                            .find(|a| matches!(&a.value, ArgValue::Expr(Expr { kind: ast::ExprKind::Boz { .. }, .. })));
                        if let Some(b) = boz {
                            self.uses(Feature::BozArgument, b.span);
                        }
                    }
                }
            }
            ast::ExprKind::Binary(_, a, b) => {
                for x in [a, b] {
                    if let ast::ExprKind::Boz { .. } = x.kind {
                        self.uses(Feature::BozOperand, x.span);
                    }
                }
            }
            ast::ExprKind::DefinedBinary(op, ..) => {
                if &*op.name == "xor" {
                    self.uses(Feature::Exclusive, op.span);
                }
            }
            ast::ExprKind::ArrayCtor { spec, .. } => {
                if self.map.text(e.span).first() == Some(&b'[') {
                    self.uses(Feature::SquareBrackets, e.span);
                }
                if let Some(t) = spec {
                    self.uses(Feature::CtorType, t.span);
                    self.type_spec(t);
                }
            }
            ast::ExprKind::Int { .. }
            | ast::ExprKind::Unsigned { .. }
            | ast::ExprKind::Real { .. }
            | ast::ExprKind::Complex(..)
            | ast::ExprKind::Logical { .. }
            | ast::ExprKind::Char { .. }
            | ast::ExprKind::Substring(..)
            | ast::ExprKind::Unary(..)
            | ast::ExprKind::DefinedUnary(..)
            | ast::ExprKind::Paren(_)
            | ast::ExprKind::Conditional(_)
            | ast::ExprKind::Multiple(_)
            | ast::ExprKind::Nil
            | ast::ExprKind::Error => {}
        }
        e.children(&mut |x| self.expr(x));
    }
}
