//! The devices of the process: their list, which is made when something first asks for it, and their locks.

use super::env::Env;
use super::{choice, leaks, say, select, trace};
use crate::error::{before_exit, fatal};
use crate::fenv;
use crate::timeline;
use select::AdapterInfo;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, OnceLock};

/// A device of the list, opened when it is first used.
pub(super) struct Device {
    pub(super) info: AdapterInfo,
    adapter: select::Adapter,
    number: usize,
    pub(super) env: OnceLock<Result<Mutex<Env>, String>>,
}

impl Device {
    pub(super) fn open(&self) -> Result<&Mutex<Env>, String> {
        let open = || {
            let _driver = fenv::Default::begin();
            before_exit(catch_up);
            trace(|| format!("open {} ({})", self.info.name, self.info.backend));
            Env::open(self.info.clone(), &self.adapter, self.number).map(Mutex::new)
        };
        self.env.get_or_init(open).as_ref().map_err(String::clone)
    }

    /// The open device, locked.
    pub(super) fn lock(&self) -> Locked<'_> {
        match self.open() {
            Ok(m) => Locked::new(m.lock().unwrap_or_else(|e| e.into_inner())),
            Err(e) => fatal(&e),
        }
    }
}

/// A device that is used. What its driver computes on this thread raises no exceptions of the program.
pub(super) struct Locked<'a> {
    env: MutexGuard<'a, Env>,
    _driver: fenv::Default,
}

impl<'a> Locked<'a> {
    pub(super) fn new(env: MutexGuard<'a, Env>) -> Locked<'a> {
        Locked { env, _driver: fenv::Default::begin() }
    }
}

impl Deref for Locked<'_> {
    type Target = Env;
    fn deref(&self) -> &Env {
        &self.env
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut Env {
        &mut self.env
    }
}

pub(super) static DEVICES: OnceLock<Vec<Device>> = OnceLock::new();

pub(super) fn devices() -> &'static [Device] {
    DEVICES.get_or_init(|| {
        let _driver = fenv::Default::begin();
        let list = select::devices();
        if list.is_empty() && !matches!(choice().to_ascii_lowercase().as_str(), "host" | "auto") {
            say(format_args!("ferrotran: warning: no device matches '{}'; target regions run on the host", choice()));
        }
        let device = |(number, (info, adapter))| Device { info, adapter, number, env: OnceLock::new() };
        list.into_iter().enumerate().map(device).collect()
    })
}

/// The process ends: drivers are not left while their devices work. False where memory was lost and that is looked for.
fn catch_up() -> bool {
    let mut in_order = true;
    for d in DEVICES.get().into_iter().flatten() {
        if let Some(Ok(env)) = d.env.get()
            && let Ok(env) = env.try_lock()
        {
            let mut env = Locked::new(env);
            if let Err(e) = timeline::because("the end of the program", || env.catch_up()) {
                say(format_args!("ferrotran: warning: {e}"));
            }
            for leak in leaks::wanted().then(|| env.leaks()).into_iter().flatten() {
                in_order = false;
                say(format_args!("ferrotran: device {}: leak: {leak}", d.info.name));
            }
        }
    }
    in_order
}
