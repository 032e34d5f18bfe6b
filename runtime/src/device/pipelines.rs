//! Launches on GPUs: pipelines and bind groups (each made once), parameter blocks, grids.

use super::gpu::{Gpu, RING};
use super::launch::{Argument, Held, Launch};
use super::looplimit;
use super::machine::{Machine, Rest, Undo, Work};
use super::memory::Memory;
use super::object::Addresses;
use super::section::Section;
use super::select::AdapterInfo;
use ferrotran_abi::kernel::{
    Arg, Bound, CompiledKernel, Expr, Given, Grid, MAX_GROUPS, NO_WORD, SPIRV_HEADER, ScalarKind, instructions,
};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry,
    BindingResource, BindingType, BufferBinding, BufferBindingType, BufferSize, ComputePipeline,
    ComputePipelineDescriptor, PassthroughShaderEntryPoint, PipelineCompilationOptions, PipelineLayout,
    PipelineLayoutDescriptor, ShaderModuleDescriptor, ShaderModuleDescriptorPassthrough, ShaderRuntimeChecks,
    ShaderSource, ShaderStages,
};

/// A kernel that was launched before.
struct Loaded {
    kernel: CompiledKernel,
    /// What the driver is told of workgroups, which may be other ones than those that the grid is counted in.
    sizes: Vec<[u32; 3]>,
    /// What each binding number stands for.
    bound: Vec<Bound>,
    /// Bindings of the parameter block.
    params: usize,
    /// For launches whose inputs are no outputs, and for those that bind a buffer as both.
    forms: [OnceLock<Form>; 2],
}

/// A kernel with one of its layouts.
struct Form {
    layout: BindGroupLayout,
    whole: PipelineLayout,
    /// Of each stage, once it is run.
    pipelines: Vec<OnceLock<ComputePipeline>>,
}

/// The opcode and the decoration that say that a variable is not written.
const DECORATE: u32 = 71;
const NON_WRITABLE: u32 = 24;

/// A module without the promise that variables are not written.
fn all_writable(spirv: &[u32], params: &[u32]) -> Vec<u32> {
    const BINDING: u32 = 33;
    let of_params: Vec<u32> = instructions(spirv)
        .filter_map(|i| match *i {
            [op, variable, BINDING, binding] if op & 0xffff == DECORATE && params.contains(&binding) => Some(variable),
            _ => None,
        })
        .collect();
    let promise = |i: &[u32]| matches!(i, &[op, v, NON_WRITABLE] if op & 0xffff == DECORATE && !of_params.contains(&v));
    let kept = instructions(spirv).filter(|i| !promise(i)).flatten().copied();
    spirv[..SPIRV_HEADER].iter().copied().chain(kept).collect()
}

impl Loaded {
    /// Whether that binding is only read, where inputs are no outputs.
    fn reads(&self, b: &Bound, apart: bool) -> bool {
        match *b {
            Bound::Params => true,
            Bound::View(i) => apart && matches!(&self.kernel.args[i], Arg::View(v) if !v.writes),
            Bound::Scratch(_) | Bound::Status => false,
        }
    }

    /// The kernel with a layout.
    fn form(&self, gpu: &Gpu, apart: bool) -> Result<&Form, String> {
        let place = &self.forms[usize::from(apart)];
        if let Some(f) = place.get() {
            return Ok(f);
        }
        let entry = |(i, b): (usize, &Bound)| BindGroupLayoutEntry {
            binding: i as u32,
            visibility: ShaderStages::COMPUTE,
            ty: BindingType::Buffer {
                ty: BufferBindingType::Storage { read_only: self.reads(b, apart) },
                has_dynamic_offset: *b == Bound::Params,
                min_binding_size: None,
            },
            count: None,
        };
        let entries: Vec<BindGroupLayoutEntry> = self.bound.iter().enumerate().map(entry).collect();
        let form = gpu.checked(|| {
            let label = Some(self.kernel.name.as_str());
            let layout = gpu.device.create_bind_group_layout(&BindGroupLayoutDescriptor { label, entries: &entries });
            let desc = PipelineLayoutDescriptor { label, bind_group_layouts: &[Some(&layout)], immediate_size: 0 };
            let whole = gpu.device.create_pipeline_layout(&desc);
            let pipelines = self.kernel.stages.iter().map(|_| OnceLock::new()).collect();
            Form { layout, whole, pipelines }
        })?;
        Ok(place.get_or_init(|| form))
    }

