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
!=== what COPYPRIVATE lists is shared by a clause
program p
  integer :: x
  !$omp parallel shared(x)
  !$omp single copyprivate(x) !! must be threadprivate or private in `parallel`
  !$omp end single
  !$omp end parallel
end program
!=== a sink of a variable that is of no loop
program p
  integer :: i, j
  j = 1
  !$omp do ordered(1)
  do i = 1, 3
    !$omp ordered doacross(sink: j - 1) !! is about the variable of that loop, `i`
    !$omp ordered doacross(source:)
  end do
end program
!=== the variables of a sink in another order
program p
  integer :: i, j
  !$omp do ordered(2)
  do i = 1, 3
    do j = 1, 3
      !$omp ordered doacross(sink: j - 1, i) !! element 1 of `sink`
      !$omp ordered doacross(source:)
    end do
  end do
end program
!=== an assignment that compares nothing
program p
  integer :: x, d
  d = 1
  !$omp atomic compare
  x = d !! has an IF
end program
!=== an update that compares nothing
program p
  integer :: x, d
  d = 1
  !$omp atomic compare
  x = x + d !! has an IF
end program
!=== the value of a comparison refers to the variable
program p
  integer :: x, e
  e = 1
  !$omp atomic compare
  if (x == e) x = x + 1 !! may not refer to the variable
end program
!=== an assignment that is captured and compares nothing
program p
  integer :: x, v, d
  d = 1
  !$omp atomic compare capture
  x = d !! has an IF
  v = x
  !$omp end atomic
end program
!=== a pointer assignment as an update
program p
  integer, pointer :: q
  !$omp atomic
  q => null() !! a pointer assignment is no update
end program
!=== a combiner with a name that nothing declares
program p
  !$omp declare reduction(foo: integer: omp_out = omp_out + zz) !! refers to `zz`
end program
!=== a combiner with the original
program p
  !$omp declare reduction(foo: integer: omp_out = omp_out + omp_orig) !! refers to `omp_orig`
end program
!=== an initializer with what is combined
program p
  !$omp declare reduction(foo: integer: omp_out = omp_out + omp_in) initializer(omp_priv = omp_in) !! refers to `omp_in`
end program
!=== a conditional last value of an array
program p
  integer :: i, x(3)
  !$omp parallel do lastprivate(conditional: x) !! takes scalar variables
  do i = 1, 3
  end do
end program
!=== a named constant of each thread
program p
  integer, parameter :: k = 1
  !$omp threadprivate(k) !! named constant `k` cannot be THREADPRIVATE
end program
!=== a dummy argument of each thread
subroutine s(a)
  integer :: a
  !$omp threadprivate(a) !! dummy argument `a` cannot be THREADPRIVATE
end subroutine
!=== a dependence on a constant
program p
  integer, parameter :: k = 1
  !$omp task depend(in: k) !! is a named constant
  !$omp end task
end program
!=== a dependence on nothing
program p
  integer :: x(4)
  !$omp task depend(in: x(3:2)) !! has no elements
  !$omp end task
end program
!=== a variable copied in twice
program p
  integer, save :: x
  !$omp threadprivate(x)
  !$omp parallel copyin(x) copyin(x) !! is listed twice in `copyin`
  !$omp end parallel
end program
!=== a variable copied to all twice
program p
  integer :: x
  !$omp parallel private(x)
  !$omp single copyprivate(x) copyprivate(x) !! is listed twice in `copyprivate`
  !$omp end single
  !$omp end parallel
end program
!=== COPYPRIVATE and NOWAIT
program p
  integer :: x
  !$omp parallel private(x)
  !$omp single copyprivate(x) nowait !! exclude each other on `single`
  !$omp end single
  !$omp end parallel
end program
!=== COPYPRIVATE and NOWAIT on the END directive
program p
  integer :: x
  !$omp parallel private(x)
  !$omp single copyprivate(x)
  !$omp end single nowait !! `nowait` and `copyprivate` exclude each other
  !$omp end parallel
end program
!=== a dependence object that is made and destroyed
program p
  use omp_lib
  integer(omp_depend_kind) :: o
  integer :: x
  !$omp depobj(o) depend(in: x) destroy !! exclude each other on `depobj`
end program
!=== another object is destroyed
program p
  use omp_lib
  integer(omp_depend_kind) :: d, e
  !$omp depobj(d) destroy(e) !! names another object
