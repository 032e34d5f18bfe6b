! offload: default
! The same in tasks, teams and loops.
module m
contains
  subroutine s(a, b, p)
    integer, optional :: a, b(:)
    integer, allocatable, optional :: p(:)
    integer :: r(4), i
    r = -1
    !$omp task firstprivate(a, b) shared(r)
    if (present(a)) then
      a = a + 1
      r(1) = a
    end if
    if (present(b)) then
      b(1) = b(1) + 10
      r(2) = sum(b)
    end if
    !$omp end task
    !$omp taskwait
    print *, r
    r = -1
    !$omp teams num_teams(1) firstprivate(a, b)
    if (present(a)) then
      a = a + 1
      r(1) = a
    end if
    if (present(b)) then
      b(1) = b(1) + 10
      r(2) = sum(b)
    end if
    !$omp end teams
    print *, r
    r = -1
    !$omp parallel do firstprivate(a, b, p) reduction(max: r)
    do i = 1, 3
    if (present(a)) then
      a = a + i
      r(1) = 1
    end if
    if (present(b)) then
      b(1) = b(1) + 10
      r(2) = size(b)
    end if
    if (present(p)) then
      p(1) = p(1) + 10
      r(3) = size(p)
    end if
    end do
    print *, r
    r = -1
    !$omp target firstprivate(b, p) map(tofrom: r)
    if (present(b)) then
      b(1) = b(1) + 10
      r(2) = sum(b)
    end if
    if (present(p)) then
      p(1) = p(1) + 10
      r(3) = sum(p)
    end if
    !$omp end target
    print *, r
    if (present(a)) print *, a
    if (present(b)) print *, b
    if (present(p)) print *, p
  end subroutine
end module
program private_optional_tasks
  use m
  integer :: x, y(3)
  integer, allocatable :: p(:)
  x = 1; y = [1,2,3]; p = [7, 8]
  call s()
  call s(x)
  call s(x, y)
  call s(b=y, p=p)
end program
!>           -1          -1          -1          -1
!>           -1          -1          -1          -1
!>           -1          -1          -1          -1
!>           -1          -1          -1          -1
!>            2          -1          -1          -1
!>            2          -1          -1          -1
!>            1          -1          -1          -1
!>           -1          -1          -1          -1
!>            1
!>            2          16          -1          -1
!>            2          16          -1          -1
!>            1           3          -1          -1
!>           -1          16          -1          -1
!>            1
!>            1           2           3
!>           -1          16          -1          -1
!>           -1          16          -1          -1
!>           -1           3           2          -1
!>           -1          16          25          -1
!>            1           2           3
!>            7           8
