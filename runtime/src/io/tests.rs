//! Whole statements, with texts in gfortran's layout.

// Statements hold addresses of their own fields: they must not move.
#![allow(clippy::boxed_local)]

use super::*;
use crate::desc::{test_array, type_code};
use ferrotran_abi::params::*;

/// A control list being built, and the handle of the statement.
struct Stmt {
    block: Vec<[u64; 2]>,
    handle: *mut u8,
    msg: Vec<u8>,
    status: i32,
    size: i32,
}

const INT4: i16 = type_code(1, 4);
const REAL4: i16 = type_code(3, 4);

impl Stmt {
    fn new() -> Box<Stmt> {
        let mut s = Box::new(Stmt {
            block: vec![[0; 2]; CONTROL_SLOTS as usize],
            handle: std::ptr::null_mut(),
            msg: vec![b' '; 200],
            status: -99,
            size: -1,
        });
        let (status, msg) = (&raw mut s.status as u64, s.msg.as_mut_ptr() as u64);
        s.set(IOSTAT, status, 4).set(IOMSG, msg, 200)
    }
    fn set(mut self: Box<Self>, slot: u32, a: u64, b: u64) -> Box<Self> {
        self.block[slot as usize] = [a, b];
        self
    }
    fn text(self: Box<Self>, slot: u32, t: &str) -> Box<Self> {
        self.set(slot, t.as_ptr() as u64, t.len() as u64)
    }
    fn value(self: Box<Self>, slot: u32, v: i64) -> Box<Self> {
        self.set(slot, v as u64, 1)
    }
    fn unit(self: Box<Self>, v: i64) -> Box<Self> {
        self.value(UNIT, v)
    }
    fn internal(self: Box<Self>, t: &mut [u8]) -> Box<Self> {
        self.set(INTERNAL, t.as_mut_ptr() as u64, t.len() as u64)
    }
    fn list(self: Box<Self>) -> Box<Self> {
        self.set(FLAGS, FLAG_LIST as u64, 0)
    }
    fn unformatted(self: Box<Self>) -> Box<Self> {
        self.set(FLAGS, FLAG_UNFORMATTED as u64, 0)
    }
    fn size(mut self: Box<Self>) -> Box<Self> {
        let p = &raw mut self.size as u64;
        self.set(SIZE, p, 4)
    }
    fn at(&self) -> *const u8 {
        self.block.as_ptr().cast()
    }
    // SAFETY of all calls below: the block is complete, handles are open, items are live locals.
    fn write(mut self: Box<Self>) -> Box<Self> {
        self.handle = unsafe { frt_write_begin(self.at()) };
        self
    }
    fn read(mut self: Box<Self>) -> Box<Self> {
        self.handle = unsafe { frt_read_begin(self.at()) };
        self
    }
    fn i(self: Box<Self>, v: i64, kind: i32) -> Box<Self> {
        unsafe { frt_write_int(self.handle, v, kind) };
        self
    }
    fn i4(self: Box<Self>, v: i64) -> Box<Self> {
        self.i(v, 4)
    }
    fn r4(self: Box<Self>, v: f32) -> Box<Self> {
        unsafe { frt_write_f32(self.handle, v) };
        self
    }
    fn r8(self: Box<Self>, v: f64) -> Box<Self> {
        unsafe { frt_write_f64(self.handle, v) };
        self
    }
    fn l(self: Box<Self>, v: bool) -> Box<Self> {
        unsafe { frt_write_logical(self.handle, v.into(), 4) };
        self
    }
    fn c(self: Box<Self>, t: &str) -> Box<Self> {
        unsafe { frt_write_chr(self.handle, t.as_ptr(), t.len() as i64) };
        self
    }
    fn z4(self: Box<Self>, re: f32, im: f32) -> Box<Self> {
        unsafe { frt_write_c32(self.handle, re, im) };
        self
    }
    fn z8(self: Box<Self>, re: f64, im: f64) -> Box<Self> {
        unsafe { frt_write_c64(self.handle, re, im) };
        self
    }
    fn ri(self: Box<Self>, v: &mut i32) -> Box<Self> {
        unsafe { frt_read_int(self.handle, (v as *mut i32).cast(), 4) };
        self
    }
    fn rr(self: Box<Self>, v: &mut f32) -> Box<Self> {
        unsafe { frt_read_real(self.handle, (v as *mut f32).cast(), 4) };
        self
    }
    fn rz(self: Box<Self>, v: &mut [f32; 2]) -> Box<Self> {
        unsafe { frt_read_complex(self.handle, v.as_mut_ptr().cast(), 4) };
        self
    }
    fn rl(self: Box<Self>, v: &mut i32) -> Box<Self> {
        unsafe { frt_read_logical(self.handle, (v as *mut i32).cast(), 4) };
        self
    }
    fn rc(self: Box<Self>, v: &mut [u8]) -> Box<Self> {
        unsafe { frt_read_chr(self.handle, v.as_mut_ptr(), v.len() as i64) };
        self
    }
    /// Ends it: status and message.
    fn end(self: Box<Self>) -> (i32, String) {
        let s = unsafe { frt_write_end(self.handle) };
        assert_eq!(s, self.status);
        (s, String::from_utf8_lossy(&self.msg).trim_end().to_string())
    }
    fn ok(self: Box<Self>) {
        assert_eq!(self.end(), (0, String::new()));
    }
    fn control(self: Box<Self>, f: unsafe extern "C" fn(*const u8) -> i32) -> (i32, String) {
        let s = unsafe { f(self.at()) };
        assert_eq!(s, self.status);
        (s, String::from_utf8_lossy(&self.msg).trim_end().to_string())
    }
}

