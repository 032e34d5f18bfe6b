//! Extensions that reach the operating system.

family! { ($) posix_rows POSIX
    /// ACCESS(name, mode): 0, or the error number.
    fn frt_access(name: Ptr, name_len: I64, mode: Ptr, mode_len: I64) -> I32;
    /// CHMOD(name, mode): 0, or the error number; `mode` is octal or symbolic as for chmod(1).
    fn frt_chmod(name: Ptr, name_len: I64, mode: Ptr, mode_len: I64) -> I32;
    /// LINK(path1, path2): 0, or the error number.
    fn frt_link(from: Ptr, from_len: I64, to: Ptr, to_len: I64) -> I32;
    /// SYMLNK(path1, path2): 0, or the error number.
    fn frt_symlnk(from: Ptr, from_len: I64, to: Ptr, to_len: I64) -> I32;
    /// KILL(pid, signal): 0, or the error number.
    fn frt_kill(pid: I32, signal: I32) -> I32;
    /// UMASK(mask): the mask before.
    fn frt_umask(mask: I32) -> I32;
    /// GETUID.
    fn frt_getuid() -> I32;
    /// GETGID.
    fn frt_getgid() -> I32;
    /// IERRNO: the error number of the last system call.
    fn frt_ierrno() -> I32;
    /// GERROR: its text.
    fn frt_gerror(value: Ptr, len: I64);
    /// PERROR(string): the string and that text on standard error.
    fn frt_perror(text: Ptr, len: I64);
    /// GETLOG: the login name.
    fn frt_getlog(value: Ptr, len: I64);
    /// GMTIME(time, values).
    fn frt_gmtime(time: I64, values: Ptr);
    /// LTIME(time, values).
    fn frt_ltime(time: I64, values: Ptr);
    /// IDATE(values): day, month, year.
    fn frt_idate(values: Ptr);
    /// ITIME(values): hour, minute, second.
    fn frt_itime(values: Ptr);
    /// STAT(name, values): 0, or the error number.
    fn frt_stat(name: Ptr, name_len: I64, values: Ptr) -> I32;
    /// LSTAT(name, values): 0, or the error number.
    fn frt_lstat(name: Ptr, name_len: I64, values: Ptr) -> I32;
    /// FSTAT(unit, values): 0, or the error number.
    fn frt_fstat(unit: I32, values: Ptr) -> I32;
    /// MCLOCK, MCLOCK8: processor time in clock ticks.
    fn frt_mclock() -> I64;
    /// MCLOCK8.
    fn frt_mclock8() -> I64;
    /// SECOND: processor time in seconds.
    fn frt_second() -> F32;
    /// TIME8: seconds since 1970.
    fn frt_time8() -> I64;
    /// IARGC: number of arguments of the command.
    fn frt_iargc() -> I32;
    /// TTYNAM(unit): name of the terminal.
    fn frt_ttynam(unit: I32, value: Ptr, len: I64);
    /// FNUM(unit): the descriptor, -1 where nothing is connected.
    fn frt_fnum(unit: I32) -> I32;
    /// FTELL(unit): bytes before the position, -1 where nothing is connected.
    fn frt_ftell(unit: I32) -> I64;
    /// FSEEK(unit, offset, whence): 0, or the error number.
    fn frt_fseek(unit: I32, offset: I64, whence: I32) -> I32;
    /// FGETC(unit, c): 0, -1 at the end of the file, or an error number.
    fn frt_fgetc(unit: I32, c: Ptr, len: I64) -> I32;
    /// FGET(c): from unit 5.
    fn frt_fget(c: Ptr, len: I64) -> I32;
    /// FPUTC(unit, c).
    fn frt_fputc(unit: I32, c: Ptr, len: I64) -> I32;
    /// FPUT(c): to unit 6.
    fn frt_fput(c: Ptr, len: I64) -> I32;
    /// SIGNAL(number, handler): the handler before. The handler is a procedure, or 0 (default) or 1 (ignore).
    fn frt_signal(number: I32, handler: Ptr) -> I64;
    /// ALARM(seconds, handler): calls the handler then; result: seconds that the alarm before had left.
    fn frt_alarm(seconds: I32, handler: Ptr) -> I32;
    /// MALLOC(size): the address of storage.
    fn frt_malloc(size: I64) -> I64;
    /// FREE(ptr): gives it back.
    fn frt_free_address(address: I64);
    /// BACKTRACE.
    fn frt_backtrace();
}
