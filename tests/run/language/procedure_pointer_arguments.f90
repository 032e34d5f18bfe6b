! Procedure pointers as arguments: what the procedure does to its dummy is seen.
module m
 type mt
   procedure(f), pointer, nopass :: val => null()
 contains
   procedure :: get
 end type
 abstract interface
  subroutine f()
  end subroutine
 end interface
contains
 subroutine get(self, val)
  class(mt), intent(in) :: self
  procedure(f), pointer, intent(out) :: val
  val => self%val
 end subroutine
 subroutine ext()
 end subroutine
end module
 use m
 procedure(f), pointer :: val, v2
 type(mt) :: obj
 obj%val => loc
 print *, associated(obj%val), associated(obj%val, loc)
 v2 => loc
 print *, associated(v2, loc), associated(v2, obj%val), associated(v2)
 call obj%get(val)
 print *, associated(val), associated(val, loc), associated(val, v2)
 v2 => ext
 print *, associated(v2, ext), associated(v2, loc), associated(obj%val, v2)
contains
 subroutine loc()
 end subroutine
end
!>  T T
!>  T T T
!>  T T T
!>  T F F
