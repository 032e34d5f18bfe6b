//! What all stages of one kernel share: the layout of its parameter block, the bindings handed out
//! so far, and what is known about its arguments.

use crate::spv::RegType;
use crate::{Options, Unsupported};
use ferrotran_abi::kernel::{
    Arg, Binding, CompiledKernel, ElemKind, Expr, NO_WORD, SPIRV_HEADER, ScalarArg, ScalarKind, Scratch, Stage,
    Storage, ViewArg, instructions, needs,
};
use ferrotran_ir::section::{self, Part};
use ferrotran_ir::{Attr, Loc, Module, Op, OpKind, Type, TypeKind, Value, ValueDef};
use rspirv::spirv;
use rustc_hash::FxHashSet;

/// What code generation gives, or why it cannot.
pub type Emitted<T> = Result<T, Unsupported>;

/// An argument that is a view.
#[derive(Clone, Debug)]
pub struct ViewInfo {
    /// What it is, for messages.
    pub name: String,
    /// Element type.
    pub elem: Type,
    /// Rank.
    pub rank: u32,
    /// Bytes of the unit that offsets and strides are counted in.
    pub unit: u32,
    /// Word of the offset in the parameter block; extents and strides follow.
    pub word: u32,
    /// Read by some stage.
    pub reads: bool,
    /// Written by some stage.
    pub writes: bool,
    /// Bindings so far: entries of that type, so many in a vector.
    pub bindings: Vec<((RegType, u32), u32)>,
}

/// One kernel argument.
#[derive(Clone, Debug)]
pub enum ArgInfo {
    /// A view.
    View(ViewInfo),
    /// A scalar: kind and word.
    Scalar(ScalarKind, u32),
}

/// Component of a derived type.
#[derive(Clone, Debug)]
pub struct FieldInfo {
    /// Byte offset in the object.
    pub offset: u64,
    /// Type of the component or of its elements.
    pub ty: Type,
    /// Extents where it is an array.
    pub extents: Vec<i64>,
}

/// The kernel in the making.
pub struct Kernel<'m> {
    /// The module.
    pub m: &'m Module,
    /// The dev.kernel.
    pub op: Op,
    /// Options.
    pub opt: &'m Options,
    /// Arguments.
    pub args: Vec<ArgInfo>,
    /// Views that get stores smaller than a word, or atomic updates; found while generating, then generated again.
    pub atomic: FxHashSet<usize>,
    /// True once a view is found to be in `atomic` too late.
    pub again: bool,
    /// Invocations of a workgroup see what others of them write.
    pub threads_share: bool,
    /// A buffer is written somewhere, so views may alias in a way that matters.
    pub writes_any: bool,
    /// Bindings of the parameter block other than binding 0.
    pub params_also: Vec<(RegType, u32)>,
    /// Scratch buffers.
    pub scratch: Vec<(RegType, u32, Expr)>,
    next_binding: u32,
    params_words: u32,
    /// What values of type `index` are: an i32, or an i64 in a kernel whose loops may have more iterations than that counts.
    /// Positions in memory have 32 bits in both.
    pub index: RegType,
    /// Features used.
    pub needs: u32,
    /// Finished stages.
    pub stages: Vec<Stage>,
}

