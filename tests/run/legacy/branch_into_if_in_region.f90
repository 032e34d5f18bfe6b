! A branch into the block of an IF construct where both stand in a region of OpenMP.
program branch_into_if_in_region
  integer :: k, n
  k = 0
  n = 0
!$omp parallel num_threads(1)
  if (k == 0) goto 10
  n = n + 100
  if (k == 5) then
    k = 7
10  k = k + 1
  end if
  n = n + 1
!$omp end parallel
  print *, k, n
!>            1           1
end program
