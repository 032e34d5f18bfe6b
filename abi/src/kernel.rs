//! The compiled form of one device kernel: what the GPU code generator produces, the image carries
//! as bytes, and the device runtime decodes and launches.
//!
//! # Arguments
//!
//! [`CompiledKernel::args`] has one entry for each operand of the kernel, in order. At launch the
//! runtime gets, for a *view*, the address of a `CFI_cdesc_t` (base address, extents and byte
//! strides; a `ref` is a descriptor of rank 0) and, for a *scalar*, the address of its bytes as the
//! host stores them ([`ScalarKind::host_size`]).
//!
//! # Bindings
//!
//! All bindings are storage buffers of descriptor set 0, visible to every stage:
//!
//! - **0**: the parameter block as an array of 32-bit words (`struct { uint w[]; }`, stride 4).
//! - each of [`CompiledKernel::params_also`]: the SAME parameter block again, with another element
//!   type, for 64-bit scalars: entry `w` of the 32-bit words is entry `w / 2` of a 64-bit array.
//! - each binding of a view argument: the device buffer that holds the view. A view may be bound
//!   several times with different storage types. Two views, too, may lie in one device buffer (two
//!   sections of one array, an actual argument passed twice), so a variable that is written, or that
//!   may see what another one writes, needs the SPIR-V decoration `Aliased`.
//! - each scratch buffer: memory of the kernel's own, which its stages share. Its content is
//!   undefined at the start of a launch.
//!
//! The runtime's layout declares parameters and views that no stage writes read-only (their variables are decorated
//! `NonWritable`), so that kernels which share an input need not wait for each other, and everything else read-write. One
//! buffer cannot be both in one bind group: where a launch binds a buffer as input and as output, all views are
//! read-write. The binding numbers of a kernel are 0, 1, 2, .. without
//! gaps, in any order, each used once (wgpu renumbers bindings densely, which a driver that gets the
//! SPIR-V unchanged would not know). Every stage may use any of them.
//!
//! # The parameter block
//!
//! Little endian 32-bit words; word offsets are given for each argument. The block's length is
//! [`CompiledKernel::params_words`] (it may be zero; the binding then still exists, with some bytes).
//!
//! *Views*: the fields are, in this order, the element offset of element (0,0,..) from the start of
//! the binding; the extents; the element strides. All are counted in units of [`ViewArg::unit`] bytes
//! (extents excepted, which count elements), usually the size of the element or of its component;
//! element (i, j, ..) starts at unit `offset + i * stride[0] + j * stride[1] + ..`. The runtime stops
//! the program when a byte stride or offset is not a multiple of the unit. Fields whose word is
//! [`NO_WORD`] are not stored. Device buffers keep the alignment (modulo 16) of the host address.
//!
//! Every such field is one word, an i32; the runtime stops with an error where the value does not fit.
//!
//! *Scalars*: see [`ScalarKind`]. Kinds of two or more words start at an even word offset.
//!
//! # Stages
//!
//! A launch runs the stages in order, each seeing all writes of those before. A stage is one entry
//! point of one SPIR-V module and a grid rule:
//!
//! - [`Grid::Linear`]: `n` invocations in one dimension: `g = ceil(n / (ws.x*ws.y*ws.z))` workgroups.
//!   Up to 65535 groups are launched as (g, 1, 1), more are folded into two dimensions, so a kernel
//!   must compute its linear workgroup number as
//!   `WorkgroupId.y * NumWorkgroups.x + WorkgroupId.x`, and its linear invocation number as
//!   `group * (ws.x*ws.y*ws.z) + LocalInvocationIndex`, and do nothing where that is not below `n`
//!   (the grid may be larger than asked for, by several groups). `n` must be below 2^31 unless `wide`.
//! - [`Grid::Invocations`]: per dimension `ceil(n[d] / ws[d])` workgroups.
//! - [`Grid::Groups`]: that many workgroups per dimension.
//! - [`Grid::Teams`], [`Grid::LooseTeams`]: that many workgroups in one dimension, whose invocations work together.
//!
//! In the latter ones a count above 65535 in a dimension is an error at launch. Where any count is
//! zero or negative the stage is skipped (a reduction that must store its neutral element for an
//! empty array asks for `max(n, 1)`).
//!
//! # Bytes
//!
//! [`CompiledKernel::encode`] gives a self-delimiting sequence: magic `FTKN`, version, total length in
//! bytes (so that a pointer to the first byte is enough), then the fields. [`CompiledKernel::decode`]
//! accepts any bytes and answers [`DecodeError`] for what is not a valid kernel.

