//! SPIR-V to text and to the languages of other graphics interfaces, through naga.

use naga::back::{hlsl, msl, wgsl};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

/// Reads and validates a module as the device runtime's fallback path would.
pub fn parse(words: &[u32]) -> Result<(naga::Module, ModuleInfo), String> {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let options =
        naga::front::spv::Options { adjust_coordinate_space: false, strict_capabilities: true, ..Default::default() };
    let module = naga::front::spv::parse_u8_slice(&bytes, &options).map_err(|e| format!("SPIR-V: {e:?}"))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(&module)
        .map_err(|e| format!("validation: {}", e.emit_to_string("")))?;
    Ok((module, info))
}

/// WebGPU's shading language.
pub fn to_wgsl(words: &[u32]) -> Result<String, String> {
    let (module, info) = parse(words)?;
    wgsl::write_string(&module, &info, wgsl::WriterFlags::empty()).map_err(|e| format!("WGSL: {e:?}"))
}

/// Metal's shading language.
pub fn to_msl(words: &[u32]) -> Result<String, String> {
    let (module, info) = parse(words)?;
    // naga's writer takes this for impossible.
    let double = naga::Scalar { kind: naga::ScalarKind::Float, width: 8 };
    if module.types.iter().any(|(_, t)| t.inner.scalar() == Some(double)) {
        return Err("Metal has no 64-bit floats".to_string());
    }
    let options = msl::Options { lang_version: (2, 4), fake_missing_bindings: true, ..Default::default() };
    let pipeline = msl::PipelineOptions::default();
    msl::write_string(&module, &info, &options, &pipeline).map(|r| r.0).map_err(|e| format!("MSL: {e:?}"))
}

/// Direct3D's shading language.
pub fn to_hlsl(words: &[u32]) -> Result<String, String> {
    let (module, info) = parse(words)?;
    let options = hlsl::Options { shader_model: hlsl::ShaderModel::V6_0, ..Default::default() };
    let pipeline = hlsl::PipelineOptions::default();
    let mut out = String::new();
    hlsl::Writer::new(&mut out, &options, &pipeline).write(&module, &info, None).map_err(|e| format!("HLSL: {e:?}"))?;
    Ok(out)
}

/// SPIR-V as text.
pub fn disassemble(words: &[u32]) -> Result<String, String> {
    use rspirv::binary::Disassemble;
    let mut loader = rspirv::dr::Loader::new();
    rspirv::binary::parse_words(words, &mut loader).map_err(|e| e.to_string())?;
    Ok(loader.module().disassemble())
}
