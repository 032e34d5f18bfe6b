! Interface bodies of dummy procedures and procedure pointers in generic interfaces.
module m
contains
  function twice(f, s, n)
    interface gen
      integer function f(n)
        integer, intent(in) :: n
      end function
    end interface
    interface run
      subroutine s(n)
        integer, intent(inout) :: n
      end subroutine
    end interface
    integer, intent(in) :: n
    integer :: twice
    logical :: work(gen_size(n))
    twice = gen(gen(n)) + size(work)
    call run(twice)
  end function
  pure integer function gen_size(n)
    integer, intent(in) :: n
    gen_size = n
  end function
end module
integer function triple(n)
  integer, intent(in) :: n
  triple = 3 * n
end function
subroutine negate(n)
  integer, intent(inout) :: n
  n = -n
end subroutine
program main
  use m
  interface
    integer function triple(n)
      integer, intent(in) :: n
    end function
    subroutine negate(n)
      integer, intent(inout) :: n
    end subroutine
  end interface
  print *, twice(triple, negate, 5)
end program
!>          -50