mod bytes;

use std::fmt;
use std::sync::Arc;

/// Word offset of a field that is not stored in the parameter block.
pub const NO_WORD: u32 = u32::MAX;
/// First bytes of an encoded kernel.
pub const MAGIC: [u8; 4] = *b"FTKN";
/// Version of the encoding; a reader accepts its own version only.
pub const VERSION: u32 = 5;
/// Bytes of the header: magic, version, total length.
pub const HEADER_BYTES: usize = 12;
/// Words of the header of a SPIR-V module.
pub const SPIRV_HEADER: usize = 5;

/// The instructions of a SPIR-V module, behind its header.
pub fn instructions(spirv: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = spirv.get(SPIRV_HEADER..).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = (rest.first()? >> 16) as usize;
        let (instruction, behind) = rest.split_at(length.clamp(1, rest.len()));
        rest = behind;
        Some(instruction)
    })
}

/// Largest number of workgroups in one dimension of a dispatch.
pub const MAX_GROUPS: u32 = 65535;

/// Device features that a kernel's code uses ([`CompiledKernel::needs`], bits).
pub mod needs {
    /// 64-bit floating point.
    pub const F64: u32 = 1;
    /// 64-bit integers.
    pub const I64: u32 = 2;
    /// 16-bit integers in arithmetic.
    pub const I16: u32 = 4;
    /// Subgroup operations.
    pub const SUBGROUP: u32 = 8;
    /// Atomic operations on 64-bit integers in memory.
    pub const ATOMIC64: u32 = 16;
}

/// Element type of a view as it lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElemKind {
    /// 8-bit integer.
    I8,
    /// 16-bit integer.
    I16,
    /// 32-bit integer.
    I32,
    /// 64-bit integer (also `index` in memory).
    I64,
    /// 32-bit float.
    F32,
    /// 64-bit float.
    F64,
    /// Complex of two 32-bit floats.
    C32,
    /// Complex of two 64-bit floats.
    C64,
    /// Truth value, one byte.
    Bool,
    /// 8-bit logical.
    L8,
    /// 16-bit logical.
    L16,
    /// 32-bit logical.
    L32,
    /// 64-bit logical.
    L64,
    /// Anything else of so many bytes: characters, derived types.
    Bytes(u32),
}

impl ElemKind {
    /// Bytes of one element.
    pub fn size(self) -> u32 {
        use ElemKind::*;
        match self {
            I8 | L8 | Bool => 1,
            I16 | L16 => 2,
            I32 | L32 | F32 => 4,
            I64 | L64 | F64 | C32 => 8,
            C64 => 16,
            Bytes(n) => n,
        }
    }
}

/// Element type of a storage buffer binding as the shader declares it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// `uint`
    U32,
    /// `int`
    I32,
    /// `float`
    F32,
    /// `int64`
    I64,
    /// `double`
    F64,
    /// `uvec2`
    U32x2,
    /// `uvec4`
    U32x4,
    /// `ivec4`
    I32x4,
    /// `vec4`
    F32x4,
    /// Two `int64`
    I64x2,
    /// `dvec2`
    F64x2,
}

/// One storage buffer variable of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    /// `Binding` decoration in descriptor set 0.
    pub index: u32,
    /// Declared element type.
    pub storage: Storage,
}

/// A view argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ViewArg {
    /// What it is, for messages; may be empty.
    pub name: String,
    /// Element type in memory.
    pub elem: ElemKind,
    /// Rank; 0 for a scalar in device memory.
    pub rank: u32,
    /// The kernel may read elements.
    pub reads: bool,
    /// The kernel may write elements.
    pub writes: bool,
    /// Bytes of the unit in which `offset` and `strides` are counted.
    pub unit: u32,
    /// Bindings through which the elements are reached; empty where only the shape is used.
    pub bindings: Vec<Binding>,
    /// Word of the offset, or [`NO_WORD`].
    pub offset: u32,
    /// Word of each extent, or [`NO_WORD`]; `rank` of them.
    pub extents: Vec<u32>,
    /// Word of each stride, or [`NO_WORD`]; `rank` of them.
    pub strides: Vec<u32>,
}

