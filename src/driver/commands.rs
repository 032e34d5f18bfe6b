//! The commands: compile, run, check, emit, opt, explain, devices.

use super::build;
use super::cli::{self, Command, Stage};
use super::pipeline::{Failed, Form, Res, Session, encode, parse_ir, read_text};
use super::{REJECTED, USAGE, explain};
use ferrotran_source::message::{CODES, ErrorCode};

use ferrotran_ir::{PassOptions, print_module, run_passes};
use ferrotran_runtime::device;

use std::io::Write;
use std::path::Path;

/// Runs a command; gives the exit status.
pub fn run(command: Command) -> u8 {
    match command {
        Command::Compile(c) => with_session(&c.common.clone(), |s| build::compile(s, &c)),
        Command::Run(r) => with_session(&r.common.clone(), |s| run_program(s, &r)),
        Command::Check(c) => with_session(&c.common.clone(), |s| {
            let units = s.parse(&c.files)?;
            s.analyze(units).map(|_| 0)
        }),
        Command::Emit(e) => with_session(&e.common.clone(), |s| emit(s, &e)),
        Command::Explain(e) => explain_command(&e),
        Command::Opt(o) => opt(&o),
        Command::Lsp(l) => super::lsp::serve(&l.common).unwrap_or_else(|e| usage(&e)),
        Command::Devices => {
            devices();
            0
        }
    }
}

fn with_session(common: &cli::Common, f: impl FnOnce(&mut Session) -> Res<u8>) -> u8 {
    let mut s = match Session::new(common) {
        Ok(s) => s,
        Err(e) => return usage(&e),
    };
    let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| f(&mut s)));
    match r {
        Ok(r) => {
            s.report();
            match r {
                Ok(status) => status,
                Err(Failed) => REJECTED,
            }
        }
        Err(panic) => {
            ferrotran_source::message::name_place(&s.map);
            std::panic::resume_unwind(panic)
        }
    }
}

fn usage(text: &str) -> u8 {
    eprintln!("ferrotran: error: {text}\n\nFor more information, try '--help'.");
    USAGE
}

pub(super) fn io_error(s: &mut Session, what: &str, e: &std::io::Error) -> Failed {
    s.fail(format!("cannot write {what}: {e}"))
}

pub(super) fn write_output(s: &mut Session, output: Option<&str>, bytes: &[u8]) -> Res<u8> {
    let r = match output {
        None | Some("-") => std::io::stdout().write_all(bytes),
        Some(path) => std::fs::write(path, bytes),
    };
    match r {
        Ok(()) => Ok(0),
        // Nobody reads on: not our failure.
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(0),
        Err(e) => Err(io_error(s, output.unwrap_or("standard output"), &e)),
    }
}

fn run_program(s: &mut Session, r: &cli::Run) -> Res<u8> {
    if let Some(d) = &r.device {
        device::choose(d);
    }
    let inputs = build::Inputs::sort(s, &r.files, &r.link)?;
    s.coverage_base = r.files.first().map(|f| build::stem_here(f));
    let Some(sources) = inputs.only_sources() else { return run_executable(s, inputs, r) };
    let image = build::image(s, sources)?;
    // Warnings come before the program's own output.
    s.report();
    let program = match image.load() {
        Ok(p) => p,
        Err(e) => return Err(s.fail(format!("cannot load the program: {e}"))),
    };
    // A panic from here on is not the compiler's.
    let _ = std::panic::take_hook();
    let name = std::ffi::OsString::from(&r.files[0]);
    let argv = std::iter::once(&name).chain(&r.args).map(|a| a.as_encoded_bytes().to_vec()).collect();
    Ok(ferrotran_backend::link::execute(&program, argv))
}

/// Runs a program with parts in other languages or libraries: an executable that is gone when it ends.
fn run_executable(s: &mut Session, inputs: build::Inputs, r: &cli::Run) -> Res<u8> {
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    let folder = tempfile::tempdir().map_err(|e| s.fail(format!("cannot make a temporary folder: {e}")))?;
    let path = folder.path().join("program");
    build::executable(s, inputs, ferrotran_linker::Kind::Executable, &path)?;
    s.report();
    let mut command = std::process::Command::new(&path);
    command.arg0(&r.files[0]).args(&r.args);
    if let Some(d) = &r.device {
        command.env("FERROTRAN_DEVICE", d);
    }
    // The program is loaded when this returns, and needs its name no more.
    let child = command.spawn();
    drop(folder);
    let status = child.and_then(|mut c| c.wait());
    let status = status.map_err(|e| s.fail(format!("cannot run the program: {e}")))?;
    let signal = status.signal().and_then(|n| u8::try_from(n).ok()).map_or(REJECTED, |n| 128 + n);
    Ok(status.code().and_then(|c| u8::try_from(c).ok()).unwrap_or(signal))
}

