//! The state of one stage's code generation and the dispatch over ops.

use crate::chr::Str;
use crate::flow::Frame;
use crate::kernel::{ArgInfo, Emitted, Kernel};
use crate::mem::{Base, Dim, Local, Place, View};
use crate::spv::{RegType, Spv};
use crate::{Unsupported, kernel};
use ferrotran_abi::kernel::{Grid, ScalarKind, Stage, needs};
use ferrotran_ir::{Attr, Loc, MemoryOrder, Module, Op, OpKind, Region, Type, TypeKind, Value, ValueDef};
use rspirv::spirv::{self, Capability, MemorySemantics, Op as SpvOp, Word};
use rustc_hash::FxHashMap;

/// What an IR value is in the generated code.
#[derive(Clone, Debug)]
pub enum Val {
    /// A scalar in a register.
    Scalar(Word),
    /// Real and imaginary part.
    Complex(Word, Word),
    /// A reference or address.
    Ref(Place),
    /// An array in memory.
    View(View),
    /// A string.
    Str(Str),
}

/// Generates one stage.
pub struct Emit<'k, 'm> {
    /// The kernel.
    pub kernel: &'k mut Kernel<'m>,
    /// Its module.
    pub m: &'m Module,
    /// The SPIR-V module.
    pub spv: Spv,
    /// Values so far.
    pub env: FxHashMap<Value, Val>,
    /// Local memory.
    pub locals: Vec<Local>,
    /// Structured constructs around the current place, innermost last.
    pub frames: Vec<Frame>,
    /// Variable that says which outer construct is being left (0: none).
    pub exit_var: Option<Word>,
    /// Codes given out for it.
    pub exit_codes: u32,
    /// Variables of bindings, by binding number.
    vars: FxHashMap<u32, (Word, bool)>,
    params: FxHashMap<u32, Word>,
    /// Constant strings in local memory.
    pub strings: FxHashMap<Vec<u8>, usize>,
    /// Location of the op being generated.
    pub loc: Loc,
}

impl<'k, 'm> Emit<'k, 'm> {
    /// A stage with the kernel's arguments defined.
    pub fn new(k: &'k mut Kernel<'m>) -> Emitted<Emit<'k, 'm>> {
        let m = k.m;
        let loc = kernel::loc(m, k.op);
        let mut e = Emit {
            kernel: k,
            m,
            spv: Spv::new(),
            env: FxHashMap::default(),
            locals: Vec::new(),
            frames: Vec::new(),
            exit_var: None,
            exit_codes: 0,
            vars: FxHashMap::default(),
            params: FxHashMap::default(),
            strings: FxHashMap::default(),
            loc,
        };
        let args: Vec<Value> = m.args(m.region(e.kernel.op, 0)).to_vec();
        for (i, &a) in args.iter().enumerate() {
            let val = match e.kernel.args[i].clone() {
                ArgInfo::View(v) => {
                    let dims = e.arg_dims(a, v.word, v.unit)?;
                    Val::View(View { base: Base::Arg(i), off: Dim::Param(v.word), bytes: 0, dims, elem: v.elem })
                }
                // Loaded at first use only, so that what one stage does not use costs nothing.
                ArgInfo::Scalar(..) => continue,
            };
            e.env.insert(a, val);
        }
        Ok(e)
    }

    /// An error at the current op.
    pub fn unsupported(&self, reason: impl Into<String>) -> Unsupported {
        Unsupported { reason: reason.into(), loc: self.loc }
    }

