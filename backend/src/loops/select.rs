//! From loops of the IR to the vector machine: which instructions do what an op on lanes means.
//!
//! Lanes come in groups: as many as fill a register with 32 bits each where the loop has such values, of which those of 64 bits
//! take two registers, else as many as fill one with 64 bits. A turn does one group after the other, which is nearer to the order of the iterations than the ops on
//! all lanes that the IR has, and keeps few values alive.
//!
//! The instructions are those of [`super::isa`]. What one set has no instruction for is made of others in [`compose`], masks in vector
//! registers are in [`masks`].

mod arith;
mod compose;
mod masks;
mod memory;

use super::isa::{self, Form as Insts, Isa};
use super::machine::{Address, Arg, Class, Home, Inst, Loop, Program, Reg, Step, View};
use ferrotran_ir::analysis::straight::lane_size;
use ferrotran_ir::{Attr, Loc, MathFn, Module, Op, OpKind, Region, Type, TypeKind, Value};
use iced_x86::Code;
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a loop is left to the other code generator.
pub(super) type Unsupported = &'static str;

/// A value that the loops get from outside, and how it is to lie in the frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Input {
    pub value: Value,
    pub home: Home,
    pub form: Form,
}

/// How a value lies in the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A scalar: an integer extended to 64 bits.
    Scalar,
    /// A truth value as 32 equal bits.
    Truth,
    /// All lanes.
    Lanes,
}

/// Which register of which group, and whether the first argument is overwritten.
#[derive(Clone, Copy)]
struct Part {
    group: i64,
    part: usize,
    tied: bool,
}

impl Part {
    fn of(group: i64, part: usize) -> Part {
        Part { group, part, tied: false }
    }
}

/// The lanes of a group.
#[derive(Clone, Copy, Debug)]
enum Group {
    One(Reg),
    /// Lanes of 64 bits where a register holds as many of 32.
    Two(Reg, Reg),
    /// A mask, which is known by its first register.
    Mask(Reg),
}

/// The result of the selection.
pub(super) struct Selected {
    pub program: Program,
    pub inputs: Vec<Input>,
    /// What the loops leave, in the end.
    pub outputs: Vec<(Value, Home)>,
}

/// Selects instructions for loops that run one after the other.
pub(super) fn select(
    m: &Module,
    isa: Isa,
    loops: &[Op],
    size_of: &dyn Fn(Type) -> Option<i64>,
) -> Result<Selected, Unsupported> {
    let packed: Vec<Option<i64>> = loops.iter().map(|&op| packed_size(m, m.region(op, 0))).collect();
    if packed.iter().any(|p| *p != packed[0]) {
        return Err("loops of lanes of two kinds");
    }
    // What is packed is the same code on all machines that have it.
    let isa = if packed[0].is_some() { Isa::Avx2 } else { isa };
    let mut s = Select {
        m,
        size_of,
        isa,
        p: Program::new(isa),
        group: 0,
        packed: packed[0],
        turned: false,
        groups: 0,
        vals: FxHashMap::default(),
        pending: FxHashMap::default(),
        upper: FxHashMap::default(),
        forms: FxHashMap::default(),
        quiet: FxHashSet::default(),
        quieted: FxHashMap::default(),
        scalars: FxHashMap::default(),
        products: FxHashMap::default(),
        some_mask: None,
        chunks: FxHashMap::default(),
        half: None,
        bases: Vec::new(),
        outer: FxHashMap::default(),
        outer_scalars: FxHashMap::default(),
        constants: FxHashMap::default(),
        carried: FxHashMap::default(),
        inputs: Vec::new(),
        steps: Vec::new(),
        under: None,
        body: None,
        loc: Loc::default(),
    };
    let mut done = Vec::new();
    for &op in loops {
        let l = s.one_loop(op)?;
        done.push(l);
    }
    s.p.loops = done;
    let missing = |t: &Step| matches!(t, Step::Inst(i) if i.code == Code::INVALID);
    if s.p.loops.iter().any(|l| l.steps.iter().any(missing)) {
        return Err("an instruction that the machine does not have");
    }
    let mut outputs = Vec::new();
    for &op in loops {
        for &r in &m.ops[op].results {
            outputs.push((r, s.carried[&r]));
        }
    }
    Ok(Selected { program: s.p, inputs: s.inputs, outputs })
}

