//! Functions compiled into memory and called.

mod common;
use common::{load, modes};

#[test]
fn scalars() {
    let text = r#"module
func.func [results = [type f64], sym = @poly] (%x: f64, %n: i32) {
  %two = arith.const [value = 2.0] : f64
  %y = arith.mul %x, %two : f64
  %f = arith.cast %n : f64
  %z = arith.add %y, %f : f64
  func.return %z
}
func.func [results = [type i32], sym = @modulo] (%a: ref<i32>, %b: ref<i32>) {
  %x = mem.load %a : i32
  %y = mem.load %b : i32
  %r = arith.modulo %x, %y : i32
  func.return %r
}
func.func [results = [type i32], sym = @shift] (%a: i32, %b: i32) {
  %r = arith.shl %a, %b : i32
  %s = arith.shr_s %a, %b : i32
  %t = arith.xor %r, %s : i32
  func.return %t
}
func.func [results = [type f32], sym = @minmax] (%a: f32, %b: f32, %c: f32) {
  %r = arith.min %a, %b : f32
  %s = arith.max %r, %c : f32
  func.return %s
}
func.func [results = [type f64], sym = @round] (%a: f64) {
  %r = math.fn %a [fn = "round"] : f64
  func.return %r
}
func.func [results = [type f64], sym = @power] (%a: f64, %n: i32) {
  %k = arith.const [value = -3] : i32
  %r = math.fn %a, %k [fn = "ipow"] : f64
  func.return %r
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let poly = function!(l, "poly", extern "C" fn(f64, i32) -> f64);
        assert_eq!(poly(1.5, -7), -4.0);
        let modulo = function!(l, "modulo", extern "C" fn(&i32, &i32) -> i32);
        for (a, b) in [(7, 3), (-7, 3), (7, -3), (-7, -3), (6, 3), (-6, 3), (0, 5)] {
            assert_eq!(modulo(&a, &b), ((a % b) + b) % b, "modulo({a}, {b})");
        }
        let shift = function!(l, "shift", extern "C" fn(i32, i32) -> i32);
        assert_eq!(shift(-8, 1), -16 ^ -4);
        assert_eq!(shift(-8, 32), -1);
        assert_eq!(shift(5, 40), 0);
        let minmax = function!(l, "minmax", extern "C" fn(f32, f32, f32) -> f32);
        assert_eq!(minmax(1.0, f32::NAN, -5.0), 1.0);
        assert_eq!(minmax(f32::NAN, 2.0, 9.0), 9.0);
        assert_eq!(minmax(3.0, 2.0, f32::NAN), 2.0);
        let round = function!(l, "round", extern "C" fn(f64) -> f64);
        for x in [0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 4503599627370497.0, 1e300, 0.0] {
            assert_eq!(round(x), f64::round(x), "round({x})");
        }
        let power = function!(l, "power", extern "C" fn(f64, i32) -> f64);
        assert_eq!(power(2.0, 0), 0.125);
    }
}