/// How a scalar argument lies in host memory and in the parameter block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScalarKind {
    /// Host: one byte. Block: one word, 0 or 1.
    Bool,
    /// Host: one byte. Block: one word, sign extended.
    I8,
    /// Host: two bytes. Block: one word, sign extended.
    I16,
    /// One word.
    I32,
    /// Two words, low first.
    I64,
    /// Host: 8 bytes. Block: one word where `wide` is false (an error at launch where the value does
    /// not fit an i32), otherwise two.
    Index,
    /// One word.
    F32,
    /// Two words.
    F64,
    /// Two words: real part, imaginary part.
    C32,
    /// Four words.
    C64,
    /// Host: one byte. Block: one word, 0 or 1.
    L8,
    /// Host: two bytes. Block: one word, 0 or 1.
    L16,
    /// One word, 0 or 1.
    L32,
    /// Host: 8 bytes. Block: one word, 0 or 1.
    L64,
}

impl ScalarKind {
    /// Bytes in host memory.
    pub fn host_size(self) -> usize {
        use ScalarKind::*;
        match self {
            Bool | I8 | L8 => 1,
            I16 | L16 => 2,
            I32 | F32 | L32 => 4,
            I64 | Index | F64 | C32 | L64 => 8,
            C64 => 16,
        }
    }
    /// Words in the parameter block of a kernel that is `wide` or not.
    pub fn words(self, wide: bool) -> u32 {
        use ScalarKind::*;
        match self {
            Bool | I8 | I16 | I32 | F32 | L8 | L16 | L32 | L64 => 1,
            Index => 1 + u32::from(wide),
            I64 | F64 | C32 => 2,
            C64 => 4,
        }
    }
}

/// A scalar argument, passed by value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScalarArg {
    /// Type.
    pub kind: ScalarKind,
    /// First word in the parameter block, or [`NO_WORD`] where only grid rules use it.
    pub word: u32,
}

/// One argument of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// Array or scalar in device memory.
    View(ViewArg),
    /// Value.
    Scalar(ScalarArg),
}

/// An integer expression over the arguments, evaluated by the runtime in 64-bit arithmetic.
/// Overflow is an error at launch; a division by zero gives zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A constant.
    Const(i64),
    /// The value of scalar argument number `.0` (an integer, index, logical or truth value).
    Scalar(u32),
    /// Extent of dimension `dim` (zero-based) of view argument number `arg`.
    Extent { arg: u32, dim: u32 },
    /// 1 where the elements of view argument number `arg` lie side by side in array element order, the first at a multiple of
    /// so many bytes in its binding, else 0.
    Lined { arg: u32, bytes: u32 },
    /// Sum.
    Add(Box<Expr>, Box<Expr>),
    /// Difference.
    Sub(Box<Expr>, Box<Expr>),
    /// Product.
    Mul(Box<Expr>, Box<Expr>),
    /// Quotient, truncated toward zero.
    Div(Box<Expr>, Box<Expr>),
    /// Quotient, rounded up.
    CeilDiv(Box<Expr>, Box<Expr>),
    /// Remainder of the truncated quotient.
    Rem(Box<Expr>, Box<Expr>),
    /// Smaller of two.
    Min(Box<Expr>, Box<Expr>),
    /// Larger of two.
    Max(Box<Expr>, Box<Expr>),
}

/// The arguments that expressions are about, by their numbers.
pub trait Given {
    /// The value of a scalar.
    fn scalar(&self, arg: u32) -> i64;
    /// The extent of a view.
    fn extent(&self, arg: u32, dim: u32) -> i64;
    /// Whether [`Expr::Lined`] holds.
    fn lined(&self, arg: u32, bytes: u32) -> bool;
}