fn to_string(f: impl FnOnce(Box<Stmt>) -> Box<Stmt>, list: bool, format: &str) -> String {
    let mut buf = vec![b'#'; 300];
    let s = Stmt::new().internal(&mut buf);
    let s = if list { s.list() } else { s.text(FMT, format) };
    f(s.write()).ok();
    String::from_utf8(buf).unwrap().trim_end().to_string()
}

fn list(f: impl FnOnce(Box<Stmt>) -> Box<Stmt>) -> String {
    to_string(f, true, "")
}

fn format(t: &str, f: impl FnOnce(Box<Stmt>) -> Box<Stmt>) -> String {
    to_string(f, false, t)
}

#[test]
fn list_directed_output() {
    assert_eq!(list(|s| s.i4(1).i4(-2)), "           1          -2");
    assert_eq!(
        list(|s| s.i(-7, 1).i(300, 2).i(123456789012, 8).l(true).l(false)),
        "   -7    300         123456789012 T F"
    );
    assert_eq!(
        list(|s| s.c("hello     ").c("x").c("y").i4(1).c("z").r4(2.0).c("w")),
        " hello     xy           1 z   2.00000000     w"
    );
    assert_eq!(list(|s| s.z4(1.5, -2.25)), "            (1.50000000,-2.25000000)");
    assert_eq!(list(|s| s.z4(1e10, 1e-10)), "   (1.000000000E+10,1.000000013E-10)");
    assert_eq!(list(|s| s.z8(1.5, -2.25e100)), "        (1.5000000000000000,-2.25000000000000018E+100)");
    assert_eq!(list(|s| s.r8(0.1).r8(1e10)), "  0.10000000000000001        10000000000.000000");
    assert_eq!(list(|s| s.r4(f32::NAN).r4(f32::INFINITY)), "              NaN         Infinity");
    let nan = list(|s| s.z4(f32::NAN, f32::INFINITY));
    assert_eq!(nan, "                           (NaN,Inf)");
}

