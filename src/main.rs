//! The command.

use ferrotran::diag::Diagnostics;
use ferrotran::source::SourceMap;
use ferrotran::syntax::{ParseOptions, parse_file};

fn main() {
    let worker = std::thread::Builder::new().stack_size(1 << 30).spawn(|| {
        let mut bad = 0;
        let dirs: Vec<String> = std::env::args().filter_map(|a| a.strip_prefix("-I").map(String::from)).collect();
        for f in std::env::args().skip(1).filter(|a| !a.starts_with("-I")) {
            let mut map = SourceMap::new();
            let mut diag = Diagnostics::new();
            let Ok(id) = map.read(&f) else { continue };
            parse_file(
                &mut map,
                id,
                &ParseOptions { include_dirs: dirs.clone(), ..ParseOptions::default() },
                &mut diag,
            );
            diag.sort();
            diag.eprint(&map);
            bad += i32::from(diag.has_errors());
        }
        bad
    });
    let bad = worker.expect("a thread can be started").join().expect("the worker does not panic");
    std::process::exit(bad.min(1));
}
