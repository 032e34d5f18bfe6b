//! What calls say of the next task of their thread, in front of the call that makes it: its dependences, and its event.

use super::depend::Dependence;
use super::held::Held;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::sync::{Arc, Mutex};

thread_local! {
    static NEXT: RefCell<Next> = RefCell::default();
    /// Whether there is something in it.
    static HAS_NEXT: Cell<bool> = const { Cell::new(false) };
}

/// What a detachable task is over with, besides its code.
pub struct Event {
    /// How far it is.
    pub state: Mutex<EventState>,
}

#[derive(Default)]
pub struct EventState {
    /// The program has fulfilled it.
    pub fulfilled: bool,
    /// The task whose code is done.
    pub waiting: Option<Held>,
}

/// What calls have said about the next task of this thread.
#[derive(Default)]
pub struct Next {
    /// What it depends on.
    pub dependences: Vec<Dependence>,
    /// What it is over with, too.
    pub event: Option<Arc<Event>>,
}

/// What they have said.
pub fn take() -> Next {
    if HAS_NEXT.replace(false) { NEXT.take() } else { Next::default() }
}

/// Whether they have said anything.
pub fn is_given() -> bool {
    HAS_NEXT.get()
}

/// A dependence of the next task, or of the next wait for dependences, of this thread.
pub extern "C" fn depend_next(kind: i64, address: *const c_void) {
    HAS_NEXT.set(true);
    NEXT.with_borrow_mut(|n| n.dependences.push(Dependence::new(kind, address as i64)));
}

/// An event for the next task of this thread, as `omp_event_handle_kind` holds it.
pub extern "C" fn detach_next() -> i64 {
    let event = Arc::new(Event { state: Mutex::default() });
    HAS_NEXT.set(true);
    NEXT.with_borrow_mut(|n| n.event = Some(event.clone()));
    Arc::into_raw(event) as i64
}
