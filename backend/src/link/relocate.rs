//! Relocations: the bytes of the image that hold addresses.

use super::objects::{Linker, Target};
use super::{Fixup, FixupKind, load};
use object::elf;
use rustc_hash::FxHashMap;

/// Variables of the C library that keep their values once a program runs, so that a copy serves objects which do not
/// reach them through the table of addresses.
const CONSTANT_VARIABLES: &[&str] = &["stdin", "stdout", "stderr"];

/// The table of addresses.
#[derive(Default)]
pub(super) struct Got {
    /// Its offset.
    pub at: u64,
    /// import -> slot
    pub slots: FxHashMap<u32, u64>,
    /// address, or copied variable -> slot
    others: FxHashMap<Slot, u64>,
}

/// What else than an import's address a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Slot {
    Address(Target),
    Copy(u32),
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

    fn read(&mut self, at: u64, len: usize) -> Vec<u8> {
        let (buffer, base) = self.buffer(at);
        let at = (at - base) as usize;
        buffer.get(at..at + len).map(<[u8]>::to_vec).unwrap_or_default()
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
        if let Some(k) = self.got.others.get(&Slot::Address(target)) {
            return self.got.at + k * 8;
        }
        let k = self.next_slot();
        self.got.others.insert(Slot::Address(target), k);
        let at = self.got.at + k * 8;
        match target {
            Target::Image(a) => {
                l.write(at, &a.to_le_bytes());
                self.fixup(at, FixupKind::Base);
            }
            Target::Thread(a) => {
                l.write(at, &a.to_le_bytes());
                self.fixup(at, FixupKind::Tls64);
            }
            Target::Absolute(a) => l.write(at, &a.to_le_bytes()),
            Target::Import(_) => {}
        }
        at
    }

    /// Offset of the copy of a variable of the C library.
    fn copied(&mut self, n: u32) -> u64 {
        if let Some(k) = self.got.others.get(&Slot::Copy(n)) {
            return self.got.at + k * 8;
        }
        let k = self.next_slot();
        self.got.others.insert(Slot::Copy(n), k);
        let at = self.got.at + k * 8;
        self.fixup(at, FixupKind::Copy(n));
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
                Target::Thread(_) => self.fail(object, "the address of a thread-local variable in data"),
            },
            elf::R_X86_64_32 | elf::R_X86_64_32S => match target {
                Target::Image(a) => {
                    l.write(place, &((a as i64 + addend) as i32).to_le_bytes());
                    self.fixup(place, FixupKind::Base32);
                    self.image.low = true;
                }
                Target::Absolute(a) => l.write(place, &((a as i64 + addend) as i32).to_le_bytes()),
                Target::Import(n) => {
                    let name = self.image.imports[n as usize].clone();
                    self.fail(object, format!("a 32-bit address of `{name}`; compile the object with -fPIC"));
                }
                Target::Thread(_) => self.fail(object, "the address of a thread-local variable"),
            },
            elf::R_X86_64_PC32 | elf::R_X86_64_PLT32 => {
                let to = match target {
                    Target::Image(a) => a,
                    Target::Import(n) => {
                        let name = self.image.imports[n as usize].clone();
                        if r_type == elf::R_X86_64_PC32 && CONSTANT_VARIABLES.contains(&&*name) {
                            self.copied(n)
                        } else if r_type == elf::R_X86_64_PC32 && load::is_variable(&name) {
                            return self.fail(
                                object,
                                format!(
                                    "direct access to the variable `{name}` of a library; compile the object with -fPIC"
                                ),
                            );
                        } else {
                            l.stubs_at + self.stubs[&n] * STUB
                        }
                    }
                    // A weak symbol that nothing defines is only compared with null.
                    Target::Absolute(_) => return self.fail(object, "a relative reference to an absolute symbol"),
                    Target::Thread(_) => return self.fail(object, "a relative reference to a thread-local variable"),
                };
                l.write(place, &relative(to));
            }
            elf::R_X86_64_PC64 | elf::R_X86_64_GOTPC64 => match target {
                Target::Image(a) => l.write(place, &(a as i64 + addend - place as i64).to_le_bytes()),
                _ => self.fail(object, "a relative reference out of the image"),
            },
            elf::R_X86_64_GOTPC32 => match target {
                Target::Image(a) => l.write(place, &relative(a)),
                _ => self.fail(object, "a relative reference out of the image"),
            },
            elf::R_X86_64_GOTOFF64 => match target {
                Target::Image(a) => l.write(place, &(a as i64 + addend - self.got.at as i64).to_le_bytes()),
                _ => self.fail(object, "an address out of the image relative to the table of addresses"),
            },
            elf::R_X86_64_GOTPCREL | elf::R_X86_64_GOTPCRELX | elf::R_X86_64_REX_GOTPCRELX => {
                let at = self.slot(l, target);
                l.write(place, &relative(at));
            }
            _ => self.apply_thread(l, object, r_type, target, place, addend),
        }
    }

    /// Accesses of thread-local variables. All variables of the program lie at fixed distances from the thread pointer,
    /// so the general ways to reach them become the simplest one (as the x86-64 ABI allows).
    fn apply_thread(&mut self, l: &mut Layout, object: usize, r_type: u32, target: Target, place: u64, addend: i64) {
        let Target::Thread(a) = target else {
            let text = match (r_type, target) {
                (
                    elf::R_X86_64_TLSGD | elf::R_X86_64_TLSLD | elf::R_X86_64_GOTTPOFF | elf::R_X86_64_TPOFF32,
                    Target::Import(n),
                ) => format!(
                    "the thread-local variable `{}` of a library is not supported",
                    self.image.imports[n as usize]
                ),
                _ => format!("unsupported relocation type {r_type}"),
            };
            return self.fail(object, text);
        };
        match r_type {
            elf::R_X86_64_TPOFF32 | elf::R_X86_64_DTPOFF32 => {
                l.write(place, &((a as i64 + addend) as i32).to_le_bytes());
                self.fixup(place, FixupKind::Tls32);
            }
            elf::R_X86_64_GOTTPOFF => {
                let at = self.slot(l, target);
                l.write(place, &((at as i64 + addend - place as i64) as i32).to_le_bytes());
            }
            elf::R_X86_64_TLSGD => {
                // lea x@tlsgd(%rip), %rdi; call __tls_get_addr  ->  mov %fs:0, %rax; lea x@tpoff(%rax), %rax
                if place < 4 || l.read(place - 4, 4) != [0x66, 0x48, 0x8d, 0x3d] {
                    return self.fail(object, "an unknown way to reach a thread-local variable");
                }
                l.write(place - 4, &[0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0, 0x48, 0x8d, 0x80]);
                l.write(place + 8, &(a as i32).to_le_bytes());
                self.fixup(place + 8, FixupKind::Tls32);
            }
            elf::R_X86_64_TLSLD => {
                // lea x@tlsld(%rip), %rdi; call __tls_get_addr  ->  mov %fs:0, %rax, as long as that
                let next = l.read(place + 4, 2);
                if place < 3 || l.read(place - 3, 3) != [0x48, 0x8d, 0x3d] || next.len() < 2 {
                    return self.fail(object, "an unknown way to reach a thread-local variable");
                }
                let mut code = vec![0x66; if next[0] == 0xe8 { 3 } else { 4 }];
                code.extend([0x64, 0x48, 0x8b, 0x04, 0x25, 0, 0, 0, 0]);
                l.write(place - 3, &code);
            }
            other => self.fail(object, format!("unsupported relocation type {other}")),
        }
    }
}