impl Expr {
    /// Product of any number of terms (1 for none).
    pub fn product(terms: impl IntoIterator<Item = Expr>) -> Expr {
        terms.into_iter().reduce(|a, b| Expr::Mul(Box::new(a), Box::new(b))).unwrap_or(Expr::Const(1))
    }
    /// 1 where all of these are 1, which are 0 or 1.
    pub fn all(mut terms: Vec<Expr>) -> Expr {
        // A tree, as depth is limited.
        while terms.len() > 1 {
            let pairs = std::mem::take(&mut terms);
            let mut pairs = pairs.into_iter();
            while let Some(a) = pairs.next() {
                terms.push(match pairs.next() {
                    Some(b) => a.min(b),
                    None => a,
                });
            }
        }
        terms.pop().unwrap_or(Expr::Const(1))
    }
    /// 1 where two are equal, else 0.
    pub fn equal(a: Expr, b: Expr) -> Expr {
        let sub = |a: &Expr, b: &Expr| Expr::Sub(Box::new(a.clone()), Box::new(b.clone()));
        let apart = sub(&a, &b).max(sub(&b, &a)).min(Expr::Const(1));
        Expr::Sub(Box::new(Expr::Const(1)), Box::new(apart))
    }
    /// `max(self, other)`
    pub fn max(self, other: Expr) -> Expr {
        Expr::Max(Box::new(self), Box::new(other))
    }
    /// `min(self, other)`
    pub fn min(self, other: Expr) -> Expr {
        Expr::Min(Box::new(self), Box::new(other))
    }
    /// `ceil(self / other)`
    pub fn ceil_div(self, other: Expr) -> Expr {
        Expr::CeilDiv(Box::new(self), Box::new(other))
    }
    /// The value for these arguments; `None` on overflow.
    pub fn eval(&self, given: &dyn Given) -> Option<i64> {
        let two = |a: &Expr, b: &Expr| Some((a.eval(given)?, b.eval(given)?));
        match self {
            Expr::Const(c) => Some(*c),
            Expr::Scalar(a) => Some(given.scalar(*a)),
            Expr::Extent { arg, dim } => Some(given.extent(*arg, *dim)),
            Expr::Lined { arg, bytes } => Some(i64::from(given.lined(*arg, *bytes))),
            Expr::Add(a, b) => two(a, b).and_then(|(a, b)| a.checked_add(b)),
            Expr::Sub(a, b) => two(a, b).and_then(|(a, b)| a.checked_sub(b)),
            Expr::Mul(a, b) => two(a, b).and_then(|(a, b)| a.checked_mul(b)),
            Expr::Div(a, b) => match two(a, b)? {
                (_, 0) => Some(0),
                (a, b) => a.checked_div(b),
            },
            Expr::CeilDiv(a, b) => match two(a, b)? {
                (_, 0) => Some(0),
                (a, b) => {
                    let quotient = a.checked_div(b)?;
                    let exact = a % b == 0;
                    Some(if !exact && (a < 0) == (b < 0) { quotient + 1 } else { quotient })
                }
            },
            Expr::Rem(a, b) => match two(a, b)? {
                (_, 0) => Some(0),
                (a, b) => a.checked_rem(b),
            },
            Expr::Min(a, b) => two(a, b).map(|(a, b)| a.min(b)),
            Expr::Max(a, b) => two(a, b).map(|(a, b)| a.max(b)),
        }
    }
}

/// How many workgroups a stage runs; see the module's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Grid {
    /// That many invocations, one dimension, folded where large.
    Linear(Expr),
    /// That many invocations per dimension.
    Invocations([Expr; 3]),
    /// That many workgroups per dimension.
    Groups([Expr; 3]),
    /// That many teams, each a workgroup.
    Teams(Expr),
    /// The same; a team may have fewer threads than the workgroup has invocations.
    LooseTeams(Expr),
}

/// Memory that the stages of a launch share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scratch {
    /// Bindings (one for each element type it is seen as).
    pub bindings: Vec<Binding>,
    /// Its size; at least 16 bytes are provided.
    pub bytes: Expr,
}

