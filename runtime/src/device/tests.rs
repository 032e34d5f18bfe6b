//! The data environment and launches on a software Vulkan device. Where there is none, the tests say
//! so and pass.

use super::env::{Env, Item};
use super::lending::Borrowed;
use super::mapping::Failure;
use super::reserve::Expected;
use super::section::Section;
use super::select;
use crate::desc::{Dim, Header, VERSION};
use ferrotran_abi::codes::NO_DEVICE;
use ferrotran_abi::kernel::*;
use ferrotran_abi::map::*;

/// Waits for the results of a directive.
fn landed(begun: Result<Option<super::machine::Rest>, String>) {
    if let Some(rest) = begun.unwrap() {
        rest().unwrap();
    }
}

fn device() -> Option<Env> {
    select::choose("vulkan");
    match select::devices().into_iter().next() {
        Some((info, adapter)) => Some(Env::open(info, &adapter, 0).expect("the device opens")),
        None => {
            eprintln!("skipped: no Vulkan adapter");
            None
        }
    }
}

fn message(e: Failure) -> String {
    match e {
        Failure::NoRoom(e) | Failure::Other(e) => e,
    }
}

fn section<T>(data: &[T], first: usize, count: usize, step: isize) -> Section {
    let size = size_of::<T>() as i64;
    let base = (&raw const data[first]) as u64;
    Section::new(base, size as u64, &[(count as i64, size * step as i64)])
}

fn whole<T>(data: &[T]) -> Section {
    section(data, 0, data.len(), 1)
}

/// A descriptor in memory.
#[repr(C)]
struct Desc {
    head: Header,
    dims: [Dim; 2],
}

fn desc(s: &Section) -> Desc {
    let mut d = Desc {
        head: Header {
            base_addr: s.base as *mut u8,
            elem_len: s.elem,
            version: VERSION,
            rank: s.dims().len() as u8,
            attribute: 0,
            type_code: 0,
        },
        dims: [Dim { lower_bound: 0, extent: 0, sm: 0 }; 2],
    };
    for (to, &(extent, sm)) in d.dims.iter_mut().zip(s.dims()) {
        *to = Dim { lower_bound: 1, extent, sm };
    }
    d
}

/// An encoded kernel, aligned like nothing in particular, that lives as long as the process.
fn image(k: &CompiledKernel) -> *const u8 {
    let mut bytes = vec![0u8];
    bytes.extend(k.encode());
    Box::leak(bytes.into_boxed_slice())[1..].as_ptr()
}

fn words(spv: &[u8]) -> Vec<u32> {
    spv.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect()
}

fn view(elem: ElemKind, bindings: Vec<Binding>, offset: u32, extent: u32, stride: u32) -> Arg {
    let unit = elem.size();
    let (extents, strides) = (vec![extent], vec![stride]);
    Arg::View(ViewArg {
        name: String::new(),
        elem,
        rank: 1,
        reads: true,
        writes: true,
        unit,
        bindings,
        offset,
        extents,
        strides,
    })
}

fn item<'n>(section: &Section, how: i32, name: &'n str) -> Item<'n> {
    Item { section: *section, ty: std::ptr::null(), how, name }
}

fn axpy() -> *const u8 {
    axpy_with(words(include_bytes!("tests/axpy.spv")), true)
}

/// The same with an input that is marked as one.
fn axpy_of_input() -> *const u8 {
    const DECORATE: u32 = 71;
    const BINDING: u32 = 33;
    let spirv = words(include_bytes!("tests/axpy.spv"));
    let mut marked = spirv[..SPIRV_HEADER].to_vec();
    for instruction in instructions(&spirv) {
        marked.extend_from_slice(instruction);
        if let &[op, variable, BINDING, 1] = instruction
            && op & 0xffff == DECORATE
        {
            // NonWritable
            marked.extend([3 << 16 | DECORATE, variable, 24]);
        }
    }
    assert_eq!(marked.len(), spirv.len() + 3);
    axpy_with(marked, false)
}

