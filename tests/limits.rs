//! Arrays for which a device has no room: the region runs on the host, or is an error where offloading is mandatory.

use std::process::{Command, Output};

const EXE: &str = env!("CARGO_BIN_EXE_ferrotran");
const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/limits/large_arrays.f90");
const WANT: &str = "   2099996.00    \n   3001.00000    \n   303.000000    \n   899998.000       3001.00000    \n";

/// The devices to be tested: that of separate memory on the host, and Vulkan's where there are any.
fn devices() -> Vec<&'static str> {
    let list = Command::new(EXE).arg("devices").output().expect("the compiler starts");
    let mut devices = vec!["shadow"];
    if String::from_utf8_lossy(&list.stdout).to_lowercase().contains("vulkan") {
        devices.push("vulkan");
    } else {
        eprintln!("note: no Vulkan adapter");
    }
    devices
}

fn run(device: &str, variables: &[(&str, &str)]) -> Output {
    let mut c = Command::new(EXE);
    c.args(["run", "--device", device, PROGRAM]).env("OMP_NUM_THREADS", "2").envs(variables.iter().copied());
    c.output().expect("the compiler starts")
}

#[test]
fn arrays_without_room_stay_on_the_host() {
    let mandatory = ("OMP_TARGET_OFFLOAD", "mandatory");
    let sizes = ["'x' needs 1200000 bytes", "at most 1000000 bytes"];
    let memory = ["no 1200000 bytes of memory left", "FERROTRAN_DEVICE_MEMORY"];
    for device in devices() {
        for (variable, said) in
            [(("FERROTRAN_DEVICE_MAX_ARRAY", "1000000"), sizes), (("FERROTRAN_DEVICE_MEMORY", "2000000"), memory)]
        {
            for must in [false, true] {
                let out = if must { run(device, &[variable, mandatory]) } else { run(device, &[variable]) };
                let text = String::from_utf8_lossy(&out.stderr);
                assert!(said.iter().all(|s| text.contains(s)), "{device} {variable:?}: {text}");
                assert_eq!(text.contains("is mandatory"), must, "{text}");
                assert_eq!(out.status.success(), !must, "{text}");
                assert_eq!(String::from_utf8_lossy(&out.stdout), if must { "" } else { WANT });
            }
        }
        let plain = run(device, &[mandatory]);
        assert_eq!(String::from_utf8_lossy(&plain.stdout), WANT, "{}", String::from_utf8_lossy(&plain.stderr));
    }
}

#[test]
fn device_memory_is_not_for_the_host() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/limits/device_memory_on_host.f90");
    for device in devices() {
        let out = Command::new(EXE).args(["run", "--device", device, program]).output().expect("the compiler starts");
        let text = String::from_utf8_lossy(&out.stderr);
        assert!(text.contains("memory that omp_target_alloc took on a device is used on the host"), "{text}");
        assert!(text.contains("device_memory_on_host.f90:17 ran on the host"), "{text}");
        assert_eq!((out.status.code(), &*String::from_utf8_lossy(&out.stdout)), (Some(2), " written\n"), "{text}");
    }
}

/// Some drivers end a long loop early. The region runs on the host then, or, where that is not allowed, the program ends
/// with an error; it never goes on with what the loop has left behind.
#[test]
fn long_loops_are_never_cut_unnoticed() {
    if !devices().contains(&"vulkan") {
        return;
    }
    let dir = std::env::temp_dir().join(format!("ferrotran-long-loops-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary folder");
    let program = dir.join("long_loops");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/limits/long_loops.f90");
    let built = Command::new(EXE).args(["-O2", "-fopenmp", source, "-o"]).arg(&program).output().expect("it starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for which in 1..=9 {
        for n in [20_000, 65_500, 65_532, 65_533, 65_534, 65_535, 65_536, 65_600, 131_070, 200_000] {
            let out = Command::new(&program)
                .args([which.to_string(), n.to_string()])
                .envs([("FERROTRAN_DEVICE", "vulkan"), ("OMP_TARGET_OFFLOAD", "mandatory"), ("OMP_NUM_THREADS", "2")])
                .output()
                .expect("the program starts");
            let (said, text) = (String::from_utf8_lossy(&out.stderr), String::from_utf8_lossy(&out.stdout));
            if said.contains("after 65535 iterations") {
                assert_eq!(out.status.code(), Some(2), "{which} {n}");
                assert_eq!(text, "", "{which} {n}");
                assert!(
                    n > 20_000 && said.contains("is mandatory") && said.contains("long_loops.f90:"),
                    "{which} {n}: {said}"
                );
                // Where it may, the region runs on the host then, as if it had not been tried.
                let out = Command::new(&program)
                    .args([which.to_string(), n.to_string()])
                    .envs([("FERROTRAN_DEVICE", "vulkan"), ("OMP_NUM_THREADS", "2")])
                    .output()
                    .expect("the program starts");
                let (said, text) = (String::from_utf8_lossy(&out.stderr), String::from_utf8_lossy(&out.stdout));
                assert!(out.status.success() && text.trim() == "T", "{which} {n}: {text}{said}");
                assert!(said.contains("runs on the host") && said.contains("long_loops.f90:"), "{which} {n}: {said}");
            } else {
                assert!(out.status.success() && text.trim() == "T", "{which} {n}: {text}{said}");
            }
        }
    }
    let _ = std::fs::remove_dir_all(dir);
}
