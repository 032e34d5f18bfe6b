! Transformed loops whose bounds are at the ends of what their variables hold, whose steps would leave it, and that have no iterations.
program loop_transformations_limits
  implicit none
  integer(1) :: s, lo, hi, st
  integer :: n
  integer(8) :: l
  lo = -127_1 - 1_1; hi = 127; st = 1
  n = 0
  !$omp tile sizes(7)
  do s = lo, hi
    n = n + 1
  end do
  print *, n
  n = 0
  !$omp reverse
  do s = lo, hi, 3_1
    n = n + 1
  end do
  print *, n
  n = 0
  !$omp stripe sizes(100)
  do s = hi, lo, -2_1
    n = n + 1
  end do
  print *, n
  n = 0
  !$omp reverse
  do s = hi, lo, 2_1
    n = n + 1
  end do
  print *, n
  n = 0
  !$omp reverse
  do s = lo, hi, -100_1
    n = n + 1
  end do
  print *, n
  n = 0
  !$omp reverse
  do s = -127_1, lo, 2_1
    n = n + 1
  end do
  print *, n
  n = 0
  !$omp unroll partial(5)
  do s = lo, hi, 100_1
    n = n + 1
  end do
  print *, n
  n = 0
  !$omp interchange
  do s = lo, hi, 127_1
    do l = huge(l) - 3, huge(l)
      n = n + 1
    end do
  end do
  print *, n
  n = 0
  !$omp split counts(1, omp_fill, 200)
  do s = lo, hi
    n = n + 1
  end do
  print *, n
  n = 0
  !$omp fuse
  do s = lo, hi
    n = n + 1
  end do
  do l = -huge(l)-1, -huge(l)
    n = n + 1000
  end do
  !$omp end fuse
  print *, n
  n = 0
  !$omp parallel do reduction(+: n) collapse(2)
  !$omp tile sizes(9, 2)
  do s = lo, hi
    do l = huge(l) - 3, huge(l)
      n = n + 1
    end do
  end do
  print *, n
end program
!>          256
!>           86
!>          128
!>            0
!>            0
!>            0
!>            3
!>           12
!>          256
!>         2256
!>         1024
