subroutine transformations(n, a)
  integer :: n, i, j, s
  integer :: a(n, n)
  !$omp parallel do
  !$omp unroll full
  do i = 1, 4
    a(i, 1) = i
  end do
  !$omp tile sizes(2, 2)
  do i = 1, n
    do j = i, n
      a(i, j) = 0
    end do
  end do
  !$omp interchange
  do i = 1, n
    a(i, i) = 0
  end do
  !$omp interchange permutation(1, 1)
  do i = 1, n
    do j = 1, n
      a(i, j) = 0
    end do
  end do
  !$omp tile sizes(0)
  do i = 1, n
    a(i, i) = 0
  end do
  s = 2
  !$omp reverse
  do i = 1, n, s
    a(i, i) = 0
  end do
  !$omp fuse looprange(2, 2)
  do i = 1, n
    a(i, i) = 0
  end do
  do j = 1, n
    a(j, j) = 0
  end do
  !$omp end fuse
  !$omp fuse looprange(9223372036854775807_8, 9223372036854775807_8)
  do i = 1, n
    a(i, i) = 0
  end do
  do j = 1, n
    a(j, j) = 0
  end do
  !$omp end fuse
  !$omp split counts(1, 2)
  do i = 1, n
    a(i, i) = 0
  end do
  !$omp split counts(omp_fill, 2, omp_fill)
  do i = 1, n
    a(i, i) = 0
  end do
end subroutine
