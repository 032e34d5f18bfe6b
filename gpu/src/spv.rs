//! A thin builder of one SPIR-V compute module over rspirv: types and constants without duplicates,
//! one entry function, small foldings. Local variables and the loads of parameters are collected
//! apart and put at the head of the entry block, so that they dominate every use.

use rspirv::dr::{self, Operand};
use rspirv::spirv::{self, Capability, Decoration, Op, StorageClass, Word};
use rustc_hash::{FxHashMap, FxHashSet};

/// A type of values in registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegType {
    /// Truth value.
    Bool,
    /// Signed 32-bit integer; holds the 8- and 16-bit integers too, sign extended.
    I32,
    /// Unsigned 32-bit integer.
    U32,
    /// Signed 64-bit integer.
    I64,
    /// Unsigned 64-bit integer.
    U64,
    /// 32-bit float.
    F32,
    /// 64-bit float.
    F64,
}

impl RegType {
    /// Bytes of an element of a buffer of this type.
    pub fn bytes(self) -> u32 {
        match self {
            RegType::I64 | RegType::U64 | RegType::F64 => 8,
            RegType::Bool | RegType::I32 | RegType::U32 | RegType::F32 => 4,
        }
    }
    /// True for floats.
    pub fn is_float(self) -> bool {
        matches!(self, RegType::F32 | RegType::F64)
    }
    /// True for 64-bit integers.
    pub fn is_long(self) -> bool {
        matches!(self, RegType::I64 | RegType::U64)
    }
    /// The unsigned integer of the same width.
    pub fn unsigned(self) -> RegType {
        match self {
            RegType::I32 | RegType::U32 | RegType::F32 | RegType::Bool => RegType::U32,
            RegType::I64 | RegType::U64 | RegType::F64 => RegType::U64,
        }
    }
}

/// The module in the making.
pub struct Spv {
    b: dr::Builder,
    types: FxHashMap<RegType, Word>,
    arrays: FxHashMap<(RegType, u32), Word>,
    buffers: FxHashMap<(RegType, u32), Word>,
    pointers: FxHashMap<(u32, Word), Word>,
    ints: FxHashMap<(RegType, u64), Word>,
    /// Value of integer constants, for folding.
    known: FxHashMap<Word, i64>,
    nulls: FxHashMap<Word, Word>,
    builtins: Vec<(spirv::BuiltIn, Word)>,
    glsl: Option<Word>,
    /// 64-bit integers that are sign extensions, with what they were.
    widened: FxHashMap<Word, Word>,
    caps: FxHashSet<Capability>,
    variables: Vec<dr::Instruction>,
    prelude: Vec<dr::Instruction>,
    blocks: Vec<dr::Block>,
    /// Helper functions, each complete.
    pub helpers: FxHashMap<&'static str, Word>,
    finished: Vec<dr::Function>,
    open: bool,
    in_prelude: bool,
    no_contraction: Vec<Word>,
    contract: bool,
}

/// What [`Spv::begin_helper`] sets aside.
pub struct Saved {
    variables: Vec<dr::Instruction>,
    prelude: Vec<dr::Instruction>,
    blocks: Vec<dr::Block>,
    open: bool,
    in_prelude: bool,
}

impl Default for Spv {
    fn default() -> Self {
        Self::new()
    }
}

impl Spv {
    /// An empty module with the entry block open.
    pub fn new() -> Spv {
        let mut b = dr::Builder::new();
        b.set_version(1, 3);
        b.capability(Capability::Shader);
        b.memory_model(spirv::AddressingModel::Logical, spirv::MemoryModel::GLSL450);
        let mut s = Spv {
            b,
            types: FxHashMap::default(),
            arrays: FxHashMap::default(),
            buffers: FxHashMap::default(),
            pointers: FxHashMap::default(),
            ints: FxHashMap::default(),
            known: FxHashMap::default(),
            nulls: FxHashMap::default(),
            builtins: Vec::new(),
            glsl: None,
            widened: FxHashMap::default(),
            caps: FxHashSet::default(),
            variables: Vec::new(),
            prelude: Vec::new(),
            blocks: Vec::new(),
            helpers: FxHashMap::default(),
            finished: Vec::new(),
            open: false,
            in_prelude: false,
            no_contraction: Vec::new(),
            contract: false,
        };
        let entry = s.id();
        s.label(entry);
        s
    }

