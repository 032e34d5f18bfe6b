//! One procedure: its values, what its control flow hands over, and the dispatch over ops.

use super::marks::Mark;
use super::module::{ModuleCx, func_results};
use super::module::{PADDING, X87};
use super::storage::Storage;
use super::value::{Ix, Val};
use crate::error::{CodegenError, Res};
use crate::vector::Lanes;
use crate::vector::ops::has_vectors;
use cranelift_codegen::ir::{
    self as clif, AliasRegion, AliasRegionData, Block, InstBuilder, MemFlagsData, TrapCode, Value as Cv,
    condcodes::IntCC, types,
};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_module::Module as _;
use ferrotran_ir::analysis::labels::labelled_regions;
use ferrotran_ir::{Attr, Loc, Module, Op, OpKind, Region, Traits, Type, TypeKind, Value};
use ferrotran_xreal::Num;
use rustc_hash::{FxHashMap, FxHashSet};

/// A structured op that loop.break and loop.continue may name.
pub(crate) struct Scope {
    pub op: Op,
    pub label: Option<String>,
    pub is_loop: bool,
    pub break_to: Block,
    pub continue_to: Option<Block>,
    /// Mark of the arena of temporaries at the start of the iteration.
    pub mark: Option<Cv>,
}

/// From how many ops on a procedure is crowded.
const CROWD: usize = 400;

/// Generator of one function.
pub(crate) struct FuncGen<'c, 'm, 'f> {
    pub cx: &'c mut ModuleCx<'m>,
    pub m: &'m Module,
    pub b: FunctionBuilder<'f>,
    pub op: Op,
    pub(super) vals: FxHashMap<Value, Val>,
    pub allocas: FxHashMap<Value, Storage>,
    /// Characters made from codes whose place in memory nobody asks for.
    pub code_only: FxHashSet<Value>,
    /// For a loop, choice, block or label the Cranelift variables of the values that it is handed, each with its parts.
    handed: FxHashMap<Op, std::rc::Rc<[Vec<Variable>]>>,
    /// Loop depth at which a value varies.
    depths: FxHashMap<Value, u32>,
    pub depth: u32,
    pub scopes: Vec<Scope>,
    pub labels: FxHashMap<String, (Op, Block)>,
    /// Regions that hold a label, in themselves or inside.
    labelled: FxHashSet<Region>,
    /// What jumps have to know of the order of the ops, once one asks.
    pub(super) jumps: Option<std::rc::Rc<super::flow::Jumps>>,
    /// Slots for which there is no alloca, free and in use.
    pub(super) scratch: super::storage::Scratch,
    /// Storage of inner regions that lasts.
    pub(super) outliving: FxHashSet<Value>,
    /// Whether the current block has ended.
    pub dead: bool,
    /// A procedure with so many values that what loops carry has to be kept apart from what is outside of them.
    crowded: bool,
    pub results: Vec<Type>,
    /// Mark of the arena at entry, if the function uses the arena.
    pub entry_mark: Option<Cv>,
    /// Mark after the variables that live in the arena.
    pub body_mark: Option<Cv>,
    pub data_region: AliasRegion,
    pub desc_region: AliasRegion,
    /// The slot for frames of loops that are functions of their own.
    pub loop_frame: Option<clif::StackSlot>,
    /// Eight bytes that are zero.
    pub zero_slot: Option<clif::StackSlot>,
    /// Ops that are not done in their turn: they were before, or the branch that asks for them does them.
    pub early: FxHashSet<Op>,
    /// 64-bit forms of narrow loop counters: Cranelift value -> the value it was reduced from.
    pub wide: FxHashMap<Cv, Cv>,
    /// Room for values of 16 and 32 bytes that calls of the runtime pass by address, and how much the next call takes.
    pub wide_slots: Vec<(clif::StackSlot, u32)>,
    pub wide_used: usize,
    /// Where variables are, for debuggers.
    pub(super) marks: Vec<Mark>,
    /// Where the code comes from.
    places: Places,
}

