program matmul_forms
  implicit none
  integer, parameter :: n = 33, m = 17, k = 25
  real(8) :: a(n, k), b(k, m), c(n, m), v(k), w(n), bt(m, k), d(m)
  integer :: ia(n, k), ib(k, m), ic(n, m), i
  logical :: la(n, k), lb(k, m), lc(n, m)
  a = reshape([(mod(i*7, 19) - 9.0d0, i = 1, n*k)], [n, k])
  b = reshape([(mod(i*5, 23) - 11.0d0, i = 1, k*m)], [k, m])
  bt = transpose(b)
  v = [(i*0.5d0, i = 1, k)]
  ia = int(a); ib = int(b)
  la = ia > 5; lb = ib > 7
  !$omp target teams workdistribute map(tofrom: c, w, d, ic, lc)
  c = matmul(a, b)
  c = c + matmul(a, transpose(bt)) * 2.0d0 - 1.0d0
  w = matmul(a, v)
  d = matmul(v, b)
  c(1:n:2, 2:m:3) = matmul(a(1:n:2, :), b(:, 2:m:3))
  ic = matmul(ia, ib)
  lc = matmul(la, lb)
  a(1:k, 1:k) = matmul(a(1:k, :), a(1:k, :))
  !$omp end target teams workdistribute
  print '(4f16.4)', sum(c), sum(w), sum(d), sum(a)
  print *, sum(ic), count(lc), c(3, 5), ic(7, 9)
end program
!>          54.0000         74.5000       -121.0000        211.0000
!>          337         462   70.000000000000000              -36
