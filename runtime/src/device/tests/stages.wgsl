// Two stages that share scratch memory: y(i) = scale * x(n + 1 - i). naga stages.wgsl stages.spv
@group(0) @binding(0) var<storage, read> p: array<u32>;
@group(0) @binding(1) var<storage, read> d: array<f64>;
@group(0) @binding(2) var<storage, read_write> x: array<f64>;
@group(0) @binding(3) var<storage, read_write> y: array<f64>;
@group(0) @binding(4) var<storage, read_write> s: array<f64>;

@compute @workgroup_size(32)
fn scale(@builtin(global_invocation_id) g: vec3<u32>) {
    if g.x < p[0] { s[g.x] = d[1] * x[p[4] + g.x]; }
}

@compute @workgroup_size(32)
fn reverse(@builtin(global_invocation_id) g: vec3<u32>) {
    if g.x < p[0] { y[p[5] + g.x] = s[p[0] - 1u - g.x]; }
}