fn axpy_with(spirv: Vec<u32>, writes: bool) -> *const u8 {
    let mut x = view(ElemKind::F32, vec![Binding { index: 1, storage: Storage::F32 }], 0, NO_WORD, 1);
    if let Arg::View(v) = &mut x {
        v.writes = writes;
    }
    let bind = |index| vec![Binding { index, storage: Storage::F32 }];
    image(&CompiledKernel {
        name: "axpy".into(),
        needs: 0,
        wide: false,
        twin: None,
        args: vec![x, view(ElemKind::F32, bind(2), 2, 4, 3), Arg::Scalar(ScalarArg { kind: ScalarKind::F32, word: 5 })],
        params_words: 6,
        params_also: vec![],
        scratch: vec![],
        stages: vec![Stage {
            spirv,
            entry: "main".into(),
            workgroup: [64, 1, 1],
            grid: Grid::Linear(Expr::Extent { arg: 1, dim: 0 }),
        }],
    })
}

fn run_axpy(env: &mut Env, kernel: *const u8, x: &Section, y: &Section, a: f32) -> Result<(), String> {
    let (x, y) = (desc(x), desc(y));
    let args = [(&raw const x).cast::<u8>(), (&raw const y).cast(), (&raw const a).cast()];
    // SAFETY: the kernel takes two rank-1 views and a 32-bit float.
    unsafe { env.launch(kernel, std::ptr::null(), args.as_ptr()) }
}

#[test]
fn a_region() {
    let Some(mut env) = device() else { return };
    let kernel = axpy();
    let n = 100_000;
    let x: Vec<f32> = (0..n).map(|i| (i % 1000) as f32).collect();
    let mut y: Vec<f32> = vec![1.0; n];
    env.enter();
    env.map(&item(&whole(&x), TO, "x")).unwrap();
    env.map(&item(&whole(&y), TO | FROM, "y")).unwrap();
    // Each launch sees what the one before has written; more of them than fit in one submission.
    for _ in 0..200 {
        run_axpy(&mut env, kernel, &whole(&x), &whole(&y), 0.5).unwrap();
    }
    landed(env.unmap(&item(&whole(&y), TO | FROM, "y")));
    landed(env.unmap(&item(&whole(&x), TO, "x")));
    env.leave().unwrap();
    let y = std::hint::black_box(&mut y);
    assert!((0..n).all(|i| y[i] == 1.0 + 100.0 * (i % 1000) as f32), "{:?}", &y[..10]);
}

#[test]
fn sections_and_counts() {
    let Some(mut env) = device() else { return };
    let kernel = axpy();
    let x: Vec<f32> = (0..50).map(|i| i as f32).collect();
    let mut y: Vec<f32> = vec![1.0; 103];
    let outer = whole(&y);
    env.map(&item(&outer, TO, "y")).unwrap();
    env.map(&item(&whole(&x), TO, "x")).unwrap();
    // Every second element from the third on, and x backwards.
    let odd = section(&y, 2, 50, 2);
    env.enter();
    env.map(&item(&odd, TO | FROM, "y")).unwrap();
    run_axpy(&mut env, kernel, &section(&x, 49, 50, -1), &odd, 1.0).unwrap();
    landed(env.unmap(&item(&odd, TO | FROM, "y")));
    env.leave().unwrap();
    assert_eq!(y, vec![1.0; 103], "still mapped: nothing is copied back");
    // Host bytes between the elements stay.
    y.fill(-1.0);
    landed(env.update(&item(&odd, FROM, "")));
    for (i, y) in y.iter().enumerate() {
        let in_section = i >= 2 && i % 2 == 0 && i < 102;
        let want = if in_section { 50.0 - (i - 2) as f32 / 2.0 } else { -1.0 };
        assert_eq!(*y, want, "{i}");
    }
    // And device bytes between them, too.
    y.fill(7.0);
    landed(env.update(&item(&odd, TO, "")));
    landed(env.unmap(&item(&outer, FROM, "y")));
    for (i, y) in y.iter().enumerate() {
        let in_section = i >= 2 && i % 2 == 0 && i < 102;
        assert_eq!(*y, if in_section { 7.0 } else { 1.0 }, "{i}");
    }
    assert!(!env.holds(outer.base, 4));
    let e = run_axpy(&mut env, kernel, &whole(&x), &outer, 1.0).unwrap_err();
    assert!(e.contains("axpy") && e.contains("not mapped"), "{e}");
}