    /// The pipeline of a stage.
    fn pipeline<'a>(&self, gpu: &Gpu, form: &'a Form, n: usize, apart: bool) -> Result<&'a ComputePipeline, String> {
        let place = &form.pipelines[n];
        if let Some(p) = place.get() {
            return Ok(p);
        }
        let (stage, [x, y, z]) = (&self.kernel.stages[n], self.sizes[n]);
        let label = Some(self.kernel.name.as_str());
        let spirv = if apart {
            Cow::Borrowed(&stage.spirv[..])
        } else {
            let numbers = 0..self.bound.len() as u32;
            let params: Vec<u32> = numbers.filter(|&i| self.bound[i as usize] == Bound::Params).collect();
            all_writable(&stage.spirv, &params).into()
        };
        let pipeline = gpu.checked(|| {
            // SAFETY: the SPIR-V comes from our own code generator, which validates it and keeps
            // every access inside the views that are bound.
            let module = unsafe {
                if gpu.passthrough {
                    let entry =
                        PassthroughShaderEntryPoint { name: Cow::Borrowed(&stage.entry), workgroup_size: (x, y, z) };
                    gpu.device.create_shader_module_passthrough(ShaderModuleDescriptorPassthrough {
                        label,
                        entry_points: Cow::Owned(vec![entry]),
                        spirv: Some(spirv),
                        ..Default::default()
                    })
                } else {
                    let desc = ShaderModuleDescriptor { label, source: ShaderSource::SpirV(spirv) };
                    gpu.device.create_shader_module_trusted(desc, ShaderRuntimeChecks::unchecked())
                }
            };
            gpu.device.create_compute_pipeline(&ComputePipelineDescriptor {
                label,
                layout: Some(&form.whole),
                module: &module,
                entry_point: Some(&stage.entry),
                compilation_options: PipelineCompilationOptions {
                    constants: &[],
                    zero_initialize_workgroup_memory: false,
                },
                cache: None,
            })
        })?;
        Ok(place.get_or_init(|| pipeline))
    }
}

/// An open GPU with what is loaded there.
pub struct Driven {
    gpu: Gpu,
    pipelines: Pipelines,
}

impl Driven {
    /// Opens a GPU.
    pub fn open(info: AdapterInfo, adapter: &wgpu::Adapter) -> Result<Driven, String> {
        Ok(Driven { gpu: Gpu::open(info, adapter)?, pipelines: Pipelines::default() })
    }
}

impl Machine for Driven {
    fn info(&self) -> &AdapterInfo {
        &self.gpu.info
    }

    fn limit(&self) -> u64 {
        self.gpu.limit
    }

    fn take(&mut self, bytes: u64) -> Result<Memory, String> {
        self.pipelines.take(&mut self.gpu, bytes)
    }

    fn give(&mut self, memory: Memory) {
        if self.gpu.pool.give(memory) {
            // So much is idle that bind groups should not keep it alive either.
            self.pipelines.groups.clear();
            self.gpu.pool.clear();
        }
    }

    fn in_use(&self) -> (u64, u64) {
        let (bytes, staging) = self.gpu.in_use();
        (bytes - self.pipelines.dummy.as_ref().map_or(0, Memory::size), staging)
    }

    fn upload(&mut self, memory: &Memory, at: u64, data: &[u8]) -> Result<(), String> {
        self.gpu.upload(memory, at, data)
    }

    fn upload_runs(&mut self, memory: &Memory, runs: &[(u64, &[u8])]) -> Result<(), String> {
        self.gpu.upload_runs(memory, runs)
    }

    fn download(
        &mut self,
        memory: &Memory,
        at: u64,
        section: &Section,
        addresses: Option<&Arc<Addresses>>,
    ) -> Result<(), String> {
        self.gpu.download(memory, at, section, addresses)
    }

    fn copy(&mut self, from: &Memory, from_at: u64, to: &Memory, to_at: u64, bytes: u64) -> Result<(), String> {
        self.gpu.copy(from, from_at, to, to_at, bytes)
    }

    fn is_coming(&self, start: u64, end: u64) -> bool {
        self.gpu.is_coming(start, end)
    }

    fn finish(&mut self) -> Result<(), String> {
        self.gpu.finish()
    }

    fn end_region(&mut self) -> Result<Option<Rest>, String> {
        self.gpu.end_region()
    }

    fn catch_up(&mut self) -> Result<(), String> {
        self.gpu.catch_up()
    }

