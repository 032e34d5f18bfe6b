! Other compilers let pure procedures deallocate polymorphic components: a warning here.
module pure_deallocation_m
  implicit none
  type :: part
    integer :: k = 0
  end type
  type :: slot
    class(part), allocatable :: p
  contains
    procedure :: kill
  end type
contains
  elemental subroutine kill(self)
    class(slot), intent(inout) :: self
    if (allocated(self%p)) deallocate (self%p)
  end subroutine
end module
program pure_deallocation
  use pure_deallocation_m
  implicit none
  type(slot) :: s(3)
  allocate (s(2)%p)
  print *, allocated(s(2)%p)
  call s%kill()
  print *, allocated(s(2)%p)
end program
!>  T
!>  F
