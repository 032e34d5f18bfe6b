! offload: default
! DECLARE MAPPER, and iterators in maps.
module vectors
  implicit none
  type vector
    integer :: len
    integer, pointer :: data(:)
  end type
  type cell
    integer, pointer :: p
  end type
  !$omp declare mapper(vector :: v) map(tofrom: v, v%data(1:v%len))
end module
program mappers_iterators
  use vectors
  implicit none
  integer, parameter :: n = 8
  type(vector) :: s, t
  type(cell) :: cells(n)
  integer :: i, x(n)
  !$omp declare mapper(half: vector :: w) map(to: w, w%data(1:w%len/2))
  s%len = n
  allocate(s%data(n))
  s%data = [(i, i = 1, n)]
  !$omp target map(tofrom: s)
  do i = 1, s%len
    s%data(i) = 2 * s%data(i)
  end do
  !$omp end target
  print *, s%data
  t%len = n
  allocate(t%data(n))
  t%data = 5
  x = 0
  !$omp target map(mapper(half), to: t) map(tofrom: x)
  do i = 1, t%len / 2
    x(i) = t%data(i) + i
  end do
  !$omp end target
  print *, x
  do i = 1, n
    allocate(cells(i)%p)
    cells(i)%p = i
  end do
  !$omp target map(iterator(it = 1:n), tofrom: cells(it)%p) map(cells)
  do i = 1, n
    cells(i)%p = cells(i)%p + 10
  end do
  !$omp end target
  print *, (cells(i)%p, i = 1, n)
  x = 1
  !$omp target data map(tofrom: x)
  !$omp target teams distribute parallel do
  do i = 1, n
    x(i) = x(i) * i
  end do
  !$omp target update from(iterator(k = 1:n:2): x(k))
  print *, x(1:n:2)
  x(1:n:2) = -x(1:n:2)
  !$omp target update to(iterator(integer :: k = 1:n:2): x(k))
  !$omp end target data
  print *, x
end program
!>            2           4           6           8          10          12          14          16
!>            6           7           8           9           0           0           0           0
!>           11          12          13          14          15          16          17          18
!>            1           3           5           7
!>           -1           2          -3           4          -5           6          -7           8
