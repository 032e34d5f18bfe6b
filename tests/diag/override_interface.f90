module m
  type :: t
  contains
    procedure :: f
    procedure :: g
    procedure :: h
    procedure :: k
  end type
  type, extends(t) :: u
  contains
    procedure, nopass :: f => f2
    procedure :: g => g2
    procedure :: h => h2
    procedure, pass(y) :: k => k2
  end type
  type, abstract :: a
  end type
  type :: holder
    type(a) :: part
  end type
contains
  subroutine f(x)
    class(t), intent(in) :: x
  end subroutine
  subroutine f2(x)
    class(u), intent(in) :: x
  end subroutine
  integer function g(x)
    class(t), intent(in) :: x
    g = 1
  end function
  real function g2(x)
    class(u), intent(in) :: x
    g2 = 1
  end function
  pure subroutine h(x)
    class(t), intent(in) :: x
  end subroutine
  subroutine h2(x)
    class(u), intent(in) :: x
  end subroutine
  subroutine k(x, y)
    class(t), intent(in) :: x
    class(t), intent(in) :: y
  end subroutine
  subroutine k2(x, y)
    class(t), intent(in) :: x
    class(u), intent(in) :: y
  end subroutine
end module
