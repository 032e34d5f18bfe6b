//! Random array programs: array form under the interpreter is the oracle for the passes that lead to
//! loop form. Arrays overlap themselves, each other (pointer and target) and their masks; statements
//! stand in loops and branches; parallel loops run in both directions.

use ferrotran_ir::interp::{Interp, Order, Val};
use ferrotran_ir::{
    Attr, Builder, DeclareAttr, Forms, LocateKind, MapKind, Module, OpKind, PassOptions, Pipeline, Pred, ReduceKind,
    ReduceOp, Type, Value,
};
use ferrotran_ir::{parse_module, print_module, run_passes, verify};

/// Extent of rank-1 arrays; rank-2 arrays are N x N.
const N: i64 = 7;

struct Rng(u64);
impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
    fn range(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1) as u64) as i64
    }
    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

struct Gen<'a, 'm> {
    b: &'a mut Builder<'m>,
    rng: Rng,
    n: Value,
    k: Value,
    /// Value of the argument `k`.
    k_is: i64,
    rank1: Vec<Value>,
    rank2: Vec<Value>,
    /// Values of earlier statements, with their extent.
    kept: Vec<(Value, i64)>,
    scalars: Vec<Value>,
    iv: Option<Value>,
}

impl Gen<'_, '_> {
    /// An index of known value, written in one of several ways.
    fn index(&mut self, v: i64) -> Value {
        match self.rng.below(4) {
            0 => {
                let c = self.b.index(N - v);
                self.b.binary(OpKind::Sub, self.n, c)
            }
            1 => {
                let c = self.b.index(v - self.k_is);
                self.b.binary(OpKind::Add, self.k, c)
            }
            _ => self.b.index(v),
        }
    }
    fn array_ty(&mut self, rank: usize, elem: Type) -> Type {
        self.b.m.types.array(vec![None; rank], elem)
    }
    /// A section with `extent` elements of a rank-1 array or of a line of a rank-2 one.
    fn section(&mut self, extent: i64) -> Value {
        let view = self.b.m.types.view(vec![None], Type::I64, false);
        let mut steps: Vec<i64> =
            [1, 1, 1, -1, 2, -2, 3].into_iter().filter(|s: &i64| extent <= 1 || (extent - 1) * s.abs() < N).collect();
        let step = steps.swap_remove(self.rng.below(steps.len() as u64) as usize);
        let span = (extent - 1).max(0) * step.abs();
        let low = self.rng.range(0, N - 1 - span);
        let start = if step > 0 { low } else { low + span };
        let (s, e, st) = (self.index(start), self.index(extent), self.b.index(step));
        if self.rng.chance(25) {
            let v = self.rank2[self.rng.below(self.rank2.len() as u64) as usize];
            let line = match self.iv {
                Some(iv) if self.rng.chance(50) => iv,
                _ => {
                    let x = self.rng.range(0, N - 1);
                    self.index(x)
                }
            };
            let (dims, args) = if self.rng.chance(50) { ("si", [s, e, st, line]) } else { ("is", [line, s, e, st]) };
            return self
                .b
                .op(OpKind::ViewSection)
                .arg(v)
                .args(&args)
                .attr("dims", Attr::str(dims))
                .result(view)
                .value();
        }
        let v = self.rank1[self.rng.below(self.rank1.len() as u64) as usize];
        if extent == N && self.rng.chance(60) {
            return v;
        }
        self.b.op(OpKind::ViewSection).arg(v).args(&[s, e, st]).attr("dims", Attr::str("s")).result(view).value()
    }
    fn load(&mut self, view: Value) -> Value {
        let ty = self.array_ty(self.b.m.types.rank(self.b.m.ty(view)), Type::I64);
        self.b.op(OpKind::ArrayLoad).arg(view).result(ty).value()
    }
    fn combine(&mut self, x: Value, y: Value) -> Value {
        let kinds = [OpKind::Add, OpKind::Sub, OpKind::Min, OpKind::Max, OpKind::Xor, OpKind::Add];
        let v = self.b.binary(kinds[self.rng.below(6) as usize], x, y);
        let mask = self.b.int(1023, Type::I64);
        self.b.binary(OpKind::And, v, mask)
    }
    /// Elementwise function of one or two arrays of rank 1.
    fn elemental(&mut self, extent: i64, inputs: &[Value], elem: Type) -> Value {
        let e = self.index(extent);
        let ty = self.array_ty(1, elem);
        let r = self.b.m.new_region(&[Type::INDEX]);
        let i = self.b.m.args(r)[0];
        let saved = self.b.point;
        self.b.point = ferrotran_ir::Point { region: r, at: None };
        let mut vals = Vec::new();
        for &a in inputs {
            let sub = if self.rng.chance(15) {
                // Backwards.
                let last = self.b.index(extent - 1);
                self.b.binary(OpKind::Sub, last, i)
            } else {
                i
            };
            vals.push(self.b.op(OpKind::ArrayAt).arg(a).args(&[sub]).result(Type::I64).value());
        }
        if self.rng.chance(20) {
            vals.push(self.b.cast(i, Type::I64));
        }
        let mut v = vals[0];
        for &x in &vals[1..] {
            v = self.combine(v, x);
        }
        if self.rng.chance(15) {
            let three = self.b.int(3, Type::I64);
            v = self.b.binary(OpKind::Div, v, three);
            v = self.b.binary(OpKind::Rem, v, three);
        }
        if elem == Type::BOOL {
            let c = self.b.int(self.b.m.values.len() as i64 % 500, Type::I64);
            v = self.b.cmp(Pred::Gt, v, c);
        }
        self.b.op(OpKind::ArrayYield).args(&[v]).build();
        self.b.point = saved;
        self.b.op(OpKind::ArrayElemental).args(&[e]).result(ty).region(r).value()
    }
    fn expr(&mut self, extent: i64, depth: u32) -> Value {
        let fitting: Vec<Value> = self.kept.iter().filter(|(_, e)| *e == extent).map(|(v, _)| *v).collect();
        if !fitting.is_empty() && self.rng.chance(15) {
            return fitting[self.rng.below(fitting.len() as u64) as usize];
        }
        let v = match self.rng.below(if depth == 0 { 2 } else { 12 }) {
            0 | 1 => {
                let s = self.section(extent);
                self.load(s)
            }
            2 if extent == N => {
                let d = self.rng.below(2) as i64;
                let m = self.expr2(depth - 1);
                let ty = self.array_ty(1, Type::I64);
                let kind = [ReduceOp::Sum, ReduceOp::Max, ReduceOp::Min][self.rng.below(3) as usize];
                self.b
                    .op(OpKind::ArrayReduce)
                    .arg(m)
                    .choice(ReduceKind::Op(kind))
                    .attr("dim", Attr::Int(d))
                    .result(ty)
                    .value()
            }
            3 if extent == N => {
                let m = self.expr2(depth - 1);
                let x = self.expr(N, depth - 1);
                let ty = self.array_ty(1, Type::I64);
                self.b.op(OpKind::ArrayMatmul).args(&[m]).args(&[x]).flag("ta", self.rng.chance(50)).result(ty).value()
            }
            4 => {
                let mask = {
                    let x = self.expr(extent, depth - 1);
                    self.elemental(extent, &[x], Type::BOOL)
                };
                let vector = {
                    let x = self.expr(extent, depth - 1);
                    self.elemental(extent, &[x], Type::I64)
                };
                let field = self.expr(extent, depth - 1);
                let ty = self.array_ty(1, Type::I64);
                self.b.op(OpKind::ArrayUnpack).arg(vector).arg(mask).arg(field).result(ty).value()
            }
            5 if extent <= N * 2 => {
                let m = self.expr2(depth - 1);
                let e = self.index(extent);
                let ty = self.array_ty(1, Type::I64);
                self.b.op(OpKind::ArrayReshape).arg(m).args(&[e]).result(ty).value()
            }
            _ => {
                let a = self.expr(extent, depth - 1);
                let c = self.expr(extent, depth - 1);
                self.elemental(extent, &[a, c], Type::I64)
            }
        };
        if self.rng.chance(15) {
            self.kept.push((v, extent));
        }
        v
    }
    fn expr2(&mut self, depth: u32) -> Value {
        let ty = self.array_ty(2, Type::I64);
        match self.rng.below(if depth == 0 { 2 } else { 6 }) {
            0 | 1 => {
                let v = self.rank2[self.rng.below(self.rank2.len() as u64) as usize];
                self.load(v)
            }
            2 => {
                let x = self.expr2(depth - 1);
                self.b.op(OpKind::ArrayTranspose).arg(x).result(ty).value()
            }
            3 => {
                let (x, y) = (self.expr2(depth - 1), self.expr2(depth - 1));
                let (ta, tb) = (self.rng.chance(30), self.rng.chance(30));
                self.b.op(OpKind::ArrayMatmul).arg(x).arg(y).flag("ta", ta).flag("tb", tb).result(ty).value()
            }
            _ => {
                let x = self.expr2(depth - 1);
                let y = if self.rng.chance(50) { Some(self.expr2(depth - 1)) } else { None };
                // Also a broadcast of rank 1.
                let z = if y.is_none() { Some(self.expr(N, depth - 1)) } else { None };
                let (e1, e2) = (self.index(N), self.index(N));
                let r = self.b.m.new_region(&[Type::INDEX, Type::INDEX]);
                let idx = self.b.m.args(r).to_vec();
                let saved = self.b.point;
                self.b.point = ferrotran_ir::Point { region: r, at: None };
                let at = |b: &mut Builder, a: Value, s: &[Value]| {
                    b.op(OpKind::ArrayAt).arg(a).args(s).result(Type::I64).value()
                };
                let mut v = at(self.b, x, &idx);
                if let Some(y) = y {
                    let w = at(self.b, y, &idx);
                    v = self.combine(v, w);
                }
                if let Some(z) = z {
                    let w = at(self.b, z, &idx[1..]);
                    v = self.combine(v, w);
                }
                let c = self.b.int(5, Type::I64);
                v = self.combine(v, c);
                self.b.op(OpKind::ArrayYield).args(&[v]).build();
                self.b.point = saved;
                self.b.op(OpKind::ArrayElemental).args(&[e1, e2]).result(ty).region(r).value()
            }
        }
    }
    /// A scalar from a reduction, spread over a section.
    fn spread_reduction(&mut self) {
        let extent = self.rng.range(0, N);
        let x = self.expr(extent, 2);
        let kinds: Vec<ReduceOp> = ReduceOp::OPS.into_iter().filter(|op| !op.is_logical()).collect();
        let kind = kinds[self.rng.below(kinds.len() as u64) as usize];
        let y = self.expr(extent, 1);
        let mask = if self.rng.chance(50) { Some(self.elemental(extent, &[y], Type::BOOL)) } else { None };
        let reduce = self.b.op(OpKind::ArrayReduce).arg(x).opt(mask).choice(ReduceKind::Op(kind));
        let v = reduce.result(Type::I64).value();
        let s = self.scalars[self.rng.below(self.scalars.len() as u64) as usize];
        self.b.store(v, s);
        let w = self.b.load(s);
        let dst = self.section(extent);
        self.b.op(OpKind::ArrayAssign).arg(dst).arg(w).build();
    }
    fn statement(&mut self, nest: u32) {
        // Array values must not cross into other regions here.
        match self.rng.below(14) {
            0..=4 => {
                let extent = self.rng.range(0, N);
                let x = self.expr(extent, 2);
                let mask = if self.rng.chance(35) {
                    let y = self.expr(extent, 1);
                    Some(self.elemental(extent, &[y], Type::BOOL))
                } else {
                    None
                };
                let dst = self.section(extent);
                self.b.op(OpKind::ArrayAssign).arg(dst).arg(x).opt(mask).build();
            }
            5 | 6 => {
                let x = self.expr2(2);
                let dst = self.rank2[self.rng.below(self.rank2.len() as u64) as usize];
                self.b.op(OpKind::ArrayAssign).arg(dst).arg(x).build();
            }
            7 => self.spread_reduction(),
            8 => {
                // maxloc, minloc, findloc of a whole matrix.
                let m = self.expr2(1);
                let ty = self.b.m.types.array(vec![Some(2)], Type::INDEX);
                let wanted = self.b.int(3, Type::I64);
                let (kind, value) =
                    [(LocateKind::Max, None), (LocateKind::Min, None), (LocateKind::Find, Some(wanted))]
                        [self.rng.below(3) as usize];
                let l = self
                    .b
                    .op(OpKind::ArrayLocate)
                    .arg(m)
                    .opt(None)
                    .opt(value)
                    .choice(kind)
                    .flag("back", self.rng.chance(40))
                    .result(ty)
                    .value();
                let c = self.b.index(self.rng.range(0, 1));
                let v = self.b.op(OpKind::ArrayAt).arg(l).args(&[c]).result(Type::INDEX).value();
                let v = self.b.cast(v, Type::I64);
                let s = self.scalars[0];
                self.b.store(v, s);
            }
            9 => {
                // x(i) = f(y(perm i)) for the indices of a rank-1 array.
                let v = self.rank1[self.rng.below(self.rank1.len() as u64) as usize];
                let w = self.rank1[self.rng.below(self.rank1.len() as u64) as usize];
                let wa = self.load(w);
                let e = self.index(N);
                let r = self.b.m.new_region(&[Type::INDEX]);
                let i = self.b.m.args(r)[0];
                let saved = self.b.point;
                self.b.point = ferrotran_ir::Point { region: r, at: None };
                let last = self.b.index(N - 1);
                let from = if self.rng.chance(50) { self.b.binary(OpKind::Sub, last, i) } else { i };
                let to = if self.rng.chance(50) { self.b.binary(OpKind::Sub, last, i) } else { i };
                let x = self.b.op(OpKind::ArrayAt).arg(wa).args(&[from]).result(Type::I64).value();
                let c = self.b.int(100, Type::I64);
                let m = self.b.cmp(Pred::Lt, x, c);
                let x = self.combine(x, c);
                self.b.op(OpKind::ArrayYield).args(&[m, x, to]).build();
                self.b.point = saved;
                self.b.op(OpKind::ArrayForall).arg(v).args(&[e]).region(r).build();
            }
            10 => {
                // PACK into the front of an array, by its own extent.
                let x = self.expr(N, 1);
                let mask = self.elemental(N, &[x], Type::BOOL);
                let y = self.expr(N, 1);
                let ty = self.array_ty(1, Type::I64);
                let p = self.b.op(OpKind::ArrayPack).arg(y).arg(mask).result(ty).value();
                let count = self.b.op(OpKind::ArrayShape).arg(p).attr("dim", Attr::Int(0)).result(Type::INDEX).value();
                let (zero, one) = (self.b.index(0), self.b.index(1));
                let view = self.b.m.types.view(vec![None], Type::I64, false);
                let v = self.rank1[self.rng.below(self.rank1.len() as u64) as usize];
                let dst = self
                    .b
                    .op(OpKind::ViewSection)
                    .arg(v)
                    .args(&[zero, count, one])
                    .attr("dims", Attr::str("s"))
                    .result(view)
                    .value();
                self.b.op(OpKind::ArrayAssign).arg(dst).arg(p).build();
            }
            11 if nest > 0 => {
                // A loop around statements.
                let (lo, hi, one) = (self.b.index(1), self.b.index(2), self.b.index(1));
                let r = self.b.m.new_region(&[Type::INDEX]);
                let outer_iv = self.iv.replace(self.b.m.args(r)[0]);
                let saved = self.b.point;
                let kept = self.kept.len();
                self.b.point = ferrotran_ir::Point { region: r, at: None };
                for _ in 0..self.rng.range(1, 2) {
                    self.statement(nest - 1);
                }
                self.b.point = saved;
                self.kept.truncate(kept);
                self.iv = outer_iv;
                self.b.op(OpKind::For).arg(lo).arg(hi).arg(one).region(r).build();
            }
            12 if nest > 0 => {
                let s = self.b.load(self.scalars[0]);
                let c = self.b.int(40, Type::I64);
                let cond = self.b.cmp(Pred::Lt, s, c);
                let (then, other) = (self.b.m.new_region(&[]), self.b.m.new_region(&[]));
                let saved = self.b.point;
                for r in [then, other] {
                    let kept = self.kept.len();
                    self.b.point = ferrotran_ir::Point { region: r, at: None };
                    self.statement(nest - 1);
                    if self.rng.chance(10) && self.iv.is_none() {
                        self.b.op(OpKind::Return).build();
                    }
                    self.kept.truncate(kept);
                }
                self.b.point = saved;
                self.b.op(OpKind::If).arg(cond).region(then).region(other).build();
            }
            _ => {
                // Same-shape neighbours, to be fused.
                for _ in 0..2 {
                    let x = self.expr(N, 1);
                    let dst = self.rank1[self.rng.below(self.rank1.len() as u64) as usize];
                    self.b.op(OpKind::ArrayAssign).arg(dst).arg(x).build();
                }
            }
        }
    }
}

