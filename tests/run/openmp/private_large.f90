! offload: default
! Large firstprivate and private arrays of target regions.
program private_large
  integer, parameter :: n = 60
  real(8) :: a(n, n), b(0:n, -2:n), c(n, n)
  integer :: i, j
  a = 1d0; b = 2d0; c = 0d0
  !$omp target teams distribute parallel do collapse(2) firstprivate(a, b) map(tofrom: c)
  do j = 1, n
    do i = 1, n
      c(i, j) = a(i, j) + b(i, j) * i
    end do
  end do
  print *, sum(c)
  !$omp target firstprivate(a, b) map(tofrom: c)
  a(2:5, :) = 3d0
  b(:, -2) = a(1, 1)
  c = a + b(1:n, 1:n)
  c(1, 1) = sum(b)
  !$omp end target
  print *, sum(c), sum(a), sum(b)
  !$omp target teams workdistribute firstprivate(a)
  a = a * 2
  c = a
  !$omp end target teams workdistribute
  print *, sum(c), sum(a)
  !$omp target private(a) map(tofrom: c)
  a = c * 2
  c = a + 1
  !$omp end target
  print *, sum(c), sum(a)
end program
!>    223200.00000000000
!>    18902.000000000000        3600.0000000000000        7686.0000000000000
!>    7200.0000000000000        3600.0000000000000
!>    18000.000000000000        3600.0000000000000
