//! The vector machine: instructions of x86-64 on registers of which there are as many as one likes.
//!
//! A loop is a list of instructions for one turn, in SSA form but for what the loop carries. Instructions are those of the
//! machine, named by the encoder's codes; which register a value gets is decided in [`super::allocate`].

use super::isa::Isa;
use ferrotran_ir::Loc;
use iced_x86::Code;

/// A register of the vector machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Reg(pub u32);

/// The registers that hold a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Vectors.
    Vector,
    /// One bit for each lane.
    Mask,
    /// Integers and addresses of 64 bits.
    General,
}

impl Class {
    pub const ALL: [Class; 3] = [Class::Vector, Class::Mask, Class::General];
}

/// Where the bits of a value lie in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// So many bytes from the beginning of the loop's frame.
    Frame(i32),
    /// So many bytes from the beginning of the loop's constants.
    Constant(i32),
}

/// What is known of a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Info {
    pub class: Class,
    /// For values that come from outside of the loop, or that it carries; others get one when registers run out.
    pub home: Option<Home>,
    /// The home holds a scalar of so many bytes, which all lanes are.
    pub spread: Option<u8>,
    /// It is not what it was in the turn before.
    pub carried: bool,
}

/// The part of a register that an instruction names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum View {
    Whole,
    /// The lower half of a vector.
    Half,
    /// The lower 128 bits of a vector.
    Quarter,
    /// The lower 32 bits of an integer.
    Word,
}

/// A place in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    pub base: Reg,
    /// An integer (or lanes of them, of gathers and scatters), times a scale of 1, 2, 4 or 8.
    pub index: Option<(Reg, u8)>,
    pub offset: i32,
}

/// An operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arg {
    Reg(Reg, View),
    Memory(Address),
    Byte(u8),
    Int(i32),
}

/// An instruction.
#[derive(Clone, Debug)]
pub(super) struct Inst {
    pub code: Code,
    pub result: Option<(Reg, View)>,
    /// The first argument is in the register of the result.
    pub tied: bool,
    /// A mask that the instruction uses up (of gathers and scatters).
    pub spends_mask: bool,
    pub args: Vec<Arg>,
    /// The mask: where masks are vectors, the last operand.
    pub mask: Option<Reg>,
    /// Lanes whose mask is not set become zero; without this they stay as in the result's register (which is then tied).
    pub zeroing: bool,
    /// The last argument may be a scalar of so many bytes in memory, which all lanes are.
    pub broadcast: Option<u8>,
    /// The last argument may be in memory as a whole.
    pub from_memory: bool,
    pub loc: Loc,
}

/// What a loop does in a turn.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Inst(Inst),
    /// A function of the runtime with arguments and result in vector registers: its number among those that the code calls.
    Call {
        function: usize,
        args: Vec<Reg>,
        result: Reg,
        loc: Loc,
    },
}

impl Step {
    /// The registers that it reads.
    pub fn uses(&self, out: &mut Vec<Reg>) {
        out.clear();
        match self {
            Step::Inst(i) => {
                for a in &i.args {
                    match *a {
                        Arg::Reg(r, _) => out.push(r),
                        Arg::Memory(m) => {
                            out.push(m.base);
                            out.extend(m.index.map(|i| i.0));
                        }
                        Arg::Byte(_) | Arg::Int(_) => {}
                    }
                }
                out.extend(i.mask);
            }
            Step::Call { args, .. } => out.extend(args),
        }
    }

    /// The register that it writes.
    pub fn result(&self) -> Option<Reg> {
        match self {
            Step::Inst(i) => i.result.map(|r| r.0),
            Step::Call { result, .. } => Some(*result),
        }
    }
}

/// A loop: `for (i = first; i <= last; i += step) steps`.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    /// The index, of which the frame holds the first value.
    pub index: Reg,
    pub first: Home,
    pub last: Home,
    pub step: i32,
    pub steps: Vec<Step>,
    /// What the loop carries: the register in a turn, and what it is in the next one. It begins and ends in its home.
    pub carried: Vec<(Reg, Reg)>,
    pub loc: Loc,
}

/// Loops that run one after the other, with what they share.
#[derive(Debug)]
pub(super) struct Program {
    pub isa: Isa,
    pub regs: Vec<Info>,
    pub loops: Vec<Loop>,
    /// Constants, aligned to 64 bytes.
    pub constants: Vec<u8>,
    /// Bytes of the frame so far.
    pub frame: i32,
    /// Functions that are called.
    pub functions: Vec<&'static str>,
}

impl Program {
    pub fn new(isa: Isa) -> Program {
        let (regs, loops, constants, functions) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Program { isa, regs, loops, constants, frame: 0, functions }
    }

    pub fn reg(&mut self, class: Class) -> Reg {
        self.regs.push(Info { class, home: None, spread: None, carried: false });
        Reg(self.regs.len() as u32 - 1)
    }

    pub fn info(&self, r: Reg) -> Info {
        self.regs[r.0 as usize]
    }

    /// Room in the frame, aligned to its size.
    pub fn room(&mut self, bytes: i32) -> Home {
        let align = (bytes as u32).next_power_of_two().min(64) as i32;
        self.frame = (self.frame + align - 1) & -align;
        let at = self.frame;
        self.frame += bytes;
        Home::Frame(at)
    }
}
