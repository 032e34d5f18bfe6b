! regions: on the device
! Private and firstprivate objects with allocatable components, in each iteration.
program objects_private
  implicit none
  type t
    integer :: k = 3
    integer, allocatable :: v(:)
  end type
  type(t) :: o, p
  integer :: i, a(8), b(8)
  allocate (o%v(4))
  o%v = [1, 2, 3, 4]
  o%k = 7
  !$omp target teams distribute parallel do firstprivate(o) map(from: a)
  do i = 1, 8
    o%v(1) = o%v(2) + i
    a(i) = o%v(1) + o%k
  end do
  print '(8i5)', a
  !$omp target teams distribute parallel do private(p) map(from: b)
  do i = 1, 8
    if (allocated(p%v)) deallocate (p%v)
    allocate (p%v(i))
    p%v = i
    b(i) = sum(p%v) + p%k
  end do
  print '(8i5)', b
end program
!>    10   11   12   13   14   15   16   17
!>     4    7   12   19   28   39   52   67
