! Visitors over a polymorphic expression tree.
module ast
  implicit none
  type, abstract :: expr
  contains
    procedure(accept_i), deferred :: accept
    procedure(eval_i), deferred :: eval
  end type
  type, abstract :: visitor
  contains
    procedure(vn), deferred :: visit_num
    procedure(vb), deferred :: visit_bin
  end type
  type, extends(expr) :: num
    real :: v
  contains
    procedure :: accept => num_accept
    procedure :: eval => num_eval
  end type
  type, extends(expr) :: bin
    character :: op
    class(expr), allocatable :: l, r
  contains
    procedure :: accept => bin_accept
    procedure :: eval => bin_eval
  end type
  abstract interface
    recursive subroutine accept_i(this, v)
      import
      class(expr), intent(in) :: this
      class(visitor), intent(inout) :: v
    end subroutine
    recursive real function eval_i(this)
      import
      class(expr), intent(in) :: this
    end function
    subroutine vn(this, e)
      import
      class(visitor), intent(inout) :: this
      class(num), intent(in) :: e
    end subroutine
    recursive subroutine vb(this, e)
      import
      class(visitor), intent(inout) :: this
      class(bin), intent(in) :: e
    end subroutine
  end interface
  type, extends(visitor) :: printer
    character(:), allocatable :: out
  contains
    procedure :: visit_num => p_num
    procedure :: visit_bin => p_bin
  end type
  type, extends(visitor) :: counter
    integer :: nums = 0, ops = 0
  contains
    procedure :: visit_num => c_num
    procedure :: visit_bin => c_bin
  end type
contains
  recursive subroutine num_accept(this, v)
    class(num), intent(in) :: this
    class(visitor), intent(inout) :: v
    call v%visit_num(this)
  end subroutine
  recursive real function num_eval(this)
    class(num), intent(in) :: this
    num_eval = this%v
  end function
  recursive subroutine bin_accept(this, v)
    class(bin), intent(in) :: this
    class(visitor), intent(inout) :: v
    call v%visit_bin(this)
  end subroutine
  recursive real function bin_eval(this)
    class(bin), intent(in) :: this
    real :: a, b
    a = this%l%eval(); b = this%r%eval()
    select case (this%op)
    case ('+'); bin_eval = a + b
    case ('*'); bin_eval = a * b
    case ('-'); bin_eval = a - b
    end select
  end function
  subroutine p_num(this, e)
    class(printer), intent(inout) :: this
    class(num), intent(in) :: e
    character(8) :: t
    write (t, '(f0.1)') e%v
    this%out = this%out // trim(t)
  end subroutine
  recursive subroutine p_bin(this, e)
    class(printer), intent(inout) :: this
    class(bin), intent(in) :: e
    this%out = this%out // '('
    call e%l%accept(this)
    this%out = this%out // e%op
    call e%r%accept(this)
    this%out = this%out // ')'
  end subroutine
  subroutine c_num(this, e)
    class(counter), intent(inout) :: this
    class(num), intent(in) :: e
    this%nums = this%nums + 1
  end subroutine
  recursive subroutine c_bin(this, e)
    class(counter), intent(inout) :: this
    class(bin), intent(in) :: e
    this%ops = this%ops + 1
    call e%l%accept(this); call e%r%accept(this)
  end subroutine
end module
program p
  use ast
  implicit none
  class(expr), allocatable :: e
  type(printer) :: pr
  type(counter) :: c
  e = bin('+', num(1.5), bin('*', num(2.), num(3.)))
  pr%out = ''
  call e%accept(pr)
  call e%accept(c)
  print *, pr%out, c%nums, c%ops, e%eval()
  e = bin('-', e, num(1.))
  print *, e%eval()
end
!>  (1.5+(2.0*3.0))           3           2   7.50000000
!>    6.50000000
