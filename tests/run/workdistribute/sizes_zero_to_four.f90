program sizes_zero_to_four
  implicit none
  integer :: n, i
  do n = 0, 4
    call go(n)
  end do
contains
  subroutine go(n)
    integer, intent(in) :: n
    real :: a(n), b(n,n), c(0:n), d(n,3)
    integer :: l(1), l2(2), k, mv
    logical :: t, f
    real :: s, p, mx
    a = 2; b = 3; c = 1; d = 0
    !$omp target teams workdistribute defaultmap(tofrom: scalar)
    a = a*2 + sum(b, 1)
    s = sum(a); p = product(a); mx = maxval(a)
    t = all(a > 100); f = any(a > 0)
    l = maxloc(a); l2 = minloc(b)
    k = count(b == 3)
    b(:, n:1:-1) = matmul(b, b)
    c(1:n) = c(0:n-1) + a
    c(n+1:n) = 7
    d(:, 2) = a(:)
    d(2:n, 1) = d(1:n-1, 2)
    mv = iany([integer :: ]) + iparity([(i, i=1,n)])
    !$omp end target teams workdistribute
    print '(4f10.2)', s, p, merge(-1.0, mx, n==0), sum(b), sum(c), sum(d)
    print *, t, f, l, l2, k, mv
  end subroutine
end program
!>       0.00      1.00     -1.00      0.00
!>       1.00      0.00
!>  T F           0           0           0           0           0
!>       7.00      7.00      7.00      9.00
!>       9.00      7.00
!>  F T           1           1           1           1           1
!>      20.00    100.00     10.00     72.00
!>      23.00     30.00
!>  F T           1           1           1           4           3
!>      39.00   2197.00     13.00    243.00
!>      43.00     65.00
!>  F T           1           1           1           9           0
!>      64.00  65536.00     16.00    576.00
!>      69.00    112.00
!>  F T           1           1           1          16           4