    // ---- parameters and buffers -----------------------------------------------------------------
    /// A word of the parameter block as signed integer.
    pub fn param(&mut self, word: u32) -> Word {
        if let Some(&p) = self.params.get(&word) {
            return p;
        }
        let raw = self.param_word(word);
        let p = self.spv.with_prelude(|s| s.op(SpvOp::Bitcast, RegType::I32, &[raw]));
        self.params.insert(word, p);
        p
    }
    fn param_word(&mut self, word: u32) -> Word {
        self.param_load(RegType::U32, word)
    }
    fn param_load(&mut self, s: RegType, index: u32) -> Word {
        let binding = self.kernel.params_binding(s);
        let var = match self.vars.get(&binding) {
            Some(v) => v.0,
            None => {
                let v = self.spv.buffer(s, binding, true);
                self.vars.insert(binding, (v, false));
                v
            }
        };
        let i = self.spv.u32(index);
        self.spv.with_prelude(|b| {
            let p = b.buffer_at(var, s, i);
            b.load(p, s)
        })
    }
    fn scalar_arg(&mut self, kind: ScalarKind, word: u32) -> Val {
        use ScalarKind::*;
        let float = |e: &mut Self, w: u32| {
            let raw = e.param_word(w);
            e.spv.with_prelude(|s| s.op(SpvOp::Bitcast, RegType::F32, &[raw]))
        };
        match kind {
            Index if self.index() == RegType::I64 => Val::Scalar(self.param_load(RegType::I64, word / 2)),
            I8 | I16 | I32 | Index => Val::Scalar(self.param(word)),
            Bool | L8 | L16 | L32 | L64 => {
                let raw = self.param_word(word);
                let zero = self.spv.u32(0);
                Val::Scalar(self.spv.with_prelude(|s| s.op(SpvOp::INotEqual, RegType::Bool, &[raw, zero])))
            }
            I64 => Val::Scalar(self.param_load(RegType::I64, word / 2)),
            F64 => Val::Scalar(self.param_load(RegType::F64, word / 2)),
            F32 => Val::Scalar(float(self, word)),
            C32 => Val::Complex(float(self, word), float(self, word + 1)),
            C64 => Val::Complex(self.param_load(RegType::F64, word / 2), self.param_load(RegType::F64, word / 2 + 1)),
        }
    }
    /// The buffer variable of a view argument seen as array of `s`.
    pub fn view_var(&mut self, arg: usize, s: RegType) -> Word {
        self.wide_view_var(arg, s, 1)
    }
    /// The buffer variable of a view argument seen as array of vectors of `width` entries `s`.
    pub fn wide_view_var(&mut self, arg: usize, s: RegType, width: u32) -> Word {
        let binding = self.kernel.view_binding(arg, s, width);
        if let Some(v) = self.vars.get(&binding) {
            return v.0;
        }
        let v = self.spv.wide_buffer(s, width, binding, false);
        self.vars.insert(binding, (v, true));
        v
    }
    /// The variable of a scratch buffer.
    pub fn scratch_var(&mut self, index: usize) -> Word {
        let (s, binding, _) = self.kernel.scratch[index];
        if let Some(v) = self.vars.get(&binding) {
            return v.0;
        }
        let v = self.spv.buffer(s, binding, false);
        self.vars.insert(binding, (v, false));
        v
    }

    /// Ends the stage and adds it to the kernel.
    pub fn finish(mut self, workgroup: [u32; 3], grid: Grid) {
        let views: Vec<Word> = self.vars.values().filter(|v| v.1).map(|v| v.0).collect();
        if self.kernel.writes_any && views.len() > 1 {
            let mut sorted = views;
            sorted.sort_unstable();
            for v in sorted {
                self.spv.aliased(v);
            }
        }
        if self.kernel.threads_share {
            let mut written: Vec<Word> = self.vars.values().filter(|v| v.1).map(|v| v.0).collect();
            written.sort_unstable();
            for v in written {
                self.spv.coherent(v);
            }
        }
        if self.spv.uses(Capability::Float64) {
            self.kernel.needs |= needs::F64;
        }
        if self.spv.uses(Capability::Int64) {
            self.kernel.needs |= needs::I64;
        }
        if self.spv.uses(Capability::Int64Atomics) {
            self.kernel.needs |= needs::ATOMIC64;
        }
        let spirv = self.spv.finish("main", workgroup);
        self.kernel.stages.push(Stage { spirv, entry: "main".to_string(), workgroup, grid });
    }

    /// Linear number of the invocation (an index) for a linear grid.
    pub fn linear_invocation(&mut self, workgroup: u32) -> Word {
        let group = self.linear_group();
        let local = self.spv.local_index();
        let (index, u) = (self.index(), self.index().unsigned());
        let width = self.spv.int(u, i64::from(workgroup));
        self.spv.with_prelude(|s| {
            let (group, local) = (s.widened(group, u), s.widened(local, u));
            let base = s.op(SpvOp::IMul, u, &[group, width]);
            let n = s.op(SpvOp::IAdd, u, &[base, local]);
            s.op(SpvOp::Bitcast, index, &[n])
        })
    }
    /// Linear number of the workgroup (u32) for a linear grid.
    pub fn linear_group(&mut self) -> Word {
        let x = self.spv.builtin3(spirv::BuiltIn::WorkgroupId, 0);
        let y = self.spv.builtin3(spirv::BuiltIn::WorkgroupId, 1);
        let nx = self.spv.builtin3(spirv::BuiltIn::NumWorkgroups, 0);
        self.spv.with_prelude(|s| {
            let row = s.op(SpvOp::IMul, RegType::U32, &[y, nx]);
            s.op(SpvOp::IAdd, RegType::U32, &[row, x])
        })
    }