    /// A fresh id.
    pub fn id(&mut self) -> Word {
        self.b.id()
    }
    /// True where 64-bit floats are used.
    pub fn uses(&self, c: Capability) -> bool {
        self.caps.contains(&c)
    }
    fn cap(&mut self, c: Capability) {
        if self.caps.insert(c) {
            self.b.capability(c);
        }
    }

    // ---- types and constants --------------------------------------------------------------------
    /// Id of a register type.
    pub fn ty(&mut self, s: RegType) -> Word {
        if let Some(&t) = self.types.get(&s) {
            return t;
        }
        let t = match s {
            RegType::Bool => self.b.type_bool(),
            RegType::I32 => self.b.type_int(32, 1),
            RegType::U32 => self.b.type_int(32, 0),
            RegType::I64 | RegType::U64 => {
                self.cap(Capability::Int64);
                self.b.type_int(64, u32::from(s == RegType::I64))
            }
            RegType::F32 => self.b.type_float(32, None),
            RegType::F64 => {
                self.cap(Capability::Float64);
                self.b.type_float(64, None)
            }
        };
        self.types.insert(s, t);
        t
    }
    /// Type of a vector of `width` entries (1: of the entry).
    fn vector(&mut self, s: RegType, width: u32) -> Word {
        let t = self.ty(s);
        if width == 1 { t } else { self.b.type_vector(t, width) }
    }
    fn pointer(&mut self, class: StorageClass, t: Word) -> Word {
        if let Some(&p) = self.pointers.get(&(class as u32, t)) {
            return p;
        }
        let p = self.b.type_pointer(None, class, t);
        self.pointers.insert((class as u32, t), p);
        p
    }
    fn array(&mut self, s: RegType, n: u32) -> Word {
        if let Some(&t) = self.arrays.get(&(s, n)) {
            return t;
        }
        let elem = self.ty(s);
        let len = self.int(RegType::U32, i64::from(n));
        let t = self.b.type_array(elem, len);
        self.arrays.insert((s, n), t);
        t
    }
    /// Integer constant (any integer register type).
    pub fn int(&mut self, s: RegType, v: i64) -> Word {
        let bits = if s.is_long() { v as u64 } else { u64::from(v as u32) };
        if let Some(&c) = self.ints.get(&(s, bits)) {
            return c;
        }
        let t = self.ty(s);
        let c = if s.is_long() { self.b.constant_bit64(t, bits) } else { self.b.constant_bit32(t, bits as u32) };
        let value = match s {
            RegType::I32 => i64::from(v as i32),
            RegType::U32 => i64::from(v as u32),
            RegType::I64 | RegType::U64 | RegType::Bool | RegType::F32 | RegType::F64 => v,
        };
        self.ints.insert((s, bits), c);
        self.known.insert(c, value);
        c
    }
    /// Signed 32-bit constant.
    pub fn i32(&mut self, v: i64) -> Word {
        self.int(RegType::I32, v)
    }
    /// Unsigned 32-bit constant.
    pub fn u32(&mut self, v: u32) -> Word {
        self.int(RegType::U32, i64::from(v))
    }
    /// Float constant. Infinities and NaNs are made from their bits, as naga refuses them as constants.
    pub fn float(&mut self, s: RegType, v: f64) -> Word {
        let single = (v as f32).to_bits();
        if !v.is_finite() || (s == RegType::F32 && !f32::from_bits(single).is_finite()) {
            let bits = self.u32(single);
            return self.with_prelude(|b| {
                let x = b.op(Op::Bitcast, RegType::F32, &[bits]);
                if s == RegType::F64 { b.op(Op::FConvert, RegType::F64, &[x]) } else { x }
            });
        }
        let bits = if s == RegType::F64 { v.to_bits() } else { u64::from((v as f32).to_bits()) };
        if let Some(&c) = self.ints.get(&(s, bits)) {
            return c;
        }
        let t = self.ty(s);
        let c = if s == RegType::F64 { self.b.constant_bit64(t, bits) } else { self.b.constant_bit32(t, bits as u32) };
        self.ints.insert((s, bits), c);
        c
    }
    /// Truth constant.
    pub fn bool(&mut self, v: bool) -> Word {
        if let Some(&c) = self.ints.get(&(RegType::Bool, u64::from(v))) {
            return c;
        }
        let t = self.ty(RegType::Bool);
        let c = if v { self.b.constant_true(t) } else { self.b.constant_false(t) };
        self.ints.insert((RegType::Bool, u64::from(v)), c);
        c
    }
    /// The integer that a constant id is.
    pub fn known(&self, id: Word) -> Option<i64> {
        self.known.get(&id).copied()
    }
    /// Zero of any type.
    pub fn zero(&mut self, s: RegType) -> Word {
        match s {
            RegType::Bool => self.bool(false),
            RegType::F32 | RegType::F64 => self.float(s, 0.0),
            RegType::I32 | RegType::U32 | RegType::I64 | RegType::U64 => self.int(s, 0),
        }
    }