fn generate(seed: u64) -> Module {
    let mut m = Module::default();
    let params = vec![Type::PTR, Type::PTR, Type::PTR, Type::PTR, Type::PTR, Type::PTR, Type::INDEX, Type::INDEX];
    let body = m.new_region(&params);
    let args = m.args(body).to_vec();
    let top = m.top;
    let mut b = Builder::at_end(&mut m, body);
    let (n, k) = (args[6], args[7]);
    let view1 = b.m.types.view(vec![None], Type::I64, true);
    let view2 = b.m.types.view(vec![None, None], Type::I64, true);
    let mut rank1 = Vec::new();
    let mut rank2 = Vec::new();
    // The third rank-1 array is a pointer that overlaps the second one, a target.
    for (i, name) in ["a", "t", "p"].iter().enumerate() {
        let v = b.op(OpKind::ViewMake).arg(args[i]).args(&[n]).result(view1).value();
        let attrs = [DeclareAttr::Dummy, DeclareAttr::Target];
        let attrs = if i == 0 { &attrs[..1] } else { &attrs[..] };
        let v = b.op(OpKind::Declare).arg(v).attr("name", Attr::str(name)).choices(attrs).result(view1).value();
        rank1.push(v);
    }
    for (i, name) in ["x", "y"].iter().enumerate() {
        let v = b.op(OpKind::ViewMake).arg(args[3 + i]).args(&[n, n]).result(view2).value();
        let v = b.op(OpKind::Declare).arg(v).attr("name", Attr::str(name)).result(view2).value();
        rank2.push(v);
    }
    let i64_ref = b.m.types.reference(Type::I64);
    let mut scalars = Vec::new();
    for name in ["s", "r"] {
        let v = b.op(OpKind::Alloca).result(i64_ref).value();
        let v = b.op(OpKind::Declare).arg(v).attr("name", Attr::str(name)).result(i64_ref).value();
        let zero = b.int(7, Type::I64);
        b.store(zero, v);
        scalars.push(v);
    }
    let results = scalars.clone();
    let mut g = Gen {
        b: &mut b,
        rng: Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678),
        n,
        k,
        k_is: 2,
        rank1,
        rank2,
        kept: Vec::new(),
        scalars,
        iv: None,
    };
    for _ in 0..g.rng.range(2, 5) {
        g.statement(2);
    }
    // Scalars are results too.
    let out = b.op(OpKind::CastRef).arg(args[5]).result(i64_ref).value();
    let s = b.load(results[0]);
    b.store(s, out);
    b.op(OpKind::Return).build();
    let mut t = Builder::at_end(&mut m, top);
    t.op(OpKind::Func).attr("sym", Attr::Sym("f".into())).region(body).build();
    m
}