/// Places in the source by their numbers in Cranelift's source locations.
#[derive(Debug)]
pub(super) struct Places {
    list: Vec<Loc>,
    numbers: FxHashMap<Loc, u32>,
}

impl Places {
    /// None but the unknown one.
    fn new() -> Places {
        Places { list: vec![Loc::default()], numbers: FxHashMap::default() }
    }

    /// The number of a place.
    fn number(&mut self, loc: Loc) -> clif::SourceLoc {
        if loc.line == 0 {
            return clif::SourceLoc::new(0);
        }
        // Columns make no difference.
        let loc = Loc { col: 0, ..loc };
        let next = self.list.len() as u32;
        let n = *self.numbers.entry(loc).or_insert(next);
        if n == next {
            self.list.push(loc);
        }
        clif::SourceLoc::new(n)
    }

    /// The place of a source location, unknown where there is none.
    pub fn get(&self, number: clif::SourceLoc) -> Loc {
        self.list.get(number.bits() as usize).copied().unwrap_or_default()
    }
}

/// What is known of a function beside its code.
#[derive(Debug)]
pub(super) struct Notes {
    pub marks: Vec<Mark>,
    pub places: Places,
}

/// Generates the body of `op` into `func`.
pub(super) fn generate(
    cx: &mut ModuleCx<'_>,
    op: Op,
    func: &mut clif::Function,
    fctx: &mut FunctionBuilderContext,
) -> Res<Notes> {
    let m = cx.m;
    if cx.opts.lines {
        func.collect_debug_info();
    }
    let body = m.region(op, 0);
    let ops = m.walk(body);
    let data_region = func.dfg.alias_regions.insert(AliasRegionData { user_id: 1, description: "variables".into() });
    let desc_region = func.dfg.alias_regions.insert(AliasRegionData { user_id: 2, description: "descriptors".into() });
    // Cranelift keeps differences, and takes that of a number to the next one for none at all.
    func.params.ensure_base_srcloc(clif::SourceLoc::new(0));
    let b = FunctionBuilder::new(func, fctx);
    let mut g = FuncGen {
        m,
        b,
        op,
        vals: FxHashMap::default(),
        allocas: FxHashMap::default(),
        code_only: FxHashSet::default(),
        handed: FxHashMap::default(),
        depths: FxHashMap::default(),
        depth: 0,
        scopes: Vec::new(),
        labels: FxHashMap::default(),
        labelled: labelled_regions(m, body),
        jumps: None,
        scratch: super::storage::Scratch::default(),
        outliving: FxHashSet::default(),
        dead: false,
        crowded: cx.opts.opt_level > 0 && ops.len() > CROWD,
        results: func_results(m, op),
        entry_mark: None,
        body_mark: None,
        data_region,
        desc_region,
        loop_frame: None,
        zero_slot: None,
        early: FxHashSet::default(),
        wide: FxHashMap::default(),
        wide_slots: Vec::new(),
        wide_used: 0,
        marks: Vec::new(),
        places: Places::new(),
        cx,
    };
    let entry = g.b.create_block();
    g.b.append_block_params_for_function_params(entry);
    g.b.switch_to_block(entry);
    g.b.seal_block(entry);
    g.arguments(op, body, entry)?;
    g.plan_storage(&ops)?;
    g.mark_storage(&ops);
    for &o in &ops {
        if m.kind(o) == OpKind::Label {
            let name = m.attr_str(o, "label").unwrap_or_default().to_string();
            let block = g.b.create_block();
            if g.labels.insert(name.clone(), (o, block)).is_some() {
                return g.fail(o, format!("label {name} stands twice"));
            }
        }
    }
    g.region(body)?;
    if !g.dead {
        if g.results.is_empty() {
            g.release_all();
            let mut regs = Vec::new();
            g.push_struct_result(&mut regs)?;
            g.b.ins().return_(&regs);
        } else {
            g.b.ins().trap(TrapCode::unwrap_user(1));
        }
    }
    g.b.seal_all_blocks();
    let config = g.cx.obj.isa().frontend_config();
    g.b.finalize(config);
    Ok(Notes { marks: g.marks, places: g.places })
}

