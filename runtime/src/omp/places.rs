//! Places of threads: OMP_PLACES, OMP_PROC_BIND, and which processors a thread runs on (OpenMP 6.0, 4.1.6, 12.1.3, 25.8).

use super::icv::{Icv, settings};
use ferrotran_abi::codes::proc_bind;
use std::cell::Cell;
use std::sync::OnceLock;

/// Processors that are one place.
pub type Processors = Vec<u32>;

/// How the threads of a team are put on places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Bind {
    /// They run where the system puts them.
    False = proc_bind::FALSE,
    /// They are bound, as with `Close`.
    True = proc_bind::TRUE,
    /// All on the place of the thread that makes the team.
    Primary = proc_bind::PRIMARY,
    /// On places one after the other.
    Close = proc_bind::CLOSE,
    /// Far from each other, each with a part of the places for the teams that it makes.
    Spread = proc_bind::SPREAD,
}

impl Bind {
    /// The policy of that name.
    pub fn of_text(text: &str) -> Option<Bind> {
        Some(match text.trim().to_ascii_lowercase().as_str() {
            "false" => Bind::False,
            "true" => Bind::True,
            "primary" | "master" => Bind::Primary,
            "close" => Bind::Close,
            "spread" => Bind::Spread,
            _ => return None,
        })
    }
}

/// What is known of the processors, by their numbers: those that the process may use, and which belong together.
#[derive(Clone, Debug)]
pub struct Topology {
    /// What the process may use when it starts.
    pub allowed: Processors,
    /// The core, last-level cache, socket and memory node of a processor, each by a number of its own.
    pub of: fn(Level, u32) -> u32,
}

/// What processors have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Nothing: a hardware thread.
    Thread,
    /// The core.
    Core,
    /// The last-level cache.
    Cache,
    /// The socket.
    Socket,
    /// The memory.
    Node,
}

impl Level {
    fn of_text(text: &str) -> Option<Level> {
        Some(match text {
            "threads" => Level::Thread,
            "cores" => Level::Core,
            "ll_caches" => Level::Cache,
            "sockets" => Level::Socket,
            "numa_domains" => Level::Node,
            _ => return None,
        })
    }
}

/// The processors that the process may use, as they were when this was first asked for.
#[cfg(target_os = "linux")]
fn allowed() -> Processors {
    // SAFETY: an empty set is zeros, and the call fills no more than the set it gets.
    let set = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) != 0 {
            return vec![0];
        }
        set
    };
    // SAFETY: the number is below the size of the set.
    (0..libc::CPU_SETSIZE as u32).filter(|&n| unsafe { libc::CPU_ISSET(n as usize, &set) }).collect()
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Processors {
    (0..super::icv::num_procs()).collect()
}

