! offload: default
! Arrays of polymorphic elements with allocatable components, sections of them, several kernels in one region.
module m
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    real :: x(2) = 0
    integer, allocatable :: a(:)
  end type
end module
program d05
  use m
  implicit none
  class(base), allocatable :: v(:, :)
  integer :: i, j
  real :: t(2, 3)
  allocate(ext :: v(2, 0:2))
  select type (v)
  type is (ext)
    do j = 0, 2
      do i = 1, 2
        allocate(v(i, j)%a(2)); v(i, j)%a = [i, j]
        v(i, j)%x = i + 10*j
      end do
    end do
  end select
  !$omp target map(tofrom: v) map(from: t)
  select type (v)
  type is (ext)
    t = v%x(1)
    v%x(2) = t * 2
    v(2, :)%i = v(1, :)%i + 5
    v(:, 1:2)%x(1) = v(:, 0:1)%x(2)
  end select
  !$omp end target
  print *, t
  select type (v)
  type is (ext)
    print *, v%x(1), v%x(2), v%i
    !$omp target map(tofrom: v(1, 1)%a, v(2, 2)%a)
    v(1, 1)%a(1) = 500
    v(2, 2)%a = v(2, 2)%a + v(1, 1)%a
    !$omp end target
    print *, ((v(i, j)%a, i = 1, 2), j = 0, 2)
  end select
end program
!>    1.00000000       2.00000000       11.0000000       12.0000000       21.0000000       22.0000000
!>    1.00000000       2.00000000       2.00000000       4.00000000       22.0000000       24.0000000       2.00000000       4.00000000       22.0000000       24.0000000       42.0000000       44.0000000               1           6           1           6           1           6
!>            1           0           2           0         500           1           2           1           1           2         502           3