#[test]
fn formatted_output() {
    assert_eq!(
        format("(1x,f8.3,2(e12.4,1x),es12.4,en12.4,g12.4,d12.4)", |s| s
            .r4(3.16159)
            .r4(1e5)
            .r4(-1e-5)
            .r4(12345.678)
            .r4(12345.678)
            .r4(0.5)
            .r8(1e10)),
        "    3.162  0.1000E+06  -0.1000E-04   1.2346E+04 12.3457E+03  0.5000      0.1000D+11"
    );
    assert_eq!(format("(5(i0,\",\"))", |s| s.i4(1).i4(2).i4(3)), "1,2,3,");
    assert_eq!(format("(*(i0:,\", \"))", |s| s.i4(1).i4(2).i4(3)), "1, 2, 3");
    assert_eq!(
        format("(b8,o8,z8,b8.4,z4.4,l3)", |s| s.i4(5).i4(64).i4(255).i4(5).i4(255).l(true)),
        "     101     100      FF    010100FF  T"
    );
    assert_eq!(format("(sp,i5,f6.2,ss,i5)", |s| s.i4(5).r4(1.5).i4(5)), "   +5 +1.50    5");
    assert_eq!(format("(1p,e12.4,f8.3,0p,f8.3)", |s| s.r4(123.4).r4(1.5).r4(1.5)), "  1.2340E+02  15.000   1.500");
    assert_eq!(
        format("(2p,e12.4,1p,g12.4,f6.1)", |s| s.r4(12.345).r4(12.345).r4(12.345)),
        "  12.345E+00   12.35     123.5"
    );
    assert_eq!(format("(-1p,e12.4)", |s| s.r4(12.345)), "  0.0123E+03");
    assert_eq!(format("(g0,1x,g0,1x,g0,1x,g0)", |s| s.i4(1).r4(2.5).c("str").l(true)), "1 2.50000000 str T");
    assert_eq!(format("(a3,a10,a)", |s| s.c("abcdef").c("abc").c("q")), "abc       abcq");
    assert_eq!(format("(t5,a,t1,a,tr3,a,tl2,a)", |s| s.c("one").c("t").c("x").c("yy")), "t  yyne");
    assert_eq!(format("(a,t10,a,t3,a)", |s| s.c("abcdef").c("xyz").c("Q")), "abQdef   xyz");
    assert_eq!(format("(dc,f6.2,dp,f6.2)", |s| s.r4(1.5).r4(1.5)), "  1,50  1.50");
    assert_eq!(format("(\"it''s\",1x,'a\"b')", |s| s), "it''s a\"b");
    assert_eq!(format("(4habcd,i2)", |s| s.i4(3)), "abcd 3");
    assert_eq!(format("(i3,3x,:,i4)", |s| s.i4(1)), "  1");
    assert_eq!(format("(3(i2,:,\";\"))", |s| s.i4(1).i4(2)), " 1; 2");
    assert_eq!(format("(z8,1x,l1)", |s| s.r4(1.0).l(false)), "3F800000 F");
}

#[test]
fn reversion_and_arrays_of_records() {
    let mut recs = [[b'.'; 8]; 3];
    let mut d = test_array(type_code(5, 1), &mut recs, &[(1, 3)]);
    let d = d.as_mut_ptr() as u64;
    let s = Stmt::new().set(INTERNAL_DESC, d, 0).text(FMT, "(i2,(1x,i3))");
    s.write().i4(1).i4(2).i4(3).i4(4).ok();
    assert_eq!(recs, [*b" 1   2  ", *b"   3    ", *b"   4    "]);
    let s = Stmt::new().set(INTERNAL_DESC, d, 0).text(FMT, "(i3)");
    assert_eq!(s.write().i4(1).i4(2).i4(3).i4(4).end(), (-1, "End of file".into()));
    let mut data = [1i32, 2, 3, 4];
    // Every other element, from the last to the first.
    let mut a = test_array(INT4, &mut data, &[(1, 2)]);
    a[0] = &raw const data[3] as u64;
    a[5] = -8i64 as u64;
    let s = Stmt::new().set(INTERNAL_DESC, d, 0).text(FMT, "(2i4)").write();
    // SAFETY: a well-formed descriptor.
    unsafe { frt_write_array(s.handle, a.as_ptr().cast()) };
    s.ok();
    assert_eq!(recs[0], *b"   4   2");
}

#[test]
fn format_errors() {
    let err = |t: &str| {
        let mut buf = [b' '; 40];
        Stmt::new().internal(&mut buf).text(FMT, t).write().r4(1.5).end()
    };
    assert_eq!(err("(i3)"), (5006, "Expected INTEGER for item 1 in formatted transfer, got REAL\n(i3)\n ^".into()));
    assert_eq!(err("(q3)"), (5006, "Unexpected element 'Q' in format\n(q3)\n ^".into()));
    assert_eq!(err("(f5)"), (5006, "Period required in format\n(f5)\n   ^".into()));
    assert_eq!(err("i5)"), (5006, "Missing initial left parenthesis in format\ni5)\n^".into()));
    assert_eq!(err("(i5").0, 5006);
    assert!(err("(5x)").1.starts_with("Insufficient data descriptors in format after reversion"));
    for t in
        ["", "(", "((((", "(1", "(-", "(*", "(3H", "('", "(dt)", "(f5.", "(e9.2e)", "(99999999999i3)", "(p", "(rx)"]
    {
        assert_eq!(err(t).0, 5006, "{t}");
    }
}