    // ---- values ---------------------------------------------------------------------------------
    /// What a value is.
    pub fn val(&mut self, v: Value) -> Emitted<Val> {
        if let Some(x) = self.env.get(&v) {
            return Ok(x.clone());
        }
        if let ValueDef::Arg(r, i) = self.m.values[v].def
            && r == self.m.region(self.kernel.op, 0)
            && let ArgInfo::Scalar(kind, word) = self.kernel.args[usize::from(i)]
        {
            let val = self.scalar_arg(kind, word);
            self.env.insert(v, val.clone());
            return Ok(val);
        }
        Err(self.unsupported("a value from outside the kernel"))
    }
    /// A scalar that is one register.
    pub fn scalar(&mut self, v: Value) -> Emitted<Word> {
        match self.val(v)? {
            Val::Scalar(w) => Ok(w),
            _ => Err(self.unsupported(format!("a value of type {} in this place", self.m.types.text(self.m.ty(v))))),
        }
    }
    /// A view.
    pub fn view(&mut self, v: Value) -> Emitted<View> {
        match self.val(v)? {
            Val::View(x) => Ok(x),
            _ => Err(self.unsupported("an array that is not known as a view")),
        }
    }
    /// A reference.
    pub fn place(&mut self, v: Value) -> Emitted<Place> {
        match self.val(v)? {
            Val::Ref(p) => Ok(p),
            _ => Err(self.unsupported("an address that is not known")),
        }
    }
    /// Sets the only result of an op.
    pub fn set(&mut self, op: Op, val: Val) {
        self.env.insert(self.m.result(op), val);
    }
    /// Register type of an `index`.
    pub fn index(&self) -> RegType {
        self.kernel.index
    }
    /// A position (i32) as an `index`.
    pub fn index_of(&mut self, position: Word) -> Val {
        let s = self.index();
        Val::Scalar(self.cast_part(position, RegType::I32, s))
    }
    /// Register type of a scalar or of the parts of a complex number.
    pub fn reg(&self, t: Type) -> Emitted<RegType> {
        Ok(match self.m.types.kind(t) {
            TypeKind::Bool | TypeKind::Logical(8 | 16 | 32 | 64) => RegType::Bool,
            TypeKind::Int(64) => RegType::I64,
            TypeKind::Int(8 | 16 | 32) => RegType::I32,
            TypeKind::Index => self.index(),
            TypeKind::Float(32) | TypeKind::Complex(32) => RegType::F32,
            TypeKind::Float(64) | TypeKind::Complex(64) => RegType::F64,
            _ => return Err(self.unsupported(format!("a value of type {}", self.m.types.text(t)))),
        })
    }
    /// True for complex types.
    pub fn is_complex(&self, t: Type) -> bool {
        matches!(self.m.types.kind(t), TypeKind::Complex(_))
    }
    /// Registers of a scalar value.
    pub fn parts(&self, v: &Val) -> Emitted<Vec<Word>> {
        match v {
            Val::Scalar(w) => Ok(vec![*w]),
            Val::Complex(a, b) => Ok(vec![*a, *b]),
            _ => Err(self.unsupported("a scalar number was expected")),
        }
    }
    /// The value with these registers.
    pub fn from_parts(parts: &[Word]) -> Val {
        if parts.len() == 2 { Val::Complex(parts[0], parts[1]) } else { Val::Scalar(parts[0]) }
    }

    // ---- regions and ops ------------------------------------------------------------------------
    /// Generates the ops of a region; gives the operands of the loop.yield at its end.
    pub fn region(&mut self, r: Region) -> Emitted<Vec<Val>> {
        let ops = self.m.regions[r].ops.clone();
        for (i, &op) in ops.iter().enumerate() {
            if !self.spv.is_open() {
                break;
            }
            if matches!(self.m.kind(op), OpKind::Yield | OpKind::ArrayYield) {
                debug_assert!(i + 1 == ops.len(), "a terminator ends its region");
                return self.m.operands(op).iter().map(|&v| self.val(v)).collect();
            }
            self.op(op)?;
        }
        Ok(Vec::new())
    }

