program right_order
  integer, allocatable :: a(:)
  integer :: i, x
  allocate (a(1000)); a = 1
  !$omp target enter data map(to: a) nowait depend(out: x)
  !$omp target teams distribute parallel do nowait depend(inout: x)
  do i = 1, 1000
    a(i) = a(i) + i
  end do
  !$omp target exit data map(from: a) nowait depend(inout: x)
  !$omp taskwait
  print *, sum(a)
end program