/// Contents of all arrays after a run.
fn execute(m: &Module, order: Order) -> Result<Vec<Vec<u8>>, String> {
    execute_with(m, order, true)
}

/// As [`execute`]; `overlap`: the pointer's target is the second array.
fn execute_with(m: &Module, order: Order, overlap: bool) -> Result<Vec<Vec<u8>>, String> {
    let mut it = Interp::new(m);
    it.order = order;
    let size1 = (N * 8) as u64;
    let sizes = [size1, size1 + 24, if overlap { 0 } else { size1 }, size1 * N as u64, size1 * N as u64, 8];
    let mut addrs = Vec::new();
    for (i, &s) in sizes.iter().enumerate() {
        // The pointer starts three elements into the target.
        let at = if i == 2 && overlap { addrs[1] + 24 } else { it.mem.alloc(s) };
        if i != 2 || !overlap {
            let bytes = it.mem.bytes_mut(at, s).unwrap();
            for (k, c) in bytes.chunks_mut(8).enumerate() {
                let v = ((k as i64) * 37 + (i as i64) * 11) % 101;
                c.copy_from_slice(&v.to_le_bytes()[..c.len()]);
            }
        }
        addrs.push(at);
    }
    let mut args: Vec<Val> = addrs.iter().map(|&a| Val::Ptr(a, 0)).collect();
    args.extend([Val::Int(N), Val::Int(2)]);
    it.call("f", args).map_err(|e| e.text)?;
    if !it.mem.heap.is_empty() {
        return Err(format!("{} temporaries were not released", it.mem.heap.len()));
    }
    Ok(addrs.iter().zip(sizes).map(|(&a, s)| it.mem.bytes(a, s).unwrap().to_vec()).collect())
}