#[test]
fn map_rules() {
    let Some(mut env) = device() else { return };
    let mut data: Vec<u8> = (0..200).collect();
    let part = section(&data, 3, 50, 1);
    env.map(&item(&part, TO, "part")).unwrap();
    let e = message(env.map(&item(&whole(&data), TO, "data")).unwrap_err());
    assert!(e.contains("'data'") && e.contains("'part'") && e.contains("partly"), "{e}");
    let e = message(env.map(&item(&section(&data, 60, 10, 1), TO | PRESENT, "rest")).unwrap_err());
    assert!(e.contains("'rest' is not present"), "{e}");
    // Present: mapping does not copy, except with always.
    data[3..53].fill(9);
    env.map(&item(&part, TO, "part")).unwrap();
    data[10] = 99;
    let ten = section(&data, 10, 1, 1);
    env.map(&item(&ten, TO | ALWAYS, "ten")).unwrap();
    data[3..53].fill(0);
    landed(env.unmap(&item(&ten, RELEASE, "ten")));
    landed(env.unmap(&item(&section(&data, 11, 3, 1), FROM | ALWAYS, "three")));
    assert_eq!(data[9..15], [0, 0, 11, 12, 13, 0], "always copies, only what is named");
    landed(env.unmap(&item(&part, DELETE | FROM, "part")));
    let want: Vec<u8> = (3..53).map(|i| if i == 10 { 99 } else { i }).collect();
    assert_eq!(data[3..53], want);
    assert!(!env.holds(part.base, 1));
    // Neither unmapping nor updating what is absent is an error; nor is anything empty.
    landed(env.unmap(&item(&part, FROM, "part")));
    landed(env.update(&item(&part, FROM, "")));
    env.map(&item(&section(&data, 0, 0, 1), TO | PRESENT, "empty")).unwrap();
}

#[test]
fn odd_bytes_keep_their_neighbours() {
    let Some(mut env) = device() else { return };
    let mut data: Vec<u8> = (0..64).collect();
    let all = whole(&data);
    env.map(&item(&all, TO, "data")).unwrap();
    data.fill(200);
    landed(env.update(&item(&section(&data, 5, 6, 1), TO, "")));
    landed(env.update(&item(&section(&data, 21, 4, 3), TO, "")));
    landed(env.unmap(&item(&all, FROM, "data")));
    let sent = |i: u8| (5..11).contains(&i) || [21, 24, 27, 30].contains(&i);
    let want: Vec<u8> = (0..64).map(|i| if sent(i) { 200 } else { i }).collect();
    assert_eq!(data, want);
}

#[test]
fn device_memory() {
    let Some(mut env) = device() else { return };
    let kernel = axpy();
    let x: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    env.enter();
    env.map(&item(&whole(&x), TO, "x")).unwrap();
    let key = env.alloc(4000).unwrap();
    let temp = Section::new(key, 4, &[(1000, 4)]);
    env.copy(&temp, &whole(&x)).unwrap();
    run_axpy(&mut env, kernel, &whole(&x), &temp, 2.0).unwrap();
    // Within one buffer.
    env.copy(&Section::new(key, 4, &[(10, 4)]), &Section::new(key + 400, 4, &[(10, 4)])).unwrap();
    let mut got = [0f32; 1];
    for (i, want) in [(0, 300.0), (9, 327.0), (10, 30.0), (999, 2997.0)] {
        // SAFETY: `got` has four bytes.
        unsafe { env.read(got.as_mut_ptr().cast(), key + 4 * i, 4).unwrap() };
        assert_eq!(got[0], want);
    }
    assert!(env.free(key));
    assert!(!env.free(key));
    landed(env.unmap(&item(&whole(&x), RELEASE, "x")));
    env.leave().unwrap();
    let e = env.alloc(1 << 60).unwrap_err();
    assert!(e.contains(&(1u64 << 60).to_string()) && e.contains("at most"), "{e}");
    let huge = Section::new(x.as_ptr() as u64, 4, &[(1 << 40, 4)]);
    let e = message(env.map(&item(&huge, 0, "huge")).unwrap_err());
    assert!(e.contains("'huge' needs") && e.contains("at most"), "{e}");
}

/// As on Metal and DX12, where wgpu checks that the layout is what the SPIR-V says.
#[test]
fn through_the_front_end() {
    let Some(mut env) = device() else { return };
    env.without_passthrough();
    let x = vec![1f32; 100];
    let y = vec![2f32; 100];
    env.enter();
    env.map(&item(&whole(&x), TO, "x")).unwrap();
    env.map(&item(&whole(&y), TO | FROM, "y")).unwrap();
    run_axpy(&mut env, axpy(), &whole(&x), &whole(&y), 3.0).unwrap();
    landed(env.unmap(&item(&whole(&y), TO | FROM, "y")));
    env.leave().unwrap();
    assert_eq!(*std::hint::black_box(&y), [5.0; 100]);
    run_input(&mut env);
    run_stages(&mut env);
}

