! One loop of a nest: bounds that depend on outer loops, loops without iterations, variables of few bits, last values.
program collapsed_loops
  implicit none
  integer, parameter :: n = 37
  integer :: i, j, k, total, last_i, last_j, seen(n, n), seen3(8, 8, 8)
  integer(1) :: b, c
  integer(8) :: wide
  seen = 0
  total = 0
  !$omp parallel do collapse(2) reduction(+:total) num_threads(3) lastprivate(i, j)
  do i = 1, n
    do j = i, n
      seen(j, i) = seen(j, i) + 1
      total = total + i * j
    end do
  end do
  print *, total, sum(seen), i, j

  seen = 0
  !$omp parallel do collapse(2) num_threads(4)
  do i = n, 1, -2
    do j = 2*i - 40, i - 3, 3
      if (j >= 1) seen(j, i) = seen(j, i) + 1
    end do
  end do
  do i = n, 1, -2
    do j = 2*i - 40, i - 3, 3
      if (j >= 1) seen(j, i) = seen(j, i) - 1
    end do
  end do
  print *, count(seen /= 0)

  ! The second loop has no iterations at first, the third none for most values of the second.
  seen3 = 0
  !$omp parallel do collapse(3) num_threads(2)
  do i = 1, 8
    do j = 9 - i, 5
      do k = j, i
        seen3(k, j, i) = seen3(k, j, i) + 1
      end do
    end do
  end do
  total = sum(seen3)
  do i = 1, 8
    do j = 9 - i, 5
      do k = j, i
        seen3(k, j, i) = seen3(k, j, i) - 1
      end do
    end do
  end do
  print *, total, count(seen3 /= 0)

  ! All values of a byte, and the ends of its range with large steps.
  total = 0
  !$omp parallel do collapse(2) num_threads(2) reduction(+:total) lastprivate(c)
  do b = -127_1 - 1_1, 126_1
    do c = 127_1, -126_1, -1_1
      total = total + b
    end do
  end do
  print *, total
  total = 0
  last_i = 0
  !$omp parallel do num_threads(2) reduction(+:total) lastprivate(last_i)
  do b = -127_1, 120_1, 50_1
    total = total + b
    last_i = b
  end do
  print *, total, last_i
  total = 0
  !$omp parallel do collapse(2) reduction(+:total) lastprivate(last_i, last_j)
  do b = 100_1, -100_1, -50_1
    do c = -100_1, 100_1, 40_1
      total = total + b * 3 + c
      last_i = b
      last_j = c
    end do
  end do
  print *, total, last_i, last_j

  ! Bounds of 8 bytes near the end of the range.
  total = 0
  !$omp parallel do collapse(2) reduction(+:total)
  do wide = huge(wide) - 5, huge(wide) - 1, 2
    do i = 3, 1, -1
      total = total + i + int(huge(wide) - wide)
    end do
  end do
  print *, total

  ! Without iterations nothing is stored.
  last_i = -1
  !$omp parallel do collapse(3) lastprivate(last_i)
  do i = 1, 5
    do j = 1, 0
      do k = 1, 5
        last_i = i
      end do
    end do
  end do
  print *, last_i

  total = 0
  !$omp parallel
  !$omp single
  !$omp taskloop collapse(2) grainsize(5) lastprivate(last_i, j) reduction(+:total)
  do i = 1, n
    do j = 1, i, 2
      last_i = i * 100 + j
      total = total + j
    end do
  end do
  !$omp end single
  !$omp end parallel
  print *, total, last_i, j

  seen = 0
  total = 0
  !$omp target teams distribute parallel do collapse(2) reduction(+:total) map(tofrom: seen)
  do i = 1, n
    do j = i, n
      seen(j, i) = seen(j, i) + 1
      total = total + i * j
    end do
  end do
  print *, total, sum(seen)
  total = 0
  !$omp target parallel do collapse(2) reduction(+:total) map(tofrom: last_i, last_j) lastprivate(last_i, last_j)
  do i = 1, n
    do j = 5*i - 10, n
      last_i = i
      last_j = j
      total = total + 1
    end do
  end do
  print *, total, last_i, last_j
end program
!>       255892         703          38          38
!>            0
!>           60           0
!>       -64770
!>         -135          73
!>            0        -100         100
!>           45
!>           -1
!>         4579        3737          39
!>       255892         703
!>          207           9          37
