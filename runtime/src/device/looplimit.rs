//! Loops that a driver ends early.
//!
//! Mesa's software devices count the iterations of all loops of an invocation together and end every loop once the
//! count has reached 65535, without a word: the kernel goes on with wrong values. For such a device each stage with
//! loops gets a new entry function, which calls the old one and then runs a loop of two iterations. If that loop is cut
//! as well, the count was used up, and the number of the kernel goes to a status word, which the host looks at
//! whenever it waits for the device. Other devices get their kernels unchanged. A region with such a kernel is undone and
//! runs on the host ([`super::env`]).
//!
//! The loops of these devices also wait for the lanes of a vector that belong to no invocation, as in a workgroup of one
//! invocation. Such a workgroup is filled up with invocations that do nothing.
//!
//! A memory barrier is a place there where an invocation waits for all others of its workgroup. One that holds a lock would
//! wait for those that want it, so in kernels with loops memory barriers go: the device is the machine's processor, whose
//! atomic operations are in order with what stands around them. One that only acquires is where an invocation waits for others
//! in a loop; there stands something that takes its time, as the thread of the others may not be running just now.

use super::memory::Memory;
use ferrotran_abi::kernel::SPIRV_HEADER;

/// What the device writes to and the names behind the numbers.
#[derive(Debug)]
pub struct Status {
    /// Words: the number of a kernel that was cut, or 0, the iterations of the loop that finds out, and one that changes while
    /// invocations wait.
    pub memory: Memory,
    /// Names of the kernels, from number 1 on.
    pub names: Vec<String>,
    /// Something was launched since the word was looked at.
    pub pending: bool,
}

/// Words of the status.
pub const WORDS: usize = 3;

/// Atomic operations of an invocation that waits, for each time that it looks.
const WAITING: u32 = 32;

/// The iterations of the loop at the end; one of them always runs.
pub const ITERATIONS: u32 = 2;

/// Lanes of a vector.
pub const LANES: u32 = 8;

/// Whether a device may end loops early.
pub fn concerns(name: &str) -> bool {
    name.to_ascii_lowercase().contains("llvmpipe")
}

/// What to say about a kernel that was cut.
pub fn message(kernel: &str, device: &str) -> String {
    format!(
        "kernel {kernel} has more loop iterations than the 65535 that {device} runs in one invocation (it ends the loops \
         after 65535 iterations in all)"
    )
}

// Opcodes of SPIR-V.
const ENTRY_POINT: u32 = 15;
const EXECUTION_MODE: u32 = 16;
const TYPE_BOOL: u32 = 20;
const TYPE_INT: u32 = 21;
const TYPE_RUNTIME_ARRAY: u32 = 29;
const TYPE_STRUCT: u32 = 30;
const TYPE_POINTER: u32 = 32;
const CONSTANT: u32 = 43;
const FUNCTION: u32 = 54;
const FUNCTION_END: u32 = 56;
const FUNCTION_CALL: u32 = 57;
const VARIABLE: u32 = 59;
const LOAD: u32 = 61;
const STORE: u32 = 62;
const ACCESS_CHAIN: u32 = 65;
const DECORATE: u32 = 71;
const MEMBER_DECORATE: u32 = 72;
const I_ADD: u32 = 128;
const MEMORY_BARRIER: u32 = 225;
const I_NOT_EQUAL: u32 = 171;
const U_LESS_THAN: u32 = 176;
const PHI: u32 = 245;
const LOOP_MERGE: u32 = 246;
const SELECTION_MERGE: u32 = 247;
const LABEL: u32 = 248;
const ATOMIC_I_ADD: u32 = 234;
const BRANCH: u32 = 249;
const BRANCH_CONDITIONAL: u32 = 250;
const RETURN: u32 = 253;
/// The word of the header that bounds the ids.
const BOUND: usize = 3;
/// Semantics of a barrier that acquires buffers.
const ACQUIRE: u32 = 0x42;
const STORAGE_BUFFER: u32 = 12;
const INPUT: u32 = 1;
const LOCAL_SIZE: u32 = 17;
const BUILT_IN: u32 = 11;
const GLOBAL_ID: u32 = 28;
const LOCAL_INDEX: u32 = 29;

/// Appends an instruction.
fn put(out: &mut Vec<u32>, opcode: u32, operands: &[u32]) {
    out.push((operands.len() as u32 + 1) << 16 | opcode);
    out.extend_from_slice(operands);
}

