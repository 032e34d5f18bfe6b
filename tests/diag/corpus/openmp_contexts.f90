!=== a selector set twice
module m
contains
  subroutine f1()
  end subroutine
  subroutine f2()
    !$omp declare variant(f1) match(construct={parallel}, construct={do}) !! given twice
  end subroutine
end module
!=== a construct twice in a selector
module m
contains
  subroutine f1()
  end subroutine
  subroutine f2()
    !$omp declare variant(f1) match(construct={parallel, parallel}) !! given twice
  end subroutine
end module
!=== a kind twice
program p
  integer :: i
  !$omp metadirective when(device={kind(host, host)}: parallel do) !! given twice
  do i = 1, 3
  end do
end program
!=== any beside another kind
program p
  integer :: i
  !$omp metadirective when(device={kind(any, gpu)}: parallel do) !! beside `any`
  do i = 1, 3
  end do
end program
!=== a score of a device
program p
  integer :: i
  !$omp metadirective when(device={kind(score(5): gpu)}: parallel do) !! cannot be given
  do i = 1, 3
  end do
end program
!=== a base procedure without interface
program p
  !$omp declare variant(nobody: other) match(construct={parallel}) !! explicit interface
contains
  subroutine other()
  end subroutine
end program
!=== adjust_args of what is no argument
module m
contains
  subroutine f1(a)
    integer, intent(in) :: a
  end subroutine
  subroutine f2(a)
    integer, intent(in) :: a
    !$omp declare variant(f1) match(construct={dispatch}) adjust_args(nothing: b) !! is not a dummy argument
  end subroutine
end module
!=== adjust_args twice
module m
contains
  subroutine f1(a)
    integer, intent(in) :: a
  end subroutine
  subroutine f2(a)
    integer, intent(in) :: a
    !$omp declare variant(f1) match(construct={dispatch}) adjust_args(nothing: a) adjust_args(nothing: a) !! twice
  end subroutine
end module
!=== a device pointer that is none
module m
contains
  subroutine f1(a)
    integer, intent(in) :: a
  end subroutine
  subroutine f2(a)
    integer, intent(in) :: a
    !$omp declare variant(f1) match(construct={dispatch}) adjust_args(need_device_ptr: a) !! type(c_ptr)
  end subroutine
end module
!=== adjust_args without dispatch
module m
contains
  subroutine f1(a)
    integer, intent(in) :: a
  end subroutine
  subroutine f2(a)
    integer, intent(in) :: a
    !$omp declare variant(f1) match(construct={parallel}) adjust_args(nothing: a) !! needs the construct `dispatch`
  end subroutine
end module
!=== more objects than append_args
module m
  use omp_lib
contains
  subroutine f1(a)
    integer, intent(in) :: a
  end subroutine
  subroutine f2(a)
    integer, intent(in) :: a
    !$omp declare variant(f1) match(construct={dispatch})
  end subroutine
  subroutine f3()
    integer(omp_interop_kind) :: o
    !$omp dispatch interop(o) !! has 1 objects
    call f2(1)
  end subroutine
end module
!=== interop without a type
subroutine s(o)
  integer(8) :: o
  !$omp interop init(o) !! needs the modifier
end subroutine
!=== interop of another type
subroutine s(o)
  real :: o
  !$omp interop init(target: o) !! omp_interop_kind
end subroutine
!=== an interop object twice
subroutine s(o)
  integer(8) :: o
  !$omp interop init(target: o) destroy(o) !! more than one clause
end subroutine
!=== omp_all_memory that is only read
program p
  !$omp task depend(in: omp_all_memory) !! `out` or `inout`
  !$omp end task
end program
!=== requires in an internal procedure
program p
contains
  subroutine s()
    !$omp requires unified_address !! program unit
  end subroutine
end program
!=== two memory orders of requires
subroutine s()
  !$omp requires atomic_default_mem_order(relaxed)
  !$omp requires atomic_default_mem_order(seq_cst) !! overrides