/// One dispatch of a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The SPIR-V module. A module with several entry points may be given in full to each stage.
    pub spirv: Vec<u32>,
    /// Name of the `GLCompute` entry point.
    pub entry: String,
    /// Its workgroup size.
    pub workgroup: [u32; 3],
    /// How many workgroups.
    pub grid: Grid,
}

/// A kernel ready to be launched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompiledKernel {
    /// Name, for traces and messages.
    pub name: String,
    /// Device features it uses, see [`needs`].
    pub needs: u32,
    /// `index` scalars have 64 bits.
    pub wide: bool,
    /// Arguments in order.
    pub args: Vec<Arg>,
    /// Length of the parameter block in words.
    pub params_words: u32,
    /// Further bindings of the parameter block (binding 0 is the block as `uint`).
    pub params_also: Vec<Binding>,
    /// Scratch memory.
    pub scratch: Vec<Scratch>,
    /// Dispatches in order.
    pub stages: Vec<Stage>,
    /// What to launch in its place where it cannot count its iterations.
    pub twin: Option<Box<Twin>>,
}

/// A kernel that is [`CompiledKernel::wide`], made of the same code as another one that is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    /// The iterations of the loop that has most of them, or more.
    pub iterations: Expr,
    /// It has the arguments of the other.
    pub kernel: Arc<CompiledKernel>,
}

/// Why bytes are not a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodeError(pub &'static str);

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a device kernel: {}", self.0)
    }
}

impl std::error::Error for DecodeError {}

impl CompiledKernel {
    /// Every binding number with what it is bound to, in the order parameters, views, scratch.
    pub fn bindings(&self) -> Vec<(u32, Bound)> {
        let mut out = vec![(0, Bound::Params)];
        out.extend(self.params_also.iter().map(|b| (b.index, Bound::Params)));
        for (i, a) in self.args.iter().enumerate() {
            if let Arg::View(v) = a {
                out.extend(v.bindings.iter().map(|b| (b.index, Bound::View(i))));
            }
        }
        for (i, s) in self.scratch.iter().enumerate() {
            out.extend(s.bindings.iter().map(|b| (b.index, Bound::Scratch(i))));
        }
        out
    }

    /// Checks what the runtime relies on: words inside the block and aligned, binding numbers
    /// dense, expressions over arguments that exist, at least one stage.
    pub fn validate(&self) -> Result<(), DecodeError> {
        let fail = |ok: bool, why: &'static str| if ok { Ok(()) } else { Err(DecodeError(why)) };
        let word_ok = |w: u32, n: u32| {
            w == NO_WORD
                || (w.checked_add(n).is_some_and(|end| end <= self.params_words) && (n == 1 || w.is_multiple_of(2)))
        };
        for a in &self.args {
            match a {
                Arg::View(v) => {
                    fail(v.rank <= 15, "rank above 15")?;
                    fail(v.unit != 0, "unit of zero bytes")?;
                    fail(v.extents.len() == v.rank as usize && v.strides.len() == v.rank as usize, "rank")?;
                    let all = v.extents.iter().chain(&v.strides).chain([&v.offset]);
                    fail(all.into_iter().all(|&w| word_ok(w, 1)), "word of a view outside the parameters")?;
                }
                Arg::Scalar(s) => {
                    fail(word_ok(s.word, s.kind.words(self.wide)), "word of a scalar outside the parameters")?
                }
            }
        }
        let mut used: Vec<u32> = self.bindings().iter().map(|b| b.0).collect();
        used.sort_unstable();
        fail(used.iter().enumerate().all(|(i, &b)| b as usize == i), "bindings not numbered 0, 1, 2, ..")?;
        fail(!self.stages.is_empty(), "no stage")?;
        for s in &self.scratch {
            self.validate_expr(&s.bytes)?;
        }
        for s in &self.stages {
            fail(s.spirv.len() >= 5 && s.spirv[0] == 0x0723_0203, "stage without SPIR-V")?;
            fail(s.workgroup.iter().all(|&n| (1..=1024).contains(&n)), "workgroup size")?;
            match &s.grid {
                Grid::Linear(e) | Grid::Teams(e) | Grid::LooseTeams(e) => self.validate_expr(e)?,
                Grid::Invocations(e) | Grid::Groups(e) => e.iter().try_for_each(|e| self.validate_expr(e))?,
            }
        }
        if let Some(t) = &self.twin {
            self.validate_expr(&t.iterations)?;
            t.kernel.validate()?;
            let kind = |a: &Arg| match a {
                Arg::View(v) => (None, v.rank),
                Arg::Scalar(s) => (Some(s.kind), 0),
            };
            let same = self.args.iter().map(kind).eq(t.kernel.args.iter().map(kind));
            fail(same && !self.wide && t.kernel.wide && t.kernel.twin.is_none(), "a kernel that is no twin")?;
        }
        Ok(())
    }

