//! Relocations: the bytes of the image that hold addresses.

use super::objects::{Linker, Target};
use super::{Fixup, FixupKind};
use object::elf;
use rustc_hash::FxHashMap;

/// The table of addresses.
#[derive(Default)]
pub(super) struct Got {
    /// Its offset.
    pub at: u64,
    /// import -> slot
    pub slots: FxHashMap<u32, u64>,
    /// address -> slot
    others: FxHashMap<Target, u64>,
}

/// The bytes of the image while they are written.
pub(super) struct Layout {
    pub text: Vec<u8>,
    pub ro: Vec<u8>,
    pub data: Vec<u8>,
    pub ro_at: u64,
    pub data_at: u64,
    pub stubs_at: u64,
}

/// Bytes of a stub.
const STUB: u64 = 8;

impl Layout {
    pub fn write(&mut self, at: u64, bytes: &[u8]) {
        let (buffer, base) = self.buffer(at);
        let at = (at - base) as usize;
        buffer[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn buffer(&mut self, at: u64) -> (&mut Vec<u8>, u64) {
        if at >= self.data_at {
            (&mut self.data, self.data_at)
        } else if at >= self.ro_at {
            (&mut self.ro, self.ro_at)
        } else {
            (&mut self.text, 0)
        }
    }
}

impl Linker<'_> {
    /// Stubs: jmp *slot(%rip).
    pub fn write_stubs(&mut self, l: &mut Layout) {
        let mut stubs: Vec<(u32, u64)> = self.stubs.iter().map(|(&a, &b)| (a, b)).collect();
        stubs.sort_unstable();
        for (import, k) in stubs {
            let at = l.stubs_at + k * STUB;
            let slot = self.got.at + self.got.slots[&import] * 8;
            l.write(at, &[0xff, 0x25]);
            l.write(at + 2, &((slot as i64 - (at as i64 + 6)) as i32).to_le_bytes());
        }
    }

    /// The import table's entries.
    pub fn write_import_slots(&mut self) {
        let mut slots: Vec<(u32, u64)> = self.got.slots.iter().map(|(&a, &b)| (a, b)).collect();
        slots.sort_unstable();
        for (import, k) in slots {
            self.fixup(self.got.at + k * 8, FixupKind::Import(import));
        }
    }

    fn fixup(&mut self, at: u64, what: FixupKind) {
        self.image.fixups.push(Fixup { at: at as u32, what });
    }

    fn next_slot(&self) -> u64 {
        (self.got.slots.len() + self.got.others.len()) as u64
    }

    /// Offset of the slot that holds the address of a target.
    fn slot(&mut self, l: &mut Layout, target: Target) -> u64 {
        if let Target::Import(n) = target {
            let next = self.next_slot();
            return self.got.at + *self.got.slots.entry(n).or_insert(next) * 8;
        }
        if let Some(k) = self.got.others.get(&target) {
            return self.got.at + k * 8;
        }
        let k = self.next_slot();
        self.got.others.insert(target, k);
        let at = self.got.at + k * 8;
        match target {
            Target::Image(a) => {
                l.write(at, &a.to_le_bytes());
                self.fixup(at, FixupKind::Base);
            }
            Target::Absolute(a) => l.write(at, &a.to_le_bytes()),
            Target::Import(_) => {}
        }
        at
    }

    fn fail(&mut self, object: usize, text: impl AsRef<str>) {
        let text = format!("{}: {}", self.names[object], text.as_ref());
        if !self.errors.other.contains(&text) {
            self.errors.other.push(text);
        }
    }

    /// Writes one relocation at an offset of the image.
    pub fn apply(&mut self, l: &mut Layout, object: usize, r_type: u32, target: Target, place: u64, addend: i64) {
        let relative = |to: u64| ((to as i64 + addend - place as i64) as i32).to_le_bytes();
        match r_type {
            elf::R_X86_64_64 => match target {
                Target::Image(a) => {
                    l.write(place, &(a as i64 + addend).to_le_bytes());
                    self.fixup(place, FixupKind::Base);
                }
                Target::Import(n) => {
                    l.write(place, &addend.to_le_bytes());
                    self.fixup(place, FixupKind::Import(n));
                }
                Target::Absolute(a) => l.write(place, &(a as i64 + addend).to_le_bytes()),
            },
            elf::R_X86_64_PC32 | elf::R_X86_64_PLT32 => {
                let to = match target {
                    Target::Image(a) => a,
                    Target::Import(n) => l.stubs_at + self.stubs[&n] * STUB,
                    // A weak symbol that nothing defines is only compared with null.
                    Target::Absolute(_) => return self.fail(object, "a relative reference to an absolute symbol"),
                };
                l.write(place, &relative(to));
            }
            elf::R_X86_64_PC64 => match target {
                Target::Image(a) => l.write(place, &(a as i64 + addend - place as i64).to_le_bytes()),
                _ => self.fail(object, "a relative reference out of the image"),
            },
            elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX => {
                let at = self.slot(l, target);
                l.write(place, &relative(at));
            }
            other => self.fail(object, format!("unsupported relocation type {other}")),
        }
    }
}
