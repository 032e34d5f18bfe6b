! offload: default
! Default mappers on arrays: every element is mapped by its mapper.
module m
  implicit none
  type t
    integer :: n = 0
    integer, pointer :: p(:) => null()
    integer :: extra(4) = 0
  end type
  !$omp declare mapper(t :: x) map(x%n, x%p(1:x%n))
  !$omp declare mapper(all: t :: y) map(y, y%p)
  type s
    real, allocatable :: a(:)
    real, allocatable :: b(:)
    integer :: k = 3
  end type
  !$omp declare mapper(s :: z) map(z, z%a, z%b)
contains
  subroutine in_a_call(x, lo)
    integer, intent(in) :: lo
    type(t), intent(inout) :: x(lo:)
    integer :: i
    !$omp target map(tofrom: x)
    do i = lo, ubound(x, 1)
      x(i)%p(1:x(i)%n) = x(i)%p(1:x(i)%n) + 1000
    end do
    !$omp end target
  end subroutine
end module
program main
  use m
  implicit none
  type(t) :: b(3), c(2, 2)
  type(t), allocatable :: none(:), some(:)
  type(s), allocatable :: v(:)
  integer :: i, j
  do i = 1, 3
    allocate(b(i)%p(4)); b(i)%p = i; b(i)%n = i + 1
  end do
  !$omp target map(tofrom: b)
  do i = 1, 3
    b(i)%p(1:b(i)%n) = b(i)%p(1:b(i)%n) * 100
  end do
  !$omp end target
  print *, b(1)%p, b(2)%p, b(3)%p
  !$omp target map(mapper(all), tofrom: b)
  do i = 1, 3
    b(i)%p(4) = i
    b(i)%extra(2) = 10 * i
  end do
  !$omp end target
  print *, b(1)%p, b(2)%p, b(3)%p, b(1)%extra, b(3)%extra
  ! Sections, constant subscripts: on the device without a loop.
  !$omp target map(tofrom: b(2:3))
  b(2)%p(1) = -2
  b(3)%p(2) = -3
  !$omp end target
  print *, b(2)%p, b(3)%p
  do j = 1, 2
    do i = 1, 2
      allocate(c(i, j)%p(2)); c(i, j)%p = 10*i + j; c(i, j)%n = 2
    end do
  end do
  !$omp target map(tofrom: c(:, 2))
  do i = 1, 2
    c(i, 2)%p(2) = -c(i, 2)%p(1)
  end do
  !$omp end target
  !$omp target data map(tofrom: c)
  !$omp target
  do j = 1, 2
    do i = 1, 2
      c(i, j)%p(1) = c(i, j)%p(2) + c(i, j)%n
    end do
  end do
  !$omp end target
  !$omp end target data
  do j = 1, 2
    do i = 1, 2
      print *, i, j, c(i, j)%p
    end do
  end do
  !$omp target map(tofrom: none) map(from: i)
  i = 5
  !$omp end target
  call in_a_call(b, -1)
  print *, b(1)%p, b(2)%p, b(3)%p
  allocate(some(0:1))
  some(0) = b(1); some(1) = b(2)
  !$omp target enter data map(to: some)
  !$omp target
  some(0)%p(1) = 7
  some(1)%p(2) = 8
  !$omp end target
  !$omp target update from(some(1:1))
  print *, some(1)%p(2)
  !$omp target exit data map(from: some)
  print *, some(0)%p(1), some(1)%p
  allocate(v(2))
  do i = 1, 2
    allocate(v(i)%a(3), v(i)%b(2)); v(i)%a = i; v(i)%b = -i
  end do
  !$omp target map(tofrom: v)
  v(1)%a = v(1)%a + sum(v(2)%b)
  v(2)%k = 9
  do i = 1, 2
    v(i)%b(1) = 50 + v(i)%k
  end do
  !$omp end target
  do i = 1, 2
    print *, v(i)%a, v(i)%b, v(i)%k
  end do
  !$omp target enter data map(to: v)
  !$omp target teams distribute parallel do
  do j = 1, 2
    v(2)%b(j) = 1000*j
  end do
  !$omp target update from(v)
  print *, v(2)%b
  v(1)%a = 1
  v(1)%b = 1
  !$omp target update to(v(1:1))
  !$omp target
  v(1)%a = v(1)%a + v(1)%b(1)
  !$omp end target
  !$omp target exit data map(from: v)
  print *, v(1)%a
end program
!>          100         100           1           1         200         200         200           2         300         300         300         300
!>          100         100           1           1         200         200         200           2         300         300         300           3           0          10           0           0           0          30           0           0
!>           -2         200         200           2         300          -3         300           3
!>            1           1          13          11
!>            2           1          23          21
!>            1           2         -10         -12
!>            2           2         -20         -22
!>         1100        1100           1           1         998        1200        1200           2        1300         997        1300        1003
!>            8
!>            7         998           8        1200           2
!>   -3.00000000      -3.00000000      -3.00000000       53.0000000      -1.00000000               3
!>    2.00000000       2.00000000       2.00000000       59.0000000      -2.00000000               9
!>    1000.00000       2000.00000
!>    2.00000000       2.00000000       2.00000000