#[test]
fn inputs_and_outputs() {
    let Some(mut env) = device() else { return };
    run_input(&mut env);
}

/// A kernel with an input, of another buffer than its output and of the same.
fn run_input(env: &mut Env) {
    let kernel = axpy_of_input();
    let x = vec![1f32; 100];
    let y = vec![2f32; 100];
    env.enter();
    env.map(&item(&whole(&x), TO | FROM, "x")).unwrap();
    env.map(&item(&whole(&y), TO | FROM, "y")).unwrap();
    run_axpy(env, kernel, &whole(&x), &whole(&y), 3.0).unwrap();
    run_axpy(env, kernel, &whole(&x), &whole(&x), 3.0).unwrap();
    run_axpy(env, kernel, &whole(&x), &whole(&y), 1.0).unwrap();
    landed(env.unmap(&item(&whole(&y), TO | FROM, "y")));
    landed(env.unmap(&item(&whole(&x), TO | FROM, "x")));
    env.leave().unwrap();
    assert_eq!(*std::hint::black_box(&y), [9.0; 100]);
    assert_eq!(*std::hint::black_box(&x), [4.0; 100]);
}

#[test]
fn stages_and_scratch() {
    let Some(mut env) = device() else { return };
    run_stages(&mut env);
}

fn run_stages(env: &mut Env) {
    let f64s = |index| vec![Binding { index, storage: Storage::F64 }];
    let n = Expr::Scalar(0);
    let stage = |entry: &str| Stage {
        spirv: words(include_bytes!("tests/stages.spv")),
        entry: entry.into(),
        workgroup: [32, 1, 1],
        grid: Grid::Invocations([n.clone(), Expr::Const(1), Expr::Const(1)]),
    };
    let kernel = image(&CompiledKernel {
        name: "stages".into(),
        needs: needs::F64,
        wide: false,
        twin: None,
        args: vec![
            Arg::Scalar(ScalarArg { kind: ScalarKind::Index, word: 0 }),
            Arg::Scalar(ScalarArg { kind: ScalarKind::F64, word: 2 }),
            view(ElemKind::F64, f64s(2), 4, NO_WORD, NO_WORD),
            view(ElemKind::F64, f64s(3), 5, NO_WORD, NO_WORD),
        ],
        params_words: 6,
        params_also: f64s(1),
        scratch: vec![Scratch { bindings: f64s(4), bytes: Expr::product([n.clone(), Expr::Const(8)]) }],
        stages: vec![stage("scale"), stage("reverse")],
    });
    let x: Vec<f64> = (0..3000).map(f64::from).collect();
    let y: Vec<f64> = vec![0.0; 3000];
    env.enter();
    for n in [3000i64, 10, 0] {
        env.map(&item(&whole(&x), TO, "x")).unwrap();
        env.map(&item(&whole(&y), FROM, "y")).unwrap();
        let (dx, dy) = (desc(&whole(&x)), desc(&whole(&y)));
        let scale = 0.1f64;
        let args =
            [(&raw const n).cast::<u8>(), (&raw const scale).cast(), (&raw const dx).cast(), (&raw const dy).cast()];
        // SAFETY: as the kernel's arguments say.
        unsafe { env.launch(kernel, std::ptr::null(), args.as_ptr()).unwrap() };
        landed(env.unmap(&item(&whole(&y), FROM, "y")));
        landed(env.unmap(&item(&whole(&x), TO, "x")));
        env.leave().unwrap();
        let y = std::hint::black_box(&y);
        for (i, y) in y.iter().enumerate().take(n as usize) {
            assert_eq!(*y, 0.1 * (n as usize - 1 - i) as f64);
        }
    }
}

