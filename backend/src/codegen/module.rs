//! Symbols, data and the object file of one module.

use super::dwarf::Subprogram;
use super::func::Notes;
use super::marks;
use super::unwind::Frames;
use super::{dwarf, func, isa, sections};
use crate::cpu::Cpu;
use crate::error::{CodegenError, Res};
use cranelift_codegen::Context;
use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, ArgumentExtension, ArgumentPurpose, Signature, Type as Ct, types};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa, TargetIsa};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_module::{DataDescription, DataId, FuncId, Linkage, Module as _, ModuleReloc, ModuleRelocTarget};
use cranelift_object::{ObjectBuilder, ObjectModule};
use ferrotran_abi::lines::{self, FunctionLines, Row};
use ferrotran_abi::{desc, rt};
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
    /// What code may use.
    pub cpu: Cpu,
    /// Keep Cranelift's intermediate text.
    pub want_clif: bool,
    /// Keep the machine code's text.
    pub want_asm: bool,
    /// Say which source line each instruction comes from (see [`ferrotran_abi::lines`]).
    pub lines: bool,
    /// Other files of the process may define what this object defines, and then everybody uses that (`-fPIC`).
    pub preemptible: bool,
}

impl Default for CodegenOptions {
    fn default() -> Self {
        CodegenOptions {
            opt_level: 2,
            cpu: Cpu::native(),
            want_clif: false,
            want_asm: false,
            lines: false,
            preemptible: false,
        }
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
    /// Objects have descriptors in them.
    pub refers: bool,
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
    lines: Lines,
    frames: Frames,
    /// How many loops are functions of their own.
    loops: u32,
    /// What Cranelift takes for weak because it is preemptible, and is not.
    strong: (Vec<FuncId>, Vec<DataId>),
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
    let isa = isa::target(opts.opt_level, opts.cpu).map_err(whole)?;
    let source = m.files.first().map_or("module", String::as_str);
    let builder =
        ObjectBuilder::new(isa.clone(), source.as_bytes().to_vec(), cranelift_module::default_libcall_names())
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
        lines: Lines::default(),
        frames: Frames::new(&*isa),
        loops: 0,
        strong: (vec![], vec![]),
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
    let mut constructors: Vec<FuncId> = bodies.iter().filter(|b| m.flag(b.0, "constructor")).map(|b| b.1).collect();
    let main = bodies.iter().find(|b| m.attr_str(b.0, "sym") == Some(MAIN)).map(|b| b.1);
    cx.functions(bodies, &isa, &mut errors);
    if errors.is_empty() {
        let r = match main {
            Some(program) => cx.main_function(program, &isa),
            None => cx.initialization(),
        };
        match r {
            Ok(id) => constructors.splice(0..0, id),
            Err(e) => return Err(whole(e)),
        };
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let ModuleCx { obj, clif, asm, lines, frames, strong, data, .. } = cx;
    let mut product = obj.finish();
    let functions = strong.0.iter().map(|&id| product.function_symbol(id));
    let symbols: Vec<_> = functions.chain(strong.1.iter().map(|&id| product.data_symbol(id))).collect();
    for s in symbols {
        product.object.symbol_mut(s).weak = false;
    }
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
        lines.write(&mut product).map_err(whole)?;
        dwarf::write(&mut product, m, &data, &lines, &lines.subprograms).map_err(whole)?;
    }
    frames.write(&mut product).map_err(whole)?;
    // Nothing here needs an executable stack.
    product.object.add_section(vec![], b".note.GNU-stack".to_vec(), object::SectionKind::Metadata);
    let object = product.emit().map_err(|e| whole(e.to_string()))?;
    Ok(CompiledObject { object, clif, asm })
}

/// The symbol of a main program.
const MAIN: &str = "MAIN__";

/// The table of source lines in the making.
#[derive(Default)]
pub(super) struct Lines {
    pub names: Vec<String>,
    index: FxHashMap<String, u32>,
    /// In the order of `functions`.
    subprograms: Vec<Subprogram>,
    pub functions: Vec<FunctionLines>,
}

impl Lines {
    /// The number of a name.
    fn name(&mut self, name: &str) -> u32 {
        if let Some(&i) = self.index.get(name) {
            return i;
        }
        let i = self.names.len() as u32;
        self.names.push(name.to_string());
        self.index.insert(name.to_string(), i);
        i
    }