    fn undo(&self) -> &Undo {
        &self.gpu.undo
    }

    fn undo_mut(&mut self) -> &mut Undo {
        &mut self.gpu.undo
    }

    unsafe fn launch(&mut self, launch: &Launch<'_>) -> Result<Option<Work>, String> {
        // SAFETY: the caller's promise.
        unsafe { self.pipelines.launch(&mut self.gpu, launch).map(|()| None) }
    }

    #[cfg(test)]
    fn without_passthrough(&mut self) {
        self.gpu.passthrough = false;
    }
}

/// Kernels and bind groups of one GPU.
#[derive(Default)]
struct Pipelines {
    loaded: FxHashMap<u64, Arc<Loaded>>,
    groups: FxHashMap<Box<[u64]>, BindGroup>,
    /// Bound for views without elements.
    dummy: Option<Memory>,
}

/// Bind groups that are kept.
const GROUPS: usize = 1024;

/// The values of a launch's arguments.
pub struct Values {
    /// Of views.
    pub sections: Vec<Option<Section>>,
    /// Of scalars.
    pub integers: Vec<i64>,
    /// Where element (0, 0, ..) of views lies in their memory, in bytes; `None` of scalars. Empty where that is not known.
    pub offsets: Vec<Option<i64>>,
}

impl Values {
    /// The value of an expression over them.
    pub fn eval(&self, e: &Expr, what: &str) -> Result<i64, String> {
        e.eval(self).ok_or_else(|| format!("{what} is too large"))
    }
}

impl Given for Values {
    fn scalar(&self, arg: u32) -> i64 {
        self.integers[arg as usize]
    }
    fn extent(&self, arg: u32, dim: u32) -> i64 {
        match &self.sections[arg as usize] {
            Some(s) => s.dims().get(dim as usize).map_or(0, |d| d.0.max(0)),
            None => 0,
        }
    }
    fn lined(&self, arg: u32, bytes: u32) -> bool {
        let (Some(s), Some(Some(offset))) = (&self.sections[arg as usize], self.offsets.get(arg as usize)) else {
            return false;
        };
        let mut next = Some(s.elem as i64);
        let side_by_side = s.dims().iter().all(|&(extent, stride)| {
            let fits = extent <= 1 || next == Some(stride);
            next = next.and_then(|n| n.checked_mul(extent));
            fits
        });
        side_by_side && offset % i64::from(bytes) == 0
    }
}

/// Workgroups for a stage; `None` where there is nothing to do.
fn groups(grid: &Grid, ws: [u32; 3], wide: bool, values: &Values) -> Result<Option<[u32; 3]>, String> {
    let counts = |e: &[Expr; 3], per: [u32; 3]| {
        let mut out = [0; 3];
        for d in 0..3 {
            let n = values.eval(&e[d], "the grid")?;
            if n <= 0 {
                return Ok(None);
            }
            let groups = (n as u64).div_ceil(u64::from(per[d]));
            if groups > u64::from(MAX_GROUPS) {
                return Err(format!("{groups} workgroups in one dimension are more than {MAX_GROUPS}"));
            }
            out[d] = groups as u32;
        }
        Ok(Some(out))
    };
    match grid {
        Grid::Linear(e) => {
            let n = values.eval(e, "the number of iterations")?;
            if n <= 0 {
                return Ok(None);
            }
            if !wide && n > i64::from(i32::MAX) {
                return Err(format!("{n} iterations are more than a kernel with 32-bit indices can count"));
            }
            let per = ws.iter().map(|n| u64::from(*n)).product::<u64>();
            let groups = (n as u64).div_ceil(per);
            let rows = groups.div_ceil(u64::from(MAX_GROUPS));
            if rows > u64::from(MAX_GROUPS) {
                return Err(format!("{n} iterations are more than a device can start at once"));
            }
            let width = groups.div_ceil(rows);
            Ok(Some([width as u32, groups.div_ceil(width) as u32, 1]))
        }
        Grid::Invocations(e) => counts(e, ws),
        Grid::Groups(e) => counts(e, [1; 3]),
        Grid::Teams(e) | Grid::LooseTeams(e) => counts(&[e.clone(), Expr::Const(1), Expr::Const(1)], [1; 3]),
    }
}

