! FORALL with vector subscripts on the left, and with WHERE whose assignments are defined ones.
module m
 implicit none
 type :: t
  integer :: v = 0
  integer :: times = 0
 end type
 interface assignment(=)
  module procedure put
 end interface
contains
 elemental subroutine put(a, b)
  type(t), intent(inout) :: a
  integer, intent(in) :: b
  a%v = b
  a%times = a%times + 1
 end subroutine
end module
program p
 use m
 implicit none
 real :: a(12), c(3, 4)
 integer :: i, idx(3) = [3, 1, 2], n(12)
 character(2) :: s(6) = '--'
 type(t) :: u(3, 4)
 logical :: mask(4) = [.true., .false., .true., .false.]
 a = 0
 forall (i=1:3) a(3*[0, 1, 2] + i) = 10 * i + [1, 2, 3]
 print '(12f6.1)', a
 c = 0
 forall (i=1:4, i /= 3) c(idx, i) = [real :: i, 2*i, 3*i]
 print '(3f6.1)', c
 n = [(i, i=1,12)]
 ! Everything is evaluated before anything is stored.
 forall (i=1:3) n(4*[0, 1, 2] + i) = n(4*[0, 1, 2] + 4 - i)
 print '(12i4)', n
 forall (i=1:2) s(2*[0, 1, 2] + i) = ['ab', 'cd', 'ef']
 print '(6a3)', s
 forall (i=1:3)
  where (mask)
   u(i, :) = i
  elsewhere
   u(i, :) = -i
  end where
 end forall
 print '(3i4)', u%v
 print '(3i4)', u%times
end program
!>   11.0  21.0  31.0  12.0  22.0  32.0  13.0  23.0  33.0   0.0   0.0   0.0
!>    2.0   3.0   1.0
!>    4.0   6.0   2.0
!>    0.0   0.0   0.0
!>    8.0  12.0   4.0
!>    3   2   1   4   7   6   5   8  11  10   9  12
!>  ab ab cd cd ef ef
!>    1   2   3
!>   -1  -2  -3
!>    1   2   3
!>   -1  -2  -3
!>    1   1   1
!>    1   1   1
!>    1   1   1
!>    1   1   1
