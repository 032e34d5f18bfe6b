! offload: default
! What threads of kernels write has the values of the moment: variables that change afterwards, sums of them, strings, arrays
! of the thread, in procedures that it calls.
module g
  implicit none
  integer :: arr(3) = 0
  character(4) :: nm = 'aaaa'
  type t
    integer :: x(2) = 1
  end type
  type(t) :: o
contains
  subroutine pr(i)
    integer, intent(in) :: i
    integer :: loc(3)
    character(5) :: s
    loc = i
    arr(i) = 1
    print *, 'sum', sum(arr), sum(loc)
    s = 'abc'
    if (i == 2) s = 'xyz'
    write (*, '(a,3i3)') s, loc
    loc = 9
    arr(i) = 2
  end subroutine
  subroutine show(q)
    integer, intent(in) :: q
    integer :: r(q)
    r = q
    write (*, *) 'show', q, sum(r)
    write (*, '(a)', advance='no') 'x'
    write (*, '(i0)') sum(r)
  end subroutine
end module

program kernel_output_values
  use g
  implicit none
  integer :: k, i, l(3), a(2)
  !$omp target parallel do map(tofrom: arr) num_threads(1)
  do i = 1, 1
    arr = 1
    print *, arr
    arr = 2
  end do
  !$omp target parallel do map(tofrom: arr, nm, o, l) num_threads(1)
  do i = 1, 1
    arr = 1; nm = 'bbbb'; o%x = 5; l = 8
    print *, arr
    print *, nm
    print *, o%x
    print *, l
    print *, sum(arr), arr(2:3), maxval(o%x)
    write (*, *) (arr(k) * 2, l(k), k=1, 3)
    arr = 2; nm = 'cccc'; o%x = 6; l = 9
  end do
  print *, arr, nm, o%x, l
  !$omp target parallel do map(tofrom: arr) num_threads(1)
  do i = 1, 2
    call pr(i)
  end do
  print *, arr
  !$omp target teams distribute parallel do num_teams(1) num_threads(1)
  do i = 1, 3
    call show(i)
  end do
  a = 0
  !$omp target parallel do map(tofrom: a) num_threads(1)
  do i = 1, 2
    print *, 'hello', i
    a(i) = 1
  end do
  print *, a
end program kernel_output_values
!>            1           1           1
!>            1           1           1
!>  bbbb
!>            5           5
!>            8           8           8
!>            3           1           1           5
!>            2           8           2           8           2           8
!>            2           2           2 cccc           6           6           9           9           9
!>  sum           5           3
!> abc    1  1  1
!>  sum           5           6
!> xyz    2  2  2
!>            2           2           2
!>  show           1           1
!> x1
!>  show           2           4
!> x4
!>  show           3           9
!> x9
!>  hello           1
!>  hello           2
!>            1           1
