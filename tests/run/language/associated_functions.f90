! Associate names of references to functions whose results are pointers are variables.
module m
  type t
    real, pointer :: x => null(), v(:) => null()
  contains
    procedure :: scalar
    procedure :: vector
  end type
contains
  function scalar(this) result(p)
    class(t) :: this
    real, pointer :: p
    p => this%x
  end function
  function vector(this) result(p)
    class(t) :: this
    real, pointer :: p(:)
    p(0:) => this%v
  end function
end module
program main
  use m
  type(t) :: a
  real, pointer :: q
  allocate(a%x, a%v(3))
  a%x = 1
  a%v = [1, 2, 3]
  associate (s => a%scalar(), v => a%vector())
    s = s + 4
    v(lbound(v, 1)) = 10
    q => s
    print *, lbound(v), size(v)
  end associate
  print *, a%x, a%v, associated(q, a%x)
end program
!>            0           3
!>    5.00000000       10.0000000       2.00000000       3.00000000     T