#[test]
fn loops_and_jumps() {
    let text = r#"module
func.func [results = [type i64], sym = @sum] (%lb: i32, %ub: i32, %st: i32) {
  %s = mem.alloca [name = "s"] : ref<i64>
  %i = mem.alloca [name = "i"] : ref<i32>
  %zero = arith.const [value = 0] : i64
  mem.store %zero, %s
  loop.for %lb, %ub, %st (%k: i32) {
    mem.store %k, %i
    %v = mem.load %i : i32
    %w = arith.cast %v : i64
    %o = mem.load %s : i64
    %n = arith.add %o, %w : i64
    mem.store %n, %s
  }
  %r = mem.load %s : i64
  func.return %r
}
func.func [results = [type i32], sym = @collatz] (%n: i32) {
  %x = mem.alloca [name = "x"] : ref<i32>
  %c = mem.alloca [name = "c"] : ref<i32>
  %zero = arith.const [value = 0] : i32
  %one = arith.const [value = 1] : i32
  %two = arith.const [value = 2] : i32
  %three = arith.const [value = 3] : i32
  mem.store %n, %x
  mem.store %zero, %c
  loop.while {
    %v = mem.load %x : i32
    %go = arith.cmp %v, %one [pred = "ne"] : i1
    loop.yield %go
  } {
    %vb = mem.load %x : i32
    %rb = arith.rem %vb, %two : i32
    %even = arith.cmp %rb, %zero [pred = "eq"] : i1
    loop.if %even {
      %h = arith.div %vb, %two : i32
      mem.store %h, %x
    } {
      %t = arith.mul %vb, %three : i32
      %u = arith.add %t, %one : i32
      mem.store %u, %x
    }
    %k = mem.load %c : i32
    %k1 = arith.add %k, %one : i32
    mem.store %k1, %c
  }
  %r = mem.load %c : i32
  func.return %r
}
func.func [results = [type i32], sym = @jumpy] (%n: i32) {
  %x = mem.alloca [name = "x"] : ref<i32>
  %zero = arith.const [value = 0] : i32
  %one = arith.const [value = 1] : i32
  mem.store %zero, %x
  %neg = arith.cmp %n, %zero [pred = "lt"] : i1
  loop.if %neg {
    cf.goto [label = "out"]
  } {
  }
  cf.label [label = "again"]
  %v = mem.load %x : i32
  %w = arith.add %v, %one : i32
  mem.store %w, %x
  %more = arith.cmp %w, %n [pred = "lt"] : i1
  loop.if %more {
    cf.goto [label = "again"]
  } {
  }
  cf.label [label = "out"]
  %r = mem.load %x : i32
  func.return %r
}
func.func [results = [type i32], sym = @nested] (%n: i32) {
  %c = mem.alloca [name = "c"] : ref<i32>
  %one = arith.const [value = 1] : i32
  %zero = arith.const [value = 0] : i32
  %five = arith.const [value = 5] : i32
  mem.store %zero, %c
  loop.for %one, %n, %one [label = "outer"] (%i: i32) {
    loop.for %one, %n, %one (%j: i32) {
      %skip = arith.cmp %j, %i [pred = "gt"] : i1
      loop.if %skip {
        loop.continue [label = "outer"]
      } {
      }
      %stop = arith.cmp %i, %five [pred = "gt"] : i1
      loop.if %stop {
        loop.break [label = "outer"]
      } {
      }
      %v = mem.load %c : i32
      %w = arith.add %v, %one : i32
      mem.store %w, %c
    }
  }
  %r = mem.load %c : i32
  func.return %r
}
func.func [results = [type i32], sym = @select] (%n: i32) {
  %a = arith.const [value = 10] : i32
  %b = arith.const [value = 20] : i32
  %c = arith.const [value = 30] : i32
  loop.select %n [cases = [[[1, 1], [3, 3]], [[5, 9], [-9223372036854775808, -4]], []]] {
    func.return %a
  } {
    func.return %b
  } {
    func.return %c
  }
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let sum = function!(l, "sum", extern "C" fn(i32, i32, i32) -> i64);
        assert_eq!(sum(1, 10, 1), 55);
        assert_eq!(sum(1, 10, 4), 1 + 5 + 9);
        assert_eq!(sum(10, 1, -3), 10 + 7 + 4 + 1);
        assert_eq!(sum(2, 1, 1), 0);
        assert_eq!(sum(i32::MAX - 1, i32::MAX, 1), 2 * i64::from(i32::MAX) - 1);
        let collatz = function!(l, "collatz", extern "C" fn(i32) -> i32);
        assert_eq!(collatz(27), 111);
        let jumpy = function!(l, "jumpy", extern "C" fn(i32) -> i32);
        assert_eq!((jumpy(-1), jumpy(0), jumpy(7)), (0, 1, 7));
        let nested = function!(l, "nested", extern "C" fn(i32) -> i32);
        assert_eq!((nested(4), nested(9)), (10, 15));
        let select = function!(l, "select", extern "C" fn(i32) -> i32);
        assert_eq!([1, 3, 5, 9, -4, -100, 2, 10].map(|n| select(n)), [10, 10, 20, 20, 20, 20, 30, 30]);
    }
}

