! Under CLASS DEFAULT the name of an allocatable or pointer selector may be allocated anew: other compilers let this pass.
module class_default_itself_m
  implicit none
  type, abstract :: result_base
  end type
  type, extends(result_base) :: total
    integer :: n = 0
  end type
  type, extends(result_base) :: mean
    real, allocatable :: x(:)
  end type
contains
  subroutine renew(res)
    class(result_base), allocatable, intent(inout) :: res
    if (allocated(res)) then
      select type (res)
      type is (mean)
        print *, 'kept', size(res%x)
      class default
        deallocate (res)
        allocate (mean :: res)
        print *, 'made anew'
      end select
    end if
    select type (res)
    class is (mean)
      if (.not. allocated(res%x)) res%x = [1.0, 2.0]
    end select
  end subroutine
  subroutine follow(p)
    class(result_base), pointer, intent(inout) :: p
    select type (p)
    type is (total)
      print *, 'total', p%n
    class default
      nullify (p)
    end select
  end subroutine
end module
program class_default_itself
  use class_default_itself_m
  implicit none
  class(result_base), allocatable :: r
  class(result_base), pointer :: p
  allocate (total :: r)
  call renew(r)
  call renew(r)
  allocate (p, source=total(7))
  call follow(p)
  deallocate (p)
  allocate (mean :: p)
  call follow(p)
  print *, associated(p)
end program
!>  made anew
!>  kept           2
!>  total           7
!>  F
