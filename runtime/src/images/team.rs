//! Teams of images.

use super::{FAILED, World, guard, world};
use crate::coarray;
use crate::error::fatal;

/// What an image knows of a team that it is in, and of those that were formed with it.
pub(super) struct Formed {
    /// Its images, in the order of their indices.
    pub members: Vec<usize>,
    /// Number and images of every team of that FORM TEAM statement.
    pub siblings: Vec<(i64, Vec<usize>)>,
}

impl World {
    /// Images of the current team.
    pub(super) fn members(&self) -> Vec<usize> {
        self.members_of_value(coarray::current_team())
    }

    fn members_of_value(&self, team: i64) -> Vec<usize> {
        match guard(&self.teams).get(&team) {
            Some(f) => f.members.clone(),
            None => (0..self.t.images()).collect(),
        }
    }

    /// Images of a team: the current one (`how` 0), that of a value (1), the sibling of that number (2).
    pub(super) fn members_of(&self, team: i64, how: i32) -> Vec<usize> {
        match how {
            1 => self.members_of_value(team),
            2 => {
                let teams = guard(&self.teams);
                match teams.get(&coarray::current_team()) {
                    Some(f) => match f.siblings.iter().find(|s| s.0 == team) {
                        Some(s) => s.1.clone(),
                        None => fatal(&format!("there is no team {team} beside the current one")),
                    },
                    None if team == -1 => (0..self.t.images()).collect(),
                    None => fatal(&format!("there is no team {team} beside the initial one")),
                }
            }
            _ => self.members(),
        }
    }
}

/// See the table.
pub extern "C" fn frt_image_number(what: i32, team: i64, how: i32) -> i64 {
    let w = world();
    let members = w.members_of(team, how);
    match what {
        0 => members.len() as i64,
        _ => members.iter().position(|i| *i == w.me()).map_or(0, |i| i as i64 + 1),
    }
}

/// See the table.
pub extern "C" fn frt_image_of(index: i64, team: i64, how: i32) -> i64 {
    let members = world().members_of(team, how);
    match usize::try_from(index - 1).ok().and_then(|i| members.get(i)) {
        Some(i) => *i as i64 + 1,
        None => fatal(&format!("there is no image {index}, the team has {}", members.len())),
    }
}

/// See the table.
///
/// # Safety
/// `team` is the integer in a team variable.
pub unsafe extern "C" fn frt_image_team_form(number: i64, index: i64, team: *mut i64, fatal_: i32) -> i32 {
    let w = world();
    let members = w.members();
    if number < 1 {
        fatal(&format!("FORM TEAM: a team number is positive, this is {number}"));
    }
    let told = w.exchange(&members, [number as u64, index as u64]);
    let status = w.wait_for(&members);
    if status != 0 && status != FAILED {
        return w.end_of_statement(status, fatal_, "FORM TEAM");
    }
    let mut siblings: Vec<(i64, Vec<usize>)> = vec![];
    let mut numbers: Vec<i64> = told.iter().map(|t| t[0] as i64).collect();
    numbers.sort_unstable();
    numbers.dedup();
    for n in numbers {
        let of: Vec<(usize, i64)> =
            members.iter().zip(&told).filter(|(_, t)| t[0] as i64 == n).map(|(i, t)| (*i, t[1] as i64)).collect();
        let mut places: Vec<Option<usize>> = vec![None; of.len()];
        for (image, index) in of.iter().filter(|x| x.1 != 0) {
            match usize::try_from(index - 1).ok().and_then(|i| places.get_mut(i)) {
                Some(p) if p.is_none() => *p = Some(*image),
                _ => fatal(&format!("FORM TEAM: no other image of team {n} may have the index {index}")),
            }
        }
        // Who did not ask for an index gets what is left, in order.
        let mut rest = of.iter().filter(|x| x.1 == 0).map(|x| x.0);
        let list = places.into_iter().filter_map(|p| p.or_else(|| rest.next())).collect();
        siblings.push((n, list));
    }
    let mine = siblings.iter().find(|s| s.0 == number).map(|s| s.1.clone()).unwrap_or_default();
    let value = coarray::frt_team_form(number);
    guard(&w.teams).insert(value, Formed { members: mine, siblings });
    // SAFETY: the caller's promise.
    unsafe { *team = value };
    w.end_of_statement(status, fatal_, "FORM TEAM")
}

/// See the table.
pub extern "C" fn frt_image_team_change(team: i64, fatal_: i32) -> i32 {
    let w = world();
    if coarray::frt_team_change(team) != 0 {
        if fatal_ != 0 {
            fatal("CHANGE TEAM: the current team has not formed this team");
        }
        return 1;
    }
    let status = w.wait_for(&w.members());
    w.end_of_statement(status, fatal_, "CHANGE TEAM")
}

/// See the table.
pub extern "C" fn frt_image_status(index: i64, team: i64, how: i32) -> i32 {
    let w = world();
    let image = frt_image_of(index, team, how);
    w.t.progress();
    w.status_of(image as usize - 1)
}

/// See the table.
pub extern "C" fn frt_image_failed(image: i64) -> i32 {
    let w = world();
    let status = w.status_of(image as usize - 1);
    if status == FAILED { status } else { 0 }
}

/// See the table.
pub extern "C" fn frt_image_list(dest: *mut i64, status: i32, team: i64, how: i32) -> i64 {
    let w = world();
    w.t.progress();
    let members = w.members_of(team, how);
    let list: Vec<i64> = (1..).zip(&members).filter(|(_, i)| w.status_of(**i) == status).map(|x| x.0).collect();
    if !dest.is_null() {
        // SAFETY: compiled code passes room for every image of the team.
        unsafe { std::ptr::copy_nonoverlapping(list.as_ptr(), dest, list.len()) };
    }
    list.len() as i64
}
