!=== a bound that is a square
program p
  integer :: i, j
  !$omp do collapse(2)
  do i = 1, 5
    do j = 1, i*i !! multiple plus a constant term
    end do
  end do
end program
!=== a bound of two outer variables
program p
  integer :: i, j, k
  !$omp do collapse(3)
  do i = 1, 5
    do j = 1, 5
      do k = 1, i + j !! one outer loop
      end do
    end do
  end do
end program
!=== a bound that an array gives
program p
  integer :: i, j, a(5)
  a = 2
  !$omp simd collapse(2)
  do i = 1, 5
    do j = a(i), 5 !! multiple plus a constant term
    end do
  end do
end program
!=== a bound that is a quotient
program p
  integer :: i, j
  !$omp taskloop collapse(2)
  do i = 1, 5
    do j = 1, i/2 !! multiple plus a constant term
    end do
  end do
end program
!=== loop in no construct
subroutine s
  integer :: i
  !$omp loop !! needs the clause `bind`
  do i = 1, 5
  end do
end subroutine
!=== a loop in parallel that binds to teams
subroutine s
  integer :: i
  !$omp parallel
  !$omp loop bind(teams) !! strictly nested in a `teams` region
  do i = 1, 5
  end do
  !$omp end parallel
end subroutine
!=== a last value on loop
subroutine s
  integer :: i, x
  !$omp parallel
  !$omp loop lastprivate(x) !! must be the variable of its loop
  do i = 1, 5
    x = i
  end do
  !$omp end parallel
  !$omp teams loop lastprivate(i)
  do i = 1, 5
  end do
end subroutine
!=== linear variables and teams
subroutine s
  integer :: i, k
  k = 1
  !$omp teams
  !$omp distribute parallel do simd linear(i) linear(k: 2) !! must be the variable of its loop
  do i = 1, 5
    k = k + 2
  end do
  !$omp end teams
end subroutine
!=== more teams at least than at most
program p
  !$omp teams num_teams(5:2) !! is above the upper bound
  !$omp end teams
end program
!=== no team at least
program p
  integer :: n
  n = 2
  !$omp teams num_teams(0:n) !! must be positive
  !$omp end teams
end program
!=== a negative priority
program p
  !$omp task priority(-1) !! must not be negative
  !$omp end task
end program
!=== a negative device
program p
  use omp_lib
  integer :: x
  x = 1
  !$omp target device(omp_initial_device) map(x)
  x = 2
  !$omp end target
  !$omp target device(-30) map(x) !! must not be negative
  x = 2
  !$omp end target
end program
!=== a negative thread
program p
  !$omp masked filter(-1) !! must not be negative
  !$omp end masked
end program
!=== a negative alignment
subroutine s(x)
  integer, pointer :: x(:)
  integer :: i
  !$omp simd aligned(x: -8) !! must be positive
  do i = 1, 3
  end do
end subroutine
!=== cancelling a loop without a barrier
program p
  integer :: i
  !$omp parallel
  !$omp do
  do i = 1, 3
    !$omp cancel do !! may not have the clause `nowait`
  end do
  !$omp end do nowait
  !$omp end parallel
end program
!=== cancelling a loop with ordered regions
program p
  integer :: i
  !$omp parallel do ordered
  do i = 1, 3
    !$omp cancel do !! may not have the clause `ordered`
    !$omp ordered
    !$omp end ordered
  end do
end program
!=== cancelling sections without a barrier
program p
  !$omp parallel
  !$omp sections
  !$omp section
  !$omp cancel sections !! may not have the clause `nowait`
  !$omp end sections nowait
  !$omp end parallel
end program
!=== a scan with a schedule
program p
  integer :: i, s, a(3)
  s = 0
  !$omp parallel do reduction(inscan, +: s) schedule(static) !! may not stand beside
  do i = 1, 3
    s = s + i
    !$omp scan inclusive(s)
    a(i) = s
  end do
end program
!=== a scan in order
program p
  integer :: i, s, a(3)
  s = 0
  !$omp parallel do ordered reduction(inscan, +: s) !! may not stand beside
  do i = 1, 3
    s = s + i
    !$omp scan inclusive(s)
    a(i) = s
  end do
end program
!=== sections in map that overlap
program p
  integer :: x(10)
  x = 0
  !$omp target map(to: x(1:4)) map(from: x(5:6)) map(to: x(1:4))
  x(5) = x(1)
  !$omp end target
  !$omp target map(to: x(1:4)) map(from: x(3:6)) !! overlap
  x(5) = x(1)
  !$omp end target
end program
!=== first and last values on distribute
subroutine s
  integer :: x, i
  x = 1
  !$omp teams
  !$omp distribute firstprivate(x) lastprivate(x) !! takes one of them
  do i = 1, 4
    x = x + i
  end do
  !$omp end teams
end subroutine
!=== private and copyprivate
subroutine s
  integer :: x
  !$omp parallel private(x)
  !$omp single private(x)
  x = 1
  !$omp end single copyprivate(x) !! private in this construct
  !$omp end parallel
