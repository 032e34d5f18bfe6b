! A pointer refers to the variable of an activation that has called itself since.
module mm
 implicit none
 integer, pointer :: gp => null()
contains
 recursive subroutine r(n)
  integer, intent(in) :: n
  integer, target :: loc
  loc = n
  if (n==3) gp => loc
  if (n>0) then
   call r(n-1)
  else
   print *, gp   ! 3: loc of the activation with n==3, which has not ended
  end if
 end
end
program t
 use mm
 call r(5)
end
!>            3
