program scalar_dependence
  implicit none
  real(8) :: a(500), b(500), s, t
  integer :: i, n
  a = [(1.0d0 + mod(i, 9), i = 1, 500)]
  b = 0
  n = 500
  !$omp target teams workdistribute map(tofrom: t)
  s = sum(a)
  a = a / s
  t = maxval(a) * 2.0d0
  b(1:n) = a * t + s
  s = s + t
  b(1) = s
  a(2) = b(1) - t
  !$omp end target teams workdistribute
  print '(4f16.6)', t, b(1), b(500), a(2)
  print '(2f18.6)', sum(a), sum(b)
end program
!>         0.007214     2495.007214     2495.000017     2495.000000
!>        2495.998798    1247500.014423
