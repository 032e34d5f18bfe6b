! options: -O3
! Conditions on the index of a loop that decide what is accessed: periodic neighbours, borders, shifted arrays, one iteration that
! stores what all others load.
module kernels
  implicit none
contains
  subroutine periodic(n, a, b)
    integer, intent(in) :: n
    integer, intent(in) :: a(n)
    integer, intent(out) :: b(n)
    integer :: i
    do i = 1, n
      b(i) = a(modulo(i, n) + 1) - 2*a(i) + 3*a(modulo(i - 2, n) + 1)
    end do
  end subroutine
  subroutine torus(n, m, a, b)
    integer, intent(in) :: n, m
    integer, intent(in) :: a(n, m)
    integer, intent(out) :: b(n, m)
    integer :: i, j, ip, im, jp
    do j = 1, m
      jp = merge(1, j + 1, j == m)
      do i = 1, n
        ip = i + 1
        if (ip > n) ip = 1
        im = merge(n, i - 1, i == 1)
        b(i, j) = a(ip, j) + 2*a(im, j) + 4*a(i, jp)
      end do
    end do
  end subroutine
  subroutine borders(n, k, a, b)
    integer, intent(in) :: n, k
    integer, intent(in) :: a(n)
    integer, intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (i == 1) then
        b(i) = -a(i)
      else if (i >= k) then
        b(i) = a(i) - a(i - 1)
      end if
      if (i /= k) b(i) = b(i) + 1000*a(i)
    end do
  end subroutine
  subroutine shifted(n, m, k, a, b)
    integer, intent(in) :: n, m, k
    integer, intent(in) :: a(n, m)
    integer, intent(out) :: b(n, m)
    b = cshift(a, k) + 10*cshift(a, -1, 1) + 100*cshift(a, k + 1, 2) + 1000*eoshift(a, k, dim=1) - eoshift(a, -2, -5, 2)
  end subroutine
  subroutine paths(n, d)
    integer, intent(in) :: n
    integer, intent(inout) :: d(n, n)
    integer :: i, j, k
    do k = 1, n
      do j = 1, n
        do i = 1, n
          d(i, j) = min(d(i, j), d(i, k) + d(k, j))
        end do
      end do
    end do
  end subroutine
  subroutine eliminate(n, k, l, x)
    integer, intent(in) :: n, k, l
    integer, intent(inout) :: x(n)
    integer :: i
    do i = k, n
      x(i) = x(i) + 2*x(l)
    end do
  end subroutine
  subroutine count_up(n, k, a, s, last)
    integer, intent(in) :: n, k
    integer, intent(in) :: a(n)
    integer, intent(out) :: s, last
    integer :: i
    s = 0
    last = 0
    do i = 1, n
      if (i <= k) then
        s = s + a(i)
      else
        s = s + 2*a(n + 1 - i)
        last = i
      end if
    end do
  end subroutine
end module

program stretches
  use kernels
  implicit none
  integer, parameter :: sizes(7) = [1, 2, 3, 9, 16, 33, 70]
  integer :: a(70), b(70), g(70, 5), h(70, 5), d(70, 70), i, j, n, k, t, s, last
  do t = 1, size(sizes)
    n = sizes(t)
    a = [(modulo(i*7, 11) - 3, i = 1, 70)]
    g = reshape([(modulo(i*5, 17), i = 1, 350)], [70, 5])
    call periodic(n, a, b)
    print '(a, i4, i12)', 'periodic', n, sum(b(:n)*[(i, i = 1, n)])
    call torus(n, 5, g(:n, :), h(:n, :))
    print '(a, i4, i12)', 'torus   ', n, sum(h(:n, :)*reshape([(i, i = 1, 5*n)], [n, 5]))
    do k = -1, n + 2, max(1, n/2)
      b = 7
      call borders(n, k, a, b)
      call count_up(n, k, a, s, last)
      print '(a, 2i4, 3i12)', 'borders ', n, k, sum(b*[(i, i = 1, 70)]), s, last
      call shifted(n, 5, k, g(:n, :), h(:n, :))
      print '(a, 2i4, i12)', 'shifted ', n, k, sum(h(:n, :)*reshape([(i, i = 1, 5*n)], [n, 5]))
      b = a
      call eliminate(n, max(k, 1), max(1, n/2), b)
      print '(a, 2i4, i12)', 'one     ', n, k, sum(b*[(i, i = 1, 70)])
    end do
    do j = 1, n
      do i = 1, n
        d(i, j) = merge(0, 1 + modulo(i*i + 7*j, 23), i == j)
      end do
    end do
    ! One that is below zero changes what comes after it.
    d(min(n, 3), min(n, 3)) = -1
    call paths(n, d(:n, :n))
    print '(a, i4, i24)', 'paths   ', n, sum(int(max(d(:n, :n), -1000000), selected_int_kind(15))*reshape([(i, i = 1, n*n)], [n, n]))
  end do
