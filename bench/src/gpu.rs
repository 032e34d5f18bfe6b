//! The table of a device: how fast its kernels, transfers and launches are beside its own copy of a buffer, cuBLAS and the host.
//!
//! One Fortran program has a procedure for each row. It runs twice: once for the seconds that the program waits for a region, and once
//! with a timeline, which has the device's own timestamps around each kernel.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const KERNELS: (&str, &str) = ("device.f90", include_str!("../kernels/gpu/device.f90"));
const MAIN: (&str, &str) = ("main.f90", include_str!("../kernels/gpu/main.f90"));
const CUBLAS: (&str, &str) = ("cublas.f90", include_str!("../kernels/gpu/cublas.f90"));

/// Bytes of an array where the device takes arrays of that size: more than its caches hold.
const ARRAY: u64 = 256 << 20;

/// What is measured.
pub struct Options<'a> {
    /// As in `FERROTRAN_DEVICE`.
    pub device: &'a str,
    /// Small arrays, for software adapters.
    pub quick: bool,
    /// Where the table goes as well.
    pub output: Option<&'a Path>,
}

/// A row of the program's output.
struct Row {
    name: String,
    seconds: f64,
    bytes: f64,
    operations: f64,
    number: String,
}

/// A kernel in a timeline.
struct Event {
    /// Of the kernel.
    name: String,
    seconds: f64,
}

/// Sizes of a run, as the program takes them.
#[derive(Clone, Copy)]
struct Sizes {
    elements: u64,
    edge: u64,
    calls: u64,
    few: u64,
}

impl Sizes {
    fn arguments(self) -> [String; 4] {
        [self.elements, self.edge, self.calls, self.few].map(|n| n.to_string())
    }
}

/// The adapter that a word of `FERROTRAN_DEVICE` means, from what `ferrotran devices` prints, with the largest array in bytes.
fn adapter(listing: &str, device: &str) -> Option<(String, u64)> {
    let mut found: Option<(String, u64)> = None;
    for line in listing.lines() {
        if line.starts_with(' ') {
            let size = line.trim().strip_prefix("largest array: ").and_then(bytes);
            if let (Some((_, largest)), Some(n)) = (&mut found, size) {
                *largest = n;
            }
            continue;
        }
        if found.is_some() {
            break;
        }
        let lower = line.to_lowercase();
        let software = lower.contains("software") || lower.starts_with("shadow");
        let fits = match device {
            "auto" => !software,
            word => lower.contains(&word.to_lowercase()),
        };
        if fits {
            found = Some((line.to_string(), ARRAY));
        }
    }
    found
}

/// A number of bytes such as `128 MiB`.
fn bytes(text: &str) -> Option<u64> {
    let mut words = text.split_whitespace();
    let n: f64 = words.next()?.parse().ok()?;
    let unit = match words.next()? {
        "KiB" => 1u64 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        "TiB" => 1 << 40,
        _ => 1,
    };
    Some((n * unit as f64) as u64)
}

/// Builds a program; none, with a message, where that fails.
fn build(compiler: &str, options: &[&str], dir: &Path, sources: &[(&str, &str)], name: &str) -> Option<PathBuf> {
    let dir = dir.join(name);
    std::fs::create_dir_all(&dir).expect("a temporary directory can be made");
    for (file, text) in sources {
        std::fs::write(dir.join(file), text).expect("the temporary directory is writable");
    }
    let exe = dir.join("program");
    let files = sources.iter().map(|s| s.0);
    let out = Command::new(compiler).args(options).args(files).arg("-o").arg(&exe).current_dir(&dir).output();
    match out {
        Ok(o) if o.status.success() => Some(exe),
        Ok(o) => {
            let text = String::from_utf8_lossy(&o.stderr).into_owned();
            println!("  {name} does not build: {}", text.lines().next().unwrap_or(""));
            None
        }
        Err(e) => {
            println!("  {name} does not start: {e}");
            None
        }
    }
}

