//! The timeline that `FERROTRAN_TRACE` asks for: complete JSON however a program ends, with what the program did.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Runs a program; gives the exit status and the events.
fn run(name: &str, device: &str, program: &str) -> (i32, Vec<Value>) {
    run_with(name, device, program, false)
}

/// The same, where `check` says whether the program's maps are checked, too.
fn run_with(name: &str, device: &str, program: &str, check: bool) -> (i32, Vec<Value>) {
    run_as(name, device, program, &[("FERROTRAN_SHADOW_CHECK", if check { "1" } else { "0" })])
}

const MANDATORY: [(&str, &str); 1] = [("OMP_TARGET_OFFLOAD", "mandatory")];

/// The same with variables of the environment.
fn run_as(name: &str, device: &str, program: &str, variables: &[(&str, &str)]) -> (i32, Vec<Value>) {
    let dir = std::env::temp_dir().join(format!("ferrotran-timeline-{}-{name}-{device}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder for the test");
    let (source, trace) = (dir.join("prog.f90"), dir.join("trace.json"));
    std::fs::write(&source, program).expect("the program is written");
    let out = Command::new(env!("CARGO_BIN_EXE_ferrotran"))
        .args(["run", "--device", device])
        .arg(&source)
        .env("FERROTRAN_TRACE", &trace)
        .env("OMP_NUM_THREADS", "2")
        .envs(variables.iter().copied())
        .output()
        .expect("the compiler starts");
    let events = events(&trace);
    let _ = std::fs::remove_dir_all(&dir);
    (out.status.code().unwrap_or(-1), events)
}

fn events(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("the timeline is there");
    let all: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let list = all["traceEvents"].as_array().expect("a list of events").clone();
    let mut open = std::collections::BTreeMap::new();
    for e in &list {
        let depth: &mut i64 = open.entry(e["tid"].as_u64().expect("a thread")).or_default();
        match e["ph"].as_str() {
            Some("B") => *depth += 1,
            Some("E") => *depth -= 1,
            Some("i" | "M" | "X") => {}
            other => panic!("an event of kind {other:?}"),
        }
        assert!(*depth >= 0 && (e["ts"].is_f64() || e["ts"].is_u64()), "{e}");
    }
    assert!(open.values().all(|&d| d == 0), "something is left open: {open:?}");
    list
}

fn of<'a>(list: &'a [Value], name: &str) -> Vec<&'a Value> {
    list.iter().filter(|e| e["name"] == name && e["ph"] != "E").collect()
}

/// The line that an event names.
fn line(e: &Value) -> Option<u32> {
    e["args"]["at"].as_str()?.rsplit(':').next()?.parse().ok()
}

fn has_vulkan() -> bool {
    let out = Command::new(env!("CARGO_BIN_EXE_ferrotran")).arg("devices").output().expect("the compiler starts");
    String::from_utf8_lossy(&out.stdout).to_lowercase().contains("vulkan")
}

const TASKS: &str = "program p
  integer :: x, i
  x = 0
  !$omp parallel num_threads(2)
  !$omp single
  do i = 1, 3
    !$omp task depend(inout: x) shared(x)
    x = x + 1
    !$omp end task
  end do
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  !$omp target nowait map(tofrom: x)
  x = x + 1
  !$omp end target
  !$omp taskwait
  if (x /= 4) error stop 3
end program
";

#[test]
fn tasks_and_threads_have_their_places() {
    let (status, list) = run("tasks", "host", TASKS);
    assert_eq!(status, 0);
    let tasks = of(&list, "task");
    assert_eq!(tasks.len(), 3);
    assert!(tasks.iter().all(|t| line(t).is_some_and(|l| (6..=10).contains(&l))), "{tasks:?}");
    assert_eq!(of(&list, "target task").len(), 1);
    assert_eq!(of(&list, "parallel")[0]["args"]["threads"], 2);
    assert_eq!(of(&list, "thread of a team").len(), 2);
    let reasons: Vec<&str> = of(&list, "wait").iter().filter_map(|e| e["args"]["reason"].as_str()).collect();
    assert!(!reasons.is_empty());
}

