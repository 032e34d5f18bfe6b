program main
  use timing
  use functions
  implicit none
  integer, parameter :: n = 4096
  real(8) :: a(n), b(n), c(n), d(n)
  real(4) :: a4(n), b4(n)
  complex(8) :: z(n), x(n), y(n)
  integer :: k(n), l(n), i, set(120, 120)
  do i = 1, n
    b(i) = 3 * modulo(i * 0.6180339887498949d0, 1d0) + 0.1d0
    c(i) = 3 * modulo(i * 0.7548776662466927d0, 1d0) + 0.1d0
    k(i) = modulo(i * 7919, 100000)
  end do
  d = 1 + b * 0.1d0
  b4 = real(b)
  x = cmplx(b, c - 1, 8)
  y = cmplx(c, b - 1, 8)
  call begin('sin')
  do while (again())
    call sines(a, b)
  end do
  call finish(sum(a))
  call begin('sin real32')
  do while (again())
    call sines4(a4, b4)
  end do
  call finish(real(a4(7), 8))
  call begin('exp')
  do while (again())
    call exps(a, b)
  end do
  call finish(sum(a))
  call begin('exp real32')
  do while (again())
    call exps4(a4, b4)
  end do
  call finish(real(a4(7), 8))
  call begin('log')
  do while (again())
    call logs(a, b)
  end do
  call finish(sum(a))
  call begin('x**1.7')
  do while (again())
    call powers(a, b)
  end do
  call finish(sum(a))
  call begin('tanh')
  do while (again())
    call tangents(a, b)
  end do
  call finish(sum(a))
  call begin('erf')
  do while (again())
    call errors(a, b)
  end do
  call finish(sum(a))
  call begin('square root, division')
  do while (again())
    call roots(a, b)
  end do
  call finish(sum(a))
  call begin('square root, division real32')
  do while (again())
    call roots4(a4, b4)
  end do
  call finish(real(a4(7), 8))
  call begin('complex product')
  do while (again())
    call product_complex(z, x, y)
  end do
  call finish(real(sum(z), 8))
  call begin('complex quotient')
  do while (again())
    call quotient_complex(z, x, y)
  end do
  call finish(real(sum(z), 8))
  call begin('complex abs')
  do while (again())
    call moduli(a, x)
  end do
  call finish(sum(a))
  call begin('integer / and mod')
  do while (again())
    call integers(n, l, k)
  end do
  call finish(real(sum(l), 8))
  call begin('bits')
  do while (again())
    call bits(n, l, k)
  end do
  call finish(real(sum(l), 8))
  call begin('if and else')
  do while (again())
    call choice(n, a, b)
  end do
  call finish(sum(a))
  call begin('polynomial')
  do while (again())
    call polynomial(n, a, b)
  end do
  call finish(sum(a))
  call begin('mandelbrot')
  do while (again())
    call mandelbrot(120, set)
  end do
  call finish(real(sum(set), 8))
  call begin('Black-Scholes')
  do while (again())
    call black_scholes(n, b, c, d, a)
  end do
  call finish(sum(a))
end program
