//! Which devices there are: adapters of the machine, and those that the user's choice admits.

use ferrotran_abi::kernel::needs;
use std::sync::{LazyLock, OnceLock};
use wgpu::{Backend, Backends, DeviceType, Features, Instance, InstanceDescriptor, InstanceFlags};

/// The choice of a device of separate memory on the host.
const SHADOW: &str = "shadow";
/// Bytes of the largest array of a shadow device, far more than there are.
const LARGEST: u64 = 1 << 46;

/// What is behind a device of the list.
pub enum Adapter {
    /// A GPU, through wgpu.
    Wgpu(wgpu::Adapter),
    /// Memory of its own on the host, see [`super::shadow`].
    Shadow,
}

/// What `ferrotran devices` shows of an adapter.
#[derive(Clone, Debug)]
pub struct AdapterInfo {
    /// Name as the driver gives it.
    pub name: String,
    /// `vulkan`, `metal`, `dx12`, or `host` for shadow devices.
    pub backend: &'static str,
    /// `discrete GPU`, `integrated GPU`, `virtual GPU`, `software`, `other` or `shadow`.
    pub kind: &'static str,
    /// Driver name and version.
    pub driver: String,
    /// A GPU, used without being asked for by name.
    pub real: bool,
    /// What kernels may use, bits of [`needs`].
    pub features: u32,
    /// Largest array in bytes.
    pub max_array_bytes: u64,
    /// Largest number of invocations of a workgroup.
    pub max_workgroup_invocations: u32,
    /// Bytes of memory that a workgroup may share.
    pub max_workgroup_memory: u32,
    /// Storage buffers that a kernel may use.
    pub max_storage_buffers: u32,
    /// Smallest and largest subgroup.
    pub subgroup: (u32, u32),
}

impl AdapterInfo {
    /// The shadow device of that number: memory of its own, and the host's instructions.
    pub fn shadow(number: usize) -> AdapterInfo {
        AdapterInfo {
            name: if number == 0 { SHADOW.into() } else { format!("{SHADOW} {number}") },
            backend: "host",
            kind: SHADOW,
            driver: String::new(),
            real: false,
            features: FEATURES.iter().fold(0, |bits, f| bits | f.0),
            max_array_bytes: bytes_variable("FERROTRAN_DEVICE_MAX_ARRAY").unwrap_or(LARGEST),
            max_workgroup_invocations: u32::MAX,
            max_workgroup_memory: u32::MAX,
            max_storage_buffers: u32::MAX,
            subgroup: (1, 1),
        }
    }

    fn new(adapter: &wgpu::Adapter) -> AdapterInfo {
        let (info, limits) = (adapter.get_info(), adapter.limits());
        let kind = match info.device_type {
            DeviceType::DiscreteGpu => "discrete GPU",
            DeviceType::IntegratedGpu => "integrated GPU",
            DeviceType::VirtualGpu => "virtual GPU",
            DeviceType::Cpu => "software",
            DeviceType::Other => "other",
        };
        AdapterInfo {
            name: info.name,
            backend: backend_name(info.backend),
            kind,
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_string(),
            real: kind.ends_with("GPU"),
            features: feature_bits(adapter.features()),
            max_array_bytes: limits
                .max_storage_buffer_binding_size
                .min(limits.max_buffer_size)
                .min(bytes_variable("FERROTRAN_DEVICE_MAX_ARRAY").unwrap_or(u64::MAX)),
            max_workgroup_invocations: limits.max_compute_invocations_per_workgroup,
            max_workgroup_memory: limits.max_compute_workgroup_storage_size,
            max_storage_buffers: limits.max_storage_buffers_per_shader_stage,
            subgroup: (info.subgroup_min_size, info.subgroup_max_size),
        }
    }
}

/// A number of bytes that the user sets to make a device smaller than it is.
pub fn bytes_variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.trim().parse().ok().map(|n: u64| n.max(4096))
}

/// Whether kernels run with indices of 64 bits wherever they have such a form: for tests.
pub fn wide_always() -> bool {
    static ALWAYS: LazyLock<bool> =
        LazyLock::new(|| std::env::var("FERROTRAN_DEVICE_INDEX").is_ok_and(|n| n.trim() == "64"));
    *ALWAYS
}

/// The wgpu features that the bits of [`needs`] stand for.
pub const FEATURES: [(u32, Features); 5] = [
    (needs::F64, Features::SHADER_F64),
    (needs::I64, Features::SHADER_INT64),
    (needs::I16, Features::SHADER_I16),
    (needs::SUBGROUP, Features::SUBGROUP),
    (needs::ATOMIC64, Features::SHADER_INT64_ATOMIC_ALL_OPS),
];

/// Bits of [`needs`] that features satisfy.
pub fn feature_bits(features: Features) -> u32 {
    FEATURES.iter().filter(|f| features.contains(f.1)).fold(0, |bits, f| bits | f.0)
}

/// Names of the bits of [`needs`].
pub fn feature_names(bits: u32) -> String {
    let names = [
        (needs::F64, "64-bit floating point"),
        (needs::I64, "64-bit integers"),
        (needs::I16, "16-bit integers"),
        (needs::SUBGROUP, "subgroup operations"),
        (needs::ATOMIC64, "64-bit atomic operations"),
    ];
    let list: Vec<&str> = names.iter().filter(|n| bits & n.0 != 0).map(|n| n.1).collect();
    list.join(", ")
}

fn backend_name(b: Backend) -> &'static str {
    match b {
        Backend::Vulkan => "vulkan",
        Backend::Metal => "metal",
        Backend::Dx12 => "dx12",
        _ => "other",
    }
}

