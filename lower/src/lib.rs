//! Lowering: the typed program to array form.
//!
//! Variables become memory (`mem.alloca`, `mem.global`, arguments), scalar expressions SSA values,
//! whole-array expressions one `array.elemental` per maximal elementwise tree over `array.load`s.
//! Subscripts become zero-based here; lower bounds do not exist in the IR beyond descriptors.
//!
//! One file per family: `types` (types and layouts), `data` (static data), `procedure` (arguments, entry, exit),
//! `storage` (local and static entities), `host` (host association), `place` (designators), `scalar` and
//! `elemental` (expressions), `array` (array-valued expressions), `subscripts` (vector subscripts), `intrinsics`
//! (intrinsic procedures, by family; `transform` has what the transformational ones are made of), `call`, `assign`,
//! `masked` (WHERE, FORALL), `pointer`, `control`, `rank` (assumed rank), `allocate`, `realloc`, `io`, `omp`.
#![forbid(unsafe_code)]
#![allow(clippy::result_large_err)]

mod absent;
mod allocate;
mod array;
mod assign;
mod bodies;
mod call;
pub(crate) mod check;
mod check_args;
mod choose;
mod class;
mod cleanup;
mod concat;
mod conditional;
mod control;
mod data;
mod dispatch;
mod elemental;
mod entities;
mod environment;
mod finalize;
mod forall;
mod forall_list;
mod host;
mod image;
mod intrinsics;
mod io;
mod masked;
mod omp;
mod parts;
mod place;
mod pointer;
mod procedure;
mod rank;
mod realloc;
mod scalar;
mod select_type;
mod storage;
mod subscripts;
mod transform;
mod turns;
mod typedesc;
mod types;
pub(crate) mod unsigned;
mod user_reduce;

pub use check::Checks;

use bodies::Bodies;
use cleanup::{Cleanup, Cleanups};
use entities::{Binding, Bindings, Entities};

use ferrotran_abi::RuntimeFn;
use ferrotran_abi::rt::{self, kinds};
use ferrotran_ir::{Attr, Builder, Loc, Module, OpKind, Point, Region, Type, Value};
use ferrotran_source::{SourceMap, Span};
use ferrotran_typed::visit;
use ferrotran_typed::*;
use ferrotran_xreal::Num;
use rustc_hash::FxHashMap;

/// Something that cannot be lowered, with its place.
#[derive(Clone, Debug)]
pub struct LowerError {
    /// The expression or statement.
    pub span: Span,
    /// What is not supported.
    pub text: String,
}

/// Result of lowering a part.
pub(crate) type Lowered<T> = Result<T, LowerError>;

/// Options of [`lower`].
#[derive(Clone, Debug, Default)]
pub struct LowerOptions {
    /// Which checks are inserted (`-fcheck=`).
    pub checks: Checks,
    /// Floating-point exceptions that halt the program, as a mask of flags (`-ffpe-trap=`).
    pub fpe_trap: u32,
    /// Values of local variables that nothing initializes (`-finit-...`).
    pub init: InitLocals,
    /// What input and output do where nothing else is said.
    pub io: IoDefaults,
    /// Assignment to an allocatable array leaves it as it is allocated (`-fno-realloc-lhs`).
    pub keep_allocated: bool,
}

/// Values that local variables get at entry (`-finit-integer=` and so on).
#[derive(Clone, Copy, Debug, Default)]
pub struct InitLocals {
    /// Of integers.
    pub integer: Option<i64>,
    /// Bits of the value of reals and of both parts of complex numbers.
    pub real: Option<u64>,
    /// Of logicals.
    pub logical: Option<bool>,
    /// Of every character.
    pub character: Option<u8>,
    /// Components of derived types too.
    pub derived: bool,
}

impl InitLocals {
    /// Bits of a signaling NaN.
    pub const SIGNALING: u64 = 0x7ff4_0000_0000_0000;

