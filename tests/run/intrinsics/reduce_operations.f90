! REDUCE with operations of the program, and OUT_OF_RANGE.
program p
 implicit none
 type pt; integer :: x, y; integer, allocatable :: l(:); end type
 type(pt) :: ps(3), q
 integer :: a(2,3) = reshape([1,2,3,4,5,6],[2,3]), i, d
 integer, allocatable :: e(:)
 real :: r
 print *, reduce([1,2,3,4], mul), reduce(reshape([1,2,3,4],[2,2]), mul, dim=1)
 print *, reduce([1,2,3,4], mul, mask=[.true.,.false.,.true.,.true.]), reduce(a, mul)
 print *, reduce(a, mul, 2), reduce(a, mul, 1, mask=a>2, identity=-1)
 do d = 1, 2
   print *, reduce(a, sub, dim=d)
 end do
 print *, reduce(['ab','cd','ef'], lastc)
 allocate(e(0))
 print *, reduce(e, mul, identity=77)
 ps%x = [1,2,3]; ps%y = [4,5,6]
 do i = 1, 3; ps(i)%l = [i]; end do
 q = reduce(ps, addp)
 print *, q%x, q%y, q%l
 r = reduce([1.5,2.5,-3.0], biggest)
 print *, r, reduce([.true.,.false.], impl), reduce(a(:,2:), mul)
 print *, out_of_range(300, 1_1), out_of_range(127, 1_1), out_of_range(3.7e9, 1), out_of_range(-2147483648.0, 1)
 print *, out_of_range([126.5,127.5,127.4], 1_1, .true.), out_of_range(127.9, 1_1), out_of_range(1d300, 1.0), out_of_range(5, 1.0)
contains
 pure integer function mul(x, y) result(z)
   integer, intent(in) :: x, y
   z = x*y
 end function
 pure integer function sub(x, y) result(z)
   integer, intent(in) :: x, y
   z = x-y
 end function
 pure function lastc(x, y) result(z)
   character(*), intent(in) :: x, y
   character(2) :: z
   z = x(1:1)//y(2:2)
 end function
 pure type(pt) function addp(x, y) result(z)
   type(pt), intent(in) :: x, y
   z%x = x%x + y%x; z%y = x%y + y%y; z%l = [x%l, y%l]
 end function
 pure real function biggest(x, y)
   real, intent(in) :: x, y
   biggest = merge(x, y, abs(x) > abs(y))
 end function
 pure logical function impl(x, y)
   logical, intent(in) :: x, y
   impl = .not. x .or. y
 end function
end program
!>           24           2          12
!>           12         720
!>           15          48          -1          12          30
!>           -1          -1          -1
!>           -7          -8
!>  af
!>           77
!>            6          15           1           2           3
!>   -3.00000000     F         360
!>  T F T F
!>  F T F F T F
