! options: -O2 -march=x86-64 -ffpe-trap=invalid,zero
! Divisions, roots and functions of WHERE and of conditions raise no exceptions for elements that are left out, in registers
! without masks neither.
program where_traps
  implicit none
  real(8) :: x(37), y(37), z, total
  real :: a(41), b(41)
  integer :: i, k(41)
  x = [(merge(0d0, real(i, 8), mod(i, 3) == 0), i = 1, 37)]
  z = 0
  y = -1
  call reciprocal(x, y)
  print '(5f9.5)', y(33:37)
  y = 1
  call two_sided(x, z, y)
  print '(5f9.5)', y(33:37)
  a = [(real(i) - 20, i = 1, 41)]
  b = 0
  call functions(a, b)
  print '(5f9.5)', b(1), b(19:21), b(41)
  call whole(a, k)
  print '(5i5)', k(1), k(19:21), k(41)
  call rest(a, b)
  print '(5f9.5)', b(1), b(19:21), b(41)
  total = 0
  do i = 1, 37
    if (x(i) /= 0) total = total + 6 / x(i)
  end do
  print '(f9.5)', total
contains
  subroutine reciprocal(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(inout) :: y(:)
    where (x /= 0) y = 1 / x
  end subroutine
  subroutine two_sided(x, z, y)
    real(8), intent(in) :: x(:), z
    real(8), intent(inout) :: y(:)
    where (x == 0)
      y = 2
    elsewhere
      y = 7 / x
    end where
    where (x > 100) y = y / z
    where (y > 1) y = sqrt(y - 1)
  end subroutine
  subroutine functions(a, b)
    real, intent(in) :: a(:)
    real, intent(inout) :: b(:)
    where (a >= 0)
      b = sqrt(a)
    elsewhere
      b = log(-a) + acosh(1 - a)
    end where
    where (abs(a) < 1) b = b + asin(a) + atanh(a)
  end subroutine
  subroutine whole(a, k)
    real, intent(in) :: a(:)
    integer, intent(out) :: k(:)
    real :: big(size(a))
    big = a
    where (a < 0) big = 1e30
    k = -1
    where (a >= 0) k = int(big * 2)
  end subroutine
  subroutine rest(a, b)
    real, intent(in) :: a(:)
    real, intent(inout) :: b(:)
    where (a /= 0) b = mod(5.0, a) + modulo(-5.0, a)
  end subroutine
end program
!>  -1.00000  0.02941  0.02857 -1.00000  0.02703
!>   1.00000  0.20588  0.20000  1.00000  0.18919
!>   6.63269  1.31696  0.00000  1.00000  4.58258
!>    -1   -1    0    2   42
!>   0.00000  0.00000  0.00000  0.00000 21.00000
!>  19.00310