/// Appends instructions; in place of memory barriers that acquire stands what `waiting` gives, and of others nothing.
fn put_unordered(out: &mut Vec<u32>, mut code: &[u32], acquires: &[u32], mut waiting: impl FnMut(&mut Vec<u32>)) {
    while let Some(&first) = code.first() {
        let n = ((first >> 16) as usize).clamp(1, code.len());
        let (instruction, rest) = code.split_at(n);
        match first & 0xffff {
            MEMORY_BARRIER if instruction.last().is_some_and(|s| acquires.contains(s)) => waiting(out),
            MEMORY_BARRIER => {}
            _ => out.extend_from_slice(instruction),
        }
        code = rest;
    }
}

/// Where in a module things stand that change.
struct Survey {
    /// The word of the entry point's function.
    entry_at: usize,
    /// That function.
    body: u32,
    /// The type of nothing, and that of the function.
    void: u32,
    function_type: u32,
    /// The words that name the function in execution modes.
    modes: Vec<usize>,
    /// The three words of the workgroup's size.
    size_at: usize,
    /// The first type and the first function.
    types_at: usize,
    functions_at: usize,
    /// The types of unsigned integers and truth values, if there are any.
    int: Option<u32>,
    truth: Option<u32>,
    /// The variable that is the invocation's number in its workgroup.
    lane: Option<u32>,
    /// Invocations ask for their number among all.
    global: bool,
    /// Constants that are the semantics of barriers that acquire.
    acquires: Vec<u32>,
}

impl Survey {
    /// None where there is no loop.
    fn of(module: &[u32]) -> Option<Survey> {
        let (mut types_at, mut functions_at, mut entry) = (None, None, None);
        let (mut int, mut truth, mut old, mut loops) = (None, None, None, false);
        let (mut modes, mut size_at, mut lane, mut global) = (Vec::new(), None, None, false);
        let mut acquires = Vec::new();
        let mut at = SPIRV_HEADER;
        while at < module.len() {
            let (n, opcode) = ((module[at] >> 16) as usize, module[at] & 0xffff);
            let w = module.get(at..at + n).filter(|w| !w.is_empty())?;
            match opcode {
                ENTRY_POINT => entry = Some((at + 2, *w.get(2)?)),
                EXECUTION_MODE if n > 1 => {
                    modes.push(at + 1);
                    if n == 6 && w[2] == LOCAL_SIZE {
                        size_at = Some(at + 3);
                    }
                }
                DECORATE if n == 4 && w[2..] == [BUILT_IN, LOCAL_INDEX] => lane = Some(w[1]),
                DECORATE if n == 4 && w[2] == BUILT_IN => global |= w[3] == GLOBAL_ID,
                TYPE_BOOL => truth = Some(*w.get(1)?),
                TYPE_INT if w.len() == 4 && w[2..] == [32, 0] => int = Some(w[1]),
                FUNCTION => {
                    functions_at = functions_at.or(Some(at));
                    if w.len() == 5 && entry.is_some_and(|e| e.1 == w[2]) {
                        old = Some((w[1], w[4]));
                    }
                }
                CONSTANT if w.len() == 4 && w[3] == ACQUIRE => acquires.push(w[2]),
                LOOP_MERGE => loops = true,
                _ => {}
            }
            // Types, constants and global variables follow each other, behind the decorations.
            if (19..=VARIABLE).contains(&opcode) {
                types_at = types_at.or(Some(at));
            }
            at += n;
        }
        let ((entry_at, body), (void, function_type)) = (entry?, old.filter(|_| loops)?);
        let (types_at, functions_at, size_at) = (types_at?, functions_at?, size_at?);
        Some(Survey {
            entry_at,
            body,
            void,
            function_type,
            modes,
            size_at,
            types_at,
            functions_at,
            int,
            truth,
            lane,
            global,
            acquires,
        })
    }
}

