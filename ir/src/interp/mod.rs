//! An interpreter of array form and loop form: slow and obvious, the oracle for tests of passes.
//!
//! Memory is one array of bytes with bounds checks; array values are lists of scalars. Parallel
//! loops run in a chosen order, so that a wrong claim of independence shows. OpenMP regions run on
//! one thread. Library calls other than those of the module are not supported.

mod arith_ops;
mod array_ops;
mod device;
mod eval;
mod extended;
mod flow_ops;
mod memory;
mod memory_ops;
mod reduce;
mod scalar;
mod team;
mod vector_ops;

pub use memory::Memory;

use crate::entity::{Op, Region, Value};
use crate::module::{Loc, Module};
use crate::ops::OpKind;
use ferrotran_xreal::Num;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Why execution ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InterpError {
    /// Place of the op.
    pub loc: Loc,
    /// What happened.
    pub text: String,
}

/// A value at run time.
#[derive(Clone, PartialEq, Debug)]
pub enum Val {
    /// Integers, index, i1, logicals.
    Int(i64),
    /// `f32`
    F32(f32),
    /// `f64`
    F64(f64),
    /// `c32`
    C32(f32, f32),
    /// `c64`
    C64(f64, f64),
    /// `f80` and `f128`, with the kind.
    Ext(u8, Num),
    /// `c80` and `c128`, with the kind.
    ExtC(u8, (Num, Num)),
    /// `ptr` and `ref`; for `ref<chr<?>>` with the length.
    Ptr(u64, i64),
    /// A string: its bytes.
    Str(Rc<[u8]>),
    /// An object of derived type (an element of an array value): its bytes.
    Obj(Rc<[u8]>),
    /// A view.
    View(Rc<ViewVal>),
    /// The lanes of a vector.
    Vec(Rc<[Val]>),
    /// An array value: shape and elements in element order.
    Array(Rc<(Vec<i64>, Vec<Val>)>),
}

/// A view at run time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ViewVal {
    /// Address of the first element.
    pub base: u64,
    /// Extents.
    pub extents: Vec<i64>,
    /// Byte strides.
    pub strides: Vec<i64>,
    /// Bytes of an element.
    pub elem_len: i64,
}

/// Order of the iterations of parallel loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// First index fastest.
    #[default]
    Forward,
    /// Backwards.
    Reverse,
}

/// How a region or op ended.
enum Flow {
    Next,
    Yield(Vec<Val>),
    Return(Vec<Val>),
    /// With what it hands over.
    Break(Option<String>, Vec<Val>),
    Continue(Option<String>, Vec<Val>),
    Goto(String, Vec<Val>),
}

type Res<T> = Result<T, InterpError>;

/// Runs procedures of a module.
pub struct Interp<'m> {
    m: &'m Module,
    /// The memory.
    pub mem: Memory,
    /// Order of parallel iterations.
    pub order: Order,
    globals: FxHashMap<String, u64>,
    device: device::Device,
    env: FxHashMap<Value, Val>,
    steps: u64,
    depth: u32,
    /// Ops that may run before the interpreter gives up.
    pub limit: u64,
}

impl<'m> Interp<'m> {
    /// An interpreter with the module's globals in place.
    pub fn new(m: &'m Module) -> Self {
        let mut mem = Memory::default();
        let mut globals = FxHashMap::default();
        for g in m.top_ops(OpKind::Global) {
            let init = match m.attr(g, "init") {
                Some(crate::module::Attr::Bytes(b)) => b.clone(),
                _ => Vec::new(),
            };
            let size = m.attr_int(g, "size").unwrap_or(64).max(init.len() as i64);
            let at = mem.alloc(size as u64);
            mem.bytes_mut(at, init.len() as u64).expect("just allocated").copy_from_slice(&init);
            globals.insert(m.attr_str(g, "sym").unwrap_or("").to_string(), at);
        }
        let (env, order) = (FxHashMap::default(), Order::Forward);
        Interp { m, mem, order, globals, device: device::Device::default(), env, steps: 0, depth: 0, limit: 20_000_000 }
    }

