//! Registers of the machine for those of the vector machine, loop by loop.
//!
//! A body is one straight line, so that the value whose next use is farthest away is the best one to give up (L. Belady, "A study
//! of replacement algorithms for a virtual-storage computer", IBM Systems Journal 5, 1966). What comes from outside, and what the loop
//! carries, has a register for the whole loop where the body leaves some; else it is read from its home where it is used, if
//! possible as an operand in memory.

use super::isa::{COPY, Isa, MOVE, SPREAD_F, STORE};
use super::machine::{Address, Arg, Class, Home, Inst, Loop, Program, Reg, Step, View};
use ferrotran_ir::Loc;
use iced_x86::{Code, Instruction, OpKind as Operand, Register};
use rustc_hash::{FxHashMap, FxHashSet};

/// General registers that code may use, those first that calls destroy.
pub(super) const GENERAL: [Register; 13] = [
    Register::RAX,
    Register::RCX,
    Register::RDX,
    Register::RSI,
    Register::R8,
    Register::R9,
    Register::R10,
    Register::R11,
    Register::RBX,
    Register::R12,
    Register::R13,
    Register::R14,
    Register::RDI,
];
/// Their lower halves.
pub(super) const WORDS: [Register; 13] = [
    Register::EAX,
    Register::ECX,
    Register::EDX,
    Register::ESI,
    Register::R8D,
    Register::R9D,
    Register::R10D,
    Register::R11D,
    Register::EBX,
    Register::R12D,
    Register::R13D,
    Register::R14D,
    Register::EDI,
];
/// Of them the first that a function must leave as it was, and how many there are.
pub(super) const SAVED: std::ops::Range<usize> = 8..12;
/// The register with the address of the frame.
pub(super) const FRAME: Register = Register::R15;
/// Free vector registers that a body is given at least.
const SPARE: usize = 2;

/// What is encoded.
#[derive(Clone, Debug)]
pub(super) enum Out {
    /// An instruction. Displacements from RIP are places among the constants.
    Inst(Instruction, Loc),
    Call(usize, Loc),
}

/// A loop with registers.
pub(super) struct Allocated {
    /// Before the loop, the body, and after it.
    pub head: Vec<Out>,
    pub body: Vec<Out>,
    pub tail: Vec<Out>,
    /// The register of the index.
    pub index: Register,
}

/// A register of the machine: its number within its class.
type Phys = u8;

fn count(isa: Isa, class: Class) -> usize {
    match class {
        Class::Vector => isa.vectors(),
        // The first one means that there is no mask.
        Class::Mask => 7,
        Class::General => GENERAL.len(),
    }
}

fn register(isa: Isa, class: Class, n: Phys, view: View) -> Register {
    let n = u32::from(n);
    match (class, view) {
        (Class::Vector, View::Half) => isa.first()[1] + n,
        (Class::Vector, View::Quarter) => Register::XMM0 + n,
        (Class::Vector, View::Whole | View::Word) => isa.first()[0] + n,
        (Class::Mask, _) => Register::K1 + n,
        (Class::General, View::Word) => WORDS[n as usize],
        (Class::General, _) => GENERAL[n as usize],
    }
}

struct Allocator<'p> {
    p: &'p mut Program,
    /// Where each value is read, from the last place to the first.
    uses: FxHashMap<Reg, Vec<usize>>,
    at: FxHashMap<Reg, Phys>,
    /// What registers hold, by class.
    holds: [Vec<Option<Reg>>; 3],
    /// Registers that values keep for the whole loop.
    pinned: FxHashSet<Reg>,
    /// Homes of values of the body that ran out of registers.
    spilled: FxHashSet<Reg>,
    out: Vec<Out>,
    /// Registers of the instruction at hand.
    busy: Vec<Reg>,
    loc: Loc,
}

