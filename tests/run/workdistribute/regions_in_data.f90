program regions_in_data
  implicit none
  real(8) :: u(34, 34), v(34, 34), r, acc
  integer :: it, i, n
  n = 34
  u = reshape([(mod(i * 7, 64) * 1.0d0, i = 1, 34 * 34)], [34, 34])
  v = 0
  acc = 0
  !$omp target data map(tofrom: u) map(alloc: v)
  !$omp target teams workdistribute
  v = u
  !$omp end target teams workdistribute
  do it = 1, 6
    !$omp target teams workdistribute map(tofrom: r)
    v(2:n-1, 2:n-1) = 0.25d0 * (u(1:n-2, 2:n-1) + u(3:n, 2:n-1) + u(2:n-1, 1:n-2) + u(2:n-1, 3:n))
    r = maxval(abs(v - u))
    u = v
    !$omp end target teams workdistribute
    acc = acc + r
    if (it == 4) then
      !$omp target update from(u(:, 1:3))
      print '(f14.6)', sum(u(:, 1:3))
      u(:, 2) = u(:, 2) + 1
      !$omp target update to(u(:, 2))
    end if
  end do
  !$omp target teams workdistribute
  u(:, 1) = 0
  u(n, :) = u(n, :) - u(1, :)
  !$omp end target teams workdistribute
  !$omp end target data
  print '(3f14.6)', sum(u), acc, u(5, 6)
end program
!>    3255.500000
!>   34155.390625     72.296875     33.968750