end subroutine
!=== atomic read with the order of requires
subroutine s(x, y)
  !$omp requires atomic_default_mem_order(release)
  integer :: x, y
  !$omp atomic read !! does not take `release`
  y = x
end subroutine
!=== a routine directly in teams
program p
  use omp_lib
  integer :: n
  !$omp teams
  n = omp_get_num_teams()
  n = omp_get_thread_num() !! may not be called
  !$omp end teams
end program
!=== a Cray pointee in a clause
program p
  integer :: a
  pointer (ip, a)
  !$omp parallel private(a) !! Cray pointee
  !$omp end parallel
end program
!=== nontemporal twice
subroutine s(a)
  integer :: a(10), i
  !$omp simd nontemporal(a, a) !! twice
  do i = 1, 10
    a(i) = 0
  end do
end subroutine
!=== a procedure in place of a reduction operator
module m
contains
  integer function ior(a, b)
    integer, intent(in) :: a, b
    ior = a + b
  end function
  subroutine s(i)
    integer :: i
    !$omp parallel reduction(ior: i) !! there is no reduction
    !$omp end parallel
  end subroutine
end module
!=== inscan without scan
program p
  integer :: i, n
  n = 0
  !$omp simd reduction(inscan, +: n) !! one `scan` directive
  do i = 1, 10
    n = n + i
  end do
end program
!=== ordered loops that are generated
program p
  integer :: i, j
  !$omp do ordered(2) !! generated loops
  !$omp tile sizes(2, 2)
  do i = 1, 10
    do j = 1, 10
    end do
  end do
end program
!=== loops that a full unrolling does not leave
program p
  integer :: i, j
  !$omp do collapse(2)
  do i = 1, 10
    !$omp unroll full !! leaves no 2 nested loops
    do j = 1, 10
    end do
  end do
end program
!=== apply to a loop that is not there
program p
  integer :: i
  !$omp reverse apply(reversed(2): unroll) !! generates no such loop
  do i = 1, 10
  end do
end program
!=== apply with the name of another loop
program p
  integer :: i
  !$omp reverse apply(grid: unroll) !! are called reversed
  do i = 1, 10
  end do
end program
!=== omp_fill twice
program p
  integer :: i
  !$omp split counts(omp_fill, 2, omp_fill) !! exactly one `omp_fill`
  do i = 1, 10
  end do
end program
!=== parts of a split loop are several loops
program p
  integer :: i
  !$omp do
  !$omp split counts(1, omp_fill) !! leaves no loop
  do i = 1, 10
  end do
end program
!=== loops of a tile depend on those over the tiles
program p
  integer :: i, j
  !$omp tile sizes(2, 2, 2)
  do i = 1, 10
    !$omp tile sizes(3)
    do j = 1, 10 !! must not depend on each other
    end do
  end do
end program
!=== an unrolled loop leaves one loop
program p
  integer :: i
  !$omp do collapse(2)
  !$omp unroll partial(2) !! leaves no 2 nested loops
  do i = 1, 10
  end do
end program
!=== unroll full of a loop of unknown length
program p
  integer :: i, n
  n = 4
  !$omp unroll full !! constant number of iterations
  do i = 1, n
  end do
end program
!=== the sharing of the original of a reduction
program p
  integer :: i, n
  n = 0
  !$omp parallel do reduction(original(firstprivate), +: n) !! `default`, `private` or `shared`
  do i = 1, 3
    n = n + i
  end do
end program
!=== reductions of private originals
program p
  integer :: i, n
  n = 0
  !$omp parallel do reduction(original(private), +: n) !! not supported yet
  do i = 1, 3
    n = n + i
  end do
end program
!=== flush of a value
program p
  integer :: i
  i = 1
  !$omp flush(3) !! takes variables
end program
!=== flush of an expression
program p
  integer :: i
  i = 1
  !$omp flush(i + 1) !! takes variables