#[test]
fn one_buffer_twice_in_a_kernel() {
    let Some(mut env) = device() else { return };
    let both = vec![Binding { index: 1, storage: Storage::F32 }, Binding { index: 2, storage: Storage::U32 }];
    let kernel = image(&CompiledKernel {
        name: "alias".into(),
        needs: 0,
        wide: false,
        twin: None,
        args: vec![view(ElemKind::F32, both, 0, 1, NO_WORD)],
        params_words: 2,
        params_also: vec![],
        scratch: vec![],
        stages: vec![Stage {
            spirv: words(include_bytes!("tests/alias.spv")),
            entry: "main".into(),
            workgroup: [64, 1, 1],
            grid: Grid::Linear(Expr::Extent { arg: 0, dim: 0 }),
        }],
    });
    let x = vec![0f32; 501];
    env.enter();
    env.map(&item(&whole(&x), FROM, "x")).unwrap();
    let d = desc(&whole(&x));
    let args = [(&raw const d).cast::<u8>()];
    // SAFETY: as the kernel's arguments say.
    unsafe { env.launch(kernel, std::ptr::null(), args.as_ptr()).unwrap() };
    landed(env.unmap(&item(&whole(&x), FROM, "x")));
    env.leave().unwrap();
    let x = std::hint::black_box(&x);
    assert!((0..501).all(|i| x[i] == i as f32), "{:?}", &x[..8]);
    // Two views in one buffer, both written: x(1:250) and x(252:501).
    let kernel = axpy();
    env.map(&item(&whole(x), TO | FROM, "x")).unwrap();
    run_axpy(&mut env, kernel, &section(x, 0, 250, 1), &section(x, 251, 250, 1), 1.0).unwrap();
    landed(env.unmap(&item(&whole(x), FROM, "x")));
    let x = std::hint::black_box(x);
    assert!((251..501).all(|i| x[i] == (i + i - 251) as f32));
}

#[test]
fn regions_on_the_host_borrow_what_they_use() {
    let Some(mut env) = device() else { return };
    let kernel = axpy();
    let mut x = vec![1f32; 10];
    let mut y = vec![1f32; 10];
    env.map(&item(&whole(&x), TO, "x")).unwrap();
    env.map(&item(&whole(&y), TO | FROM, "y")).unwrap();
    env.enter();
    run_axpy(&mut env, kernel, &whole(&x), &whole(&y), 1.0).unwrap();
    env.leave().unwrap();
    x.fill(5.0);
    y.fill(7.0);
    let mut borrowed = Borrowed::default();
    env.lend(&item(&whole(&y), TO | FROM, "y"), &mut borrowed).unwrap();
    assert_eq!(*std::hint::black_box(&x), [5.0; 10], "the region does not use it");
    assert_eq!(*std::hint::black_box(&y), [2.0; 10]);
    // Another region reads it meanwhile.
    let mut other = Borrowed::default();
    // It has an object with the address of the one, and reaches the other by it.
    let object = [x.as_ptr() as u64, y.as_ptr() as u64 + 8];
    env.lend_address(object.as_ptr() as u64, 16, &mut other).unwrap();
    assert_eq!(*std::hint::black_box(&x), [5.0; 10], "nothing has followed the address");
    env.lend_reached(false, &mut other).unwrap();
    assert_eq!(*std::hint::black_box(&x), [1.0; 10]);
    assert_eq!(*std::hint::black_box(&y), [2.0; 10]);
    y.fill(10.0);
    env.take_back(&other).unwrap();
    assert_eq!(*std::hint::black_box(&x), [5.0; 10]);
    env.take_back(&borrowed).unwrap();
    assert_eq!(*std::hint::black_box(&y), [7.0; 10], "the host has its own value again");
    env.enter();
    run_axpy(&mut env, kernel, &whole(&x), &whole(&y), 1.0).unwrap();
    env.leave().unwrap();
    landed(env.unmap(&item(&whole(&y), TO | FROM, "y")));
    assert_eq!(y, [11.0; 10]);
}

#[test]
fn bytes_that_are_no_kernel() {
    let Some(mut env) = device() else { return };
    let junk = [7u8; 64];
    let args = [std::ptr::null::<u8>()];
    // SAFETY: the bytes are refused before anything else is read.
    let e = unsafe { env.launch(junk.as_ptr(), std::ptr::null(), args.as_ptr()).unwrap_err() };
    assert!(e.contains("not a device kernel"), "{e}");
}

#[test]
fn large_transfers_go_in_pieces() {
    let Some(mut env) = device() else { return };
    // Larger than a staging piece, not a multiple of anything, and not aligned.
    let n = (40 << 20) + 7;
    let mut data: Vec<u8> = (0..n).map(|i| ((i * 31) >> 3) as u8).collect();
    let copy = data.clone();
    let part = section(&data, 1, n - 2, 1);
    env.map(&item(&part, TO, "data")).unwrap();
    data.fill(0);
    landed(env.unmap(&item(&part, FROM, "data")));
    assert!(data[1..n - 1] == copy[1..n - 1]);
    assert_eq!((data[0], data[n - 1]), (0, 0));
}

