! regions: on the device
! Assignments give private allocatables of threads new shapes; MOVE_ALLOC hands on what they hold.
program reallocation
  implicit none
  integer, allocatable :: w(:), s
  integer :: i, a(8)
  !$omp target teams distribute parallel do private(w, s) map(from: a)
  do i = 1, 8
    w = [i, 2*i, 3*i]
    w = [w, i]
    s = i
    a(i) = sum(w) + size(w) + s
    deallocate (w)
  end do
  print '(8i5)', a
  !$omp target teams distribute parallel do map(from: a)
  do i = 1, 8
    block
      integer, allocatable :: u(:), v(:)
      u = [i, 2]
      allocate (v(i))
      v = i
      u = v
      call move_alloc(u, v)
      a(i) = sum(v)
      if (allocated(u)) a(i) = -1
    end block
  end do
  print '(8i5)', a
end program
!>    12   20   28   36   44   52   60   68
!>     1    4    9   16   25   36   49   64