end subroutine
!=== affinity to a constant
program p
  !$omp task affinity(3) !! takes variables only
  !$omp end task
end program
!=== an assumption of nothing
program p
  !$omp assume !! needs a clause
  !$omp end assume
end program
!=== an error for the program before the first case
subroutine s(i)
  integer :: i
  select case (i)
  !$omp error at(execution) severity(warning) !! before the first CASE
  case (1)
    i = 2
  end select
end subroutine
!=== an error for the compiler before the first case
subroutine s(i)
  integer :: i
  select case (i)
  !$omp error message("not here") !! not here
  case (1)
    i = 2
  end select
end subroutine
!=== a loop of the threads in a loop
subroutine s(a)
  integer :: i, j, a(30)
  !$omp target teams loop bind(teams) map(from: a)
  do i = 1, 3
    !$omp loop bind(parallel) !! may not be closely nested in `loop`
    do j = 1, 10
      a(i*10 - 10 + j) = i*j
    end do
  end do
end subroutine
!=== a loop of the threads in a worksharing loop
subroutine s(a)
  integer :: i, j, a(30)
  !$omp parallel
  !$omp do
  do i = 1, 3
    !$omp loop bind(parallel) !! may not be closely nested in `do`
    do j = 1, 10
      a(i*10 - 10 + j) = i*j
    end do
  end do
  !$omp end parallel
end subroutine
!=== ATOMIC COMPARE that changes another variable than it compares
program p
  integer :: x, y
  !$omp atomic compare
  if (x > 5) y = 5  !! the condition of `atomic compare` has the form
end program
!=== ATOMIC COMPARE that keeps another value than it compares with
program p
  integer :: x
  !$omp atomic compare
  if (x > 5) x = 6  !! assigns the value that it compares with
end program
!=== ATOMIC COMPARE with ELSE and no CAPTURE
program p
  integer :: x, y
  !$omp atomic compare
  if (x == 5) then
    x = 6
  else
    y = x  !! without `capture` has one IF
  end if
end program
!=== ATOMIC COMPARE CAPTURE that keeps nothing
program p
  integer :: x
  !$omp atomic compare capture  !! has a statement that keeps the value
  if (x == 5) x = 6
  !$omp end atomic
end program
!=== ATOMIC COMPARE with two statements under its IF
program p
  integer :: x, y
  !$omp atomic compare
  if (x == 5) then  !! has one statement, which assigns
    x = 6
    y = 7
  end if
end program
!=== the combiner of a reduction uses another variable
program p
  integer :: x
  !$omp declare reduction(rr: integer: omp_out = omp_in + x)  !! the combiner of a reduction refers to `x`
end program
!=== the combiner of a reduction changes another variable
program p
  integer :: x
  !$omp declare reduction(rr: integer: x = omp_in)  !! the combiner of a reduction assigns to `omp_out`
end program
!=== the initializer of a reduction is about another variable
program p
  !$omp declare reduction(rr: integer: omp_out = omp_in) initializer(omp_foo = 0)  !! assigns to `omp_priv`
end program
!=== HAS_DEVICE_ADDR and MAP of one variable
program p
  integer :: a(10)
  !$omp target has_device_addr(a) map(to: a)  !! `a` is in `has_device_addr` and in `map`
  a(1) = 1
  !$omp end target
end program
!=== IS_DEVICE_PTR and MAP of one variable
program p
  use iso_c_binding
  type(c_ptr) :: q
  !$omp target is_device_ptr(q) map(to: q)  !! `q` is in `is_device_ptr` and in `map`
  !$omp end target
end program
!=== one variable in USE_DEVICE_ADDR twice
program p
  integer :: a(10)
  !$omp target data map(a) use_device_addr(a, a)  !! `a` is listed twice
  !$omp end target data
end program
!=== DECLARE TARGET of a variable in COMMON
module m
  integer :: q, r
  common /cb/ q, r
  !$omp declare target enter(q)  !! it is in a COMMON block
end module
!=== DECLARE TARGET of a variable in EQUIVALENCE
module m
  integer :: q, r
  equivalence (q, r)
  !$omp declare target enter(q)  !! it is in an EQUIVALENCE
end module
!=== DECLARE TARGET of a threadprivate variable
module m
  integer :: q
  !$omp threadprivate(q)
  !$omp declare target enter(q)  !! it is threadprivate
end module
!=== LINK of a procedure
module m
  !$omp declare target link(s)  !! `link` takes variables
contains
  subroutine s
  end subroutine
end module
!=== a mapper that does not map its variable
program p
  type t
    integer :: q
  end type
  integer :: x
  !$omp declare mapper(t :: v) map(x)  !! the mapper maps neither `v` nor a part of it
