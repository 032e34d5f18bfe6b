//! Machine code of loops with registers.

use super::allocate::{Allocated, FRAME, GENERAL, Out, SAVED, WORDS, set_home, set_register};
use super::machine::{Home, Loop, Program};
use ferrotran_ir::Loc;
use iced_x86::{Code, Encoder, Formatter, GasFormatter, Instruction, OpKind as Operand, Register};

/// A function, called with the address of the frame as its only argument.
#[derive(Debug, Default)]
pub(super) struct Function {
    pub bytes: Vec<u8>,
    /// Distances of 32 bits to functions: their places and numbers.
    pub calls: Vec<(u32, usize)>,
    /// Where code begins that comes from a place in the source.
    pub places: Vec<(u32, Loc)>,
    pub text: String,
}

/// A piece of code.
enum Item {
    Inst(Instruction, Loc),
    Call(usize, Loc),
    /// A label that loops jump to, and others.
    Head(usize),
    Exit(usize),
    Jump(Code, Target, Loc),
}

#[derive(Clone, Copy)]
enum Target {
    Head(usize),
    Exit(usize),
}

fn inst(code: Code, operands: &[Operandum]) -> Instruction {
    let mut i = Instruction::new();
    i.set_code(code);
    for (n, o) in operands.iter().enumerate() {
        let n = n as u32;
        match *o {
            Operandum::Reg(r) => set_register(&mut i, n, r),
            Operandum::Home(h) => set_home(&mut i, n, h),
            Operandum::Argument(at) => {
                i.set_op_kind(n, Operand::Memory);
                i.set_memory_base(Register::RDI);
                i.set_memory_displacement64(at as u64);
                i.set_memory_displ_size(1);
            }
            Operandum::Int(v) => {
                i.set_op_kind(n, Operand::Immediate32to64);
                i.set_immediate32to64(i64::from(v));
            }
        }
    }
    i
}

enum Operandum {
    Reg(Register),
    Home(Home),
    /// So many bytes from where the argument points to.
    Argument(i32),
    Int(i32),
}

/// Puts everything together.
pub(super) fn assemble(p: &mut Program, loops: &[(Loop, Allocated)], want_text: bool) -> Result<Function, String> {
    use Operandum::{Argument, Home as At, Int, Reg};
    let mut items = Vec::new();
    let start = loops.first().map(|l| l.0.loc).unwrap_or_default();
    let saved: Vec<Register> = SAVED.filter(|&n| uses(loops, [GENERAL[n], WORDS[n]])).map(|n| GENERAL[n]).collect();
    let Home::Frame(own) = p.room(8) else { return Err("internal error: no room in the frame".into()) };
    let rooms: Vec<Home> = saved.iter().map(|_| p.room(8)).collect();
    let mut put = |i: Instruction| items.push(Item::Inst(i, start));
    put(inst(Code::Push_r64, &[Reg(Register::RBP)]));
    put(inst(Code::Mov_r64_rm64, &[Reg(Register::RBP), Reg(Register::RSP)]));
    put(inst(Code::Mov_rm64_r64, &[Argument(own), Reg(FRAME)]));
    put(inst(Code::Mov_r64_rm64, &[Reg(FRAME), Reg(Register::RDI)]));
    for (&r, &room) in saved.iter().zip(&rooms) {
        put(inst(Code::Mov_rm64_r64, &[At(room), Reg(r)]));
    }
    let out = |items: &mut Vec<Item>, list: &[Out]| {
        for o in list {
            items.push(match o {
                Out::Inst(i, loc) => Item::Inst(*i, *loc),
                Out::Call(f, loc) => Item::Call(*f, *loc),
            });
        }
    };
    for (n, (l, a)) in loops.iter().enumerate() {
        // The index comes first; what else is loaded is for loops that run.
        out(&mut items, &a.head[..1]);
        let test = inst(Code::Cmp_r64_rm64, &[Reg(a.index), At(l.last)]);
        items.push(Item::Inst(test, l.loc));
        items.push(Item::Jump(Code::Jg_rel32_64, Target::Exit(n), l.loc));
        out(&mut items, &a.head[1..]);
        items.push(Item::Head(n));
        out(&mut items, &a.body);
        items.push(Item::Inst(inst(Code::Add_rm64_imm32, &[Reg(a.index), Int(l.step)]), l.loc));
        items.push(Item::Inst(test, l.loc));
        items.push(Item::Jump(Code::Jle_rel32_64, Target::Head(n), l.loc));
        out(&mut items, &a.tail);
        items.push(Item::Exit(n));
    }
    let end = loops.last().map(|l| l.0.loc).unwrap_or_default();
    let mut put = |i: Instruction| items.push(Item::Inst(i, end));
    for (&r, &room) in saved.iter().zip(&rooms) {
        put(inst(Code::Mov_r64_rm64, &[Reg(r), At(room)]));
    }
    put(inst(Code::Mov_r64_rm64, &[Reg(FRAME), At(Home::Frame(own))]));
    // Upper halves that are in use make code with 128 bits slow.
    put(inst(Code::VEX_Vzeroupper, &[]));
    put(inst(Code::Pop_r64, &[Reg(Register::RBP)]));
    put(inst(Code::Retnq, &[]));
    // Jumps and distances are of 32 bits: lengths do not depend on where things are.
    let mut layout = Layout { heads: vec![0; loops.len()], exits: vec![0; loops.len()], constants: 1 << 20 };
    encode(&items, &mut layout, false)?;
    let mut f = encode(&items, &mut layout, want_text)?;
    f.bytes.resize(layout.constants, 0xcc);
    f.bytes.extend(&p.constants);
    Ok(f)
}

