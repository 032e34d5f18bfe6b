//! Clocks, dates, command line, environment and other calls of the operating system.

crate::abi_table! { pub static ABI;
    /// SYSTEM_CLOCK. Absent arguments are null. `*_kind`: bytes of the integer variable; for `rate` a
    /// negative kind means a real variable of that many bytes. Ticks are milliseconds where an integer
    /// argument has kind 4 or less, nanoseconds otherwise.
    fn frt_system_clock(count: *mut u8, count_kind: i32, rate: *mut u8, rate_kind: i32, max: *mut u8, max_kind: i32);
    /// CPU_TIME in seconds.
    fn frt_cpu_time() -> f64;
    /// DATE_AND_TIME. Absent arguments are null; `values` is a descriptor of an integer vector.
    fn frt_date_and_time(date: *mut u8, date_len: i64, time: *mut u8, time_len: i64, zone: *mut u8, zone_len: i64, values: *const u8);
    /// COMMAND_ARGUMENT_COUNT, IARGC.
    fn frt_command_argument_count() -> i32;
    /// GET_COMMAND_ARGUMENT(number): pads `value` (may be null); stores the true length in `length`
    /// (8 bytes, may be null). Result: STATUS (0, -1 truncated, positive: no such argument).
    fn frt_get_command_argument(number: i32, value: *mut u8, value_len: i64, length: *mut i64) -> i32;
    /// GET_COMMAND, as above.
    fn frt_get_command(value: *mut u8, value_len: i64, length: *mut i64) -> i32;
    /// GET_ENVIRONMENT_VARIABLE; `trim` 1 ignores trailing blanks of the name. Result: STATUS (0, -1 truncated, 1 no such variable).
    fn frt_get_environment_variable(name: *const u8, name_len: i64, value: *mut u8, value_len: i64, length: *mut i64, trim: i32) -> i32;
    /// EXECUTE_COMMAND_LINE. `exitstat`, `cmdstat` (4 bytes) and `cmdmsg` may be null; without `cmdstat` a
    /// failure to run the command stops the program.
    fn frt_execute_command_line(command: *const u8, len: i64, wait: i32, exitstat: *mut i32, cmdstat: *mut i32, cmdmsg: *mut u8, cmdmsg_len: i64);
    /// SYSTEM(command): exit status of the shell command.
    fn frt_system(command: *const u8, len: i64) -> i32;
    /// SLEEP(seconds).
    fn frt_sleep(seconds: i32);
    /// ETIME: user and system seconds to values[0..2]; result: their sum.
    fn frt_etime(values: *mut f32) -> f32;
    /// DTIME: the same since the last call.
    fn frt_dtime(values: *mut f32) -> f32;
    /// SECNDS(x): seconds since midnight minus x.
    fn frt_secnds(x: f32) -> f32;
    /// TIME, TIME8: seconds since 1970.
    fn frt_time() -> i64;
    /// CTIME(t): text of a time in the C library's form, padded.
    fn frt_ctime(t: i64, value: *mut u8, len: i64);
    /// FDATE: text of the current time.
    fn frt_fdate(value: *mut u8, len: i64);
    /// GETPID.
    fn frt_getpid() -> i32;
    /// GETCWD: status 0 or errno.
    fn frt_getcwd(value: *mut u8, len: i64) -> i32;
    /// HOSTNM: status 0 or errno.
    fn frt_hostnm(value: *mut u8, len: i64) -> i32;
    /// CHDIR: status 0 or errno.
    fn frt_chdir(path: *const u8, len: i64) -> i32;
    /// UNLINK: status 0 or errno.
    fn frt_unlink(path: *const u8, len: i64) -> i32;
    /// RENAME: status 0 or errno.
    fn frt_rename(from: *const u8, from_len: i64, to: *const u8, to_len: i64) -> i32;
    /// ISATTY(unit): 1 for a terminal.
    fn frt_isatty(unit: i32) -> i32;
}

use std::sync::OnceLock;

static ARGUMENTS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();

/// Sets the command line that the program sees; the first call counts.
pub fn set_arguments(argv: Vec<Vec<u8>>) {
    let _ = ARGUMENTS.set(argv);
}
