! Components at two levels, replaced by the host between regions; whole objects that a region assigns; pointers.
! offload: default
module m
  implicit none
  type in
    real, allocatable :: x(:)
  end type
  type t
    integer :: n = 2
    type(in), allocatable :: l(:)
    real, allocatable :: a(:)
  end type
  type(t) :: g
  type(t), allocatable :: ga(:)
  real, pointer :: gp(:)
  !$omp declare target(g)
contains
  recursive subroutine nest(d)
    integer, intent(in) :: d
    !$omp target data map(tofrom: g%a) map(tofrom: ga)
    !$omp target
    g%a(1) = g%a(1) + d
    ga(1)%a(d) = d
    !$omp end target
    if (d > 1) call nest(d - 1)
    !$omp end target data
  end subroutine
end module
program p
  use m
  use omp_lib
  implicit none
  integer :: i, j
  real, target :: tt(4)
  logical :: apart
  type(t), pointer :: tp
  apart = omp_get_num_devices() > 0
  allocate(g%a(3), source = 1.)
  allocate(ga(2))
  do i = 1, 2
    allocate(ga(i)%a(3), source = 0.)
    allocate(ga(i)%l(2))
    do j = 1, 2
      allocate(ga(i)%l(j)%x(2), source = real(10*i + j))
    end do
  end do
  call nest(3)
  print *, g%a, ga(1)%a
  ! two-level, replaced on the host in between
  !$omp target enter data map(to: ga)
  !$omp target
  ga(2)%l(1)%x(2) = 5
  !$omp end target
  deallocate(ga(1)%l(2)%x)
  allocate(ga(1)%l(2)%x(3), source = -3.)
  ga(2)%l = [in([1., 2., 3.]), in([4., 5.])]
  !$omp target update to(ga)
  !$omp target
  ga(1)%l(2)%x(1) = ga(1)%l(1)%x(1) + 1
  ga(2)%l(2)%x(2) = ga(2)%l(1)%x(3) * 2
  !$omp end target
  !$omp target exit data map(from: ga)
  do i = 1, 2
    do j = 1, 2
      print *, i, j, ga(i)%l(j)%x
    end do
  end do
  ! whole objects assigned in a region: the host does it with the device's values
  !$omp target enter data map(to: ga)
  !$omp target
  ga(1)%a(2) = 77
  !$omp end target
  !$omp target
  ga(2) = ga(1)
  !$omp end target
  if (apart) then
    !$omp target update from(ga)
  end if
  print *, ga(2)%a, ga(2)%l(1)%x, size(ga(2)%l)
  !$omp target exit data map(delete: ga)
  ! move_alloc
  !$omp target enter data map(to: ga)
  block
    real, allocatable :: tmp(:)
    call move_alloc(ga(1)%a, tmp)
    tmp = tmp + 1
    !$omp target update to(tmp)
    !$omp target
    tmp(1) = tmp(1) * 2
    !$omp end target
    !$omp target update from(tmp)
    print *, tmp
    call move_alloc(tmp, ga(1)%a)
  end block
  !$omp target exit data map(from: ga)
  print *, ga(1)%a
  ! pointers
  allocate(tp)
  allocate(tp%a(2), source = 1.)
  !$omp target enter data map(to: tp)
  !$omp target
  tp%a(1) = 3
  tp%n = 9
  !$omp end target
  !$omp target exit data map(from: tp)
  print *, tp%a, tp%n
  deallocate(tp)
  tt = 1
  gp => tt(1:3)
  !$omp target data map(tofrom: tt)
  !$omp target
  gp(2) = 8
  !$omp end target
  gp => tt(4:4)
  !$omp target
  gp(1) = 9
  !$omp end target
  !$omp end target data
  print *, tt, size(gp)
end program
!>    7.00000000       1.00000000       1.00000000       1.00000000       2.00000000       3.00000000
!>            1           1   11.0000000       11.0000000
!>            1           2   12.0000000      -3.00000000      -3.00000000
!>            2           1   1.00000000       2.00000000       3.00000000
!>            2           2   4.00000000       6.00000000
!>    1.00000000       77.0000000       3.00000000       11.0000000       11.0000000               2
!>    4.00000000       78.0000000       4.00000000
!>    4.00000000       78.0000000       4.00000000
!>    3.00000000       1.00000000               9
!>    1.00000000       8.00000000       1.00000000       9.00000000               1
