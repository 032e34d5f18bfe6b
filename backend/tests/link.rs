//! Linking in memory: several objects, and their errors.

mod common;
use common::{HELPER, MAIN, object};
use ferrotran_backend::{CodegenOptions, link};

fn objects(list: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    list.iter().map(|(n, t)| (n.to_string(), object(t, &CodegenOptions::default()))).collect()
}

#[test]
fn errors() {
    let e = link(&objects(&[("main.o", MAIN)])).expect_err("helper_ is missing");
    assert_eq!(e.undefined.len(), 1);
    assert_eq!(e.undefined[0].0, "helper_");
    assert!(e.undefined[0].1.starts_with("main.o, in `"), "{}", e.undefined[0].1);
    let e = link(&objects(&[("main.o", MAIN), ("a.o", HELPER), ("b.o", HELPER)])).expect_err("helper_ is there twice");
    assert_eq!(e.duplicate, [("helper_".to_string(), "a.o".to_string(), "b.o".to_string())]);
    assert_eq!(e.to_string(), "`helper_` is defined in a.o and again in b.o");
    let e = link(&[("text.o".to_string(), b"no object".to_vec())]).expect_err("no object");
    assert!(e.to_string().starts_with("text.o: not an object file"), "{e}");
}
