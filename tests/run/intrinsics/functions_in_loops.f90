! Elementary functions in DO loops, guarded and not, forwards and backwards; powers with constant exponents and bases.
program functions_in_loops
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer, parameter :: n = 103
  real(8) :: x(n), y(n), z(n), s, a(n)
  real :: u(n), v(n), w(n)
  integer :: i
  real(8) :: t
  do i = 1, n
    x(i) = i * 0.37d0 - 3
    u(i) = real(i) * 0.11 - 2
  end do
  ! independent iterations against the same one by one
  do i = 1, n
    y(i) = exp(x(i)) * sin(x(i)) + log(abs(x(i)) + 1)
    v(i) = cos(u(i)) ** 2 + atan2(u(i), 2.0)
  end do
  do i = 1, n
    t = exp(x(i)) * sin(x(i)) + log(abs(x(i)) + 1)
    if (abs(t - y(i)) > 8 * spacing(abs(t) + 1d0)) print *, 'differs', i, t, y(i)
    if (abs(cos(u(i)) ** 2 + atan2(u(i), 2.0) - v(i)) > 4 * spacing(2.0)) print *, 'differs', i
  end do
  a = exp(x) * sin(x) + log(abs(x) + 1)
  print *, 'as array statements', count(a /= y)
  ! conditions guard their functions
  z = 0
  do i = 1, n
    if (x(i) > 0) z(i) = log(x(i))
  end do
  print '(3f12.6)', z(1), z(10), z(n)
  ! a sum in order
  s = 0
  do i = 1, n
    s = s + exp(-abs(x(i)))
  end do
  print '(f14.8)', s
  ! backwards, with steps, and in place
  do i = n, 1, -1
    y(i) = tanh(y(i))
  end do
  do i = 2, n - 1, 2
    y(i) = exp(y(i)) + y(i + 1)
  end do
  do i = 1, n - 1
    y(i) = exp(-abs(y(i + 1)))
  end do
  print '(4f14.9)', y(1), y(2), y(50), y(n)
  do i = 20, n
    z(i) = exp(-abs(z(i - 17)))
  end do
  print '(4f14.9)', z(20), z(40), z(60), z(n)
  ! constant exponents and bases
  w = abs(u)
  print *, maxval(abs(w ** 0.5 - sqrt(w))), maxval(abs(w ** 2.0 - w * w)), all(abs(2.0 ** u - exp(u * log(2.0))) < 1e-5 * 2.0 ** u)
  print *, (-0.0d0) ** 0.5d0, sign(1d0, (-0.0d0 * x(1) * 0) ** 0.5d0), 2d0 ** 10d0, 2.0 ** (-3.0)
  t = ieee_value(t, ieee_positive_inf)
  call ends(t)
contains
  subroutine ends(t)
    real(8), intent(in) :: t
    print *, t ** 0.5d0, (-t) ** 0.5d0, 2d0 ** t, 2d0 ** (-t), t ** 2d0
  end subroutine
end program
!>  as array statements           0
!>     0.000000   -0.356675    3.558486
!>     5.27031050
!>    0.052210639   0.484391129   0.367879441  -1.000000000
!>    1.000000000   0.367879441   0.487276413   0.534334837
!>    0.00000000       0.00000000     T
!>    0.0000000000000000        1.0000000000000000        1024.0000000000000       0.125000000
!>                   Infinity                  Infinity                  Infinity   0.0000000000000000                       Infinity
