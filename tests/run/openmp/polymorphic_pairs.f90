! offload: default
! Two polymorphic objects in one region; objects that are parts of what is on the device.
module m
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: e1
    integer :: a(3) = 2
  end type
  type, extends(base) :: e2
    real(8) :: b(2) = 3
  end type
contains
  subroutine two(x, y, r)
    class(base), intent(inout) :: x, y
    real(8), intent(inout) :: r
    !$omp target map(tofrom: x, y, r)
    select type (x)
    type is (e1)
      select type (y)
      type is (e1)
        y%a = x%a + y%i
        r = sum(y%a)
      type is (e2)
        y%b = x%a(1:2) * 0.5d0
        r = sum(y%b)
      end select
    type is (e2)
      select type (y)
      type is (e2)
        x%b = x%b + y%b
        r = sum(x%b)
      class default
        y%i = int(x%b(1))
        r = y%i
      end select
    class default
      r = -1
    end select
    !$omp end target
  end subroutine
  subroutine inner(x)
    class(base), intent(inout) :: x
    !$omp target
    select type (x)
    type is (e1)
      x%a(2) = x%a(2) * 3
    type is (e2)
      x%b(2) = x%b(2) * 4
    end select
    !$omp end target
  end subroutine
end module
program b07
  use m
  implicit none
  type(e1) :: p(3)
  type(e2) :: q(3)
  real(8) :: r
  call two(p(1), p(2), r); print *, r, p
  call two(p(2), q(2), r); print *, r, q
  call two(q(2), q(3), r); print *, r, q
  call two(q(3), p(3), r); print *, r, p
  call two(p(1)%base, q(1)%base, r); print *, r
  !$omp target data map(tofrom: p, q)
  call inner(p(2))
  call inner(q(1))
  !$omp target
  p(2)%a(1) = p(2)%a(2) + 1
  !$omp end target
  !$omp end target data
  print *, p
  print *, q
end program
!>    9.0000000000000000                1           2           2           2           1           3           3           3           1           2           2           2
!>    3.0000000000000000                1   3.0000000000000000        3.0000000000000000                1   1.5000000000000000        1.5000000000000000                1   3.0000000000000000        3.0000000000000000
!>    9.0000000000000000                1   3.0000000000000000        3.0000000000000000                1   4.5000000000000000        4.5000000000000000                1   3.0000000000000000        3.0000000000000000
!>    3.0000000000000000                1           2           2           2           1           3           3           3           3           2           2           2
!>   -1.0000000000000000
!>            1           2           2           2           1          10           9           3           3           2           2           2
!>            1   3.0000000000000000        12.000000000000000                1   4.5000000000000000        4.5000000000000000                1   3.0000000000000000        3.0000000000000000
