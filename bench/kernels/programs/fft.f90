! Radix-2 fast Fourier transform of complex numbers, in place.
module transform
  implicit none
  real(8), parameter :: pi = 3.14159265358979323846d0
contains
  subroutine fft(x, n, sign)
    integer, intent(in) :: n, sign
    complex(8), intent(inout) :: x(0:n - 1)
    integer :: i, j, k, m, half, span
    complex(8) :: t, w, step
    j = 0
    do i = 0, n - 2
      if (i < j) then
        t = x(i)
        x(i) = x(j)
        x(j) = t
      end if
      m = n / 2
      do while (m >= 1 .and. j >= m)
        j = j - m
        m = m / 2
      end do
      j = j + m
    end do
    span = 2
    do while (span <= n)
      half = span / 2
      step = exp(cmplx(0d0, sign * 2 * pi / span, 8))
      do k = 0, n - 1, span
        w = (1d0, 0d0)
        do i = k, k + half - 1
          t = w * x(i + half)
          x(i + half) = x(i) - t
          x(i) = x(i) + t
          w = w * step
        end do
      end do
      span = span * 2
    end do
  end subroutine
end module
program main
  use transform
  implicit none
  integer, parameter :: n = 2**16
  complex(8), allocatable :: x(:)
  real(8) :: t0, t1
  integer :: i, rep
  allocate (x(0:n - 1))
  do i = 0, n - 1
    x(i) = cmplx(sin(0.01d0 * i), mod(i, 17) * 0.1d0, 8)
  end do
  call cpu_time(t0)
  do rep = 1, 10
    call fft(x, n, -1)
    call fft(x, n, 1)
    x = x / n
  end do
  call cpu_time(t1)
  print '(a, 2es14.6)', 'x', x(1234)
  print '(f12.6)', t1 - t0
end program
