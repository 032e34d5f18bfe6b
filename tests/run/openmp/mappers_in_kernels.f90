! Mappers of parts of objects in kernels.
module m
  implicit none
  type t
    integer :: n = 1
    real :: v(4) = 1
    integer :: skip = -1
    real :: w = 2
  end type
  !$omp declare mapper(t :: x) map(x%n, x%v) map(to: x%w)
  !$omp declare mapper(vs: t :: x) map(x%v(2:3))
end module
program d01
  use m
  implicit none
  type(t) :: a(5), b(2, 3), c
  integer :: i, j
  real :: s
  do i = 1, 5
    a(i)%n = i; a(i)%v = i
  end do
  s = 0
  !$omp target teams distribute parallel do map(tofrom: a) reduction(+: s)
  do i = 1, 5
    a(i)%v(2) = a(i)%n * 10 + a(i)%w
    a(i)%n = a(i)%n + 1
    s = s + a(i)%v(1)
  end do
  print *, s, a
  !$omp target teams distribute parallel do map(mapper(vs), tofrom: a(2:4))
  do i = 2, 4
    a(i)%v(3) = a(i)%v(2) + 0.5
  end do
  print *, a%v(3), a%v(2)
  !$omp target teams distribute parallel do collapse(2)
  do j = 1, 3
    do i = 1, 2
      b(i, j)%v(i) = 100 * j + i
      b(i, j)%n = b(i, j)%n - j
    end do
  end do
  print *, b%v(1), b%v(2), b%n
  !$omp target teams distribute parallel do map(tofrom: b(2, :)) collapse(2)
  do j = 1, 3
    do i = 2, 2
      b(i, j)%v(4) = -j
    end do
  end do
  print *, b%v(4)
  !$omp target map(tofrom: c)
  c%v = c%v * c%w
  c%n = 99
  !$omp end target
  print *, c
  !$omp target enter data map(to: a, b(:, 2))
  !$omp target teams distribute parallel do
  do i = 1, 5
    a(i)%v(1) = -i
  end do
  !$omp target
  b(1, 2)%v(3) = 7
  !$omp end target
  !$omp target update from(a(1:5:2))
  print *, a(1:5:2)%v(1)
  !$omp target exit data map(from: a, b(:, 2))
  print *, a%v(1), b(1, 2)%v
end program
!>    15.0000000               2   1.00000000       12.0000000       1.00000000       1.00000000              -1   2.00000000               3   2.00000000       22.0000000       2.00000000       2.00000000              -1   2.00000000               4   3.00000000       32.0000000       3.00000000       3.00000000              -1   2.00000000               5   4.00000000       42.0000000       4.00000000       4.00000000              -1   2.00000000               6   5.00000000       52.0000000       5.00000000       5.00000000              -1   2.00000000
!>    1.00000000       22.5000000       32.5000000       42.5000000       5.00000000       12.0000000       22.0000000       32.0000000       42.0000000       52.0000000
!>    101.000000       1.00000000       201.000000       1.00000000       301.000000       1.00000000       1.00000000       102.000000       1.00000000       202.000000       1.00000000       302.000000               0           0          -1          -1          -2          -2
!>    1.00000000      -1.00000000       1.00000000      -2.00000000       1.00000000      -3.00000000
!>           99   2.00000000       2.00000000       2.00000000       2.00000000              -1   2.00000000
!>   -1.00000000      -3.00000000      -5.00000000
!>   -1.00000000      -2.00000000      -3.00000000      -4.00000000      -5.00000000       201.000000       1.00000000       7.00000000       1.00000000
