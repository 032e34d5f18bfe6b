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
  call fill(b)
  c = 0
  d = 0
  do i = 1, m
    q(:, i) = b((i - 1) * m + 1:i * m)
  end do
  p = q
  call begin('chain of statements')
  do while (again())
    call chain(n, a, b, c, d)
  end do
  a = 1.5d0
  call fill(b)
  call chain(n, a, b, c, d)
  call finish(sum(a) + sum(b))
  call fill(b)
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
contains
  ! A loop, as constructors of this size would not fit into stacks.
  subroutine fill(x)
    real(8), intent(out) :: x(:)
    integer :: i
    do i = 1, size(x)
      x(i) = modulo(i, 100) * 0.05d0
    end do
  end subroutine
end program