fn check(seed: u64, passes: &str) {
    let original = generate(seed);
    let text = print_module(&original);
    let errors = verify(&original, Forms::ARRAY);
    assert!(errors.is_empty(), "seed {seed}: generated IR is invalid: {}\n{text}", errors[0].text);
    let want = execute(&original, Order::Forward).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
    let mut m = original.clone();
    let opts = PassOptions { verify: true, ..Default::default() };
    if let Err(e) = run_passes(&mut m, passes, &opts) {
        panic!("seed {seed}: {passes}: {e}\n{text}\n{}", print_module(&m));
    }
    let after = print_module(&m);
    assert_eq!(print_module(&parse_module(&after).unwrap()), after);
    for order in [Order::Forward, Order::Reverse] {
        let got = execute(&m, order);
        assert!(
            got.as_ref() == Ok(&want),
            "seed {seed}: {passes} changed the result ({order:?}): {:?}\n{text}\n---- after\n{after}",
            got.err()
        );
    }
}

fn seeds() -> std::ops::Range<u64> {
    let n = std::env::var("FERROTRAN_CASES").ok().and_then(|s| s.parse().ok()).unwrap_or(150);
    0..n
}

#[test]
fn bufferize_alone() {
    seeds().for_each(|s| check(s, "bufferize"));
}

