//! Symbols, data and the object file of one module.

use super::{func, isa};
use crate::error::{CodegenError, Res};
use crate::lines::{FunctionLines, LineTable, Row};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, ArgumentExtension, ArgumentPurpose, Signature, Type as Ct, types};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_module::{DataDescription, DataId, FuncId, Linkage, Module as _, ModuleReloc};
use cranelift_object::{ObjectBuilder, ObjectModule};
use ferrotran_abi::desc;
use ferrotran_ir::{Attr, Loc, Module, Op, OpKind, Type, TypeKind};
use rustc_hash::FxHashMap;
use std::collections::HashMap;
use std::sync::{Mutex, mpsc};

/// Modules of fewer functions are compiled by one thread.
const MIN_PARALLEL: usize = 4;
/// Most threads beside the first one.
const MAX_HELPERS: usize = 7;

/// What to generate.
#[derive(Clone, Debug)]
pub struct CodegenOptions {
    /// 0: fast compilation; 1 and more: Cranelift's `speed`.
    pub opt_level: u8,
    /// Name of the object (the source file).
    pub name: String,
    /// Keep Cranelift's intermediate text.
    pub want_clif: bool,
    /// Keep the machine code's text.
    pub want_asm: bool,
    /// Say which source line each instruction comes from (see [`crate::lines`]).
    pub lines: bool,
}

impl Default for CodegenOptions {
    fn default() -> Self {
        CodegenOptions { opt_level: 2, name: "module".into(), want_clif: false, want_asm: false, lines: false }
    }
}

/// What the object says of its Fortran modules, for the linker (see [`crate::link::MODULES_SECTION`]): lines
/// `d KEY INTERFACE` for those that it defines, `u KEY INTERFACE` for those that it uses.
fn module_note(m: &Module) -> String {
    let mut out = String::new();
    for op in m.top_ops(OpKind::Modules) {
        for (mark, list) in [('d', "defined"), ('u', "used")] {
            for entry in m.attr(op, list).map_or(&[][..], Attr::items) {
                if let [key, interface] = entry.items() {
                    let text = |a: &Attr| a.as_str().unwrap_or_default().to_string();
                    out.push_str(&format!("{mark} {} {}\n", text(key), text(interface)));
                }
            }
        }
    }
    out
}

/// The result of [`compile`].
#[derive(Debug, Default)]
pub struct CompiledObject {
    /// The ELF object.
    pub object: Vec<u8>,
    /// Cranelift text of every function, if wanted.
    pub clif: String,
    /// Machine code text of every function, if wanted.
    pub asm: String,
}

/// Layout of a derived type.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub size: i64,
    pub align: i64,
    /// Type code in descriptors.
    pub code: i16,
    /// name -> (offset, type, extents)
    pub fields: FxHashMap<String, (i64, Type, Vec<i64>)>,
}

/// Everything that functions share.
pub(crate) struct ModuleCx<'m> {
    pub m: &'m Module,
    pub obj: ObjectModule,
    pub opts: CodegenOptions,
    pub layouts: FxHashMap<String, Layout>,
    pub globals: FxHashMap<String, Op>,
    funcs: FxHashMap<String, FuncId>,
    data: FxHashMap<String, DataId>,
    /// Read-only bytes by content, with their alignment.
    strings: FxHashMap<Vec<u8>, (DataId, u64)>,
    kernels: &'m HashMap<String, Vec<u8>>,
    lines: LineTable,
    /// Where the procedures of each file begin, in order: (file, line, name).
    procedures: Vec<(u16, u32, String)>,
    pub clif: String,
    pub asm: String,
}