#[test]
fn views_and_descriptors() {
    let text = r#"module
fort.type [align = 8, fields = [["a", 0, type i32, []], ["v", 8, type f64, [3]]], size = 32, sym = @point]
func.func [sym = @scale] (%p: ptr, %n: index, %s: ref<f64>) {
  %v = view.make %p, %n, %n [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %one = arith.const [value = 1] : index
  %two = arith.const [value = 2] : index
  %zero = arith.const [value = 0] : index
  %h = arith.div %n, %two : index
  %w = view.section %v, %zero, %h, %two, %one [dims = "si", segs = [1, 4]] : view<?xf64>
  %e = view.extent %w [dim = 0] : index
  loop.parallel %e (%i: index) {
    %r = view.elem %w, %i : ref<f64>
    %x = mem.load %r : f64
    %k = mem.load %s : f64
    %y = arith.mul %x, %k : f64
    mem.store %y, %r
  }
  func.return
}
func.func [results = [type index], sym = @boxes] (%b: ref<box<2xf32>>) {
  %v = box.view %b : view<?x?xf32>
  %c = view.permute %v [perm = [1, 0]] : view<?x?xf32>
  %d = box.make %c [attribute = "other", segs = [1, 0]] : ref<box<2xf32>>
  %n = box.extent %d [dim = 0] : index
  %w = box.view %d : view<?x?xf32>
  %s = view.stride %w [dim = 1] : index
  %k = arith.const [value = 1000] : index
  %m = arith.mul %n, %k : index
  %r = arith.add %m, %s : index
  func.return %r
}
func.func [results = [type i32], sym = @alloc] (%n: index) {
  %b = mem.alloca [name = "a"] : ref<box<1xf64>>
  box.init %b [attribute = "allocatable"]
  %one = arith.const [value = 1] : index
  %s = box.allocate %b, %one, %n [segs = [1, 1, 1, 0, 0, 0]] : i32
  %t = box.allocate %b, %one, %one [segs = [1, 1, 1, 0, 0, 0]] : i32
  %e = box.extent %b [dim = 0] : index
  %u = box.deallocate %b : i32
  %x = box.deallocate %b : i32
  %ei = arith.cast %e : i32
  %st = arith.add %s, %t : i32
  %tu = arith.add %st, %u : i32
  %ux = arith.add %tu, %x : i32
  %r = arith.add %ux, %ei : i32
  func.return %r
}
func.func [results = [type f64], sym = @field] {
  %o = mem.alloca [align = 8, size = 32] : ref<!point>
  %q = mem.alloca [align = 8, size = 32] : ref<!point>
  %v = mem.field %o [field = "v"] : view<3xf64, contig>
  %two = arith.const [value = 2] : index
  %e = view.elem %v, %two : ref<f64>
  %x = arith.const [value = 6.5] : f64
  mem.store %x, %e
  mem.copy_object %q, %o
  %w = mem.field %q [field = "v"] : view<3xf64, contig>
  %f = view.elem %w, %two : ref<f64>
  %r = mem.load %f : f64
  func.return %r
}
func.func [results = [type i1], sym = @overlap] (%p: ptr, %n: index, %q: ptr, %m: index) {
  %a = view.make %p, %n [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  %b = view.make %q, %m [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  %r = view.overlap %a, %b : i1
  func.return %r
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let scale = function!(l, "scale", extern "C" fn(*mut f64, i64, &f64));
        let mut a: Vec<f64> = (0..36).map(f64::from).collect();
        let mut want = a.clone();
        for i in 0..3 {
            want[6 + 2 * i] *= 10.0;
        }
        scale(a.as_mut_ptr(), 6, &10.0);
        assert_eq!(a, want);
        let boxes = function!(l, "boxes", extern "C" fn(*const u64) -> i64);
        let data = [0f32; 12];
        let head = 1u64 | 2 << 32 | 2 << 40 | (3 + (4 << 8)) << 48;
        let b = [data.as_ptr() as u64, 4, head, 1, 3, 4, 1, 4, 12];
        assert_eq!(boxes(b.as_ptr()), 4004);
        let alloc = function!(l, "alloc", extern "C" fn(i64) -> i32);
        assert_eq!(alloc(7), 5014 + 1 + 7);
        let field = function!(l, "field", extern "C" fn() -> f64);
        assert_eq!(field(), 6.5);
        let overlap = function!(l, "overlap", extern "C" fn(*const f64, i64, *const f64, i64) -> bool);
        let x = [0f64; 10];
        let at = |i: usize| &raw const x[i];
        assert!(overlap(at(0), 5, at(4), 5));
        assert!(!overlap(at(0), 5, at(5), 5));
        assert!(!overlap(at(0), 5, at(2), 0));
    }
}

#[test]
fn complex_numbers_follow_the_c_abi() {
    let text = r#"module
func.func [results = [type c64], sym = @mul64] (%a: c64, %b: c64) {
  %r = arith.mul %a, %b : c64
  func.return %r
}
func.func [results = [type c32], sym = @div32] (%a: ref<c32>, %b: ref<c32>) {
  %x = mem.load %a : c32
  %y = mem.load %b : c32
  %r = arith.div %x, %y : c32
  func.return %r
}
func.func [results = [type c64], sym = @call64] (%a: c64) {
  %r = func.call %a, %a [callee = @mul64] : c64
  %s = math.fn %r [fn = "sqrt"] : c64
  func.return %s
}
func.func [results = [type f32], sym = @call32] (%a: ref<c32>) {
  %x = mem.alloca : ref<c32>
  %v = mem.load %a : c32
  mem.store %v, %x
  %r = func.call %a, %x [callee = @div32] : c32
  %m = complex.re %r : f32
  func.return %m
}
"#;
    #[repr(C)]
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct C64(f64, f64);
    #[repr(C)]
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct C32(f32, f32);
    for o in modes() {
        let l = load(text, &o);
        let mul = function!(l, "mul64", extern "C" fn(C64, C64) -> C64);
        assert_eq!(mul(C64(1.0, 2.0), C64(3.0, -1.0)), C64(5.0, 5.0));
        let div = function!(l, "div32", extern "C" fn(&C32, &C32) -> C32);
        let q = div(&C32(5.0, 5.0), &C32(3.0, -1.0));
        assert!((q.0 - 1.0).abs() < 1e-6 && (q.1 - 2.0).abs() < 1e-6, "{q:?}");
        assert_eq!(div(&C32(5.0, 5.0), &C32(1.0, 2.0)), C32(3.0, -1.0));
        let call = function!(l, "call64", extern "C" fn(C64) -> C64);
        let r = call(C64(3.0, 4.0));
        assert!((r.0 - 3.0).abs() < 1e-14 && (r.1 - 4.0).abs() < 1e-14, "{r:?}");
        let call = function!(l, "call32", extern "C" fn(&C32) -> f32);
        assert_eq!(call(&C32(3.0, 4.0)), 1.0);
    }
}

#[test]
fn strings() {
    let text = r#"module
func.func [results = [type index], sym = @build] (%p: ptr, %n: index, %out: ptr, %cap: index, %times: i32) {
  %s = chr.make %p, %n : chr<?>
  %c = chr.const [value = "-+"] : chr<2>
  %d = chr.ref %out, %cap : ref<chr<?>>
  %one = arith.const [value = 1] : i32
  loop.for %one, %times, %one (%i: i32) {
    %t = chr.concat %s, %c : chr<?>
    %u = chr.concat %t, %s : chr<?>
    chr.assign %u, %d
  }
  %w = mem.load %d : chr<?>
  %three = arith.const [value = 3] : index
  %zero = arith.const [value = 0] : index
  %sub = chr.substr %w, %zero, %three : chr<?>
  %abc = chr.const [value = "abc  "] : chr<5>
  %eq = chr.cmp %sub, %abc [pred = "eq"] : i1
  %r = arith.cast %eq : index
  func.return %r
}
func.func [results = [type i32], sym = @code] (%n: i32) {
  %a = chr.from_code %n : chr<1>
  %b = chr.const [value = "x"] : chr<1>
  %ab = chr.concat %b, %a : chr<2>
  %one = arith.const [value = 1] : index
  %s = chr.substr %ab, %one, %one : chr<?>
  %r = chr.code %s : i32
  func.return %r
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let build = function!(l, "build", extern "C" fn(*const u8, i64, *mut u8, i64, i32) -> i64);
        let mut out = [0u8; 10];
        assert_eq!(build(b"abc".as_ptr(), 3, out.as_mut_ptr(), 10, 1000), 1);
        assert_eq!(&out, b"abc-+abc  ");
        let mut out = [0u8; 4];
        assert_eq!(build(b"xyz".as_ptr(), 3, out.as_mut_ptr(), 4, 1), 0);
        assert_eq!(&out, b"xyz-");
        let code = function!(l, "code", extern "C" fn(i32) -> i32);
        assert_eq!(code(200), 200);
    }
}

#[test]
fn data_and_addresses() {
    let text = r#"module
mem.global [init = hex"0100000002000000", size = 16, sym = @table, type = type i32]
mem.global [relocs = [[0, @table], [8, @first]], size = 16, sym = @addresses, type = type ptr]
mem.global [common = true, size = 64, sym = @block_, type = type f64]
func.func [results = [type i32], sym = @first] {
  %t = mem.addr_of [sym = @table] : view<4xi32, contig>
  %zero = arith.const [value = 0] : index
  %e = view.elem %t, %zero : ref<i32>
  %r = mem.load %e : i32
  func.return %r
}
func.func [results = [type i32], sym = @through] {
  %a = mem.addr_of [offset = 8, sym = @addresses] : ref<ptr>
  %f = mem.load %a : ptr
  %x = func.call_ptr %f [segs = [1, 0]] : i32
  %t = mem.addr_of [sym = @addresses] : ref<ptr>
  %p = mem.load %t : ptr
  %four = arith.const [value = 4] : index
  %q = mem.offset %p, %four : ptr
  %r = mem.cast %q : ref<i32>
  %y = mem.load %r : i32
  %c = mem.addr_of [offset = 8, sym = @block_] : ref<i32>
  mem.store %y, %c
  %z = mem.load %c : i32
  %s = arith.add %x, %z : i32
  func.return %s
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let f = function!(l, "through", extern "C" fn() -> i32);
        assert_eq!(f(), 3);
    }
}

#[test]
fn reductions() {
    let text = r#"module
func.func [results = [type f64], sym = @total] (%p: ptr, %n: index, %m: index) {
  %v = view.make %p, %n, %m [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %s = loop.reduce %n, %m [kind = "sum"] (%i: index, %j: index) {
    %r = view.elem %v, %i, %j : ref<f64>
    %x = mem.load %r : f64
    loop.yield %x
  } : f64
  func.return %s
}
func.func [results = [type index], sym = @where_max] (%p: ptr, %n: index) {
  %v = view.make %p, %n [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  %zero = arith.const [value = 0.0] : f64
  %s = loop.reduce %n [kind = "maxloc"] (%i: index) {
    %r = view.elem %v, %i : ref<f64>
    %x = mem.load %r : f64
    %k = arith.cmp %x, %zero [pred = "gt"] : i1
    loop.yield %x, %k
  } : index
  func.return %s
}
func.func [results = [type f64], sym = @smallest] (%p: ptr, %n: index) {
  %v = view.make %p, %n [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  %s = loop.reduce %n [kind = "min"] (%i: index) {
    %r = view.elem %v, %i : ref<f64>
    %x = mem.load %r : f64
    loop.yield %x
  } : f64
  func.return %s
}
func.func [results = [type index], sym = @positive] (%p: ptr, %n: index) {
  %v = view.make %p, %n [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  %zero = arith.const [value = 0.0] : f64
  %s = loop.reduce %n [kind = "count"] (%i: index) {
    %r = view.elem %v, %i : ref<f64>
    %x = mem.load %r : f64
    %k = arith.cmp %x, %zero [pred = "gt"] : i1
    loop.yield %k
  } : index
  func.return %s
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let total = function!(l, "total", extern "C" fn(*const f64, i64, i64) -> f64);
        for n in [0usize, 1, 5, 17, 100, 1023, 1024, 1025, 1039, 1040, 2048] {
            let a: Vec<f64> = (0..n * 3).map(|i| 1.0 / (i as f64 + 1.0)).collect();
            // The documented order: serial for short first dimensions.
            let want = if n < 1024 { a.iter().sum() } else { lane_sum(&a, n) };
            assert_eq!(total(a.as_ptr(), n as i64, 3), want, "n = {n}");
        }
        let where_max = function!(l, "where_max", extern "C" fn(*const f64, i64) -> i64);
        let a = [f64::NAN, 1.0, 7.0, -9.0, 7.0];
        assert_eq!(where_max(a.as_ptr(), 5), 2);
        assert_eq!(where_max([-1.0, -2.0].as_ptr(), 2), -1);
        let smallest = function!(l, "smallest", extern "C" fn(*const f64, i64) -> f64);
        assert_eq!(smallest(a.as_ptr(), 5), -9.0);
        assert_eq!(smallest(a.as_ptr(), 0), f64::MAX);
        assert!(smallest(a.as_ptr(), 1).is_nan());
        assert_eq!(smallest([f64::INFINITY].as_ptr(), 1), f64::INFINITY);
        let positive = function!(l, "positive", extern "C" fn(*const f64, i64) -> i64);
        assert_eq!(positive(a.as_ptr(), 5), 3);
    }
}

/// The documented order of sums: 16 lanes for real64, leftovers of each column in order.
fn lane_sum(a: &[f64], n: usize) -> f64 {
    let mut lanes = [0.0; 16];
    let mut extra = 0.0;
    for column in a.chunks(n.max(1)) {
        let full = column.len() & !15;
        for (i, x) in column.iter().enumerate() {
            if i < full {
                lanes[i % 16] += x;
            } else {
                extra += x;
            }
        }
    }
    let mut half = 8;
    while half > 0 {
        for k in 0..half {
            lanes[k] += lanes[k + half];
        }
        half /= 2;
    }
    lanes[0] + extra
}

#[test]
fn library_operations() {
    let text = r#"module
func.func [sym = @product] (%a: ptr, %b: ptr, %c: ptr, %n: index, %s: f64) {
  %va = view.make %a, %n, %n [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %vb = view.make %b, %n, %n [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %vc = view.make %c, %n, %n [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  lib.matmul %vc, %va, %vb, %s [epilogue = true, prologue_b = true, ta = true] (%x: f64, %i: index, %j: index) {
    %y = arith.sub %x, %s : f64
    loop.yield %y
  } (%t: f64, %k: index, %l: index) {
    %kf = arith.cast %k : f64
    %u = arith.add %t, %kf : f64
    loop.yield %u
  }
  func.return
}
func.func [results = [type index], sym = @moves] (%a: ptr, %b: ptr, %c: ptr, %n: index) {
  %one = arith.const [value = 1] : index
  %two = arith.const [value = 2] : index
  %zero = arith.const [value = 0] : index
  %va = view.make %a, %n, %n [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %vb = view.make %b, %n, %n [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  lib.transpose %vb, %va
  %h = arith.div %n, %two : index
  %odd = view.section %va, %zero, %h, %two [dims = "s:", segs = [1, 3]] : view<?x?xf64>
  %vc = view.make %c, %h, %n [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  mem.copy %vc, %odd
  %mask = view.make %c, %h [segs = [1, 1, 0, 0]] : view<?xi64, contig>
  %r = arith.add %one, %zero : index
  func.return %r
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let product = function!(l, "product", extern "C" fn(*const f64, *const f64, *mut f64, i64, f64));
        let n = 5;
        let a: Vec<f64> = (0..n * n).map(|i| (i % 7) as f64).collect();
        let b: Vec<f64> = (0..n * n).map(|i| (i % 5) as f64 - 1.0).collect();
        let mut c = vec![0.0; n * n];
        product(a.as_ptr(), b.as_ptr(), c.as_mut_ptr(), n as i64, 0.5);
        for i in 0..n {
            for j in 0..n {
                let t: f64 = (0..n).map(|k| a[k + i * n] * (b[k + j * n] - 0.5)).sum();
                assert_eq!(c[i + j * n], t + i as f64, "c({i},{j})");
            }
        }
        let moves = function!(l, "moves", extern "C" fn(*const f64, *mut f64, *mut f64, i64) -> i64);
        let n = 4;
        let (mut b, mut c) = (vec![0.0; n * n], vec![0.0; n * n / 2]);
        assert_eq!(moves(a.as_ptr(), b.as_mut_ptr(), c.as_mut_ptr(), n as i64), 1);
        for i in 0..n {
            for j in 0..n {
                assert_eq!(b[j + i * n], a[i + j * n]);
                if i % 2 == 0 {
                    assert_eq!(c[i / 2 + j * n / 2], a[i + j * n]);
                }
            }
        }
    }
}

#[test]
fn private_variables_of_parallel_bodies() {
    // The shape that `do concurrent` takes: the index goes through a private variable.
    let text = r#"module
func.func [sym = @f] (%a: ptr, %n: index, %base: ref<i32>) {
  %va = view.make %a, %n [segs = [1, 1, 0, 0]] : view<?xf64, contig>
  loop.parallel %n (%k: index) {
    %i = mem.alloca [name = "i"] : ref<i32>
    %t = mem.alloca [name = "t"] : ref<f64>
    %k1 = arith.cast %k : i32
    %b = mem.load %base : i32
    %k2 = arith.add %k1, %b : i32
    mem.store %k2, %i
    %i1 = mem.load %i : i32
    %one = arith.const [value = 1] : i32
    %i2 = arith.sub %i1, %one : i32
    %x = arith.cast %i2 : index
    %r = view.elem %va, %x : ref<f64>
    %v = mem.load %r : f64
    mem.store %v, %t
    %i3 = mem.load %i : i32
    %fi = arith.cast %i3 : f64
    %t1 = mem.load %t : f64
    %z = arith.add %t1, %fi : f64
    mem.store %z, %t
    %t2 = mem.load %t : f64
    mem.store %t2, %r
  }
  func.return
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let f = function!(l, "f", extern "C" fn(*mut f64, i64, &i32));
        let mut a: Vec<f64> = (0..21).map(|i| f64::from(i) * 0.5).collect();
        f(a.as_mut_ptr(), 21, &1);
        for (i, x) in a.iter().enumerate() {
            assert_eq!(*x, i as f64 * 0.5 + i as f64 + 1.0);
        }
    }
}

#[test]
fn what_cannot_be_compiled_is_an_error() {
    let text = r#"module [files = ["a.f90"]]
func.func [sym = @f] {
  omp.barrier @0:7:3
  func.return
}
func.func [sym = @g] {
  cf.goto [label = "nowhere"] @0:9:1
}
"#;
    let m = ferrotran_ir::parse_module(text).expect("well formed");
    let e = ferrotran_backend::compile_object(&m, &modes()[0], &Default::default()).expect_err("not compiled");
    let e: Vec<String> = e.iter().map(|e| e.render(&m)).collect();
    assert_eq!(
        e,
        [
            "a.f90:7:3: omp.barrier cannot be compiled for the host at this stage",
            "a.f90:9:1: there is no label nowhere"
        ]
    );
}

#[test]
fn nests_over_parts_of_arrays() {
    let text = r#"module
func.func [sym = @f] (%a: ptr, %n: index, %m: index, %e: index, %from: index, %to: index) {
  %va = view.make %a, %n, %m [segs = [1, 2, 0, 0]] : view<?x?xf64, contig>
  %k = arith.sub %to, %from : index
  loop.parallel %e, %k (%i: index, %j: index) {
    %jj = arith.add %j, %from : index
    %r = view.elem %va, %i, %jj : ref<f64>
    %v = mem.load %r : f64
    %w = arith.add %v, %v : f64
    mem.store %w, %r
  }
  func.return
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let f = function!(l, "f", extern "C" fn(*mut f64, i64, i64, i64, i64, i64));
        for (n, m, e, from, to) in
            [(10, 5, 4, 1, 5), (10, 5, 10, 1, 4), (3, 20, 3, 2, 19), (7, 3, 0, 0, 3), (7, 3, 7, 2, 2)]
        {
            let a: Vec<f64> = (0..n * m).map(f64::from).collect();
            let mut b = a.clone();
            f(b.as_mut_ptr(), i64::from(n), i64::from(m), e, from, to);
            for (k, (x, y)) in a.iter().zip(&b).enumerate() {
                let (i, j) = (k as i64 % i64::from(n), k as i64 / i64::from(n));
                let inside = i < e && (from..to).contains(&j);
                assert_eq!(*y, if inside { 2.0 * x } else { *x }, "({i},{j}) of {n}x{m}");
            }
        }
    }
}

#[test]
fn large_local_arrays() {
    let text = r#"module
func.func [results = [type f64], sym = @f] (%n: index) {
  %a = mem.alloca [name = "a", zero = true] : view<2000000xf64, contig>
  %b = mem.alloca [name = "b"] : view<100xf64, contig>
  %zero = arith.const [value = 0] : index
  %go = arith.cmp %n, %zero [pred = "gt"] : i1
  %one = arith.const [value = 1] : index
  %last = arith.const [value = 1999999] : index
  %e = view.elem %a, %last : ref<f64>
  %v = mem.load %e : f64
  %h = arith.const [value = 0.5] : f64
  %w = arith.add %v, %h : f64
  mem.store %w, %e
  %q = view.elem %b, %one : ref<f64>
  mem.store %w, %q
  loop.if %go {
    %m = arith.sub %n, %one : index
    %r = func.call %m [callee = @f] : f64
    %x = mem.load %q : f64
    %y = arith.add %x, %r : f64
    func.return %y
  } {
  }
  func.return %w
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let f = function!(l, "f", extern "C" fn(i64) -> f64);
        for _ in 0..3 {
            assert_eq!(f(4), 2.5);
        }
    }
}

#[test]
fn temporaries_of_iterations_are_released() {
    // Each function gives how far the arena of temporaries grew during 1000 iterations.
    let body = |indent: &str, k: &str| {
        format!(
            "{indent}%t{k} = chr.concat %s, %s : chr<?>
{indent}%e{k} = func.call [callee = @frt_temp_mark] : i64
{indent}%g{k} = arith.sub %e{k}, %m : i64
{indent}%o{k} = mem.load %most : i64
{indent}%x{k} = arith.max %g{k}, %o{k} : i64
{indent}mem.store %x{k}, %most
"
        )
    };
    let head = |name: &str| {
        format!(
            "func.func [results = [type i64], sym = @{name}] (%p: ptr, %len: index) {{
  %s = chr.make %p, %len : chr<?>
  %most = mem.alloca [name = \"most\"] : ref<i64>
  %i = mem.alloca [name = \"i\"] : ref<i32>
  %zero = arith.const [value = 0] : i64
  %z = arith.const [value = 0] : i32
  %one = arith.const [value = 1] : i32
  %end = arith.const [value = 1000] : i32
  mem.store %zero, %most
  mem.store %z, %i
  %m = func.call [callee = @frt_temp_mark] : i64
"
        )
    };
    let count = "%v = mem.load %i : i32
  %w = arith.add %v, %one : i32
  mem.store %w, %i
  %more = arith.cmp %w, %end [pred = \"lt\"] : i1
";
    let tail = "  %r = mem.load %most : i64\n  func.return %r\n}\n";
    let mut text = String::from("module\n");
    text += &head("counted");
    text += &format!(
        "  loop.for %one, %end, %one (%k: i32) {{\n{}    %odd = arith.cmp %k, %end [pred = \"lt\"] : i1
    loop.if %odd {{\n      loop.continue\n    }} {{\n    }}\n  }}\n{tail}",
        body("    ", "a")
    );
    text += &head("jumps");
    text += &format!(
        "  cf.label [label = \"10\"]\n{}  {count}  loop.if %more {{\n    cf.goto [label = \"10\"]\n  }} {{\n  }}\n{tail}",
        body("  ", "a")
    );
    text += &head("whiles");
    text += &format!(
        "  loop.while {{\n  {count}    loop.yield %more\n  }} {{\n{}    loop.block [label = \"b\"] {{
      loop.break [label = \"b\"]\n    }}\n  }}\n{tail}",
        body("    ", "a")
    );
    for o in modes() {
        let l = load(&text, &o);
        for f in [
            function!(l, "counted", extern "C" fn(*const u8, i64) -> i64),
            function!(l, "jumps", extern "C" fn(*const u8, i64) -> i64),
            function!(l, "whiles", extern "C" fn(*const u8, i64) -> i64),
        ] {
            let s = [b'x'; 1000];
            let grown = f(s.as_ptr(), 1000);
            assert!((2000..2100).contains(&grown), "grew by {grown} bytes");
        }
    }
}

#[test]
fn device_plans_compile() {
    // Without a device the region goes to the host's copy.
    let text = r#"module [files = ["a.f90"]]
func.func [results = [type i32], sym = @f] (%p: ptr, %n: index) {
  %v = view.make %p, %n [segs = [1, 1, 0, 0]] : view<?xf32, contig>
  %no = arith.const [value = 0] : i1
  dev.map %v, %no [kind = 3, name = "a", segs = [1, 1, 0]] @0:3:1
  %d = dev.enter %no [line = 3, segs = [0, 1]] : i1
  loop.if %d {
    %bytes = arith.const [value = 64] : index
    %k = dev.alloc %bytes : ptr
    %r = mem.cast %k : ref<f32>
    %x = dev.read %r : f32
    dev.free %k
    dev.copy %v, %v
    dev.leave
    %one = arith.const [value = 1] : i32
    func.return %one
  } {
    %two = arith.const [value = 2] : i32
    func.return %two
  }
  dev.unmap %v, %no [kind = 3, segs = [1, 1, 0]]
  func.unreachable
}
"#;
    for o in modes() {
        let l = load(text, &o);
        let f = function!(l, "f", extern "C" fn(*mut f32, i64) -> i32);
        assert_eq!(f([0f32; 4].as_mut_ptr(), 4), 2);
    }
}
