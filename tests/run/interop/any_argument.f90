! Dummy arguments that take whatever is passed: the directives of MPI modules.
module messages
 use iso_c_binding
 implicit none
 interface
  subroutine send(buf, bytes, total) bind(c, name='ferrotran_test_send')
   import :: c_int
   !GCC$ ATTRIBUTES NO_ARG_CHECK :: buf
   !DIR$ IGNORE_TKR buf
   integer, intent(in) :: buf
   integer(c_int), value :: bytes
   integer(c_int) :: total
  end subroutine
  subroutine send_any(buf, bytes, total) bind(c, name='ferrotran_test_send')
   import :: c_int
   !DIR$ IGNORE_TKR (TKR) buf
   type(*), intent(in) :: buf(*)
   integer(c_int), value :: bytes
   integer(c_int) :: total
  end subroutine
 end interface
 interface put
  procedure send_any
 end interface
contains
 logical function there(x)
  !gcc$ attributes no_arg_check :: x
  integer(8), optional, target :: x
  there = present(x)
 end function
end module
subroutine receive(buf, bytes, total) bind(c, name='ferrotran_test_send')
 use iso_c_binding
 implicit none
 integer(c_int8_t) :: buf(*)
 integer(c_int), value :: bytes
 integer(c_int) :: total
 integer :: i
 total = 0
 do i = 1, bytes
  total = total + iand(int(buf(i)), 255) * i
 end do
end subroutine
program p
 use messages
 implicit none
 type :: t
  integer :: i, j
 end type
 integer(c_int) :: n
 integer(1) :: small(6) = [1_1, 2_1, 3_1, 4_1, 5_1, 6_1]
 real :: x = 1.0
 complex, allocatable :: z
 character(3) :: c(2) = ['abc', 'def']
 class(t), allocatable :: o
 integer(1), pointer :: q(:)
 call send(small, 6, n); print *, n
 call send(small(2), 2, n); print *, n
 call send(small(1:6:2), 3, n); print *, n
 call send(x, 4, n); print *, n
 call send(c, 6, n); print *, n
 call send('xyz', 3, n); print *, n
 call put(small(::2), 3, n); print *, n
 call put(x, 4, n); print *, n
 o = t(258, 3)
 call send(o, 8, n); print *, n
 call put(reshape(small, [2, 3]), 6, n); print *, n
 allocate (q(2), source=7_1)
 call put(q, 2, n); print *, n
 print *, there(x), there(small), there(), there(z), there(c(2))
 deallocate (q)
end program
!>           91
!>            8
!>           22
!>          636
!>         2107
!>          728
!>           22
!>          636
!>           19
!>           91
!>           21
!>  T T F F T