/// Stores an integer of a view or an index.
fn store(params: &mut [u32], word: u32, value: i64, wide: bool, what: &str) -> Result<(), String> {
    if word == NO_WORD {
        return Ok(());
    }
    let w = word as usize;
    if wide {
        params[w] = value as u32;
        params[w + 1] = (value >> 32) as u32;
    } else {
        let narrow = i32::try_from(value).map_err(|_| format!("{what} {value} does not fit in 32 bits"))?;
        params[w] = narrow as u32;
    }
    Ok(())
}

/// Stores a scalar and gives its value as an integer, where it has one.
///
/// # Safety
/// `p` is the address of a scalar of that kind.
pub unsafe fn scalar(kind: ScalarKind, p: *const u8, word: u32, wide: bool, params: &mut [u32]) -> Result<i64, String> {
    let mut bytes = [0u8; 16];
    // SAFETY: the caller's promise.
    unsafe { std::ptr::copy_nonoverlapping(p, bytes.as_mut_ptr(), kind.host_size()) };
    let low = i64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
    let value = match kind {
        ScalarKind::I8 => i64::from(low as i8),
        ScalarKind::I16 => i64::from(low as i16),
        ScalarKind::I32 | ScalarKind::F32 => i64::from(low as i32),
        ScalarKind::Bool => low & 1,
        ScalarKind::L8 | ScalarKind::L16 | ScalarKind::L32 | ScalarKind::L64 => i64::from(low != 0),
        _ => low,
    };
    if word == NO_WORD {
        return Ok(value);
    }
    match kind {
        ScalarKind::Index => store(params, word, value, wide, "the value")?,
        _ if kind.words(wide) == 1 => params[word as usize] = value as u32,
        _ => {
            for (i, four) in bytes.chunks(4).take(kind.words(wide) as usize).enumerate() {
                params[word as usize + i] = u32::from_le_bytes(four.try_into().expect("four bytes"));
            }
        }
    }
    Ok(value)
}

/// What a launch hands over.
struct Block {
    /// The words of the parameter block.
    params: Vec<u32>,
    values: Values,
    /// The memory of every argument that is a view of some.
    memories: Vec<Option<Memory>>,
}

impl Block {
    /// # Safety
    /// As [`Machine::launch`].
    unsafe fn of(launch: &Launch<'_>) -> Result<Block, String> {
        let kernel = launch.kernel;
        let wide = kernel.wide;
        let mut params = vec![0u32; kernel.params_words as usize];
        let mut values = Values { sections: Vec::new(), integers: Vec::new(), offsets: Vec::new() };
        let mut memories: Vec<Option<Memory>> = Vec::new();
        for (i, (arg, given)) in kernel.args.iter().zip(launch.arguments).enumerate() {
            match (arg, given) {
                (Arg::Scalar(s), Argument::Scalar(p)) => {
                    // SAFETY: the caller's promise.
                    values.integers.push(unsafe { scalar(s.kind, *p, s.word, wide, &mut params)? });
                    values.sections.push(None);
                    values.offsets.push(None);
                    memories.push(None);
                }
                (Arg::View(v), Argument::View { section, held, .. }) => {
                    // Offsets are negative where the array begins before its mapped section.
                    let (memory, offset) = match held {
                        Some(Held { memory, offset, .. }) => (Some(memory.clone()), *offset),
                        None => (None, 0),
                    };
                    let unit = i64::from(v.unit);
                    let in_units = |bytes: i64| {
                        let whole = bytes % unit == 0;
                        whole.then_some(bytes / unit).ok_or_else(|| {
                            format!("argument {i}: a distance of {bytes} bytes is no multiple of {unit}")
                        })
                    };
                    store(&mut params, v.offset, in_units(offset)?, false, "the offset")?;
                    for (d, &(extent, stride)) in section.dims().iter().enumerate() {
                        store(&mut params, v.extents[d], extent.max(0), false, "the extent")?;
                        // The stride of a dimension without steps is never used and may be anything.
                        let stride = if extent > 1 { in_units(stride)? } else { stride / unit };
                        let stride = if extent > 1 { stride } else { stride.clamp(0, i64::from(i32::MAX)) };
                        store(&mut params, v.strides[d], stride, false, "the stride")?;
                    }
                    values.integers.push(0);
                    values.sections.push(Some(*section));
                    values.offsets.push(Some(offset));
                    memories.push(memory);
                }
                (Arg::Scalar(_), Argument::View { .. }) | (Arg::View(_), Argument::Scalar(_)) => {
                    return Err(format!("argument {i} is of another kind than the kernel takes"));
                }
            }
        }
        Ok(Block { params, values, memories })
    }
}

