! Products of a sparse matrix in compressed rows with a vector.
module sparse
  implicit none
  type matrix
    integer :: rows
    integer, allocatable :: first(:), column(:)
    real(8), allocatable :: value(:)
  end type
contains
  subroutine multiply(m, x, y)
    type(matrix), intent(in) :: m
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y(:)
    integer :: i, k
    real(8) :: s
    do i = 1, m%rows
      s = 0
      do k = m%first(i), m%first(i + 1) - 1
        s = s + m%value(k) * x(m%column(k))
      end do
      y(i) = s
    end do
  end subroutine
end module
program main
  use sparse
  implicit none
  integer, parameter :: side = 300, n = side * side
  type(matrix) :: m
  real(8), allocatable :: x(:), y(:)
  integer :: i, j, r, k, rep
  real(8) :: t0, t1
  allocate (m%first(n + 1), m%column(5 * n), m%value(5 * n), x(n), y(n))
  m%rows = n
  k = 1
  do j = 1, side
    do i = 1, side
      r = (j - 1) * side + i
      m%first(r) = k
      if (j > 1) call put(r - side, -1d0)
      if (i > 1) call put(r - 1, -1d0)
      call put(r, 4.5d0)
      if (i < side) call put(r + 1, -1d0)
      if (j < side) call put(r + side, -1d0)
    end do
  end do
  m%first(n + 1) = k
  x = 1
  call cpu_time(t0)
  do rep = 1, 300
    call multiply(m, x, y)
    do i = 1, n
      x(i) = 0.2d0 * y(i) + 0.01d0
    end do
  end do
  call cpu_time(t1)
  print '(a, es16.8)', 'sum', sum(x)
  print '(f12.6)', t1 - t0
contains
  subroutine put(c, v)
    integer, intent(in) :: c
    real(8), intent(in) :: v
    m%column(k) = c
    m%value(k) = v
    k = k + 1
  end subroutine
end program