/// Gives a loop its registers.
pub(super) fn allocate(p: &mut Program, l: &Loop) -> Allocated {
    let mut uses: FxHashMap<Reg, Vec<usize>> = FxHashMap::default();
    let mut list = Vec::new();
    for (n, s) in l.steps.iter().enumerate() {
        s.uses(&mut list);
        for &r in &list {
            let u = uses.entry(r).or_default();
            if u.last() != Some(&n) {
                u.push(n);
            }
        }
    }
    // What the next turn begins with is read at the end.
    for (_, next) in &l.carried {
        uses.entry(*next).or_default().push(l.steps.len());
    }
    for u in uses.values_mut() {
        u.reverse();
    }
    let holds = Class::ALL.map(|c| vec![None; count(p.isa, c)]);
    let mut a = Allocator {
        p,
        uses,
        at: FxHashMap::default(),
        holds,
        pinned: FxHashSet::default(),
        spilled: FxHashSet::default(),
        out: Vec::new(),
        busy: Vec::new(),
        loc: l.loc,
    };
    a.pin(l);
    let head = std::mem::take(&mut a.out);
    for (n, s) in l.steps.iter().enumerate() {
        a.step(n, s, l);
    }
    a.next_turn(l);
    let body = std::mem::take(&mut a.out);
    a.finish(l);
    let index = a.name(Class::General, a.at[&l.index], View::Whole);
    Allocated { head, body, tail: a.out, index }
}

fn class_index(c: Class) -> usize {
    match c {
        Class::Vector => 0,
        Class::Mask => 1,
        Class::General => 2,
    }
}

