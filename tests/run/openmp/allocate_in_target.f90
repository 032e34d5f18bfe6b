! offload: default
! ALLOCATE and DEALLOCATE of local variables in target regions.
program allocate_in_target
  implicit none
  integer, allocatable :: a(:), s
  real, allocatable :: m(:,:)
  integer :: i, total, left(5), status
  total = 0
  !$omp target map(tofrom: total, left) map(alloc: a, s)
  allocate (a(5), s)
  s = 3
  do i = 1, 5
    a(i) = i*s
  end do
  total = sum(a)
  left = a
  deallocate (a, s)
  !$omp end target
  print *, total, left, allocated(a), allocated(s)

  allocate (m(2,3))
  m = 1.5
  !$omp target map(tofrom: m, status) private(a)
  allocate (a(3), source=[4, 5, 6], stat=status)
  m(1,:) = a
  deallocate (a)
  !$omp end target
  print *, m, status
end program
!>           45           3           6           9          12          15 F F
!>    4.00000000       1.50000000       5.00000000       1.50000000       6.00000000       1.50000000               0