impl Pipelines {
    /// Device memory; where there is none left, bind groups do not keep any alive.
    fn take(&mut self, gpu: &mut Gpu, bytes: u64) -> Result<Memory, String> {
        gpu.take(bytes).or_else(|e| {
            if self.groups.is_empty() {
                return Err(e);
            }
            self.groups.clear();
            gpu.take(bytes)
        })
    }

    /// A kernel, made ready for this device.
    fn load(&mut self, gpu: &mut Gpu, launch: &Launch<'_>) -> Result<Arc<Loaded>, String> {
        if let Some(l) = self.loaded.get(&launch.id) {
            return Ok(Arc::clone(l));
        }
        let mut kernel = CompiledKernel::clone(launch.kernel);
        let mut bound = kernel.bindings();
        bound.sort_by_key(|b| b.0);
        let mut bound: Vec<Bound> = bound.into_iter().map(|b| b.1).collect();
        // A driver may need other workgroups than those that the grid is counted in.
        let mut sizes: Vec<[u32; 3]> = kernel.stages.iter().map(|s| s.workgroup).collect();
        if looplimit::concerns(&gpu.info.name) {
            let number = gpu.status(&kernel.name)?;
            let mut any = false;
            for (stage, size) in kernel.stages.iter_mut().zip(&mut sizes) {
                if let Some((spirv, needed)) = looplimit::guarded(&stage.spirv, bound.len() as u32, number) {
                    stage.spirv = spirv;
                    *size = needed;
                    any = true;
                }
            }
            if any {
                bound.push(Bound::Status);
            }
        }
        let most = gpu.info.max_storage_buffers as usize;
        if bound.len() > most {
            return Err(format!("the kernel uses {} buffers, {} allows {most}", bound.len(), gpu.info.name));
        }
        let params = bound.iter().filter(|b| **b == Bound::Params).count();
        let loaded = Arc::new(Loaded { kernel, sizes, bound, params, forms: Default::default() });
        self.loaded.insert(launch.id, Arc::clone(&loaded));
        Ok(loaded)
    }

    /// Queues a kernel.
    ///
    /// # Safety
    /// As [`Machine::launch`].
    unsafe fn launch(&mut self, gpu: &mut Gpu, launch: &Launch<'_>) -> Result<(), String> {
        let loaded = self.load(gpu, launch)?;
        let kernel = &loaded.kernel;
        let wide = kernel.wide;
        // SAFETY: the caller's promise.
        let Block { params, values, memories } = unsafe { Block::of(launch)? };
        let mut grids = Vec::with_capacity(kernel.stages.len());
        for stage in &kernel.stages {
            grids.push(groups(&stage.grid, stage.workgroup, wide, &values)?);
        }
        super::trace(|| {
            let shapes: Vec<String> = grids
                .iter()
                .zip(&kernel.stages)
                .map(|(g, s)| match g {
                    Some([x, y, z]) => {
                        let [a, b, c] = s.workgroup;
                        format!("{x}x{y}x{z} groups of {a}x{b}x{c}")
                    }
                    None => "nothing".into(),
                })
                .collect();
            format!("launch {}: {}", kernel.name, shapes.join(", "))
        });
        if grids.iter().all(Option::is_none) {
            return Ok(());
        }
        let _span = crate::timeline::span_if_on(|| {
            let place = super::place_of_region();
            crate::timeline::span("launch", &kernel.name, &[("at", crate::timeline::Arg::At(place.as_ref()))])
        });
        let mut scratch = Vec::with_capacity(kernel.scratch.len());
        for s in &kernel.scratch {
            let bytes = values.eval(&s.bytes, "scratch memory")?.max(16) as u64;
            if bytes > gpu.limit {
                return Err(format!("{bytes} bytes of scratch memory are more than the device's {}", gpu.limit));
            }
            scratch.push(self.take(gpu, bytes)?);
        }
        let dummy = match &self.dummy {
            Some(d) => d.clone(),
            None => {
                let memory = self.take(gpu, 256)?;
                self.dummy.insert(memory).clone()
            }
        };
        let at = gpu.push_params(&params)?;
        let status = if loaded.bound.contains(&Bound::Status) { gpu.status_memory() } else { None };
        let memory = |b: &Bound| match *b {
            Bound::Params => &gpu.ring,
            Bound::View(i) => memories[i].as_ref().unwrap_or(&dummy),
            Bound::Scratch(i) => &scratch[i],
            Bound::Status => status.as_ref().unwrap_or(&dummy),
        };
        // A buffer is an input or an output of a launch, not both.
        let writes = |b: &Bound| !loaded.reads(b, true);
        let outputs: Vec<u64> = loaded.bound.iter().filter(|b| writes(b)).map(|b| memory(b).id).collect();
        let apart = !loaded.bound.iter().any(|b| !writes(b) && outputs.contains(&memory(b).id));
        let form = loaded.form(gpu, apart)?;
        let key: Box<[u64]> = std::iter::once(launch.id).chain(loaded.bound.iter().map(|b| memory(b).id)).collect();
        if self.groups.len() >= GROUPS && !self.groups.contains_key(&key) {
            self.groups.clear();
        }
        let group = match self.groups.get(&key) {
            Some(g) => g,
            None => {
                let block = (u64::from(kernel.params_words) * 4).next_multiple_of(16).clamp(16, RING);
                let entries: Vec<BindGroupEntry<'_>> = loaded
                    .bound
                    .iter()
                    .enumerate()
                    .map(|(i, b)| {
                        let size = if *b == Bound::Params { BufferSize::new(block) } else { None };
                        let buffer = BufferBinding { buffer: memory(b).buffer(), offset: 0, size };
                        BindGroupEntry { binding: i as u32, resource: BindingResource::Buffer(buffer) }
                    })
                    .collect();
                let desc = BindGroupDescriptor { label: None, layout: &form.layout, entries: &entries };
                let group = gpu.checked(|| gpu.device.create_bind_group(&desc))?;
                self.groups.entry(key).or_insert(group)
            }
        };
        let offsets = vec![at; loaded.params];
        let mut stages = Vec::with_capacity(grids.len());
        for (n, grid) in grids.into_iter().enumerate() {
            if let Some(grid) = grid {
                stages.push((loaded.pipeline(gpu, form, n, apart)?, grid));
            }
        }
        let pass = gpu.pass(&kernel.name);
        for (pipeline, [x, y, z]) in stages {
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, group, &offsets);
            pass.dispatch_workgroups(x, y, z);
        }
        for s in scratch {
            gpu.pool.give(s);
        }
        gpu.launched()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(n: i64, ws: u32) -> Result<Option<[u32; 3]>, String> {
        let values = Values { sections: vec![], integers: vec![], offsets: vec![] };
        groups(&Grid::Linear(Expr::Const(n)), [ws, 1, 1], false, &values)
    }

