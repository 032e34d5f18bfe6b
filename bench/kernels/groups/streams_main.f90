program main
  use timing
  use streams
  implicit none
  call at_size('L2', 12000)
  call at_size('memory', 4000000)
  call others()
contains
  subroutine at_size(where, n)
    character(*), intent(in) :: where
    integer, intent(in) :: n
    real(8), allocatable, dimension(:) :: a, b, c, d, e
    allocate (a(n), b(n), c(n), d(n), e(n))
    call random_number(b)
    b = 1.25d0
    b(n/2) = 2
    c = 0.5d0
    a = 1
    d = 0
    e = 0
    call begin('fill '//where)
    do while (again())
      call fill(a, 2.5d0)
    end do
    call finish(sum(a))
    call begin('copy '//where)
    do while (again())
      call copy(a, b)
    end do
    call finish(sum(a))
    call begin('scale '//where)
    do while (again())
      call scaled(a, b, 1.5d0)
    end do
    call finish(sum(a))
    call begin('add '//where)
    do while (again())
      call added(a, b, c)
    end do
    call finish(sum(a))
    call begin('triad '//where)
    do while (again())
      call triad(a, b, c, 1.5d0)
    end do
    call finish(sum(a))
    call begin('nstream '//where)
    do while (again())
      call nstream(a, b, c, 1d-9)
    end do
    a = 1
    call nstream(a, b, c, 1d-9)
    call finish(sum(a))
    call begin('chain '//where)
    do while (again())
      call chain(a, b, c, d, e)
    end do
    a = 1
    b = 1.25d0
    call chain(a, b, c, d, e)
    call finish(sum(a) + sum(b))
  end subroutine
  subroutine others()
    integer, parameter :: n = 12000, m = 1000
    real(8), allocatable :: a(:), b(:), p(:, :), q(:, :)
    real(4), allocatable :: x(:), y(:)
    integer(1), allocatable :: s(:), t(:)
    integer, allocatable :: k(:)
    type(point), allocatable :: pts(:)
    integer :: i, found
    allocate (a(2 * n), b(n), k(n), p(m, m), q(m, m), x(n), y(n), s(n), t(n), pts(n))
    do i = 1, n
      b(i) = modulo(i * 0.6180339887498949d0, 1d0)
      k(i) = 1 + modulo(i * 7919, n)
      s(i) = int(modulo(i * 37, 256) - 128, 1)
    end do
    a = 1
    x = real(b)
    y = 0
    do i = 1, m
      q(:, i) = [(real(found + i * 3, 8), found = 1, m)]
    end do
    call begin('axpy real32 L2')
    do while (again())
      call axpy(n, y, x, 1e-6)
    end do
    y = 0
    call axpy(n, y, x, 1e-6)
    call finish(real(y(7), 8))
    call begin('transpose 1000')
    do while (again())
      call transposed(p, q)
    end do
    call finish(sum(p(:, 3)))
    call begin('transpose loops 1000')
    do while (again())
      call transposed_loops(m, p, q)
    end do
    call finish(sum(p(:, 5)))
    call begin('shift')
    do while (again())
      call shifted(a)
    end do
    call finish(sum(a))
    call begin('cshift')
    do while (again())
      call rotated(a(:n), b)
    end do
    call finish(a(1) + a(n))
    call begin('reverse')
    do while (again())
      call reversed(a(:n), b)
    end do
    call finish(a(1) + a(n))
    call begin('stride 2')
    do while (again())
      call strided(n, a, b)
    end do
    a = 1
    call strided(n, a, b)
    call finish(sum(a))
    call begin('gather')
    do while (again())
      call gathered(n, a, b, k)
    end do
    call finish(sum(a(:n)))
    do i = 1, n
      pts(i) = point(b(i), b(i), 0, 1)
    end do
    call begin('array of structures')
    do while (again())
      call moved(pts, 1d-9)
    end do
    pts = [(point(b(i), b(i), 0, 1), i = 1, n)]
    call moved(pts, 1d-9)
    call finish(sum(pts%x) + sum(pts%y) + sum(pts%z))
    call begin('compaction')
    do while (again())
      call packed(a, b, found)
    end do
    call finish(real(found, 8) + a(found))
    call begin('clip int8')
    do while (again())
      call clipped(n, t, s)
    end do
    call finish(real(sum(int(t)), 8))
  end subroutine
end program