end program
!=== a dependence object of no storage
program p
  use omp_lib
  integer(omp_depend_kind) :: d
  !$omp depobj init(in: d) !! needs the storage in parentheses
end program
!=== DEPOBJ of no object
program p
  use omp_lib
  integer :: x
  !$omp depobj depend(in: x) !! names no object
end program
!=== an assumption about no directive
program p
  !$omp assume absent(foo) !! is not an OpenMP directive
  !$omp end assume
end program
!=== OTHERWISE twice
program p
  !$omp metadirective otherwise(nothing) otherwise(barrier) !! may stand only once on a metadirective
end program
!=== OTHERWISE in front of WHEN
program p
  !$omp metadirective otherwise(nothing) when(user={condition(.true.)}: barrier) !! is the last clause
end program
!=== a context of a construct that is none
subroutine s
  !$omp declare variant(v) match(construct={paralel}) !! is not an OpenMP directive
contains
  subroutine v
  end subroutine
end subroutine
!=== a selector set that is none
program p
  !$omp metadirective when(devices={kind(host)}: barrier) !! is not a selector set
end program
!=== a negative score
program p
  !$omp metadirective when(user={condition(score(-3): .true.)}: barrier) !! must not be negative
end program
!=== a saved variable without an allocator
subroutine s
  integer, save :: x
  !$omp allocate(x) !! needs the clause `allocator`
end subroutine
!=== a saved variable of a main program without an allocator
program p
  integer, save :: x
  !$omp allocate(x) !! needs the clause `allocator`
end program
!=== ORDERED SIMD in a loop that is none
program p
  integer :: i
  !$omp do ordered
  do i = 1, 3
    !$omp ordered simd !! must be closely nested in a `simd` construct
    !$omp end ordered
  end do
end program
!=== ORDERED without SIMD in a loop of SIMD
program p
  integer :: i
  !$omp do simd ordered
  do i = 1, 3
    !$omp ordered !! needs the clause `simd`
    !$omp end ordered
  end do
end program
!=== dependences between iterations of SIMD
program p
  integer :: i
  !$omp do simd ordered(1)
  do i = 1, 3
    !$omp ordered doacross(sink: i - 1) !! needs the clause `simd`
    !$omp ordered doacross(source:) !! needs the clause `simd`
  end do
end program
!=== FLUSH in SIMD
program p
  integer :: i
  !$omp simd
  do i = 1, 3
    !$omp flush !! may not be nested in a `simd` region
  end do
end program
!=== cancelling tasks that no group has
program p
  integer :: i
  !$omp taskloop nogroup
  do i = 1, 3
    !$omp cancel taskgroup !! must be closely nested in a `taskgroup` region
  end do
end program
!=== a factor that is no constant
program p
  integer :: i, n
  n = 2
  !$omp unroll partial(n) !! constant
  do i = 1, 3
  end do
end program
!=== a modifier twice
program p
  integer :: x
  !$omp target map(always, always, to: x) !! is given twice
  !$omp end target
end program
!=== a runtime that a real number names
program p
  use omp_lib
  integer(omp_interop_kind) :: o
  !$omp interop init(prefer_type(1.5), target: o) !! takes integer constants and names
end program
!=== INIT with what is no modifier
program p
  use omp_lib
  integer(omp_interop_kind) :: o
  !$omp interop init(foo, target: o) !! is not a modifier of `init`
end program
!=== a copy of what has no rank
subroutine s(a)
  integer :: a(..)
  !$omp parallel private(a) !! has no rank that is known here
  !$omp end parallel
end subroutine
!=== an argument that is not logical
program p
  !$omp requires reverse_offload(1) !! is a logical constant
end program
!=== a variant of itself
subroutine s
  !$omp declare variant(s) match(construct={parallel}) !! is no variant of itself
end subroutine
!=== a variant with an argument of another type
module m
contains
  subroutine v(x)
    real :: x
  end subroutine
  subroutine s(x)
    integer :: x
    !$omp declare variant(v) match(construct={parallel}) !! is of type
  end subroutine
end module
!=== a task reduces by another operation
program p
  integer :: s
  s = 0
  !$omp taskgroup task_reduction(+: s)
  !$omp task in_reduction(*: s) !! is reduced by `+` in the construct around
  s = 1
  !$omp end task
  !$omp end taskgroup