#[test]
fn a_program_that_fails_leaves_complete_json() {
    let program = "program p
  !$omp parallel num_threads(2)
  !$omp single
  error stop 7
  !$omp end single
  !$omp end parallel
end program
";
    let (status, list) = run("stop", "host", program);
    assert_eq!(status, 7);
    assert_eq!(of(&list, "parallel").len(), 1);
    let program = "program p
  integer, allocatable :: a(:)
  allocate (a(3))
  !$omp parallel num_threads(2)
  !$omp single
  allocate (a(3))
  !$omp end single
  !$omp end parallel
end program
";
    let (status, list) = run("error", "host", program);
    assert_eq!(status, 2);
    assert_eq!(of(&list, "run-time error").len(), 1);
}

#[test]
fn a_loop_of_regions_waits_for_nothing() {
    if !has_vulkan() {
        eprintln!("no Vulkan device: not tested");
        return;
    }
    let program = "program p
  integer, parameter :: n = 1000
  real :: a(n), b(n)
  integer :: i, step
  a = 1
  b = 0
  !$omp target data map(tofrom: a) map(tofrom: b)
  do step = 1, 10
    !$omp target teams distribute parallel do
    do i = 1, n
      a(i) = a(i) * 2
    end do
    !$omp target teams distribute parallel do
    do i = 1, n
      b(i) = b(i) + a(i) + step
    end do
  end do
  !$omp end target data
  if (any(a /= 1024.0) .or. any(b /= 2101.0)) error stop 3
end program
";
    let (status, list) = run("regions", "vulkan", program);
    assert_eq!(status, 0);
    let begins: Vec<usize> = (0..list.len()).filter(|&i| list[i]["name"] == "target region").collect();
    assert_eq!(begins.len(), 20);
    assert_eq!(line(&list[begins[0]]), Some(9));
    let inside = &list[begins[0]..begins[19]];
    assert!(of(inside, "wait").is_empty(), "{:?}", of(inside, "wait"));
    assert_eq!(of(&list, "wait").iter().filter(|e| e["args"]["reason"] == "unmap").count(), 1);
    let whole = |name: &str| of(&list, name).iter().filter(|e| e["args"]["bytes"] == 4000).count();
    assert_eq!((whole("copy to device"), whole("copy to host")), (2, 2));
    assert!(of(&list, "allocate").iter().any(|e| e["args"]["bytes"].as_u64() >= Some(4000)));
    assert!(of(&list, "submit").len() >= 10);
}

/// Kernels with loops, which llvmpipe may end early, on data that stays on the device.
const LOOPS: &str = "program p
  integer :: a(100), i, k, step, n
  n = N
  a = 0
  !$omp target data map(tofrom: a)
  do step = 1, 10
    !$omp target teams distribute parallel do private(k)
    do i = 1, 100
      do k = 1, n
        a(i) = a(i) + mod(k, 2)
      end do
    end do
  end do
  !$omp end target data
  print *, a(1)
end program
";

#[test]
fn regions_that_are_never_undone_are_submitted_without_waits() {
    if !has_vulkan() {
        eprintln!("no Vulkan device: not tested");
        return;
    }
    let (status, list) = run("loops", "vulkan", &LOOPS.replace('N', "100"));
    assert_eq!(status, 0);
    let (first, last) = match &(0..list.len()).filter(|&i| list[i]["name"] == "target region").collect::<Vec<_>>()[..] {
        [first, .., last] => (*first, *last),
        few => panic!("{few:?}"),
    };
    let waits = of(&list[first..last], "wait").len();
    // Where a region may be undone, each is waited for; where offloading is mandatory, none.
    let (status, list) = run_as("loops-mandatory", "vulkan", &LOOPS.replace('N', "100"), &MANDATORY);
    assert_eq!(status, 0);
    let begins: Vec<usize> = (0..list.len()).filter(|&i| list[i]["name"] == "target region").collect();
    assert_eq!(begins.len(), 10);
    assert!(of(&list[begins[0]..begins[9]], "wait").is_empty() && waits <= 9);
    // What was cut is noticed before the host sees anything of it.
    let (status, list) = run_as("loops-long", "vulkan", &LOOPS.replace('N', "200000"), &MANDATORY);
    assert!(status == 0 || status == 2 && of(&list, "copy to host").len() <= 2, "{status}");
}