    /// Generates one op.
    pub fn op(&mut self, op: Op) -> Emitted<()> {
        use OpKind::*;
        self.loc = self.m.ops[op].loc;
        match self.m.kind(op) {
            Const => {
                let v = self.constant(op)?;
                self.set(op, v);
            }
            Add | Sub | Mul | Div | Rem | Modulo | Neg | Min | Max | And | Or | Xor | Not | Shl | ShrU | ShrS
            | Popcnt | Clz | Ctz | Cmp | Select | Cast | Bitcast | ComplexMake | ComplexRe | ComplexIm | Math => {
                let v = self.arith(op)?;
                self.set(op, v);
            }
            Alloca | Load | Store | CopyObject | CastRef | PtrAdd | PtrDistance | Field | Copy | Declare | ViewMake
            | ViewSection | ViewElem | ViewField | ViewPermute | ViewCast | ViewExtent | ViewStride | ViewAddr
            | ViewElemLen | ViewIsContig => self.memory(op)?,
            ChrConst | ChrMake | ChrRef | ChrAddr | ChrLen | ChrSubstr | ChrConcat | ChrCast | ChrCmp | ChrAssign
            | ChrFromCode | ChrCode => self.character(op)?,
            For | While | If | SelectCase | Block | Parallel | Break | Continue | Return | Unreachable => {
                self.flow(op)?
            }
            Trips => self.number_of_iterations(op)?,
            OmpAtomicRead | OmpAtomicWrite | OmpAtomicUpdate => self.atomic(op)?,
            DevBarrier => self.spv.barrier_of_all_memory(),
            OmpFlush => self.spv.flush(semantics(self.m.choice_opt(op))),
            Reduce => self.serial_reduce(op)?,
            LibMatmul => self.serial_matmul(op)?,
            LibTranspose => self.serial_transpose(op)?,
            LibPack => self.serial_pack(op)?,
            Label | Goto => return Err(self.unsupported("goto")),
            Call | CallPtr | FuncAddr => {
                let name = self.m.attr_str(op, "callee").unwrap_or("a procedure pointer");
                return Err(self.unsupported(format!("a call of {name}, which is not part of the kernel")));
            }
            Alloc | Free => return Err(self.unsupported("dynamic memory in a kernel")),
            Assume | CoverageCount => {}
            AddrOf => return Err(self.unsupported("a global variable that is not an argument of the kernel")),
            k => return Err(self.unsupported(format!("{} in a kernel", k.info().name))),
        }
        Ok(())
    }

    fn constant(&mut self, op: Op) -> Emitted<Val> {
        let t = self.m.ty(self.m.result(op));
        let s = self.reg(t)?;
        let attr = self.m.attr(op, "value").cloned();
        let number = |a: &Attr| match a {
            Attr::Float(x) => Some(*x),
            Attr::Int(i) => Some(*i as f64),
            _ => None,
        };
        let bad = self.unsupported("a constant of this form");
        Ok(match (attr, s) {
            (Some(Attr::List(l)), RegType::F32 | RegType::F64) if l.len() == 2 => {
                let re = self.spv.float(s, number(&l[0]).ok_or_else(|| bad.clone())?);
                let im = self.spv.float(s, number(&l[1]).ok_or(bad)?);
                Val::Complex(re, im)
            }
            (Some(a), RegType::F32 | RegType::F64) => Val::Scalar(self.spv.float(s, number(&a).ok_or(bad)?)),
            (Some(Attr::Int(i)), RegType::Bool) => Val::Scalar(self.spv.bool(i != 0)),
            (Some(Attr::Int(i)), _) => {
                let i = match self.m.types.kind(t) {
                    TypeKind::Int(8) => i64::from(i as i8),
                    TypeKind::Int(16) => i64::from(i as i16),
                    TypeKind::Index if s == RegType::I32 && i64::from(i as i32) != i => {
                        return Err(self.unsupported("an index that needs 64 bits"));
                    }
                    _ => i,
                };
                Val::Scalar(self.spv.int(s, i))
            }
            _ => return Err(bad),
        })
    }
}

/// What a flush does in SPIR-V's words.
fn semantics(order: Option<MemoryOrder>) -> MemorySemantics {
    match order {
        Some(MemoryOrder::Acquire) => MemorySemantics::ACQUIRE,
        Some(MemoryOrder::Release) => MemorySemantics::RELEASE,
        Some(MemoryOrder::Relaxed | MemoryOrder::AcqRel | MemoryOrder::SeqCst) | None => {
            MemorySemantics::ACQUIRE_RELEASE
        }
    }
}
