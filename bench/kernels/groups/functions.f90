module functions
  implicit none
contains
  subroutine sines(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = sin(b)
  end subroutine
  subroutine sines4(a, b)
    real(4), intent(out) :: a(:)
    real(4), intent(in) :: b(:)
    a = sin(b)
  end subroutine
  subroutine exps(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = exp(b)
  end subroutine
  subroutine exps4(a, b)
    real(4), intent(out) :: a(:)
    real(4), intent(in) :: b(:)
    a = exp(b)
  end subroutine
  subroutine logs(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = log(b)
  end subroutine
  subroutine powers(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = b**1.7d0
  end subroutine
  subroutine tangents(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = tanh(b)
  end subroutine
  subroutine errors(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = erf(b)
  end subroutine
  subroutine roots(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = sqrt(b) / (1 + b)
  end subroutine
  subroutine roots4(a, b)
    real(4), intent(out) :: a(:)
    real(4), intent(in) :: b(:)
    a = sqrt(b) / (1 + b)
  end subroutine
  subroutine product_complex(a, b, c)
    complex(8), intent(out) :: a(:)
    complex(8), intent(in) :: b(:), c(:)
    a = b * c
  end subroutine
  subroutine quotient_complex(a, b, c)
    complex(8), intent(out) :: a(:)
    complex(8), intent(in) :: b(:), c(:)
    a = b / c
  end subroutine
  subroutine moduli(a, b)
    real(8), intent(out) :: a(:)
    complex(8), intent(in) :: b(:)
    a = abs(b)
  end subroutine
  subroutine integers(n, a, b)
    integer, intent(in) :: n, b(n)
    integer, intent(out) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = b(i) / 7 + mod(b(i), 13) * 3 - b(i)
    end do
  end subroutine
  subroutine bits(n, a, b)
    integer, intent(in) :: n, b(n)
    integer, intent(out) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = popcnt(ieor(b(i), ishft(b(i), -3))) + iand(b(i), 255)
    end do
  end subroutine
  subroutine choice(n, a, b)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n)
    real(8), intent(in) :: b(n)
    integer :: i
    do i = 1, n
      if (b(i) > 1.0d0) then
        a(i) = sqrt(b(i))
      else
        a(i) = b(i) * b(i)
      end if
    end do
  end subroutine
  subroutine polynomial(n, a, b)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n)
    real(8), intent(in) :: b(n)
    real(8), parameter :: c(8) = [1d0, 0.5d0, 0.25d0, 0.125d0, 0.3d0, 0.2d0, 0.1d0, 0.7d0]
    real(8) :: s
    integer :: i, k
    do i = 1, n
      s = 0
      do k = 8, 1, -1
        s = s * b(i) + c(k)
      end do
      a(i) = s
    end do
  end subroutine
  subroutine mandelbrot(n, a)
    integer, intent(in) :: n
    integer, intent(out) :: a(n, n)
    real(8) :: x, y, x0, y0, t
    integer :: i, j, k
    do j = 1, n
      y0 = -1.2d0 + 2.4d0 * j / n
      do i = 1, n
        x0 = -2.0d0 + 2.6d0 * i / n
        x = 0
        y = 0
        k = 0
        do while (x * x + y * y <= 4 .and. k < 100)
          t = x * x - y * y + x0
          y = 2 * x * y + y0
          x = t
          k = k + 1
        end do
        a(i, j) = k
      end do
    end do
  end subroutine
  subroutine black_scholes(n, s, k, t, call)
    integer, intent(in) :: n
    real(8), intent(in) :: s(n), k(n), t(n)
    real(8), intent(out) :: call(n)
    real(8), parameter :: r = 0.02d0, v = 0.3d0
    real(8) :: d1, d2
    integer :: i
    do i = 1, n
      d1 = (log(s(i) / k(i)) + (r + 0.5d0 * v * v) * t(i)) / (v * sqrt(t(i)))
      d2 = d1 - v * sqrt(t(i))
      call(i) = s(i) * 0.5d0 * erfc(-d1 / sqrt(2d0)) - k(i) * exp(-r * t(i)) * 0.5d0 * erfc(-d2 / sqrt(2d0))
    end do
  end subroutine
end module