#[test]
fn whole_pipeline() {
    seeds().for_each(|s| check(s + 1000, Pipeline::Array.passes()));
}

/// The statements of a program as a target region; `None` where they return from the procedure.
fn offloaded(seed: u64) -> Option<Module> {
    let mut m = generate(seed);
    let func = m.func("f").unwrap();
    let body = m.region(func, 0);
    let ops = m.regions[body].ops.clone();
    let last_store = ops.iter().position(|&o| m.kind(o) == OpKind::CastRef).unwrap();
    let first = 1 + ops[..last_store].iter().rposition(|&o| m.kind(o) == OpKind::Declare).unwrap() + 2;
    let inside = ops[first..last_store].to_vec();
    let returns = m.walk(body).iter().filter(|&&o| m.kind(o) == OpKind::Return).count() > 1;
    if returns {
        return None;
    }
    let scalars: Vec<Value> = ops[..first]
        .iter()
        .filter(|&&o| m.kind(o) == OpKind::Declare && m.types.rank(m.ty(m.result(o))) == 0)
        .map(|&o| m.result(o))
        .collect();
    // The first scalar is mapped (and a result), the other one firstprivate.
    let (wd, teams, target) = (m.new_region(&[]), m.new_region(&[]), m.new_region(&[]));
    for o in inside {
        m.detach(o);
        let end = m.regions[wd].ops.len();
        m.insert(wd, end, o);
    }
    let mut b = Builder::at_end(&mut m, teams);
    b.op(OpKind::OmpWorkdistribute).region(wd).build();
    let mut b = Builder::at_end(&mut m, target);
    b.op(OpKind::OmpTeams).region(teams).build();
    let mut b =
        Builder { m: &mut m, point: ferrotran_ir::Point { region: body, at: Some(first) }, loc: Default::default() };
    let map = b.op(OpKind::OmpMap).arg(scalars[0]).args(&[]).opt(None).mapping(MapKind::ToFrom.into());
    let map = map.result(Type::MAP).value();
    b.op(OpKind::OmpTarget).opt(None).opt(None).opt(None).args(&[map]).args(&[]).region(target).build();
    Some(m)
}