impl<'c, 'm, 'f> FuncGen<'c, 'm, 'f> {
    // ---- errors ---------------------------------------------------------------------------------
    pub fn fail<T>(&self, op: Op, text: impl Into<String>) -> Res<T> {
        let mut loc = self.m.ops[op].loc;
        if loc.line == 0 {
            loc = self.m.ops[self.op].loc;
        }
        Err(CodegenError { loc, text: text.into() })
    }

    // ---- entry ----------------------------------------------------------------------------------
    fn arguments(&mut self, op: Op, body: Region, entry: Block) -> Res<()> {
        let params: Vec<Cv> = self.b.block_params(entry).to_vec();
        let by_value = super::structs::byval(self.m, op);
        let result = self.m.flag(op, "struct_result");
        let memory: Vec<bool> = (self.b.func.signature.params.iter())
            .map(|p| matches!(p.purpose, clif::ArgumentPurpose::StructArgument(_)))
            .collect();
        let purposes: Vec<_> = self.b.func.signature.params.iter().map(|p| p.purpose).collect();
        let total = params.len();
        let mut next = params.into_iter();
        for (i, &a) in self.m.args(body).iter().enumerate() {
            let ty = self.m.ty(a);
            if i == 0 && result {
                let t = self.m.types.elem(ty);
                let at = match self.struct_result_room(t) {
                    Some(at) => at,
                    None => next.next().expect("the address of the result"),
                };
                self.set(a, Val::S(at), 0);
                continue;
            }
            if by_value.contains(&i) {
                let in_memory = memory.get(total - next.len()).copied().unwrap_or(false);
                let mut take = || next.next().expect("one machine parameter per word");
                let at = self.take_struct(op, self.m.types.elem(ty), in_memory, &mut take)?;
                self.set(a, Val::S(at), 0);
                continue;
            }
            let mut take = || next.next().expect("one machine parameter per component");
            let val = match self.m.types.kind(ty) {
                TypeKind::Float(80) | TypeKind::Complex(80) if X87 => {
                    if purposes[total - next.len()] == PADDING {
                        next.next();
                    }
                    let at = next.next().expect("one machine parameter for it");
                    self.load_from(op, at, ty)?
                }
                TypeKind::Char(len, _) => match len {
                    Some(n) => Val::Chr { ptr: take(), len: Ix::C(*n) },
                    None => return self.fail(op, "an argument of run-time length must be an address and a length"),
                },
                TypeKind::Ref(e) => match self.m.types.kind(*e) {
                    TypeKind::Char(Some(n), _) => Val::Chr { ptr: take(), len: Ix::C(*n) },
                    TypeKind::Char(None, _) => {
                        return self.fail(op, "an argument of run-time length must be an address and a length");
                    }
                    _ => Val::S(take()),
                },
                _ => match self.take_number(ty, &mut take) {
                    Some(v) => v,
                    None => Val::S(take()),
                },
            };
            self.set(a, val, 0);
        }
        Ok(())
    }

    pub(super) fn plain(&self, text: String) -> CodegenError {
        CodegenError { loc: self.m.ops[self.op].loc, text }
    }

    pub(super) fn alloca_size(&self, op: Op) -> Option<i64> {
        let m = self.m;
        let ty = m.ty(m.result(op));
        let count: i64 = m.types.shape(ty).iter().copied().try_fold(1i64, |n, d| Some(n * d?.max(0)))?;
        if let Some(n) = m.attr_int(op, "size") {
            let is_view = matches!(m.types.kind(ty), TypeKind::View { .. });
            let elem = self.cx.size_of(m.types.elem(ty));
            return Some(if is_view { n.max(elem.unwrap_or(0) * count) } else { n });
        }
        Some(self.cx.size_of(m.types.elem(ty))? * count)
    }

    // ---- values ---------------------------------------------------------------------------------
    /// Records the code of a value that varies at loop depth `depth`.
    pub fn set(&mut self, v: Value, val: Val, depth: u32) {
        self.depths.insert(v, depth);
        self.vals.insert(v, val);
    }

