//! A SPIR-V module made ready for running and counting: types, constants, variables, instructions by block.

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass, Word};
use rustc_hash::FxHashMap;

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// Nothing, functions, structures.
    Other,
    /// Truth value.
    Bool,
    /// Integer: bits, signed.
    Int(u32, bool),
    /// Float: bits.
    Float(u32),
    /// Vector: type of a component, number of components.
    Vector(Word, u32),
    /// Array: type of an entry, number of entries (0 where only the launch knows).
    Array(Word, u32),
    /// Pointer: to what, where.
    Pointer(Word, StorageClass),
}

/// Code and declarations of one stage.
pub struct Code {
    /// Types by id.
    pub types: FxHashMap<Word, Ty>,
    /// Bits of scalar constants.
    pub constants: FxHashMap<Word, u64>,
    /// Composite constants that are all zero.
    pub nulls: Vec<Word>,
    /// Variables of the module: type of the pointer.
    pub globals: FxHashMap<Word, Word>,
    /// Binding number of buffers.
    pub bindings: FxHashMap<Word, u32>,
    /// Built-in inputs.
    pub builtins: FxHashMap<Word, u32>,
    /// Instructions of all functions in order, labels among them.
    pub list: Vec<Instruction>,
    /// Where a label stands in the list.
    pub labels: FxHashMap<Word, usize>,
    /// Where the body of a function begins, and its parameters.
    pub functions: FxHashMap<Word, (usize, Vec<Word>)>,
    /// The entry function.
    pub entry: Word,
    /// Types of values by id (0: not a value).
    pub of: Vec<Word>,
}

/// The id that operand `i` is.
pub fn id(i: &Instruction, at: usize) -> Word {
    i.operands.get(at).and_then(Operand::id_ref_any).unwrap_or(0)
}

/// The number that operand `i` is.
pub fn literal(i: &Instruction, at: usize) -> u32 {
    match i.operands.get(at) {
        Some(Operand::LiteralBit32(n) | Operand::LiteralExtInstInteger(n)) => *n,
        _ => 0,
    }
}

impl Code {
    /// Reads a module.
    pub fn read(words: &[u32]) -> Result<Code, String> {
        let mut loader = rspirv::dr::Loader::new();
        rspirv::binary::parse_words(words, &mut loader).map_err(|e| e.to_string())?;
        let m = loader.module();
        let mut c = Code {
            types: FxHashMap::default(),
            constants: FxHashMap::default(),
            nulls: Vec::new(),
            globals: FxHashMap::default(),
            bindings: FxHashMap::default(),
            builtins: FxHashMap::default(),
            list: Vec::new(),
            labels: FxHashMap::default(),
            functions: FxHashMap::default(),
            entry: m.entry_points.first().map_or(0, |e| id(e, 1)),
            of: vec![0; m.header.as_ref().map_or(0, |h| h.bound) as usize],
        };
        for i in m.all_inst_iter() {
            if let Some((r, t)) = i.result_id.zip(i.result_type) {
                c.of[r as usize] = t;
            }
        }
        c.declarations(&m);
        for f in m.functions {
            let parameters = f.parameters.iter().filter_map(|p| p.result_id).collect();
            if let Some(d) = &f.def {
                c.functions.insert(d.result_id.unwrap_or(0), (c.list.len(), parameters));
            }
            for b in f.blocks {
                if let Some(l) = b.label {
                    c.labels.insert(l.result_id.unwrap_or(0), c.list.len());
                    c.list.push(l);
                }
                c.list.extend(b.instructions);
            }
        }
        Ok(c)
    }

    fn declarations(&mut self, m: &Module) {
        for a in &m.annotations {
            if a.class.opcode != Op::Decorate {
                continue;
            }
            match (a.operands.get(1), a.operands.get(2)) {
                (Some(Operand::Decoration(Decoration::Binding)), Some(Operand::LiteralBit32(n))) => {
                    self.bindings.insert(id(a, 0), *n);
                }
                (Some(Operand::Decoration(Decoration::BuiltIn)), Some(Operand::BuiltIn(b))) => {
                    self.builtins.insert(id(a, 0), *b as u32);
                }
                _ => {}
            }
        }
        for i in &m.types_global_values {
            let Some(result) = i.result_id else { continue };
            let ty = match i.class.opcode {
                Op::TypeBool => Ty::Bool,
                Op::TypeInt => Ty::Int(literal(i, 0), literal(i, 1) != 0),
                Op::TypeFloat => Ty::Float(literal(i, 0)),
                Op::TypeVector => Ty::Vector(id(i, 0), literal(i, 1)),
                Op::TypeArray => Ty::Array(id(i, 0), self.constants.get(&id(i, 1)).map_or(0, |n| *n as u32)),
                Op::TypeRuntimeArray => Ty::Array(id(i, 0), 0),
                Op::TypePointer => match i.operands.first() {
                    Some(Operand::StorageClass(class)) => Ty::Pointer(id(i, 1), *class),
                    _ => Ty::Other,
                },
                Op::Constant => {
                    let bits = match i.operands.first() {
                        Some(Operand::LiteralBit32(n)) => u64::from(*n),
                        Some(Operand::LiteralBit64(n)) => *n,
                        _ => 0,
                    };
                    self.constants.insert(result, bits);
                    continue;
                }
                Op::ConstantTrue | Op::ConstantFalse => {
                    self.constants.insert(result, u64::from(i.class.opcode == Op::ConstantTrue));
                    continue;
                }
                Op::ConstantNull => {
                    self.nulls.push(result);
                    continue;
                }
                Op::Variable => {
                    self.globals.insert(result, i.result_type.unwrap_or(0));
                    continue;
                }
                _ => Ty::Other,
            };
            self.types.insert(result, ty);
        }
    }

    /// The type of that id.
    pub fn ty(&self, t: Word) -> Ty {
        self.types.get(&t).copied().unwrap_or(Ty::Other)
    }

    /// What an instruction gives.
    pub fn result(&self, i: &Instruction) -> Ty {
        i.result_type.map_or(Ty::Other, |t| self.ty(t))
    }

    /// The type of a value.
    pub fn type_of(&self, v: Word) -> Ty {
        self.of.get(v as usize).map_or(Ty::Other, |&t| self.ty(t))
    }

    /// Bytes of a scalar or vector in memory.
    pub fn bytes(&self, t: Ty) -> u32 {
        match t {
            Ty::Bool => 4,
            Ty::Int(b, _) | Ty::Float(b) => b / 8,
            Ty::Vector(e, n) => self.bytes(self.ty(e)) * n,
            Ty::Other | Ty::Array(..) | Ty::Pointer(..) => 0,
        }
    }

    /// 32-bit registers that hold a value.
    pub fn registers(&self, t: Ty) -> u32 {
        match t {
            Ty::Bool => 1,
            Ty::Int(b, _) | Ty::Float(b) => b.div_ceil(32),
            Ty::Vector(e, n) => self.registers(self.ty(e)) * n,
            // An address of a buffer has 64 bits.
            Ty::Pointer(_, StorageClass::StorageBuffer) => 2,
            Ty::Pointer(..) => 1,
            Ty::Other | Ty::Array(..) => 0,
        }
    }
}
