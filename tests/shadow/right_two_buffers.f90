program right_two_buffers
  integer, target :: a(10), b(10)
  integer, pointer :: p(:), q(:), t(:)
  integer :: i, k
  a = 1; b = 0
  p => a; q => b
  !$omp target data map(tofrom: a) map(alloc: b)
  do k = 1, 4
    !$omp target teams distribute parallel do
    do i = 1, 10
      q(i) = p(i) + k
    end do
    t => p; p => q; q => t
  end do
  !$omp end target data
  print *, a
end program
