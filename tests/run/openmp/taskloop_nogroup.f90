! Tasks of a TASKLOOP with NOGROUP begin with the values of arrays, objects and strings of a procedure that is over
! before they are.
module m
  implicit none
  type t
    integer, allocatable :: x(:)
    integer :: k
  end type t
contains
  subroutine add(v, n, s, k, total)
    integer, intent(in) :: v(:), n, k
    character(*), intent(in) :: s
    integer, intent(inout) :: total(0:)
    integer :: i, lo, w(n)
    type(t) :: o
    w = v + k
    o = t([k, 2 * k, 3 * k], k)
    lo = 1
    !$omp taskloop nogroup shared(total) firstprivate(w, o, s, lo) grainsize(2)
    do i = lo, n
      !$omp atomic
      total(i) = total(i) + w(i) * o%x(3) + o%k + len(s) + ichar(s(1:1))
    end do
    w = -1000
    o = t([-1], -1)
    lo = 77
  end subroutine add

  integer function sums(n, v) result(res)
    integer :: n, v(n), i
    res = 0
    !$omp taskgroup task_reduction(+: res)
    !$omp task in_reduction(+: res)
    res = res + v(1)
    !$omp end task
    !$omp taskloop in_reduction(+: res) nogroup
    do i = 2, n
      res = res + v(i)
    end do
    !$omp end taskgroup
  end function sums
end module m

program taskloop_nogroup
  use m
  implicit none
  integer :: total(0:10), want(10), v(10), i, r
  character(:), allocatable :: s
  v = [(i, i = 1, 10)]
  total = 0
  s = 'abc'
  !$omp parallel
  !$omp single
  do r = 1, 20
    s = 'abc'
    call add(v, 10, s, r, total)
    s = 'zzzzzz'
  end do
  !$omp taskwait
  want = 0
  do r = 1, 20
    want = want + (v + r) * 3 * r + r + 3 + 97
  end do
  print *, all(total(1:) == want)
  print *, sums(10, v)
  !$omp end single
  !$omp end parallel
  total = 0
  !$omp parallel
  !$omp single
  !$omp taskgroup
  call add(v, 10, s, 1, total)
  !$omp end taskgroup
  print *, all(total(1:) == (v + 1) * 3 + 1 + 6 + 122)
  !$omp end single
  !$omp end parallel
end program taskloop_nogroup
!>  T
!>           55
!>  T