/// Runs one of the scenes below in a process of its own, with these variables: exit status, output.
fn scene(name: &str, vars: &[(&str, &str)]) -> (Option<i32>, String) {
    let exe = std::env::current_exe().expect("a test knows its own file");
    let mut run = std::process::Command::new(exe);
    run.args(["--exact", "device::tests::child", "--ignored", "--nocapture", "--test-threads=1"]);
    for gone in ["FERROTRAN_DEVICE", "OMP_TARGET_OFFLOAD", "OMP_DEFAULT_DEVICE", "FERROTRAN_DEVICE_TRACE"] {
        run.env_remove(gone);
    }
    let out = run.env("SCENE", name).envs(vars.iter().copied()).output().expect("the test binary starts again");
    (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
}

/// The other side of [`scene`].
#[test]
#[ignore = "a part of other tests"]
fn child() {
    let x = vec![1f32; 10];
    let (sx, args) = (desc(&whole(&x)), 2f32);
    let p: *const std::ffi::c_void = (&raw const sx).cast();
    let (file, name) = (c"prog.f90".as_ptr(), c"x".as_ptr());
    // SAFETY: as the ABI table says of each.
    unsafe {
        match std::env::var("SCENE").as_deref() {
            Ok("region") => {
                super::map(p, TO, std::ptr::null(), name, NO_DEVICE, 1, file, 7);
                let on_device = super::enter(NO_DEVICE, 1, file, 7);
                eprintln!("enter gave {on_device}");
                if on_device == 1 {
                    super::map(p, TO | FROM, std::ptr::null(), name, NO_DEVICE, 1, std::ptr::null(), 0);
                    let argv = [p, p, (&raw const args).cast()];
                    super::launch(axpy(), std::ptr::null(), argv.as_ptr());
                    let mut first = 0f32;
                    super::read((&raw mut first).cast(), x.as_ptr().cast(), 4);
                    eprintln!("read {first}");
                    super::unmap(p, TO | FROM, std::ptr::null(), name, NO_DEVICE, 1, std::ptr::null(), 0);
                    super::leave();
                }
                eprintln!("enter gave {}", super::enter(NO_DEVICE, 0, file, 8));
                super::unmap(p, FROM, std::ptr::null(), name, NO_DEVICE, 1, std::ptr::null(), 0);
                eprintln!("x = {}", std::hint::black_box(&x)[3]);
            }
            Ok("threads") => {
                std::thread::scope(|scope| {
                    for t in 0..4 {
                        scope.spawn(move || many_regions(t));
                    }
                });
                eprintln!("all done");
            }
            Ok("f16") => {
                super::require(1 << 20);
                eprintln!("enter gave {}", super::enter(NO_DEVICE, 1, file, 9));
            }
            Ok("unsupported") => {
                super::unsupported(NO_DEVICE, 1, file, 11, b"it does I/O".as_ptr(), 11);
                eprintln!("still here");
            }
            Ok("overlap") => {
                let part = desc(&section(&x, 2, 4, 1));
                super::map(
                    (&raw const part).cast(),
                    TO,
                    std::ptr::null(),
                    c"part".as_ptr(),
                    NO_DEVICE,
                    1,
                    std::ptr::null(),
                    0,
                );
                super::map(p, TO, std::ptr::null(), name, NO_DEVICE, 1, std::ptr::null(), 0);
                eprintln!("still here");
            }
            _ => {}
        }
    }
}

/// Regions of one thread among others; every second round without a region around the unmap.
fn many_regions(t: usize) {
    let kernel = axpy();
    let a = 1f32;
    for round in 0..30 {
        let x = vec![t as f32; 100 + t];
        let mut y = vec![1f32; 100 + t];
        y[0] = round as f32;
        let (dx, dy) = (desc(&whole(&x)), desc(&whole(&y)));
        let (px, py): (*const std::ffi::c_void, _) = ((&raw const dx).cast(), (&raw const dy).cast());
        // SAFETY: as the ABI table says of each.
        unsafe {
            super::map(py, TO, std::ptr::null(), c"y".as_ptr(), NO_DEVICE, 1, std::ptr::null(), 0);
            assert_eq!(super::enter(NO_DEVICE, 1, c"prog.f90".as_ptr(), 1), 1);
            super::map(px, TO, std::ptr::null(), c"x".as_ptr(), NO_DEVICE, 1, std::ptr::null(), 0);
            let argv = [px, py, (&raw const a).cast()];
            (0..5).for_each(|_| super::launch(kernel, std::ptr::null(), argv.as_ptr()));
            super::unmap(px, TO, std::ptr::null(), c"x".as_ptr(), NO_DEVICE, 1, std::ptr::null(), 0);
            if round % 2 == 0 {
                super::unmap(py, FROM, std::ptr::null(), c"y".as_ptr(), NO_DEVICE, 1, std::ptr::null(), 0);
                super::leave();
            } else {
                super::leave();
                super::unmap(py, FROM, std::ptr::null(), c"y".as_ptr(), NO_DEVICE, 1, std::ptr::null(), 0);
            }
        }
        let y = std::hint::black_box(&y);
        assert_eq!(y[0], round as f32 + 5.0 * t as f32);
        assert!(y[1..].iter().all(|y| *y == 1.0 + 5.0 * t as f32), "thread {t}, round {round}");
    }
}

#[test]
fn threads_share_a_device() {
    if device().is_none() {
        return;
    }
    let (status, out) = scene("threads", &[("FERROTRAN_DEVICE", "vulkan")]);
    assert!(status == Some(0) && out.contains("all done"), "{out}");
}

#[test]
fn host_only() {
    let (status, out) = scene("region", &[("FERROTRAN_DEVICE", "host"), ("FERROTRAN_DEVICE_TRACE", "1")]);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("enter gave 0") && out.contains("x = 1") && !out.contains("open"), "{out}");
    let vars = [("FERROTRAN_DEVICE", "vulkan"), ("OMP_TARGET_OFFLOAD", "disabled")];
    let (status, out) = scene("region", &vars);
    assert!(status == Some(0) && out.contains("enter gave 0") && out.contains("x = 1"), "{out}");
    let (status, out) = scene("region", &[("FERROTRAN_DEVICE", "host"), ("OMP_TARGET_OFFLOAD", "mandatory")]);
    assert_eq!(status, Some(2), "{out}");
    assert!(out.contains("prog.f90:7") && out.contains("OMP_TARGET_OFFLOAD is mandatory"), "{out}");
    let (status, out) = scene("region", &[("FERROTRAN_DEVICE", "no such GPU")]);
    assert!(status == Some(0) && out.contains("no device matches 'no such GPU'") && out.contains("x = 1"), "{out}");
    let (status, out) = scene("unsupported", &[("FERROTRAN_DEVICE", "host")]);
    assert!(status == Some(0) && out.contains("still here"), "{out}");
    let (status, out) = scene("unsupported", &[("OMP_TARGET_OFFLOAD", "mandatory")]);
    assert!(status == Some(2) && out.contains("prog.f90:11") && out.contains("it does I/O"), "{out}");
}

