module m
  implicit none
contains
  subroutine axpy(x, y, a)
    real, intent(in) :: x(:)
    real, intent(inout) :: y(:)
    real, intent(in) :: a
    !$omp target teams workdistribute
    y = y + a * x
    !$omp end target teams workdistribute
  end subroutine
  subroutine scale(n, m, c, lo)
    integer, intent(in) :: n, m, lo
    real, intent(inout) :: c(lo:n, m)
    real :: w(n - lo + 1)
    !$omp target teams workdistribute
    w = c(:, 1)
    c(lo:n:2, :) = c(lo:n:2, :) * 0.5
    c(:, m) = w + c(:, m)
    !$omp end target teams workdistribute
  end subroutine
  function norm1(x) result(r)
    real, intent(in) :: x(:, :)
    real :: r
    !$omp target teams workdistribute map(from: r)
    r = sum(abs(x))
    !$omp end target teams workdistribute
  end function
end module
program assumed_shape
  use m
  implicit none
  real :: a(20), b(20), c(0:9, 4)
  integer :: i, k
  a = [(real(i), i = 1, 20)]
  b = 1.0
  do k = 1, 3
    call axpy(a(20:2:-2), b(1:10), 0.5)
    call axpy(a(1:5), b(k:k+16:4), 2.0)
  end do
  c = reshape([(real(i), i = 1, 40)], [10, 4])
  call scale(9, 4, c, 0)
  print '(10f7.2)', b
  print '(10f7.2)', c
  print '(f10.3)', norm1(c(::3, 2:4))
end program
!>   33.00  30.00  27.00  22.00  23.00  20.00  17.00  10.00  13.00  10.00
!>    7.00   1.00   9.00   9.00   9.00   1.00  11.00  11.00  11.00   1.00
!>    0.50   2.00   1.50   4.00   2.50   6.00   3.50   8.00   4.50  10.00
!>    5.50  12.00   6.50  14.00   7.50  16.00   8.50  18.00   9.50  20.00
!>   10.50  22.00  11.50  24.00  12.50  26.00  13.50  28.00  14.50  30.00
!>   16.50  34.00  19.50  38.00  22.50  42.00  25.50  46.00  28.50  50.00
!>    256.000