/// Compiles every `func.func` and `mem.global` of the module; `kernels` are the encoded kernels that
/// `dev.launch` ops name.
pub fn compile(
    m: &Module,
    opts: &CodegenOptions,
    kernels: &HashMap<String, Vec<u8>>,
) -> Result<CompiledObject, Vec<CodegenError>> {
    let whole = |text: String| vec![CodegenError { loc: Loc::default(), text }];
    let isa = isa::host(opts.opt_level).map_err(whole)?;
    let builder =
        ObjectBuilder::new(isa.clone(), opts.name.as_bytes().to_vec(), cranelift_module::default_libcall_names())
            .map_err(|e| whole(e.to_string()))?;
    let mut cx = ModuleCx {
        m,
        obj: ObjectModule::new(builder),
        opts: opts.clone(),
        layouts: FxHashMap::default(),
        globals: FxHashMap::default(),
        funcs: FxHashMap::default(),
        data: FxHashMap::default(),
        strings: FxHashMap::default(),
        kernels,
        lines: LineTable::default(),
        procedures: if opts.lines { procedures(m) } else { vec![] },
        clif: String::new(),
        asm: String::new(),
    };
    let mut errors = Vec::new();
    for op in m.top_ops(OpKind::TypeDef) {
        if let Err(e) = cx.layout(op) {
            errors.push(e);
        }
    }
    for op in m.top_ops(OpKind::Global) {
        if let Some(s) = m.attr_str(op, "sym") {
            cx.globals.insert(s.to_string(), op);
        }
    }
    let mut bodies = Vec::new();
    for op in m.top_ops(OpKind::Func) {
        match cx.declare_defined(op) {
            Ok((id, sig)) => bodies.push((op, id, sig)),
            Err(e) => errors.push(e),
        }
    }
    let mut commons = Vec::new();
    for op in m.top_ops(OpKind::Global) {
        match cx.define_global(op) {
            Ok(Some(c)) => commons.push(c),
            Ok(None) => {}
            Err(e) => errors.push(e),
        }
    }
    let constructors: Vec<FuncId> = bodies.iter().filter(|b| m.flag(b.0, "constructor")).map(|b| b.1).collect();
    cx.functions(bodies, &isa, &mut errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    let ModuleCx { obj, clif, asm, lines, .. } = cx;
    let mut product = obj.finish();
    for (id, size, align) in commons {
        let sym = product.data_symbol(id);
        let s = product.object.symbol_mut(sym);
        s.section = object::write::SymbolSection::Common;
        s.value = align;
        s.size = size;
        s.kind = object::SymbolKind::Data;
        s.scope = object::SymbolScope::Dynamic;
    }
    for id in constructors {
        add_constructor(&mut product, id).map_err(|e| whole(e.to_string()))?;
    }
    let modules = module_note(m);
    if !modules.is_empty() {
        let name = crate::link::MODULES_SECTION.as_bytes().to_vec();
        let id = product.object.add_section(vec![], name, object::SectionKind::Metadata);
        product.object.append_section_data(id, modules.as_bytes(), 1);
    }
    if opts.lines {
        let name = crate::lines::LINES_SECTION.as_bytes().to_vec();
        let id = product.object.add_section(vec![], name, object::SectionKind::Metadata);
        product.object.append_section_data(id, &lines.encode(), 1);
    }
    // Nothing here needs an executable stack.
    product.object.add_section(vec![], b".note.GNU-stack".to_vec(), object::SectionKind::Metadata);
    let object = product.emit().map_err(|e| whole(e.to_string()))?;
    Ok(CompiledObject { object, clif, asm })
}

/// Puts a function into the table of those that run before the main program.
fn add_constructor(product: &mut cranelift_object::ObjectProduct, id: FuncId) -> Result<(), object::write::Error> {
    let symbol = product.function_symbol(id);
    let kind = object::SectionKind::Elf(object::elf::SHT_INIT_ARRAY);
    let o = &mut product.object;
    let section = o.add_section(vec![], b".init_array".to_vec(), kind);
    o.section_mut(section).flags =
        object::SectionFlags::Elf { sh_flags: u64::from(object::elf::SHF_ALLOC | object::elf::SHF_WRITE) };
    let offset = o.append_section_data(section, &[0; 8], 8);
    let flags = object::RelocationFlags::Generic {
        kind: object::RelocationKind::Absolute,
        encoding: object::RelocationEncoding::Generic,
        size: 64,
    };
    o.add_relocation(section, object::write::Relocation { offset, symbol, addend: 0, flags })
}

/// Whether `long double` of C is that of the x87.
pub(crate) const X87: bool = cfg!(target_arch = "x86_64");

/// Registers of each sort, for integers and for floats, in which calls give results.
const RESULT_REGISTERS: u32 = 2;

/// An argument that only takes eight bytes in memory, before one of type `long double`.
pub(crate) const PADDING: ArgumentPurpose = ArgumentPurpose::StructArgument(8);

/// Bytes that arguments take in memory under the C ABI of this machine.
fn stack_bytes(params: &[AbiParam]) -> u32 {
    let (mut integers, mut floats, mut bytes) = (0, 0, 0);
    for p in params {
        let size = p.value_type.bytes().max(8);
        match p.purpose {
            ArgumentPurpose::StructArgument(n) => bytes += n,
            _ if p.value_type.is_int() && integers + size / 8 <= 6 => integers += size / 8,
            _ if !p.value_type.is_int() && floats < 8 => floats += 1,
            _ => bytes = bytes.next_multiple_of(size) + size,
        }
    }
    bytes
}

impl<'m> ModuleCx<'m> {
    fn err<T>(&self, op: Op, text: impl Into<String>) -> Res<T> {
        Err(CodegenError { loc: self.m.ops[op].loc, text: text.into() })
    }

    fn layout(&mut self, op: Op) -> Res<()> {
        let m = self.m;
        let (Some(sym), Some(size)) = (m.attr_str(op, "sym"), m.attr_int(op, "size")) else {
            return self.err(op, "fort.type without sym or size");
        };
        let mut fields = FxHashMap::default();
        for f in m.attr(op, "fields").map(Attr::items).unwrap_or_default() {
            let [name, offset, ty, rest @ ..] = f.items() else { return self.err(op, "malformed field of fort.type") };
            let (Some(name), Some(offset), Attr::Type(ty)) = (name.as_str(), offset.as_int(), ty) else {
                return self.err(op, "malformed field of fort.type");
            };
            let extents = rest.first().map(|e| e.items().iter().filter_map(Attr::as_int).collect()).unwrap_or_default();
            fields.insert(name.to_string(), (offset, *ty, extents));
        }
        let align = m.attr_int(op, "align").unwrap_or(8).max(1);
        let code = m.attr_int(op, "code").and_then(|c| i16::try_from(c).ok()).unwrap_or(desc::class::STRUCT);
        self.layouts.insert(sym.to_string(), Layout { size, align, code, fields });
        Ok(())
    }

    /// Bytes of one object of a type in memory (`None` for run-time character lengths).
    pub fn size_of(&self, t: Type) -> Option<i64> {
        match self.m.types.kind(t) {
            TypeKind::Derived(n) => self.layouts.get(n).map(|l| l.size),
            _ => self.m.types.size_of(t).map(|n| n as i64),
        }
    }

    /// Alignment of a type in memory.
    pub fn align_of(&self, t: Type) -> i64 {
        match self.m.types.kind(t) {
            TypeKind::Derived(n) => self.layouts.get(n).map_or(8, |l| l.align),
            TypeKind::Char(_, kind) => i64::from(*kind),
            TypeKind::Complex(80) => 16,
            TypeKind::Complex(b) => i64::from(*b) / 8,
            TypeKind::Box { .. } => 8,
            _ => self.size_of(t).unwrap_or(8).clamp(1, 16),
        }
    }

    /// The machine type of a scalar IR type.
    pub fn scalar_ty(&self, t: Type) -> Option<Ct> {
        Some(match self.m.types.kind(t) {
            TypeKind::Bool | TypeKind::Int(8) | TypeKind::Logical(8) => types::I8,
            TypeKind::Int(16) | TypeKind::Logical(16) => types::I16,
            TypeKind::Int(32) | TypeKind::Logical(32) => types::I32,
            TypeKind::Int(64) | TypeKind::Logical(64) | TypeKind::Index | TypeKind::Ptr => types::I64,
            TypeKind::Ref(e) if !matches!(self.m.types.kind(*e), TypeKind::Char(..)) => types::I64,
            TypeKind::Int(128) | TypeKind::Logical(128) => types::I128,
            // Kinds 10 and 16 of reals have their bits as in memory.
            TypeKind::Float(80 | 128) => types::I128,
            TypeKind::Float(32) => types::F32,
            TypeKind::Float(64) => types::F64,
            _ => return None,
        })
    }

    /// Appends the machine parameters by which a value of that type is passed under the C ABI.
    pub fn push_abi(&self, t: Type, out: &mut Vec<AbiParam>) -> Result<(), String> {
        match self.m.types.kind(t) {
            TypeKind::Bool => out.push(AbiParam { extension: ArgumentExtension::Uext, ..AbiParam::new(types::I8) }),
            TypeKind::Int(8 | 16) | TypeKind::Logical(8 | 16) => {
                let ty = self.scalar_ty(t).expect("integers are scalars");
                out.push(AbiParam { extension: ArgumentExtension::Sext, ..AbiParam::new(ty) });
            }
            // A structure of two floats fills one vector register.
            TypeKind::Complex(32) => out.push(AbiParam::new(types::F64)),
            TypeKind::Complex(64) => out.extend([AbiParam::new(types::F64), AbiParam::new(types::F64)]),
            // `long double` of C lies in memory among the arguments, in multiples of 16 bytes.
            TypeKind::Float(80) | TypeKind::Complex(80) if X87 => {
                if !stack_bytes(out).is_multiple_of(16) {
                    out.push(AbiParam::special(types::I64, PADDING));
                }
                let size = if matches!(self.m.types.kind(t), TypeKind::Float(_)) { 16 } else { 32 };
                out.push(AbiParam::special(types::I64, ArgumentPurpose::StructArgument(size)));
            }
            TypeKind::Float(80 | 128) => out.push(AbiParam::new(types::F128)),
            TypeKind::Complex(80 | 128) => out.extend([AbiParam::new(types::F128), AbiParam::new(types::F128)]),
            TypeKind::Char(..) => out.push(AbiParam::new(types::I64)),
            TypeKind::Ref(_) => out.push(AbiParam::new(types::I64)),
            _ => match self.scalar_ty(t) {
                // The word left over would go to the next argument in C, and to none here.
                Some(types::I128)
                    if out
                        .iter()
                        .filter(|p| p.value_type.is_int())
                        .map(|p| p.value_type.bits().div_ceil(64))
                        .sum::<u32>()
                        == 5 =>
                {
                    return Err("integer(16) by value as sixth word of the arguments".into());
                }
                Some(ty) => out.push(AbiParam::new(ty)),
                None => return Err(format!("values of type {} cannot be passed", self.m.types.text(t))),
            },
        }
        Ok(())
    }

    /// The signature for arguments and results of those types.
    pub fn signature(&self, params: &[Type], results: &[Type]) -> Result<Signature, String> {
        let mut sig = Signature::new(CallConv::SystemV);
        for &t in params {
            self.push_abi(t, &mut sig.params)?;
        }
        for &t in results {
            self.push_result(t, &mut sig.returns)?;
        }
        Ok(sig)
    }

    /// Appends the machine results by which a value of that type is returned under the C ABI. Those of kind 10 are on the
    /// stack of the x87, which the code of calls and returns sees to.
    pub fn push_result(&self, t: Type, out: &mut Vec<AbiParam>) -> Result<(), String> {
        match self.m.types.kind(t) {
            TypeKind::Float(80) | TypeKind::Complex(80) if X87 => return Ok(()),
            _ => self.push_abi(t, out)?,
        }
        let words = |ints: bool| {
            let sort = out.iter().filter(|p| p.value_type.is_int() == ints);
            sort.map(|p| if ints { p.value_type.bits().div_ceil(64) } else { 1 }).sum::<u32>()
        };
        if words(true).max(words(false)) > RESULT_REGISTERS {
            return Err("more results than there are registers for them".into());
        }
        Ok(())
    }

    fn declare_defined(&mut self, op: Op) -> Res<(FuncId, Signature)> {
        let m = self.m;
        let Some(sym) = m.attr_str(op, "sym") else { return self.err(op, "func.func without sym") };
        let params: Vec<Type> = m.args(m.region(op, 0)).iter().map(|&v| m.ty(v)).collect();
        let results = func_results(m, op);
        let sig = match self.struct_signature(op, &params, &results) {
            Ok(s) => s,
            Err(e) => return self.err(op, e),
        };
        let linkage = if m.flag(op, "internal") { Linkage::Local } else { Linkage::Export };
        match self.obj.declare_function(sym, linkage, &sig) {
            Ok(id) => {
                if self.funcs.insert(sym.to_string(), id).is_some() {
                    return self.err(op, format!("procedure {sym} is defined twice"));
                }
                Ok((id, sig))
            }
            Err(e) => self.err(op, e.to_string()),
        }
    }

    /// The function of that link name, imported where this module does not define it.
    pub fn func_id(&mut self, name: &str, sig: &Signature) -> Result<FuncId, String> {
        if let Some(&id) = self.funcs.get(name) {
            return Ok(id);
        }
        let id = self.obj.declare_function(name, Linkage::Import, sig).map_err(|e| e.to_string())?;
        self.funcs.insert(name.to_string(), id);
        Ok(id)
    }

    /// True where this module defines the function.
    pub fn is_local_func(&self, id: FuncId) -> bool {
        self.obj.declarations().get_function_decl(id).linkage.is_definable()
    }

    /// The data object of that link name.
    pub fn data_id(&mut self, name: &str) -> Result<DataId, String> {
        if let Some(&id) = self.data.get(name) {
            return Ok(id);
        }
        let (linkage, writable) = match self.globals.get(name) {
            Some(&op) => {
                let m = self.m;
                let l = if m.flag(op, "extern") || (m.flag(op, "common") && m.attr(op, "init").is_none()) {
                    Linkage::Import
                } else if m.flag(op, "internal") {
                    Linkage::Local
                } else if m.flag(op, "weak") {
                    Linkage::Preemptible
                } else {
                    Linkage::Export
                };
                (l, !m.flag(op, "constant"))
            }
            None => (Linkage::Import, true),
        };
        let id = self.obj.declare_data(name, linkage, writable, false).map_err(|e| e.to_string())?;
        self.data.insert(name.to_string(), id);
        Ok(id)
    }

    /// Read-only bytes, shared between equal contents.
    pub fn bytes(&mut self, bytes: &[u8], align: u64) -> Result<DataId, String> {
        if let Some(&(id, aligned)) = self.strings.get(bytes)
            && aligned >= align
        {
            return Ok(id);
        }
        let id = self.obj.declare_anonymous_data(false, false).map_err(|e| e.to_string())?;
        let mut d = DataDescription::new();
        d.define(if bytes.is_empty() { Box::new([0]) } else { bytes.into() });
        d.set_align(align);
        self.obj.define_data(id, &d).map_err(|e| e.to_string())?;
        self.strings.insert(bytes.to_vec(), (id, align));
        Ok(id)
    }

    /// The encoded kernel of that name.
    pub fn kernel(&mut self, name: &str) -> Result<DataId, String> {
        let Some(bytes) = self.kernels.get(name) else { return Err(format!("kernel {name} was not compiled")) };
        self.bytes(bytes, 16)
    }

    /// Device features that a kernel needs.
    pub fn kernel_needs(&self, name: &str) -> Result<u32, String> {
        let Some(bytes) = self.kernels.get(name) else { return Err(format!("kernel {name} was not compiled")) };
        match ferrotran_abi::kernel::CompiledKernel::decode(bytes) {
            Ok(k) => Ok(k.needs),
            Err(e) => Err(format!("kernel {name} is malformed: {}", e.0)),
        }
    }

    /// Defines a global; for common blocks gives (id, size, alignment) of the common symbol.
    fn define_global(&mut self, op: Op) -> Res<Option<(DataId, u64, u64)>> {
        let m = self.m;
        let Some(sym) = m.attr_str(op, "sym") else { return self.err(op, "mem.global without sym") };
        let Some(Attr::Type(ty)) = m.attr(op, "type") else { return self.err(op, "mem.global without type") };
        let id = match self.data_id(sym) {
            Ok(id) => id,
            Err(e) => return self.err(op, e),
        };
        if m.flag(op, "extern") {
            return Ok(None);
        }
        let Some(size) = m.attr_int(op, "size").or_else(|| self.size_of(*ty)) else {
            return self.err(op, format!("the size of {sym} is not known"));
        };
        let align = m.attr_int(op, "align").unwrap_or_else(|| self.align_of(*ty).max(if size >= 64 { 64 } else { 1 }));
        let init: Option<&[u8]> = match m.attr(op, "init") {
            Some(Attr::Bytes(b) | Attr::Str(b)) => Some(b),
            Some(_) => return self.err(op, format!("malformed initial value of {sym}")),
            None => None,
        };
        if m.flag(op, "common") && init.is_none() {
            return Ok(Some((id, size.max(1) as u64, align.max(16) as u64)));
        }
        let relocs = m.attr(op, "relocs").map(Attr::items).unwrap_or_default();
        let mut d = DataDescription::new();
        if init.is_some_and(|b| b.iter().any(|&x| x != 0)) || !relocs.is_empty() || m.flag(op, "constant") {
            let mut bytes = init.unwrap_or_default().to_vec();
            if bytes.len() as i64 > size {
                return self.err(op, format!("the initial value of {sym} is longer than the variable"));
            }
            bytes.resize(size.max(1) as usize, 0);
            d.define(bytes.into());
        } else {
            d.define_zeroinit(size.max(1) as usize);
        }
        d.set_align(align as u64);
        for r in relocs {
            let (Some(off), Some(target)) =
                (r.items().first().and_then(Attr::as_int), r.items().get(1).and_then(Attr::as_str))
            else {
                return self.err(op, format!("malformed relocation of {sym}"));
            };
            let addend = r.items().get(2).and_then(Attr::as_int).unwrap_or(0);
            if self.funcs.contains_key(target) || !self.globals.contains_key(target) && addend == 0 {
                let fid = match self.func_id(target, &Signature::new(CallConv::SystemV)) {
                    Ok(id) => id,
                    Err(e) => return self.err(op, e),
                };
                let f = self.obj.declare_func_in_data(fid, &mut d);
                d.write_function_addr(off as u32, f);
            } else {
                let did = match self.data_id(target) {
                    Ok(id) => id,
                    Err(e) => return self.err(op, e),
                };
                let g = self.obj.declare_data_in_data(did, &mut d);
                d.write_data_addr(off as u32, g, addend);
            }
        }
        match self.obj.define_data(id, &d) {
            Ok(()) => Ok(None),
            Err(e) => self.err(op, format!("{sym}: {e}")),
        }
    }

    /// Compiles the functions: this thread turns the IR into Cranelift's, others that into machine code.
    fn functions(
        &mut self,
        bodies: Vec<(Op, FuncId, Signature)>,
        isa: &OwnedTargetIsa,
        errors: &mut Vec<CodegenError>,
    ) {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let helpers = if bodies.len() < MIN_PARALLEL { 0 } else { (cores - 1).min(MAX_HELPERS) };
        let (jobs, waiting) = mpsc::channel::<Job>();
        let waiting = Mutex::new(waiting);
        let (results, done) = mpsc::channel::<Job>();
        let mut finished: Vec<Option<Job>> = bodies.iter().map(|_| None).collect();
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                let (waiting, results) = (&waiting, results.clone());
                scope.spawn(move || {
                    while let Some(mut job) = next_job(waiting, true) {
                        job.compile(isa);
                        if results.send(job).is_err() {
                            break;
                        }
                    }
                });
            }
            let mut fctx = FunctionBuilderContext::new();
            for (index, (op, id, sig)) in bodies.into_iter().enumerate() {
                match self.translate(op, id, sig, &mut fctx) {
                    Ok(ctx) => {
                        let mut job = Job { index, op, id, ctx, failed: None };
                        if helpers == 0 {
                            job.compile(isa);
                            finished[index] = Some(job);
                        } else {
                            // The receiver lives as long as this scope.
                            let _ = jobs.send(job);
                        }
                    }
                    Err(e) => {
                        errors.push(e);
                        // What a failed function left behind must not reach the next one.
                        fctx = FunctionBuilderContext::new();
                    }
                }
            }
            drop(jobs);
            // This thread helps with what is left.
            while let Some(mut job) = next_job(&waiting, false) {
                job.compile(isa);
                let _ = results.send(job);
            }
            drop(results);
            for job in done {
                let index = job.index;
                finished[index] = Some(job);
            }
        });
        for job in finished.into_iter().flatten() {
            if let Err(e) = self.define(job) {
                errors.push(e);
            }
        }
    }

    /// Cranelift's form of a function.
    fn translate(&mut self, op: Op, id: FuncId, sig: Signature, fctx: &mut FunctionBuilderContext) -> Res<Context> {
        use cranelift_codegen::ir::UserFuncName;
        use std::fmt::Write;
        let mut ctx = self.obj.make_context();
        ctx.func.signature = sig;
        ctx.func.name = UserFuncName::user(0, id.as_u32());
        func::generate(self, op, &mut ctx.func, fctx)?;
        if self.opts.want_clif {
            let name = self.m.attr_str(op, "sym").unwrap_or_default().to_string();
            let _ = writeln!(self.clif, "; {name}\n{}", ctx.func.display());
        }
        ctx.set_disasm(self.opts.want_asm);
        Ok(ctx)
    }

    /// Notes the source lines of a function's machine code. What was inlined into it keeps the name of the procedure
    /// that it was written in.
    fn add_lines(&mut self, op: Op, symbol: &str, size: u32, places: &[(u32, u32)]) {
        let own = procedure_name(self.m, op).unwrap_or_else(|| symbol.to_string());
        let start = self.m.ops[op].loc;
        let mut rows: Vec<Row> = vec![];
        let first = (0, func::source_loc(start).bits());
        let starts = places.first().is_some_and(|p| p.0 == 0);
        for &(at, bits) in (!starts).then_some(&first).into_iter().chain(places) {
            let (file, line) = func::file_and_line(bits);
            let (file, line) = if line == 0 { (start.file, start.line) } else { (file, line) };
            let i = self.procedures.partition_point(|p| (p.0, p.1) <= (file, line));
            let inside = i.checked_sub(1).map(|i| &self.procedures[i]).filter(|p| p.0 == file);
            let procedure = self.lines.name(inside.map_or(&own, |p| &p.2));
            let file = self.lines.name(self.m.files.get(usize::from(file)).map_or("", |f| f.as_str()));
            let row = Row { at, file, line, procedure };
            if rows.last().is_none_or(|r| Row { at, ..*r } != row) {
                rows.push(row);
            }
        }
        self.lines.functions.push(FunctionLines { symbol: symbol.to_string(), size, rows });
    }

    /// Puts a function's machine code into the object.
    fn define(&mut self, job: Job) -> Res<()> {
        use std::fmt::Write;
        let Job { op, id, ctx, failed, .. } = job;
        let name = self.m.attr_str(op, "sym").unwrap_or_default().to_string();
        if let Some(detail) = failed {
            return self.err(op, format!("internal error: code generation of {name} failed: {detail}"));
        }
        let code = ctx.compiled_code().expect("the function was compiled");
        let relocs: Vec<ModuleReloc> =
            code.buffer.relocs().iter().map(|r| ModuleReloc::from_mach_reloc(r, &ctx.func, id)).collect();
        let alignment = u64::from(code.buffer.alignment);
        if let Err(e) = self.obj.define_function_bytes(id, alignment, code.buffer.data(), &relocs) {
            return self.err(op, format!("internal error: code generation of {name} failed: {e}"));
        }
        if self.opts.lines {
            let size = code.buffer.data().len() as u32;
            let places: Vec<(u32, u32)> =
                code.buffer.get_srclocs_sorted().iter().map(|s| (s.start, s.loc.bits())).collect();
            self.add_lines(op, &name, size, &places);
        }
        if self.opts.want_asm
            && let Some(text) = ctx.compiled_code().and_then(|c| c.vcode.as_ref())
        {
            let _ = writeln!(self.asm, "{name}:\n{text}");
        }
        Ok(())
    }
}

