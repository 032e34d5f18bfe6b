! offload: default
! SELECT TYPE inside and around kernels over arrays of polymorphic elements.
module m
  implicit none
  type :: base
    real :: v = 1
  end type
  type, extends(base) :: ext
    real :: w = 2
    integer :: tag = 0
  end type
contains
  subroutine work(a, total)
    class(base), intent(inout) :: a(:)
    real, intent(inout) :: total
    integer :: i
    total = 0
    !$omp target teams distribute parallel do map(tofrom: a) reduction(+: total)
    do i = 1, size(a)
      a(i)%v = a(i)%v + i
      total = total + a(i)%v
      select type (a)
      type is (ext)
        a(i)%w = a(i)%w * i
        a(i)%tag = i
        total = total + a(i)%w
      end select
    end do
  end subroutine
  subroutine matrix(a, t)
    class(base), intent(inout) :: a(:,:)
    real, intent(out) :: t
    integer :: i, j
    select type (a)
    class is (ext)
      !$omp target teams distribute parallel do collapse(2)
      do j = 1, size(a, 2)
        do i = 1, size(a, 1)
          a(i, j)%w = i + 10 * j
          a(i, j)%tag = i * j
        end do
      end do
      !$omp target map(from: t)
      t = sum(a%w) + sum(a%tag)
      !$omp end target
    class default
      !$omp target map(from: t)
      a%v = 3
      t = sum(a%v)
      !$omp end target
    end select
  end subroutine
  subroutine workdist(a, b)
    class(base), intent(inout) :: a(:)
    real, intent(inout) :: b(:)
    select type (a)
    type is (ext)
      !$omp target teams workdistribute map(tofrom: b)
      b = a%w + a%v
      a%w = b * 2
      !$omp end target teams workdistribute
    class default
      !$omp target teams workdistribute map(tofrom: b)
      b = a%v
      !$omp end target teams workdistribute
    end select
  end subroutine
end module
program a02
  use m
  implicit none
  type(base) :: x(5), mx(2,3)
  type(ext) :: y(5), my(2,3)
  real :: t, b(5)
  call work(x, t); print *, t, x
  call work(y, t); print *, t, y
  call work(y(5:1:-2), t); print *, t, y
  call matrix(mx, t); print *, t
  call matrix(my, t); print *, t, my
  call matrix(my(2:1:-1, 1:3:2), t); print *, t, my%tag
  call workdist(x, b); print *, b
  call workdist(y, b); print *, b, y%w
  call workdist(y(2:4), b(1:3)); print *, b, y%w
end program
!>    20.0000000       2.00000000       3.00000000       4.00000000       5.00000000       6.00000000
!>    50.0000000       2.00000000       2.00000000               1   3.00000000       4.00000000               2   4.00000000       6.00000000               3   5.00000000       8.00000000               4   6.00000000       10.0000000               5
!>    46.0000000       5.00000000       6.00000000               3   3.00000000       4.00000000               2   6.00000000       12.0000000               2   5.00000000       8.00000000               4   7.00000000       10.0000000               1
!>    18.0000000
!>    147.000000       1.00000000       11.0000000               1   1.00000000       12.0000000               2   1.00000000       21.0000000               2   1.00000000       22.0000000               4   1.00000000       31.0000000               3   1.00000000       32.0000000               6
!>    75.0000000               2           1           2           4           4           2
!>    2.00000000       3.00000000       4.00000000       5.00000000       6.00000000
!>    11.0000000       7.00000000       18.0000000       13.0000000       17.0000000       22.0000000       14.0000000       36.0000000       26.0000000       34.0000000
!>    17.0000000       42.0000000       31.0000000       13.0000000       17.0000000       22.0000000       34.0000000       84.0000000       62.0000000       34.0000000
