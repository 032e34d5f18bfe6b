! Pure procedures with assumed-shape arguments, in loops and assignments that run in kernels, and local pointers.
module procedures
  implicit none
contains
  pure function weighted(x) result(r)
    real, intent(in) :: x(:)
    real :: r
    integer :: i
    r = 0
    do i = 1, size(x)
      r = r + x(i)*i
    end do
  end function
  pure subroutine scale(x, f)
    real, intent(inout) :: x(:)
    real, intent(in) :: f
    x = x*f
  end subroutine
  pure function bounds(a) result(r)
    integer, intent(in) :: a(0:, 2:)
    integer :: r
    r = ubound(a, 1) + 10*ubound(a, 2) + 100*a(0, 3) + 1000*lbound(a, 2)
  end function
  pure subroutine swap_ends(a, n)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: n
    integer :: t
    if (size(a) < n) return
    t = a(1)
    a(1) = a(size(a))
    a(size(a)) = t
  end subroutine
end module
program descriptor_arguments
  use procedures
  implicit none
  integer, parameter :: n = 60
  real :: a(n, n), s(n)
  integer :: k(n, 8), b(n), j
  integer, target :: t(n, 3)
  a = 1
  k = reshape([(j, j=1, 8*n)], [n, 8])
  t = 0
  !$omp target teams distribute parallel do map(from:s)
  do j = 1, n
    s(j) = weighted(a(:, j)) + weighted(a(j:1:-1, 2))
  end do
  print *, s(1), s(n)
  !$omp target teams distribute parallel do
  do j = 1, n
    call scale(a(::2, j), 2.0)
    b(j) = bounds(k(j:, 2*mod(j, 3) + 1:))
  end do
  print *, sum(a), b(1), b(2), b(n)
  !$omp target teams distribute parallel do
  do j = 1, 8
    call swap_ends(k(j:n, j), 55)
  end do
  print *, k(1, 1), k(n, 1), k(6, 6), k(n, 6), k(8, 8)
  !$omp target teams workdistribute
  s = weighted(a(:, 1)) + s
  s(1) = weighted(s(1:10)) + weighted(s(2:10))
  !$omp end target teams workdistribute
  print *, s(1), s(2)
  ! A pointer of its own for each iteration.
  !$omp target teams distribute parallel do map(tofrom:t)
  do j = 1, n
    block
      integer, pointer :: p(:)
      p(-1:) => t(j, :)
      p(-1) = j
      p(ubound(p, 1)) = size(p)
      nullify (p)
    end block
  end do
  print *, sum(t(:, 1)), sum(t(:, 2)), sum(t(:, 3))
end program
!>    1831.00000       3660.00000
!>    5400.00000           20229       32308       14090
!>           60           1         360         306         428
!>    459190.000       4563.00000
!>         1830           0         180