impl Allocator<'_> {
    // ---- what stays in registers ------------------------------------------------------------------
    /// Chooses what has a register for the whole loop, and loads it.
    fn pin(&mut self, l: &Loop) {
        let calls = l.steps.iter().any(|s| matches!(s, Step::Call { .. }));
        // The index is needed at every end of a turn.
        self.keep(l.index, calls);
        self.load(l.index, l.first);
        let mut outer: Vec<Reg> = self.uses.keys().copied().filter(|&r| self.p.info(r).home.is_some()).collect();
        // Those with most uses first.
        outer.sort_by_key(|r| (std::cmp::Reverse(self.weight(*r)), *r));
        for class in Class::ALL {
            if calls && class != Class::General {
                continue;
            }
            let of_class: Vec<Reg> = outer.iter().copied().filter(|&r| self.p.info(r).class == class).collect();
            let free = self.holds[class_index(class)].iter().filter(|h| h.is_none()).count();
            let saved = if calls { SAVED.len().saturating_sub(1) } else { free };
            let spare = if class == Class::Vector { SPARE } else { 1 };
            let room = free.saturating_sub(self.pressure(class, l) + spare).min(saved);
            // Carried values come first: they are read and written in every turn.
            let (mut first, rest): (Vec<Reg>, Vec<Reg>) = of_class.into_iter().partition(|&r| self.p.info(r).carried);
            first.extend(rest);
            for r in first.into_iter().take(room) {
                self.keep(r, calls);
                let home = self.p.info(r).home.expect("what comes from outside has a home");
                self.load(r, home);
            }
        }
    }

    /// How much is gained where a value is in a register.
    fn weight(&self, r: Reg) -> usize {
        self.uses.get(&r).map_or(0, Vec::len)
    }

    /// The most values of the body that are needed at the same time.
    fn pressure(&self, class: Class, l: &Loop) -> usize {
        let mut ends: FxHashMap<usize, usize> = FxHashMap::default();
        let (mut live, mut most) = (0usize, 0);
        for (n, s) in l.steps.iter().enumerate() {
            live -= ends.remove(&n).unwrap_or(0);
            if let Some(r) = s.result().filter(|&r| self.p.info(r).class == class) {
                live += 1;
                most = most.max(live);
                let end = self.uses.get(&r).and_then(|u| u.first()).copied().unwrap_or(n).max(n + 1);
                *ends.entry(end).or_default() += 1;
            }
        }
        most
    }

    fn keep(&mut self, r: Reg, calls: bool) {
        let class = self.p.info(r).class;
        let slots = &self.holds[class_index(class)];
        let mut free = (0..slots.len()).filter(|&n| slots[n].is_none());
        let found = if calls { free.find(|n| SAVED.contains(n)) } else { free.next() };
        let Some(n) = found else { return };
        self.holds[class_index(class)][n] = Some(r);
        self.at.insert(r, n as Phys);
        self.pinned.insert(r);
    }

    // ---- the body ---------------------------------------------------------------------------------
    fn next_use(&self, r: Reg, from: usize) -> usize {
        self.uses.get(&r).and_then(|u| u.iter().rev().find(|&&n| n >= from)).copied().unwrap_or(usize::MAX)
    }

    /// A free register, perhaps made free.
    fn free(&mut self, class: Class, now: usize) -> Phys {
        let slots = &self.holds[class_index(class)];
        if let Some(n) = slots.iter().position(Option::is_none) {
            return n as Phys;
        }
        self.evict(class, now)
    }

    /// The register of a value that others need sooner.
    fn evict(&mut self, class: Class, now: usize) -> Phys {
        let victim = self.holds[class_index(class)]
            .iter()
            .enumerate()
            .filter_map(|(n, h)| h.map(|r| (n, r)))
            .filter(|(_, r)| !self.pinned.contains(r) && !self.busy.contains(r))
            .max_by_key(|&(_, r)| self.next_use(r, now))
            .expect("an instruction needs fewer registers than there are");
        self.give_up(victim.1, now);
        victim.0 as Phys
    }

    /// Takes the register of a value, which keeps its bits in memory if somebody asks for them.
    fn give_up(&mut self, r: Reg, now: usize) {
        let Some(n) = self.at.remove(&r) else { return };
        let info = self.p.info(r);
        self.holds[class_index(info.class)][n as usize] = None;
        if info.home.is_none() && self.next_use(r, now) != usize::MAX {
            let home = self.p.room(if info.class == Class::Vector { self.p.isa.width() as i32 } else { 8 });
            self.p.regs[r.0 as usize].home = Some(home);
            self.spilled.insert(r);
            self.store(info.class, n, home);
        }
    }

    fn take(&mut self, r: Reg, n: Phys) {
        let class = self.p.info(r).class;
        self.holds[class_index(class)][n as usize] = Some(r);
        self.at.insert(r, n);
    }

    /// The register of a value, which is loaded where it is in memory.
    fn need(&mut self, r: Reg, now: usize) -> Phys {
        if let Some(&n) = self.at.get(&r) {
            return n;
        }
        let info = self.p.info(r);
        let n = self.free(info.class, now);
        self.take(r, n);
        match info.home {
            Some(home) => self.load(r, home),
            None => debug_assert!(false, "a value is read that is not there"),
        }
        n
    }

    fn step(&mut self, now: usize, s: &Step, l: &Loop) {
        match s {
            Step::Inst(i) => self.inst(now, i, l),
            Step::Call { function, args, result, loc } => {
                self.loc = *loc;
                self.call(now, *function, args, *result);
            }
        }
    }

    /// Values that nobody reads after an instruction give up their registers.
    fn end(&mut self, now: usize, list: &[Reg]) {
        for &r in list {
            if !self.pinned.contains(&r) && self.next_use(r, now + 1) == usize::MAX {
                self.give_up(r, now + 1);
            }
        }
    }

    fn inst(&mut self, now: usize, i: &Inst, l: &Loop) {
        self.loc = i.loc;
        let mut i = i.clone();
        let folded = self.fold(&mut i);
        let mut list = Vec::new();
        Step::Inst(i.clone()).uses(&mut list);
        if folded.is_some() {
            // It is read where it lies.
            let last = i.args.iter().rposition(|a| matches!(a, Arg::Reg(..))).expect("an argument was folded");
            let Arg::Reg(r, _) = i.args[last] else { unreachable!("found so") };
            let elsewhere =
                i.args.iter().take(last).any(|a| matches!(a, Arg::Reg(x, _) if *x == r)) || i.mask == Some(r);
            if !elsewhere {
                list.retain(|&x| x != r);
            }
        }
        self.busy.clone_from(&list);
        for &r in &list {
            self.need(r, now);
        }
        // Arguments as registers of the machine, before they are given up.
        let tied = i.tied.then(|| match i.args[0] {
            Arg::Reg(r, _) => r,
            Arg::Memory(_) | Arg::Byte(_) | Arg::Int(_) => unreachable!("a tied argument is a register"),
        });
        let places: FxHashMap<Reg, Phys> = list.iter().map(|r| (*r, self.at[r])).collect();
        // The result may be where arguments were, but for gathers, whose parts are read and written in turn.
        if !i.spends_mask {
            self.end(now, &list);
        } else if let Some(t) = tied {
            self.end(now, &[t]);
        }
        let mut result = None;
        if let Some((r, view)) = i.result {
            let class = self.p.info(r).class;
            let want = self.wanted(r, now, l);
            let n = match tied {
                Some(t) if self.is_free(class, places[&t]) || want == Some(places[&t]) => places[&t],
                _ => {
                    let n = match want.filter(|_| tied.is_none()) {
                        Some(n) => n,
                        None => match tied {
                            // Not the register of another argument: the copy comes before it is read.
                            Some(_) => self.free_but(class, now, &places),
                            None => self.free(class, now),
                        },
                    };
                    if let Some(t) = tied {
                        self.copy(class, n, places[&t]);
                    }
                    n
                }
            };
            self.take(r, n);
            if want == Some(n) {
                // It stays there for the next turn.
                self.pinned.insert(r);
            }
            result = Some(self.name(class, n, view));
            if self.next_use(r, now + 1) == usize::MAX {
                self.give_up(r, now + 1);
            }
        }
        if i.spends_mask {
            self.end(now, &list);
        }
        let e = self.encoded(&i, result, &places, folded);
        self.out.push(Out::Inst(e, i.loc));
    }

    fn is_free(&self, class: Class, n: Phys) -> bool {
        self.holds[class_index(class)][n as usize].is_none()
    }

    /// A free register that none of these has.
    fn free_but(&mut self, class: Class, now: usize, places: &FxHashMap<Reg, Phys>) -> Phys {
        let taken = |s: &Self, n: Phys| places.iter().any(|(r, &p)| s.p.info(*r).class == class && p == n);
        let slots = self.holds[class_index(class)].len();
        if let Some(n) = (0..slots as Phys).find(|&n| self.is_free(class, n) && !taken(self, n)) {
            return n;
        }
        self.evict(class, now)
    }

    /// The register in which the next turn wants a value, if what it is in this turn is not needed any more.
    fn wanted(&self, r: Reg, now: usize, l: &Loop) -> Option<Phys> {
        let phi = l.carried.iter().find(|c| c.1 == r)?.0;
        let over = self.pinned.contains(&phi) && self.next_use(phi, now + 1) == usize::MAX;
        over.then(|| self.at.get(&phi).copied()).flatten()
    }

    /// Where the last argument may be read from memory, and is there only.
    fn fold(&self, i: &mut Inst) -> Option<(Home, bool)> {
        if i.broadcast.is_none() && !i.from_memory {
            return None;
        }
        let Arg::Reg(r, View::Whole) = *i.args.iter().rfind(|a| matches!(a, Arg::Reg(..) | Arg::Memory(_)))? else {
            return None;
        };
        let tied_only = i.tied && i.args.iter().filter(|a| matches!(a, Arg::Reg(..))).count() < 2;
        let twice = i.args.iter().filter(|a| matches!(a, Arg::Reg(x, _) if *x == r)).count() > 1;
        if self.at.contains_key(&r) || tied_only || twice {
            return None;
        }
        let info = self.p.info(r);
        let home = info.home.filter(|_| info.class == Class::Vector)?;
        match info.spread {
            Some(n) => (self.p.isa.broadcasts() && i.broadcast == Some(n)).then_some((home, true)),
            None => i.from_memory.then_some((home, false)),
        }
    }

    fn call(&mut self, now: usize, function: usize, args: &[Reg], result: Reg) {
        // The machine's functions may use all vectors and masks, and most general registers.
        self.busy.clear();
        let mut moves = Vec::new();
        for (k, &r) in args.iter().enumerate() {
            moves.push((self.at.get(&r).copied(), r, k as Phys));
        }
        for class in Class::ALL {
            for n in 0..count(self.p.isa, class) {
                let Some(r) = self.holds[class_index(class)][n] else { continue };
                if class == Class::General && (SAVED.contains(&n) || self.pinned.contains(&r)) {
                    continue;
                }
                // What is an argument and nothing more need not be kept, but stays where it is for the moves.
                self.give_up(r, now + 1);
            }
        }
        // A second argument that sits where the first goes has to get away first.
        if let [(_, _, _), (Some(0), second, _)] = moves[..]
            && args[0] != second
        {
            let last = self.p.isa.vectors() as Phys - 1;
            let away = if moves[0].0 == Some(last) { last - 1 } else { last };
            self.copy(Class::Vector, away, 0);
            moves[1].0 = Some(away);
        }
        for (from, r, to) in moves {
            match from {
                Some(n) if n == to => {}
                Some(n) => self.copy(Class::Vector, to, n),
                None => {
                    let home = self.p.info(r).home.expect("a value is somewhere");
                    self.load_into(r, to, home);
                }
            }
        }
        self.out.push(Out::Call(function, self.loc));
        self.take(result, 0);
        if self.next_use(result, now + 1) == usize::MAX {
            self.give_up(result, now + 1);
        }
    }

    // ---- ends -------------------------------------------------------------------------------------
    /// What the loop carries, for the next turn.
    fn next_turn(&mut self, l: &Loop) {
        // Where a target is still to be read by another of these moves, it goes through memory.
        let n = l.steps.len();
        let targets: Vec<Reg> = l.carried.iter().map(|c| c.0).collect();
        let tangled = l.carried.iter().any(|c| c.1 != c.0 && targets.contains(&c.1));
        let mut put_off = Vec::new();
        for &(phi, next) in &l.carried {
            if phi == next {
                continue;
            }
            self.busy.clear();
            let from = self.need(next, n);
            if tangled {
                let home = self.p.room(self.p.isa.width() as i32);
                self.store(Class::Vector, from, home);
                put_off.push((phi, home));
            } else {
                self.arrive(phi, from);
            }
            self.end(n, &[next]);
        }
        for (phi, home) in put_off {
            self.busy.clear();
            let n = self.free_for_move();
            self.load_plain(n, home);
            self.arrive(phi, n);
        }
    }

    fn free_for_move(&mut self) -> Phys {
        self.free(Class::Vector, usize::MAX)
    }

    fn arrive(&mut self, phi: Reg, from: Phys) {
        if self.pinned.contains(&phi) {
            let to = self.at[&phi];
            if to != from {
                self.copy(Class::Vector, to, from);
            }
        } else {
            // A copy of what it was is nothing worth any more.
            if let Some(n) = self.at.remove(&phi) {
                self.holds[class_index(Class::Vector)][n as usize] = None;
            }
            let home = self.p.info(phi).home.expect("carried values have homes");
            self.store(Class::Vector, from, home);
        }
    }

    /// After the loop: what was carried goes home.
    fn finish(&mut self, l: &Loop) {
        for &(phi, _) in &l.carried {
            if self.pinned.contains(&phi) {
                let home = self.p.info(phi).home.expect("carried values have homes");
                self.store(Class::Vector, self.at[&phi], home);
            }
        }
    }

    // ---- instructions -----------------------------------------------------------------------------
    fn name(&self, class: Class, n: Phys, view: View) -> Register {
        register(self.p.isa, class, n, view)
    }

    fn put(&mut self, i: Instruction) {
        self.out.push(Out::Inst(i, self.loc));
    }

    fn load(&mut self, r: Reg, home: Home) {
        self.load_into(r, self.at[&r], home);
    }

    fn load_into(&mut self, r: Reg, to: Phys, home: Home) {
        let info = self.p.info(r);
        let code = match (info.class, info.spread) {
            (Class::General, _) => Code::Mov_r64_rm64,
            (Class::Mask, _) => Code::VEX_Kmovw_kr_km16,
            (Class::Vector, Some(size)) => self.p.isa.code(SPREAD_F, i64::from(size)),
            (Class::Vector, None) => self.p.isa.code(MOVE, 4),
        };
        let mut i = Instruction::new();
        i.set_code(code);
        set_register(&mut i, 0, self.name(info.class, to, View::Whole));
        set_home(&mut i, 1, home);
        self.put(i);
    }

    fn load_plain(&mut self, to: Phys, home: Home) {
        let mut i = Instruction::new();
        i.set_code(self.p.isa.code(MOVE, 4));
        set_register(&mut i, 0, self.name(Class::Vector, to, View::Whole));
        set_home(&mut i, 1, home);
        self.put(i);
    }

    fn store(&mut self, class: Class, from: Phys, home: Home) {
        let code = match class {
            Class::General => Code::Mov_rm64_r64,
            Class::Mask => Code::VEX_Kmovw_m16_kr,
            Class::Vector => self.p.isa.code(STORE, 4),
        };
        let mut i = Instruction::new();
        i.set_code(code);
        set_home(&mut i, 0, home);
        set_register(&mut i, 1, self.name(class, from, View::Whole));
        self.put(i);
    }

    fn copy(&mut self, class: Class, to: Phys, from: Phys) {
        let code = match class {
            Class::General => Code::Mov_r64_rm64,
            Class::Mask => Code::VEX_Kmovw_kr_km16,
            Class::Vector => self.p.isa.code(COPY, 4),
        };
        let mut i = Instruction::new();
        i.set_code(code);
        set_register(&mut i, 0, self.name(class, to, View::Whole));
        set_register(&mut i, 1, self.name(class, from, View::Whole));
        self.put(i);
    }

    fn encoded(
        &self,
        i: &Inst,
        result: Option<Register>,
        places: &FxHashMap<Reg, Phys>,
        folded: Option<(Home, bool)>,
    ) -> Instruction {
        let mut e = Instruction::new();
        e.set_code(i.code);
        let mut n = 0;
        if let Some(r) = result {
            set_register(&mut e, 0, r);
            n = 1;
        }
        let last = i.args.iter().rposition(|a| matches!(a, Arg::Reg(..)));
        for (k, a) in i.args.iter().enumerate() {
            if k == 0 && i.tied {
                continue;
            }
            match *a {
                Arg::Reg(..) if folded.is_some() && Some(k) == last => {
                    let (home, broadcast) = folded.expect("asked for");
                    set_home(&mut e, n, home);
                    e.set_is_broadcast(broadcast);
                }
                Arg::Reg(r, view) => set_register(&mut e, n, self.name(self.p.info(r).class, places[&r], view)),
                Arg::Memory(m) => self.set_memory(&mut e, n, m, places),
                Arg::Byte(b) => {
                    e.set_op_kind(n, Operand::Immediate8);
                    e.set_immediate8(b);
                }
                Arg::Int(v) => {
                    e.set_op_kind(n, Operand::Immediate32to64);
                    e.set_immediate32to64(i64::from(v));
                }
            }
            n += 1;
        }
        match i.mask {
            Some(k) if self.p.isa.masks() == Class::Mask => {
                e.set_op_mask(self.name(Class::Mask, places[&k], View::Whole));
                e.set_zeroing_masking(i.zeroing);
            }
            Some(k) => set_register(&mut e, n, self.name(Class::Vector, places[&k], View::Whole)),
            None => {}
        }
        e
    }

    fn set_memory(&self, e: &mut Instruction, n: u32, m: Address, places: &FxHashMap<Reg, Phys>) {
        e.set_op_kind(n, Operand::Memory);
        e.set_memory_base(self.name(Class::General, places[&m.base], View::Whole));
        if let Some((r, scale)) = m.index {
            e.set_memory_index(self.name(self.p.info(r).class, places[&r], View::Whole));
            e.set_memory_index_scale(u32::from(scale));
        }
        displace(e, i64::from(m.offset));
    }
}

fn displace(e: &mut Instruction, by: i64) {
    e.set_memory_displacement64(by as u64);
    e.set_memory_displ_size(u32::from(by != 0));
}

/// An operand that is a register.
pub(super) fn set_register(e: &mut Instruction, n: u32, r: Register) {
    e.set_op_kind(n, Operand::Register);
    e.set_op_register(n, r);
}

/// An operand that is a home.
pub(super) fn set_home(e: &mut Instruction, n: u32, home: Home) {
    e.set_op_kind(n, Operand::Memory);
    match home {
        Home::Frame(at) => {
            e.set_memory_base(FRAME);
            displace(e, i64::from(at));
        }
        Home::Constant(at) => {
            e.set_memory_base(Register::RIP);
            e.set_memory_displacement64(at as u64);
            e.set_memory_displ_size(8);
        }
    }
}
