program device_values
  implicit none
  real(8) :: a(200), b(200), r(5), lo, hi, tol, nrm
  integer :: h(10), i, n, k, it, idx(200)
  a = [(mod(i * 37, 101) * 1.0d0, i = 1, 200)]
  b = a
  n = 200
  idx = 0
  do it = 1, 3
    !$omp target teams workdistribute map(tofrom: lo, hi, k, nrm)
    lo = minval(a)
    hi = maxval(a)
    k = count(a > 0.5d0 * (lo + hi))
    b(k) = -1
    b(k + 1:n) = b(1:n - k) + lo
    nrm = sqrt(dot_product(b, b))
    a(:) = (a - lo) / (hi - lo)
    r = [lo, hi, real(k, 8), a(k), b(k)]
    a(maxloc(b, 1)) = a(minloc(b, 1)) + 3
    idx(1:k) = idx(n:n - k + 1:-1) + k
    a = a * 10 + b(mod(k, 7) + 1)
    !$omp end target teams workdistribute
    print '(5f11.5)', r
    print '(f12.4, 2f14.5, i6)', nrm, sum(a), sum(b), sum(idx)
  end do
end program
!>     0.00000  100.00000   99.00000    0.27000   -1.00000
!>     819.2362   15826.30000    9980.00000  9801
!>    74.00000  106.70000    1.00000    0.11315   -1.00000
!>    1797.4763   14943.88379   24667.00000  9703
!>    73.00000  104.13150    1.00000    0.03635   -1.00000
!>    2802.4245   14540.10806   39055.00000  9703
