! stripped: no
! Private copies in an ALLOCATE clause begin at the multiples that the clause or its allocator asks for.
program copies
  use omp_lib
  implicit none
  type pair
    integer(1) :: a, b
  end type
  type(omp_alloctrait) :: traits(1) = [omp_alloctrait(omp_atk_alignment, 64)]
  integer(omp_allocator_handle_kind) :: h
  integer(1) :: x, y, s, v(5), last, linear
  integer :: i, n
  logical :: ok
  type(pair) :: p
  h = omp_init_allocator(omp_default_mem_space, 1, traits)
  ok = .true.
  x = 3
  v = 4
  p = pair(5_1, 6_1)
  s = 0
  linear = 0
  n = 7
  !$omp parallel num_threads(2) private(y) firstprivate(x, v, p) allocate(align(1024): x, y) allocate(h: v, p) reduction(.and.: ok)
  y = x
  v(2) = y
  ok = x == 3 .and. all(v == [4, 3, 4, 4, 4]) .and. p%b == 6
  ok = ok .and. rest(loc(x), 1024) == 0 .and. rest(loc(y), 1024) == 0 .and. rest(loc(v), 64) == 0 .and. rest(loc(p), 64) == 0
  call deeper(n)
  !$omp end parallel
  print *, ok
  !$omp parallel do reduction(+: s) lastprivate(last) linear(linear: 2) allocate(align(256): s, last, linear, i) reduction(.and.: ok) private(i)
  do i = 1, 10
    s = s + 1_1
    last = int(i, 1)
    linear = linear + 2_1
    ok = ok .and. rest(loc(s), 256) == 0 .and. rest(loc(last), 256) == 0 .and. rest(loc(linear), 256) == 0
  end do
  print *, ok, s, last, linear
  !$omp parallel
  !$omp single
  !$omp task firstprivate(x, v, p) private(y) allocate(align(512): x, y, v, p) shared(ok)
  y = 1
  ok = ok .and. x == 3 .and. all(v == 4) .and. p%a == 5 .and. rest(loc(x), 512) == 0 .and. rest(loc(y), 512) == 0 &
    .and. rest(loc(v), 512) == 0 .and. rest(loc(p), 512) == 0
  !$omp end task
  !$omp taskloop firstprivate(v) private(y) allocate(align(128): v, y) shared(ok)
  do i = 1, 4
    y = 2
    !$omp critical
    ok = ok .and. all(v == 4) .and. rest(loc(v), 128) == 0 .and. rest(loc(y), 128) == 0
    !$omp end critical
  end do
  !$omp end single
  !$omp end parallel
  print *, ok
  call omp_destroy_allocator(h)
contains
  integer(8) function rest(at, n)
    integer(8), intent(in) :: at
    integer, intent(in) :: n
    rest = mod(at, int(n, 8))
  end function
  subroutine deeper(n)
    integer, intent(in) :: n
    integer :: own(n)
    own = n
    !$omp parallel num_threads(2) firstprivate(own) allocate(align(4096): own) reduction(.and.: ok)
    ok = ok .and. all(own == n) .and. rest(loc(own), 4096) == 0
    !$omp end parallel
  end subroutine
end program
!>  T
!>  T   10   10   20
!>  T
