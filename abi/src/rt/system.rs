//! Clocks, arguments, environment, processes.

family! { ($) system_rows SYSTEM
    /// SYSTEM_CLOCK. Absent arguments are null. `*_kind`: bytes of the integer variable; for `rate` a
    /// negative kind means a real variable of that many bytes. Ticks are milliseconds where an integer
    /// argument has kind 4 or less, nanoseconds otherwise.
    fn frt_system_clock(count: Ptr, count_kind: I32, rate: Ptr, rate_kind: I32, max: Ptr, max_kind: I32);
    /// CPU_TIME in seconds.
    fn frt_cpu_time() -> F64;
    /// DATE_AND_TIME. Absent arguments are null; `values` is a descriptor of an integer vector.
    fn frt_date_and_time(date: Ptr, date_len: I64, time: Ptr, time_len: I64, zone: Ptr, zone_len: I64, values: Ptr);
    /// COMMAND_ARGUMENT_COUNT, IARGC.
    fn frt_command_argument_count() -> I32;
    /// GET_COMMAND_ARGUMENT(number): pads `value` (may be null); stores the true length in `length`
    /// (8 bytes, may be null). Result: STATUS (0, -1 truncated, positive: no such argument).
    fn frt_get_command_argument(number: I32, value: Ptr, value_len: I64, length: Ptr) -> I32;
    /// GET_COMMAND, as above.
    fn frt_get_command(value: Ptr, value_len: I64, length: Ptr) -> I32;
    /// GET_ENVIRONMENT_VARIABLE; `trim` 1 ignores trailing blanks of the name. Result: STATUS (0, -1 truncated, 1 no such variable).
    fn frt_get_environment_variable(name: Ptr, name_len: I64, value: Ptr, value_len: I64, length: Ptr, trim: I32) -> I32;
    /// EXECUTE_COMMAND_LINE. `exitstat`, `cmdstat` (4 bytes) and `cmdmsg` may be null; without `cmdstat` a
    /// failure to run the command stops the program.
    fn frt_execute_command_line(command: Ptr, len: I64, wait: I32, exitstat: Ptr, cmdstat: Ptr, cmdmsg: Ptr, cmdmsg_len: I64);
    /// SYSTEM(command): exit status of the shell command.
    fn frt_system(command: Ptr, len: I64) -> I32;
    /// SLEEP(seconds).
    fn frt_sleep(seconds: I32);
    /// ETIME: user and system seconds to values[0..2]; result: their sum.
    fn frt_etime(values: Ptr) -> F32;
    /// DTIME: the same since the last call.
    fn frt_dtime(values: Ptr) -> F32;
    /// SECNDS(x): seconds since midnight minus x.
    fn frt_secnds(x: F32) -> F32;
    /// TIME, TIME8: seconds since 1970.
    fn frt_time() -> I64;
    /// CTIME(t): text of a time in the C library's form, padded.
    fn frt_ctime(t: I64, value: Ptr, len: I64);
    /// FDATE: text of the current time.
    fn frt_fdate(value: Ptr, len: I64);
    /// GETPID.
    fn frt_getpid() -> I32;
    /// GETCWD: status 0 or errno.
    fn frt_getcwd(value: Ptr, len: I64) -> I32;
    /// HOSTNM: status 0 or errno.
    fn frt_hostnm(value: Ptr, len: I64) -> I32;
    /// CHDIR: status 0 or errno.
    fn frt_chdir(path: Ptr, len: I64) -> I32;
    /// UNLINK: status 0 or errno.
    fn frt_unlink(path: Ptr, len: I64) -> I32;
    /// RENAME: status 0 or errno.
    fn frt_rename(from: Ptr, from_len: I64, to: Ptr, to_len: I64) -> I32;
    /// ISATTY(unit): 1 for a terminal.
    fn frt_isatty(unit: I32) -> I32;
}