fn emit(s: &mut Session, e: &cli::Emit) -> Res<u8> {
    let output = e.output.as_deref();
    if e.stage != Stage::KernelStats && (e.json || e.size.is_some()) {
        return Err(s.fail("--json and --size are for kernel-stats".into()));
    }
    let text = match e.stage {
        Stage::Tokens => {
            let mut text = String::new();
            for f in &e.files {
                match s.map.read(f) {
                    Ok(id) => text.push_str(&ferrotran_syntax::dump_tokens(
                        &mut s.map,
                        id,
                        &s.flags.parse.clone(),
                        &mut s.diag,
                    )),
                    Err(e) => return Err(s.fail(format!("cannot read {f}: {e}"))),
                }
            }
            text
        }
        Stage::Ast => {
            let trees = s.parse(&e.files)?;
            trees.iter().map(|u| ferrotran_syntax::dump_ast(&u.tree)).collect()
        }
        Stage::Array | Stage::Loop | Stage::Device => {
            let (mut m, form) = s.module_as_written(&e.files)?;
            let to = match e.stage {
                Stage::Array => Form::Array,
                Stage::Loop => Form::Loop,
                _ => Form::Device,
            };
            s.bring_to(&mut m, form, to)?;
            print_module(&m)
        }
        _ => {
            let (mut m, form) = s.module(&e.files)?;
            s.bring_to(&mut m, form, Form::Device)?;
            let kernels = s.kernels(&m)?;
            match e.stage {
                Stage::Clif | Stage::Asm => {
                    let opts = s.codegen();
                    let encoded = encode(&kernels);
                    let r = if e.stage == Stage::Clif {
                        ferrotran_backend::clif_text(&m, &opts, &encoded)
                    } else {
                        ferrotran_backend::asm_text(&m, &opts, &encoded)
                    };
                    s.codegen_result(&m, r)?
                }
                Stage::Spirv => return spirv(s, &kernels, output),
                Stage::KernelStats => kernel_stats(s, &kernels, e)?,
                stage => {
                    let mut text = String::new();
                    for k in &kernels {
                        for (i, st) in k.stages.iter().enumerate() {
                            let t = match stage {
                                Stage::SpirvAsm => ferrotran_gpu::disassemble(&st.spirv),
                                Stage::Wgsl => ferrotran_gpu::to_wgsl(&st.spirv),
                                Stage::Msl => ferrotran_gpu::to_msl(&st.spirv),
                                _ => ferrotran_gpu::to_hlsl(&st.spirv),
                            };
                            let mark = if stage == Stage::SpirvAsm { ";" } else { "//" };
                            match t {
                                Ok(t) => text.push_str(&format!("{mark} kernel {}, stage {i}\n{t}\n", k.name)),
                                Err(why) => return Err(s.fail(format!("kernel {}, stage {i}: {why}", k.name))),
                            }
                        }
                    }
                    text
                }
            }
        }
    };
    write_output(s, output, text.as_bytes())
}

/// What each kernel costs, as text or data.
fn kernel_stats(s: &mut Session, kernels: &[ferrotran_abi::kernel::CompiledKernel], e: &cli::Emit) -> Res<String> {
    let size = e.size.unwrap_or(64);
    let mut all = Vec::new();
    for k in kernels {
        all.push(ferrotran_gpu::stats::kernel_stats(k, size).map_err(|why| s.fail(why))?);
    }
    if !e.json {
        return Ok(all.iter().map(|k| format!("{k}\n")).collect());
    }
    let stage = |st: &ferrotran_gpu::stats::StageStats| {
        let counts: serde_json::Map<String, serde_json::Value> =
            st.means().into_iter().map(|(name, v)| (name.to_string(), v.into())).collect();
        serde_json::json!({
            "workgroup": st.size, "workgroups": st.groups, "text": st.text, "registers": st.kept.registers,
            "local_bytes": st.kept.local_bytes, "shared_bytes": st.kept.shared_bytes, "counts": counts,
            "segments": st.spread(), "conflicts": st.conflicts(),
        })
    };
    let kernels: Vec<serde_json::Value> = all
        .iter()
        .map(|k| serde_json::json!({ "name": k.name, "stages": k.stages.iter().map(stage).collect::<Vec<_>>() }))
        .collect();
    Ok(format!("{}\n", serde_json::json!({ "size": size, "kernels": kernels })))
}

/// SPIR-V modules as they go to the driver: one file for each stage, `OUTPUT` itself where there is one only.
fn spirv(s: &mut Session, kernels: &[ferrotran_abi::kernel::CompiledKernel], output: Option<&str>) -> Res<u8> {
    let modules: Vec<(String, Vec<u8>)> = kernels
        .iter()
        .flat_map(|k| {
            k.stages.iter().enumerate().map(|(i, st)| {
                (format!("{}.{i}", k.name), st.spirv.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>())
            })
        })
        .collect();
    match (&modules[..], output) {
        ([(_, bytes)], out) => write_output(s, out, bytes),
        (_, None) => Err(s.fail(format!(
            "there are {} SPIR-V modules: name a file with -o, each goes to OUTPUT.KERNEL.STAGE",
            modules.len()
        ))),
        (_, Some(out)) => {
            for (name, bytes) in &modules {
                write_output(s, Some(&format!("{out}.{name}")), bytes)?;
            }
            Ok(0)
        }
    }
}

