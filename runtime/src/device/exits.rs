//! Constructs of which iterators repeat maps: what they take out of the data environment at their end is what they have mapped
//! at their begin, whatever the expressions of the iterators say by then.

use super::env::Item;
use super::object::Ty;
use super::section::Section;
use super::{Device, failed_at, land, maps};
use crate::timeline;
use std::cell::RefCell;
use std::ffi::c_char;

thread_local! {
    /// Exits of the constructs that this thread is in, innermost last.
    static KEPT: RefCell<Vec<Vec<Exit>>> = const { RefCell::new(Vec::new()) };
}

/// What a construct takes out of the data environment at its end.
struct Exit {
    device: &'static Device,
    section: Section,
    ty: Ty,
    how: i32,
    name: String,
    at: (*const c_char, i32),
}

/// Keeps an item for the end of the innermost construct.
pub(super) fn later(device: &'static Device, item: &Item<'_>, at: (*const c_char, i32)) {
    let Item { section, ty, how, name } = *item;
    let exit = Exit { device, section, ty, how, name: name.into(), at };
    KEPT.with_borrow_mut(|list| {
        if let Some(innermost) = list.last_mut() {
            innermost.push(exit);
        }
    });
}

/// Takes an item out of the data environment of a device.
pub(super) fn leave(device: &Device, item: &Item<'_>, at: (*const c_char, i32)) {
    let _span = maps("unmap", item.name, &item.section);
    if let Err(e) = timeline::because("unmap", || land(device, |env| env.unmap(item))) {
        failed_at(at, &e);
    }
}

pub(super) extern "C" fn maps_kept(begins: i32) {
    if begins != 0 {
        return KEPT.with_borrow_mut(|list| list.push(Vec::new()));
    }
    for Exit { device, section, ty, how, name, at } in
        KEPT.with_borrow_mut(Vec::pop).unwrap_or_default().into_iter().rev()
    {
        leave(device, &Item { section, ty, how, name: &name }, at);
    }
}
