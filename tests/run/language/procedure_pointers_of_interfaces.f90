! Procedure pointers that are declared by an interface body and a POINTER statement: of modules, saved, and local ones.
module m
  implicit none
  interface
    integer function f()
    end function
    subroutine act(n)
      integer, intent(inout) :: n
    end subroutine
  end interface
  pointer :: f, act
contains
  integer function one()
    one = 1
  end function
  integer function two()
    two = 2
  end function
  subroutine double(n)
    integer, intent(inout) :: n
    n = 2 * n
  end subroutine
  subroutine use_them
    integer :: n
    n = f() + 10
    if (associated(act)) call act(n)
    print *, n
  end subroutine
  subroutine counting(k)
    integer, intent(in) :: k
    interface
      integer function g()
      end function
      integer function h()
      end function
    end interface
    pointer :: g, h
    save :: g
    if (k == 1) g => two
    h => one
    print *, k, g(), h()
  end subroutine
end module
program main
  use m
  implicit none
  f => one
  nullify(act)
  call use_them
  f => two
  act => double
  call use_them
  call counting(1)
  call disturb
  call counting(2)
contains
  subroutine disturb
    integer :: a(100)
    a = 7
    print *, sum(a)
  end subroutine
end program
!>           11
!>           24
!>            1           2           1
!>          700
!>            2           2           1
