! Shapes and orders of RESHAPE in allocatable and assumed-shape arrays.
program p
 implicit none
 integer, allocatable :: o(:)
 integer :: x(6) = [1,2,3,4,5,6]
 allocate(o(2)); o = [2,1]
 print *, reshape(x, [2,3], order=o)
 o = [1,2]
 print *, reshape(x, [2,3], order=o)
 call s([2,1], reshape(x, [2,3]))
contains
 subroutine s(ord, a)
   integer, intent(in) :: ord(:), a(:,:)
   print *, reshape(a, [3,2], order=ord), reshape(a, [2,2], order=ord), reshape(a, [2,4], order=ord, pad=[0,9])
 end subroutine
end program
!>            1           4           2           5           3           6
!>            1           2           3           4           5           6
!>            1           3           5           2           4           6           1           3           2           4           1           5           2           6           3           0           4           9
