! GENERIC statements among declarations; the interface of a dummy procedure that an interface body does not import.
module shapes
  implicit none
  private
  type, public :: box
    integer :: n
  end type
  generic, public :: area => area_of_integer, area_of_box
  generic :: operator(.join.) => join
  generic, private :: hidden => area_of_integer
  public :: operator(.join.), shown, apply
  abstract interface
    integer function apply(f, x)
      procedure(unary) :: f
      integer, intent(in) :: x
    end function
    integer function unary(x)
      integer, intent(in) :: x
    end function
  end interface
  public :: unary
contains
  integer function area_of_integer(x)
    integer, intent(in) :: x
    area_of_integer = x * x
  end function
  integer function area_of_box(x)
    type(box), intent(in) :: x
    area_of_box = area(x%n) + 1
  end function
  type(box) function join(a, b)
    type(box), intent(in) :: a, b
    join = box(a%n + b%n)
  end function
  integer function shown(x)
    integer, intent(in) :: x
    shown = hidden(x)
  end function
end module
program generic_statements
  use shapes
  implicit none
  generic :: twice => double_integer, double_real
  procedure(apply), pointer :: p
  interface area
    procedure area_of_real
  end interface
  print *, area(3), area(box(4)), area(2.5), shown(5)
  print *, box(1) .join. box(6)
  print '(i4,f6.2)', twice(4), twice(1.25)
  p => call_it
  print *, p(double_integer, 21)
contains
  integer function call_it(f, x)
    procedure(unary) :: f
    integer, intent(in) :: x
    call_it = f(x)
  end function
  integer function double_integer(x)
    integer, intent(in) :: x
    double_integer = 2 * x
  end function
  real function double_real(x)
    real, intent(in) :: x
    double_real = 2 * x
  end function
  real function area_of_real(x)
    real, intent(in) :: x
    area_of_real = x / 2
  end function
end program
!>            9          17   1.25000000              25
!>            7
!>    8  2.50
!>           42