#[test]
fn a_deferred_region_is_not_waited_for() {
    let program = "program p
  use omp_lib
  integer(omp_event_handle_kind) :: event
  integer :: x
  x = 0
  !$omp task detach(event) depend(out: x) shared(x)
  x = 1
  !$omp end task
  !$omp target nowait depend(inout: x) map(tofrom: x)
  x = x + 1
  !$omp end target
  !$omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) call omp_fulfill_event(event)
  !$omp end parallel
  !$omp taskwait
  if (x /= 2) error stop 3
end program
";
    for device in ["host", "shadow"] {
        let (status, list) = run("deferred", device, program);
        assert_eq!(status, 0);
        let at = |name: &str| list.iter().position(|e| e["name"] == name && e["ph"] == "B").expect("it is there");
        assert!(at("parallel") < at("target task"), "{list:?}");
    }
}

/// The largest number of spans of that name at one time.
fn most_at_once(list: &[Value], name: &str) -> usize {
    let mut open: std::collections::BTreeMap<u64, Vec<bool>> = std::collections::BTreeMap::new();
    let (mut now, mut most) = (0, 0);
    for e in list {
        let stack = open.entry(e["tid"].as_u64().expect("a thread")).or_default();
        match e["ph"].as_str() {
            Some("B") => {
                let counts = e["name"] == name;
                stack.push(counts);
                now += usize::from(counts);
            }
            Some("E") => now -= usize::from(stack.pop() == Some(true)),
            _ => {}
        }
        most = most.max(now);
    }
    most
}

#[test]
fn independent_regions_overlap() {
    let program = |n: u64| {
        format!(
            "program p
  integer :: i, k, s(0:3), t
  do i = 0, 3
    !$omp target nowait device(i) map(from: s(i:i)) private(t)
    t = 0
    do k = 1, {n}
      t = ieor(t, k) + i
    end do
    s(i) = t
    !$omp end target
  end do
  !$omp taskwait
  if (all(s == 0)) error stop 3
end program
"
        )
    };
    // Long enough that all four have begun before one is over.
    let most = [1, 8, 64].into_iter().map(|k| {
        let (status, list) = run("overlap", "shadow,shadow,shadow,shadow", &program(k * 10_000_000));
        assert_eq!(status, 0);
        most_at_once(&list, "target region")
    });
    assert!(most.into_iter().any(|n| n == 4));
}

/// Whether four target tasks, of which each has that DEPEND clause, have kernels that run at the same time on one device.
fn most_kernels_at_once(name: &str, clause: &str, check: bool) -> usize {
    let program = |n: u64| {
        format!(
            "program p
  integer :: i, j, k, s(0:31), t, order
  order = 0
  do i = 0, 3
    !$omp target teams distribute parallel do nowait map(from: s(8 * i:8 * i + 7)) private(t, k) {clause}
    do j = 8 * i, 8 * i + 7
      t = 0
      do k = 1, {n}
        t = ieor(t, k) + i
      end do
      s(j) = t
    end do
  end do
  !$omp taskwait
  if (all(s == 0) .or. order /= 0) error stop 3
end program
"
        )
    };
    let mut most = 0;
    // Long enough that all four have begun before one is over.
    for k in [1, 8, 64] {
        let (status, list) = run_with(name, "shadow", &program(k * 1_000_000), check);
        assert_eq!(status, 0);
        let kernels: Vec<Value> = list
            .into_iter()
            .map(|mut e| {
                if e["cat"] == "launch" {
                    e["name"] = "a kernel".into();
                }
                e
            })
            .collect();
        most = most.max(most_at_once(&kernels, "a kernel"));
        if most == 4 || !clause.is_empty() {
            break;
        }
    }
    most
}

#[test]
fn independent_regions_overlap_on_one_device() {
    assert_eq!(most_kernels_at_once("one-device", "", false), 4);
    assert_eq!(most_kernels_at_once("one-device-checked", "", true), 4);
}

#[test]
fn regions_in_order_do_not_overlap() {
    assert_eq!(most_kernels_at_once("in-order", "depend(inout: order)", false), 1);
}

