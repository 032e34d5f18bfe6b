//! One workgroup of a stage, run instruction by instruction: what its invocations count, and the places that they access.
//!
//! Invocations run one after the other, each to the next barrier. Buffers hold made-up numbers; what is stored there is lost,
//! as no stage reads what it stores itself. Workgroup memory is real.

use super::code::{Code, Ty, id, literal};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, GlslStd450Op as Glsl, Op, StorageClass, Word};
use rustc_hash::FxHashMap;

/// Instructions that one invocation may run.
const LIMIT: u64 = 4_000_000;

/// What one invocation did.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Instructions that a device runs: no address computations, copies of bits, variables of the invocation.
    pub instructions: u64,
    /// Loads from buffers, without parameters.
    pub loads: u64,
    /// Their bytes.
    pub load_bytes: u64,
    /// Stores to buffers.
    pub stores: u64,
    /// Their bytes.
    pub store_bytes: u64,
    /// Atomic operations on buffers or workgroup memory.
    pub atomics: u64,
    /// Quotients and remainders of integers.
    pub divisions: u64,
    /// Products of integers.
    pub multiplications: u64,
    /// Sums, products, quotients and roots of floats.
    pub floats: u64,
    /// Loads from and stores to workgroup memory.
    pub shared: u64,
    /// Barriers.
    pub barriers: u64,
}

impl Counts {
    /// The fields with their names.
    pub fn fields(&self) -> [(&'static str, u64); 11] {
        [
            ("instructions", self.instructions),
            ("loads", self.loads),
            ("load_bytes", self.load_bytes),
            ("stores", self.stores),
            ("store_bytes", self.store_bytes),
            ("atomics", self.atomics),
            ("divisions", self.divisions),
            ("multiplications", self.multiplications),
            ("floats", self.floats),
            ("shared", self.shared),
            ("barriers", self.barriers),
        ]
    }
    /// Adds those of another invocation.
    pub fn add(&mut self, o: &Counts) {
        self.instructions += o.instructions;
        self.loads += o.loads;
        self.load_bytes += o.load_bytes;
        self.stores += o.stores;
        self.store_bytes += o.store_bytes;
        self.atomics += o.atomics;
        self.divisions += o.divisions;
        self.multiplications += o.multiplications;
        self.floats += o.floats;
        self.shared += o.shared;
        self.barriers += o.barriers;
    }
}

/// An access to memory that invocations of a workgroup share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Which instruction, and how often it was run before.
    pub at: (usize, u32),
    /// Workgroup memory, else a buffer.
    pub shared: bool,
    /// Which variable.
    pub memory: Word,
    /// First byte.
    pub byte: i64,
    /// Bytes.
    pub bytes: u32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Val {
    Bits(u64),
    Vector([u64; 4]),
    /// Variable, entry.
    Pointer(Word, i64),
}

/// What the stage is launched with.
pub struct Launch<'a> {
    /// Words of the parameter block.
    pub params: &'a [u32],
    /// Binding numbers of the parameter block.
    pub params_at: &'a [u32],
    /// Workgroup size, number of workgroups, and which one is run.
    pub size: [u32; 3],
    /// Number of workgroups.
    pub groups: [u32; 3],
    /// The one that is run.
    pub group: [u32; 3],
    /// Integers in buffers are below this.
    pub below: u64,
}

/// One invocation.
struct Lane {
    number: u32,
    at: usize,
    env: Vec<Val>,
    locals: FxHashMap<Word, Vec<Val>>,
    calls: Vec<(usize, Word)>,
    counts: Counts,
    seen: FxHashMap<usize, u32>,
    accesses: Vec<Access>,
    done: bool,
}

/// Runs the workgroup; for each invocation what it counts and accesses.
pub fn run(c: &Code, launch: &Launch<'_>) -> Result<Vec<(Counts, Vec<Access>)>, String> {
    let n = launch.size.iter().product::<u32>();
    let start = c.functions.get(&c.entry).map_or(0, |f| f.0);
    let mut env = vec![Val::Bits(0); c.of.len()];
    for (&k, &v) in &c.constants {
        env[k as usize] = Val::Bits(v);
    }
    for &k in &c.nulls {
        env[k as usize] = Val::Vector([0; 4]);
    }
    for &v in c.globals.keys() {
        env[v as usize] = Val::Pointer(v, 0);
    }
    let lane = |number| Lane {
        number,
        at: start,
        env: env.clone(),
        locals: FxHashMap::default(),
        calls: Vec::new(),
        counts: Counts::default(),
        seen: FxHashMap::default(),
        accesses: Vec::new(),
        done: false,
    };
    let mut lanes: Vec<Lane> = (0..n).map(lane).collect();
    let mut shared: FxHashMap<Word, Vec<Val>> = FxHashMap::default();
    for (&v, &t) in &c.globals {
        if let Ty::Pointer(to, StorageClass::Workgroup) = c.ty(t)
            && let Ty::Array(_, n) = c.ty(to)
        {
            shared.insert(v, vec![Val::Bits(0); n as usize]);
        }
    }
    while lanes.iter().any(|l| !l.done) {
        for l in lanes.iter_mut().filter(|l| !l.done) {
            Machine { c, launch, shared: &mut shared, l }.go()?;
        }
    }
    Ok(lanes.into_iter().map(|l| (l.counts, l.accesses)).collect())
}

