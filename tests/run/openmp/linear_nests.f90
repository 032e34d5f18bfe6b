! LINEAR variables of nests whose bounds depend on each other.
program linear_nests
  implicit none
  integer :: i, j, k, n, a(200)
  integer(8) :: m
  n = 6

  a = 0
  k = 0
  !$omp parallel do collapse(2) linear(k) num_threads(3)
  do i = 1, n
    do j = i, n
      a(k + 1) = 10*i + j
      k = k + 1
    end do
  end do
  print '(21i3)', a(:21)
  print *, k, sum(a)

  ! Steps of loops and of the variable.
  a = 0
  m = 100
  !$omp parallel do collapse(2) linear(m: -3) num_threads(2)
  do i = 7, 1, -2
    do j = 1, i, 3
      a(10*i + j) = int(m)
      m = m - 3
    end do
  end do
  do i = 7, 1, -2
    print '(3i4)', a(10*i + 1), a(10*i + 4), a(10*i + 7)
  end do
  print *, m
end program
!>  11 12 13 14 15 16 22 23 24 25 26 33 34 35 36 44 45 46 55 56 66
!>           21         651
!>  100  97  94
!>   91  88   0
!>   85   0   0
!>   82   0   0
!>                    79
