//! What an SSA value of the IR is during code generation: a scalar, or a bundle of scalars.

use crate::vector::Lanes;
use cranelift_codegen::ir::Value as Cv;

/// A 64-bit quantity that is a known constant or a run-time value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ix {
    C(i64),
    V(Cv),
}

impl Ix {
    pub fn as_const(self) -> Option<i64> {
        if let Ix::C(n) = self { Some(n) } else { None }
    }
}

/// An array in memory.
#[derive(Clone, Debug)]
pub(crate) struct ViewVal {
    pub base: Cv,
    pub extents: Vec<Ix>,
    /// Byte strides.
    pub strides: Vec<Ix>,
    pub elem_len: Ix,
}

/// The Cranelift form of an IR value.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    /// Scalars, addresses and references to all but characters.
    S(Cv),
    /// Complex numbers: real and imaginary part.
    C(Cv, Cv),
    /// Strings and references to strings.
    Chr { ptr: Cv, len: Ix },
    /// Views.
    View(Box<ViewVal>),
    /// Vectors.
    Vec(Lanes),
}

impl Val {
    /// The same bundle with every run-time component replaced.
    pub fn map(&self, f: &mut impl FnMut(Cv) -> Cv) -> Val {
        let ix = |i: Ix, f: &mut dyn FnMut(Cv) -> Cv| match i {
            Ix::C(n) => Ix::C(n),
            Ix::V(v) => Ix::V(f(v)),
        };
        match self {
            Val::S(v) => Val::S(f(*v)),
            Val::C(a, b) => {
                let a = f(*a);
                Val::C(a, f(*b))
            }
            Val::Chr { ptr, len } => {
                let ptr = f(*ptr);
                Val::Chr { ptr, len: ix(*len, f) }
            }
            Val::Vec(x) => Val::Vec(Lanes { regs: x.regs.iter().map(|&r| f(r)).collect(), ..*x }),
            Val::View(v) => {
                let base = f(v.base);
                let extents = v.extents.iter().map(|&e| ix(e, f)).collect();
                let strides = v.strides.iter().map(|&e| ix(e, f)).collect();
                Val::View(Box::new(ViewVal { base, extents, strides, elem_len: ix(v.elem_len, f) }))
            }
        }
    }
}