    /// Result of an op whose value depends on its operands only.
    pub fn set_pure(&mut self, op: Op, val: Val) {
        let d = self.m.operands(op).iter().map(|&v| self.depth_of(v)).max().unwrap_or(0);
        self.set(self.m.result(op), val, d);
    }

    /// Result of an op that is computed anew where it stands.
    pub fn set_here(&mut self, op: Op, val: Val) {
        let d = self.depth;
        self.set(self.m.result(op), val, d);
    }

    /// Loop depth at which a value varies (0: not in any loop).
    pub fn depth_of(&self, v: Value) -> u32 {
        match self.m.def(v).map(|o| self.m.kind(o)) {
            Some(OpKind::Const | OpKind::Alloca | OpKind::AddrOf | OpKind::NullPtr | OpKind::ChrConst) => 0,
            _ => self.depths.get(&v).copied().unwrap_or(self.depth),
        }
    }

    /// The code of a value.
    pub fn get(&mut self, v: Value) -> Res<Val> {
        if let Some(&st) = self.allocas.get(&v) {
            let p = match st {
                Storage::Slot(s) => self.b.ins().stack_addr(types::I64, s, 0),
                Storage::Heap(p) => p,
                Storage::Strict(s, align) => {
                    let p = self.b.ins().stack_addr(types::I64, s, 0);
                    let p = self.b.ins().iadd_imm_s(p, align - 1);
                    self.b.ins().band_imm_s(p, -align)
                }
            };
            return self.static_object(v, p);
        }
        if let Some(op) = self.m.def(v) {
            match self.m.kind(op) {
                OpKind::Const => return self.constant(op),
                OpKind::ChrConst => return self.chr_const(op),
                OpKind::AddrOf => {
                    let p = self.addr_of(op)?;
                    return self.static_object(v, p);
                }
                OpKind::NullPtr => {
                    let p = self.b.ins().iconst(types::I64, 0);
                    return self.static_object(v, p);
                }
                OpKind::FuncAddr => return self.func_addr(op),
                OpKind::Declare => return self.get(self.m.operand(op, 0)),
                _ => {}
            }
        }
        match self.vals.get(&v) {
            Some(val) => Ok(val.clone()),
            None => {
                let op = self.m.def(v).unwrap_or(self.op);
                self.fail(op, "internal error: a value is used before it is computed")
            }
        }
    }

    /// A scalar.
    pub fn s(&mut self, v: Value) -> Res<Cv> {
        match self.get(v)? {
            Val::S(c) => Ok(c),
            Val::Chr { ptr, .. } => Ok(ptr),
            Val::View(w) => Ok(w.base),
            Val::Vec(_) => {
                let op = self.m.def(v).unwrap_or(self.op);
                self.fail(op, "internal error: a vector where a scalar is needed")
            }
            Val::C(..) => {
                let op = self.m.def(v).unwrap_or(self.op);
                self.fail(op, "internal error: a complex value where a scalar is needed")
            }
        }
    }

    /// An index operand, as a constant where it is one.
    pub fn ix(&mut self, v: Value) -> Res<Ix> {
        if let Some(n) = self.m.const_int(v) {
            return Ok(Ix::C(n));
        }
        let ty = self.m.ty(v);
        let c = self.s(v)?;
        Ok(Ix::V(self.widen(c, ty)))
    }

    /// Sign-extends an integer to 64 bits.
    pub fn widen(&mut self, c: Cv, _ty: Type) -> Cv {
        if let Some(&w) = self.wide.get(&c) {
            return w;
        }
        self.int_to_int(c, types::I64)
    }

