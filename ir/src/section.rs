//! Sections of views: what `view.section` does with each dimension of its operand. The letters of its attribute `dims` are
//! read and written here alone.

use crate::entity::{Op, Value};
use crate::module::{Attr, Builder, Module};
use crate::ops::OpKind;
use crate::types::Type;
use smallvec::SmallVec;

/// What becomes of a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// It is dropped: the elements at that subscript.
    Index(Value),
    /// It has the elements at `start`, `start + step`, ..., `extent` of them.
    Range {
        /// Subscript of the first.
        start: Value,
        /// Number of elements.
        extent: Value,
        /// Distance of their subscripts.
        step: Value,
    },
    /// It stays as it is.
    Whole,
}

impl Part {
    /// What the dimension `k` of the result is made of: the dimension of the operand, and what becomes of it.
    pub fn kept(parts: &[Part], k: usize) -> Option<(usize, Part)> {
        parts.iter().copied().enumerate().filter(|(_, p)| !matches!(p, Part::Index(_))).nth(k)
    }

    const fn letter(self) -> char {
        match self {
            Part::Index(_) => 'i',
            Part::Range { .. } => 's',
            Part::Whole => ':',
        }
    }

    /// The part that a letter stands for, which takes its operands from `next`.
    fn of_letter(letter: char, next: &mut impl Iterator<Item = Value>) -> Option<Part> {
        Some(match letter {
            'i' => Part::Index(next.next()?),
            's' => Part::Range { start: next.next()?, extent: next.next()?, step: next.next()? },
            ':' => Part::Whole,
            _ => return None,
        })
    }
}

/// The parts of a `view.section`; none where letters and operands do not fit, which the verifier rejects.
pub fn parts(m: &Module, op: Op) -> Option<SmallVec<[Part; 4]>> {
    let mut next = m.operands(op).iter().skip(1).copied();
    let parts = m.attr_str(op, "dims")?.chars().map(|c| Part::of_letter(c, &mut next)).collect::<Option<_>>()?;
    if next.next().is_some() { None } else { Some(parts) }
}

/// A section of `view`, with the type of the result.
pub fn section(b: &mut Builder<'_>, view: Value, parts: &[Part], result: Type) -> Value {
    let dims: String = parts.iter().map(|p| p.letter()).collect();
    let mut operands: SmallVec<[Value; 8]> = SmallVec::new();
    for p in parts {
        match *p {
            Part::Index(at) => operands.push(at),
            Part::Range { start, extent, step } => operands.extend([start, extent, step]),
            Part::Whole => {}
        }
    }
    b.op(OpKind::ViewSection).arg(view).args(&operands).attr("dims", Attr::str(&dims)).result(result).value()
}