impl<'m> Kernel<'m> {
    /// Lays out the arguments of `op`. `wide`: an `index` has 64 bits.
    pub fn new(m: &'m Module, op: Op, opt: &'m Options, atomic: FxHashSet<usize>, wide: bool) -> Emitted<Kernel<'m>> {
        let mut k = Kernel {
            m,
            op,
            opt,
            args: Vec::new(),
            atomic,
            again: false,
            threads_share: m.walk(m.region(op, 0)).into_iter().any(|o| m.kind(o) == OpKind::OmpFlush),
            writes_any: false,
            params_also: Vec::new(),
            scratch: Vec::new(),
            next_binding: 1,
            params_words: 0,
            index: if wide { RegType::I64 } else { RegType::I32 },
            needs: 0,
            stages: Vec::new(),
        };
        let names: Vec<&str> = m.attr_str(op, "names").unwrap_or_default().lines().collect();
        for (i, &a) in m.args(m.region(op, 0)).iter().enumerate() {
            let info = match m.tk(a) {
                TypeKind::View { shape, elem, .. } => {
                    let (rank, elem) = (shape.len() as u32, *elem);
                    let unit = k.unit_of(elem)?;
                    let word = k.params_words;
                    k.params_words += 1 + 2 * rank;
                    let bindings = Vec::new();
                    let name = names.get(i).copied().unwrap_or_default().to_string();
                    ArgInfo::View(ViewInfo { name, elem, rank, unit, word, reads: false, writes: false, bindings })
                }
                kind => {
                    let kind = match kind {
                        TypeKind::Bool => ScalarKind::Bool,
                        TypeKind::Int(8) => ScalarKind::I8,
                        TypeKind::Int(16) => ScalarKind::I16,
                        TypeKind::Int(32) => ScalarKind::I32,
                        TypeKind::Int(64) => ScalarKind::I64,
                        TypeKind::Index => ScalarKind::Index,
                        TypeKind::Float(32) => ScalarKind::F32,
                        TypeKind::Float(64) => ScalarKind::F64,
                        TypeKind::Complex(32) => ScalarKind::C32,
                        TypeKind::Complex(64) => ScalarKind::C64,
                        TypeKind::Logical(8) => ScalarKind::L8,
                        TypeKind::Logical(16) => ScalarKind::L16,
                        TypeKind::Logical(32) => ScalarKind::L32,
                        TypeKind::Logical(64) => ScalarKind::L64,
                        _ => return Err(k.unsupported(format!("an argument of type {}", m.types.text(m.ty(a))))),
                    };
                    let words = kind.words(wide);
                    if words > 1 {
                        k.params_words = k.params_words.next_multiple_of(2);
                    }
                    let word = k.params_words;
                    k.params_words += words;
                    ArgInfo::Scalar(kind, word)
                }
            };
            k.args.push(info);
        }
        Ok(k)
    }

    /// An error at the kernel itself.
    pub fn unsupported(&self, reason: impl Into<String>) -> Unsupported {
        Unsupported { reason: reason.into(), loc: self.m.ops[self.op].loc }
    }

    // ---- types ----------------------------------------------------------------------------------
    /// The layout op of a derived type.
    fn layout(&self, name: &str) -> Emitted<Op> {
        self.m
            .top_ops(OpKind::TypeDef)
            .find(|&o| self.m.attr_str(o, "sym") == Some(name))
            .ok_or_else(|| self.unsupported(format!("derived type {name} has no layout in the module")))
    }
    /// Bytes of an object of type `t`.
    pub fn size_of(&self, t: Type) -> Emitted<u64> {
        if let TypeKind::Derived(name) = self.m.types.kind(t) {
            let o = self.layout(name)?;
            return Ok(self.m.attr_int(o, "size").unwrap_or(0) as u64);
        }
        self.m.types.size_of(t).ok_or_else(|| self.unsupported(format!("objects of type {}", self.m.types.text(t))))
    }
    /// Components of a derived type with their names.
    pub fn fields(&self, t: Type) -> Emitted<Vec<(String, FieldInfo)>> {
        let TypeKind::Derived(name) = self.m.types.kind(t) else {
            return Err(self.unsupported(format!("components of type {}", self.m.types.text(t))));
        };
        let o = self.layout(name)?;
        let list = self.m.attr(o, "fields").map(Attr::items).unwrap_or_default();
        let mut out = Vec::new();
        for f in list {
            if let [n, Attr::Int(offset), Attr::Type(ty), extents] = f.items() {
                let extents = extents.items().iter().filter_map(Attr::as_int).collect();
                out.push((
                    n.as_str().unwrap_or_default().to_string(),
                    FieldInfo { offset: *offset as u64, ty: *ty, extents },
                ));
            }
        }
        Ok(out)
    }
    /// The component of that name.
    pub fn field(&self, t: Type, name: &str) -> Emitted<FieldInfo> {
        let all = self.fields(t)?;
        let found = all.into_iter().find(|(n, _)| n == name).map(|(_, f)| f);
        found.ok_or_else(|| self.unsupported(format!("no component {name} in {}", self.m.types.text(t))))
    }
    /// The unit in which positions of such elements are counted: the size of the smallest piece in
    /// which they are accessed.
    pub fn unit_of(&self, t: Type) -> Emitted<u32> {
        Ok(match self.m.types.kind(t) {
            TypeKind::Char(_, kind) => u32::from(*kind),
            TypeKind::Bool => 1,
            TypeKind::Int(b) | TypeKind::Float(b) | TypeKind::Complex(b) => u32::from(*b) / 8,
            TypeKind::Logical(64) | TypeKind::Index => 4,
            TypeKind::Logical(b) => u32::from(*b) / 8,
            TypeKind::Ptr | TypeKind::Box { .. } | TypeKind::Ref(_) => 8,
            TypeKind::Derived(_) => {
                let mut unit = power_of_two_in(self.size_of(t)?).min(8);
                for (_, f) in self.fields(t)? {
                    unit = unit.min(power_of_two_in(f.offset)).min(self.unit_of(f.ty)?);
                }
                unit
            }
            _ => return Err(self.unsupported(format!("elements of type {}", self.m.types.text(t)))),
        })
    }

    // ---- bindings -------------------------------------------------------------------------------
    fn fresh_binding(&mut self) -> u32 {
        self.next_binding += 1;
        self.next_binding - 1
    }
    /// The view argument `arg`.
    pub fn view(&self, arg: usize) -> &ViewInfo {
        match &self.args[arg] {
            ArgInfo::View(v) => v,
            // Places with an argument base come from arguments of view type only.
            ArgInfo::Scalar(..) => unreachable!("a view argument"),
        }
    }
    /// The view argument `arg`.
    pub fn view_mut(&mut self, arg: usize) -> &mut ViewInfo {
        match &mut self.args[arg] {
            ArgInfo::View(v) => v,
            ArgInfo::Scalar(..) => unreachable!("a view argument"),
        }
    }
    /// Binding number of a view seen as array of vectors of `width` entries `s` (1: of entries).
    pub fn view_binding(&mut self, arg: usize, s: RegType, width: u32) -> u32 {
        if let Some(&(_, b)) = self.view(arg).bindings.iter().find(|(t, _)| *t == (s, width)) {
            return b;
        }
        let b = self.fresh_binding();
        self.view_mut(arg).bindings.push(((s, width), b));
        b
    }
    /// Binding number of the parameter block seen as array of `s`.
    pub fn params_binding(&mut self, s: RegType) -> u32 {
        if s == RegType::U32 {
            return 0;
        }
        if let Some(&(_, b)) = self.params_also.iter().find(|(t, _)| *t == s) {
            return b;
        }
        let b = self.fresh_binding();
        self.params_also.push((s, b));
        b
    }
    /// A new scratch buffer of `bytes` as array of `s`.
    pub fn new_scratch(&mut self, s: RegType, bytes: Expr) -> usize {
        let b = self.fresh_binding();
        self.scratch.push((s, b, bytes));
        self.scratch.len() - 1
    }

    // ---- expressions of the host ----------------------------------------------------------------
    /// `v` as an expression that the runtime computes from the arguments.
    pub fn expr(&self, v: Value) -> Option<Expr> {
        let m = self.m;
        let op = match m.values[v].def {
            ValueDef::Arg(r, i) => {
                let float = matches!(m.tk(v), TypeKind::Float(_) | TypeKind::Complex(_));
                return (r == m.region(self.op, 0) && !float && m.types.size_of(m.ty(v)).is_some())
                    .then_some(Expr::Scalar(u32::from(i)));
            }
            ValueDef::Result(op, _) => op,
        };
        let two = || Some((Box::new(self.expr(m.operand(op, 0))?), Box::new(self.expr(m.operand(op, 1))?)));
        match m.kind(op) {
            OpKind::Const => m.attr_int(op, "value").map(Expr::Const),
            OpKind::Add => two().map(|(a, b)| Expr::Add(a, b)),
            OpKind::Sub => two().map(|(a, b)| Expr::Sub(a, b)),
            OpKind::Mul => two().map(|(a, b)| Expr::Mul(a, b)),
            OpKind::Div => two().map(|(a, b)| Expr::Div(a, b)),
            OpKind::Rem => two().map(|(a, b)| Expr::Rem(a, b)),
            OpKind::Min => two().map(|(a, b)| Expr::Min(a, b)),
            OpKind::Max => two().map(|(a, b)| Expr::Max(a, b)),
            OpKind::Neg => Some(Expr::Sub(Box::new(Expr::Const(0)), Box::new(self.expr(m.operand(op, 0))?))),
            OpKind::Cast => {
                // Widening keeps the value; narrowing to `index` is checked by the runtime's range.
                let int = |t: &TypeKind| match t {
                    TypeKind::Int(b) => Some(u32::from(*b)),
                    TypeKind::Index => Some(64),
                    _ => None,
                };
                let (from, to) = (int(m.tk(m.operand(op, 0)))?, int(m.tk(v))?);
                (to >= from).then(|| self.expr(m.operand(op, 0))).flatten()
            }
            OpKind::ViewExtent => self.extent_expr(m.operand(op, 0), m.attr_int(op, "dim")? as usize),
            _ => None,
        }
    }
    /// Extent of a view as an expression of the host.
    pub fn extent_expr(&self, view: Value, dim: usize) -> Option<Expr> {
        let m = self.m;
        if let Some(Some(n)) = m.types.shape(m.ty(view)).get(dim) {
            return Some(Expr::Const(*n));
        }
        let op = match m.values[view].def {
            ValueDef::Arg(r, i) => {
                return (r == m.region(self.op, 0)).then_some(Expr::Extent { arg: u32::from(i), dim: dim as u32 });
            }
            ValueDef::Result(op, _) => op,
        };
        match m.kind(op) {
            OpKind::ViewSection => {
                let parts = section::parts(m, op)?;
                match Part::kept(&parts, dim)? {
                    (_, Part::Range { extent, .. }) => self.expr(extent),
                    (d, Part::Whole) => self.extent_expr(m.operand(op, 0), d),
                    (_, Part::Index(_)) => None,
                }
            }
            OpKind::ViewPermute => {
                let p = m.attr(op, "perm")?.items().get(dim)?.as_int()?;
                self.extent_expr(m.operand(op, 0), p as usize)
            }
            OpKind::ViewMake => self.expr(*m.group(op, "extents").get(dim)?),
            OpKind::ViewCast | OpKind::Declare => self.extent_expr(m.operand(op, 0), dim),
            OpKind::ViewField if dim < m.types.rank(m.ty(m.operand(op, 0))) => self.extent_expr(m.operand(op, 0), dim),
            _ => None,
        }
    }

    // ---- the result -----------------------------------------------------------------------------
    fn elem_kind(&self, t: Type) -> Emitted<ElemKind> {
        Ok(match self.m.types.kind(t) {
            TypeKind::Bool => ElemKind::Bool,
            TypeKind::Int(8) => ElemKind::I8,
            TypeKind::Int(16) => ElemKind::I16,
            TypeKind::Int(32) => ElemKind::I32,
            TypeKind::Int(64) | TypeKind::Index => ElemKind::I64,
            TypeKind::Float(32) => ElemKind::F32,
            TypeKind::Float(64) => ElemKind::F64,
            TypeKind::Complex(32) => ElemKind::C32,
            TypeKind::Complex(64) => ElemKind::C64,
            TypeKind::Logical(8) => ElemKind::L8,
            TypeKind::Logical(16) => ElemKind::L16,
            TypeKind::Logical(32) => ElemKind::L32,
            TypeKind::Logical(64) => ElemKind::L64,
            TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Logical(_)
            | TypeKind::Char(..)
            | TypeKind::Derived(_)
            | TypeKind::Ptr
            | TypeKind::Ref(_)
            | TypeKind::Box { .. }
            | TypeKind::View { .. }
            | TypeKind::Vec { .. }
            | TypeKind::Map
            | TypeKind::Bounds
            | TypeKind::Array { .. } => ElemKind::Bytes(self.size_of(t)? as u32),
        })
    }
    /// The finished kernel.
    pub fn finish(mut self) -> Emitted<CompiledKernel> {
        self.mark_inputs();
        let storage = |s: RegType, width: u32| match (s, width) {
            (RegType::Bool | RegType::U32, 4) => Storage::U32x4,
            (RegType::Bool | RegType::U32, 2) => Storage::U32x2,
            (RegType::Bool | RegType::U32, _) => Storage::U32,
            (RegType::I32, 4) => Storage::I32x4,
            (RegType::I32, _) => Storage::I32,
            (RegType::F32, 4) => Storage::F32x4,
            (RegType::F32, _) => Storage::F32,
            (RegType::I64 | RegType::U64, 2) => Storage::I64x2,
            (RegType::I64 | RegType::U64, _) => Storage::I64,
            (RegType::F64, 2) => Storage::F64x2,
            (RegType::F64, _) => Storage::F64,
        };
        let bind = |list: &[(RegType, u32)]| -> Vec<Binding> {
            list.iter().map(|&(s, index)| Binding { index, storage: storage(s, 1) }).collect()
        };
        if self.needs & needs::F64 != 0 && !self.opt.f64 {
            return Err(self.unsupported("the device has no 64-bit floating point"));
        }
        if self.needs & needs::I64 != 0 && !self.opt.i64 {
            return Err(self.unsupported("the device has no 64-bit integers"));
        }
        let mut args = Vec::new();
        for a in &self.args {
            args.push(match a {
                ArgInfo::Scalar(kind, word) => Arg::Scalar(ScalarArg { kind: *kind, word: *word }),
                ArgInfo::View(v) => Arg::View(ViewArg {
                    name: v.name.clone(),
                    elem: self.elem_kind(v.elem)?,
                    rank: v.rank,
                    reads: v.reads,
                    writes: v.writes,
                    unit: v.unit,
                    bindings: v
                        .bindings
                        .iter()
                        .map(|&((s, width), index)| Binding { index, storage: storage(s, width) })
                        .collect(),
                    offset: if v.bindings.is_empty() { NO_WORD } else { v.word },
                    extents: (0..v.rank).map(|d| v.word + 1 + d).collect(),
                    strides: (0..v.rank).map(|d| v.word + 1 + v.rank + d).collect(),
                }),
            });
        }
        let scratch =
            self.scratch.iter().map(|(s, b, e)| Scratch { bindings: bind(&[(*s, *b)]), bytes: e.clone() }).collect();
        Ok(CompiledKernel {
            name: self.m.attr_str(self.op, "sym").unwrap_or_default().to_string(),
            needs: self.needs,
            wide: self.index == RegType::I64,
            twin: None,
            args,
            params_words: self.params_words,
            params_also: bind(&self.params_also),
            scratch,
            stages: self.stages,
        })
    }
}