#[test]
fn internal_record_too_short() {
    let mut buf = *b"         5";
    let s = Stmt::new().internal(&mut buf).list();
    assert_eq!(s.write().i4(12345678).i4(1234567).end(), (-2, "End of record".into()));
    assert_eq!(&buf, b"         5");
}

#[test]
fn list_directed_input() {
    let (mut i, mut j, mut k) = (0, 7, 0);
    let mut x = 0.0;
    let mut z = [0.0; 2];
    let mut l = 0;
    let mut s = [b'.'; 6];
    let mut text = *b" 1, , 2*3 1.5d1 (1,-2e1) .true. 'it''s' ";
    let r = Stmt::new().internal(&mut text).list().read();
    let mut m = 0;
    r.ri(&mut i).ri(&mut j).ri(&mut k).ri(&mut m).rr(&mut x).rz(&mut z).rl(&mut l).rc(&mut s).ok();
    assert_eq!((i, j, k, m, x, z, l), (1, 7, 3, 3, 15.0, [1.0, -20.0], 1));
    assert_eq!(&s, b"it's  ");
    let mut text = *b"5 / 6";
    (i, j) = (0, 9);
    Stmt::new().internal(&mut text).list().read().ri(&mut i).ri(&mut j).ok();
    assert_eq!((i, j), (5, 9));
    let mut text = *b"1;2,5;x";
    let r = Stmt::new().internal(&mut text).list().text(DECIMAL, "comma").read();
    r.ri(&mut i).rr(&mut x).rc(&mut s).ok();
    assert_eq!((i, x, &s), (1, 2.5, b"x     "));
}

#[test]
fn list_directed_input_errors() {
    fn bad(t: &str, f: impl FnOnce(Box<Stmt>) -> Box<Stmt>) -> (i32, String) {
        let mut t = t.as_bytes().to_vec();
        f(Stmt::new().internal(&mut t).list().read()).end()
    }
    let (mut i, mut x, mut z) = (0, 0.0, [0.0; 2]);
    assert_eq!(bad("abc", |s| s.ri(&mut i)), (5010, "Bad integer for item 1 in list input".into()));
    assert_eq!(bad("abc", |s| s.rr(&mut x)), (5010, "Bad real number in item 1 of list input".into()));
    assert_eq!(bad("abc", |s| s.rl(&mut i)), (5010, "Bad logical value while reading item 1".into()));
    assert_eq!(bad("abc", |s| s.rz(&mut z)), (5010, "Bad complex value in item 1 of list input".into()));
    assert_eq!(bad("(1,a)", |s| s.rz(&mut z)), (5010, "Bad complex floating point number for item 1".into()));
    assert_eq!(bad("99999999999", |s| s.ri(&mut i)), (5010, "Integer overflow while reading item 1".into()));
    let mut j = 0;
    assert_eq!(bad("1 0*5", |s| s.ri(&mut i).ri(&mut j)), (5010, "Zero repeat count in item 2 of list input".into()));
    assert_eq!(bad("1", |s| s.ri(&mut i).ri(&mut j)), (-1, "End of file".into()));
}

#[test]
fn formatted_input() {
    let (mut i, mut j, mut x, mut l) = (0, 0, 0.0, 0);
    let mut s = [b'.'; 3];
    let mut text = *b"  12 34 1234 t abcdef";
    let r = Stmt::new().internal(&mut text).text(FMT, "(i4,i3,f5.2,l2,1x,a6)").read();
    r.ri(&mut i).ri(&mut j).rr(&mut x).rl(&mut l).rc(&mut s).ok();
    assert_eq!((i, j, x, l, &s), (12, 34, 12.34, 1, b"def"));
    // In files a comma ends a numeric field.
    let path = temp("comma.txt");
    std::fs::write(&path, "1,2,3\n").unwrap();
    assert_eq!(open(48, &path).control(frt_open).0, 0);
    Stmt::new().unit(48).text(FMT, "(2i5)").read().ri(&mut i).ri(&mut j).ok();
    assert_eq!((i, j), (1, 2));
    assert_eq!(Stmt::new().unit(48).text(STATUS, "delete").control(frt_close).0, 0);
    let mut text = *b"1 2 ";
    Stmt::new().internal(&mut text).text(FMT, "(bz,i4)").read().ri(&mut i).ok();
    assert_eq!(i, 1020);
    let mut text = *b"ff11";
    Stmt::new().internal(&mut text).text(FMT, "(z2,b2)").read().ri(&mut i).ri(&mut j).ok();
    assert_eq!((i, j), (255, 3));
    let mut bad = |t: &str, f: &str| {
        let mut t = t.as_bytes().to_vec();
        Stmt::new().internal(&mut t).text(FMT, f).read().ri(&mut i).end()
    };
    assert_eq!(bad("abc", "(i3)"), (5010, "Bad value during integer read".into()));
    assert_eq!(bad("99999999999", "(i11)"), (5011, "Value overflowed during integer read".into()));
    assert_eq!(bad("", "(i3)"), (0, String::new()));
}