    // ---- globals --------------------------------------------------------------------------------
    /// A storage buffer variable: a runtime array of `s` at that binding of set 0.
    pub fn buffer(&mut self, s: RegType, binding: u32, read_only: bool) -> Word {
        self.wide_buffer(s, 1, binding, read_only)
    }
    /// The same, of vectors of `width` entries.
    pub fn wide_buffer(&mut self, s: RegType, width: u32, binding: u32, read_only: bool) -> Word {
        let structure = match self.buffers.get(&(s, width)) {
            Some(&x) => x,
            None => {
                let elem = self.vector(s, width);
                let array = self.b.type_runtime_array(elem);
                self.b.decorate(array, Decoration::ArrayStride, [Operand::LiteralBit32(s.bytes() * width)]);
                let structure = self.b.type_struct([array]);
                self.b.decorate(structure, Decoration::Block, []);
                self.b.member_decorate(structure, 0, Decoration::Offset, [Operand::LiteralBit32(0)]);
                self.buffers.insert((s, width), structure);
                structure
            }
        };
        let p = self.pointer(StorageClass::StorageBuffer, structure);
        let v = self.b.variable(p, None, StorageClass::StorageBuffer, None);
        self.b.decorate(v, Decoration::DescriptorSet, [Operand::LiteralBit32(0)]);
        self.b.decorate(v, Decoration::Binding, [Operand::LiteralBit32(binding)]);
        if read_only {
            self.b.decorate(v, Decoration::NonWritable, []);
        }
        v
    }
    /// Says that other variables may lie in the same memory.
    pub fn aliased(&mut self, var: Word) {
        self.b.decorate(var, Decoration::Aliased, []);
    }
    /// Says that invocations see what others write to a variable.
    pub fn coherent(&mut self, var: Word) {
        self.b.decorate(var, Decoration::Coherent, []);
    }
    /// Workgroup memory: an array.
    pub fn shared(&mut self, s: RegType, n: u32) -> Word {
        let t = self.array(s, n);
        let p = self.pointer(StorageClass::Workgroup, t);
        self.b.variable(p, None, StorageClass::Workgroup, None)
    }
    /// A variable of the entry function: a scalar (`n` = 1) or an array.
    pub fn local(&mut self, s: RegType, n: u32) -> Word {
        let t = if n == 1 { self.ty(s) } else { self.array(s, n) };
        let p = self.pointer(StorageClass::Function, t);
        let id = self.id();
        self.variables.push(dr::Instruction::new(
            Op::Variable,
            Some(p),
            Some(id),
            vec![Operand::StorageClass(StorageClass::Function)],
        ));
        id
    }
    /// Clears a variable made by [`Spv::local`].
    pub fn clear_local(&mut self, var: Word, s: RegType, n: u32) {
        let t = if n == 1 { self.ty(s) } else { self.array(s, n) };
        let z = match self.nulls.get(&t) {
            Some(&z) => z,
            None => {
                let z = self.b.constant_null(t);
                self.nulls.insert(t, z);
                z
            }
        };
        self.store(var, z);
    }
    fn builtin(&mut self, which: spirv::BuiltIn) -> Word {
        if let Some(&(_, v)) = self.builtins.iter().find(|(b, _)| *b == which) {
            return v;
        }
        let u = self.ty(RegType::U32);
        let t = if which == spirv::BuiltIn::LocalInvocationIndex { u } else { self.b.type_vector(u, 3) };
        let p = self.pointer(StorageClass::Input, t);
        let v = self.b.variable(p, None, StorageClass::Input, None);
        self.b.decorate(v, Decoration::BuiltIn, [Operand::BuiltIn(which)]);
        self.builtins.push((which, v));
        v
    }
    /// Number of the invocation in its workgroup (u32).
    pub fn local_index(&mut self) -> Word {
        let v = self.builtin(spirv::BuiltIn::LocalInvocationIndex);
        self.with_prelude(|s| s.load(v, RegType::U32))
    }
    /// A component (u32) of a three-dimensional built-in input.
    pub fn builtin3(&mut self, which: spirv::BuiltIn, component: u32) -> Word {
        let v = self.builtin(which);
        let u = self.ty(RegType::U32);
        let vec = self.b.type_vector(u, 3);
        self.with_prelude(|s| {
            let all = s.raw(Op::Load, Some(vec), vec![Operand::IdRef(v)]);
            s.raw(Op::CompositeExtract, Some(u), vec![Operand::IdRef(all), Operand::LiteralBit32(component)])
        })
    }