impl Kernel<'_> {
    /// Decorates the variables of views that no stage writes.
    fn mark_inputs(&mut self) {
        let views = self.args.iter().filter_map(|a| if let ArgInfo::View(v) = a { Some(v) } else { None });
        let inputs: FxHashSet<u32> = views.filter(|v| !v.writes).flat_map(|v| v.bindings.iter().map(|b| b.1)).collect();
        for stage in &mut self.stages {
            let mut marked = stage.spirv[..SPIRV_HEADER].to_vec();
            for instruction in instructions(&stage.spirv) {
                marked.extend_from_slice(instruction);
                if let &[op, variable, what, binding] = instruction
                    && op & 0xffff == spirv::Op::Decorate as u32
                    && what == spirv::Decoration::Binding as u32
                    && inputs.contains(&binding)
                {
                    let op = 3 << 16 | spirv::Op::Decorate as u32;
                    marked.extend([op, variable, spirv::Decoration::NonWritable as u32]);
                }
            }
            stage.spirv = marked;
        }
    }
}

/// Location of an op.
pub fn loc(m: &Module, op: Op) -> Loc {
    m.ops[op].loc
}

/// Largest power of two that divides `n` (8 for zero).
fn power_of_two_in(n: u64) -> u32 {
    if n == 0 { 8 } else { 1 << n.trailing_zeros().min(3) }
}