    pub fn ixv(&mut self, i: Ix) -> Cv {
        match i {
            Ix::C(n) => self.b.ins().iconst(types::I64, n),
            Ix::V(v) => v,
        }
    }
    pub fn ix_add(&mut self, a: Ix, b: Ix) -> Ix {
        match (a, b) {
            (Ix::C(a), Ix::C(b)) => Ix::C(a.wrapping_add(b)),
            (x, Ix::C(0)) | (Ix::C(0), x) => x,
            (Ix::V(v), Ix::C(n)) | (Ix::C(n), Ix::V(v)) => Ix::V(self.b.ins().iadd_imm_s(v, n)),
            (Ix::V(a), Ix::V(b)) => Ix::V(self.b.ins().iadd(a, b)),
        }
    }
    pub fn ix_sub(&mut self, a: Ix, b: Ix) -> Ix {
        match (a, b) {
            (Ix::C(a), Ix::C(b)) => Ix::C(a.wrapping_sub(b)),
            (x, Ix::C(n)) => self.ix_add(x, Ix::C(n.wrapping_neg())),
            (a, b) => {
                let (a, b) = (self.ixv(a), self.ixv(b));
                Ix::V(self.b.ins().isub(a, b))
            }
        }
    }
    pub fn ix_mul(&mut self, a: Ix, b: Ix) -> Ix {
        match (a, b) {
            (Ix::C(a), Ix::C(b)) => Ix::C(a.wrapping_mul(b)),
            (x, Ix::C(1)) | (Ix::C(1), x) => x,
            (_, Ix::C(0)) | (Ix::C(0), _) => Ix::C(0),
            (Ix::V(v), Ix::C(n)) | (Ix::C(n), Ix::V(v)) => Ix::V(if n > 0 && n.count_ones() == 1 {
                self.b.ins().ishl_imm_s(v, i64::from(n.trailing_zeros()))
            } else {
                self.b.ins().imul_imm_s(v, n)
            }),
            (Ix::V(a), Ix::V(b)) => Ix::V(self.b.ins().imul(a, b)),
        }
    }
    /// max(a, 0)
    pub fn ix_clamp(&mut self, a: Ix) -> Ix {
        match a {
            Ix::C(n) => Ix::C(n.max(0)),
            Ix::V(v) => {
                let z = self.b.ins().iconst(types::I64, 0);
                Ix::V(self.b.ins().smax(v, z))
            }
        }
    }

    /// Flags of accesses to the program's variables.
    pub fn data(&self) -> MemFlagsData {
        MemFlagsData::new().with_notrap().with_alias_region(Some(self.data_region))
    }
    /// Flags of accesses to descriptors.
    pub fn desc(&self) -> MemFlagsData {
        MemFlagsData::trusted().with_alias_region(Some(self.desc_region))
    }

    // ---- regions --------------------------------------------------------------------------------
    /// Generates the ops of a region; the values of a loop.yield at its end.
    pub fn region(&mut self, r: Region) -> Res<Vec<Value>> {
        let mut out = Vec::new();
        self.region_and(r, &mut |_, values| {
            out = values;
            Ok(())
        })?;
        Ok(out)
    }

    /// As [`Self::region`], and what `then` does with these values, for which storage of the region is still there.
    pub fn region_and(&mut self, r: Region, then: &mut dyn FnMut(&mut Self, Vec<Value>) -> Res<()>) -> Res<()> {
        self.scratch.enter();
        let out = self.region_ops(r).and_then(|values| then(self, values));
        // A jump may come back to what is in use.
        self.scratch.leave(!self.labelled.contains(&r));
        out
    }

    /// Whether jumps lead to labels in the procedure.
    pub fn has_labels(&self) -> bool {
        !self.labelled.is_empty()
    }

    fn region_ops(&mut self, r: Region) -> Res<Vec<Value>> {
        let ops = self.m.regions[r].ops.clone();
        let last_label = if self.is_labelled(r) { ops.iter().rposition(|&o| self.contains_label(o)) } else { None };
        for (i, &op) in ops.iter().enumerate() {
            if self.dead {
                if last_label.is_none_or(|l| i > l) {
                    return Ok(Vec::new());
                }
                if self.m.kind(op) != OpKind::Label {
                    self.revive();
                }
            }
            if self.m.kind(op) == OpKind::Yield {
                return Ok(self.m.operands(op).to_vec());
            }
            if self.early.contains(&op) {
                continue;
            }
            let (loc, own) = (self.m.ops[op].loc, self.m.ops[self.op].loc);
            // What comes from declarations is no step of its own where statements use it.
            let same = (loc.file, loc.line, loc.call) == (own.file, own.line, own.call);
            let declared = same && r != self.m.region(self.op, 0);
            if !declared || self.b.srcloc().is_default() {
                let number = self.places.number(loc);
                self.b.set_srcloc(number);
            }
            self.scratch.lasts = self.m.ops[op].results.first().is_some_and(|v| self.outliving.contains(v));
            self.one(op)?;
        }
        Ok(Vec::new())
    }

