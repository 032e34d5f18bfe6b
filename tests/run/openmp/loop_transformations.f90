! TILE, UNROLL, INTERCHANGE, REVERSE, SPLIT and FUSE: the order of iterations, alone and inside other directives.
! stripped: no
program loop_transformations
  implicit none
  integer :: i, j, k, n, m, order(64), at, a(20, 20), b(20, 20), total
  character(200) :: line
  n = 5
  m = 7

  at = 0
  !$omp tile sizes(2, 3)
  do i = 1, n
    do j = m, 1, -2
      at = at + 1
      order(at) = 10*i + j
    end do
  end do
  print '(20i4)', order(:at)

  at = 0
  !$omp interchange
  do i = 1, 3
    do j = 1, 2
      at = at + 1
      order(at) = 10*i + j
    end do
  end do
  print '(20i4)', order(:at)

  at = 0
  !$omp interchange permutation(2, 3, 1)
  do i = 1, 2
    do j = 1, 2
      do k = 1, 3
        at = at + 1
        order(at) = 100*i + 10*j + k
      end do
    end do
  end do
  print '(20i4)', order(:at)

  at = 0
  !$omp reverse
  do i = 1, 10, 3
    if (i == 4) cycle
    at = at + 1
    order(at) = i
  end do
  !$omp reverse
  do i = 2, 1, 2
    at = at + 1
    order(at) = -i
  end do
  !$omp reverse
  do i = 9, 2, -4
    at = at + 1
    order(at) = i
  end do
  print '(20i4)', order(:at)

  line = ''
  !$omp fuse
  do i = 1, 2
    line = trim(line)//' a'//achar(48 + i)
  end do
  do j = 8, 2, -2
    if (j == 6) cycle
    line = trim(line)//' b'//achar(48 + j)
  end do
  !$omp end fuse
  print *, trim(line)

  line = ''
  !$omp fuse looprange(2, 2)
  do i = 1, 2
    line = trim(line)//' a'//achar(48 + i)
  end do
  do j = 1, 3
    line = trim(line)//' b'//achar(48 + j)
  end do
  do k = 1, 2
    line = trim(line)//' c'//achar(48 + k)
  end do
  !$omp end fuse
  print *, trim(line)

  at = 0
  !$omp unroll full
  do i = 1, 4
    at = at + i
  end do
  !$omp split counts(2, omp_fill)
  do i = 1, n
    at = at + i
  end do
  !$omp tile sizes(3)
  !$omp reverse
  do i = 1, n
    at = at*2 + i
  end do
  print *, at

  ! The loops that are generated belong to the directive above.
  a = 0
  b = 0
  total = 0
  !$omp parallel do collapse(2) reduction(+:total) num_threads(3)
  !$omp tile sizes(4, 8)
  do j = 1, 20
    do i = 1, 20
      a(i, j) = a(i, j) + i*j
      total = total + 1
    end do
  end do
  !$omp parallel default(none) shared(b, n, m) num_threads(2)
  !$omp do
  !$omp unroll partial(3)
  do i = 2, 20, 2
    b(i, 1) = b(i, 1) + i
  end do
  !$omp do
  !$omp fuse
  do i = 1, 10
    b(i, 2) = i
  end do
  do j = 1, 20
    b(j, 3) = -j
  end do
  !$omp end fuse
  !$omp end parallel
  print *, total, sum(a), sum(b(:, 1)), sum(b(:, 2)), sum(b(:, 3))
  !$omp target teams distribute parallel do map(tofrom: a)
  !$omp tile sizes(6)
  do i = 1, 20
    a(i, :) = a(i, :) - i
  end do
  print *, sum(a), a(20, 20)
end program
!>   17  15  13  27  25  23  11  21  37  35  33  47  45  43  31  41  57  55  53  51
!>   11  21  31  12  22  32
!>  111 211 112 212 113 213 121 221 122 222 123 223
!>   10   7   1   5   9
!>   a1 b8 a2 b4 b2
!>   a1 a2 b1 c1 b2 c2 b3
!>          929
!>          400       44100         110          55        -210
!>        39900         380