/// Device plans and threads: kernels run in a memory of their own.
#[test]
fn device_plans() {
    let (mut kernels, mut fallbacks) = (0, 0);
    for seed in seeds().step_by(2) {
        let Some(original) = offloaded(seed + 5000) else { continue };
        let text = print_module(&original);
        let want =
            execute_with(&original, Order::Forward, false).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        let mut m = original.clone();
        let opts = PassOptions { verify: true, ..Default::default() };
        for passes in [Pipeline::Array, Pipeline::Loop, Pipeline::Device].map(Pipeline::passes) {
            match run_passes(&mut m, passes, &opts) {
                Ok(r) => {
                    kernels += r.stats.get(&("outline", "kernels")).copied().unwrap_or(0);
                    for x in r.remarks.iter().filter(|x| x.kind == "fallback") {
                        println!("seed {seed}: {}", x.text);
                        fallbacks += 1;
                    }
                }
                Err(e) => panic!("seed {seed}: {passes}: {e}\n{text}\n{}", print_module(&m)),
            }
        }
        let after = print_module(&m);
        for order in [Order::Forward, Order::Reverse] {
            let got = execute_with(&m, order, false);
            assert!(
                got.as_ref() == Ok(&want),
                "seed {seed}: the device plan changed the result ({order:?}): {:?}\n{text}\n---- after\n{after}",
                got.err()
            );
        }
    }
    println!("{kernels} kernels, {fallbacks} regions on the host");
    assert!(kernels > 100);
}
