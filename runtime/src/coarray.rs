//! What coarrays with one image need to know at run time: cobounds of allocated coarrays, and teams (Fortran 2018,
//! 5.4.7 and 11.1.5).

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

ferrotran_abi::coarray_rows! { implementations }

/// Team number of the initial team (F2018 16.9.189).
const INITIAL: i64 = -1;

/// A team; its value in a variable is its place in the table, plus one.
struct Team {
    number: i64,
    parent: usize,
}

/// An allocated coarray. An entry stays until its address is given away again.
struct Coarray {
    bounds: Vec<(i64, i64)>,
    /// Number of CHANGE TEAM constructs around its allocation.
    depth: usize,
}

#[derive(Default)]
struct State {
    /// Those that were formed; the initial team is not among them.
    teams: Vec<Team>,
    /// The current team and its ancestors, without the initial team: values.
    active: Vec<usize>,
    coarrays: HashMap<usize, Coarray>,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

/// Runs `f` with the state.
fn with<T>(f: impl FnOnce(&mut State) -> T) -> T {
    let mut guard: MutexGuard<Option<State>> = STATE.lock().unwrap_or_else(|e| e.into_inner());
    f(guard.get_or_insert_with(State::default))
}

impl State {
    /// The current team's value; 0 stands for the initial team here.
    fn current(&self) -> usize {
        self.active.last().copied().unwrap_or(0)
    }

    fn number(&self, team: usize) -> i64 {
        team.checked_sub(1).and_then(|i| self.teams.get(i)).map_or(INITIAL, |t| t.number)
    }
}

/// The value of the initial team in a variable: no place in the table has it, and 0 is an undefined team.
const INITIAL_VALUE: i64 = i64::MAX;

fn value(team: usize) -> i64 {
    if team == 0 { INITIAL_VALUE } else { team as i64 }
}

/// The value of the current team; 0: the initial team.
pub fn current_team() -> i64 {
    with(|s| s.current() as i64)
}

/// See the table.
pub extern "C" fn frt_cobounds_set(base: *const u8, dim: i32, lower: i64, upper: i64) {
    if base.is_null() {
        return;
    }
    with(|s| {
        let depth = s.active.len();
        let c = s.coarrays.entry(base as usize).or_insert(Coarray { bounds: vec![], depth });
        if dim == 1 {
            *c = Coarray { bounds: vec![], depth };
        }
        c.bounds.push((lower, upper));
    });
}

/// See the table.
pub extern "C" fn frt_cobound(base: *const u8, dim: i32, upper: i32) -> i64 {
    with(|s| {
        let c = s.coarrays.get(&(base as usize));
        match c.and_then(|c| c.bounds.get(usize::try_from(dim - 1).ok()?)) {
            Some(&(_, u)) if upper != 0 => u,
            Some(&(l, _)) => l,
            None => 1,
        }
    })
}

/// See the table.
pub extern "C" fn frt_team_allocated(base: *const u8) -> i32 {
    with(|s| {
        let depth = s.active.len();
        i32::from(!base.is_null() && s.coarrays.get(&(base as usize)).is_some_and(|c| c.depth == depth))
    })
}

/// See the table.
pub extern "C" fn frt_team_form(number: i64) -> i64 {
    with(|s| {
        let parent = s.current();
        s.teams.push(Team { number, parent });
        s.teams.len() as i64
    })
}

/// See the table.
pub extern "C" fn frt_team_change(team: i64) -> i32 {
    with(|s| {
        let current = s.current();
        let known = usize::try_from(team)
            .ok()
            .filter(|t| t.checked_sub(1).and_then(|i| s.teams.get(i)).is_some_and(|x| x.parent == current));
        s.active.push(known.unwrap_or(current));
        i32::from(known.is_none())
    })
}

/// See the table.
pub extern "C" fn frt_team_end() {
    with(|s| s.active.pop());
}

/// See the table.
pub extern "C" fn frt_team_get(level: i32) -> i64 {
    with(|s| {
        value(match level {
            0 => s.current(),
            1 => 0,
            // The initial team is its own parent.
            _ => s.current().checked_sub(1).and_then(|i| s.teams.get(i)).map_or(0, |t| t.parent),
        })
    })
}

/// See the table.
pub extern "C" fn frt_team_number(team: i64) -> i64 {
    with(|s| match team {
        0 => s.number(s.current()),
        INITIAL_VALUE => INITIAL,
        t => usize::try_from(t).map_or(INITIAL, |t| s.number(t)),
    })
}

/// See the table.
pub extern "C" fn frt_team_active(team: i64, sibling: i32) -> i32 {
    with(|s| {
        let active = match sibling {
            0 => team == INITIAL_VALUE || s.active.iter().any(|t| *t as i64 == team),
            _ => team == INITIAL || team == s.number(s.current()),
        };
        i32::from(active)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_and_cobounds() {
        let team = frt_team_form(7);
        assert_eq!((frt_team_number(0), frt_team_number(team)), (INITIAL, 7));
        assert_eq!(frt_team_active(team, 0), 0);
        assert_eq!(frt_team_change(team), 0);
        assert_eq!((frt_team_number(0), frt_team_active(7, 1), frt_team_active(8, 1)), (7, 1, 0));
        assert_eq!(frt_team_number(frt_team_get(2)), INITIAL);
        let base = std::ptr::without_provenance(64);
        frt_cobounds_set(base, 1, 2, 5);
        frt_cobounds_set(base, 2, -1, -1);
        assert_eq!((frt_cobound(base, 1, 1), frt_cobound(base, 2, 0), frt_cobound(base, 3, 0)), (5, -1, 1));
        assert_eq!(frt_team_allocated(base), 1);
        // A sibling is no child of the current team.
        assert_eq!(frt_team_change(team), 1);
        frt_team_end();
        frt_team_end();
        assert_eq!((frt_team_allocated(base), frt_team_number(0)), (0, INITIAL));
    }
}
