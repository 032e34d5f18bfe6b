! INDUCTION: values that follow from the number of the iteration, by adding or multiplying (OpenMP 6.0, 7.6.13).
program p
  implicit none
  integer :: i, j, n, k, list(8)
  integer(8) :: power
  real :: x, xi, sum, c(0:5)
  n = 10
  power = 1
  !$omp parallel do induction(step(3), +: n) induction(step(2), *: power) num_threads(2)
  do i = 1, 8
    list(i) = n + int(power)
    n = n + 3
    power = power*2
  end do
  print *, list, n, power
  c = [1., 2., 3., 4., 5., 6.]
  x = 0.5
  xi = 1
  sum = 0
  !$omp parallel do simd reduction(+: sum) induction(relaxed, step(x), *: xi)
  do i = 0, 5
    sum = sum + c(i)*xi
    xi = xi*x
  end do
  print *, sum, xi
  k = 1
  !$omp simd collapse(2) induction(step(-1), *: k)
  do j = 1, 2
    do i = 1, 4
      list(4*(j - 1) + i) = k
      k = -k
    end do
  end do
  print *, list, k
  n = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp taskloop induction(step(5), +: n) num_tasks(3) shared(list)
  do j = 1, 8
    list(j) = n
    n = n + 5
  end do
  !$omp end single
  !$omp end parallel
  print *, list
  n = 100
  !$omp target parallel do induction(step(5), +: n) map(from: list) map(tofrom: n)
  do i = 1, 8
    list(i) = n
    n = n + 5
  end do
  print *, list, n
end program
!>           11          15          20          27          38          57          92         159          34                  256
!>    3.75000000       1.56250000E-02
!>            1          -1           1          -1           1          -1           1          -1           1
!>            0           5          10          15          20          25          30          35
!>          100         105         110         115         120         125         130         135         140
