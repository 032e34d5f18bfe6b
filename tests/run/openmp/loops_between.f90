! LINEAR variables of divided loops, nests with code or bounds between the loops, unrolled loops with any step.
program loops_between
  implicit none
  integer :: i, j, k, m, seen(4), step
  integer(8) :: wide
  integer :: n(100)
  k = 10
  wide = -5
  !$omp parallel do num_threads(3) linear(k : 3) linear(wide)
  do i = 1, 20
    n(i) = k + int(wide)
    k = k + 3
    wide = wide + 1
  end do
  print '(2i5,10i4)', k, wide, n(1:20:2)
  k = 0
  !$omp parallel do num_threads(2) collapse(2) linear(k : 2)
  do i = 1, 3
    do j = 4, 1, -1
      n(4 * i - j + 1) = k
      k = k + 2
    end do
  end do
  print '(13i4)', k, n(1:12)
  seen = 0
  !$omp parallel do num_threads(3) collapse(3) reduction(+ : seen)
  do i = 1, 3
    seen(1) = seen(1) + 1
    block
      do j = 1, 4
        seen(2) = seen(2) + 1
        block
          do m = 1, 5
            seen(3) = seen(3) + 1
          end do
        end block
      end do
    end block
    seen(4) = seen(4) + 1
  end do
  print '(i4,2l2)', seen(3), seen(1) >= 3, seen(2) >= 12
  seen = 0
  !$omp parallel do num_threads(3) collapse(2) reduction(+ : seen) lastprivate(j)
  do i = 1, 6
    do j = i, 6
      seen(1) = seen(1) + i * j
    end do
  end do
  print '(2i5)', seen(1), j
  n = 0
  step = 3
  !$omp parallel do
  !$omp unroll partial(2)
  do i = 1, 100, step
    n(i) = i
  end do
  print '(i6)', sum(n)
end program
!>    70   15   5  13  21  29  37  45  53  61  69  77
!>   24   0   2   4   6   8  10  12  14  16  18  20  22
!>   60 T T
!>   266    7
!>   1717