#[test]
fn regions_are_submitted_while_the_host_waits_for_others() {
    if !has_vulkan() {
        eprintln!("no Vulkan device: not tested");
        return;
    }
    let program = "program p
  integer :: i, j
  integer, allocatable :: s(:, :)
  allocate (s(4000000, 4))
  !$omp target map(from: s(:, 1))
  !$omp end target
  do i = 1, 4
    !$omp target teams distribute parallel do nowait map(from: s(:, i))
    do j = 1, 4000000
      s(j, i) = ieor(j, i)
    end do
  end do
  !$omp taskwait
  do i = 1, 4
    if (any(s(:, i) /= [(ieor(j, i), j = 1, 4000000)])) error stop 3
  end do
end program
";
    // What matters is that a region is submitted while another thread waits for its own.
    let overlaps = (0..5).any(|_| {
        let (status, list) = run("submitted", "vulkan", program);
        assert_eq!(status, 0);
        let mut waiting = std::collections::BTreeSet::new();
        let mut open: std::collections::BTreeMap<u64, Vec<bool>> = std::collections::BTreeMap::new();
        let mut found = false;
        for e in &list {
            let thread = e["tid"].as_u64().expect("a thread");
            match e["ph"].as_str() {
                Some("B") => {
                    let wait = e["name"] == "wait" && e["args"]["reason"] == "the end of a target region";
                    open.entry(thread).or_default().push(wait);
                    if wait {
                        waiting.insert(thread);
                    }
                }
                Some("E") => {
                    if open.entry(thread).or_default().pop() == Some(true) {
                        waiting.remove(&thread);
                    }
                }
                Some("i") => found |= e["name"] == "submit" && waiting.iter().any(|w| *w != thread),
                _ => {}
            }
        }
        found
    });
    assert!(overlaps);
}

#[test]
fn kernels_and_transfers_have_times_on_the_track_of_their_device() {
    if !has_vulkan() {
        eprintln!("no Vulkan device: not tested");
        return;
    }
    let program = "program p
  integer, parameter :: n = 100000
  integer :: a(n), i, k
  a = 1
  do k = 1, 3
    !$omp target teams distribute parallel do map(tofrom: a)
    do i = 1, n
      a(i) = a(i) + i
    end do
  end do
  if (a(n) /= 3 * n + 1) error stop 1
end program
";
    let (status, list) = run("clock", "vulkan", program);
    assert_eq!(status, 0);
    let of_device =
        |kind: &str| -> Vec<&Value> { list.iter().filter(|e| e["ph"] == "X" && e["cat"] == kind).collect() };
    let number = |e: &Value, key: &str| e[key].as_f64().expect("a number");
    let kernels = of_device("kernel");
    if kernels.is_empty() {
        eprintln!("the device has no timestamps: not tested");
        return;
    }
    let names: Vec<&Value> = list.iter().filter(|e| e["ph"] == "M" && e["tid"] == kernels[0]["tid"]).collect();
    assert_eq!(names.len(), 1, "the track has a name");
    assert_eq!(kernels.len(), 3);
    assert!(kernels.iter().all(|k| line(k).is_some_and(|l| (6..=9).contains(&l))), "{kernels:?}");
    // Each is over before the program is, and begins when the one before is over.
    let end = list.iter().filter(|e| e["ph"] != "X").map(|e| number(e, "ts")).fold(0.0, f64::max);
    for pair in kernels.windows(2) {
        assert!(number(pair[0], "ts") + number(pair[0], "dur") <= number(pair[1], "ts"), "{pair:?}");
    }
    assert!(kernels.iter().all(|k| number(k, "dur") > 0.0 && number(k, "ts") + number(k, "dur") <= end + 1e5));
    let transfers = of_device("transfer");
    let bytes = |way: &str| -> u64 {
        transfers.iter().filter(|t| t["name"] == way).filter_map(|t| t["args"]["bytes"].as_u64()).sum()
    };
    if !transfers.is_empty() {
        assert!(bytes("to device") >= 1_200_000 && bytes("to host") >= 1_200_000, "{transfers:?}");
    }
}