    fn validate_expr(&self, e: &Expr) -> Result<(), DecodeError> {
        match e {
            Expr::Const(_) => Ok(()),
            Expr::Scalar(a) => match self.args.get(*a as usize) {
                Some(Arg::Scalar(s))
                    if !matches!(s.kind, ScalarKind::F32 | ScalarKind::F64 | ScalarKind::C32 | ScalarKind::C64) =>
                {
                    Ok(())
                }
                _ => Err(DecodeError("expression over something that is no integer argument")),
            },
            Expr::Extent { arg, dim } => match self.args.get(*arg as usize) {
                Some(Arg::View(v)) if *dim < v.rank => Ok(()),
                _ => Err(DecodeError("expression over an extent that does not exist")),
            },
            Expr::Lined { arg, bytes } => match self.args.get(*arg as usize) {
                Some(Arg::View(_)) if *bytes != 0 => Ok(()),
                _ => Err(DecodeError("expression over something that is no view")),
            },
            Expr::Add(a, b)
            | Expr::Sub(a, b)
            | Expr::Mul(a, b)
            | Expr::Div(a, b)
            | Expr::CeilDiv(a, b)
            | Expr::Rem(a, b)
            | Expr::Min(a, b)
            | Expr::Max(a, b) => {
                self.validate_expr(a)?;
                self.validate_expr(b)
            }
        }
    }
}

