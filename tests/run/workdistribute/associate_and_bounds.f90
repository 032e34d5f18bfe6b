program associate_and_bounds
  implicit none
  integer :: i
  call s([(real(i), i=1,9)])
  call e(3, 4)
contains
  subroutine s(x)
    real, intent(in) :: x(:)
    real :: l(size(x)), g(size(x),2)
    associate (n => size(x), h => l(2:size(x)-1))
      !$omp target teams workdistribute
      l = x(n:1:-1)
      h = h + x(1:n-2)
      g(:,1) = l; g(:,2) = cshift(l, 3)
      g = g(:, 2:1:-1)
      !$omp end target teams workdistribute
    end associate
    print '(9f7.2)', l, g
  end subroutine
  subroutine e(n, m)
    integer, intent(in) :: n, m
    integer :: a(n:n+m, -m:-1), b(m, 0:m)
    integer :: i
    a = reshape([(i, i=1,size(a))], shape(a))
    !$omp target teams workdistribute
    b = transpose(a)
    a(n+1:n+m, :) = a(n:n+m-1, -1:-m:-1) + lbound(a, 1) + ubound(b, 2)
    b(:, m:0:-1) = b + size(a) + shape_sum(a)
    !$omp end target teams workdistribute
    print '(10i5)', a, b
  end subroutine
  pure integer function shape_sum(x)
    integer, intent(in) :: x(:,:)
    shape_sum = sum(shape(x)) + x(2,2)
  end function
end program
!>    9.00   9.00   9.00   9.00   9.00   9.00   9.00   9.00   1.00
!>    9.00   9.00   9.00   9.00   9.00   1.00   9.00   9.00   9.00
!>    9.00   9.00   9.00   9.00   9.00   9.00   9.00   9.00   1.00
!>     1   23   24   25   26    6   18   19   20   21
!>    11   13   14   15   16   16    8    9   10   11
!>    52   57   62   67   51   56   61   66   50   55
!>    60   65   49   54   59   64   48   53   58   63