/// Runs a program and gives what it prints; what it did print, with a message, where it fails.
fn output(exe: &Path, arguments: &[String], env: &[(&str, &str)]) -> String {
    match Command::new(exe).args(arguments).envs(env.iter().copied()).output() {
        Ok(o) => {
            if !o.status.success() {
                let text = String::from_utf8_lossy(&o.stderr).into_owned();
                println!("  the program ends early: {}", text.lines().next().unwrap_or(""));
            }
            String::from_utf8_lossy(&o.stdout).into_owned()
        }
        Err(e) => {
            println!("  the program does not start: {e}");
            String::new()
        }
    }
}

fn rows(text: &str) -> Vec<Row> {
    let row = |line: &str| {
        let [name, seconds, bytes, operations, number] = line.split('|').collect::<Vec<_>>()[..] else { return None };
        let value = |s: &str| s.trim().parse().ok();
        Some(Row {
            name: name.to_string(),
            seconds: value(seconds)?,
            bytes: value(bytes)?,
            operations: value(operations)?,
            number: number.trim().to_string(),
        })
    };
    text.lines().filter_map(row).collect()
}

/// The value of a key in a line of a timeline, which has one event.
fn field<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    let rest = line.split_once(&format!("\"{key}\":"))?.1;
    match rest.strip_prefix('"') {
        Some(text) => text.split('"').next(),
        None => rest.split([',', '}']).next(),
    }
}

/// The kernels of a timeline in their order, with what the device says they took.
fn events(timeline: &str) -> Vec<Event> {
    let event = |line: &str| {
        let kernel = field(line, "cat") == Some("kernel") && field(line, "ph") == Some("X");
        let name = kernel.then(|| field(line, "name")).flatten()?;
        Some(Event { name: name.to_string(), seconds: field(line, "dur")?.parse::<f64>().ok()? * 1e-6 })
    };
    timeline.lines().filter_map(event).collect()
}

/// The procedure that a row measures.
fn procedure(row: &str) -> &str {
    row.split(' ').next().unwrap_or(row)
}

/// Seconds on the device and number of kernels of a call, for each row that has kernels. Rows of one procedure have the same
/// number of calls, one row after the other.
fn on_device(rows: &[Row], events: &[Event]) -> Vec<Option<(f64, usize)>> {
    let of = |e: &Event| {
        let name = e.name.split_once("_MOD_d_")?.1;
        Some(name.split('.').next().unwrap_or(name).to_string())
    };
    let mut by_procedure: BTreeMap<String, Vec<&Event>> = BTreeMap::new();
    for e in events {
        if let Some(name) = of(e) {
            by_procedure.entry(name).or_default().push(e);
        }
    }
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let one = |row: &Row, k: usize| {
        let name = procedure(&row.name);
        let list = by_procedure.get(name)?;
        let parts = rows.iter().filter(|r| procedure(&r.name) == name).count();
        if !list.len().is_multiple_of(parts) {
            return None;
        }
        let each = list.len() / parts;
        let mut least: BTreeMap<&str, f64> = BTreeMap::new();
        for e in &list[k * each..(k + 1) * each] {
            let t = least.entry(&e.name).or_insert(f64::INFINITY);
            *t = t.min(e.seconds);
        }
        Some((least.values().sum(), least.len()))
    };
    rows.iter()
        .map(|row| {
            let k = seen.entry(procedure(&row.name)).or_default();
            *k += 1;
            one(row, *k - 1)
        })
        .collect()
}

/// A rate in the unit of the row: thousand millions of bytes or, of products and interactions, operations in a second.
fn rate(row: &Row, seconds: f64) -> Option<(f64, &'static str)> {
    let computes = ["sgemm", "dgemm", "nbody"].contains(&procedure(&row.name));
    match () {
        () if computes => Some((row.operations / seconds * 1e-9, "Gop/s")),
        () if row.bytes > 0.0 => Some((row.bytes / seconds * 1e-9, "GB/s")),
        () => None,
    }
}