    /// Calls a procedure.
    pub fn call(&mut self, sym: &str, args: Vec<Val>) -> Res<Vec<Val>> {
        let Some(f) = self.m.func(sym) else {
            return Err(InterpError { loc: Loc::default(), text: format!("no procedure {sym}") });
        };
        self.call_op(f, args)
    }

    fn call_op(&mut self, f: Op, args: Vec<Val>) -> Res<Vec<Val>> {
        if self.depth > 100 {
            return self.fail(f, "calls nested too deeply");
        }
        let r = self.m.region(f, 0);
        let params = self.m.args(r);
        if params.len() != args.len() {
            return self.fail(f, "called with a wrong number of arguments");
        }
        // A frame of its own: values of an outer activation come back after the call.
        let saved = std::mem::take(&mut self.env);
        self.env.extend(params.iter().copied().zip(args));
        self.depth += 1;
        let flow = self.region(r);
        self.depth -= 1;
        self.env = saved;
        match flow? {
            Flow::Return(v) => Ok(v),
            _ => self.fail(f, "the body ended without func.return"),
        }
    }

    fn fail<T>(&self, op: Op, text: impl Into<String>) -> Res<T> {
        Err(InterpError { loc: self.m.ops[op].loc, text: format!("{}: {}", self.m.info(op).name, text.into()) })
    }

    fn region(&mut self, r: Region) -> Res<Flow> {
        let m = self.m;
        let ops = &m.regions[r].ops;
        let mut i = 0;
        while let Some(&op) = ops.get(i) {
            self.steps += 1;
            if self.steps > self.limit {
                return self.fail(op, "too many steps");
            }
            i += 1;
            match self.op(op)? {
                Flow::Next => {}
                Flow::Goto(l, values) => {
                    let target =
                        ops.iter().position(|&o| m.kind(o) == OpKind::Label && m.attr_str(o, "label") == Some(&l));
                    match target {
                        Some(t) => {
                            self.env.extend(m.ops[ops[t]].results.iter().copied().zip(values));
                            i = t + 1;
                        }
                        None => return Ok(Flow::Goto(l, values)),
                    }
                }
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    /// Runs a region with arguments that ends in a yield; its values.
    fn yielded(&mut self, op: Op, r: Region, args: Vec<Val>) -> Res<Vec<Val>> {
        let m = self.m;
        for (&a, v) in m.args(r).iter().zip(args) {
            self.env.insert(a, v);
        }
        match self.region(r)? {
            Flow::Yield(v) => Ok(v),
            _ => self.fail(op, "a region ended without its values"),
        }
    }

    fn get(&self, op: Op, v: Value) -> Res<Val> {
        match self.env.get(&v) {
            Some(x) => Ok(x.clone()),
            None => self.fail(op, "uses a value that was not computed"),
        }
    }

    fn arg(&self, op: Op, i: usize) -> Res<Val> {
        match self.m.operands(op).get(i) {
            Some(&v) => self.get(op, v),
            None => self.fail(op, "an operand is missing"),
        }
    }

    fn int(&self, op: Op, i: usize) -> Res<i64> {
        match self.arg(op, i)? {
            Val::Int(n) => Ok(n),
            _ => self.fail(op, "expected an integer"),
        }
    }

    fn ints(&self, op: Op, vs: &[Value]) -> Res<Vec<i64>> {
        vs.iter()
            .map(|&v| match self.get(op, v)? {
                Val::Int(n) => Ok(n),
                _ => self.fail(op, "expected an integer"),
            })
            .collect()
    }

    /// All index tuples of a shape, in the order of parallel loops.
    fn tuples(&self, extents: &[i64], order: Order) -> Vec<Vec<i64>> {
        let n: i64 = extents.iter().map(|&e| e.max(0)).product();
        let mut out: Vec<Vec<i64>> = (0..n)
            .map(|mut k| {
                extents
                    .iter()
                    .map(|&e| {
                        let i = k % e;
                        k /= e;
                        i
                    })
                    .collect()
            })
            .collect();
        if order == Order::Reverse {
            out.reverse();
        }
        out
    }
}
