! Reductions of elements and sections of arrays.
program reduction_parts
  implicit none
  integer :: i, k, a(4), b(10), c(3, 3)
  real, allocatable :: x(:)
  logical :: flags(5)
  a = [1, 2, 3, 4]
  b = 100
  c = 1
  allocate (x(0:6))
  x = [(real(i), i=0, 6)]
  flags = .true.
  k = 2
  !$omp parallel do reduction(+:a(k), b(3:5)) reduction(max:x(2:)) num_threads(4)
  do i = 1, 30
    a(2) = a(2) + i
    b(3 + mod(i, 3)) = b(3 + mod(i, 3)) + 1
    x(2 + mod(i, 5)) = max(x(2 + mod(i, 5)), real(i))
  end do
  print *, a, b
  print '(7f6.1)', x
  !$omp parallel num_threads(3)
  !$omp do reduction(+:c(:, 2), a(4)) reduction(.and.:flags(4:5))
  do i = 1, 9
    c(1 + mod(i, 3), 2) = c(1 + mod(i, 3), 2) + i
    a(4) = a(4) + c(2, 1)
    flags(5) = flags(5) .and. i < 9
  end do
  !$omp end parallel
  print *, c, flags
  !$omp target teams distribute parallel do reduction(+:a(3)) map(tofrom:a)
  do i = 1, 100
    a(3) = a(3) + i
  end do
  print *, a
end program
!>            1         467           3           4         100         100         110         110         110         100         100         100         100         100
!>    0.0   1.0  30.0  26.0  27.0  28.0  29.0
!>            1           1           1          19          13          16           1           1           1 T T T T F
!>            1         467        5053          13