end program

!> periodic   1           8
!> torus      1         766
!> borders    1  -1       21384           8           1
!> shifted    1  -1       12998
!> one        1  -1        5127
!> borders    1   0       21384           8           1
!> shifted    1   0      129498
!> one        1   0        5127
!> borders    1   1       17384           4           0
!> shifted    1   1       14998
!> one        1   1        5127
!> borders    1   2       21384           4           0
!> shifted    1   2       14998
!> one        1   2        5119
!> borders    1   3       21384           4           0
!> shifted    1   3       11498
!> one        1   3        5119
!> paths      1                      -2
!> periodic   2          24
!> torus      2        3470
!> borders    2  -1       21362           8           2
!> shifted    2  -1      292600
!> one        2  -1        5175
!> borders    2   0       21362           8           2
!> shifted    2   0      568008
!> one        2   0        5175
!> borders    2   1       17362          12           2
!> shifted    2   1      324400
!> one        2   1        5175
!> borders    2   2       21362           4           0
!> shifted    2   2       57808
!> one        2   2        5135
!> borders    2   3       21384           4           0
!> shifted    2   3       47200
!> one        2   3        5119
!> borders    2   4       21384           4           0
!> shifted    2   4       56608
!> one        2   4        5119
!> paths      2                      59
!> periodic   3          21
!> torus      3        7268
!> borders    3  -1       42362          22           3
!> shifted    3  -1      901052
!> one        3  -1        5247
!> borders    3   0       42362          22           3
!> shifted    3   0     1113942
!> one        3   0        5247
!> borders    3   1       38362          12           3
!> shifted    3   1      753835
!> one        3   1        5247
!> borders    3   2       42362          12           3
!> shifted    3   2      328752
!> one        3   2        5159
!> borders    3   3       21384          11           0
!> shifted    3   3      101642
!> one        3   3        5143
!> borders    3   4       42384          11           0
!> shifted    3   4      110035
!> one        3   4        5119
!> borders    3   5       42384          11           0
!> shifted    3   5      116952
!> one        3   5        5119
!> paths      3                     248
!> periodic   9         171
!> torus      9       59775
!> borders    9  -1      128098          48           9
!> shifted    9  -1     9097528
!> one        9  -1        5809
!> borders    9   3      107120          49           9
!> shifted    9   3     6327391
!> one        9   3        5791
!> borders    9   7      114219          29           9
!> shifted    9   7     2359799
!> one        9   7        5263
!> borders    9  11      128384          24           0
!> shifted    9  11      943216
!> one        9  11        5119
!> paths      9                   11067
!> periodic  16         708
!> torus     16      183100
!> borders   16  -1      279383          70          16
!> shifted   16  -1    27662690
!> one       16  -1        3775
!> borders   16   7      265504          69          16
!> shifted   16   7    15372482
!> one       16   7        3859
!> borders   16  15      235043          44          16
!> shifted   16  15     3951890
!> one       16  15        4995
!> paths     16                  109664
!> periodic  33        2541
!> torus     33      770365
!> borders   33  -1     1003292         132          33
!> shifted   33  -1   119379577
!> one       33  -1        2297
!> borders   33  15      958952         122          33
!> shifted   33  15    65905313
!> one       33  15        2507
!> borders   33  31      851669          76          33
!> shifted   33  31    16981016
!> one       33  31        4927
!> paths     33                 1900291
!> periodic  70       10180
!> torus     70     3447466
!> borders   70  -1     5119059         292          70
!> shifted   70  -1   539175668
!> one       70  -1        5119
!> borders   70  34     4987151         224          70
!> shifted   70  34   284521948
!> one       70  34        5119
!> borders   70  69     4652614         151          70
!> shifted   70  69    62189668
!> one       70  69        5119
!> paths     70                41318190