/// Bytes of the integers that all lanes of a loop are, truth values apart, where these are one or two, as many lanes as there are
/// must fill registers with them.
fn packed_size(m: &Module, r: Region) -> Option<i64> {
    let mut size = None;
    for o in m.walk(r) {
        for &v in m.ops[o].results.iter().chain(m.operands(o)) {
            let t = m.ty(v);
            let Some(lanes) = m.types.lanes(t).map(i64::from) else { continue };
            let bytes = match m.types.kind(m.types.lane(t)) {
                TypeKind::Bool => continue,
                TypeKind::Int(8) | TypeKind::Logical(8) => 1,
                TypeKind::Int(16) | TypeKind::Logical(16) => 2,
                _ => return None,
            };
            if lanes * bytes % Isa::Avx2.width() != 0 || size.is_some_and(|n| n != bytes) {
                return None;
            }
            size = Some(bytes);
        }
    }
    size
}

struct Select<'m> {
    m: &'m Module,
    size_of: &'m dyn Fn(Type) -> Option<i64>,
    isa: Isa,
    p: Program,
    /// Lanes of a group, and groups of a turn.
    group: i64,
    /// Lanes are in the order in which parts of complex numbers come out of their registers.
    turned: bool,
    groups: i64,
    /// All lanes are integers of so many bytes, one or two, as they lie in memory.
    packed: Option<i64>,
    /// What the body has computed, by group.
    vals: FxHashMap<(Value, i64), Group>,
    /// Loads of this group that their only use may do itself.
    pending: FxHashMap<(Value, i64), Address>,
    /// The upper eight bits of masks.
    upper: FxHashMap<Reg, Reg>,
    /// Masks in vector registers by their first one, in lanes of both sizes.
    forms: FxHashMap<Reg, masks::Forms>,
    /// Registers with zeros in all lanes that a mask leaves out.
    quiet: FxHashSet<(Reg, Reg)>,
    /// Registers made so.
    quieted: FxHashMap<(Reg, Reg), Reg>,
    scalars: FxHashMap<Value, Reg>,
    /// Indices times distances in bytes.
    products: FxHashMap<(Value, i64), Reg>,
    some_mask: Option<Reg>,
    /// Whole registers of complex numbers that were loaded, by address.
    chunks: FxHashMap<memory::Chunk, Reg>,
    half: Option<memory::Half>,
    /// Registers with addresses of elements, and the ops that make them.
    bases: Vec<(Reg, Op)>,
    /// What comes from outside: vectors by group (0 where all are equal), and scalars.
    outer: FxHashMap<(Value, i64), Group>,
    outer_scalars: FxHashMap<Value, Reg>,
    constants: FxHashMap<Vec<u8>, Reg>,
    /// Where carried values lie between loops.
    carried: FxHashMap<Value, Home>,
    inputs: Vec<Input>,
    steps: Vec<Step>,
    /// The mask of the conditional that the ops stand in.
    under: Option<Value>,
    body: Option<Region>,
    loc: Loc,
}

