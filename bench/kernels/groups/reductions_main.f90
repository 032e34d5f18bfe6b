program main
  use timing
  use reduce
  implicit none
  integer, parameter :: n = 10000, m = 120
  real(8), allocatable :: a(:), b(:), c(:), p(:, :), s(:)
  integer, allocatable :: k(:), h(:)
  integer :: i
  real(8) :: x
  allocate (a(n), b(n), c(n), p(m, m), s(m), k(n), h(0:255))
  do i = 1, n
    a(i) = modulo(i * 0.6180339887498949d0, 1d0)
    b(i) = modulo(i * 0.7548776662466927d0, 1d0)
    k(i) = modulo(i * 7919, 256)
  end do
  do i = 1, m
    p(:, i) = b(i:i+m-1)
  end do
  h = 0
  call begin('sum')
  do while (again())
    x = total(a)
  end do
  call finish(x)
  call begin('dot_product')
  do while (again())
    x = inner(a, b)
  end do
  call finish(x)
  call begin('maxval')
  do while (again())
    x = largest(a)
  end do
  call finish(x)
  call begin('minloc')
  do while (again())
    i = place(a)
  end do
  call finish(real(i, 8))
  call begin('place by loop')
  do while (again())
    i = place_loop(n, a)
  end do
  call finish(real(i, 8))
  call begin('largest by loop')
  do while (again())
    x = largest_loop(n, a)
  end do
  call finish(x)
  call begin('sum along 1')
  do while (again())
    call columns(s, p)
  end do
  call finish(sum(s))
  call begin('sum along 2')
  do while (again())
    call rows(s, p)
  end do
  call finish(sum(s))
  call begin('count')
  do while (again())
    i = counted(a)
  end do
  call finish(real(i, 8))
  call begin('any')
  do while (again())
    if (found(a)) i = -1
  end do
  call finish(real(i, 8))
  call begin('norm2')
  do while (again())
    x = length(a)
  end do
  call finish(x)
  call begin('variance')
  do while (again())
    x = variance(a)
  end do
  call finish(x)
  call begin('sum of int32 in int64')
  do while (again())
    x = real(longs(k), 8)
  end do
  call finish(x)
  call begin('masked sum')
  do while (again())
    x = masked(a, b)
  end do
  call finish(x)
  call begin('linear search')
  do while (again())
    i = search(n, k, 300)
  end do
  call finish(real(i, 8))
  call begin('prefix sum')
  do while (again())
    call running(n, c, a)
  end do
  call finish(c(n))
  call begin('histogram')
  do while (again())
    call histogram(n, k, h)
  end do
  call finish(real(minloc(h, 1), 8))
end program
