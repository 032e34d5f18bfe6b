! Several mapped sections of one object in one region: disjoint ones, ones that share a word of memory, sections
! entered before, members of a structure one by one; arrays of size zero and of assumed size.
module several
  implicit none
  type inner
    integer :: u(3), v(3)
  end type
  type outer
    integer :: a(10), b(10)
    integer :: k
    type(inner) :: in
    real, allocatable :: c(:)
    real, pointer :: q(:)
  end type
contains
  subroutine halves(x, n, m)
    real, intent(inout) :: x(:)
    integer, intent(in) :: n, m
    integer :: i
    !$omp target teams distribute parallel do map(to: x(1:n)) map(tofrom: x(m:2*m))
    do i = 1, n
      x(m+i) = x(i) + 1
    end do
  end subroutine
  subroutine assumed_size(a, n, whole)
    real, intent(inout) :: a(*)
    integer, intent(in) :: n
    logical, intent(in) :: whole
    integer :: i
    if (whole) then
      !$omp target enter data map(to: a(1:n))
      !$omp target
      do i = 1, n
        a(i) = a(i) + 1
      end do
      !$omp end target
      !$omp target exit data map(from: a(1:n))
    else
      !$omp target map(tofrom: a(1:n))
      do i = 1, n
        a(i) = a(i) + 1
      end do
      !$omp end target
    end if
  end subroutine
  subroutine empty(a, t)
    real, intent(inout) :: a(:), t
    integer :: i
    !$omp target teams distribute parallel do map(tofrom: a) map(tofrom: t) reduction(+: t)
    do i = 1, size(a)
      a(i) = a(i) + 1
      t = t + a(i)
    end do
    !$omp target map(tofrom: a)
    a = a + 1
    !$omp end target
  end subroutine
end module

program sections
  use several
  implicit none
  real :: x(100), nothing(0), t
  integer(1) :: bytes(40)
  integer :: grid(8, 8), i, j
  type(outer) :: s

  x = 1
  !$omp target map(tofrom: x(1:50)) map(tofrom: x(60:100))
  x(1:50) = x(1:50) + 1
  do i = 60, 100
    x(i) = x(i) + 2
  end do
  !$omp end target
  print *, sum(x), x(55)

  x = 1
  call halves(x, 30, 40)
  print *, sum(x), x(35), x(41)

  ! The sections meet within a word.
  bytes = 1
  !$omp target map(tofrom: bytes(1:5)) map(tofrom: bytes(6:6)) map(tofrom: bytes(8:21))
  do i = 1, 5
    bytes(i) = bytes(i) + int(i, 1)
  end do
  bytes(6) = 50
  do i = 8, 21
    bytes(i) = bytes(i-1) * 0_1 + int(i, 1)
  end do
  !$omp end target
  print *, bytes(1:10), sum(int(bytes))

  ! Columns of a matrix, only read and only written.
  grid = reshape([(i, i = 1, 64)], [8, 8])
  !$omp target teams distribute parallel do map(to: grid(:, 1:2)) map(from: grid(:, 5)) map(alloc: grid(:, 8))
  do j = 1, 8
    grid(j, 8) = grid(j, 1)
    grid(j, 5) = grid(j, 8) + grid(j, 2)
  end do
  print *, sum(grid(:, 1:5)), grid(3, 5)

  ! Sections that data directives entered.
  x = 1
  !$omp target enter data map(to: x(1:10)) map(to: x(21:30))
  !$omp target
  do i = 1, 10
    x(i) = x(i) + x(i + 20) + i
  end do
  x(30) = 7
  !$omp end target
  !$omp target update from(x(1:5))
  print *, x(1:5)
  !$omp target exit data map(from: x(1:10)) map(from: x(21:30))
  print *, sum(x), x(30)

  s%a = 1
  s%b = 2
  s%k = 5
  s%in%u = 3
  s%in%v = 4
  allocate (s%c(10), s%q(10))
  s%c = 1
  s%q = 2
  !$omp target map(tofrom: s%a) map(to: s%b) map(to: s%k)
  do i = 1, 10
    s%a(i) = s%a(i) + s%b(i) + s%k
  end do
  !$omp end target
  print *, sum(s%a), s%k
  !$omp target map(tofrom: s%c) map(to: s%b) map(from: s%in%v) map(to: s%in%u(2:3))
  s%c = s%c + s%b
  s%in%v(1:2) = s%in%u(2:3) + 1
  s%in%v(3) = 9
  !$omp end target
  print *, sum(s%c), s%in%v, s%in%u
  !$omp target map(tofrom: s%q) map(to: s%a(2:3)) map(tofrom: s%in%u)
  s%q(1) = s%q(1) + s%a(2) + s%a(3)
  s%in%u = s%in%u + 1
  !$omp end target
  print *, sum(s%q), s%in%u, sum(s%a)
  deallocate (s%q)

  t = 1
  call empty(nothing, t)
  call empty(x(5:4), t)
  print *, t, sum(x)
  x = 1
  call assumed_size(x, 10, .false.)
  call assumed_size(x, 0, .false.)
  call assumed_size(x, 4, .true.)
  print *, sum(x), x(1), x(10), x(11)
end program
!>    232.000000       1.00000000
!>    130.000000       1.00000000       2.00000000
!>     2    3    4    5    6   50    1    8    9   10         293
!>          664          14
!>    3.00000000       4.00000000       5.00000000       6.00000000       7.00000000
!>    171.000000       7.00000000
!>           80           5
!>    30.0000000               4           4           9           3           3           3
!>    36.0000000               4           4           4          80
!>    1.00000000       171.000000
!>    114.000000       3.00000000       2.00000000       1.00000000