    /// The value for a type.
    pub fn value(&self, ty: &Ty) -> Option<Const> {
        Some(match ty {
            Ty::Integer(_) => Const::Int(self.integer?.into()),
            Ty::Real(10 | 16) => Const::Ext(Num::from_f64(f64::from_bits(self.real?))),
            Ty::Complex(10 | 16) => {
                let x = Num::from_f64(f64::from_bits(self.real?));
                Const::ExtComplex(x, x)
            }
            Ty::Real(_) => Const::Real(f64::from_bits(self.real?)),
            Ty::Complex(_) => Const::Complex(f64::from_bits(self.real?), f64::from_bits(self.real?)),
            Ty::Logical(_) => Const::Logical(self.logical?),
            Ty::Character(CharLen::Const(n), _) => Const::Char(vec![self.character?.into(); (*n).max(0) as usize]),
            _ => return None,
        })
    }
}

/// Defaults of input and output that options change, as the runtime's `frt_io_defaults` takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IoDefaults {
    /// Unformatted files have the other order of bytes (`-fconvert=`).
    pub swap: bool,
    /// Record markers have 8 bytes (`-frecord-marker=8`).
    pub wide_markers: bool,
    /// Longest part of an unformatted record; 0 for the usual one.
    pub subrecord: u32,
    /// A zero is written without its sign (`-fno-sign-zero`).
    pub plain_zero: bool,
    /// Exceptions that STOP tells of (`-ffpe-summary=`).
    pub fpe_summary: u32,
    /// The standard's year; 0 for all with extensions, 1 for those of old programs too (`-std=`).
    pub standard: u32,
    /// Bits of the runtime's dialect (`-fdec`, `-pedantic`).
    pub dialect: u32,
}

impl Default for IoDefaults {
    fn default() -> Self {
        // All but inexact.
        IoDefaults {
            swap: false,
            wide_markers: false,
            subrecord: 0,
            plain_zero: false,
            fpe_summary: 0x1f,
            standard: 0,
            dialect: 0,
        }
    }
}

/// Labels of a construct.
#[derive(Clone, Debug, Default)]
pub(crate) struct Targets {
    /// Label that EXIT breaks to.
    pub exit: Option<String>,
    /// Label that CYCLE continues.
    pub cycle: Option<String>,
}

/// State of the procedure being lowered.
pub(crate) struct FnState {
    pub region: Region,
    pub loc: Loc,
    /// What its names stand for.
    pub entities: Entities,
    /// What is to be released.
    pub cleanups: Cleanups,
    /// The bodies of array operations around what is lowered.
    pub bodies: Bodies,
    pub constructs: FxHashMap<ConstructId, Targets>,
    /// Address of the host environment to pass to internal procedures.
    pub env: Option<Value>,
    pub labels: u32,
    /// The procedure itself.
    pub proc: Option<ProcId>,
    /// Index constants of each region.
    pub consts: FxHashMap<(Region, i64), Value>,
    /// Scalar real operations see the floating-point environment of the moment (see `ieee`).
    pub fenv: bool,
    /// The OpenMP constructs around the current statement.
    pub omp: omp::regions::Regions,
}

/// The lowering of one program.
pub(crate) struct Lower<'p> {
    pub prog: &'p Program,
    pub map: &'p SourceMap,
    pub opts: LowerOptions,
    pub m: Module,
    pub errors: Vec<LowerError>,
    pub strings: FxHashMap<Vec<u8>, String>,
    pub emitted: rustc_hash::FxHashSet<String>,
    pub needs_env: FxHashMap<ProcId, Vec<SymbolId>>,
    /// Internal procedures with an environment whose address is taken, in order.
    pub trampolines: Vec<ProcId>,
    pub files: FxHashMap<u32, u16>,
    pub f: FnState,
    pub counter: u32,
    /// Procedures that type descriptors name.
    pub bound_procs: rustc_hash::FxHashSet<ProcId>,
}

