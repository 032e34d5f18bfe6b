! The variables of SIMD loops keep the value behind the loop, also where teams and threads divide the iterations.
program simd_loop_variables
  implicit none
  integer :: d, e, u(100), v(10, 5)
  d = -1
  !$omp parallel do simd
  do d = 1, 100
    u(d) = d
  end do
  print *, d
  d = -1
  !$omp teams distribute parallel do simd
  do d = 1, 99, 2
    u(d) = d
  end do
  print *, d
  d = -1
  !$omp teams distribute simd
  do d = 1, 100
    u(d) = d
  end do
  print *, d
  d = -1
  !$omp target map(tofrom: d)
  !$omp teams distribute parallel do simd
  do d = 1, 100
    u(d) = u(d) + d
  end do
  !$omp end target
  print *, d, sum(u)
  d = -1
  e = -1
  !$omp target map(tofrom: d, e)
  !$omp teams distribute parallel do simd collapse(2)
  do d = 1, 10
    do e = 1, 5
      v(d, e) = d * e
    end do
  end do
  !$omp end target
  print *, d, e, sum(v)
  d = -1
  !$omp teams distribute parallel do simd private(d)
  do d = 1, 100
    u(d) = 0
  end do
  print *, d, sum(u)
  d = -1
  !$omp parallel
  !$omp single
  !$omp taskloop simd
  do d = 1, 100
    u(d) = d
  end do
  !$omp end single
  !$omp end parallel
  print *, d, sum(u)
  d = -1
  e = -1
  !$omp taskloop simd collapse(2) num_tasks(7)
  do d = 1, 10
    do e = 5, 1, -1
      v(d, e) = d - e
    end do
  end do
  print *, d, e, sum(v)
  d = -1
  !$omp parallel masked taskloop simd private(d)
  do d = 1, 100
    u(d) = 1
  end do
  print *, d, sum(u)
end program
!>          101
!>          101
!>          101
!>          101       10100
!>           11           6         825
!>           -1           0
!>          101        5050
!>           11           0         125
!>           -1         100
