! INDUCTION: values that follow from the number of the iteration, by adding or multiplying (OpenMP 6.0, 7.6.13).
program p
  implicit none
  integer :: i, j, n, k, list(8), v(3)
  integer(8) :: power
  real :: x, xi, sum, c(0:5), w(2)
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

  ! Arrays, each element for itself, and what is exact in any order.
  v = [1, 2, 3]
  w = [1.0, 3.0]
  !$omp parallel do induction(strict, step(2), +: v) induction(step(0.5), *: w) num_threads(3)
  do i = 1, 8
    list(i) = sum3(v) + nint(16 * w(2))
    v = v + 2
    w = w * 0.5
  end do
  print *, list, v, w
  v = [1, 2, 3]
  !$omp target parallel do induction(step(3), *: v) map(from: list) map(tofrom: v)
  do i = 1, 8
    list(i) = v(1) + v(3)
    v = v * 3
  end do
  print *, list, v

  ! Teams: all begin with what is there in front of them.
  n = 7
  v = [1, 2, 3]
  !$omp teams distribute parallel do induction(step(5), +: n) induction(step(-1), +: v) num_teams(3) num_threads(2)
  do i = 1, 8
    list(i) = 100 * n + v(2)
    n = n + 5
    v = v - 1
  end do
  print *, list, n, v
  n = 7
  v = 1
  !$omp target teams distribute parallel do induction(step(5), +: n) induction(step(2), *: v) map(from: list) map(tofrom: n, v)
  do i = 1, 8
    list(i) = 1000 * v(3) + n
    n = n + 5
    v = v * 2
  end do
  print *, list, n, v
  n = 7
  !$omp target teams distribute induction(step(5), +: n) map(from: list) map(tofrom: n) num_teams(4)
  do i = 1, 8
    list(i) = n
    n = n + 5
  end do
  print *, list, n
contains
  integer function sum3(v)
    integer, intent(in) :: v(3)
    sum3 = v(1) + v(2) + v(3)
  end function
end program
!>           11          15          20          27          38          57          92         159          34                  256
!>    3.75000000       1.56250000E-02
!>            1          -1           1          -1           1          -1           1          -1           1
!>            0           5          10          15          20          25          30          35
!>          100         105         110         115         120         125         130         135         140
!>           54          36          30          30          33          38          43          48          17          18          19   3.90625000E-03   1.17187500E-02
!>            4          12          36         108         324         972        2916        8748        6561       13122       19683
!>          702        1201        1700        2199        2698        3197        3696        4195          47          -7          -6          -5
!>         1007        2012        4017        8022       16027       32032       64037      128042          47         256         256         256
!>            7          12          17          22          27          32          37          42          47