    /// Starts a block that nothing jumps to, for code that only a label inside makes reachable.
    fn revive(&mut self) {
        let blk = self.b.create_block();
        self.b.switch_to_block(blk);
        self.b.seal_block(blk);
        self.dead = false;
    }

    /// True where a jump may come into the region from outside of the op at hand.
    pub fn is_labelled(&self, r: Region) -> bool {
        self.labelled.contains(&r)
    }

    fn contains_label(&self, op: Op) -> bool {
        self.m.kind(op) == OpKind::Label || self.m.ops[op].regions.iter().any(|&r| self.is_labelled(r))
    }

    /// Generates one op.
    pub fn one(&mut self, op: Op) -> Res<()> {
        use OpKind::*;
        match self.m.kind(op) {
            VecSplat | VecRamp | VecBuild | VecLane | VecLoad | VecStore | VecAny | VecFold => self.vector(op),
            _ if self.m.has(op, Traits::ELEMENTWISE) && has_vectors(self.m, op) => self.vector(op),
            Declare => {
                self.mark_named(op);
                Ok(())
            }
            Const | ChrConst | AddrOf | NullPtr | FuncAddr | Assume => Ok(()),
            Add | Sub | Mul | Div | Rem | Modulo | Neg | Min | Max | And | Or | Xor | Not | Shl | ShrU | ShrS
            | Popcnt | Clz | Ctz | Cmp | Select | Cast | Bitcast | ComplexMake | ComplexRe | ComplexIm => {
                self.arith(op)
            }
            Math => self.math(op),
            Alloca | Load | Store | CopyObject | Alloc | Free | CastRef | PtrAdd | PtrDistance | PtrCmp | Field
            | Copy | Clear => self.memory(op),
            ViewMake | ViewSection | ViewElem | ViewField | ViewPermute | ViewCast | ViewExtent | ViewStride
            | ViewAddr | ViewElemLen | ViewIsContig | ViewOverlap => self.view_op(op),
            BoxView | BoxRef | BoxAddr | BoxLbound | BoxExtent | BoxElemLen | BoxAllocated | BoxInit | BoxMake
            | BoxSet | BoxAllocate | BoxDeallocate | BoxDyn | BoxSetDyn | BoxNullify => self.box_op(op),
            ChrMake | ChrRef | ChrAddr | ChrLen | ChrSubstr | ChrConcat | ChrCast | ChrCmp | ChrAssign
            | ChrFromCode | ChrCode => self.chr_op(op),
            Call | CallPtr | Return | Unreachable => self.call_op(op),
            For | Trips | While | If | SelectCase | Block | Parallel | Reduce | Break | Continue | Label | Goto => {
                self.flow_op(op)
            }
            LibMatmul | LibTranspose | LibPack => self.lib_op(op),
            OmpAtomicUpdate => self.atomic_update(op),
            CoverageCount => self.coverage_count(op),
            DevExpect | DevLend | DevEnter | DevLeave | DevMap | DevUnmap | DevUpdate | DevAlloc | DevFree
            | DevGather | DevGatherCount | DevGatherTable | DevScatter | DevLaunch | DevRead | DevCopy => {
                self.dev_op(op)
            }
            k => self.fail(op, format!("{} cannot be compiled for the host at this stage", k.info().name)),
        }
    }