/// What a binding number stands for, see [`CompiledKernel::bindings`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The parameter block.
    Params,
    /// The view argument of that number.
    View(usize),
    /// The scratch buffer of that number.
    Scratch(usize),
    /// Words that the runtime itself adds to a kernel, for what the device has to report.
    Status,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> CompiledKernel {
        let n = Expr::Extent { arg: 0, dim: 1 };
        CompiledKernel {
            name: "axpy".into(),
            needs: needs::F64,
            wide: false,
            args: vec![
                Arg::View(ViewArg {
                    name: String::new(),
                    elem: ElemKind::F64,
                    rank: 2,
                    reads: true,
                    writes: true,
                    unit: 8,
                    bindings: vec![Binding { index: 2, storage: Storage::F64 }],
                    offset: 0,
                    extents: vec![1, 2],
                    strides: vec![NO_WORD, 3],
                }),
                Arg::Scalar(ScalarArg { kind: ScalarKind::F64, word: 4 }),
                Arg::Scalar(ScalarArg { kind: ScalarKind::Index, word: 6 }),
                Arg::View(ViewArg {
                    name: String::new(),
                    elem: ElemKind::Bytes(5),
                    rank: 0,
                    reads: false,
                    writes: true,
                    unit: 1,
                    bindings: vec![],
                    offset: NO_WORD,
                    extents: vec![],
                    strides: vec![],
                }),
            ],
            params_words: 8,
            params_also: vec![Binding { index: 1, storage: Storage::F64 }],
            scratch: vec![Scratch {
                bindings: vec![Binding { index: 3, storage: Storage::U32 }],
                bytes: Expr::product([n.clone(), Expr::Const(-8)]),
            }],
            stages: vec![Stage {
                spirv: vec![0x0723_0203, 0x0001_0100, 0, 1, 0],
                entry: "main".into(),
                workgroup: [64, 2, 1],
                grid: Grid::Groups([
                    n.ceil_div(Expr::Scalar(2)),
                    Expr::Const(1 << 40),
                    Expr::Lined { arg: 3, bytes: 16 },
                ]),
            }],
            twin: None,
        }
    }

    #[test]
    fn round_trip() {
        let mut k = sample();
        let wide = CompiledKernel { wide: true, ..sample() };
        k.twin = Some(Box::new(Twin { iterations: Expr::Scalar(2), kernel: wide.into() }));
        let mut bytes = k.encode();
        assert_eq!(CompiledKernel::encoded_len(bytes.first_chunk().unwrap()), Ok(bytes.len()));
        bytes.extend_from_slice(b"what follows");
        assert_eq!(CompiledKernel::decode(&bytes), Ok(k));
    }

    #[test]
    fn any_bytes_are_refused_or_read() {
        let bytes = sample().encode();
        for n in 0..bytes.len() {
            assert!(CompiledKernel::decode(&bytes[..n]).is_err(), "prefix of {n} bytes");
        }
        // Every single-byte change either fails or gives a kernel that is valid by itself.
        for i in 0..bytes.len() {
            for x in [0u8, 1, 2, 11, 0x7f, 0xff] {
                let mut b = bytes.clone();
                b[i] = x;
                if let Ok(k) = CompiledKernel::decode(&b) {
                    assert_eq!(k.validate(), Ok(()));
                }
            }
        }
    }

    #[test]
    fn deep_expressions_are_refused() {
        let mut k = sample();
        let mut e = Expr::Const(1);
        for _ in 0..200 {
            e = e.max(Expr::Const(2));
        }
        k.stages[0].grid = Grid::Linear(e);
        assert_eq!(CompiledKernel::decode(&k.encode()), Err(DecodeError("expression too deep")));
    }

    #[test]
    fn validation() {
        let mut k = sample();
        k.params_also[0].index = 2;
        assert_eq!(k.validate(), Err(DecodeError("bindings not numbered 0, 1, 2, ..")));
        let mut k = sample();
        k.twin = Some(Box::new(Twin { iterations: Expr::Const(1), kernel: sample().into() }));
        assert_eq!(k.validate(), Err(DecodeError("a kernel that is no twin")));
        let mut k = sample();
        k.params_words = 6;
        assert!(k.validate().is_err());
        let mut k = sample();
        k.args[1] = Arg::Scalar(ScalarArg { kind: ScalarKind::F64, word: 3 });
        assert!(k.validate().is_err(), "a 64-bit scalar at an odd word");
        let mut k = sample();
        k.stages[0].grid = Grid::Linear(Expr::Scalar(1));
        assert!(k.validate().is_err(), "a float is no grid size");
    }

    #[test]
    fn expressions() {
        let c = |x| Box::new(Expr::Const(x));
        struct Sample;
        impl Given for Sample {
            fn scalar(&self, _: u32) -> i64 {
                7
            }
            fn extent(&self, _: u32, dim: u32) -> i64 {
                i64::from(dim) + 10
            }
            fn lined(&self, arg: u32, _: u32) -> bool {
                arg == 1
            }
        }
        let eval = |e: Expr| e.eval(&Sample);
        let lined = |arg| Expr::Lined { arg, bytes: 16 };
        assert_eq!(eval(Expr::all(vec![lined(1), lined(1), lined(1)])), Some(1));
        assert_eq!(eval(Expr::all(vec![lined(1), lined(1), lined(0)])), Some(0));
        assert_eq!(eval(Expr::all(vec![])), Some(1));
        assert_eq!(eval(Expr::equal(Expr::Scalar(0), Expr::Const(7))), Some(1));
        assert_eq!(eval(Expr::equal(Expr::Scalar(0), Expr::Const(9))), Some(0));
        assert_eq!(eval(Expr::CeilDiv(c(7), c(2))), Some(4));
        assert_eq!(eval(Expr::CeilDiv(c(-7), c(2))), Some(-3));
        assert_eq!(eval(Expr::CeilDiv(c(8), c(2))), Some(4));
        assert_eq!(eval(Expr::Div(c(8), c(0))), Some(0));
        assert_eq!(eval(Expr::Mul(c(i64::MAX), c(2))), None);
        assert_eq!(eval(Expr::product([Expr::Scalar(0), Expr::Extent { arg: 0, dim: 1 }])), Some(77));
        assert_eq!(eval(Expr::product([])), Some(1));
    }
}
