! stripped: no
! LINEAR on generated loops: the number of an iteration is that of the loops which the construct takes.
program linear_generated
  implicit none
  integer :: i, k, m, a(37)
  logical :: ok
  ok = .true.
  ! A group of iterations is one of the construct.
  k = 1
  a = 0
  !$omp parallel do num_threads(3) schedule(static, 1) linear(k: 4)
  !$omp tile sizes(4)
  do i = 1, 36
    a(i) = k
    k = k + 1
  end do
  print *, all(a(:36) == [(i, i = 1, 36)]), k
  k = 1
  a = 0
  !$omp parallel do num_threads(2) linear(k: -3)
  !$omp reverse
  do i = 1, 37
    a(i) = k
    k = k - 3
  end do
  print *, all(a == [(1 - 3*(37 - i), i = 1, 37)]), k
  k = 0
  !$omp parallel do num_threads(2) linear(k: 3) schedule(dynamic)
  !$omp unroll partial(3)
  do i = 1, 36
    a(i) = k
    k = k + 1
  end do
  print *, all(a(:36) == [(i - 1, i = 1, 36)]), k
  k = 0
  m = 0
  !$omp simd linear(k: 5) reduction(+: m)
  !$omp tile sizes(5)
  do i = 1, 35
    m = m + k
    k = k + 1
  end do
  print *, k, m
  k = 10
  !$omp parallel do num_threads(2) linear(k: 2) collapse(2)
  !$omp interchange
  do i = 1, 4
    do m = 1, 9
      a((i - 1)*9 + m) = k
      k = k + 2
    end do
  end do
  print *, k, all(a(:36) == [((10 + 2*((m - 1)*4 + i - 1), m = 1, 9), i = 1, 4)])
end program linear_generated
!>  T          37
!>  T        -110
!>  T          36
!>           35         595
!>           82 T
