module m
 use iso_c_binding
 implicit none
 interface
  real(c_double) function c_sum(a) bind(c)
   import
   real(c_double), intent(in) :: a(:)
  end function
  subroutine c_any(a) bind(c)
   type(*), intent(in) :: a(..)
  end subroutine
  subroutine c_opt(a) bind(c)
   import
   integer(c_int), optional, intent(in) :: a(:,:)
  end subroutine
  integer(c_int) function c_alloc(a, n) bind(c)
   import
   integer(c_int), allocatable, intent(inout) :: a(:)
   integer(c_int), value :: n
  end function
  subroutine c_str(s) bind(c)
   import
   character(kind=c_char,len=*), intent(inout) :: s
  end subroutine
  subroutine c_ptr_to(p) bind(c)
   import
   integer(c_int), pointer, intent(inout) :: p(:,:)
  end subroutine
  subroutine c_calls_f() bind(c)
  end subroutine
 end interface
contains
 subroutine f_work(a, b) bind(c)
  integer(c_int), intent(inout) :: a(:,:), b(:,:)
  print '(a,4i3)', 'a', shape(a), lbound(a)
  a = a * 10
  print '(6i4)', b
  flush(6)
 end subroutine
end module
program p
 use m
 implicit none
 real(c_double) :: x(6) = [1,2,3,4,5,6]
 integer(c_int) :: q(2,3) = 1
 integer(c_int), allocatable :: al(:)
 integer(c_int), pointer :: ptr(:,:)
 character(len=5) :: s = 'hello'
 complex(c_double_complex) :: z
 print '(3f6.1)', c_sum(x), c_sum(x(1:5:2)), c_sum(x(6:1:-1))
 flush(6)
 call c_any(q); call c_any(3.5_c_double); call c_any(s); call c_any(z)
 call c_opt(); call c_opt(q)
 call c_opt(q(:,1:3:2))
 print '(i0)', c_alloc(al, 4)
 print '(5i3)', al, lbound(al)
 flush(6)
 call c_str(s); print '(a)', s
 flush(6)
 nullify(ptr); call c_ptr_to(ptr)
 print '(10i3)', ptr, lbound(ptr), ubound(ptr)
 flush(6)
 call c_calls_f()
end program