struct Machine<'a, 'b> {
    c: &'a Code,
    launch: &'a Launch<'a>,
    shared: &'b mut FxHashMap<Word, Vec<Val>>,
    l: &'b mut Lane,
}

/// A number that looks like any other.
fn made_up(memory: Word, at: i64) -> u64 {
    let mut z = (at as u64).wrapping_add(u64::from(memory) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 29)
}

fn signed(v: u64, bits: u32) -> i64 {
    if bits == 32 { i64::from(v as u32 as i32) } else { v as i64 }
}

fn float(v: u64, bits: u32) -> f64 {
    if bits == 32 { f64::from(f32::from_bits(v as u32)) } else { f64::from_bits(v) }
}

fn float_bits(x: f64, bits: u32) -> u64 {
    if bits == 32 { u64::from((x as f32).to_bits()) } else { x.to_bits() }
}

impl Machine<'_, '_> {
    /// Runs the invocation to the next barrier or its end.
    fn go(&mut self) -> Result<(), String> {
        let c = self.c;
        let mut steps = 0;
        loop {
            let Some(i) = c.list.get(self.l.at) else { return Err("code runs out".into()) };
            steps += 1;
            if steps > LIMIT {
                return Err("a loop that does not end here".into());
            }
            self.l.at += 1;
            let op = i.class.opcode;
            let jump = |to: Word| c.labels.get(&to).copied().ok_or("a jump to nowhere");
            match op {
                Op::Label | Op::LoopMerge | Op::SelectionMerge => {}
                Op::Branch => self.l.at = jump(id(i, 0))?,
                Op::BranchConditional => {
                    self.l.counts.instructions += 1;
                    let yes = self.bits(id(i, 0)) != 0;
                    self.l.at = jump(id(i, if yes { 1 } else { 2 }))?;
                }
                Op::Return | Op::Unreachable => match self.l.calls.pop() {
                    Some((back, _)) => self.l.at = back,
                    None => {
                        self.l.done = true;
                        return Ok(());
                    }
                },
                Op::ReturnValue => {
                    let v = self.val(id(i, 0));
                    let Some((back, result)) = self.l.calls.pop() else { return Err("a value of no call".into()) };
                    self.l.env[result as usize] = v;
                    self.l.at = back;
                }
                Op::FunctionCall => {
                    let Some((start, params)) = c.functions.get(&id(i, 0)) else { return Err("no function".into()) };
                    for (k, &p) in params.iter().enumerate() {
                        self.l.env[p as usize] = self.val(id(i, k + 1));
                    }
                    self.l.calls.push((self.l.at, i.result_id.unwrap_or(0)));
                    self.l.at = *start;
                }
                Op::ControlBarrier => {
                    self.l.counts.instructions += 1;
                    self.l.counts.barriers += 1;
                    return Ok(());
                }
                Op::MemoryBarrier => self.l.counts.instructions += 1,
                Op::Variable => {
                    let n = match c.result(i) {
                        Ty::Pointer(to, _) => match c.ty(to) {
                            Ty::Array(_, n) => n,
                            _ => 1,
                        },
                        _ => 1,
                    };
                    let v = i.result_id.unwrap_or(0);
                    self.l.locals.insert(v, vec![Val::Bits(0); n as usize]);
                    self.l.env[v as usize] = Val::Pointer(v, 0);
                }
                Op::Store => {
                    let v = self.val(id(i, 1));
                    self.store(i, v)?;
                }
                _ => {
                    let v = self.value(i)?;
                    if let Some(r) = i.result_id {
                        self.l.env[r as usize] = v;
                    }
                }
            }
        }
    }

