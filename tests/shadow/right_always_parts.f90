program right_always_parts
  ! The host has the values of a section that ALWAYS copies, and may store others, which are newer than the device's.
  implicit none
  integer :: a(8), i, k
  a = 1
  !$omp target data map(to: a)
  do k = 1, 3
    a(3:5) = 1
    !$omp target map(present, always, tofrom: a(3:5))
    do i = 3, 5
      a(i) = a(i) + 1
    end do
    !$omp end target
    print *, a(3)
    a(3) = 1
    print *, a(3)
    !$omp target update to(a(4:4))
    a(4) = 2
    print *, a(4)
  end do
  !$omp target map(alloc: a)
  a(1) = 7
  !$omp end target
  a(5) = 1
  print *, a(5)
  !$omp target update from(a(1:1))
  print *, a(1)
  !$omp end target data
end program