    // ---- values that control hands over -----------------------------------------------------------
    /// The variables of the values that a loop, choice, block or label is handed. Cranelift makes block arguments of them.
    pub fn variables(&mut self, op: Op) -> Res<std::rc::Rc<[Vec<Variable>]>> {
        if let Some(v) = self.handed.get(&op) {
            return Ok(v.clone());
        }
        let mut all = Vec::new();
        for (k, &r) in self.m.ops[op].results.iter().enumerate() {
            let ty = self.m.ty(r);
            let parts = match self.m.types.kind(ty) {
                TypeKind::Vec { elem, .. } if *elem == Type::BOOL => {
                    let (w, size) = (self.wide(op, ty)?, self.handed_mask(op, k));
                    vec![if size == 4 { types::I32X4 } else { types::I64X2 }; w.count(size)]
                }
                TypeKind::Vec { elem, .. } => {
                    let w = self.wide(op, ty)?;
                    let reg = w.reg(self, *elem);
                    vec![reg; w.count(i64::from(reg.lane_type().bytes()))]
                }
                TypeKind::Complex(32) => vec![types::F32; 2],
                TypeKind::Complex(64) => vec![types::F64; 2],
                TypeKind::Complex(_) => vec![types::I128; 2],
                _ => match self.cx.scalar_ty(ty) {
                    Some(t) => vec![t],
                    None => return self.fail(op, "a value of this type cannot be handed over"),
                },
            };
            all.push(parts.into_iter().map(|t| self.b.declare_var(t)).collect());
        }
        let all: std::rc::Rc<[Vec<Variable>]> = all.into();
        self.handed.insert(op, all.clone());
        Ok(all)
    }

    /// Hands values over to a loop, choice, block or label.
    pub fn hand_over(&mut self, to: Op, values: &[Value]) -> Res<()> {
        if values.is_empty() {
            return Ok(());
        }
        let vars = self.variables(to)?;
        // All are read before the first is written: they may change places.
        let mut vals: Vec<Val> = Vec::new();
        for (&v, parts) in values.iter().zip(vars.iter()) {
            let vector = matches!(self.m.tk(v), TypeKind::Vec { .. });
            vals.push(if vector { Val::Vec(self.lanes_to_hand(to, v, parts.len())?) } else { self.get(v)? });
        }
        for (parts, val) in vars.iter().zip(vals) {
            let mut i = 0;
            val.map(&mut |c| {
                self.b.def_var(parts[i], c);
                i += 1;
                c
            });
        }
        Ok(())
    }

    /// Hands values over to a loop that begins. In a crowded procedure they are copies: the register allocator takes what a loop
    /// carries for one with the values that go into it and come out of it, and where these are in memory for a while, the loop has
    /// it in memory as well.
    pub fn hand_in(&mut self, to: Op, values: &[Value]) -> Res<()> {
        self.hand_over(to, values)?;
        self.copy_carried(to)
    }

    /// Where a loop that ends goes on, and `exit` after it.
    pub fn way_out(&mut self, of: Op, exit: Block) -> Block {
        if self.crowded && !self.m.ops[of].results.is_empty() { self.block() } else { exit }
    }

    /// The way out of a loop: copies of what it carried.
    pub fn hand_out(&mut self, of: Op, way: Block, exit: Block) -> Res<()> {
        if way != exit {
            self.b.seal_block(way);
            self.start(way);
            self.copy_carried(of)?;
            self.jump(exit);
        }
        Ok(())
    }

    fn copy_carried(&mut self, of: Op) -> Res<()> {
        if !self.crowded || self.m.ops[of].results.is_empty() {
            return Ok(());
        }
        let vars = self.variables(of)?;
        for &var in vars.iter().flatten() {
            let v = self.b.use_var(var);
            let ty = self.b.func.dfg.value_type(v);
            if (ty == types::F32 || ty == types::F64) && self.float_bits(v).is_none() {
                // An instruction that Cranelift does not know to do nothing.
                let zero = self.float(0.0, ty.bits() as u8);
                let copy = self.b.ins().bor(v, zero);
                self.b.def_var(var, copy);
            }
        }
        Ok(())
    }