fn temp(name: &str) -> String {
    std::env::temp_dir().join(format!("ferrotran-rt-{}-{name}", std::process::id())).to_string_lossy().into_owned()
}

fn open(unit: i64, path: &str) -> Box<Stmt> {
    Stmt::new().unit(unit).text(FILE, path)
}

#[test]
fn sequential_file() {
    let path = temp("seq.txt");
    assert_eq!(open(40, &path).text(STATUS, "replace").control(frt_open).0, 0);
    for i in 1..=3 {
        Stmt::new().unit(40).text(FMT, "('line',i2)").write().i4(i).ok();
    }
    assert_eq!(Stmt::new().unit(40).control(frt_backspace).0, 0);
    assert_eq!(Stmt::new().unit(40).control(frt_backspace).0, 0);
    let mut s = [0u8; 6];
    Stmt::new().unit(40).text(FMT, "(a)").read().rc(&mut s).ok();
    assert_eq!(&s, b"line 2");
    // Output in the middle cuts the rest off.
    Stmt::new().unit(40).text(FMT, "(a)").write().c("new").ok();
    assert_eq!(Stmt::new().unit(40).control(frt_rewind).0, 0);
    for want in [b"line 1", b"line 2", b"new   "] {
        Stmt::new().unit(40).text(FMT, "(a)").read().rc(&mut s).ok();
        assert_eq!(&s, want);
    }
    let again = || Stmt::new().unit(40).text(FMT, "(a)").read().end();
    assert_eq!(again(), (-1, "End of file".into()));
    assert_eq!(again().0, 5001);
    assert_eq!(Stmt::new().unit(40).control(frt_backspace).0, 0);
    assert_eq!(Stmt::new().unit(40).control(frt_backspace).0, 0);
    Stmt::new().unit(40).text(FMT, "(a)").read().rc(&mut s).ok();
    assert_eq!(&s, b"new   ");
    assert_eq!(Stmt::new().unit(40).unformatted().write().end().0, 5001);
    assert_eq!(Stmt::new().unit(40).text(STATUS, "delete").control(frt_close).0, 0);
    assert!(!std::path::Path::new(&path).exists());
}

#[test]
fn non_advancing() {
    let path = temp("nonadv.txt");
    assert_eq!(open(41, &path).text(STATUS, "replace").control(frt_open).0, 0);
    Stmt::new().unit(41).text(FMT, "(i5)").text(ADVANCE, "no").write().i4(7).ok();
    Stmt::new().unit(41).text(FMT, "(3x,i5)").write().i4(8).ok();
    Stmt::new().unit(41).text(FMT, "(a)").text(ADVANCE, "no").write().c("open").ok();
    assert_eq!(Stmt::new().unit(41).control(frt_rewind).0, 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "    7       8\nopen\n");
    let (mut i, mut j) = (0, 0);
    Stmt::new().unit(41).text(FMT, "(i5)").text(ADVANCE, "no").read().ri(&mut i).ok();
    Stmt::new().unit(41).text(FMT, "(i8)").read().ri(&mut j).ok();
    assert_eq!((i, j), (7, 8));
    let mut s = [b'.'; 10];
    let mut r = Stmt::new().unit(41).text(FMT, "(a10)").text(ADVANCE, "no").size().read().rc(&mut s);
    // SAFETY: an open handle.
    assert_eq!(unsafe { frt_read_end(r.handle) }, -2);
    r.handle = std::ptr::null_mut();
    assert_eq!((r.status, r.size, &s), (-2, 4, b"open      "));
    assert_eq!(Stmt::new().unit(41).text(FMT, "(a)").read().end().0, -1);
    assert_eq!(Stmt::new().unit(41).text(STATUS, "delete").control(frt_close).0, 0);
}

