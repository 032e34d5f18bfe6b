module streams
  implicit none
  type point
    real(8) :: x, y, z, mass
  end type
contains
  subroutine fill(a, s)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: s
    a = s
  end subroutine
  subroutine copy(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = b
  end subroutine
  subroutine scaled(a, b, s)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:), s
    a = s * b
  end subroutine
  subroutine added(a, b, c)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:), c(:)
    a = b + c
  end subroutine
  subroutine triad(a, b, c, s)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:), c(:), s
    integer :: i
    do i = 1, size(a)
      a(i) = b(i) + s * c(i)
    end do
  end subroutine
  subroutine nstream(a, b, c, s)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: b(:), c(:), s
    a = a + b + s * c
  end subroutine
  subroutine axpy(n, y, x, s)
    integer, intent(in) :: n
    real(4), intent(inout) :: y(n)
    real(4), intent(in) :: x(n), s
    integer :: i
    do i = 1, n
      y(i) = y(i) + s * x(i)
    end do
  end subroutine
  subroutine chain(a, b, c, d, e)
    real(8), intent(inout), dimension(:) :: a, b, c, d, e
    c = a * b + 1.0d0
    d = c * c - a
    e = d * 0.5d0 + c
    a = e / (c + 2.0d0)
    b = a + d * 0.125d0
  end subroutine
  subroutine transposed(a, b)
    real(8), intent(out) :: a(:, :)
    real(8), intent(in) :: b(:, :)
    a = transpose(b)
  end subroutine
  subroutine transposed_loops(n, a, b)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n, n)
    real(8), intent(in) :: b(n, n)
    integer :: i, j
    do i = 1, n
      do j = 1, n
        a(i, j) = b(j, i)
      end do
    end do
  end subroutine
  subroutine shifted(a)
    real(8), intent(inout) :: a(:)
    a(2:) = a(:size(a) - 1)
  end subroutine
  subroutine rotated(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = cshift(b, 3)
  end subroutine
  subroutine reversed(a, b)
    real(8), intent(out) :: a(:)
    real(8), intent(in) :: b(:)
    a = b(size(b):1:-1)
  end subroutine
  subroutine strided(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(2 * n)
    real(8), intent(in) :: b(n)
    integer :: i
    do i = 1, n
      a(2 * i) = a(2 * i) * 0.5d0 + b(i)
    end do
  end subroutine
  subroutine gathered(n, a, b, k)
    integer, intent(in) :: n, k(n)
    real(8), intent(out) :: a(n)
    real(8), intent(in) :: b(n)
    integer :: i
    do i = 1, n
      a(i) = b(k(i)) * 2.0d0 + 1.0d0
    end do
  end subroutine
  subroutine moved(p, dt)
    type(point), intent(inout) :: p(:)
    real(8), intent(in) :: dt
    integer :: i
    do i = 1, size(p)
      p(i)%x = p(i)%x + dt * p(i)%mass
      p(i)%y = p(i)%y - dt * p(i)%mass
      p(i)%z = p(i)%z + dt
    end do
  end subroutine
  subroutine packed(a, b, n)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: b(:)
    integer, intent(out) :: n
    integer :: i
    n = 0
    do i = 1, size(b)
      if (b(i) > 0.5d0) then
        n = n + 1
        a(n) = b(i)
      end if
    end do
  end subroutine
  subroutine clipped(n, a, b)
    integer, intent(in) :: n
    integer(1), intent(out) :: a(n)
    integer(1), intent(in) :: b(n)
    integer :: i
    do i = 1, n
      a(i) = max(min(b(i), 100_1), -100_1)
    end do
  end subroutine
end module
