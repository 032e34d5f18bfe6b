! What the host frees stands for nothing on a device any more.
module m
  implicit none
  type t
    integer :: n = 0
    real, allocatable :: a(:)
  end type
contains
  subroutine local(r)
    real, intent(out) :: r(3)
    type(t) :: o
    real, allocatable :: w(:)
    integer :: i
    allocate(o%a(3), w(3))
    o%a = r(1)
    o%a = [1, 2, 3]
    w = 4
    !$omp target enter data map(to: o, w)
    !$omp target teams distribute parallel do
    do i = 1, 3
      o%a(i) = o%a(i) + w(i)
    end do
    !$omp target update from(o%a)
    r = o%a
  end subroutine
end module
program objects_freed
  use m
  use omp_lib
  implicit none
  type(t) :: o, list(3)
  real, allocatable :: w(:)
  real :: r(3)
  integer :: i, k
  logical :: apart
  apart = omp_get_num_devices() > 0
  allocate(o%a(5), source = 1.0)
  !$omp target enter data map(to: o)
  deallocate(o%a)
  allocate(o%a(50))
  do i = 1, 50
    o%a(i) = i
  end do
  !$omp target update to(o)
  !$omp target update from(o)
  print *, sum(o%a), size(o%a)
  !$omp target teams distribute parallel do
  do i = 1, 50
    o%a(i) = o%a(i) * 2
  end do
  print *, sum(o%a)
  ! Mapped again by name.
  !$omp target enter data map(to: o%a)
  if (apart) o%a = 0
  !$omp target teams distribute parallel do
  do i = 1, 50
    o%a(i) = o%a(i) + 1
  end do
  !$omp target update from(o%a(1:10))
  print *, o%a(1:3), o%a(50) == merge(0., 101., apart)
  !$omp target exit data map(from: o)
  print *, sum(o%a)
  ! Reallocation on assignment between regions.
  do k = 1, 3
    w = [(real(i + k), i = 1, 10 * k)]
    !$omp target enter data map(to: w)
    !$omp target teams distribute parallel do
    do i = 1, 10 * k
      w(i) = w(i) * 2
    end do
    !$omp target update from(w)
    print *, size(w), sum(w)
  end do
  do k = 1, 3
    r = k
    call local(r)
    print *, r
  end do
  ! Elements of an array of objects come and go.
  do k = 1, 3
    allocate(list(k)%a(k + 1), source = real(k))
  end do
  !$omp target data map(tofrom: list)
  deallocate(list(2)%a)
  list(3)%a = [9, 8, 7, 6, 5, 4, 3]
  !$omp target
  list(1)%a(1) = 10
  list(3)%n = 3
  !$omp end target
  !$omp end target data
  print *, list(1)%a, allocated(list(2)%a), list(3)%a, list%n
end program
!>    1275.00000              50
!>    2550.00000
!>    3.00000000       5.00000000       7.00000000     T
!>    2600.00000
!>           10   130.000000
!>           20   500.000000
!>           30   1110.00000
!>    5.00000000       6.00000000       7.00000000
!>    5.00000000       6.00000000       7.00000000
!>    5.00000000       6.00000000       7.00000000
!>    10.0000000       1.00000000     F   9.00000000       8.00000000       7.00000000       6.00000000       5.00000000       4.00000000       3.00000000               0           0           3