/// The lowest processor that has the same thing, which stands for that.
#[cfg(target_os = "linux")]
fn first_of(level: Level, n: u32) -> u32 {
    let folder = format!("/sys/devices/system/cpu/cpu{n}");
    let read = |path: String| std::fs::read_to_string(path).ok();
    let lowest = |list: Option<String>| {
        let list = list?;
        list.trim().split([',', '-']).next()?.parse::<u32>().ok()
    };
    match level {
        Level::Thread => n,
        Level::Core => lowest(read(format!("{folder}/topology/thread_siblings_list"))).unwrap_or(n),
        Level::Cache => {
            let last = (0..8).rev().find_map(|k| read(format!("{folder}/cache/index{k}/shared_cpu_list")));
            lowest(last).unwrap_or(n)
        }
        Level::Socket => lowest(read(format!("{folder}/topology/core_siblings_list"))).unwrap_or(0),
        Level::Node => {
            let node = (0..1024).find(|k| std::path::Path::new(&format!("{folder}/node{k}")).exists());
            node.unwrap_or(0)
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn first_of(level: Level, n: u32) -> u32 {
    match level {
        Level::Thread | Level::Core => n,
        Level::Cache | Level::Socket | Level::Node => 0,
    }
}

/// That of this machine.
pub fn topology() -> &'static Topology {
    static T: OnceLock<Topology> = OnceLock::new();
    T.get_or_init(|| Topology { allowed: allowed(), of: first_of })
}

/// What is read of a list of places.
struct Text<'a> {
    rest: &'a str,
}

impl Text<'_> {
    fn take(&mut self, c: char) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(c);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn number(&mut self) -> Option<i64> {
        let rest = self.rest.trim_start();
        let signed = rest.strip_prefix('-');
        let digits = signed.unwrap_or(rest);
        let n = digits.bytes().take_while(u8::is_ascii_digit).count();
        let value: i64 = digits[..n].parse().ok()?;
        self.rest = &digits[n..];
        Some(if signed.is_some() { -value } else { value })
    }

    /// `:length[:stride]`; 1 where nothing stands.
    fn interval(&mut self) -> Option<(i64, i64)> {
        if !self.take(':') {
            return Some((1, 1));
        }
        // Nobody has more processors.
        let length = self.number().filter(|n| (1..=1 << 16).contains(n))?;
        let stride = if self.take(':') { self.number()? } else { 1 };
        Some((length, stride))
    }

    /// `{` resources `}`, where `!` takes one away.
    fn place(&mut self) -> Option<Vec<i64>> {
        if !self.take('{') {
            return None;
        }
        let mut all: Vec<i64> = Vec::new();
        loop {
            let without = self.take('!');
            let first = self.number().filter(|n| *n >= 0)?;
            let (length, stride) = self.interval()?;
            for n in (0..length).map(|k| first + k * stride) {
                all.retain(|&x| x != n);
                if !without {
                    all.push(n);
                }
            }
            if self.take('}') {
                return Some(all);
            }
            if !self.take(',') {
                return None;
            }
        }
    }
}

/// The places that a value of OMP_PLACES names; `None` where it makes no sense. Of the processors those count that the
/// process may use.
pub fn parse(text: &str, topology: &Topology) -> Option<Vec<Processors>> {
    let text = text.trim().to_ascii_lowercase();
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let (name, count) = match text.split_once('(') {
            Some((name, rest)) => {
                (name.trim(), Some(rest.trim().strip_suffix(')')?.trim().parse::<usize>().ok().filter(|n| *n > 0)?))
            }
            None => (text.as_str(), None),
        };
        let mut list = of_level(Level::of_text(name)?, topology);
        list.truncate(count.unwrap_or(usize::MAX));
        return Some(list);
    }
    let mut text = Text { rest: &text };
    let mut places: Vec<Vec<i64>> = Vec::new();
    loop {
        let without = text.take('!');
        let first = text.place()?;
        let (length, stride) = text.interval()?;
        for k in 0..length {
            let mut place: Vec<i64> = first.iter().map(|n| n + k * stride).collect();
            place.sort_unstable();
            if without {
                places.retain(|p| *p != place);
            } else {
                places.push(place);
            }
        }
        if text.rest.trim().is_empty() {
            break;
        }
        if !text.take(',') {
            return None;
        }
    }
    let there = |n: &i64| u32::try_from(*n).ok().filter(|n| topology.allowed.contains(n));
    let places = places.iter().map(|p| p.iter().filter_map(there).collect::<Processors>());
    Some(places.filter(|p| !p.is_empty()).collect())
}

/// A place for each thing of that level.
pub fn of_level(level: Level, topology: &Topology) -> Vec<Processors> {
    let mut list: Vec<(u32, Processors)> = Vec::new();
    for &n in &topology.allowed {
        let of = (topology.of)(level, n);
        match list.iter_mut().find(|p| p.0 == of) {
            Some(p) => p.1.push(n),
            None => list.push((of, vec![n])),
        }
    }
    list.into_iter().map(|p| p.1).collect()
}

/// Where a thread stands: its place, and the places that are for the teams that it makes, as their first and their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// -1: it is not bound.
    pub place: i32,
    /// See above.
    pub partition: (u32, u32),
}

