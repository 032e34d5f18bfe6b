! LU decomposition with partial pivoting and a solve, in plain loops.
module dense
  implicit none
contains
  subroutine factor(a, p)
    real(8), intent(inout) :: a(:, :)
    integer, intent(out) :: p(:)
    integer :: i, j, k, m, n
    real(8) :: t
    n = size(a, 1)
    do k = 1, n
      m = k
      do i = k + 1, n
        if (abs(a(i, k)) > abs(a(m, k))) m = i
      end do
      p(k) = m
      if (m /= k) then
        do j = 1, n
          t = a(k, j)
          a(k, j) = a(m, j)
          a(m, j) = t
        end do
      end if
      do i = k + 1, n
        a(i, k) = a(i, k) / a(k, k)
      end do
      do j = k + 1, n
        t = a(k, j)
        do i = k + 1, n
          a(i, j) = a(i, j) - a(i, k) * t
        end do
      end do
    end do
  end subroutine
  subroutine solve(a, p, b)
    real(8), intent(in) :: a(:, :)
    integer, intent(in) :: p(:)
    real(8), intent(inout) :: b(:)
    integer :: i, j, n
    real(8) :: t
    n = size(b)
    do i = 1, n
      t = b(p(i))
      b(p(i)) = b(i)
      b(i) = t
    end do
    do j = 1, n
      do i = j + 1, n
        b(i) = b(i) - a(i, j) * b(j)
      end do
    end do
    do j = n, 1, -1
      b(j) = b(j) / a(j, j)
      do i = 1, j - 1
        b(i) = b(i) - a(i, j) * b(j)
      end do
    end do
  end subroutine
end module
program lu
  use dense
  implicit none
  integer, parameter :: n = 600
  real(8), allocatable :: a(:, :), b(:)
  integer, allocatable :: p(:)
  real(8) :: t0, t1
  integer :: i, j, rep
  allocate (a(n, n), b(n), p(n))
  call cpu_time(t0)
  do rep = 1, 3
    do j = 1, n
      do i = 1, n
        a(i, j) = 1d0 / (i + j + rep) + mod(i * 7 + j * 13, 31) * 0.1d0
      end do
      a(j, j) = a(j, j) + 5
      b(j) = j
    end do
    call factor(a, p)
    call solve(a, p, b)
  end do
  call cpu_time(t1)
  print '(a, es16.8)', 'sum', sum(abs(b))
  print '(f12.6)', t1 - t0
end program