    /// Puts the table into the object.
    fn write(&self, product: &mut cranelift_object::ObjectProduct) -> Result<(), String> {
        let (bytes, places) = lines::encode(&self.names, &self.functions);
        let name = lines::SECTION.as_bytes().to_vec();
        let section = product.object.add_section(vec![], name, object::SectionKind::ReadOnlyData);
        product.object.append_section_data(section, &bytes, 8);
        for (s, place) in self.subprograms.iter().zip(places) {
            let (symbol, addend) = sections::place_of(product, s.id)?;
            let flags = object::RelocationFlags::Elf { r_type: DISTANCE };
            let relocation = object::write::Relocation { offset: place as u64, symbol, addend, flags };
            product.object.add_relocation(section, relocation).map_err(|e| e.to_string())?;
        }
        Ok(())
    }
}

/// The relocation of a distance of 64 bits.
const DISTANCE: u32 =
    if cfg!(target_arch = "aarch64") { object::elf::R_AARCH64_PREL64 } else { object::elf::R_X86_64_PC64 };

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
        let refers = m.has_descriptors(op);
        self.layouts.insert(sym.to_string(), Layout { size, align, code, refers, fields });
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
        let linkage = if m.flag(op, "internal") {
            Linkage::Local
        } else if self.opts.preemptible {
            Linkage::Preemptible
        } else {
            Linkage::Export
        };
        match self.obj.declare_function(sym, linkage, &sig) {
            Ok(id) => {
                if linkage == Linkage::Preemptible {
                    self.strong.0.push(id);
                }
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
                } else if m.flag(op, "weak") || self.opts.preemptible {
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
        if linkage == Linkage::Preemptible && self.globals.get(name).is_some_and(|&op| !self.m.flag(op, "weak")) {
            self.strong.1.push(id);
        }
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
                    Ok((ctx, notes)) => {
                        let mut job = Job { index, op, id, ctx, notes, failed: None };
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
            if let Err(e) = self.define(job, &**isa) {
                errors.push(e);
            }
        }
    }

    /// Makes the function `main`, by which the C library enters a Fortran program. It needs no constructor.
    fn main_function(&mut self, program: FuncId, isa: &OwnedTargetIsa) -> Result<Option<FuncId>, String> {
        use cranelift_codegen::ir::{InstBuilder, UserFuncName};
        let mut sig = Signature::new(CallConv::SystemV);
        sig.params.extend([types::I32, types::I64].map(AbiParam::new));
        sig.returns.push(AbiParam::new(types::I32));
        let mut callee = sig.clone();
        callee.params.insert(0, AbiParam::new(types::I64));
        let start = self.func_id(rt::frt_main.name(), &callee)?;
        let id = self.obj.declare_function("main", Linkage::Export, &sig).map_err(|e| e.to_string())?;
        let mut ctx = self.obj.make_context();
        ctx.func.signature = sig;
        ctx.func.name = UserFuncName::user(0, id.as_u32());
        let mut fctx = FunctionBuilderContext::new();
        let mut b = cranelift_frontend::FunctionBuilder::new(&mut ctx.func, &mut fctx);
        let program = self.obj.declare_func_in_func(program, b.func);
        let start = self.obj.declare_func_in_func(start, b.func);
        let block = b.create_block();
        b.append_block_params_for_function_params(block);
        b.switch_to_block(block);
        let program = b.ins().func_addr(types::I64, program);
        let (argc, argv) = (b.block_params(block)[0], b.block_params(block)[1]);
        let call = b.ins().call(start, &[program, argc, argv]);
        let status = b.inst_results(call)[0];
        b.ins().return_(&[status]);
        b.seal_all_blocks();
        b.finalize(self.obj.target_config());
        ctx.compile(&**isa, &mut ControlPlane::default()).map_err(|e| e.inner.to_string())?;
        let code = ctx.compiled_code().expect("the function was compiled");
        self.frames.add(code, &**isa, id)?;
        let relocs: Vec<ModuleReloc> =
            code.buffer.relocs().iter().map(|r| ModuleReloc::from_mach_reloc(r, &ctx.func, id)).collect();
        self.obj
            .define_function_bytes(id, u64::from(code.buffer.alignment), code.buffer.data(), &relocs)
            .map_err(|e| e.to_string())?;
        Ok(None)
    }

    /// The constructor of an object whose procedures another main program may call.
    fn initialization(&mut self) -> Result<Option<FuncId>, String> {
        self.func_id(rt::frt_initialize.name(), &Signature::new(CallConv::SystemV)).map(Some)
    }

    /// Cranelift's form of a function.
    fn translate(
        &mut self,
        op: Op,
        id: FuncId,
        sig: Signature,
        fctx: &mut FunctionBuilderContext,
    ) -> Res<(Context, Notes)> {
        use cranelift_codegen::ir::UserFuncName;
        use std::fmt::Write;
        let mut ctx = self.obj.make_context();
        ctx.func.signature = sig;
        ctx.func.name = UserFuncName::user(0, id.as_u32());
        let notes = func::generate(self, op, &mut ctx.func, fctx)?;
        if self.opts.want_clif {
            let name = self.m.attr_str(op, "sym").unwrap_or_default().to_string();
            let _ = writeln!(self.clif, "; {name}\n{}", ctx.func.display());
        }
        ctx.set_disasm(self.opts.want_asm);
        Ok((ctx, notes))
    }

    /// Puts machine code of a loop of function `op` into the object, as a function of its own. `calls` are the places of
    /// distances to functions of the runtime, by their numbers.
    pub fn define_loop(
        &mut self,
        op: Op,
        bytes: &[u8],
        calls: &[(u32, usize)],
        functions: &[&str],
        places: &[(u32, Loc)],
        text: &str,
    ) -> Result<FuncId, String> {
        use std::fmt::Write;
        let name = format!("{}.loop{}", self.m.attr_str(op, "sym").unwrap_or_default(), self.loops);
        self.loops += 1;
        let mut sig = Signature::new(CallConv::SystemV);
        sig.params.push(AbiParam::new(types::I64));
        let id = self.obj.declare_function(&name, Linkage::Local, &sig).map_err(|e| e.to_string())?;
        let mut relocs = Vec::new();
        for &(offset, n) in calls {
            let callee = self.func_id(functions[n], &Signature::new(CallConv::SystemV))?;
            let target = ModuleRelocTarget::User { namespace: 0, index: callee.as_u32() };
            relocs.push(ModuleReloc { offset, kind: Reloc::X86CallPLTRel4, name: target, addend: -4 });
        }
        self.obj.define_function_bytes(id, 64, bytes, &relocs).map_err(|e| e.to_string())?;
        self.frames.add_with_frame_pointer(id, bytes.len() as u32);
        if self.opts.lines {
            self.add_lines((op, &name), id, bytes.len() as u32, places, vec![]);
        }
        if self.opts.want_asm {
            let _ = writeln!(self.asm, "{name}:\n{text}");
            for (n, f) in functions.iter().enumerate() {
                let _ = writeln!(self.asm, "  ; function {n}: {f}");
            }
        }
        Ok(id)
    }

    /// Notes the source lines of a function's machine code. What was inlined into it keeps the name of the procedure
    /// that it was written in.
    fn add_lines(
        &mut self,
        (op, symbol): (Op, &str),
        id: FuncId,
        size: u32,
        places: &[(u32, Loc)],
        variables: Vec<marks::Place>,
    ) {
        let own = procedure_name(self.m, op).unwrap_or_else(|| symbol.to_string());
        let start = self.m.ops[op].loc;
        let mut rows: Vec<Row> = vec![];
        let mut calls: Vec<(u32, u32)> = vec![];
        let first = (0, start);
        let starts = places.first().is_some_and(|p| p.0 == 0);
        for &(at, Loc { file, line, call, .. }) in (!starts).then_some(&first).into_iter().chain(places) {
            // What joins blocks belongs to what stands before it.
            if line == 0 && !rows.is_empty() {
                continue;
            }
            let (file, line) = if line == 0 { (start.file, start.line) } else { (file, line) };
            if calls.last().map_or(0, |c| c.1) != call {
                calls.push((at, call));
            }
            let i = self.procedures.partition_point(|p| (p.0, p.1) <= (file, line));
            let inside = i.checked_sub(1).map(|i| &self.procedures[i]).filter(|p| p.0 == file);
            let procedure = self.lines.name(inside.map_or(&own, |p| &p.2));
            let file = self.lines.name(self.m.files.get(usize::from(file)).map_or("", |f| f.as_str()));
            let row = Row { at, file, line, procedure };
            if rows.last().is_none_or(|r| Row { at, ..*r } != row) {
                rows.push(row);
            }
        }
        self.lines.subprograms.push(Subprogram {
            id,
            symbol: symbol.to_string(),
            name: self.m.attr_str(op, "source_name").filter(|n| !n.is_empty()).map(str::to_lowercase),
            main: self.m.flag(op, "main"),
            value: self.m.attr(op, "results").is_some(),
            variables,
            calls,
        });
        self.lines.functions.push(FunctionLines { size, rows });
    }

    /// Puts a function's machine code into the object.
    fn define(&mut self, job: Job, isa: &dyn TargetIsa) -> Res<()> {
        use std::fmt::Write;
        let Job { op, id, ctx, failed, notes, .. } = job;
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
        if let Err(e) = self.frames.add(code, isa, id) {
            return self.err(op, format!("internal error: code generation of {name} failed: {e}"));
        }
        if self.opts.lines {
            let size = code.buffer.data().len() as u32;
            let places: Vec<(u32, Loc)> =
                code.buffer.get_srclocs_sorted().iter().map(|s| (s.start, notes.places.get(s.loc))).collect();
            let variables = marks::places(&notes.marks, code, isa);
            self.add_lines((op, &name), id, size, &places, variables);
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
    notes: Notes,
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
