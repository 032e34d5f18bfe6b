! A binding that the declarations of an earlier binding's procedure refer to.
module binding_in_declaration_m
  implicit none
  type :: table
    integer :: n = 0
  contains
    procedure :: squares
    procedure :: text
    procedure :: count_of
    procedure :: width => width_of
  end type
  type, extends(table) :: wide
  contains
    procedure :: extra
    procedure :: count_of => count_wide
    procedure :: margin
  end type
contains
  function squares(self) result(s)
    class(table), intent(in) :: self
    integer :: s(self%count_of())
    integer :: i
    s = [(i * i, i = 1, size(s))]
  end function
  function text(self) result(s)
    class(table), intent(in) :: self
    character(self%width()) :: s
    s = repeat('x', 20)
  end function
  pure integer function count_of(self)
    class(table), intent(in) :: self
    count_of = self%n
  end function
  pure integer function width_of(self)
    class(table), intent(in) :: self
    width_of = 2 * self%count_of()
  end function
  function extra(self) result(s)
    class(wide), intent(in) :: self
    real :: s(self%margin(), self%count_of())
    s = 1.5
  end function
  pure integer function count_wide(self)
    class(wide), intent(in) :: self
    count_wide = self%n + 1
  end function
  pure integer function margin(self)
    class(wide), intent(in) :: self
    margin = 2
  end function
end module
program binding_in_declaration
  use binding_in_declaration_m
  implicit none
  class(table), allocatable :: t
  type(wide) :: w
  t = table(3)
  print *, t%squares(), len(t%text())
  t = wide(3)
  print *, t%squares(), len(t%text())
  w%n = 4
  print *, shape(w%extra())
end program
!>            1           4           9           6
!>            1           4           9          16           8
!>            2           5
