! STRIPE, APPLY, steps that are variables, and transformations inside of nests.
! stripped: no
program loop_transformations_nested
  implicit none
  integer :: i, j, k, n, s, at, order(200), total
  character(300) :: line
  n = 7
  s = -2

  at = 0
  !$omp stripe sizes(3)
  do i = 1, n
    at = at + 1
    order(at) = i
  end do
  print '(20i4)', order(:at)

  at = 0
  !$omp stripe sizes(2, 2)
  do i = 1, 3
    do j = 8, 1, s
      at = at + 1
      order(at) = 10*i + j
    end do
  end do
  print '(20i4)', order(:at)

  at = 0
  !$omp tile sizes(2) apply(intratile: reverse)
  do i = 1, n
    at = at + 1
    order(at) = i
  end do
  print '(20i4)', order(:at)

  at = 0
  !$omp tile sizes(2, 2) apply(grid(2): reverse) apply(intratile: nothing, reverse)
  do i = 1, 3
    do j = 1, 4
      at = at + 1
      order(at) = 10*i + j
    end do
  end do
  print '(20i4)', order(:at)

  at = 0
  !$omp reverse apply(tile sizes(3))
  do i = 1, n
    at = at + 1
    order(at) = i
  end do
  print '(20i4)', order(:at)

  at = 0
  !$omp split counts(2, omp_fill, 1) apply(split(2): reverse)
  do i = 1, n
    if (i == 4) cycle
    at = at + 1
    order(at) = i
  end do
  print '(20i4)', order(:at)

  at = 0
  !$omp split counts(1, 2, omp_fill) apply(reverse, nothing, tile sizes(2) apply(intratile: reverse))
  do i = 10, 20, 2
    at = at + 1
    order(at) = i
  end do
  print '(20i4)', order(:at)

  at = 0
  !$omp unroll partial(2) apply(reverse)
  do i = 1, n
    at = at + 1
    order(at) = i
  end do
  print '(20i4)', order(:at)

  line = ''
  !$omp fuse apply(reverse)
  do i = 1, 2
    line = trim(line)//' a'//achar(48 + i)
  end do
  !$omp tile sizes(2)
  do j = 1, 3
    line = trim(line)//' b'//achar(48 + j)
  end do
  !$omp split counts(1, omp_fill)
  do k = 1, 3
    line = trim(line)//' c'//achar(48 + k)
  end do
  !$omp end fuse
  print *, trim(line)

  ! Variable steps.
  at = 0
  !$omp tile sizes(2, 2)
  do i = n, 1, s
    do j = 1, 3, -s
      at = at + 1
      order(at) = 10*i + j
    end do
  end do
  !$omp reverse
  do i = n, 1, s
    at = at + 1
    order(at) = i
  end do
  !$omp reverse
  do i = 1, n, s
    at = at + 1
    order(at) = i
  end do
  !$omp unroll partial(3)
  do i = 1, n, s + 3
    at = at + 1
    order(at) = i
  end do
  print '(20i4)', order(:at)

  ! Inside of a nest.
  at = 0
  !$omp tile sizes(2, 2)
  do i = 1, 3
    !$omp tile sizes(3)
    do j = 1, 5
      at = at + 1
      order(at) = 10*i + j
    end do
  end do
  print '(20i4)', order(:at)

  total = 0
  !$omp parallel do collapse(3) default(none) shared(n) reduction(+: total) num_threads(3)
  do i = 1, n
    !$omp tile sizes(3, 2)
    do j = 1, n
      !$omp unroll partial(2)
      do k = 1, n
        total = total + i*j*k
      end do
    end do
  end do
  print *, total, (n*(n + 1)/2)**3

  total = 0
  !$omp parallel do collapse(2) reduction(+: total)
  do i = 1, n
    total = total + 1000
    !$omp tile sizes(4)
    do j = i, n
      total = total + j
    end do
    !$omp end tile
  end do
  print *, total

  total = 0
  !$omp target teams distribute parallel do collapse(2) reduction(+: total) map(tofrom: total)
  do i = 1, n
    !$omp unroll partial
    do j = 1, n
      total = total + i*j
    end do
  end do
  print *, total
end program
!>    1   4   7   2   5   3   6
!>   18  14  38  34  16  12  36  32  28  24  26  22
!>    2   1   4   3   6   5   7
!>   14  13  24  23  12  11  22  21  34  33  32  31
!>    7   6   5   4   3   2   1
!>    1   2   6   5   3   7
!>   10  12  14  18  16  20
!>    7   5   6   3   4   1   2
!>   a2 b3 c3 a1 b1 b2 c1 c2
!>   71  73  51  53  31  33  11  13   1   3   5   7   1   2   3   4   5   6   7
!>   11  12  13  14  15  21  22  23  24  25  31  32  33  34  35
!>        21952       21952
!>         7140
!>          784