    fn val(&self, v: Word) -> Val {
        self.l.env[v as usize]
    }
    fn bits(&self, v: Word) -> u64 {
        match self.val(v) {
            Val::Bits(b) => b,
            Val::Vector(v) => v[0],
            Val::Pointer(..) => 0,
        }
    }
    /// The class and type of what a pointer leads to.
    fn target(&self, pointer: Word) -> (Word, i64, StorageClass) {
        let Val::Pointer(var, entry) = self.val(pointer) else { return (0, 0, StorageClass::Function) };
        let class = match self.c.globals.get(&var).map(|&t| self.c.ty(t)) {
            Some(Ty::Pointer(_, class)) => class,
            _ => StorageClass::Function,
        };
        (var, entry, class)
    }
    fn note(&mut self, memory: Word, entry: i64, bytes: u32, shared: bool) {
        let at = self.l.at;
        let n = self.l.seen.entry(at).or_default();
        *n += 1;
        let access = Access { at: (at, *n), shared, memory, byte: entry * i64::from(bytes), bytes };
        self.l.accesses.push(access);
    }

    fn store(&mut self, i: &Instruction, v: Val) -> Result<(), String> {
        let (var, entry, class) = self.target(id(i, 0));
        let bytes = self.bytes_at(id(i, 0));
        let slot = match class {
            StorageClass::StorageBuffer => {
                self.l.counts.instructions += 1;
                self.l.counts.stores += 1;
                self.l.counts.store_bytes += u64::from(bytes);
                self.note(self.c.bindings.get(&var).copied().unwrap_or(0), entry, bytes, false);
                return Ok(());
            }
            StorageClass::Workgroup => {
                self.l.counts.instructions += 1;
                self.l.counts.shared += 1;
                self.note(var, entry, bytes, true);
                self.shared.get_mut(&var)
            }
            _ => self.l.locals.get_mut(&var),
        };
        let all = slot.ok_or("a store to nothing")?;
        if let (Val::Vector([0, 0, 0, 0]), true) = (v, all.len() > 1) {
            all.fill(Val::Bits(0));
        } else if let Some(s) = usize::try_from(entry).ok().and_then(|e| all.get_mut(e)) {
            *s = v;
        }
        Ok(())
    }

    /// Bytes of the object that a pointer leads to.
    fn bytes_at(&self, pointer: Word) -> u32 {
        match self.c.type_of(pointer) {
            Ty::Pointer(to, _) => self.c.bytes(self.c.ty(to)),
            _ => 4,
        }
    }

    fn load(&mut self, i: &Instruction) -> Result<Val, String> {
        let ty = self.c.result(i);
        let bytes = self.c.bytes(ty);
        let (var, entry, class) = self.target(id(i, 0));
        match class {
            StorageClass::Input => Ok(self.input(var)),
            StorageClass::StorageBuffer => {
                let binding = self.c.bindings.get(&var).copied().unwrap_or(0);
                if self.launch.params_at.contains(&binding) {
                    let word = |k: i64| self.launch.params.get(k as usize).copied().map_or(0, u64::from);
                    let wide = bytes == 8;
                    return Ok(Val::Bits(if wide { word(2 * entry) | word(2 * entry + 1) << 32 } else { word(entry) }));
                }
                self.l.counts.instructions += 1;
                self.l.counts.loads += 1;
                self.l.counts.load_bytes += u64::from(bytes);
                self.note(binding, entry, bytes, false);
                let one = |ty: Ty, k: i64| match ty {
                    Ty::Float(b) => float_bits(1.0 + (made_up(binding, k) & 255) as f64 / 256.0, b),
                    _ => made_up(binding, k) % self.launch.below.max(1),
                };
                Ok(match ty {
                    Ty::Vector(e, n) => {
                        let mut all = [0; 4];
                        for (k, v) in (0..i64::from(n)).zip(&mut all) {
                            *v = one(self.c.ty(e), entry * i64::from(n) + k);
                        }
                        Val::Vector(all)
                    }
                    ty => Val::Bits(one(ty, entry)),
                })
            }
            StorageClass::Workgroup => {
                self.l.counts.instructions += 1;
                self.l.counts.shared += 1;
                self.note(var, entry, bytes, true);
                Ok(self.shared.get(&var).and_then(|a| a.get(entry as usize)).copied().unwrap_or(Val::Bits(0)))
            }
            _ => {
                let all = self.l.locals.get(&var).ok_or("a load from nothing")?;
                Ok(all.get(entry as usize).copied().unwrap_or(Val::Bits(0)))
            }
        }
    }