/// Where thread number `i` of a team of `size` stands that a thread makes which stands at `of`.
pub fn spot(of: Spot, bind: Bind, i: usize, size: usize) -> Spot {
    let (first, count) = (of.partition.0 as usize, of.partition.1 as usize);
    if of.place < 0 || count == 0 {
        return of;
    }
    let own = (of.place as usize).saturating_sub(first).min(count - 1);
    let at = |k: usize, partition| Spot { place: (first + k) as i32, partition };
    // The n-th of equal parts of a row, the first of them larger where that does not come out even.
    let part = |n: usize, parts: usize, all: usize| {
        let (each, more) = (all / parts, all % parts);
        let begin = n * each + n.min(more);
        (begin, each + usize::from(n < more))
    };
    match bind {
        Bind::False | Bind::Primary => of,
        Bind::True | Bind::Close | Bind::Spread if size > count => {
            let group = (0..count).find(|&g| part(g, count, size).0 + part(g, count, size).1 > i).unwrap_or(0);
            let k = (own + group) % count;
            let alone = ((first + k) as u32, 1);
            at(k, if bind == Bind::Spread { alone } else { of.partition })
        }
        Bind::True | Bind::Close => at((own + i) % count, of.partition),
        Bind::Spread => {
            let mine = (0..size).find(|&p| part(p, size, count).0 + part(p, size, count).1 > own).unwrap_or(0);
            let (begin, length) = part((mine + i) % size, size, count);
            let partition = ((first + begin) as u32, length as u32);
            at(if i == 0 { own } else { begin }, partition)
        }
    }
}

/// The control variables of thread number `i` of a team of `size`, where `icv` are those of the thread that makes it.
pub fn of_thread(icv: &Icv, policy: Bind, i: usize, size: usize) -> Icv {
    if icv.spot.place < 0 {
        return *icv;
    }
    Icv { spot: spot(icv.spot, policy, i, size), ..*icv }
}

/// The policy of the team that this thread makes now, at a nesting level: that of the clause PROC_BIND, else of bind-var
/// (OpenMP 6.0, 12.1.3).
pub fn policy(level: i32) -> Bind {
    NEXT.take().unwrap_or_else(|| settings().bind_at(level))
}

/// See the table.
pub extern "C" fn bind_next(policy: i32) {
    let all = [Bind::Primary, Bind::Close, Bind::Spread];
    NEXT.set(all.into_iter().find(|b| *b as i32 == policy));
}

thread_local! {
    /// What a clause says of the next team that this thread makes.
    static NEXT: Cell<Option<Bind>> = const { Cell::new(None) };
    /// The place that this thread is bound to.
    static BOUND: Cell<i32> = const { Cell::new(-1) };
}

/// Binds this thread. True where that is another place than before.
pub fn bind(spot: Spot) -> bool {
    if spot.place < 0 || BOUND.get() == spot.place {
        return false;
    }
    let Some(place) = settings().places.get(spot.place as usize) else { return false };
    // How many there are is asked for while the thread may still use all of them.
    super::icv::num_procs();
    let done = set(place);
    if done {
        BOUND.set(spot.place);
    }
    done
}

/// A thread of the runtime that belongs to no team may run anywhere, wherever the thread runs that started it.
pub fn run_anywhere() {
    if settings().icv.spot.place >= 0 {
        set(&topology().allowed);
    }
}

#[cfg(target_os = "linux")]
fn set(processors: &[u32]) -> bool {
    // SAFETY: an empty set is zeros, numbers are below its size, and the call reads no more than the set.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        for &n in processors.iter().filter(|n| **n < libc::CPU_SETSIZE as u32) {
            libc::CPU_SET(n as usize, &mut set);
        }
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set) == 0
    }
}

#[cfg(not(target_os = "linux"))]
fn set(_processors: &[u32]) -> bool {
    false
}

fn of_number(place: i32) -> &'static [u32] {
    let at = usize::try_from(place).ok();
    at.and_then(|n| settings().places.get(n)).map_or(&[], |p| p.as_slice())
}

/// omp_get_place_num_procs
pub fn place_num_procs(place: i32) -> i32 {
    of_number(place).len() as i32
}