    // ---- code -----------------------------------------------------------------------------------
    /// Runs `f` with its instructions going to the head of the entry block.
    pub fn with_prelude<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let saved = std::mem::replace(&mut self.in_prelude, true);
        let out = f(self);
        self.in_prelude = saved;
        out
    }
    fn push(&mut self, i: dr::Instruction) {
        if self.in_prelude {
            self.prelude.push(i);
        } else {
            if !self.open {
                // Code after a terminator can not be reached; it still needs a block.
                let l = self.id();
                self.label(l);
            }
            self.blocks.last_mut().expect("the entry block exists").instructions.push(i);
        }
    }
    /// Any instruction with a result.
    pub fn raw(&mut self, op: Op, ty: Option<Word>, operands: Vec<Operand>) -> Word {
        let id = self.id();
        self.push(dr::Instruction::new(op, ty, Some(id), operands));
        id
    }
    /// Any instruction without a result.
    pub fn effect(&mut self, op: Op, operands: Vec<Operand>) {
        self.push(dr::Instruction::new(op, None, None, operands));
    }
    /// An instruction whose operands are ids.
    pub fn op(&mut self, op: Op, s: RegType, ids: &[Word]) -> Word {
        let ordered = matches!(op, Op::SLessThan | Op::SLessThanEqual | Op::SGreaterThan | Op::SGreaterThanEqual);
        if ordered && let Some(known) = ids.iter().position(|i| self.widened.contains_key(i)) {
            let mut ids = ids.to_vec();
            ids[known] = self.widen_again(ids[known]);
            return self.op(op, s, &ids);
        }
        let t = self.ty(s);
        let id = self.raw(op, Some(t), ids.iter().map(|&i| Operand::IdRef(i)).collect());
        if !self.contract && matches!(op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv) {
            self.no_contraction.push(id);
        }
        id
    }
    /// An unsigned 32-bit value as one of that type, which has 32 or 64 bits.
    pub fn widened(&mut self, x: Word, u: RegType) -> Word {
        if u.is_long() { self.op(Op::UConvert, u, &[x]) } else { x }
    }
    /// A sign-extended value that nobody recognizes as one: Mesa (seen in 22.3) gets orderings of sign-extended 32-bit
    /// integers and constants wrong.
    fn widen_again(&mut self, id: Word) -> Word {
        let bits = self.op(Op::Bitcast, RegType::U32, &[self.widened[&id]]);
        let low = self.int(RegType::U32, i64::from(i32::MIN));
        let offset = self.op(Op::BitwiseXor, RegType::U32, &[bits, low]);
        let wide = self.op(Op::UConvert, RegType::U64, &[offset]);
        let half = self.int(RegType::U64, 1 << 31);
        let moved = self.op(Op::ISub, RegType::U64, &[wide, half]);
        self.op(Op::Bitcast, RegType::I64, &[moved])
    }
    /// Sign extension of a 32-bit integer to 64 bits.
    pub fn sign_extend(&mut self, x: Word) -> Word {
        let id = self.op(Op::SConvert, RegType::I64, &[x]);
        self.widened.insert(id, x);
        id
    }
    /// Says whether a product may be contracted with a sum from here on.
    pub fn contract(&mut self, on: bool) {
        self.contract = on;
    }
    /// An instruction of GLSL.std.450.
    pub fn glsl(&mut self, op: spirv::GlslStd450Op, s: RegType, ids: &[Word]) -> Word {
        let set = match self.glsl {
            Some(g) => g,
            None => {
                let g = self.b.ext_inst_import("GLSL.std.450");
                self.glsl = Some(g);
                g
            }
        };
        let t = self.ty(s);
        let mut operands = vec![Operand::IdRef(set), Operand::LiteralExtInstInteger(op as u32)];
        operands.extend(ids.iter().map(|&i| Operand::IdRef(i)));
        self.raw(Op::ExtInst, Some(t), operands)
    }
    /// Load from a pointer.
    pub fn load(&mut self, p: Word, s: RegType) -> Word {
        self.op(Op::Load, s, &[p])
    }
    /// Store to a pointer.
    pub fn store(&mut self, p: Word, v: Word) {
        self.effect(Op::Store, vec![Operand::IdRef(p), Operand::IdRef(v)]);
    }
    /// Pointer to entry `index` of a buffer.
    pub fn buffer_at(&mut self, var: Word, s: RegType, index: Word) -> Word {
        let t = self.ty(s);
        let p = self.pointer(StorageClass::StorageBuffer, t);
        let zero = self.u32(0);
        self.raw(Op::AccessChain, Some(p), vec![Operand::IdRef(var), Operand::IdRef(zero), Operand::IdRef(index)])
    }
    /// Pointer to vector number `index` of a buffer of vectors.
    pub fn wide_buffer_at(&mut self, var: Word, s: RegType, width: u32, index: Word) -> Word {
        let t = self.vector(s, width);
        let p = self.pointer(StorageClass::StorageBuffer, t);
        let zero = self.u32(0);
        self.raw(Op::AccessChain, Some(p), vec![Operand::IdRef(var), Operand::IdRef(zero), Operand::IdRef(index)])
    }
    /// The entries of a vector in memory.
    pub fn load_wide(&mut self, p: Word, s: RegType, width: u32) -> Vec<Word> {
        if width == 1 {
            return vec![self.load(p, s)];
        }
        let (t, one) = (self.vector(s, width), self.ty(s));
        let all = self.raw(Op::Load, Some(t), vec![Operand::IdRef(p)]);
        let part = |k| vec![Operand::IdRef(all), Operand::LiteralBit32(k)];
        (0..width).map(|k| self.raw(Op::CompositeExtract, Some(one), part(k))).collect()
    }
    /// Stores a vector of these entries.
    pub fn store_wide(&mut self, p: Word, s: RegType, entries: &[Word]) {
        let v = match *entries {
            [one] => one,
            _ => {
                let t = self.vector(s, entries.len() as u32);
                self.raw(Op::CompositeConstruct, Some(t), entries.iter().map(|&e| Operand::IdRef(e)).collect())
            }
        };
        self.store(p, v);
    }
    /// Pointer to entry `index` of a local array (the variable itself where it is no array).
    pub fn local_at(&mut self, var: Word, s: RegType, n: u32, index: Word) -> Word {
        if n == 1 {
            return var;
        }
        self.array_at(StorageClass::Function, var, s, index)
    }
    /// Pointer to entry `index` of workgroup memory.
    pub fn shared_at(&mut self, var: Word, s: RegType, index: Word) -> Word {
        self.array_at(StorageClass::Workgroup, var, s, index)
    }
    fn array_at(&mut self, class: StorageClass, var: Word, s: RegType, index: Word) -> Word {
        let t = self.ty(s);
        let p = self.pointer(class, t);
        self.raw(Op::AccessChain, Some(p), vec![Operand::IdRef(var), Operand::IdRef(index)])
    }
    /// An atomic instruction on an unsigned word of a buffer with device scope and relaxed order.
    pub fn atomic(&mut self, op: Op, s: RegType, p: Word, value: Option<Word>) -> Word {
        self.atomic_width(s);
        let scope = self.u32(spirv::Scope::Device as u32);
        let relaxed = self.u32(0);
        let mut ids = vec![p, scope, relaxed];
        ids.extend(value);
        if op == Op::AtomicStore {
            let operands = vec![
                Operand::IdRef(p),
                Operand::IdScope(scope),
                Operand::IdMemorySemantics(relaxed),
                Operand::IdRef(value.unwrap_or(relaxed)),
            ];
            self.effect(op, operands);
            return p;
        }
        self.op(op, s, &ids)
    }
    fn atomic_width(&mut self, s: RegType) {
        if s == RegType::U64 {
            self.cap(Capability::Int64Atomics);
        }
    }
    /// Stores `new` to a word of a buffer where it is `old`; gives what it was.
    pub fn atomic_exchange_if(&mut self, s: RegType, p: Word, new: Word, old: Word) -> Word {
        self.atomic_width(s);
        let scope = self.u32(spirv::Scope::Device as u32);
        let relaxed = self.u32(0);
        self.op(Op::AtomicCompareExchange, s, &[p, scope, relaxed, relaxed, new, old])
    }
    /// Waits for the workgroup; workgroup memory becomes visible.
    pub fn barrier(&mut self) {
        let scope = self.u32(spirv::Scope::Workgroup as u32);
        let semantics = spirv::MemorySemantics::WORKGROUP_MEMORY | spirv::MemorySemantics::ACQUIRE_RELEASE;
        let semantics = self.u32(semantics.bits());
        self.effect(
            Op::ControlBarrier,
            vec![Operand::IdScope(scope), Operand::IdScope(scope), Operand::IdMemorySemantics(semantics)],
        );
    }

    /// Waits for the workgroup; workgroup memory and buffers become visible to it.
    pub fn barrier_of_all_memory(&mut self) {
        let scope = self.u32(spirv::Scope::Workgroup as u32);
        let semantics = spirv::MemorySemantics::WORKGROUP_MEMORY
            | spirv::MemorySemantics::UNIFORM_MEMORY
            | spirv::MemorySemantics::ACQUIRE_RELEASE;
        let semantics = self.u32(semantics.bits());
        self.effect(
            Op::ControlBarrier,
            vec![Operand::IdScope(scope), Operand::IdScope(scope), Operand::IdMemorySemantics(semantics)],
        );
    }
    /// What this invocation wrote to buffers is there for all others, and what they wrote for it.
    pub fn flush(&mut self, order: spirv::MemorySemantics) {
        let scope = self.u32(spirv::Scope::Device as u32);
        let semantics = spirv::MemorySemantics::UNIFORM_MEMORY | order;
        let semantics = self.u32(semantics.bits());
        self.effect(Op::MemoryBarrier, vec![Operand::IdScope(scope), Operand::IdMemorySemantics(semantics)]);
    }

    // ---- blocks ---------------------------------------------------------------------------------
    /// True where the current block has no terminator yet.
    pub fn is_open(&self) -> bool {
        self.open
    }
    /// Starts a block.
    pub fn label(&mut self, id: Word) {
        debug_assert!(!self.open, "block before has a terminator");
        self.blocks.push(dr::Block {
            label: Some(dr::Instruction::new(Op::Label, None, Some(id), vec![])),
            instructions: Vec::new(),
        });
        self.open = true;
    }
    fn terminate(&mut self, op: Op, operands: Vec<Operand>) {
        if self.open {
            self.effect(op, operands);
            self.open = false;
        }
    }
    /// Jump (nothing where the block has ended already).
    pub fn branch(&mut self, to: Word) {
        self.terminate(Op::Branch, vec![Operand::IdRef(to)]);
    }
    /// Conditional jump.
    pub fn branch_if(&mut self, cond: Word, yes: Word, no: Word) {
        self.terminate(Op::BranchConditional, vec![Operand::IdRef(cond), Operand::IdRef(yes), Operand::IdRef(no)]);
    }
    /// Return from the entry function.
    pub fn ret(&mut self) {
        self.terminate(Op::Return, vec![]);
    }
    /// Return a value from a helper function.
    pub fn ret_value(&mut self, v: Word) {
        self.terminate(Op::ReturnValue, vec![Operand::IdRef(v)]);
    }
    /// Control never comes here.
    pub fn unreachable(&mut self) {
        self.terminate(Op::Unreachable, vec![]);
    }
    /// Merge block of the selection that the next conditional jump makes.
    pub fn selection_merge(&mut self, merge: Word) {
        self.effect(
            Op::SelectionMerge,
            vec![Operand::IdRef(merge), Operand::SelectionControl(spirv::SelectionControl::NONE)],
        );
    }
    /// Merge and continue block of the loop whose header the current block is.
    pub fn loop_merge(&mut self, merge: Word, cont: Word) {
        self.effect(
            Op::LoopMerge,
            vec![Operand::IdRef(merge), Operand::IdRef(cont), Operand::LoopControl(spirv::LoopControl::NONE)],
        );
    }
    // ---- helper functions -----------------------------------------------------------------------
    /// Sets the entry function aside and opens the body of a helper function.
    pub fn begin_helper(&mut self) -> Saved {
        let saved = Saved {
            variables: std::mem::take(&mut self.variables),
            prelude: std::mem::take(&mut self.prelude),
            blocks: std::mem::take(&mut self.blocks),
            open: std::mem::replace(&mut self.open, false),
            in_prelude: std::mem::replace(&mut self.in_prelude, false),
        };
        let entry = self.id();
        self.label(entry);
        saved
    }
    /// Ends the helper begun with `saved`; `params` are the ids used for its parameters.
    pub fn end_helper(
        &mut self,
        name: &'static str,
        result: RegType,
        params: &[(Word, RegType)],
        saved: Saved,
    ) -> Word {
        let r = self.ty(result);
        let types: Vec<Word> = params.iter().map(|&(_, s)| self.ty(s)).collect();
        let fty = self.b.type_function(r, types.iter().copied());
        let id = self.id();
        let def = dr::Instruction::new(
            Op::Function,
            Some(r),
            Some(id),
            vec![Operand::FunctionControl(spirv::FunctionControl::NONE), Operand::IdRef(fty)],
        );
        let parameters = params
            .iter()
            .zip(&types)
            .map(|(&(p, _), &t)| dr::Instruction::new(Op::FunctionParameter, Some(t), Some(p), vec![]))
            .collect();
        let mut blocks = std::mem::take(&mut self.blocks);
        let head: Vec<_> = self.variables.drain(..).chain(self.prelude.drain(..)).collect();
        blocks[0].instructions.splice(0..0, head);
        let end = Some(dr::Instruction::new(Op::FunctionEnd, None, None, vec![]));
        self.finished.push(dr::Function { def: Some(def), end, parameters, blocks });
        self.variables = saved.variables;
        self.prelude = saved.prelude;
        self.blocks = saved.blocks;
        self.open = saved.open;
        self.in_prelude = saved.in_prelude;
        self.b.name(id, name);
        self.helpers.insert(name, id);
        id
    }
    /// Calls a helper.
    pub fn call(&mut self, helper: Word, result: RegType, args: &[Word]) -> Word {
        let mut ids = vec![helper];
        ids.extend_from_slice(args);
        self.op(Op::FunctionCall, result, &ids)
    }

    /// Ends the entry function and gives the words.
    pub fn finish(mut self, entry: &str, workgroup: [u32; 3]) -> Vec<u32> {
        use rspirv::binary::Assemble;
        self.ret();
        let void = self.b.type_void();
        let fty = self.b.type_function(void, []);
        let f = self.id();
        let mut blocks = std::mem::take(&mut self.blocks);
        let head: Vec<_> = self.variables.drain(..).chain(self.prelude.drain(..)).collect();
        blocks[0].instructions.splice(0..0, head);
        let def = dr::Instruction::new(
            Op::Function,
            Some(void),
            Some(f),
            vec![Operand::FunctionControl(spirv::FunctionControl::NONE), Operand::IdRef(fty)],
        );
        let interface: Vec<Word> = self.builtins.iter().map(|&(_, v)| v).collect();
        self.b.entry_point(spirv::ExecutionModel::GLCompute, f, entry, interface);
        self.b.execution_mode(f, spirv::ExecutionMode::LocalSize, workgroup);
        for id in std::mem::take(&mut self.no_contraction) {
            self.b.decorate(id, Decoration::NoContraction, []);
        }
        let bound = self.b.id();
        let mut module = self.b.module();
        if let Some(h) = &mut module.header {
            h.bound = bound;
            h.generator = 0;
        }
        let end = Some(dr::Instruction::new(Op::FunctionEnd, None, None, vec![]));
        module.functions = self.finished;
        module.functions.push(dr::Function { def: Some(def), end, parameters: vec![], blocks });
        module.assemble()
    }
}