fn enumerate(backends: Backends) -> Vec<wgpu::Adapter> {
    if cfg!(target_os = "linux") && std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // Without a desktop session Mesa's layer that asks it for the preferred GPU only complains on
        // standard error.
        // SAFETY: this runs once, before the first use of a device; the runtime itself reads the
        // environment through the standard library only, which is locked against this.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
    let mut desc = InstanceDescriptor::new_without_display_handle();
    desc.backends = backends;
    desc.flags = InstanceFlags::empty();
    let instance = Instance::new(desc);
    pollster::block_on(instance.enumerate_adapters(backends))
}

const ALL: Backends = Backends::VULKAN.union(Backends::METAL).union(Backends::DX12);

/// Every adapter of the machine, software ones included.
pub fn adapters() -> Vec<AdapterInfo> {
    enumerate(ALL).iter().map(AdapterInfo::new).collect()
}

static CHOICE: OnceLock<String> = OnceLock::new();

/// Chooses the device before its first use, instead of the variable FERROTRAN_DEVICE. False if it
/// is too late.
pub fn choose(device: &str) -> bool {
    CHOICE.set(device.to_string()).is_ok()
}

/// `host`, `auto`, a backend or a part of a name.
pub fn choice() -> &'static str {
    CHOICE.get_or_init(|| {
        let text = std::env::var("FERROTRAN_DEVICE").unwrap_or_default();
        if text.trim().is_empty() { "auto".into() } else { text.trim().into() }
    })
}

/// Position in the list of devices: a faster kind first.
fn rank(kind: &str) -> usize {
    ["discrete GPU", "integrated GPU", "virtual GPU", "other", "software"]
        .iter()
        .position(|k| *k == kind)
        .unwrap_or(usize::MAX)
}

/// Whether a choice (not `host`) admits an adapter.
fn admits(choice: &str, a: &AdapterInfo) -> bool {
    match choice.to_ascii_lowercase().as_str() {
        "auto" => a.real,
        backend @ ("vulkan" | "metal" | "dx12") => a.backend == backend,
        name => a.name.to_ascii_lowercase().contains(name),
    }
}

/// False where there cannot be a GPU, which spares programs the loading of a driver that only finds
/// itself.
fn may_have_gpu() -> bool {
    let nodes = ["dri", "nvidiactl", "nvidia0", "dxg", "kgsl-3d0", "mali0", "nvhost-ctrl", "nvgpu", "pvr_sync"];
    !cfg!(target_os = "linux") || nodes.iter().any(|n| std::path::Path::new("/dev").join(n).exists())
}

/// The parts of a choice: what commas separate, those of the name of an adapter excepted.
fn parts(choice: &str) -> Vec<&str> {
    let mut depth = 0;
    let outside = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    };
    choice.split(outside).map(str::trim).filter(|p| !p.is_empty()).collect()
}

/// The devices that the choice admits, in the order of their OpenMP numbers.
pub fn devices() -> Vec<(AdapterInfo, Adapter)> {
    let mut list = Vec::new();
    for part in parts(choice()) {
        if part.eq_ignore_ascii_case(SHADOW) {
            list.push((AdapterInfo::shadow(list.len()), Adapter::Shadow));
        } else {
            list.extend(gpus(part).into_iter().map(|(info, a)| (info, Adapter::Wgpu(a))));
        }
    }
    list
}

/// The adapters that a part of the choice admits.
fn gpus(choice: &str) -> Vec<(AdapterInfo, wgpu::Adapter)> {
    let backends = match choice.to_ascii_lowercase().as_str() {
        "host" => return Vec::new(),
        "auto" if !may_have_gpu() => return Vec::new(),
        "vulkan" => Backends::VULKAN,
        "metal" => Backends::METAL,
        "dx12" => Backends::DX12,
        _ => ALL,
    };
    let mut list: Vec<_> = enumerate(backends).into_iter().map(|a| (AdapterInfo::new(&a), a)).collect();
    list.retain(|(info, _)| admits(choice, info));
    list.sort_by_key(|(info, _)| rank(info.kind));
    // One GPU may be there through two backends; the first is the one whose SPIR-V goes in unchanged.
    let all: Vec<(String, &str)> = list.iter().map(|(i, _)| (i.name.clone(), i.backend)).collect();
    let first = |i: &AdapterInfo| all.iter().filter(|a| a.0 == i.name).map(|a| a.1).max() == Some(i.backend);
    list.retain(|(info, _)| first(info));
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_lists() {
        assert_eq!(parts("shadow, shadow"), ["shadow", "shadow"]);
        assert_eq!(parts("llvmpipe (LLVM 15.0.6, 256 bits)"), ["llvmpipe (LLVM 15.0.6, 256 bits)"]);
        assert_eq!(parts("vulkan,"), ["vulkan"]);
    }

    #[test]
    fn software_is_used_only_by_name() {
        let mut a = AdapterInfo {
            name: "llvmpipe (LLVM 15.0.6, 256 bits)".into(),
            backend: "vulkan",
            kind: "software",
            driver: String::new(),
            real: false,
            features: 0,
            max_array_bytes: 0,
            max_workgroup_invocations: 0,
            max_workgroup_memory: 0,
            max_storage_buffers: 0,
            subgroup: (8, 8),
        };
        assert!(!admits("auto", &a));
        assert!(admits("Vulkan", &a));
        assert!(admits("LLVMpipe", &a));
        assert!(!admits("metal", &a));
        assert!(!admits("nvidia", &a));
        a.real = true;
        assert!(admits("auto", &a));
    }
}
