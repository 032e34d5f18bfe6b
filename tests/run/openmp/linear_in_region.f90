! offload: default
! LINEAR on a worksharing loop in a target region.
program linear_in_region
  implicit none
  integer :: a(200), i, j, k
  j = 10
  !$omp target map(tofrom: j, a)
  !$omp parallel do linear(j: 2)
  do i = 1, 200
    a(i) = j
    j = j + 2
  end do
  !$omp end target
  print *, j, all(a == [(10 + 2 * (k - 1), k = 1, 200)])
end program linear_in_region
!>          410 T