/// omp_get_place_proc_ids
///
/// # Safety
/// `place` is the address of an integer, `ids` that of as many as the place has processors.
pub unsafe extern "C" fn get_place_proc_ids(place: *const i32, ids: *mut i32) {
    // SAFETY: the caller's promise.
    let list = of_number(unsafe { place.read_unaligned() });
    for (i, n) in list.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { ids.add(i).write_unaligned(*n as i32) };
    }
}

/// omp_get_partition_place_nums
///
/// # Safety
/// `places` is the address of as many integers as omp_get_partition_num_places says.
pub unsafe extern "C" fn get_partition_place_nums(places: *mut i32) {
    let (first, count) = super::team::with(|p| p.icv.spot.partition);
    for i in 0..count {
        // SAFETY: the caller's promise.
        unsafe { places.add(i as usize).write_unaligned((first + i) as i32) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight processors, two to a core, four to a socket; number 5 is not ours.
    fn machine() -> Topology {
        let of = |level, n| match level {
            Level::Thread => n,
            Level::Core => n / 2,
            Level::Cache | Level::Socket | Level::Node => n / 4,
        };
        Topology { allowed: vec![0, 1, 2, 3, 4, 6, 7], of }
    }

    fn places(text: &str) -> Vec<Processors> {
        parse(text, &machine()).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn names_of_places() {
        assert_eq!(places("threads(3)"), [[0], [1], [2]]);
        assert_eq!(places(" Cores "), [vec![0, 1], vec![2, 3], vec![4], vec![6, 7]]);
        assert_eq!(places("sockets"), [vec![0, 1, 2, 3], vec![4, 6, 7]]);
        assert_eq!(places("numa_domains ( 1 )"), [[0, 1, 2, 3]]);
        for wrong in
            ["", "corse", "cores()", "cores(0)", "cores(2", "{0", "{0},", "{}", "0,1", "{0:0}", "{0}{1}", "{-1}"]
        {
            assert_eq!(parse(wrong, &machine()), None, "{wrong}");
        }
    }

    #[test]
    fn lists_of_places() {
        assert_eq!(places("{0,1},{2,3}"), [[0, 1], [2, 3]]);
        assert_eq!(places("{0:2}:2:2"), [[0, 1], [2, 3]]);
        assert_eq!(places("{0:3:2},{7}"), [vec![0, 2, 4], vec![7]]);
        assert_eq!(places("{0:4,!1}"), [[0, 2, 3]]);
        assert_eq!(places("{0}:4,!{2}"), [[0], [1], [3]]);
        assert_eq!(places("{4},{3}:3:-1"), [[4], [3], [2], [1]]);
        assert_eq!(places("{4,5},{5},{9}"), [[4]], "what is not there is left out");
    }

    #[test]
    fn threads_are_put_on_places() {
        let of = |bind, place, partition, size| -> Vec<(i32, (u32, u32))> {
            (0..size).map(|i| spot(Spot { place, partition }, bind, i, size)).map(|s| (s.place, s.partition)).collect()
        };
        let nums = |bind, place, size| -> Vec<i32> { of(bind, place, (0, 8), size).iter().map(|s| s.0).collect() };
        assert_eq!(nums(Bind::Primary, 5, 3), [5, 5, 5]);
        assert_eq!(nums(Bind::Close, 6, 4), [6, 7, 0, 1]);
        assert_eq!(nums(Bind::Close, 0, 16), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
        assert_eq!(of(Bind::Spread, 0, (0, 8), 4), [(0, (0, 2)), (2, (2, 2)), (4, (4, 2)), (6, (6, 2))]);
        assert_eq!(of(Bind::Spread, 3, (0, 8), 3), [(3, (3, 3)), (6, (6, 2)), (0, (0, 3))]);
        assert_eq!(of(Bind::Spread, 2, (2, 2), 4), [(2, (2, 1)), (2, (2, 1)), (3, (3, 1)), (3, (3, 1))]);
        assert_eq!(of(Bind::Close, -1, (0, 8), 2), [(-1, (0, 8)), (-1, (0, 8))]);
    }
}
