program main
  use timing
  use shares
  implicit none
  integer, parameter :: n = 1000000, m = 1000
  real(8), allocatable, dimension(:) :: a, b, c, d
  real(8), allocatable, dimension(:, :) :: p, q
  integer :: i
  allocate (a(n), b(n), c(n), d(n), p(m, m), q(m, m))
  a = 1.5d0
  b = [(modulo(i, 100) * 0.05d0, i = 1, n)]
  c = 0
  d = 0
  q = reshape(b, [m, m])
  p = q
  call begin('chain of statements')
  do while (again())
    call chain(n, a, b, c, d)
  end do
  call finish(0 * a(1))
  b = [(modulo(i, 100) * 0.05d0, i = 1, n)]
  call begin('stencil')
  do while (again())
    call stencil(m, p, q)
  end do
  call finish(sum(p))
  call begin('logistic')
  do while (again())
    call logistic(n, a, b)
  end do
  call finish(sum(a))
end program
