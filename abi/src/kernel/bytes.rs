//! Kernels as bytes and back. Everything is a little-endian 32-bit word, or text with its length before it.

use super::{
    Arg, Binding, CompiledKernel, DecodeError, ElemKind, Expr, Grid, HEADER_BYTES, MAGIC, ScalarArg, ScalarKind,
    Scratch, Stage, Storage, Twin, VERSION, ViewArg,
};

/// Deepest expression tree that is accepted.
const MAX_DEPTH: usize = 64;

impl CompiledKernel {
    /// The bytes, for the image.
    pub fn encode(&self) -> Vec<u8> {
        let mut w = Writer(Vec::new());
        w.0.extend_from_slice(&MAGIC);
        w.u32(VERSION);
        w.u32(0); // total length, set below
        w.str(&self.name);
        w.u32(self.needs);
        w.u32(u32::from(self.wide));
        w.u32(self.args.len() as u32);
        for a in &self.args {
            match a {
                Arg::View(v) => {
                    w.u32(0);
                    w.str(&v.name);
                    let (tag, n) = elem_code(v.elem);
                    w.u32(tag);
                    w.u32(n);
                    w.u32(v.rank);
                    w.u32(u32::from(v.reads) | u32::from(v.writes) << 1);
                    w.u32(v.unit);
                    w.bindings(&v.bindings);
                    w.u32(v.offset);
                    v.extents.iter().chain(&v.strides).for_each(|&x| w.u32(x));
                }
                Arg::Scalar(s) => {
                    w.u32(1);
                    w.u32(SCALARS.iter().position(|k| *k == s.kind).expect("every kind is in the list") as u32);
                    w.u32(s.word);
                }
            }
        }
        w.u32(self.params_words);
        w.bindings(&self.params_also);
        w.u32(self.scratch.len() as u32);
        for s in &self.scratch {
            w.bindings(&s.bindings);
            w.expr(&s.bytes);
        }
        w.u32(self.stages.len() as u32);
        for s in &self.stages {
            w.str(&s.entry);
            s.workgroup.iter().for_each(|&x| w.u32(x));
            w.u32(GridRule::of(&s.grid) as u32);
            match &s.grid {
                Grid::Linear(e) | Grid::Teams(e) | Grid::LooseTeams(e) => w.expr(e),
                Grid::Invocations(e) | Grid::Groups(e) => e.iter().for_each(|e| w.expr(e)),
            }
            w.u32(s.spirv.len() as u32);
            s.spirv.iter().for_each(|&x| w.u32(x));
        }
        w.u32(u32::from(self.twin.is_some()));
        if let Some(t) = &self.twin {
            w.expr(&t.iterations);
            w.0.extend(t.kernel.encode());
        }
        let len = w.0.len() as u32;
        w.0[8..12].copy_from_slice(&len.to_le_bytes());
        w.0
    }

    /// Length in bytes of the encoded kernel that starts with `header`.
    pub fn encoded_len(header: &[u8; HEADER_BYTES]) -> Result<usize, DecodeError> {
        let word = |i: usize| u32::from_le_bytes([header[i], header[i + 1], header[i + 2], header[i + 3]]);
        if header[..4] != MAGIC {
            return Err(DecodeError("wrong magic number"));
        }
        if word(4) != VERSION {
            return Err(DecodeError("made by another version of the compiler"));
        }
        let len = word(8) as usize;
        if len < HEADER_BYTES { Err(DecodeError("truncated")) } else { Ok(len) }
    }