fn explain_command(e: &cli::Explain) -> u8 {
    if e.list {
        let list: String = CODES.iter().map(|(_, number, text)| format!("{number}  {text}\n")).collect();
        return printed(&list);
    }
    if let [code] = &e.files[..]
        && explain::is_code(code)
        && !Path::new(code).exists()
    {
        return match ErrorCode::parse(&explain::full(code)) {
            Some(c) => printed(&explain::plain(ferrotran_diag::page(c))),
            None => usage(&explain::no_such_code(code)),
        };
    }
    with_session(&e.common.clone(), |s| {
        let text = if e.html || e.json {
            let data = super::html::data(s, &e.files)?;
            if e.html { super::html::page(&data) } else { format!("{data}\n") }
        } else {
            let (mut m, form) = s.module(&e.files)?;
            s.bring_to(&mut m, form, Form::Device)?;
            explain::report(s, &m)
        };
        write_output(s, e.output.as_deref(), text.as_bytes())
    })
}

/// Writes an answer to standard output.
fn printed(text: &str) -> u8 {
    // Nobody reading on is not our failure.
    let _ = std::io::stdout().write_all(text.as_bytes());
    0
}

fn opt(o: &cli::Opt) -> u8 {
    if o.list {
        for p in ferrotran_ir::passes::PASSES {
            println!("{:16} {}", p.name, p.doc);
        }
        return 0;
    }
    let text = match read_text(&o.file) {
        Ok(t) => t,
        Err(e) => {
            eprintln!("{}: error: {}", e.place, e.text);
            return REJECTED;
        }
    };
    let (mut m, places) = match parse_ir(&o.file, &text, !o.no_verify) {
        Ok(parsed) => parsed,
        Err(faults) => {
            for f in faults {
                eprintln!("{}: error: {}", f.place, f.text);
            }
            return REJECTED;
        }
    };
    let opts = PassOptions {
        print_after: o.print_after_all,
        verify: !o.no_verify,
        timing: o.time,
        kernel_check: Some(super::kernels::Kernels::default().check()),
        machine: ferrotran_ir::passes::vectorize::Machine {
            fma: ferrotran_backend::Cpu::native().has_fma(),
            same_bits: o.same_bits,
            contract: o.contract,
            bytes: o.vector_bytes.unwrap_or_else(|| ferrotran_backend::Cpu::native().vector_bytes()),
            ..Default::default()
        },
        host_reads: o.host_reads,
    };
    match run_passes(&mut m, &o.passes, &opts) {
        Ok(report) => {
            for (name, text) in &report.printed {
                eprintln!("// after {name}\n{text}");
            }
            if o.stats {
                for ((pass, counter), n) in &report.stats {
                    eprintln!("{n:8}  {pass}: {counter}");
                }
            }
            if o.remarks {
                for r in &report.remarks {
                    eprintln!("{}:{}: {}: {} [{}]", r.loc.line, r.loc.col, r.kind, r.text, r.pass);
                }
            }
            for (name, t) in &report.times {
                eprintln!("{:8.3} ms  {name}", t.as_secs_f64() * 1e3);
            }
            let text = print_module(&m);
            match &o.output {
                Some(p) => {
                    if let Err(e) = std::fs::write(p, text) {
                        eprintln!("ferrotran: error: cannot write {p}: {e}");
                        return REJECTED;
                    }
                }
                None => {
                    let _ = std::io::stdout().write_all(text.as_bytes());
                }
            }
            0
        }
        Err(e) => {
            // Where the text names no place in a source, the place in the text.
            let in_text = e.op.and_then(|op| places.of(op)).filter(|_| e.loc.line == 0);
            let file = m.files.get(e.loc.file as usize).filter(|_| in_text.is_none()).unwrap_or(&o.file);
            let (line, col) = in_text.unwrap_or((e.loc.line, u32::from(e.loc.col)));
            eprintln!("{file}:{line}:{col}: error: {}", e.text);
            REJECTED
        }
    }
}

fn devices() {
    let list = device::adapters();
    if list.is_empty() {
        println!("no adapters: target regions run on the host's threads");
    }
    for a in &list {
        println!("{} ({}, {})", a.name, a.backend, a.kind);
        println!("    driver: {}", a.driver);
        println!(
            "    used: {}",
            if a.real { "yes, by default" } else { "only when asked for by name or as `--device vulkan`" }
        );
        let names = device::feature_names(a.features);
        println!("    kernels may use: {}", if names.is_empty() { "32-bit numbers only".to_string() } else { names });
        println!("    largest array: {} MiB", a.max_array_bytes >> 20);
        println!(
            "    workgroup: {} invocations, {} KiB shared memory; {} storage buffers",
            a.max_workgroup_invocations,
            a.max_workgroup_memory >> 10,
            a.max_storage_buffers
        );
    }
    println!("shadow (memory of its own, on the host's threads)");
    println!("    used: only as `--device shadow`");
}
