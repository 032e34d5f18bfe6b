//! Random programs of data directives, regions and host constructs, which know what their variables must be. A model keeps
//! for every element whether the host and the device have its value, so that no program depends on whether they share
//! memory: what only one side has is copied by the directive that OpenMP has for it before the other side looks. Every
//! program runs on the host and on devices, optimized and not. What can be set: `random/mod.rs`.

#[path = "random_openmp/data.rs"]
mod data;
#[path = "random_openmp/host.rs"]
mod host;
#[path = "random_openmp/model.rs"]
mod model;
mod random;
#[path = "random_openmp/regions.rs"]
mod regions;
#[path = "random_openmp/tasks.rs"]
mod tasks;

use model::{Kind, Program, SIZE, Variable};
use random::{Rng, Without};

/// Steps of a program.
const STEPS: usize = 24;

impl Program {
    /// One step; `depth`: regions of data around it.
    fn step(&mut self, depth: usize) {
        match self.rng.below(40) {
            0 | 1 => self.enter(),
            2 => self.exit(),
            3 | 4 => self.update(),
            5..=7 => self.region(),
            8 => self.reduction(true),
            9 => self.private(),
            10 => self.host_loop(),
            11 => self.reduction(false),
            12 => self.fill(),
            13 => self.lastprivate(),
            14 => self.sections(),
            15 => self.tasks(),
            16 => self.dependent_tasks(),
            17 => self.target_tasks(),
            18 => self.task_reduction(),
            19 => self.own_arrays(),
            20 | 21 => self.team(depth),
            22 | 23 if depth < 2 => self.target_data(depth),
            22 | 23 => self.region(),
            24 => self.nest(true),
            25 => self.nest(false),
            26 => self.objects(),
            27 => self.not_offloaded(),
            28 => self.team_arrays(),
            29 => self.array_reduction(true),
            30 => self.array_reduction(false),
            31 => self.scan(true),
            32 => self.scan(false),
            33 => self.linear(),
            34 => self.declared_reduction(),
            35 => self.doacross(),
            36 => self.transformed(),
            37 => self.fused(),
            38 => self.concurrent(),
            _ => {
                self.element_tasks();
                self.reallocate();
            }
        }
    }
}

fn program(seed: u64, without: &Without) -> String {
    let vars = vec![
        Variable::new("p", Kind::Scalar, true),
        Variable::new("q", Kind::Scalar, true),
        Variable::new("a", Kind::Array, true),
        Variable::new("b", Kind::Array, true),
        Variable::new("c", Kind::Allocatable, true),
        Variable::new("d", Kind::Array, false),
        Variable::new("e", Kind::Array, false),
        Variable::new("h", Kind::Allocatable, false),
        Variable::new("z", Kind::Pointer, true),
        Variable::new("o%u", Kind::Component, true),
        Variable::new("o%w", Kind::Component, true),
        Variable::new("os(1)%u", Kind::Component, true),
        Variable::new("os(2)%u", Kind::Component, true),
        Variable::new("g", Kind::Resident, true),
    ];
    let mut p = Program { rng: Rng::of_step(seed, STEPS), text: String::new(), vars, checks: 0 };
    for step in 0..p.rng.range(6, STEPS as i64) as usize {
        if without.has(step) {
            continue;
        }
        p.rng = Rng::of_step(seed, step);
        p.step(0);
        if p.rng.chance(25) {
            let v = p.rng.below(p.vars.len());
            let r = if p.vars[v].kind == Kind::Scalar { (0, 0) } else { p.range() };
            p.check(v, r);
        }
    }
    for v in 0..p.vars.len() {
        p.check(v, p.vars[v].all());
    }
    format!(
        "module m#
  implicit none
  type t1
    integer, allocatable :: u(:)
    integer :: k
    integer, allocatable :: w(:)
  end type
  type pair
    integer :: n = 0, largest = -1
  end type
  integer :: g({SIZE}) = 0
  integer :: own_to_all = 0
  !$omp declare target (g)
  !$omp threadprivate (own_to_all)
contains
  elemental integer function fun(x, y)
    !$omp declare target
    integer, intent(in) :: x, y
    fun = x * y
  end function
  subroutine join(x, y)
    type(pair), intent(inout) :: x
    type(pair), intent(in) :: y
    x%n = x%n + y%n
    x%largest = max(x%largest, y%largest)
  end subroutine
end module
subroutine case#
  use m#
  implicit none
  integer :: p, q, a({SIZE}), b({SIZE}), i, j, k, t, own(4)
  real(8) :: d({SIZE})
  integer(2) :: e({SIZE})
  integer(8), allocatable :: h(:)
  integer, allocatable :: c(:)
  integer, pointer :: z(:)
  type(t1) :: o, os(3)
  type(pair) :: pr
  !$omp declare reduction (joined: pair: join(omp_out, omp_in))
  allocate (c({SIZE}), o%u({SIZE}), o%w({SIZE}), os(1)%u({SIZE}), os(2)%u({SIZE}), h({SIZE}), z({SIZE}))
  p = 0; q = 0; a = 0; b = 0; c = 0; d = 0; e = 0_2; h = 0; z = 0; o%u = 0; o%w = 0; o%k = 0; t = 0; own = 0
  os(1)%u = 0; os(2)%u = 0
{}  deallocate (z)
end subroutine
",
        p.text
    )
}

#[test]
fn random_openmp() {
    random::compare(&random::Suite {
        prelude: "",
        case: program,
        reference: None,
        ways: &[&["--device", "host"], &["--device", "vulkan"], &["--device", "shadow"]],
        levels: &[&[], &["-O0"], &["-O1"], &["-O3"]],
    });
}