    /// Reads and validates what [`CompiledKernel::encode`] wrote; bytes after its end are ignored.
    pub fn decode(bytes: &[u8]) -> Result<CompiledKernel, DecodeError> {
        let header = bytes.first_chunk::<HEADER_BYTES>().ok_or(DecodeError("truncated"))?;
        let len = Self::encoded_len(header)?;
        let mut r = Reader(bytes.get(HEADER_BYTES..len).ok_or(DecodeError("truncated"))?);
        let name = r.str()?;
        let needs = r.u32()?;
        let wide = r.bool()?;
        let mut args = Vec::new();
        for _ in 0..r.count()? {
            args.push(match r.u32()? {
                0 => {
                    let name = r.str()?;
                    let (tag, n) = (r.u32()?, r.u32()?);
                    let elem = elem_from(tag, n).ok_or(DecodeError("element kind"))?;
                    let rank = r.u32()?;
                    if rank > 15 {
                        return Err(DecodeError("rank above 15"));
                    }
                    let access = r.u32()?;
                    let unit = r.u32()?;
                    let bindings = r.bindings()?;
                    let offset = r.u32()?;
                    let extents = (0..rank).map(|_| r.u32()).collect::<Result<_, _>>()?;
                    let strides = (0..rank).map(|_| r.u32()).collect::<Result<_, _>>()?;
                    let (reads, writes) = (access & 1 != 0, access & 2 != 0);
                    Arg::View(ViewArg { name, elem, rank, reads, writes, unit, bindings, offset, extents, strides })
                }
                1 => {
                    let kind = *SCALARS.get(r.u32()? as usize).ok_or(DecodeError("scalar kind"))?;
                    Arg::Scalar(ScalarArg { kind, word: r.u32()? })
                }
                _ => return Err(DecodeError("argument kind")),
            });
        }
        let params_words = r.u32()?;
        if params_words > 1 << 20 {
            return Err(DecodeError("parameter block too long"));
        }
        let params_also = r.bindings()?;
        let mut scratch = Vec::new();
        for _ in 0..r.count()? {
            scratch.push(Scratch { bindings: r.bindings()?, bytes: r.expr(0)? });
        }
        let mut stages = Vec::new();
        for _ in 0..r.count()? {
            let entry = r.str()?;
            let workgroup = [r.u32()?, r.u32()?, r.u32()?];
            let grid = match GridRule::ALL.get(r.u32()? as usize).ok_or(DecodeError("grid rule"))? {
                GridRule::Linear => Grid::Linear(r.expr(0)?),
                GridRule::Invocations => Grid::Invocations([r.expr(0)?, r.expr(0)?, r.expr(0)?]),
                GridRule::Groups => Grid::Groups([r.expr(0)?, r.expr(0)?, r.expr(0)?]),
                GridRule::Teams => Grid::Teams(r.expr(0)?),
                GridRule::LooseTeams => Grid::LooseTeams(r.expr(0)?),
            };
            let n = r.count()?;
            let spirv = (0..n).map(|_| r.u32()).collect::<Result<_, _>>()?;
            stages.push(Stage { spirv, entry, workgroup, grid });
        }
        let twin = match r.bool()? {
            true => {
                let (iterations, kernel) = (r.expr(0)?, CompiledKernel::decode(r.0)?);
                // What decodes has a header that says its length.
                let header = r.0.first_chunk().ok_or(DecodeError("truncated"))?;
                r.0 = &r.0[Self::encoded_len(header)?..];
                Some(Box::new(Twin { iterations, kernel: kernel.into() }))
            }
            false => None,
        };
        if !r.0.is_empty() {
            return Err(DecodeError("trailing bytes"));
        }
        let kernel = CompiledKernel { name, needs, wide, args, params_words, params_also, scratch, stages, twin };
        kernel.validate()?;
        Ok(kernel)
    }
}

/// The variants of [`Grid`] without what they hold; the place in the list is the number in the bytes.
macro_rules! grid_rules {
    ($($rule:ident),+) => {
        #[derive(Clone, Copy)]
        enum GridRule {
            $($rule),+
        }

        impl GridRule {
            const ALL: &[GridRule] = &[$(GridRule::$rule),+];

            fn of(grid: &Grid) -> GridRule {
                match grid {
                    $(Grid::$rule(_) => GridRule::$rule),+
                }
            }
        }
    };
}

grid_rules! { Linear, Invocations, Groups, Teams, LooseTeams }

const SCALARS: [ScalarKind; 14] = {
    use ScalarKind::*;
    [Bool, I8, I16, I32, I64, Index, F32, F64, C32, C64, L8, L16, L32, L64]
};

const ELEMS: [ElemKind; 13] = {
    use ElemKind::*;
    [I8, I16, I32, I64, F32, F64, C32, C64, Bool, L8, L16, L32, L64]
};

const STORAGES: [Storage; 11] = {
    use Storage::*;
    [U32, I32, F32, I64, F64, U32x2, U32x4, I32x4, F32x4, I64x2, F64x2]
};

fn elem_code(e: ElemKind) -> (u32, u32) {
    match e {
        ElemKind::Bytes(n) => (ELEMS.len() as u32, n),
        e => (ELEMS.iter().position(|k| *k == e).expect("every other kind is in the list") as u32, 0),
    }
}

fn elem_from(tag: u32, n: u32) -> Option<ElemKind> {
    if tag as usize == ELEMS.len() { Some(ElemKind::Bytes(n)) } else { ELEMS.get(tag as usize).copied() }
}

struct Writer(Vec<u8>);