/// Lowers a legal program to array form.
pub fn lower(prog: &Program, map: &SourceMap, opts: &LowerOptions) -> Result<Module, Vec<LowerError>> {
    let m = Module::default();
    let top = m.top;
    let mut lw = Lower {
        prog,
        map,
        opts: opts.clone(),
        m,
        errors: Vec::new(),
        strings: FxHashMap::default(),
        emitted: Default::default(),
        needs_env: FxHashMap::default(),
        trampolines: Vec::new(),
        files: FxHashMap::default(),
        f: FnState::new(top),
        counter: 0,
        bound_procs: prog
            .types
            .iter()
            .flat_map(|t| t.bindings.iter().filter_map(|b| b.proc).chain(t.finals.iter().copied()))
            .collect(),
    };
    lw.run();
    if lw.errors.is_empty() { Ok(lw.m) } else { Err(lw.errors) }
}

impl FnState {
    fn new(region: Region) -> FnState {
        FnState {
            region,
            loc: Loc::default(),
            entities: Entities::default(),
            cleanups: Cleanups::default(),
            bodies: Bodies::default(),
            constructs: FxHashMap::default(),
            env: None,
            labels: 0,
            proc: None,
            consts: FxHashMap::default(),
            fenv: false,
            omp: Default::default(),
        }
    }
}

/// Shorthand for an error.
pub(crate) fn unsupported<T>(span: Span, what: impl Into<String>) -> Lowered<T> {
    Err(LowerError { span, text: format!("not supported yet: {}", what.into()) })
}

impl<'p> Lower<'p> {
    fn run(&mut self) {
        self.define_types();
        self.collect_captures();
        for &s in &self.prog.statics {
            if let Err(e) = self.emit_static(s) {
                self.errors.push(e);
            }
        }
        self.emit_commons();
        for (i, p) in self.prog.procs.iter().enumerate() {
            if p.body.is_some() {
                self.lower_procedure(ProcId(i as u32));
            }
        }
        self.mark_threadprivate();
        if self.errors.is_empty() {
            self.emit_entries_of_trampolines();
        }
    }

    /// Static data of which each thread has a copy.
    fn mark_threadprivate(&mut self) {
        let mut sizes: FxHashMap<String, Option<u64>> = FxHashMap::default();
        for s in self.prog.symbols.iter().filter(|s| s.threadprivate) {
            match &s.storage {
                Storage::Static { link_name } => sizes.insert(link_name.clone(), None),
                Storage::Extern { link_name } => {
                    let size = if s.allocatable || s.pointer {
                        Some(self.box_image(&s.ty, s.rank(), s.pointer).len() as u64)
                    } else {
                        let n = self.element_count(&s.dims).unwrap_or(1);
                        self.size_of(&s.ty).map(|one| one * n)
                    };
                    sizes.insert(link_name.clone(), size)
                }
                Storage::Common { block, .. } => {
                    sizes.insert(self.prog.commons[*block as usize].link_name.clone(), None)
                }
                // Members of an equivalence group are in its base; others are not static.
                Storage::Equivalence { .. }
                | Storage::Local
                | Storage::Dummy(_)
                | Storage::Result
                | Storage::Based { .. }
                | Storage::Associate
                | Storage::Index
                | Storage::Constant => None,
            };
        }
        if sizes.is_empty() {
            return;
        }
        let globals: Vec<_> = self.m.top_ops(OpKind::Global).collect();
        for g in globals {
            let Some(size) = self.m.attr_str(g, "sym").and_then(|n| sizes.get(n).copied()) else { continue };
            self.m.set_attr(g, "threadprivate", Attr::Unit);
            if let Some(n) = size {
                self.m.set_attr(g, "size", Attr::Int(n as i64));
            }
        }
    }