end program
!=== two ordered regions in one iteration
program p
  integer :: i, n
  n = 0
  !$omp do ordered
  do i = 1, 10
    !$omp ordered
    n = n + i
    !$omp end ordered
    n = n + 0
    !$omp ordered !! only one `ordered` region
    n = n - i
    !$omp end ordered
  end do
end program
!=== a directive with its end on an inner one of loops that end together
program p
  integer :: i, j, n
  n = 0
  do 10 i = 1, 3
  !$omp do !! outermost of the loops
  do 10 j = 1, 3
  n = n + 1
10 continue
  !$omp end do
end program
!=== transparent tasks
program p
  integer :: x
  !$omp task transparent(4) !! takes omp_not_impex, omp_import, omp_export or omp_impex
  !$omp end task
  !$omp target data map(x) transparent !! not supported yet
  !$omp end target data
end program
!=== what a graph of tasks holds
program p
  integer :: x, i
  !$omp taskgraph graph_id(1.5) !! must be
  !$omp end taskgraph
  !$omp taskgraph
  !$omp critical !! only constructs that make tasks may
  x = 1
  !$omp end critical
  !$omp taskloop !! must have the clause `nogroup`
  do i = 1, 3
    x = i
  end do
  !$omp end taskgraph
  !$omp task replayable(x == 1) !! must be a constant
  !$omp end task
end program
!=== induction
program p
  integer :: i, n
  real :: x
  n = 0
  !$omp parallel do induction(+: n) !! needs the modifier `step(...)`
  do i = 1, 3
    print *, n
  end do
  !$omp parallel do induction(step(2), max: n) !! not supported yet
  do i = 1, 3
    print *, n
  end do
  !$omp parallel do induction(step(2.5), +: n) !! must be an integer
  do i = 1, 3
    print *, n
  end do
  !$omp parallel do induction(step(2), strict, +: x) !! not supported yet
  do i = 1, 3
    print *, n
  end do
end program
!=== groupprivate
module m
  integer :: n
  !$omp groupprivate(n) !! not supported yet
end module
!=== a declared induction
program p
  !$omp declare induction(q: integer) inductor(omp_var = omp_var + omp_step) collector(omp_step*omp_idx) !! not supported yet
end program
!=== allocate of a dummy argument
subroutine s(n)
  integer :: n
  !$omp allocate(n) !! dummy argument
  n = 1
end subroutine
!=== allocate twice
subroutine s()
  integer :: n
  !$omp allocate(n)
  !$omp allocate(n) !! twice
  n = 1
end subroutine
!=== an alignment that is no power of two
subroutine s()
  integer :: n
  !$omp allocate(n) align(24) !! power of two
  n = 1
end subroutine
!=== allocate of a saved variable
module m
  integer :: n
  !$omp allocate(n) align(64) !! needs the clause `allocator`
end module
!=== steps of declare simd
integer function f(x, y)
  integer, value :: x, y
  !$omp declare simd linear(x: step(g(1))) !! constant or a uniform dummy
  f = x + y
contains
  integer function g(k)
    integer, intent(in) :: k
    g = k
  end function
end function
!=== assumes in a main program
program p
  !$omp assumes no_openmp !! module or a subprogram
end program
!=== in_reduction of a new team's tasks
subroutine s(r)
  integer :: r, i
  !$omp parallel masked taskloop in_reduction(+: r) !! is not allowed on
  do i = 1, 3
    r = r + i
  end do
end subroutine
!=== an alignment of allocators that is no power of two
subroutine s()
  integer, allocatable :: a
  !$omp allocators allocate(align(24): a) !! power of two
  allocate(a)
end subroutine
!=== need_device_addr of what has no address
module m
contains
  subroutine f1(a)
    integer :: a
    a = 1
  end subroutine
  subroutine f(a)
    integer :: a
    !$omp declare variant(f1) match(construct={dispatch}) adjust_args(need_device_addr: a)
    a = 2
  end subroutine
  subroutine s(n)
    integer :: n
    !$omp dispatch
    call f((n)) !! must be a variable
  end subroutine
end module