end program
!=== two default mappers of a type
program p
  type t
    integer :: q
  end type
  !$omp declare mapper(t :: v) map(v%q)
  !$omp declare mapper(default: t :: w) map(w%q)  !! the mapper `default` of type(t) is declared twice
end program
!=== a mapper of a polymorphic type
program p
  type t
    integer :: q
  end type
  !$omp declare mapper(class(t) :: v) map(v%q)  !! a mapper is of a derived type, not of class(t)
end program
!=== a mapper of an intrinsic type
program p
  !$omp declare mapper(integer :: v) map(v)  !! a mapper is of a derived type, not of integer(4)
end program
!=== DEPEND(DEPOBJ) of another kind
program p
  integer(2) :: d
  !$omp task depend(depobj: d)  !! takes scalar variables of integer(omp_depend_kind)
  !$omp end task
end program
!=== the event of DETACH is private
program p
  use omp_lib
  integer(omp_event_handle_kind) :: e
  !$omp task detach(e) private(e)  !! `e` is the event of `detach`
  !$omp end task
end program
!=== DISPATCH without a call
program p
  integer :: x
  !$omp dispatch
  x = 1  !! `dispatch` takes a call of a procedure
end program
!=== INSCAN beside a reduction without it
program p
  integer :: i, x, y, a(3)
  !$omp parallel do reduction(inscan, +: x) reduction(+: y)  !! all reductions have that modifier
  do i = 1, 3
    x = x + 1
    !$omp scan inclusive(x)
    a(i) = x
  end do
end program
!=== SCAN that does not list all
program p
  integer :: i, x, y, a(3)
  !$omp parallel do reduction(inscan, +: x, y)
  do i = 1, 3
    x = x + 1
    !$omp scan inclusive(x)  !! `scan` does not list `y`
    a(i) = x
  end do
end program
!=== a directive that there is not and no END
program p
  !$omp targetx  !! `targetx` is not an OpenMP directive
end program
!=== CANCEL of what cannot be cancelled
program p
  !$omp parallel
  !$omp cancel target  !! `target` is not an OpenMP clause
  !$omp end parallel
end program
!=== UPDATE with a map
program p
  integer :: a(10)
  !$omp target update map(to: a)  !! the clause `map` is not allowed
end program
!=== a COMMON block that no scope here declares
program p
  !$omp target update to(/nowhere/)  !! there is no COMMON block `nowhere` here
end program
!=== ATTACH of what is no pointer
program p
  integer :: a(10)
  !$omp target map(attach(always): a)  !! `attach` needs a pointer or an allocatable variable
  !$omp end target
end program
!=== UPDATE of a dependence to DEPOBJ
program p
  use omp_lib
  integer(omp_depend_kind) :: d
  !$omp depobj(d) update(depobj)  !! is no type that `update` gives
end program
!=== FAIL without COMPARE
program p
  integer :: x
  !$omp atomic fail(relaxed)  !! `fail` needs the clause `compare`
  x = x + 1
end program
!=== WEAK without COMPARE
program p
  integer :: x
  !$omp atomic weak  !! `weak` needs the clause `compare`
  x = x + 1
end program
!=== INDIRECT of a variable
module m
  integer :: q
  !$omp declare target enter(q) indirect  !! `indirect` is about procedures
end module
!=== an iterator of another type
program p
  integer :: x
  !$omp task depend(iterator(real :: q = 1:3), in: x)  !! an iterator is of type integer
  !$omp end task
end program
!=== an iterator that stands still
program p
  integer :: b(10)
  !$omp target map(iterator(q = 1:3:0), to: b(q))  !! the step of an iterator is not zero
  !$omp end target
end program
!=== LINEAR beside ORDERED with a number
program p
  integer :: i, x
  !$omp do ordered(1) linear(x)  !! `linear` may not stand beside `ordered`
  do i = 1, 3
  end do
end program
!=== a reduction of a component
program p
  type t
    integer :: q
  end type
  type(t) :: o
  !$omp parallel reduction(+: o%q)  !! takes variables, array elements and sections
  !$omp end parallel
end program
!=== FIRSTPRIVATE and LASTPRIVATE of one variable on a directive with DISTRIBUTE
program p
  integer :: i, x
  !$omp target teams distribute firstprivate(x) lastprivate(x)  !! which takes one of them
  do i = 1, 10
    x = i
  end do
end program
!=== a variant with other arguments
module m
contains
  subroutine v(q)
    integer :: q
  end subroutine
  subroutine b
    !$omp declare variant(v) match(construct={target})  !! has 1 arguments, where 0 are expected
  end subroutine
end module
!=== a function as the variant of a subroutine
module m
contains
  integer function v()
    v = 1
  end function
  subroutine b
    !$omp declare variant(v) match(construct={target})  !! is a subroutine, and its variant
  end subroutine
end module
!=== an array element as the event of a task
program p
  use omp_lib
  integer(omp_event_handle_kind) :: e(2)
  !$omp task detach(e(1))  !! `detach` takes a scalar variable
  !$omp end task
end program