/// How messages name a procedure: internal ones and the main program as in the source, others by their symbols. Parts
/// of procedures that passes made functions of have no names.
fn procedure_name(m: &Module, op: Op) -> Option<String> {
    let source = m.attr_str(op, "source_name")?;
    let symbol = m.attr_str(op, "sym")?;
    let symbol = symbol.strip_suffix(".val").unwrap_or(symbol);
    // Module procedures may be internal to their object.
    let inner = m.flag(op, "internal") && !symbol.starts_with("__");
    Some(if inner || m.flag(op, "main") && !source.is_empty() { source } else { symbol }.to_string())
}

/// Where the procedures of each file begin, in order.
fn procedures(m: &Module) -> Vec<(u16, u32, String)> {
    let mut list: Vec<_> = m
        .top_ops(OpKind::Func)
        .filter_map(|f| {
            let loc = m.ops[f].loc;
            procedure_name(m, f).filter(|_| loc.line > 0).map(|n| (loc.file, loc.line, n))
        })
        .collect();
    list.sort();
    list
}

/// A function on its way to machine code.
struct Job {
    index: usize,
    op: Op,
    id: FuncId,
    ctx: Context,
    /// Cranelift's complaint.
    failed: Option<String>,
}

impl Job {
    fn compile(&mut self, isa: &OwnedTargetIsa) {
        let failed = match self.ctx.compile(&**isa, &mut ControlPlane::default()) {
            Ok(_) => None,
            Err(e) => Some(clone_error(&e.inner)),
        };
        self.failed = failed.map(|e| cranelift_codegen::print_errors::pretty_error(&self.ctx.func, e));
    }
}

/// The next function to compile; none where there are no more (yet, unless `wait`).
fn next_job(waiting: &Mutex<mpsc::Receiver<Job>>, wait: bool) -> Option<Job> {
    // A thread that panicked has not touched the channel's state.
    let queue = waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if wait { queue.recv().ok() } else { queue.try_recv().ok() }
}

fn clone_error(e: &cranelift_codegen::CodegenError) -> cranelift_codegen::CodegenError {
    use cranelift_codegen::CodegenError as E;
    match e {
        E::Verifier(v) => E::Verifier(v.clone()),
        E::Unsupported(s) => E::Unsupported(s.clone()),
        E::CodeTooLarge => E::CodeTooLarge,
        other => E::Unsupported(other.to_string()),
    }
}

/// Result types of a procedure.
pub(crate) fn func_results(m: &Module, op: Op) -> Vec<Type> {
    let items = m.attr(op, "results").map(Attr::items).unwrap_or_default();
    items.iter().filter_map(|a| if let Attr::Type(t) = a { Some(*t) } else { None }).collect()
}
