//! Coarrays with several images (`-fcoarray=mpi`): every program with one image, and with more where a launcher of an MPI
//! library is installed, else left out with a note.

mod tools;
use std::path::Path;
use std::process::Output;
use tools::{FC, folder, has, ok, run, write};

/// Launchers with what they want in front of the number of processes.
const LAUNCHERS: [(&str, &[&str]); 2] =
    [("mpirun.openmpi", &["--allow-run-as-root", "--oversubscribe", "-n"]), ("mpiexec.hydra", &["-n"])];

/// Runs a program as so many images by every launcher that is there.
fn by_launchers(dir: &Path, program: &str, images: usize, check: impl Fn(&Output, &str)) {
    let mut any = false;
    for (launcher, options) in LAUNCHERS.iter().filter(|l| has(l.0)) {
        any = true;
        let n = images.to_string();
        let args: Vec<&str> = options.iter().copied().chain([&n[..], program]).collect();
        let out = run(dir, launcher, &args);
        check(&out, &format!("{program}, {images} images, {launcher}"));
    }
    if !any {
        eprintln!("note: no launcher of an MPI library is installed, {program} runs as one image only");
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The program prints nothing but its last line, whatever the number of images.
fn finds_nothing_wrong(name: &str, source: &str) {
    let dir = &folder(&format!("coarrays-{name}"));
    write(dir, "t.f90", source);
    ok(dir, FC, &["-fcoarray=mpi", "t.f90", "-o", "t"]);
    let alone = ok(dir, "./t", &[]);
    assert!(alone.trim().starts_with("done"), "{alone}");
    for images in [1, 2, 4] {
        by_launchers(dir, "./t", images, |out, what| {
            let (printed, said) = (text(&out.stdout), text(&out.stderr));
            assert!(out.status.success(), "{what}\n{printed}{said}");
            assert!(printed.trim().starts_with("done") && printed.lines().count() == 1, "{what}\n{printed}{said}");
        });
    }
}

#[test]
fn objects_of_other_images() {
    finds_nothing_wrong("objects", include_str!("coarrays/objects.f90"));
}

#[test]
fn images_wait_count_lock_and_form_teams() {
    finds_nothing_wrong("control", include_str!("coarrays/control.f90"));
}

#[test]
fn stopped_images_are_noticed_and_errors_end_all() {
    let dir = &folder("coarrays-ends");
    write(dir, "t.f90", include_str!("coarrays/ends.f90"));
    ok(dir, FC, &["-fcoarray=mpi", "t.f90", "-o", "t"]);
    let alone = run(dir, "./t", &[]);
    assert_eq!(alone.status.code(), Some(3));
    by_launchers(dir, "./t", 3, |out, what| {
        let said = text(&out.stderr);
        let written = std::fs::read_to_string(dir.join("ends.txt")).unwrap_or_default();
        let _ = std::fs::remove_file(dir.join("ends.txt"));
        assert!(!out.status.success(), "{what}\n{written}{said}");
        assert!(written.contains("6000 an image has stopped"), "{what}\n{written}{said}");
    });
}

/// A launcher's variables without a library: the program says what is missing.
#[test]
fn a_missing_library_is_named() {
    let dir = &folder("coarrays-missing");
    write(dir, "t.f90", "program t\n  print *, num_images()\nend program\n");
    ok(dir, FC, &["-fcoarray=mpi", "t.f90", "-o", "t"]);
    let out = std::process::Command::new(dir.join("t"))
        .env("OMPI_COMM_WORLD_SIZE", "4")
        .env("FERROTRAN_MPI", "libnone-of-this-name.so")
        .output()
        .expect("the program starts");
    assert_eq!(out.status.code(), Some(2));
    let said = text(&out.stderr);
    assert!(said.contains("4 images were started, but no MPI library was found (libnone-of-this-name.so)"), "{said}");
}

#[test]
fn what_is_left_is_said() {
    let dir = &folder("coarrays-refused");
    let source = "program t
  type a
    integer, allocatable :: p(:)
  end type
  type(a), save :: x[*]
  type(a) :: y
  y = x[1]
end program
";
    write(dir, "t.f90", source);
    let out = run(dir, FC, &["-fcoarray=mpi", "t.f90", "-o", "t"]);
    assert_eq!(out.status.code(), Some(1));
    let said = text(&out.stderr);
    assert!(said.contains("allocatable components is not supported yet") && said.contains("t.f90:7"), "{said}");
    let out = run(dir, FC, &["-fcoarray=shmem", "t.f90"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("single, lib, mpi"), "{}", text(&out.stderr));
}