    /// Builder at the end of the current region.
    pub fn b(&mut self) -> Builder<'_> {
        Builder { point: Point { region: self.f.region, at: None }, loc: self.f.loc, m: &mut self.m }
    }

    /// Runs `f` with `region` as the current region.
    pub fn within<T>(&mut self, region: Region, f: impl FnOnce(&mut Self) -> T) -> T {
        let saved = std::mem::replace(&mut self.f.region, region);
        let out = f(self);
        self.f.region = saved;
        out
    }

    /// The symbol's data.
    pub fn sym(&self, s: SymbolId) -> &'p Symbol {
        &self.prog.symbols[s.0 as usize]
    }

    /// The procedure's data.
    pub fn proc(&self, p: ProcId) -> &'p Procedure {
        &self.prog.procs[p.0 as usize]
    }

    /// The derived type's data.
    pub fn dtype(&self, t: TypeId) -> &'p DerivedType {
        &self.prog.types[t.0 as usize]
    }

    /// Sets the location of the ops that follow.
    pub fn at(&mut self, span: Span) {
        if span == Span::default() {
            return;
        }
        ferrotran_source::message::working_on(span);
        let (file, line, col) = self.position(span);
        self.f.loc = Loc { file, line, col };
    }

    /// File index (in the module), line and column.
    pub fn position(&mut self, span: Span) -> (u16, u32, u16) {
        let Some(place) = self.map.loc(span.lo) else { return (0, 0, 0) };
        AT.with(|a| *a.borrow_mut() = Some((self.map.file(place.file).name.clone(), place.line)));
        let next = self.files.len() as u16;
        let index = *self.files.entry(place.file.0).or_insert(next);
        if index as usize == self.m.files.len() {
            self.m.files.push(self.map.file(place.file).name.to_string());
        }
        (index, place.line, place.col.min(u32::from(u16::MAX)) as u16)
    }

    /// A fresh label.
    pub fn label(&mut self, stem: &str) -> String {
        self.f.labels += 1;
        format!("{stem}{}", self.f.labels)
    }

    /// A fresh link name for internal data.
    pub fn fresh_sym(&mut self, stem: &str) -> String {
        self.counter += 1;
        format!("__ft_{stem}_{}", self.counter)
    }

    // ---- arithmetic with folding of constants as it is built ------------------------------------
    /// Index constant.
    pub fn idx(&mut self, v: i64) -> Value {
        // One constant a region is enough: ops are only ever appended, so it stands before its uses.
        let key = (self.f.region, v);
        if let Some(&c) = self.f.consts.get(&key) {
            return c;
        }
        let c = self.b().index(v);
        self.f.consts.insert(key, c);
        c
    }
    /// Removes constants that nothing came to use.
    fn drop_unused_constants(&mut self, region: Region) {
        let ops = self.m.walk(region);
        let used: rustc_hash::FxHashSet<Value> = ops.iter().flat_map(|&o| self.m.operands(o).iter().copied()).collect();
        let unused: rustc_hash::FxHashSet<_> = ops
            .iter()
            .copied()
            .filter(|&o| self.m.kind(o) == OpKind::Const && !used.contains(&self.m.result(o)))
            .collect();
        let mut regions: Vec<Region> = ops.iter().flat_map(|&o| self.m.ops[o].regions.iter().copied()).collect();
        regions.push(region);
        for r in regions {
            self.m.regions[r].ops.retain(|o| !unused.contains(o));
        }
        for o in unused {
            self.m.ops[o].parent = None;
        }
    }
    /// Constant of any integer type.
    fn int_of(&mut self, v: i64, ty: Type) -> Value {
        if ty == Type::INDEX { self.idx(v) } else { self.b().int(v, ty) }
    }
    /// The constant that a value is.
    pub fn known(&self, v: Value) -> Option<i64> {
        self.m.const_int(v)
    }
    /// `a + b`
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => {
                let ty = self.m.ty(a);
                self.int_of(x.wrapping_add(y), ty)
            }
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => self.b().binary(OpKind::Add, a, b),
        }
    }
    /// `a - b`
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        if a == b {
            let ty = self.m.ty(a);
            return self.b().int(0, ty);
        }
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => {
                let ty = self.m.ty(a);
                self.int_of(x.wrapping_sub(y), ty)
            }
            (_, Some(0)) => a,
            _ => self.b().binary(OpKind::Sub, a, b),
        }
    }
    /// `a * b`
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => {
                let ty = self.m.ty(a);
                self.int_of(x.wrapping_mul(y), ty)
            }
            (Some(1), _) => b,
            (_, Some(1)) => a,
            _ => self.b().binary(OpKind::Mul, a, b),
        }
    }
    /// `max(a, 0)`
    pub fn max0(&mut self, a: Value) -> Value {
        let ty = self.m.ty(a);
        if let Some(x) = self.known(a) {
            return self.int_of(x.max(0), ty);
        }
        let z = self.b().int(0, ty);
        self.b().binary(OpKind::Max, a, z)
    }
    /// Conversion, folded for integer constants.
    pub fn cast(&mut self, v: Value, ty: Type) -> Value {
        if self.m.ty(v) == ty {
            return v;
        }
        let int_like = |t: Type| matches!(t, Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::INDEX);
        if let Some(x) = self.known(v)
            && int_like(ty)
            && int_like(self.m.ty(v))
        {
            let x = match ty {
                Type::I8 => i64::from(x as i8),
                Type::I16 => i64::from(x as i16),
                Type::I32 => i64::from(x as i32),
                _ => x,
            };
            return self.int_of(x, ty);
        }
        self.b().cast(v, ty)
    }
    /// Conversion to index.
    pub fn to_index(&mut self, v: Value) -> Value {
        self.cast(v, Type::INDEX)
    }
    /// Extent of a view's dimension.
    pub fn view_extent(&mut self, view: Value, dim: usize) -> Value {
        match self.m.types.shape(self.m.ty(view)).get(dim).copied().flatten() {
            Some(n) => self.idx(n),
            None => self.b().extent(view, dim),
        }
    }
    /// All extents of a view.
    pub fn view_extents(&mut self, view: Value) -> Vec<Value> {
        let n = self.m.types.rank(self.m.ty(view));
        (0..n).map(|d| self.view_extent(view, d)).collect()
    }
    /// Static shape of extents.
    pub fn static_shape(&self, extents: &[Value]) -> Vec<Option<i64>> {
        extents.iter().map(|&e| self.known(e)).collect()
    }
    /// Product of extents.
    pub fn product(&mut self, extents: &[Value]) -> Value {
        let mut p = self.idx(1);
        for &e in extents {
            p = self.mul(p, e);
        }
        p
    }

    // ---- structured ops -------------------------------------------------------------------------
    /// `loop.if` with both branches built by closures.
    pub fn if_else(
        &mut self,
        cond: Value,
        then: impl FnOnce(&mut Self) -> Lowered<()>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let (rt, re) = (self.m.new_region(&[]), self.m.new_region(&[]));
        let a = self.within(rt, then);
        let b = self.within(re, otherwise);
        self.b().op(OpKind::If).arg(cond).region(rt).region(re).build();
        a.and(b)
    }
    /// A jump to a statement label where a condition holds.
    pub fn goto_if(&mut self, cond: Value, label: ferrotran_syntax::ast::LabelNo) -> Lowered<()> {
        let jump = |s: &mut Self| {
            s.goto(label);
            Ok(())
        };
        self.if_else(cond, jump, |_| Ok(()))
    }
    /// Counted loop over index values `0 .. n-1`.
    pub fn count_loop(&mut self, n: Value, body: impl FnOnce(&mut Self, Value) -> Lowered<()>) -> Lowered<()> {
        let r = self.m.new_region(&[Type::INDEX]);
        let iv = self.m.args(r)[0];
        let out = self.within(r, |s| body(s, iv));
        let (zero, one) = (self.idx(0), self.idx(1));
        let last = self.sub(n, one);
        self.b().op(OpKind::For).arg(zero).arg(last).arg(one).region(r).build();
        out
    }
    /// Call of a runtime function without result.
    pub fn rt(&mut self, f: RuntimeFn, args: &[Value]) {
        self.b().runtime(f, args, None);
    }
    /// Call of a runtime function with a result.
    pub fn rt_value(&mut self, f: RuntimeFn, args: &[Value], ty: Type) -> Value {
        let op = self.b().runtime(f, args, Some(ty));
        self.m.result(op)
    }
    /// Scalar storage of this activation.
    pub fn alloca(&mut self, ty: Type, name: Option<&str>) -> Value {
        let rt = self.m.types.reference(ty);
        self.b().op(OpKind::Alloca).attr_opt("name", name.map(Attr::str)).result(rt).value()
    }
    /// Storage of this activation as raw bytes, zeroed on request.
    pub fn alloca_bytes(&mut self, size: i64, align: i64, zero: bool) -> Value {
        self.b()
            .op(OpKind::Alloca)
            .attr("size", Attr::Int(size))
            .attr("align", Attr::Int(align))
            .flag("zero", zero)
            .result(Type::PTR)
            .value()
    }
    /// `mem.cast`
    pub fn cast_ref(&mut self, v: Value, ty: Type) -> Value {
        if self.m.ty(v) == ty { v } else { self.b().unary(OpKind::CastRef, v, ty) }
    }
    /// The address of a ref, view or string as `ptr`.
    pub fn addr(&mut self, v: Value) -> Value {
        use ferrotran_ir::TypeKind;
        match self.m.tk(v).clone() {
            TypeKind::Ptr => v,
            TypeKind::View { .. } => self.b().unary(OpKind::ViewAddr, v, Type::PTR),
            TypeKind::Char(..) => self.b().unary(OpKind::ChrAddr, v, Type::PTR),
            TypeKind::Ref(e) if matches!(self.m.types.kind(e), TypeKind::Char(..)) => {
                self.b().unary(OpKind::ChrAddr, v, Type::PTR)
            }
            _ => self.cast_ref(v, Type::PTR),
        }
    }
    /// `ptr` to field at a byte offset, as a ref to `ty`.
    pub fn field_at(&mut self, base: Value, offset: i64, ty: Type) -> Value {
        let p = if offset == 0 {
            base
        } else {
            let o = self.idx(offset);
            self.b().op(OpKind::PtrAdd).arg(base).arg(o).result(Type::PTR).value()
        };
        let rt = self.m.types.reference(ty);
        self.cast_ref(p, rt)
    }
    /// Address of a NUL-terminated constant string.
    pub fn cstr(&mut self, text: &[u8]) -> Value {
        let mut bytes = text.to_vec();
        bytes.push(0);
        self.bytes_const(&bytes)
    }
    /// Address of constant bytes.
    pub fn bytes_const(&mut self, bytes: &[u8]) -> Value {
        let name = match self.strings.get(bytes) {
            Some(n) => n.clone(),
            None => {
                let n = self.fresh_sym("str");
                self.global(&n, Type::I8, bytes.len() as u64, Some(bytes.to_vec().into()), true, true);
                self.strings.insert(bytes.to_vec(), n.clone());
                n
            }
        };
        self.b().op(OpKind::AddrOf).attr("sym", Attr::Sym(name)).result(Type::PTR).value()
    }
    /// File name (address) and line of the current location, as runtime functions take them.
    pub fn here(&mut self) -> (Value, Value) {
        let loc = self.f.loc;
        let name = self.m.files.get(loc.file as usize).cloned().unwrap_or_default();
        let file = self.cstr(name.as_bytes());
        let line = self.b().int(i64::from(loc.line), Type::I32);
        (file, line)
    }
    /// Ends the current list of statements with a jump, kept last in a region of its own.
    pub fn jump(&mut self, kind: OpKind, label: Option<&str>) {
        let r = self.m.new_region(&[]);
        self.within(r, |s| {
            s.b().op(kind).attr_opt("label", label.map(Attr::str)).build();
        });
        self.b().op(OpKind::Block).region(r).build();
    }
}

thread_local! {
    /// The statement being lowered, for reports of faults of the compiler.
    static AT: std::cell::RefCell<Option<(std::sync::Arc<str>, u32)>> = const { std::cell::RefCell::new(None) };
}

/// File and line of the statement that was being lowered last on this thread.
pub fn statement_at_fault() -> Option<String> {
    AT.with(|a| a.borrow().as_ref().map(|(f, l)| format!("{f}:{l}")))
}
