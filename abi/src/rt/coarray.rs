//! Coarrays and teams of one image.

family! { ($) coarray_rows COARRAY
    /// A coarray was allocated at `base` (null: it was not): bounds of its codimension `dim` (one-based).
    fn frt_cobounds_set(base: Ptr, dim: I32, lower: I64, upper: I64);
    /// Lower or upper (`upper` 1) bound of codimension `dim` of the coarray allocated at `base`.
    fn frt_cobound(base: Ptr, dim: I32, upper: I32) -> I64;
    /// 1 where the coarray at `base` was allocated by the current team.
    fn frt_team_allocated(base: Ptr) -> I32;
    /// FORM TEAM: a team of that number whose parent is the current team.
    fn frt_team_form(number: I64) -> I64;
    /// CHANGE TEAM. Result: 0, or 1 where the current team did not form the team (it stays current then).
    fn frt_team_change(team: I64) -> I32;
    /// END TEAM
    fn frt_team_end();
    /// GET_TEAM: the current team (0), the initial team (1) or the parent of the current team (2).
    fn frt_team_get(level: I32) -> I64;
    /// TEAM_NUMBER of a team, 0: the current one.
    fn frt_team_number(team: I64) -> I64;
    /// 1 where an image selector may name the team: the current one or an ancestor. `sibling` 1: it is a number.
    fn frt_team_active(team: I64, sibling: I32) -> I32;
}
