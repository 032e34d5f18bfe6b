! A dummy argument that is called needs no declaration under IMPLICIT NONE; alternate returns tell specific procedures apart.
module m
 implicit none
 interface choose
  module procedure two, labelled
 end interface
contains
 subroutine twice(what, n)
  integer, intent(in) :: n
  integer :: i
  do i = 1, 2
   if (n > 0) call what(i * n)
  end do
 end subroutine
 subroutine two(i, j)
  integer :: i, j
  print *, 'two', i, j
 end subroutine
 subroutine labelled(i, *)
  integer :: i
  print *, 'label', i
  if (i > 1) return 1
 end subroutine
end module
program p
 use m
 implicit none
 call twice(show, 3)
 call twice(show, 0)
 call choose(1, 2)
 call choose(1, *10)
 call choose(2, *10)
 print *, 'not here'
10 print *, 'there'
contains
 subroutine show(k)
  integer :: k
  print *, 'show', k
 end subroutine
end program
!>  show           3
!>  show           6
!>  two           1           2
!>  label           1
!>  label           2
!>  there