    /// Gives values what was handed over to an op.
    pub fn take(&mut self, from: Op, values: &[Value]) -> Res<()> {
        if values.is_empty() {
            return Ok(());
        }
        let vars = self.variables(from)?;
        let depth = self.depth;
        for (parts, &v) in vars.iter().zip(values) {
            if let TypeKind::Vec { elem, .. } = self.m.tk(v) {
                let mask = *elem == Type::BOOL;
                let regs: Vec<Cv> = parts.iter().map(|&p| self.b.use_var(p)).collect();
                let size = 16 / i64::from(self.b.func.dfg.value_type(regs[0]).lane_count());
                self.set(v, Val::Vec(Lanes { regs, size, mask }), depth);
                continue;
            }
            let first = self.b.use_var(parts[0]);
            let val = match parts.get(1) {
                Some(&second) => Val::C(first, self.b.use_var(second)),
                None => Val::S(first),
            };
            self.set(v, val, depth);
        }
        Ok(())
    }

    // ---- blocks ---------------------------------------------------------------------------------
    pub fn block(&mut self) -> Block {
        self.b.create_block()
    }
    /// Continues in `blk` (from where others may jump to it).
    pub fn start(&mut self, blk: Block) {
        self.b.switch_to_block(blk);
        self.dead = false;
    }
    pub fn jump(&mut self, blk: Block) {
        self.b.ins().jump(blk, &[]);
    }
    pub fn brif(&mut self, c: Cv, yes: Block, no: Block) {
        self.b.ins().brif(c, yes, &[], no, &[]);
    }

    // ---- constants ------------------------------------------------------------------------------
    fn constant(&mut self, op: Op) -> Res<Val> {
        let ty = self.m.ty(self.m.result(op));
        let attr = self.m.attr(op, "value");
        let as_f64 = |a: &Attr| match a {
            Attr::Float(f) => Some(*f),
            Attr::Int(i) => Some(*i as f64),
            _ => None,
        };
        let bad = |g: &Self| g.fail(op, format!("malformed constant of type {}", g.m.types.text(ty)));
        let number = |a: &Attr| match a {
            Attr::Int(i) => Some(Num::from_i128((*i).into())),
            a => a.as_number(self.m.types.extended_kind(ty)?),
        };
        match (self.m.types.kind(ty), attr) {
            (TypeKind::Float(bits @ (80 | 128)), Some(a)) => match number(a) {
                Some(x) => Ok(Val::S(self.extended_const(x, *bits))),
                None => bad(self),
            },
            (TypeKind::Complex(bits @ (80 | 128)), Some(Attr::List(l))) if l.len() == 2 => {
                match (number(&l[0]), number(&l[1])) {
                    (Some(re), Some(im)) => {
                        let re = self.extended_const(re, *bits);
                        Ok(Val::C(re, self.extended_const(im, *bits)))
                    }
                    _ => bad(self),
                }
            }
            (TypeKind::Float(bits), Some(a)) => match as_f64(a) {
                Some(f) => Ok(Val::S(self.float(f, *bits))),
                None => bad(self),
            },
            (TypeKind::Complex(bits), Some(Attr::List(l))) if l.len() == 2 => match (as_f64(&l[0]), as_f64(&l[1])) {
                (Some(re), Some(im)) => {
                    let re = self.float(re, *bits);
                    Ok(Val::C(re, self.float(im, *bits)))
                }
                _ => bad(self),
            },
            (TypeKind::Int(128), Some(Attr::Bytes(b))) => match b.as_slice().try_into() {
                Ok(b) => Ok(Val::S(self.wide_const(b))),
                Err(_) => bad(self),
            },
            (_, Some(Attr::Int(i))) => match self.cx.scalar_ty(ty) {
                Some(t) if t.is_int() => Ok(Val::S(self.int_const(t, *i))),
                _ => bad(self),
            },
            _ => bad(self),
        }
    }

    pub fn float(&mut self, f: f64, bits: u8) -> Cv {
        if bits == 32 { self.b.ins().f32const(f as f32) } else { self.b.ins().f64const(f) }
    }

    /// Whether an integer or logical is not zero (i1).
    pub fn is_true(&mut self, a: Cv) -> Cv {
        self.b.ins().icmp_imm_s(IntCC::NotEqual, a, 0)
    }
}
