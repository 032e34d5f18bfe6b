! A type-bound procedure of the parent that is private to another module is not overridden by one of the same name
! (F2018 7.5.7.3): both exist, and what the parent's module says means its own.
module lib
  implicit none
  type :: base
    integer :: n = 1
  contains
    procedure, private :: init => init_base
    procedure :: start
    generic :: make => init
    procedure, private, non_overridable :: fixed => fixed_base
    procedure :: call_fixed
  end type
  type, extends(base) :: near
  contains
    procedure :: init => init_near
  end type
contains
  subroutine init_base(self, k)
    class(base), intent(inout) :: self
    integer, intent(in) :: k
    self%n = k
    print *, 'base', k
  end subroutine
  subroutine init_near(self, k)
    class(near), intent(inout) :: self
    integer, intent(in) :: k
    self%n = -k
    print *, 'near', k
  end subroutine
  subroutine start(self)
    class(base), intent(inout) :: self
    call self%init(7)
  end subroutine
  subroutine fixed_base(self)
    class(base), intent(in) :: self
    print *, 'fixed', self%n
  end subroutine
  subroutine call_fixed(self)
    class(base), intent(in) :: self
    call self%fixed()
  end subroutine
end module
module user
  use lib
  implicit none
  type, extends(base) :: far
    character(:), allocatable :: s
  contains
    procedure :: init => init_far
    procedure :: fixed => fixed_far
  end type
  type, extends(far) :: farther
  contains
    procedure :: init => init_farther
  end type
  type, extends(near) :: nearest
  contains
    procedure :: init => init_nearest
  end type
contains
  function init_far(self, s) result(ok)
    class(far), intent(inout) :: self
    character(*), intent(in) :: s
    logical :: ok
    self%s = s
    ok = .true.
    print *, 'far ', s
  end function
  function init_farther(self, s) result(ok)
    class(farther), intent(inout) :: self
    character(*), intent(in) :: s
    logical :: ok
    ok = self%far%init(s // '+')
    print *, 'farther ', s
  end function
  subroutine init_nearest(self, k)
    class(nearest), intent(inout) :: self
    integer, intent(in) :: k
    print *, 'nearest', k
  end subroutine
  subroutine fixed_far(self)
    class(far), intent(in) :: self
    print *, 'fixed far', self%n
  end subroutine
end module
program p
  use user
  implicit none
  class(base), allocatable :: b
  class(far), allocatable :: f
  type(far) :: x
  type(farther) :: y
  logical :: ok
  call x%start()
  ok = x%init('one')
  call x%make(3)
  call x%call_fixed()
  call x%fixed()
  ok = y%init('two')
  call y%make(4)
  allocate(farther :: f)
  ok = f%init('three')
  call f%start()
  allocate(near :: b)
  call b%start()
  deallocate(b)
  allocate(nearest :: b)
  call b%start()
  call b%make(9)
  call b%call_fixed()
end program
!>  base           7
!>  far one
!>  base           3
!>  fixed           3
!>  fixed far           3
!>  far two+
!>  farther two
!>  base           4
!>  far three+
!>  farther three
!>  base           7
!>  near           7
!>  nearest           7
!>  nearest           9
!>  fixed           1