impl Writer {
    fn u32(&mut self, x: u32) {
        self.0.extend_from_slice(&x.to_le_bytes());
    }
    fn str(&mut self, s: &str) {
        self.u32(s.len() as u32);
        self.0.extend_from_slice(s.as_bytes());
    }
    fn bindings(&mut self, list: &[Binding]) {
        self.u32(list.len() as u32);
        for b in list {
            self.u32(b.index);
            self.u32(STORAGES.iter().position(|s| *s == b.storage).expect("every type is in the list") as u32);
        }
    }
    fn expr(&mut self, e: &Expr) {
        let mut two = |tag: u32, a: &Expr, b: &Expr| {
            self.u32(tag);
            self.expr(a);
            self.expr(b);
        };
        match e {
            Expr::Add(a, b) => two(3, a, b),
            Expr::Sub(a, b) => two(4, a, b),
            Expr::Mul(a, b) => two(5, a, b),
            Expr::Div(a, b) => two(6, a, b),
            Expr::CeilDiv(a, b) => two(7, a, b),
            Expr::Rem(a, b) => two(8, a, b),
            Expr::Min(a, b) => two(9, a, b),
            Expr::Max(a, b) => two(10, a, b),
            Expr::Const(c) => {
                self.u32(0);
                self.u32(*c as u32);
                self.u32((*c >> 32) as u32);
            }
            Expr::Scalar(a) => {
                self.u32(1);
                self.u32(*a);
            }
            Expr::Extent { arg, dim } => {
                self.u32(2);
                self.u32(*arg);
                self.u32(*dim);
            }
            Expr::Lined { arg, bytes } => {
                self.u32(11);
                self.u32(*arg);
                self.u32(*bytes);
            }
        }
    }
}

/// What an expression of two others is made by.
type Binary = fn(Box<Expr>, Box<Expr>) -> Expr;

/// The expressions of two others, by the numbers that [`Writer::expr`] gives them.
fn binary(tag: u32) -> Option<Binary> {
    Some(match tag {
        3 => Expr::Add,
        4 => Expr::Sub,
        5 => Expr::Mul,
        6 => Expr::Div,
        7 => Expr::CeilDiv,
        8 => Expr::Rem,
        9 => Expr::Min,
        10 => Expr::Max,
        _ => return None,
    })
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn u32(&mut self) -> Result<u32, DecodeError> {
        let (head, rest) = self.0.split_first_chunk::<4>().ok_or(DecodeError("truncated"))?;
        self.0 = rest;
        Ok(u32::from_le_bytes(*head))
    }
    fn bool(&mut self) -> Result<bool, DecodeError> {
        match self.u32()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(DecodeError("flag")),
        }
    }
    /// A number of items, each of which takes at least four bytes.
    fn count(&mut self) -> Result<usize, DecodeError> {
        let n = self.u32()? as usize;
        if n > self.0.len() / 4 { Err(DecodeError("truncated")) } else { Ok(n) }
    }
    fn str(&mut self) -> Result<String, DecodeError> {
        let n = self.u32()? as usize;
        let (head, rest) = self.0.split_at_checked(n).ok_or(DecodeError("truncated"))?;
        self.0 = rest;
        String::from_utf8(head.to_vec()).map_err(|_| DecodeError("name is not UTF-8"))
    }
    fn bindings(&mut self) -> Result<Vec<Binding>, DecodeError> {
        let n = self.count()?;
        (0..n)
            .map(|_| {
                let index = self.u32()?;
                let storage = *STORAGES.get(self.u32()? as usize).ok_or(DecodeError("storage type"))?;
                Ok(Binding { index, storage })
            })
            .collect()
    }
    fn expr(&mut self, depth: usize) -> Result<Expr, DecodeError> {
        if depth > MAX_DEPTH {
            return Err(DecodeError("expression too deep"));
        }
        let tag = self.u32()?;
        if let Some(binary) = binary(tag) {
            let (a, b) = (Box::new(self.expr(depth + 1)?), Box::new(self.expr(depth + 1)?));
            return Ok(binary(a, b));
        }
        match tag {
            0 => {
                let (lo, hi) = (self.u32()?, self.u32()?);
                Ok(Expr::Const((u64::from(lo) | u64::from(hi) << 32) as i64))
            }
            1 => Ok(Expr::Scalar(self.u32()?)),
            2 => Ok(Expr::Extent { arg: self.u32()?, dim: self.u32()? }),
            11 => Ok(Expr::Lined { arg: self.u32()?, bytes: self.u32()? }),
            _ => Err(DecodeError("expression")),
        }
    }
}
