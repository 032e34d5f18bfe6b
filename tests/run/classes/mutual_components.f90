! Types that hold each other: one by a polymorphic pointer, the other as a component.
module sur
  implicit none
  type, abstract :: base
  contains
    procedure(get), deferred :: nam
  end type
  abstract interface
    function get(this) result(n)
      import base
      class(base), intent(in) :: this
      character(:), allocatable :: n
    end function
  end interface
end module
module tc
  use sur
  implicit none
  type, extends(base) :: conc
    class(test), pointer :: t => null()
  contains
    procedure :: nam => nam_conc
  end type
  type, abstract :: root
    integer :: level = 4
  end type
  type, abstract, extends(root) :: test
    type(conc) :: s
    character(:), allocatable :: name
  contains
    procedure :: nam
    procedure :: surrogate
  end type
  type, extends(test) :: mine
    integer :: k = 3
  end type
contains
  function nam(this) result(n)
    class(test), intent(in) :: this
    character(:), allocatable :: n
    n = this%name
  end function
  function surrogate(this) result(p)
    class(test), intent(inout), target :: this
    class(base), pointer :: p
    this%s%t => this
    p => this%s
  end function
  function nam_conc(this) result(n)
    class(conc), intent(in) :: this
    character(:), allocatable :: n
    n = '<' // this%t%nam() // '>'
  end function
end module
program p
  use tc
  implicit none
  type(mine), target :: m
  class(base), pointer :: b
  m%name = 'abc'
  b => m%surrogate()
  print '(a,1x,i0,1x,i0)', b%nam(), m%level, m%s%t%level
end program
!> <abc> 4 4
