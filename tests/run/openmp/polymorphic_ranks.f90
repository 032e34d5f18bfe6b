! offload: default
! Assumed rank and SELECT RANK with SELECT TYPE; guards of a chain of extensions.
module m
  implicit none
  type :: a0
    integer :: i = 1
  end type
  type, extends(a0) :: a1
    integer :: j = 2
  end type
  type, extends(a1) :: a2
    integer :: k = 3
  end type
contains
  subroutine g(x, s)
    class(a0), intent(inout) :: x(..)
    integer, intent(inout) :: s
    select rank (x)
    rank (1)
      !$omp target map(tofrom: x, s)
      select type (x)
      class is (a1)
        x%j = x%j * 10
        s = sum(x%j)
      class default
        x%i = -1
        s = sum(x%i)
      end select
      !$omp end target
    rank (2)
      !$omp target map(tofrom: x, s)
      x(2, :)%i = 5
      s = sum(x%i)
      !$omp end target
    end select
  end subroutine
  subroutine h(x, n, s)
    integer, intent(in) :: n
    class(a0), intent(inout) :: x(n)
    integer, intent(inout) :: s
    integer :: q
    s = 0
    select type (x)
    class is (a2)
      !$omp target teams distribute parallel do reduction(+: s)
      do q = 1, n
        x(q)%k = x(q)%k + q
        s = s + x(q)%k + x(q)%j + x(q)%i
      end do
    class is (a1)
      !$omp target teams distribute parallel do reduction(+: s)
      do q = 1, n
        x(q)%j = x(q)%j + q
        s = s + x(q)%j
      end do
    type is (a0)
      !$omp target teams distribute parallel do reduction(+: s)
      do q = 1, n
        x(q)%i = x(q)%i + q
        s = s + x(q)%i
      end do
    end select
  end subroutine
end module
program f01
  use m
  implicit none
  type(a0) :: p(4), pm(2,2)
  type(a1) :: q(4)
  type(a2) :: r(4), rm(2,2)
  integer :: s
  call g(p, s); print *, s, p
  call g(q, s); print *, s, q
  call g(r, s); print *, s, r
  call g(pm, s); print *, s, pm
  call g(rm, s); print *, s, rm
  call g(r(4:1:-3), s); print *, s, r
  call h(p, 4, s); print *, s, p
  call h(q, 4, s); print *, s, q
  call h(r, 4, s); print *, s, r
  call h(r(1:4:3), 2, s); print *, s, r
end program
!>           -4          -1          -1          -1          -1
!>           80           1          20           1          20           1          20           1          20
!>           80           1          20           3           1          20           3           1          20           3           1          20           3
!>           12           1           5           1           5
!>           12           1           2           3           5           2           3           1           2           3           5           2           3
!>          400           1         200           3           1          20           3           1          20           3           1         200           3
!>            6           0           1           2           3
!>           90           1          21           1          22           1          23           1          24
!>          466           1         200           4           1          20           5           1          20           6           1         200           7
!>          416           1         200           5           1          20           5           1          20           6           1         200           9