    fn input(&self, var: Word) -> Val {
        let s = self.launch.size;
        let n = self.l.number;
        let local = [n % s[0], n / s[0] % s[1], n / s[0] / s[1]];
        let three = |v: [u32; 3]| Val::Vector([u64::from(v[0]), u64::from(v[1]), u64::from(v[2]), 0]);
        let which = self.c.builtins.get(&var).copied();
        let is = |b: BuiltIn| which == Some(b as u32);
        if is(BuiltIn::LocalInvocationIndex) {
            Val::Bits(u64::from(n))
        } else if is(BuiltIn::WorkgroupId) {
            three(self.launch.group)
        } else if is(BuiltIn::NumWorkgroups) {
            three(self.launch.groups)
        } else {
            three(local)
        }
    }

    /// The value of an instruction with a result.
    fn value(&mut self, i: &Instruction) -> Result<Val, String> {
        let c = self.c;
        let op = i.class.opcode;
        match op {
            Op::Load => return self.load(i),
            Op::AccessChain => {
                let Val::Pointer(var, _) = self.val(id(i, 0)) else { return Err("a path from nothing".into()) };
                // The last step is the entry; buffers are structures of one array.
                let last = id(i, i.operands.len() - 1);
                return Ok(Val::Pointer(var, i64::from(self.bits(last) as u32 as i32)));
            }
            Op::CompositeExtract => {
                let k = literal(i, 1) as usize;
                return Ok(match self.val(id(i, 0)) {
                    Val::Vector(v) => Val::Bits(v[k.min(3)]),
                    other => other,
                });
            }
            Op::CompositeConstruct => {
                let mut all = [0; 4];
                for (k, v) in all.iter_mut().enumerate().take(i.operands.len()) {
                    *v = self.bits(id(i, k));
                }
                return Ok(Val::Vector(all));
            }
            _ => {}
        }
        if matches!(op, Op::Bitcast) {
            return Ok(self.val(id(i, 0)));
        }
        self.l.counts.instructions += 1;
        if matches!(
            op,
            Op::AtomicLoad
                | Op::AtomicStore
                | Op::AtomicExchange
                | Op::AtomicCompareExchange
                | Op::AtomicIAdd
                | Op::AtomicISub
                | Op::AtomicSMin
                | Op::AtomicSMax
                | Op::AtomicAnd
                | Op::AtomicOr
                | Op::AtomicXor
        ) {
            return Ok(self.atomic(i));
        }
        let ty = c.result(i);
        // Comparisons have a truth value; what they compare says the width.
        let source = i.operands.first().and_then(Operand::id_ref_any).map_or(32, |v| self.kind_of(v));
        let bits = match ty {
            Ty::Bool => source,
            Ty::Int(b, _) | Ty::Float(b) => b,
            Ty::Vector(..) | Ty::Array(..) | Ty::Pointer(..) | Ty::Other => 32,
        };
        if op == Op::ExtInst {
            self.l.counts.floats += u64::from(matches!(ty, Ty::Float(_)));
            return Ok(Val::Bits(self.library(i, bits)));
        }
        let args: Vec<u64> = (0..i.operands.len()).map(|k| self.bits(id(i, k))).collect();
        match op {
            Op::UDiv | Op::SDiv | Op::UMod | Op::SRem | Op::SMod => self.l.counts.divisions += 1,
            Op::IMul => self.l.counts.multiplications += 1,
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv => self.l.counts.floats += 1,
            _ => {}
        }
        arithmetic(op, &args, bits, source).map(Val::Bits).ok_or_else(|| format!("an instruction {op:?}"))
    }

    fn atomic(&mut self, i: &Instruction) -> Val {
        self.l.counts.atomics += 1;
        let (var, entry, class) = self.target(id(i, 0));
        let shared = class == StorageClass::Workgroup;
        let memory = if shared { var } else { self.c.bindings.get(&var).copied().unwrap_or(0) };
        self.note(memory, entry, 4, shared);
        Val::Bits(1)
    }

    /// Bits of a value.
    fn kind_of(&self, v: Word) -> u32 {
        match self.c.type_of(v) {
            Ty::Int(b, _) | Ty::Float(b) => b,
            _ => 32,
        }
    }

