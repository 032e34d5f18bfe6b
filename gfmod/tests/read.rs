//! Module files that gfortran wrote, and what is none.

use ferrotran_gfmod::{Home, Pool, is_module_file, read};
use proptest::prelude::*;
use std::fmt::Write;
use std::path::PathBuf;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(file(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The text of a module file's modules, with what is said of their entities.
fn text(module: &str, name: &str) -> String {
    let mut p = Pool::default();
    p.add(module, read(&bytes(name)).unwrap_or_else(|e| panic!("{name}: {e}")));
    let home = |m: &str| if m.starts_with("iso_") { Home::Intrinsic } else { Home::Gfortran };
    let mut out = String::new();
    for u in p.units(&home, &|_, n| n != "c_float128") {
        u.lines.iter().for_each(|l| writeln!(out, "{l}").unwrap());
        u.refused.iter().for_each(|r| writeln!(out, "! {} cannot be used: {}", r.name, r.why).unwrap());
        u.converted.iter().for_each(|r| writeln!(out, "! {} is called only: {}", r.name, r.why).unwrap());
    }
    out
}

/// The uncompressed text of a module file, made once more where a test changes it.
fn unpacked(name: &str) -> Vec<u8> {
    miniz_oxide::inflate::decompress_to_vec(&bytes(name)[10 + name_in_header(name)..]).expect("gzip")
}

/// Bytes of the name in the header, if there is one.
fn name_in_header(name: &str) -> usize {
    let b = bytes(name);
    if b[3] & 8 == 0 { 0 } else { b[10..].iter().position(|c| *c == 0).expect("the end of the name") + 1 }
}

#[test]
fn entities() {
    let got = text("entities", "entities.mod");
    let want = file("entities.txt");
    if std::env::var_os("FERROTRAN_UPDATE").is_some() {
        std::fs::write(&want, &got).expect("the file is written");
    }
    assert_eq!(got, std::fs::read_to_string(want).unwrap_or_default());
}

#[test]
fn versions_say_the_same() {
    let want = text("small", "small.mod");
    assert!(want.contains("real(8), intent(in) :: by(1_4:)"), "{want}");
    assert_eq!(text("small", "small14.mod"), want);
    assert_eq!(text("small", "small16.mod"), want);
}

#[test]
fn other_versions_are_errors() {
    let t = String::from_utf8(unpacked("small.mod")).expect("ASCII");
    for v in ["13", "17", "x"] {
        let e = read(t.replacen("'15'", &format!("'{v}'"), 1).as_bytes()).expect_err("a version that is not known");
        assert!(e.text.contains(&format!("has version {v} of")), "{e}");
    }
}

#[test]
fn errors_have_places() {
    let t = String::from_utf8(unpacked("small.mod")).expect("ASCII");
    let e = read(t.replacen("IS_BIND_C", "12", 1).as_bytes()).expect_err("no name");
    assert!(e.line > 5 && e.column > 1, "{e}");
    assert_eq!(e.text, "a name is missing");
    let e = read(t.replacen("(18 19)", "(18 77)", 1).as_bytes()).expect_err("no such symbol");
    assert!(e.text.contains("the symbol 77"), "{e}");
    assert!(read(b"GFORTRAN module version '15' created from x.f90\n((((").is_err());
    assert!(read(&[b"GFORTRAN module version '15'\n".to_vec(), b"(".repeat(1_000_000)].concat()).is_err());
    assert!(read(b"!ferrotran module 1").is_err());
    assert!(!is_module_file(b"!ferrotran module 1"));
    assert!(read(&[0x1f, 0x8b]).is_err());
    assert!(read(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]).is_err());
}

#[test]
fn beginnings_are_errors() {
    let t = unpacked("small.mod");
    for n in (0..t.len() - 2).step_by(7) {
        assert!(read(&t[..n]).is_err(), "{n} bytes");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Whatever a file says, reading it and writing its text ends without a panic.
    #[test]
    fn changed_files(at in 0usize..20_000, to in any::<u8>(), cut in 0usize..6, word in "[(){}' A-Z0-9\n]{0,6}") {
        let mut t = unpacked("entities.mod");
        let at = 40 + at % (t.len() - 60);
        t.splice(at..at + cut, word.bytes());
        t[at] = to;
        if let Ok(m) = read(&t) {
            let mut p = Pool::default();
            p.add("entities", m);
            p.units(&|_| Home::Gfortran, &|_, _| true);
        }
    }

    #[test]
    fn any_bytes(b in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(read(&b).is_err());
        prop_assert!(read(&[&[0x1f, 0x8b, 8, 0][..], &b].concat()).is_err());
        let text = [&b"GFORTRAN module version '15' created from x\n"[..], &b].concat();
        prop_assert!(read(&text).is_err());
    }
}
