! Procedures called in a region get its firstprivate arrays.
module m
  integer :: g(3) = [1,2,3]
contains
  subroutine twice(x)
    integer :: x(:)
    x = x * 2
  end subroutine
  pure integer function total(x)
    integer, intent(in) :: x(3)
    total = sum(x)
  end function
end module
program firstprivate_in_calls
  use m
  integer :: a(3), r(3)
  a = [4,5,6]; r = 0
  !$omp target firstprivate(a, g) map(tofrom: r)
  call twice(a)
  call twice(g)
  r(1) = total(a); r(2) = total(g)
  r(3) = size(a)
  !$omp end target
  print *, r, a, g
  call host(r)
  print *, r, a, g
contains
  subroutine host(r)
    integer :: r(3)
    !$omp target firstprivate(a, g)
    a(1) = 100; g(1) = 100
    r(1) = sum(a); r(2) = sum(g)
    !$omp end target
  end subroutine
end program
!>           30          12           3           4           5           6           1           2           3
!>          111         105           3           4           5           6           1           2           3