/// The module with the check at the end of its one entry point, which writes `number` to the buffer at `binding`, and its
/// workgroup size. `None` where there is no loop.
pub fn guarded(module: &[u32], binding: u32, number: u32) -> Option<(Vec<u32>, [u32; 3])> {
    let Survey {
        entry_at,
        body,
        void,
        function_type,
        modes,
        size_at,
        types_at,
        functions_at,
        int,
        truth,
        lane,
        global,
        acquires,
    } = Survey::of(module)?;
    let mut size: [u32; 3] = module[size_at..size_at + 3].try_into().ok()?;
    let width = size[0];
    let padded = size[1..] == [1, 1] && !global && !width.is_multiple_of(LANES);
    if padded {
        size[0] = width.checked_next_multiple_of(LANES)?;
    }

    let mut bound = *module.get(BOUND)?;
    let mut id = || {
        bound += 1;
        bound - 1
    };
    let (array, structure, structure_pointer, pointer, status) = (id(), id(), id(), id(), id());
    let (zero, one, two, mark, real, main) = (id(), id(), id(), id(), id(), id());
    let mut decorations = Vec::new();
    put(&mut decorations, DECORATE, &[array, 6, 4]); // ArrayStride
    put(&mut decorations, DECORATE, &[structure, 2]); // Block
    put(&mut decorations, MEMBER_DECORATE, &[structure, 0, 35, 0]); // Offset
    put(&mut decorations, DECORATE, &[status, 34, 0]); // DescriptorSet
    put(&mut decorations, DECORATE, &[status, 33, binding]); // Binding
    let mut globals = Vec::new();
    let int = int.unwrap_or_else(|| {
        let t = id();
        put(&mut globals, TYPE_INT, &[t, 32, 0]);
        t
    });
    let truth = truth.unwrap_or_else(|| {
        let t = id();
        put(&mut globals, TYPE_BOOL, &[t]);
        t
    });
    put(&mut globals, TYPE_RUNTIME_ARRAY, &[array, int]);
    put(&mut globals, TYPE_STRUCT, &[structure, array]);
    put(&mut globals, TYPE_POINTER, &[structure_pointer, STORAGE_BUFFER, structure]);
    put(&mut globals, TYPE_POINTER, &[pointer, STORAGE_BUFFER, int]);
    put(&mut globals, VARIABLE, &[structure_pointer, status, STORAGE_BUFFER]);
    for (constant, value) in [(zero, 0), (one, 1), (two, 2), (mark, number), (real, width)] {
        put(&mut globals, CONSTANT, &[int, constant, value]);
    }

    let mut interface = None;
    let lane = padded.then(|| {
        lane.unwrap_or_else(|| {
            let (pointer, v) = (id(), id());
            put(&mut decorations, DECORATE, &[v, BUILT_IN, LOCAL_INDEX]);
            put(&mut globals, TYPE_POINTER, &[pointer, INPUT, int]);
            put(&mut globals, VARIABLE, &[pointer, v, INPUT]);
            *interface.insert(v)
        })
    });

    let mut f = Vec::new();
    let (start, head, test, inside, next, merge, yes, end) = (id(), id(), id(), id(), id(), id(), id(), id());
    let (called, count_at, count, i, more, following, differ, to) = (id(), id(), id(), id(), id(), id(), id(), id());
    put(&mut f, FUNCTION, &[void, main, 0, function_type]);
    match lane {
        None => {
            put(&mut f, LABEL, &[start]);
            put(&mut f, FUNCTION_CALL, &[void, called, body]);
        }
        Some(lane) => {
            let (first, number, is_real, work) = (id(), id(), id(), id());
            put(&mut f, LABEL, &[first]);
            put(&mut f, LOAD, &[int, number, lane]);
            put(&mut f, U_LESS_THAN, &[truth, is_real, number, real]);
            put(&mut f, SELECTION_MERGE, &[start, 0]);
            put(&mut f, BRANCH_CONDITIONAL, &[is_real, work, start]);
            put(&mut f, LABEL, &[work]);
            put(&mut f, FUNCTION_CALL, &[void, called, body]);
            put(&mut f, BRANCH, &[start]);
            put(&mut f, LABEL, &[start]);
        }
    }
    // The number of iterations comes from memory, so that no compiler can do away with the loop.
    put(&mut f, ACCESS_CHAIN, &[pointer, count_at, status, zero, one]);
    put(&mut f, LOAD, &[int, count, count_at]);
    put(&mut f, BRANCH, &[head]);
    put(&mut f, LABEL, &[head]);
    put(&mut f, PHI, &[int, i, zero, start, following, next]);
    put(&mut f, LOOP_MERGE, &[merge, next, 0]);
    put(&mut f, BRANCH, &[test]);
    put(&mut f, LABEL, &[test]);
    put(&mut f, U_LESS_THAN, &[truth, more, i, count]);
    put(&mut f, BRANCH_CONDITIONAL, &[more, inside, merge]);
    put(&mut f, LABEL, &[inside]);
    put(&mut f, BRANCH, &[next]);
    put(&mut f, LABEL, &[next]);
    put(&mut f, I_ADD, &[int, following, i, one]);
    put(&mut f, BRANCH, &[head]);
    put(&mut f, LABEL, &[merge]);
    put(&mut f, I_NOT_EQUAL, &[truth, differ, i, count]);
    put(&mut f, SELECTION_MERGE, &[end, 0]);
    put(&mut f, BRANCH_CONDITIONAL, &[differ, yes, end]);
    put(&mut f, LABEL, &[yes]);
    put(&mut f, ACCESS_CHAIN, &[pointer, to, status, zero, zero]);
    put(&mut f, STORE, &[to, mark]);
    put(&mut f, BRANCH, &[end]);
    put(&mut f, LABEL, &[end]);
    put(&mut f, RETURN, &[]);
    put(&mut f, FUNCTION_END, &[]);

    let mut code = Vec::new();
    put_unordered(&mut code, &module[functions_at..], &acquires, |out| {
        let waits = id();
        put(out, ACCESS_CHAIN, &[pointer, waits, status, zero, two]);
        for _ in 0..WAITING {
            // Scope: the device; relaxed.
            put(out, ATOMIC_I_ADD, &[int, id(), waits, one, zero, one]);
        }
    });

    let mut changed = module.to_vec();
    changed[BOUND] = bound;
    changed[entry_at] = main;
    modes.into_iter().filter(|&m| module[m] == body).for_each(|m| changed[m] = main);
    changed[size_at..size_at + 3].copy_from_slice(&size);
    let mut out = changed[..types_at].to_vec();
    if let Some(v) = interface {
        let first = entry_at - 2;
        let n = (changed[first] >> 16) as usize;
        out[first] += 1 << 16;
        out.insert(first + n, v);
    }
    out.extend(decorations);
    out.extend_from_slice(&changed[types_at..functions_at]);
    out.extend(globals);
    out.extend(code);
    out.extend(f);
    Some((out, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(bytes: &[u8]) -> Vec<u32> {
        bytes.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect()
    }

    #[test]
    fn a_module_with_loops_gets_a_valid_new_entry() {
        valid(&words(include_bytes!("tests/loops.spv")), false);
        valid(&words(include_bytes!("tests/single.spv")), true);
    }

    fn valid(module: &[u32], single: bool) {
        let (new, size) = guarded(module, 7, 3).expect("it has a loop");
        assert_eq!(size == [LANES, 1, 1], single);
        assert!(new[BOUND] > module[BOUND] && new.len() > module.len());
        let path = std::env::temp_dir().join(format!("ferrotran-guarded-{}-{single}.spv", std::process::id()));
        std::fs::write(&path, bytemuck::cast_slice(&new)).unwrap();
        let validator = std::process::Command::new("spirv-val").args(["--target-env", "vulkan1.1"]).arg(&path).output();
        match validator {
            Ok(r) => assert!(r.status.success(), "{}", String::from_utf8_lossy(&r.stderr)),
            Err(_) => eprintln!("no spirv-val: not validated"),
        }
        let _ = std::fs::remove_file(path);
    }

    #[test]
    fn memory_barriers_go_and_nothing_else_does() {
        let mut module = words(include_bytes!("tests/loops.spv"));
        let (without, _) = guarded(&module, 7, 3).expect("it has a loop");
        let mut at = SPIRV_HEADER;
        while module[at] & 0xffff != LABEL {
            at += (module[at] >> 16) as usize;
        }
        module.splice(at + 2..at + 2, [3 << 16 | MEMORY_BARRIER, 1, 2]);
        let (with, _) = guarded(&module, 7, 3).expect("it has a loop");
        assert_eq!(with, without);
    }

    #[test]
    fn other_words_stay_as_they_are() {
        assert_eq!(guarded(&words(include_bytes!("tests/axpy.spv")), 3, 1), None, "no loop");
        let module = words(include_bytes!("tests/loops.spv"));
        for n in 0..module.len() {
            let _ = guarded(&module[..n], 3, 1);
        }
    }
}