    #[test]
    fn large_grids_are_folded() {
        assert_eq!(linear(0, 64), Ok(None));
        assert_eq!(linear(-5, 64), Ok(None));
        assert_eq!(linear(1, 64), Ok(Some([1, 1, 1])));
        assert_eq!(linear(65535 * 64, 64), Ok(Some([65535, 1, 1])));
        for n in [65535 * 64 + 1, 100_000_000, i64::from(i32::MAX)] {
            let [x, y, z] = linear(n, 64).unwrap().unwrap();
            let groups = (n as u64).div_ceil(64);
            assert!(x <= MAX_GROUPS && y <= MAX_GROUPS && z == 1);
            let all = u64::from(x) * u64::from(y);
            assert!(all >= groups && all < groups + u64::from(y), "{n}: {x} {y}");
        }
        assert!(linear(1 << 31, 64).is_err());
    }

    #[test]
    fn scalars_in_the_block() {
        let mut w = [7u32; 4];
        let (tiny, real, truth) = (-3i8, 1.5f64, 2i32);
        // SAFETY: each address is that of a value of the kind.
        unsafe {
            assert_eq!(scalar(ScalarKind::I8, (&raw const tiny).cast(), 0, false, &mut w), Ok(-3));
            assert_eq!(w[0], -3i32 as u32);
            assert!(scalar(ScalarKind::F64, (&raw const real).cast(), 2, false, &mut w).is_ok());
            assert_eq!(f64::from_bits(u64::from(w[2]) | u64::from(w[3]) << 32), 1.5);
            assert_eq!(scalar(ScalarKind::L32, (&raw const truth).cast(), 1, false, &mut w), Ok(1));
            assert_eq!(w[1], 1);
            let big = 1i64 << 40;
            assert!(scalar(ScalarKind::Index, (&raw const big).cast(), 0, false, &mut w).is_err());
            assert_eq!(scalar(ScalarKind::Index, (&raw const big).cast(), 0, true, &mut w), Ok(big));
            assert_eq!(w[..2], [0, 256]);
        }
    }
}