#[test]
fn unformatted_files() {
    let path = temp("unf.bin");
    let o = open(42, &path).text(STATUS, "replace").text(FORM, "unformatted");
    assert_eq!(o.control(frt_open).0, 0);
    Stmt::new().unit(42).unformatted().write().i4(1).i4(2).ok();
    Stmt::new().unit(42).unformatted().write().r8(2.5).ok();
    assert_eq!(Stmt::new().unit(42).control(frt_rewind).0, 0);
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(bytes[..16], [8, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 8, 0, 0, 0]);
    let (mut i, mut j, mut k) = (0, 0, 0);
    Stmt::new().unit(42).unformatted().read().ri(&mut i).ok();
    Stmt::new().unit(42).control(frt_backspace);
    let r = Stmt::new().unit(42).unformatted().read().ri(&mut i).ri(&mut j).ri(&mut k).end();
    assert_eq!(r, (5016, "I/O past end of record on unformatted file".into()));
    assert_eq!((i, j), (1, 2));
    assert_eq!(Stmt::new().unit(42).text(STATUS, "delete").control(frt_close).0, 0);

    let o = open(43, &path).text(STATUS, "replace").text(ACCESS, "direct").value(RECL, 4);
    assert_eq!(o.control(frt_open).0, 0);
    for n in 1..4 {
        Stmt::new().unit(43).unformatted().value(REC, n).write().i4(10 * n).ok();
    }
    Stmt::new().unit(43).unformatted().value(REC, 2).read().ri(&mut i).ok();
    assert_eq!(i, 20);
    let rec = |n| Stmt::new().unit(43).unformatted().value(REC, n);
    assert_eq!(rec(5).read().end(), (5002, "Non-existing record number".into()));
    assert_eq!(rec(1).write().i4(1).i4(2).end(), (5015, "Write exceeds length of DIRECT access record".into()));
    assert_eq!(Stmt::new().unit(43).unformatted().write().end().0, 5003);
    assert_eq!(Stmt::new().unit(43).text(STATUS, "delete").control(frt_close).0, 0);

    let o = open(44, &path).text(STATUS, "replace").text(ACCESS, "stream").text(CONVERT, "big_endian");
    assert_eq!(o.control(frt_open).0, 0);
    Stmt::new().unit(44).unformatted().write().i4(258).c("abc").ok();
    Stmt::new().unit(44).unformatted().value(POS, 1).read().ri(&mut i).ok();
    let mut c = [0; 2];
    Stmt::new().unit(44).unformatted().value(POS, 6).read().rc(&mut c).ok();
    assert_eq!((i, &c), (258, b"bc"));
    Stmt::new().unit(44).control(frt_flush);
    assert_eq!(std::fs::read(&path).unwrap(), [0, 0, 1, 2, b'a', b'b', b'c']);
    assert_eq!(Stmt::new().unit(44).text(STATUS, "delete").control(frt_close).0, 0);
}

#[test]
fn open_errors_and_inquire() {
    let e = open(45, "/nonexist/x").control(frt_open);
    assert_eq!(e, (2, "Cannot open file '/nonexist/x': No such file or directory".into()));
    assert_eq!(open(45, "x").text(ACCESS, "foo").control(frt_open).1, "Bad ACCESS parameter in OPEN statement");
    assert_eq!(open(45, "x").text(ACCESS, "direct").control(frt_open).1, "Missing RECL parameter in OPEN statement");
    let path = temp("inq.txt");
    let mut number = 0i32;
    let o = Stmt::new().text(FILE, &path).set(NEWUNIT, &raw mut number as u64, 4);
    assert_eq!(o.control(frt_open).0, 0);
    assert!(number <= -10);
    let (mut exist, mut opened, mut named, mut found) = (0i32, 0i32, 0i32, 0i32);
    let mut access = [0u8; 10];
    let q = Stmt::new()
        .text(FILE, &path)
        .set(EXIST, &raw mut exist as u64, 4)
        .set(OPENED, &raw mut opened as u64, 4)
        .set(NAMED, &raw mut named as u64, 4)
        .set(NUMBER, &raw mut found as u64, 4)
        .set(ACCESS, access.as_mut_ptr() as u64, 10);
    assert_eq!(q.control(frt_inquire).0, 0);
    assert_eq!((exist, opened, named, found, &access), (1, 1, 1, number, b"SEQUENTIAL"));
    assert_eq!(Stmt::new().unit(number.into()).text(STATUS, "delete").control(frt_close).0, 0);
}

