program right_entered_again
  integer, allocatable :: a(:)
  integer :: i, k
  do k = 1, 3
    allocate (a(10 * k))
    a = k
    !$omp target enter data map(to: a)
    !$omp target
    do i = 1, size(a)
      a(i) = a(i) + i
    end do
    !$omp end target
    !$omp target exit data map(from: a)
    print *, sum(a)
    deallocate (a)
  end do
end program