    fn library(&self, i: &Instruction, bits: u32) -> u64 {
        let a = self.bits(id(i, 2));
        let x = float(a, bits);
        let is = |g: Glsl| literal(i, 1) == g as u32;
        if is(Glsl::FindILsb) {
            return u64::from((a as u32).trailing_zeros());
        }
        if is(Glsl::FindUMsb) {
            return u64::from(31u32.wrapping_sub((a as u32).leading_zeros()));
        }
        let y = if is(Glsl::FAbs) {
            x.abs()
        } else if is(Glsl::Floor) {
            x.floor()
        } else if is(Glsl::Ceil) {
            x.ceil()
        } else if is(Glsl::Trunc) {
            x.trunc()
        } else if is(Glsl::RoundEven) {
            x.round_ties_even()
        } else if is(Glsl::Sqrt) {
            x.sqrt()
        } else {
            x.mul_add(float(self.bits(id(i, 3)), bits), float(self.bits(id(i, 4)), bits))
        };
        float_bits(y, bits)
    }
}

/// The result of an instruction on scalars whose result (of comparisons: operands) has that many bits; `source`: those of the first operand.
fn arithmetic(op: Op, a: &[u64], bits: u32, source: u32) -> Option<u64> {
    let at = |k: usize| a.get(k).copied().unwrap_or(0);
    let mask = |v: u64| if bits == 32 { v & 0xffff_ffff } else { v };
    let (u, w) = (mask(at(0)), mask(at(1)));
    let (s, t) = (signed(u, bits), signed(w, bits));
    let (x, y) = (float(u, bits), float(w, bits));
    let shift = (at(1) & u64::from(bits - 1)) as u32;
    let truth = |b: bool| Some(u64::from(b));
    match op {
        Op::FOrdEqual | Op::FUnordEqual => return truth(x == y),
        Op::FUnordNotEqual | Op::FOrdNotEqual => return truth(x != y),
        Op::FOrdLessThan => return truth(x < y),
        Op::FOrdLessThanEqual => return truth(x <= y),
        Op::FOrdGreaterThan => return truth(x > y),
        Op::FOrdGreaterThanEqual => return truth(x >= y),
        Op::IEqual | Op::LogicalEqual => return truth(u == w),
        Op::INotEqual | Op::LogicalNotEqual => return truth(u != w),
        Op::ULessThan => return truth(u < w),
        Op::ULessThanEqual => return truth(u <= w),
        Op::UGreaterThan => return truth(u > w),
        Op::UGreaterThanEqual => return truth(u >= w),
        Op::SLessThan => return truth(s < t),
        Op::SLessThanEqual => return truth(s <= t),
        Op::SGreaterThan => return truth(s > t),
        Op::SGreaterThanEqual => return truth(s >= t),
        Op::LogicalAnd => return truth(u & w != 0),
        Op::LogicalOr => return truth(u | w != 0),
        Op::LogicalNot => return truth(u == 0),
        Op::Select => return Some(if at(0) != 0 { at(1) } else { at(2) }),
        _ => {}
    }
    let float = |v: f64| float_bits(v, bits);
    Some(mask(match op {
        Op::IAdd => u.wrapping_add(w),
        Op::ISub => u.wrapping_sub(w),
        Op::IMul => u.wrapping_mul(w),
        Op::UDiv => u.checked_div(w).unwrap_or(0),
        Op::UMod => u.checked_rem(w).unwrap_or(0),
        Op::SDiv => s.checked_div(t).unwrap_or(0) as u64,
        Op::SRem => s.checked_rem(t).unwrap_or(0) as u64,
        Op::SMod => s.checked_rem_euclid(t).unwrap_or(0) as u64,
        Op::BitwiseAnd => u & w,
        Op::BitwiseOr => u | w,
        Op::BitwiseXor => u ^ w,
        Op::Not => !u,
        Op::ShiftLeftLogical => u << shift,
        Op::ShiftRightLogical => u >> shift,
        Op::ShiftRightArithmetic => (s >> shift) as u64,
        Op::BitCount => u64::from(u.count_ones()),
        Op::UConvert => at(0) & if source == 32 { 0xffff_ffff } else { u64::MAX },
        Op::SConvert => signed(at(0), source) as u64,
        Op::FConvert => float(self::float(at(0), source)),
        Op::ConvertSToF => float(signed(at(0), source) as f64),
        Op::ConvertUToF => float(if source == 32 { f64::from(at(0) as u32) } else { at(0) as f64 }),
        Op::ConvertFToS => self::float(at(0), source) as i64 as u64,
        Op::ConvertFToU => self::float(at(0), source) as u64,
        Op::FAdd => float(x + y),
        Op::FSub => float(x - y),
        Op::FMul => float(x * y),
        Op::FDiv => float(x / y),
        Op::FNegate => float(-x),
        _ => return None,
    }))
}