/// Whether code of the loops names a register.
fn uses(loops: &[(Loop, Allocated)], names: [Register; 2]) -> bool {
    loops.iter().flat_map(|(_, a)| a.head.iter().chain(&a.body).chain(&a.tail)).any(|o| match o {
        Out::Inst(i, _) => {
            let full = |x: Register| names.contains(&x);
            (0..i.op_count()).any(|n| i.op_kind(n) == Operand::Register && full(i.op_register(n)))
                || full(i.memory_base())
                || full(i.memory_index())
        }
        Out::Call(..) => false,
    })
}

/// Where things are, from the beginning of the function.
struct Layout {
    heads: Vec<usize>,
    exits: Vec<usize>,
    constants: usize,
}

/// Loops begin at multiples of this.
const ALIGN: usize = 32;

fn encode(items: &[Item], layout: &mut Layout, want_text: bool) -> Result<Function, String> {
    let mut e = Encoder::new(64);
    let mut f = Function::default();
    let mut at = 0usize;
    let mut text = want_text.then(GasFormatter::new);
    let mut line = |f: &mut Function, i: &Instruction| {
        if let Some(t) = &mut text {
            f.text.push_str("  ");
            t.format(i, &mut f.text);
            f.text.push('\n');
        }
    };
    let place = |f: &mut Function, at: usize, loc: Loc| {
        if loc.line > 0 && f.places.last().is_none_or(|p| p.1 != loc) {
            f.places.push((at as u32, loc));
        }
    };
    let one = |e: &mut Encoder, i: &Instruction, at: usize| {
        e.encode(i, at as u64).map_err(|m| format!("internal error: {:?}: {m}", i.code()))
    };
    for item in items {
        match item {
            Item::Inst(i, loc) => {
                place(&mut f, at, *loc);
                let mut i = *i;
                if i.memory_base() == Register::RIP {
                    i.set_memory_displacement64(layout.constants as u64 + i.memory_displacement64());
                }
                line(&mut f, &i);
                at += one(&mut e, &i, at)?;
            }
            Item::Call(n, loc) => {
                place(&mut f, at, *loc);
                let i = Instruction::with_branch(Code::Call_rel32_64, at as u64 + 5).map_err(|m| m.to_string())?;
                f.calls.push((at as u32 + 1, *n));
                if want_text {
                    f.text.push_str(&format!("  call function {n}\n"));
                }
                at += one(&mut e, &i, at)?;
            }
            Item::Head(n) => {
                while !at.is_multiple_of(ALIGN) {
                    at += one(&mut e, &inst(Code::Nopd, &[]), at)?;
                }
                layout.heads[*n] = at;
                if want_text {
                    f.text.push_str(&format!("loop{n}:\n"));
                }
            }
            Item::Exit(n) => layout.exits[*n] = at,
            Item::Jump(code, target, loc) => {
                place(&mut f, at, *loc);
                let to = match target {
                    Target::Head(n) => layout.heads[*n],
                    Target::Exit(n) => layout.exits[*n],
                };
                let i = Instruction::with_branch(*code, to as u64).map_err(|m| m.to_string())?;
                line(&mut f, &i);
                at += one(&mut e, &i, at)?;
            }
        }
    }
    layout.constants = at.next_multiple_of(64);
    f.bytes = e.take_buffer();
    Ok(f)
}
