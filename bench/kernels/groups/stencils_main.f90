program main
  use timing
  use stencils
  implicit none
  call planes('L2', 140, 140)
  call planes('narrow rows', 34, 600)
  call planes('memory', 1800, 1800)
  call others()
contains
  subroutine planes(where, n, m)
    character(*), intent(in) :: where
    integer, intent(in) :: n, m
    real(8), allocatable, dimension(:, :) :: a, b
    integer :: i, j
    allocate (a(n, m), b(n, m))
    do j = 1, m
      do i = 1, n
        b(i, j) = modulo(i * 31 + j * 17, 101) * 0.01d0
      end do
    end do
    a = b
    call begin('heat loops '//where)
    do while (again())
      call heat(n, m, a, b)
    end do
    call finish(sum(a))
    call begin('heat array '//where)
    do while (again())
      call heat_array(a, b)
    end do
    call finish(sum(a))
  end subroutine
  subroutine others()
    integer, parameter :: n = 120, m = 48, l = 200
    real(8), allocatable, dimension(:, :) :: h, u, v, hn, un, vn
    real(8), allocatable, dimension(:, :, :) :: p, q
    real(4), allocatable, dimension(:, :) :: x, y
    real(8), allocatable, dimension(:) :: s, t, c
    integer(1), allocatable, dimension(:, :) :: cells, next
    integer :: i, j
    allocate (h(n, n), u(n, n), v(n, n), hn(n, n), un(n, n), vn(n, n), p(m, m, m), q(m, m, m), x(l, l), y(l, l))
    allocate (s(10000), t(10000), c(10000), cells(0:l+1, 0:l+1), next(0:l+1, 0:l+1))
    do j = 1, n
      do i = 1, n
        h(i, j) = 10 + modulo(i * 7 + j * 11, 13) * 0.01d0
        u(i, j) = modulo(i * 5 + j * 3, 17) * 0.01d0
        v(i, j) = modulo(i * 3 + j * 5, 19) * 0.01d0
      end do
    end do
    hn = h
    un = u
    vn = v
    q = 1.5d0
    q(m/2, m/2, m/2) = 3
    p = q
    do j = 1, l
      x(:, j) = [(real(modulo(i * j, 97)), i = 1, l)]
    end do
    y = x
    call begin('shallow water')
    do while (again())
      call shallow(n, n, h, u, v, hn, un, vn)
    end do
    call finish(sum(hn) + sum(un) + sum(vn))
    call begin('3-D, 7 points')
    do while (again())
      call seven(m, p, q)
    end do
    call finish(sum(p))
    call begin('blur real32')
    do while (again())
      call blur(l, l, y, x)
    end do
    call finish(real(y(7, 9), 8))
    cells = 0
    do j = 1, l
      do i = 1, l
        cells(i, j) = int(iand(i * i + j * 3, 1), 1)
      end do
    end do
    next = cells
    call begin('game of life')
    do while (again())
      call life(l, next, cells)
    end do
    call finish(real(sum(int(next)), 8))
    do i = 1, size(t)
      t(i) = modulo(i * 13, 23) * 0.1d0
      c(i) = modulo(i * 7, 11) * 0.05d0 - 0.25d0
    end do
    call begin('upwind, periodic')
    do while (again())
      call upwind(size(t), s, t, c)
    end do
    call finish(sum(s))
    call begin('Gauss-Seidel')
    do while (again())
      call seidel(n, h)
    end do
    h = u
    call seidel(n, h)
    call finish(sum(h))
  end subroutine
end program
