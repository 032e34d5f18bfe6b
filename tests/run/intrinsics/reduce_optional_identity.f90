! The identity of REDUCE is an optional dummy argument: of a derived type, present or absent.
module m
  type point
    integer :: x = 0, y = 0
    character(:), allocatable :: name
  end type
contains
  pure type(point) function add(a, b)
    type(point), intent(in) :: a, b
    add = point(a%x + b%x, a%y + b%y, a%name // b%name)
  end function
  subroutine total(list, id)
    type(point), intent(in) :: list(:)
    type(point), intent(in), optional :: id
    type(point) :: t
    t = reduce(list, add, identity=id)
    print '(2(i0,1x),a)', t%x, t%y, t%name
  end subroutine
end module
program main
  use m
  call total([point(1, 2, 'a'), point(3, 4, 'b')])
  call total([point(1, 2, 'a'), point(3, 4, 'b')], point(100, 200, 'id'))
  call total([point ::], point(100, 200, 'id'))
end program
!> 4 6 ab
!> 4 6 ab
!> 100 200 id