/// The text of the table.
fn table(rows: &[Row], device: &[Option<(f64, usize)>], host: &[Row], cublas: &[(String, f64)]) -> String {
    let mut out = String::new();
    let copy = rows.iter().find(|r| r.name == "buffer copy").map(|r| r.bytes / r.seconds * 1e-9);
    writeln!(
        out,
        "{:24} {:>11} {:>11} {:>7} {:>18} {:>8} {:>18} {:>8}",
        "row", "region s", "device s", "kernels", "rate", "of copy", "gfortran, host", "cuBLAS"
    )
    .ok();
    for (row, on) in rows.iter().zip(device) {
        let seconds = on.map_or(row.seconds, |d| d.0);
        let cell = |r: Option<(f64, &str)>| r.map_or("-".to_string(), |(x, unit)| format!("{x:.2} {unit}"));
        let here = rate(row, seconds);
        let of_copy = match (here, copy) {
            (Some((x, "GB/s")), Some(copy)) => format!("{:.0} %", 100.0 * x / copy),
            _ => "-".to_string(),
        };
        // Of the host smaller arrays are measured: rates are what can be compared.
        let theirs =
            host.iter().find(|h| procedure(&h.name) == procedure(&row.name) && shape(&h.name) == shape(&row.name));
        let blas = cublas.iter().find(|c| c.0 == row.name).map(|c| format!("{:.0} %", 100.0 * c.1 / seconds));
        writeln!(
            out,
            "{:24} {:>11.3e} {:>11} {:>7} {:>18} {:>8} {:>18} {:>8}",
            row.name,
            row.seconds,
            on.map_or("-".to_string(), |d| format!("{:.3e}", d.0)),
            on.map_or("-".to_string(), |d| d.1.to_string()),
            cell(here),
            of_copy,
            cell(theirs.and_then(|h| rate(h, h.seconds))),
            blas.unwrap_or_else(|| "-".to_string()),
        )
        .ok();
    }
    let seconds = |name: &str| rows.iter().find(|r| r.name == name).map(|r| r.seconds);
    if let (Some(region), Some(many)) = (seconds("region"), seconds("launches")) {
        writeln!(
            out,
            "a region of one kernel {:.1} us, each further launch {:.1} us",
            region * 1e6,
            (many - region) / 19.0 * 1e6
        )
        .ok();
    }
    out
}

/// The word behind the name of a row that is no size: `square`, `tall`.
fn shape(row: &str) -> &str {
    row.split_once(' ').map_or("", |r| r.1).trim_start_matches(|c: char| c.is_ascii_digit() || c == 'x')
}

/// Rows whose numbers two runs do not agree about, but for rounding.
fn differing(rows: &[Row], peer: &[Row]) -> Vec<String> {
    let agree = |a: &str, b: &str| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= 1e-4 * (a.abs() + b.abs()) + 1e-9,
        _ => a == b,
    };
    let other = |r: &&Row| peer.iter().any(|p| p.name == r.name && !agree(&p.number, &r.number));
    rows.iter().filter(other).map(|r| r.name.clone()).collect()
}

