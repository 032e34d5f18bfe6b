program reductions_scalar
  implicit none
  integer :: a(97), r(8), i
  integer(8) :: a8(97), r8(4)
  real(8) :: x(97), rx(6)
  real(4) :: y(97), ry(4)
  logical :: l(97), lr(5)
  a = [(mod(i * 37, 101) - 40, i = 1, 97)]
  a8 = a * 3000000000_8
  x = a * 0.5d0
  y = a * 0.25
  l = a > -41
  !$omp target teams workdistribute
  r(1) = sum(a)
  r(2) = maxval(a)
  r(3) = minval(a)
  r(4) = count(a > 0)
  r(5) = iall(ior(a, 3))
  r(6) = iany(a * a)
  r(7) = iparity(a)
  r(8) = product(a(1:5))
  r8(1) = sum(a8)
  r8(2) = maxval(a8, a8 < 0)
  r8(3) = minval(a8, mask=a > 0)
  r8(4) = iparity(a8)
  rx(1) = sum(x)
  rx(2) = product(x(1:4))
  rx(3) = maxval(x)
  rx(4) = minval(x, x > 3)
  rx(5) = norm2(x(1:30))
  rx(6) = sum(x, l .and. a > 5)
  ry(1) = sum(y)
  ry(2) = maxval(abs(y))
  ry(3) = norm2(y)
  ry(4) = product(y(1:3), a(1:3) > 0)
  lr(1) = all(l)
  lr(2) = any(a == 1000)
  lr(3) = parity(a > 7)
  lr(4) = any(l .neqv. (a > 2))
  lr(5) = all(a > -3)
  !$omp end target teams workdistribute
  print *, r
  print *, r8
  print '(6f14.4)', rx
  print '(6f14.2)', ry
  print *, lr
end program
!>          988          60         -39          58           3        4093          60      942480
!>         2964000000000          -3000000000           3000000000         101775790080
!>       494.0000     1338.7500       30.0000        3.5000       85.8516      870.0000
!>         247.00         15.00         75.42          8.50
!>  T F T T F