impl Select<'_> {
    // ---- loops ----------------------------------------------------------------------------------
    fn one_loop(&mut self, op: Op) -> Result<Loop, Unsupported> {
        let m = self.m;
        let r = m.region(op, 0);
        self.body = Some(r);
        self.loc = m.ops[op].loc;
        let (narrow, lanes) = self.shape(r).ok_or("no vectors of one length")?;
        self.group = self.isa.width() / self.packed.unwrap_or(if narrow { 4 } else { 8 });
        if lanes % self.group != 0 {
            return Err("vectors that fill no register");
        }
        self.groups = lanes / self.group;
        self.turned = self.isa == Isa::Avx2 && self.has_pairs_only(op);
        self.vals.clear();
        self.upper.clear();
        self.quiet.clear();
        self.quieted.clear();
        self.scalars.clear();
        self.products.clear();
        let args = m.args(r).to_vec();
        if !matches!(m.tk(args[0]), TypeKind::Index) {
            return Err("a variable that is no index");
        }
        let step = m.const_int(m.operand(op, 2)).and_then(|n| i32::try_from(n).ok()).filter(|&n| n > 0);
        let step = step.ok_or("a step that is not known")?;
        let (first, last) = (self.scalar_home(m.operand(op, 0))?, self.scalar_home(m.operand(op, 1))?);
        let index = self.p.reg(Class::General);
        self.p.regs[index.0 as usize].carried = true;
        self.scalars.insert(args[0], index);
        let inits = m.operands(op)[3..].to_vec();
        let mut phis = Vec::new();
        for (k, (&arg, &init)) in args[1..].iter().zip(&inits).enumerate() {
            phis.push(self.phi(arg, init, m.ops[op].results[k], lanes)?);
        }
        let ops = m.regions[r].ops.clone();
        let mut yields = Vec::new();
        for g in 0..self.groups {
            self.pending.clear();
            self.chunks.clear();
            self.ops(&ops, g)?;
            self.store_first_half()?;
            if let Some(&end) = ops.last().filter(|&&o| m.kind(o) == OpKind::Yield) {
                yields.push(m.operands(end).iter().map(|&v| self.get(v, g)).collect::<Result<Vec<_>, _>>()?);
            }
            self.flush();
        }
        let mut carried = Vec::new();
        for (k, regs) in phis.iter().enumerate() {
            for (g, &phi) in regs.iter().enumerate() {
                let next = yields.get(g).and_then(|y| y.get(k)).ok_or("a loop without an end")?;
                match (phi, *next) {
                    (Group::One(a), Group::One(b)) => carried.push((a, b)),
                    (Group::Two(a, b), Group::Two(c, d)) => carried.extend([(a, c), (b, d)]),
                    _ => return Err("a mask that is carried"),
                }
            }
        }
        Ok(Loop { index, first, last, step, steps: std::mem::take(&mut self.steps), carried, loc: m.ops[op].loc })
    }

    /// Whether something has 32 bits, and how many lanes all vectors have.
    fn shape(&self, r: Region) -> Option<(bool, i64)> {
        let m = self.m;
        let (mut narrow, mut lanes) = (false, None);
        let mut ops = m.walk(r);
        ops.retain(|&o| !m.ops[o].results.is_empty() || !m.operands(o).is_empty());
        for o in ops {
            for &v in m.ops[o].results.iter().chain(m.operands(o)) {
                let t = m.ty(v);
                let Some(n) = m.types.lanes(t).map(i64::from) else { continue };
                if *lanes.get_or_insert(n) != n {
                    return None;
                }
                match lane_size(m, m.types.lane(t))? {
                    4 if self.packed.is_some() => {}
                    4 if matches!(m.types.kind(m.types.lane(t)), TypeKind::Int(16) | TypeKind::Logical(16)) => {
                        return None;
                    }
                    4 => narrow = true,
                    0 | 8 => {}
                    _ => return None,
                }
            }
        }
        Some((narrow, lanes?))
    }

    /// The registers of a value that a loop carries.
    fn phi(&mut self, arg: Value, init: Value, result: Value, lanes: i64) -> Result<Vec<Group>, Unsupported> {
        let m = self.m;
        let Some(n) = m.types.lanes(m.ty(arg)) else { return Err("a scalar that is carried") };
        let size = self.size(arg)?;
        if i64::from(n) != lanes || size == 0 {
            return Err("a mask that is carried");
        }
        // A loop goes on where the one before it ended.
        let home = match self.carried.get(&init) {
            Some(&h) => h,
            None => {
                let h = self.p.room((lanes * size).max(self.isa.width()) as i32);
                self.inputs.push(Input { value: init, home: h, form: Form::Lanes });
                h
            }
        };
        self.carried.insert(result, home);
        let mut at = home;
        let mut part = |s: &mut Self| {
            let r = s.p.reg(Class::Vector);
            let info = &mut s.p.regs[r.0 as usize];
            (info.home, info.carried) = (Some(at), true);
            at = offset(at, s.isa.width() as i32);
            r
        };
        let mut out = Vec::new();
        for g in 0..self.groups {
            let group = if self.takes_two(size) {
                let a = part(self);
                Group::Two(a, part(self))
            } else {
                Group::One(part(self))
            };
            self.vals.insert((arg, g), group);
            out.push(group);
        }
        Ok(out)
    }

    /// The home of an integer from outside of the loop.
    fn scalar_home(&mut self, v: Value) -> Result<Home, Unsupported> {
        let r = self.scalar(v)?;
        self.p.info(r).home.ok_or("a bound that the loop makes")
    }

    fn size(&self, v: Value) -> Result<i64, Unsupported> {
        let size = lane_size(self.m, self.m.types.lane(self.m.ty(v))).ok_or("lanes of an unknown type")?;
        Ok(if size == 0 { 0 } else { self.packed.unwrap_or(size) })
    }

    fn is_inside(&self, v: Value) -> bool {
        let m = self.m;
        m.home(v).zip(self.body).is_some_and(|(h, r)| m.is_inside(h, r))
    }

    // ---- values ---------------------------------------------------------------------------------
    /// The lanes of a group.
    fn get(&mut self, v: Value, g: i64) -> Result<Group, Unsupported> {
        if let Some(&x) = self.vals.get(&(v, g)) {
            return Ok(x);
        }
        if let Some(at) = self.pending.remove(&(v, g)) {
            let x = self.load_now(v, at)?;
            self.vals.insert((v, g), x);
            return Ok(x);
        }
        if self.is_inside(v) {
            return Err("a vector that comes from nowhere");
        }
        self.outside(v, g)
    }

    /// A vector from outside of the loops.
    fn outside(&mut self, v: Value, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let splat = m.def_of(v, OpKind::VecSplat).map(|o| m.operand(o, 0));
        // Vectors of several lengths may be the same scalar.
        let key = splat.map_or((v, g), |s| (s, -1 - self.group));
        if let Some(&x) = self.outer.get(&key) {
            return Ok(x);
        }
        let size = self.size(v)?;
        let two = self.takes_two(size);
        let x = match splat {
            Some(s) if size == 0 => {
                let home = self.p.room(4);
                self.inputs.push(Input { value: s, home, form: Form::Truth });
                Group::Mask(self.uniform_mask(home))
            }
            Some(s) => {
                let r = match self.constant_bytes(s, size) {
                    Some(bytes) => self.constant(bytes),
                    None => {
                        let home = self.p.room(8);
                        self.inputs.push(Input { value: s, home, form: Form::Scalar });
                        let r = self.p.reg(Class::Vector);
                        let info = &mut self.p.regs[r.0 as usize];
                        (info.home, info.spread) = (Some(home), Some(size as u8));
                        r
                    }
                };
                if two { Group::Two(r, r) } else { Group::One(r) }
            }
            None => {
                let lanes = m.types.lanes(m.ty(v)).map_or(0, i64::from);
                if size == 0 || lanes != self.group * self.groups {
                    return Err("a mask from outside");
                }
                let home = self.p.room((lanes * size) as i32);
                self.inputs.push(Input { value: v, home, form: Form::Lanes });
                for k in 0..self.groups {
                    let mut part = |n: i64| {
                        let r = self.p.reg(Class::Vector);
                        let at = offset(home, ((k * if two { 2 } else { 1 } + n) * self.isa.width()) as i32);
                        self.p.regs[r.0 as usize].home = Some(at);
                        r
                    };
                    let a = part(0);
                    let x = if two { Group::Two(a, part(1)) } else { Group::One(a) };
                    self.outer.insert((v, k), x);
                }
                return self.outer.get(&(v, g)).copied().ok_or("a group that is not there");
            }
        };
        self.outer.insert(key, x);
        Ok(x)
    }

    /// The bytes of a scalar constant.
    fn constant_bytes(&self, v: Value, size: i64) -> Option<Vec<u8>> {
        let m = self.m;
        let c = m.def_of(v, OpKind::Const)?;
        let bytes = match (m.attr(c, "value")?, m.tk(v)) {
            (Attr::Float(f), TypeKind::Float(32)) => (*f as f32).to_le_bytes().to_vec(),
            (Attr::Float(f), TypeKind::Float(64)) => f.to_le_bytes().to_vec(),
            (_, TypeKind::Float(_)) => return None,
            _ => m.const_int(v)?.to_le_bytes()[..size as usize].to_vec(),
        };
        (bytes.len() == size as usize).then_some(bytes)
    }

    /// A constant in all lanes (4 or 8 bytes), or that fills a register.
    fn constant(&mut self, mut bytes: Vec<u8>) -> Reg {
        if !self.isa.broadcasts() {
            // Operands in memory are whole registers.
            bytes = bytes.repeat(self.isa.width() as usize / bytes.len());
        }
        if let Some(&r) = self.constants.get(&bytes) {
            return r;
        }
        let align = bytes.len();
        let at = self.p.constants.len().next_multiple_of(align);
        self.p.constants.resize(at, 0);
        self.p.constants.extend(&bytes);
        let r = self.p.reg(Class::Vector);
        let info = &mut self.p.regs[r.0 as usize];
        info.home = Some(Home::Constant(at as i32));
        info.spread = (bytes.len() < self.isa.width() as usize).then_some(bytes.len() as u8);
        self.constants.insert(bytes, r);
        r
    }

    fn int_constant(&mut self, n: i64, size: i64) -> Reg {
        self.constant(n.to_le_bytes()[..size as usize].to_vec())
    }

    fn float_constant(&mut self, x: f64, size: i64) -> Reg {
        self.constant(if size == 4 { (x as f32).to_le_bytes().to_vec() } else { x.to_le_bytes().to_vec() })
    }

    /// An integer or address in a general register.
    fn scalar(&mut self, v: Value) -> Result<Reg, Unsupported> {
        let m = self.m;
        if let Some(&r) = self.scalars.get(&v).or_else(|| self.outer_scalars.get(&v)) {
            return Ok(r);
        }
        if let Some(n) = m.const_int(v) {
            let home = self.constant(n.to_le_bytes().to_vec());
            let home = self.p.info(home).home;
            let r = self.p.reg(Class::General);
            self.p.regs[r.0 as usize].home = home;
            self.outer_scalars.insert(v, r);
            return Ok(r);
        }
        if self.is_inside(v) {
            return self.scalar_op(v);
        }
        match m.tk(v) {
            TypeKind::Int(_) | TypeKind::Index | TypeKind::Ref(_) | TypeKind::Ptr => {}
            _ => return Err("a scalar that is no integer"),
        }
        let home = self.p.room(8);
        self.inputs.push(Input { value: v, home, form: Form::Scalar });
        let r = self.p.reg(Class::General);
        self.p.regs[r.0 as usize].home = Some(home);
        self.outer_scalars.insert(v, r);
        Ok(r)
    }

    /// Integer arithmetic of the loop on its index.
    fn scalar_op(&mut self, v: Value) -> Result<Reg, Unsupported> {
        let m = self.m;
        let op = m.def(v).ok_or("a scalar that is carried")?;
        let kind = m.kind(op);
        let r = match kind {
            OpKind::Add | OpKind::Sub | OpKind::Mul => {
                let (a, b) = (self.scalar(m.operand(op, 0))?, self.scalar(m.operand(op, 1))?);
                let code = match kind {
                    OpKind::Add => Code::Add_r64_rm64,
                    OpKind::Sub => Code::Sub_r64_rm64,
                    _ => Code::Imul_r64_rm64,
                };
                self.general(code, true, vec![Arg::Reg(a, View::Whole), Arg::Reg(b, View::Whole)])
            }
            OpKind::Cast => {
                let from = m.operand(op, 0);
                let a = self.scalar(from)?;
                match (m.tk(from), m.tk(v)) {
                    // The upper bits of what has 32 do not matter.
                    (TypeKind::Index | TypeKind::Int(64), TypeKind::Int(32)) => a,
                    (TypeKind::Index | TypeKind::Int(64), TypeKind::Index | TypeKind::Int(64)) => a,
                    (TypeKind::Int(32), TypeKind::Index | TypeKind::Int(64)) => {
                        self.general(Code::Movsxd_r64_rm32, false, vec![Arg::Reg(a, View::Word)])
                    }
                    _ => return Err("a conversion of scalars"),
                }
            }
            _ => return Err("scalar code in the loop"),
        };
        self.scalars.insert(v, r);
        Ok(r)
    }

    fn general(&mut self, code: Code, tied: bool, args: Vec<Arg>) -> Reg {
        let r = self.p.reg(Class::General);
        self.push(Inst { tied, args, ..self.inst(code, Some((r, View::Whole))) });
        r
    }

    // ---- instructions ---------------------------------------------------------------------------
    fn inst(&self, code: Code, result: Option<(Reg, View)>) -> Inst {
        Inst {
            code,
            result,
            tied: false,
            spends_mask: false,
            args: Vec::new(),
            mask: None,
            zeroing: false,
            broadcast: None,
            from_memory: false,
            loc: self.loc,
        }
    }

    fn push(&mut self, i: Inst) {
        self.steps.push(Step::Inst(i));
    }

    /// The code of an instruction for lanes of so many bytes.
    fn code(&self, form: Insts, size: i64) -> Code {
        self.isa.code(form, size)
    }

    /// Whether lanes of so many bytes take two registers.
    fn takes_two(&self, size: i64) -> bool {
        size * self.group > self.isa.width()
    }

    /// How many registers a group has with lanes of so many bytes.
    fn registers(&self, size: i64) -> usize {
        if self.takes_two(size) { 2 } else { 1 }
    }

    /// An instruction with a vector for result, of whole registers.
    fn vector(&mut self, code: Code, args: Vec<Arg>, broadcast: Option<u8>) -> Reg {
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(code, Some((r, View::Whole)));
        self.push(Inst { args, broadcast, from_memory: true, ..inst });
        r
    }

    /// An instruction with a vector for result and no form with an operand in memory but an address.
    fn plain(&mut self, form: Insts, size: i64, args: Vec<Arg>, view: View) -> Reg {
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(self.code(form, size), Some((r, view)));
        self.push(Inst { args, ..inst });
        r
    }

    /// An instruction whose first argument is overwritten.
    fn vector_tied(&mut self, code: Code, args: Vec<Arg>, broadcast: Option<u8>) -> Reg {
        let r = self.p.reg(Class::Vector);
        let inst = self.inst(code, Some((r, View::Whole)));
        self.push(Inst { args, broadcast, from_memory: true, tied: true, ..inst });
        r
    }

    /// Loads that no use has done.
    fn flush(&mut self) {
        let mut rest: Vec<((Value, i64), Address)> = self.pending.drain().collect();
        rest.sort_by_key(|e| e.0);
        for (key, at) in rest {
            if let Ok(x) = self.load_now(key.0, at) {
                self.vals.insert(key, x);
            }
        }
    }

    // ---- ops ------------------------------------------------------------------------------------
    fn ops(&mut self, ops: &[Op], g: i64) -> Result<(), Unsupported> {
        for &op in ops {
            if self.m.ops[op].loc.line > 0 {
                self.loc = self.m.ops[op].loc;
            }
            self.op(op, g)?;
        }
        Ok(())
    }

    fn op(&mut self, op: Op, g: i64) -> Result<(), Unsupported> {
        let m = self.m;
        if matches!(m.kind(op), OpKind::VecLoad | OpKind::If) {
            self.store_first_half()?;
        }
        match m.kind(op) {
            // Taken where they are used.
            OpKind::Const | OpKind::Yield | OpKind::VecAny => return Ok(()),
            OpKind::If => return self.conditional(op, g),
            OpKind::VecStore => return self.store(op, g),
            _ => {}
        }
        let [result] = m.ops[op].results[..] else { return Err("an op that is no arithmetic") };
        if m.types.lanes(m.ty(result)).is_none() {
            // Scalars are computed when they are asked for.
            return match m.kind(op) {
                OpKind::Add | OpKind::Sub | OpKind::Mul | OpKind::Cast => Ok(()),
                _ => Err("scalar code in the loop"),
            };
        }
        if m.kind(op) == OpKind::VecLoad {
            return self.load(op, g);
        }
        let x = match m.kind(op) {
            OpKind::VecSplat => self.splat(op)?,
            OpKind::VecRamp => self.ramp(op, g)?,
            OpKind::Math if m.flag(op, "batch") => self.call(op, g)?,
            _ => self.arith(op, g)?,
        };
        self.vals.insert((result, g), x);
        Ok(())
    }

    /// A choice whether any lane takes part: all do, under masks.
    fn conditional(&mut self, op: Op, g: i64) -> Result<(), Unsupported> {
        let m = self.m;
        let any = m.def_of(m.operand(op, 0), OpKind::VecAny).ok_or("a branch in the loop")?;
        let regions = m.ops[op].regions.to_vec();
        let mask = m.operand(any, 0);
        let plain = |&o: &Op| matches!(m.kind(o), OpKind::Const | OpKind::Yield);
        if !regions.get(1).is_none_or(|&r| m.regions[r].ops.iter().all(plain)) {
            return Err("an alternative in the loop");
        }
        let before = self.under.replace(mask);
        let ops = m.regions[regions[0]].ops.clone();
        let done = self.ops(&ops, g);
        self.under = before;
        done?;
        if let Some(&end) = ops.last().filter(|&&o| m.kind(o) == OpKind::Yield) {
            for (&r, &v) in m.ops[op].results.iter().zip(m.operands(end)) {
                let x = self.get(v, g)?;
                self.vals.insert((r, g), x);
            }
        }
        Ok(())
    }

    /// A scalar in all lanes.
    fn splat(&mut self, op: Op) -> Result<Group, Unsupported> {
        let m = self.m;
        let (v, result) = (m.operand(op, 0), m.result(op));
        let size = self.size(result)?;
        if !self.is_inside(v) || m.def_of(v, OpKind::Const).is_some() {
            return self.outside(result, 0);
        }
        let s = self.scalar(v)?;
        let r = self.spread(s, size)?;
        Ok(if self.takes_two(size) { Group::Two(r, r) } else { Group::One(r) })
    }

    fn spread(&mut self, s: Reg, size: i64) -> Result<Reg, Unsupported> {
        let view = match size {
            4 => View::Word,
            8 => View::Whole,
            _ => return Err("a mask of a scalar"),
        };
        let args = vec![Arg::Reg(s, view)];
        Ok(match self.isa {
            Isa::Avx512 => self.plain(isa::SPREAD_GENERAL, size, args, View::Whole),
            Isa::Avx2 => {
                let low = self.plain(isa::FROM_GENERAL, size, args, View::Quarter);
                self.plain(isa::SPREAD_I, size, vec![Arg::Reg(low, View::Quarter)], View::Whole)
            }
        })
    }

    /// An arithmetic progression.
    fn ramp(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let size = self.size(m.result(op))?;
        let step = m.attr_int(op, "step").unwrap_or(1);
        let first = m.operand(op, 0);
        let zero = m.const_int(first) == Some(0);
        let base = match self.vals.get(&(m.result(op), -1)) {
            Some(&Group::One(r)) => Some(r),
            _ if zero => None,
            _ => {
                let s = self.scalar(first)?;
                let r = self.spread(s, size)?;
                self.vals.insert((m.result(op), -1), Group::One(r));
                Some(r)
            }
        };
        let per = self.isa.width() / size;
        let add = self.code(isa::ADD, size);
        let two = self.takes_two(size);
        let mut part = |from: i64| {
            let bytes = self
                .order(size)
                .into_iter()
                .flat_map(|l| ((from + l).wrapping_mul(step)).to_le_bytes()[..size as usize].to_vec());
            let c = self.constant(bytes.collect());
            match base {
                Some(base) => self.vector(add, vec![whole(base), whole(c)], None),
                None => c,
            }
        };
        let from = g * per * if two { 2 } else { 1 };
        let a = part(from);
        Ok(if two { Group::Two(a, part(from + per)) } else { Group::One(a) })
    }

    /// An elementary function, which the runtime computes for a register.
    fn call(&mut self, op: Op, g: i64) -> Result<Group, Unsupported> {
        let m = self.m;
        let size = self.size(m.result(op))?;
        let name =
            super::function(m.choice(op), size, self.isa.width()).ok_or("a function without a form for registers")?;
        let args: Vec<Group> = m.operands(op).iter().map(|&v| self.get(v, g)).collect::<Result<_, _>>()?;
        let function = match self.p.functions.iter().position(|f| *f == name) {
            Some(n) => n,
            None => {
                self.p.functions.push(name);
                self.p.functions.len() - 1
            }
        };
        // Lanes that do not take part get a number for which the function raises no exception.
        let harmless = if m.choice::<MathFn>(op) == MathFn::Acosh { 1.5 } else { 0.5 };
        let mask = match self.under {
            Some(v) => Some(self.get(v, g)?.as_mask()?),
            None => None,
        };
        self.group(size, &mut |s, part| {
            let mut args = args.iter().map(|x| x.part(part)).collect::<Result<Vec<_>, _>>()?;
            if let Some(k) = mask {
                let (k, other) = (s.masks(k, size)[part], s.float_constant(harmless, size));
                for x in &mut args {
                    *x = s.blend(size, k, whole(other), whole(*x));
                }
            }
            let result = s.p.reg(Class::Vector);
            s.steps.push(Step::Call { function, args, result, loc: s.loc });
            Ok(result)
        })
    }
}

impl Group {
    fn part(self, n: usize) -> Result<Reg, Unsupported> {
        match (self, n) {
            (Group::One(r) | Group::Two(r, _), 0) | (Group::Two(_, r), 1) => Ok(r),
            _ => Err("vectors of two lengths"),
        }
    }

    fn as_mask(self) -> Result<Reg, Unsupported> {
        match self {
            Group::Mask(r) => Ok(r),
            Group::One(_) | Group::Two(..) => Err("lanes where a mask is needed"),
        }
    }
}

fn whole(r: Reg) -> Arg {
    Arg::Reg(r, View::Whole)
}

fn offset(h: Home, by: i32) -> Home {
    match h {
        Home::Frame(n) => Home::Frame(n + by),
        Home::Constant(n) => Home::Constant(n + by),
    }
}
