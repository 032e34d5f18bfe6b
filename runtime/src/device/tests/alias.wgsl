// One array through two bindings: floats at even places, their bits at odd ones. naga alias.wgsl alias.spv
@group(0) @binding(0) var<storage, read> p: array<u32>;
@group(0) @binding(1) var<storage, read_write> f: array<f32>;
@group(0) @binding(2) var<storage, read_write> u: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3<u32>) {
    if g.x >= p[1] { return; }
    let at = p[0] + g.x;
    if (g.x & 1u) == 0u { f[at] = f32(g.x); } else { u[at] = bitcast<u32>(f32(g.x)); }
}
