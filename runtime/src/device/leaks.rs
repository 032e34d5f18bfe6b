//! `FERROTRAN_DEVICE_LEAKS=1`: at the end of the program every byte of device and staging memory is accounted for. What the
//! program itself has left on a device (data that it entered, memory of `omp_target_alloc`) is no leak; what a target region
//! has mapped or allocated and not ended is one, and so is memory that nothing refers to.

use super::env::Env;
use super::table::FIRST_KEY;
use std::sync::OnceLock;

/// Whether leaks are looked for.
pub fn wanted() -> bool {
    static ON: OnceLock<bool> = OnceLock::new();
    *ON.get_or_init(|| std::env::var_os("FERROTRAN_DEVICE_LEAKS").is_some_and(|v| !v.is_empty() && v != "0"))
}

impl Env {
    /// Ends everything that is on the device and gives what was left over. Nothing where a region is in progress.
    pub fn leaks(&mut self) -> Vec<String> {
        let mut found = Vec::new();
        if !self.regions.is_empty() {
            return found;
        }
        if let Err(e) = self.machine.finish() {
            return vec![e];
        }
        for base in self.table.all() {
            let Some(entry) = self.table.remove(base) else { continue };
            if entry.of_region {
                let what = if base >= FIRST_KEY { "a temporary array" } else { entry.name.as_str() };
                found.push(format!("a target region has left {what} ({} bytes) on the device", entry.len));
            }
            // What stands for memory of `omp_target_alloc` has none of its own.
            if base >= FIRST_KEY || entry.count.is_some() {
                self.machine.give(entry.memory);
            }
        }
        let kept = [std::mem::take(&mut self.saved), std::mem::take(&mut self.reserved)];
        if kept.iter().any(|list| !list.is_empty()) {
            found.push("memory that was kept for a target region".into());
        }
        for (_, memory) in kept.into_iter().flatten() {
            self.machine.give(memory);
        }
        if !self.lent.is_empty() {
            found.push(format!("{} variables lent to the host and not taken back", self.lent.len()));
        }
        if !self.directives.is_empty() {
            found.push(format!("{} directives that were not completed", self.directives.len()));
        }
        let (bytes, staging) = self.machine.in_use();
        if bytes != 0 {
            found.push(format!("{bytes} bytes of device memory that nothing refers to"));
        }
        if staging != 0 {
            found.push(format!("{staging} bytes of staging memory that transfers hold"));
        }
        found
    }
}
