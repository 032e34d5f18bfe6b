// y = a * x + y on strided vectors. naga axpy.wgsl axpy.spv
@group(0) @binding(0) var<storage, read> p: array<u32>;
@group(0) @binding(1) var<storage, read_write> x: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) w: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>, @builtin(local_invocation_index) l: u32) {
    let i = (w.y * n.x + w.x) * 64u + l;
    if i >= p[4] { return; }
    let at = i32(p[2]) + i32(i) * i32(p[3]);
    y[at] = bitcast<f32>(p[5]) * x[i32(p[0]) + i32(i) * i32(p[1])] + y[at];
}