#[test]
fn device_by_name() {
    if device().is_none() {
        return;
    }
    for choice in ["vulkan", "Vulkan"] {
        let vars = [("FERROTRAN_DEVICE", choice), ("FERROTRAN_DEVICE_TRACE", "1")];
        let (status, out) = scene("region", &vars);
        assert_eq!(status, Some(0), "{out}");
        for line in [
            "device: map x: 40 bytes, copy to device",
            "device: enter the target region at prog.f90:7 on ",
            "enter gave 1",
            "device: map x: present, count 2",
            "device: launch axpy: 1x1x1 groups of 64x1x1",
            "device: unmap x: count 1",
            "device: leave",
            "read 3",
            "device: unmap x: free, copy to host",
            "enter gave 0",
            "x = 3",
        ] {
            assert!(out.contains(line), "no '{line}' in\n{out}");
        }
    }
    // A device number that does not exist is the host.
    let (status, out) = scene("region", &[("FERROTRAN_DEVICE", "vulkan"), ("OMP_DEFAULT_DEVICE", "77")]);
    assert!(status == Some(0) && out.contains("enter gave 0"), "{out}");
    let (status, out) = scene("f16", &[("FERROTRAN_DEVICE", "vulkan")]);
    assert!(status == Some(0) && out.contains("lacks") && out.contains("enter gave 0"), "{out}");
    let vars = [("FERROTRAN_DEVICE", "vulkan"), ("OMP_TARGET_OFFLOAD", "mandatory")];
    let (status, out) = scene("f16", &vars);
    assert!(status == Some(2) && out.contains("mandatory"), "{out}");
    let (status, out) = scene("overlap", &[("FERROTRAN_DEVICE", "vulkan")]);
    assert!(status == Some(2) && out.contains("'x' (40 bytes at") && out.contains("'part' (16 bytes"), "{out}");
}

