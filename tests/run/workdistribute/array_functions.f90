! offload: default
module fun
  implicit none
contains
  pure function rev(v) result(r)
    real(8), intent(in) :: v(:)
    real(8) :: r(size(v))
    r = v(size(v):1:-1)
  end function
  pure function cross(a, b) result(c)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: c(3)
    c(1) = a(2) * b(3) - a(3) * b(2)
    c(2) = a(3) * b(1) - a(1) * b(3)
    c(3) = a(1) * b(2) - a(2) * b(1)
  end function
end module
program array_functions
  use fun
  implicit none
  real(8) :: x(20), y(20), p(3), q(3), r(3)
  integer :: i
  x = [(i * 0.5d0, i = 1, 20)]
  p = [1, 2, 3]
  q = [-1, 4, 2]
  !$omp target teams workdistribute
  y = rev(x) + 2 * x
  r = cross(p, q) + cross(q, p + 1)
  x(1:3) = cross(r, x(4:6))
  !$omp end target teams workdistribute
  print '(10f8.2)', x, y
  print '(3f10.2)', r
end program
!>    21.50  -16.00   -1.00    2.00    2.50    3.00    3.50    4.00    4.50    5.00
!>     5.50    6.00    6.50    7.00    7.50    8.00    8.50    9.00    9.50   10.00
!>    11.00   11.50   12.00   12.50   13.00   13.50   14.00   14.50   15.00   15.50
!>    16.00   16.50   17.00   17.50   18.00   18.50   19.00   19.50   20.00   20.50
!>       2.00      3.00     -5.00