end program
!=== a task in a reduction that takes none
program p
  integer :: s
  s = 0
  !$omp parallel reduction(+: s)
  !$omp task in_reduction(+: s) !! needs the modifier `task`
  s = s + 1
  !$omp end task
  !$omp end parallel
end program
!=== an allocator that the region does not have
program p
  use omp_lib
  integer(omp_allocator_handle_kind) :: my
  integer :: x
  my = omp_default_mem_alloc
  !$omp target allocate(my: x) private(x) !! must be in `uses_allocators`
  x = 1
  !$omp end target
end program
!=== no directive
program p
  !$omp !! a directive name is missing
end program
!=== LINK for the host alone
module m
  integer :: y
  !$omp declare target link(y) device_type(host) !! beside it is `any`
end module
!=== a mapper that deletes
program p
  type t
    integer :: a
  end type
  !$omp declare mapper(t :: v) map(delete: v%a) !! ends a mapping
end program
!=== DECLARE SIMD of a main program
program p
  !$omp declare simd !! stands in the procedure that it is about
end program
!=== SECTION has no END
program p
  integer :: i
  !$omp parallel sections
  !$omp section
  i = 1
  !$omp end section !! `section` has no END directive
  !$omp end parallel sections
end program
!=== DO CONCURRENT for threads
program p
  integer :: i, a(3)
  !$omp parallel do
  do concurrent (i = 1:3) !! cannot be distributed
    a(i) = i
  end do
end program
!=== one mistake in a clause of a loop with dependences
program p
  implicit none
  integer :: i
  !$omp parallel do ordered(1) private(zz) !! is not declared
  do i = 1, 3
    !$omp ordered doacross(sink: i - 1)
    !$omp ordered doacross(source:)
  end do
end program
!=== a wrong clause of a metadirective with an end
program p
  !$omp begin metadirective when(user={condition(.true.)}: parallel) foo(1) !! is not a clause of a metadirective
  !$omp end metadirective
end program
!=== a wrong reduction of a loop with a scan
program p
  implicit none
  integer :: i, s
  s = 0
  !$omp parallel do reduction(inscan, + s) !! needs an operator
  do i = 1, 3
    s = s + 1
    !$omp scan inclusive(s)
  end do
end program
!=== the last word of a directive is missing
program p
  integer :: s
  !$omp target enter map(to: s) !! `target enter` is not an OpenMP directive
  !$omp target map(s)
  s = 1
  !$omp end target
end program
!=== a wrong keyword of ERROR
program p
  !$omp error at(compilation) severity(panic) !! is not a keyword of `severity`
end program
!=== a wrong keyword of BIND
program p
  integer :: i
  !$omp loop bind(foo) !! is not a keyword of `bind`
  do i = 1, 3
  end do
end program
!=== ATOMIC that does two things
program p
  integer :: x, d
  d = 1
  !$omp atomic update write !! exclude each other
  x = x + d
end program
!=== a mapper that maps nothing
program p
  type t
    integer :: a
  end type
  !$omp declare mapper(t :: v) !! needs the clause `map`
end program
!=== two memory orders of the program
program p
  !$omp requires atomic_default_mem_order(seq_cst) atomic_default_mem_order(relaxed) !! may stand only once
end program
!=== DEFAULT of a category
program p
  integer :: x
  !$omp parallel default(private: scalar) default(none: all) !! are about the same variables
  !$omp end parallel
  !$omp parallel default(private: number) !! is not a category of variables
  !$omp end parallel
end program
!=== one program unit requires what another does not
module m
  !$omp requires reverse_offload
contains
  subroutine s
    !$omp target
    !$omp end target
  end subroutine
end module
program p
  !$omp target !! another program unit has `requires reverse_offload`
  !$omp end target
end program
!=== a map of what each device has for its own
module m
  integer :: y
  !$omp declare target local(y)
contains
  subroutine s
    !$omp target map(y) !! each device has its own
    y = 1
    !$omp end target
  end subroutine
end module
!=== an update of what each device has for its own
module m
  integer :: y
  !$omp declare target local(y)
contains
  subroutine s
    !$omp target update to(y) !! each device has its own
  end subroutine