#[test]
fn namelists() {
    let mut a = [1i32, 2, 3];
    let mut r = [1f32, 1.0, 2.0];
    let mut s = *b"ab'c ";
    let mut point = [4i32, 5];
    let mut da = test_array(INT4, &mut a, &[(1, 3)]);
    let mut dr = test_array(REAL4, &mut r, &[(0, 3)]);
    let mut ds = test_array(type_code(5, 1), &mut [s], &[]);
    ds[0] = s.as_mut_ptr() as u64;
    let mut dt = test_array(type_code(6, 0), &mut point, &[]);
    let field = |name: &'static str, offset| FieldInfo {
        name: name.as_ptr(),
        name_len: 1,
        offset,
        type_code: INT4.into(),
        elem_len: 4,
        rank: 0,
        dims: std::ptr::null(),
        info: std::ptr::null(),
        defined: std::ptr::null(),
        ty: std::ptr::null(),
    };
    let fields = [field("x", 0), field("y", 4)];
    let info = TypeInfo { count: 2, fields: fields.as_ptr(), extends: 0 };
    let item = |name: &'static str, d: &mut Vec<u64>, info: *const TypeInfo| NamelistItem {
        name: name.as_ptr(),
        name_len: name.len() as i64,
        desc: d.as_mut_ptr().cast(),
        info,
        defined: std::ptr::null(),
        ty: std::ptr::null(),
    };
    let null = std::ptr::null();
    let items = [
        item("a", &mut da, null),
        item("r", &mut dr, null),
        item("s", &mut ds, null),
        item("pt", &mut dt, &raw const info),
    ];
    let group = NamelistGroup { name: b"grp".as_ptr(), name_len: 3, count: 4, items: items.as_ptr() };
    let g = &raw const group as u64;
    let mut recs = [[b'.'; 60]; 7];
    let mut dn = test_array(type_code(5, 1), &mut recs, &[(1, 7)]);
    let dn = dn.as_mut_ptr() as u64;
    Stmt::new().set(INTERNAL_DESC, dn, 0).set(NML, g, 0).write().ok();
    let lines: Vec<String> = recs.iter().map(|r| String::from_utf8_lossy(r).trim_end().to_string()).collect();
    assert_eq!(
        lines,
        [
            " &GRP",
            " A=1          ,2          ,3          ,",
            " R= 2*1.00000000      ,  2.00000000    ,",
            " S=\"ab'c \",",
            " PT%X=4          ,",
            " PT%Y=5          ,",
            " /"
        ]
    );
    Stmt::new().set(INTERNAL_DESC, dn, 0).set(NML, g, 0).read().ok();
    assert_eq!((a, r, point), ([1, 2, 3], [1.0, 1.0, 2.0], [4, 5]));
    let text = " &other x=1 /\n&grp A(2)=7, 8 ! comment\n r(0:2:2) = 2*5.5 , s='x''y'\n pt%y = 9, a(1)=-1 /";
    let path = temp("nml.txt");
    std::fs::write(&path, text).unwrap();
    assert_eq!(open(46, &path).control(frt_open).0, 0);
    Stmt::new().unit(46).set(NML, g, 0).read().ok();
    assert_eq!((a, r, point, &s), ([-1, 7, 8], [5.5, 1.0, 5.5], [4, 9], b"x'y  "));
    assert_eq!(Stmt::new().unit(46).control(frt_rewind).0, 0);
    std::fs::write(&path, "&grp q=1 /\n").unwrap();
    let e = Stmt::new().unit(46).set(NML, g, 0).read().end();
    assert_eq!(e, (5010, "Cannot match namelist object name q".into()));
    assert_eq!(Stmt::new().unit(46).text(STATUS, "delete").control(frt_close).0, 0);
}

#[test]
fn threads_take_turns() {
    let path = temp("threads.txt");
    assert_eq!(open(47, &path).text(STATUS, "replace").control(frt_open).0, 0);
    std::thread::scope(|s| {
        for t in 0..4 {
            s.spawn(move || {
                for i in 0..200 {
                    Stmt::new().unit(47).text(FMT, "(i3,i5)").write().i4(t).i4(i).ok();
                }
            });
        }
    });
    assert_eq!(Stmt::new().unit(47).control(frt_close).0, 0);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 800);
    assert!(text.lines().all(|l| l.len() == 8));
    std::fs::remove_file(&path).unwrap();
}
