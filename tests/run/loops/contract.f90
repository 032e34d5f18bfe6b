! options: -O2 -ffp-contract=fast
! Products and the sums that take them round once, where no parentheses forbid it; a*b is 1 - 2**(-60), which rounds to 1.
module parts
  implicit none
contains
  ! Of each element one product: one that is needed for something else, too, would be rounded.
  subroutine scalars(a, b, c)
    real(8), intent(in) :: a(:), b(:), c(:)
    real(8) :: t
    call show('a*b + c', a(1)*b(1) + c(1))
    call show('c + a*b', c(2) + a(2)*b(2))
    call show('a*b - 1', a(3)*b(3) - (-c(3)))
    call show('1 - a*b', (-c(4)) - a(4)*b(4))
    call show('(a*b) + c', (a(5)*b(5)) + c(5))
    t = a(6)*b(6)
    call show('t + c', t + c(6))
    t = a(7)*b(7)
    if (t > 0) call show('t, used', t + c(7))
    call show('a**2 - d', a(8)**2 - (1 + 2*(a(8) - 1)))
    call show('(a**2) - d', (a(9)**2) - (1 + 2*(a(9) - 1)))
    call show('(-a*b) + 1', (-a(10)*b(10)) - c(10))
    call show('-a*b + 1', -a(11)*b(11) - c(11))
    call show('a**5 - d', a(12)**5 - (1 + 5*(a(12) - 1)))
    call show('(a**5) - d', (a(13)**5) - (1 + 5*(a(13) - 1)))
  end subroutine
  subroutine show(text, x)
    character(*), intent(in) :: text
    real(8), intent(in) :: x
    print '(a, t18, f8.1)', text, x*2d0**60
  end subroutine
  subroutine arrays(a, b, c, r, p)
    real(8), intent(in) :: a(:), b(:), c(:)
    real(8), intent(out) :: r(:), p(:)
    r = a*b + c
    p = (a*b) + c
  end subroutine
  subroutine plane(x, y, z)
    complex(8), intent(in) :: x(:), y(:)
    complex(8), intent(out) :: z(:)
    z = x*y
  end subroutine
end module
program contract
  use parts
  implicit none
  integer, parameter :: n = 13
  real(8) :: a(n), b(n), c(n), r(n), p(n)
  complex(8) :: x(n), y(n), z(n)
  real(8) :: e
  character(8) :: word = '-30'
  integer :: k
  read (word, *) k
  e = 2d0**k
  a = 1 + e
  b = 1 - e
  c = -1
  call scalars(a, b, c)
  call arrays(a, b, c, r, p)
  print *, all(r == -2d0**(-60)), all(p == 0)
  ! (1 + e)(1 - e) - 1*1: of the two products the first one is not rounded.
  x = cmplx(1 + e, 1d0, 8)
  y = cmplx(1 - e, 1d0, 8)
  call plane(x, y, z)
  print *, all(real(z) == -2d0**(-60)), all(aimag(z) == 2)
end program
!> a*b + c              -1.0
!> c + a*b              -1.0
!> a*b - 1              -1.0
!> 1 - a*b               1.0
!> (a*b) + c             0.0
!> t + c                -1.0
!> t, used               0.0
!> a**2 - d              1.0
!> (a**2) - d            0.0
!> (-a*b) + 1            0.0
!> -a*b + 1              1.0
!> a**5 - d              4.0
!> (a**5) - d            0.0
!>  T T
!>  T T