end module
!=== a dependence object of another
program p
  use omp_lib
  integer(omp_depend_kind) :: d, e
  !$omp depobj(d) depend(depobj: e) !! is of one storage location
end program
!=== a dependence object of two locations
program p
  use omp_lib
  integer(omp_depend_kind) :: d
  integer :: x, y
  !$omp depobj(d) depend(in: x, y) !! is of one storage location
end program
!=== a dependence object of many locations
program p
  use omp_lib
  integer(omp_depend_kind) :: d
  integer :: x(4)
  !$omp depobj(d) depend(iterator(i = 1:4), in: x(i)) !! without `depobj` and iterators
end program
!=== an iterator twice
program p
  integer :: x(4)
  !$omp task depend(iterator(i = 1:4, i = 1:2), in: x(i)) !! is given twice
  !$omp end task
end program
!=== CYCLE over SCAN
program p
  integer :: i, s
  s = 0
  !$omp parallel do reduction(inscan, +: s)
  do i = 1, 3
    if (i == 2) cycle !! may not lead out of a phase
    s = s + 1
    !$omp scan inclusive(s)
  end do
end program
!=== a reduction of a polymorphic type
program p
  type t
    integer :: a
  end type
  !$omp declare reduction(foo: class(t): omp_out%a = omp_out%a + omp_in%a) !! for a polymorphic type
end program
!=== a combiner that is a value
program p
  !$omp declare reduction(foo: integer: omp_out + omp_in) !! is no statement
end program
!=== an initializer that initializes nothing
program p
  !$omp declare reduction(foo: integer: omp_out = omp_out + omp_in) initializer(s(omp_orig)) !! has the argument `omp_priv`
contains
  subroutine s(x)
    integer :: x
  end subroutine
end program
!=== ORDERED in a task of a loop
program p
  integer :: i
  !$omp do ordered
  do i = 1, 3
    !$omp task
    !$omp ordered !! may not be closely nested in `task`
    !$omp end ordered
    !$omp end task
  end do
end program
!=== ORDERED in no loop
program p
  !$omp parallel
  !$omp ordered !! may not be closely nested in `parallel`
  !$omp end ordered
  !$omp end parallel
end program
!=== ORDERED in a loop of tasks
program p
  integer :: i
  !$omp taskloop
  do i = 1, 3
    !$omp ordered !! may not be closely nested in `taskloop`
    !$omp end ordered
  end do
end program
!=== CANCEL in teams
program p
  !$omp teams
  !$omp cancel parallel !! must be closely nested in a `parallel` construct
  !$omp end teams
end program
!=== DEFAULT(NONE) and the variable of a SIMD loop, which gets its last value
program p
  integer :: i, a(10)
  !$omp parallel default(none) shared(a)
  !$omp simd
  do i = 1, 10 !! `i` has no data-sharing attribute
    a(i) = i
  end do
  !$omp end parallel
end program
!=== DEFAULT(NONE) and what a statement function refers to
program p
  real :: f, x, y
  f(x) = x + y
  y = 1
  !$omp parallel default(none) private(x)
  x = f(2.0) !! `y` has no data-sharing attribute
  !$omp end parallel
end program
!=== The locator of all memory in a map
program p
  integer :: a
  a = 0
  !$omp target map(omp_all_memory) !! stands for dependences only
  a = 1
  !$omp end target
end program
!=== linear variables of loops have the steps of these
subroutine s(n)
  integer :: i, j, n
  !$omp simd linear(i: 2)  !! `i` changes by 1, the step of its loop, where `linear` says 2
  do i = 1, n
  end do
  !$omp simd linear(j)  !! `j` changes by -3, the step of its loop, where `linear` says 1
  do j = n, 1, -3
  end do
  !$omp simd linear(i: -3)
  do i = n, 1, -3
  end do
  !$omp simd linear(i: n)
  do i = 1, n, n
  end do
end subroutine
!=== routines of OpenMP that are external procedures
subroutine s(n)
  integer :: i, n
  integer, external :: omp_get_thread_num
  external :: omp_set_num_threads
  !$omp do order(concurrent)
  do i = 1, n
    n = omp_get_thread_num() !! `omp_get_thread_num` may not be called in a region whose iterations are concurrent
  end do
  !$omp teams
  call omp_set_num_threads(3) !! `omp_set_num_threads` may not be called directly in a `teams` region
  !$omp end teams
end subroutine
