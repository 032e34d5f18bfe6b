//! Arrays for which a device has no room: the region runs on the host, or is an error where offloading is mandatory.

use std::process::{Command, Output};

const EXE: &str = env!("CARGO_BIN_EXE_ferrotran");
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/limits/large_arrays.f90");
const WANT: &str = "   2099996.00    \n   3001.00000    \n   303.000000    \n   899998.000       3001.00000    \n";

fn run(variables: &[(&str, &str)]) -> Output {
    let mut c = Command::new(EXE);
    c.args(["run", "--device", "vulkan", PROGRAM]).env("OMP_NUM_THREADS", "2").envs(variables.iter().copied());
    c.output().expect("the compiler starts")
}

#[test]
fn arrays_without_room_stay_on_the_host() {
    let devices = Command::new(EXE).arg("devices").output().expect("the compiler starts");
    if !String::from_utf8_lossy(&devices.stdout).to_lowercase().contains("vulkan") {
        eprintln!("no Vulkan adapter: nothing is tested");
        return;
    }
    let mandatory = ("OMP_TARGET_OFFLOAD", "mandatory");
    let sizes = ["'x' needs 1200000 bytes", "at most 1000000 bytes"];
    let memory = ["no 1200000 bytes of memory left", "FERROTRAN_DEVICE_MEMORY"];
    for (variable, said) in
        [(("FERROTRAN_DEVICE_MAX_ARRAY", "1000000"), sizes), (("FERROTRAN_DEVICE_MEMORY", "2000000"), memory)]
    {
        for must in [false, true] {
            let out = if must { run(&[variable, mandatory]) } else { run(&[variable]) };
            let text = String::from_utf8_lossy(&out.stderr);
            assert!(said.iter().all(|s| text.contains(s)), "{variable:?}: {text}");
            assert_eq!(text.contains("is mandatory"), must, "{text}");
            assert_eq!(out.status.success(), !must, "{text}");
            assert_eq!(String::from_utf8_lossy(&out.stdout), if must { "" } else { WANT });
        }
    }
    let plain = run(&[mandatory]);
    assert_eq!(String::from_utf8_lossy(&plain.stdout), WANT, "{}", String::from_utf8_lossy(&plain.stderr));
}

#[test]
fn device_memory_is_not_for_the_host() {
    let devices = Command::new(EXE).arg("devices").output().expect("the compiler starts");
    if !String::from_utf8_lossy(&devices.stdout).to_lowercase().contains("vulkan") {
        eprintln!("no Vulkan adapter: nothing is tested");
        return;
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/limits/device_memory_on_host.f90");
    let out = Command::new(EXE).args(["run", "--device", "vulkan", program]).output().expect("the compiler starts");
    let text = String::from_utf8_lossy(&out.stderr);
    assert!(text.contains("memory that omp_target_alloc took on a device is used on the host"), "{text}");
    assert!(text.contains("device_memory_on_host.f90:17 ran on the host"), "{text}");
    assert_eq!((out.status.code(), &*String::from_utf8_lossy(&out.stdout)), (Some(2), " written\n"), "{text}");
}