#[test]
fn more_than_kernels_count_is_refused_before_the_region() {
    let Some(mut env) = device() else { return };
    let most = i64::from(i32::MAX);
    let iterations = |count| Expected::Iterations { count, wide: false };
    assert!(env.reserve(&[iterations(most), iterations(-1)]).is_ok());
    assert!(env.reserve(&[iterations(most + 1)]).unwrap_err().contains("2147483648 iterations"));
    let wide = |count| Expected::Iterations { count, wide: true };
    assert!(env.reserve(&[wide(most + 1)]).is_ok());
    assert!(env.reserve(&[wide(i64::MAX)]).unwrap_err().contains("more than a device can start"));
    let array = |elements| Expected::Map { range: 4096..8192, how: 0, name: "a".into(), endless: false, elements };
    assert!(env.reserve(&[array(4096)]).is_ok());
    assert!(env.reserve(&[array(1 << 31)]).unwrap_err().contains("'a' has 2147483648 elements"));
}

#[test]
#[ignore = "prints times"]
fn times() {
    let start = std::time::Instant::now();
    let found = select::adapters();
    eprintln!("adapters: {:?}\n{found:#?}", start.elapsed());
    let start = std::time::Instant::now();
    let mut env = device().expect("a device");
    eprintln!("enumerate and open: {:?}", start.elapsed());
    let kernel = axpy();
    let x = vec![0f32; 64];
    env.map(&item(&whole(&x), TO, "x")).unwrap();
    env.enter();
    for round in 0..3 {
        let start = std::time::Instant::now();
        for _ in 0..1000 {
            run_axpy(&mut env, kernel, &whole(&x), &whole(&x), 1.0).unwrap();
        }
        let queued = start.elapsed();
        env.leave().unwrap();
        eprintln!("round {round}: 1000 launches queued in {queued:?}, done in {:?}", start.elapsed());
    }
    let big = vec![1u8; 100 << 20];
    for _ in 0..3 {
        let start = std::time::Instant::now();
        env.map(&item(&whole(&big), TO, "big")).unwrap();
        let up = start.elapsed();
        landed(env.unmap(&item(&whole(&big), FROM, "big")));
        eprintln!("100 MiB up {up:?}, down {:?}", start.elapsed() - up);
    }
}

#[test]
fn gaps_stay_as_they_are_and_nothing_is_lost() {
    let Some(mut env) = device() else { return };
    let mut data: Vec<i32> = (0..300).collect();
    env.map(&item(&whole(&data), TO, "data")).unwrap();
    data.fill(-1);
    // Every fourth element comes back, packed.
    let some = section(&data, 2, 70, 4);
    landed(env.update(&item(&some, FROM, "data")));
    let expected = |i: usize| if i % 4 == 2 && i < 2 + 4 * 70 { i as i32 } else { -1 };
    assert!(data.iter().enumerate().all(|(i, &x)| x == expected(i)));
    // And every fifth goes there.
    data.fill(7);
    landed(env.update(&item(&section(&data, 1, 50, 5), TO, "data")));
    landed(env.update(&item(&whole(&data), FROM, "data")));
    let expected = |i: usize| if i % 5 == 1 && i < 251 { 7 } else { i as i32 };
    assert!(data.iter().enumerate().all(|(i, &x)| x == expected(i)));
    landed(env.unmap(&item(&whole(&data), RELEASE, "data")));
    assert_eq!(env.leaks(), Vec::<String>::new());
    // What a region maps and does not unmap is lost; what a directive has entered is not.
    env.map(&item(&whole(&data), TO, "data")).unwrap();
    let other = [0i32; 10];
    env.enter();
    env.map(&item(&whole(&other), TO, "other")).unwrap();
    env.leave().unwrap();
    assert_eq!(env.leaks(), ["a target region has left other (40 bytes) on the device"]);
}
