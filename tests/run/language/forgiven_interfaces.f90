! Interface bodies that differ from the definition in what calls do not notice.
program forgiven_interfaces
  implicit none
  interface
    subroutine twice(n, v)
      integer :: n
      real, target :: v(n)
    end subroutine
  end interface
  real, target :: v(3) = [1.0, 2.0, 3.0]
  call twice(3, v)
  print '(3f5.1)', v
end program
subroutine twice(n, v)
  integer, intent(in) :: n
  real :: v(n)
  v = 2 * v
end subroutine
!>   2.0  4.0  6.0