/// Measures and prints the table.
pub fn run(ferrotran: &str, dir: &Path, o: &Options) {
    // Programs are built in folders of their own.
    let ferrotran =
        &std::fs::canonicalize(ferrotran).map_or(ferrotran.to_string(), |p| p.to_string_lossy().into_owned());
    let listing = Command::new(ferrotran).arg("devices").output().map(|o| o.stdout).unwrap_or_default();
    let Some((name, largest)) = adapter(&String::from_utf8_lossy(&listing), o.device) else {
        println!("no such device: `ferrotran devices` lists them; a software adapter takes --device vulkan --quick");
        return;
    };
    let sizes = match o.quick {
        true => Sizes { elements: 1 << 17, edge: 128, calls: 4, few: 1 << 10 },
        false => Sizes { elements: largest.min(ARRAY) / 8, edge: 4096, calls: 20, few: 1 << 15 },
    };
    // The host has a part of the elements, so that it does not take longer than the device.
    let small = Sizes {
        elements: sizes.elements.min(1 << 21),
        edge: sizes.edge.min(512),
        calls: 3,
        few: sizes.few.min(1 << 12),
    };
    let head = format!(
        "{name}\narrays of {} elements of 8 bytes, products up to {} x {}, least of {} calls",
        sizes.elements, sizes.edge, sizes.edge, sizes.calls
    );
    println!("{head}");
    let ours = ["-O3", "-fdo-concurrent=device"];
    let Some(exe) = build(ferrotran, &ours, dir, &[KERNELS, MAIN], "device") else { return };
    let env = [("FERROTRAN_DEVICE", o.device), ("OMP_TARGET_OFFLOAD", "mandatory")];
    let arguments = sizes.arguments();
    let measured = rows(&output(&exe, &arguments, &env));
    let trace = dir.join("trace.json");
    let trace_name = trace.to_string_lossy().into_owned();
    output(&exe, &arguments, &[env[0], env[1], ("FERROTRAN_TRACE", &trace_name)]);
    let kernels = on_device(&measured, &events(&std::fs::read_to_string(&trace).unwrap_or_default()));
    let mut host = Vec::new();
    let mut wrong = Vec::new();
    if crate::installed("gfortran")
        && let Some(peer) = build("gfortran", &["-O3", "-march=native"], dir, &[KERNELS, MAIN], "gfortran")
    {
        host = rows(&output(&peer, &small.arguments(), &[]));
        // The same sizes on the device, for the numbers.
        wrong = differing(&rows(&output(&exe, &small.arguments(), &env)), &host);
    }
    let cublas: Vec<(String, f64)> = build(ferrotran, &["-O2"], dir, &[CUBLAS], "cublas")
        .map(|exe| output(&exe, &[sizes.edge.to_string()], &[]))
        .unwrap_or_default()
        .lines()
        .filter_map(|l| l.split_once('|').and_then(|(name, s)| Some((name.trim().to_string(), s.trim().parse().ok()?))))
        .collect();
    let mut text = table(&measured, &kernels, &host, &cublas);
    if cublas.is_empty() {
        text.push_str("cuBLAS: not found\n");
    }
    for name in wrong {
        writeln!(text, "{name}: RESULTS DIFFER from those of gfortran").ok();
    }
    print!("{text}");
    let file = o.output.map(Path::to_path_buf).unwrap_or_else(|| {
        let word: String = name.chars().take_while(|&c| c != '(').collect();
        let word = word.trim().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        PathBuf::from(format!("gpu-{word}.txt"))
    });
    match std::fs::write(&file, format!("{head}\n{text}")) {
        Ok(()) => println!("written to {}", file.display()),
        Err(e) => println!("{}: {e}", file.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "\
Some GPU (vulkan, discrete)
    driver: x
    largest array: 4 GiB
llvmpipe (LLVM 15, 256 bits) (vulkan, software)
    largest array: 128 MiB
shadow (memory of its own, on the host's threads)
";

    #[test]
    fn adapters_are_found_by_word() {
        assert_eq!(adapter(LISTING, "auto"), Some(("Some GPU (vulkan, discrete)".into(), 4 << 30)));
        assert_eq!(adapter(LISTING, "llvmpipe").map(|a| a.1), Some(128 << 20));
        assert_eq!(adapter(LISTING, "metal"), None);
    }

    #[test]
    fn kernels_belong_to_rows_in_their_order() {
        let row =
            |name: &str| Row { name: name.into(), seconds: 1.0, bytes: 8.0, operations: 0.0, number: String::new() };
        let line = |name: &str, us: f64| {
            format!(
                "{{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":{us},\"name\":\"{name}\",\"cat\":\"kernel\",\"args\":{{\"at\":\"a:1\"}}}},\n"
            )
        };
        let mut text = String::new();
        for (name, us) in
            [("a", 3.0), ("b", 4.0), ("a", 2.0), ("b", 5.0), ("a", 7.0), ("b", 1.0), ("a", 8.0), ("b", 2.0)]
        {
            text.push_str(&line(&format!("__device_MOD_d_sum.val.1.{name}"), us));
        }
        text.push_str(&line("MAIN__.3.parallel", 9.0));
        let got = on_device(&[row("sum square"), row("other"), row("sum tall")], &events(&text));
        let near = |x: Option<(f64, usize)>, us: f64| x.is_some_and(|x| (x.0 * 1e6 - us).abs() < 1e-9 && x.1 == 2);
        assert!(near(got[0], 6.0) && got[1].is_none() && near(got[2], 8.0), "{got:?}");
    }
}
