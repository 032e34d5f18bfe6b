! Internal procedures share all sorts of host variables.
module m
  implicit none
  integer :: mv = 5
contains
  subroutine outer(n, s, a, o)
    integer, intent(in) :: n
    character(*), intent(inout) :: s
    real, intent(inout) :: a(:, :)
    integer, intent(in), optional :: o
    real :: loc(n), tot
    real, allocatable :: al(:)
    character(n) :: cl
    integer :: k
    type t; integer :: q = 3; end type
    type(t) :: d(2)
    cl = 'abcdefghij'
    loc = 2
    tot = 0
    call in1
    print *, tot, s, a(1,1), al, cl, k, d%q
    call in2(3)
  contains
    subroutine in1
      integer :: k2
      k = 42
      tot = sum(loc) + size(a) + mv
      s(2:2) = 'Z'
      a(1, :) = -1
      al = [1.,2.,3.]
      cl(1:1) = '*'
      d(2)%q = 9
      k2 = f(k)
      tot = tot + k2
      if (present(o)) tot = tot + o
    end subroutine
    recursive subroutine in2(lev)
      integer, intent(in) :: lev
      if (lev == 0) return
      tot = tot + lev
      call in2(lev-1)
      if (lev == 3) print *, tot, n, len(cl), len(s)
    end subroutine
    integer function f(x)
      integer, intent(in) :: x
      f = x + n
    end function
  end subroutine
end module
program p
  use m
  character(5) :: s = 'hello'
  real :: a(2,3) = 1
  call outer(4, s, a)
  call outer(2, s, a(:,1:2), 1000)
  print *, s, a
end
!>    65.0000000     hZllo  -1.00000000       1.00000000       2.00000000       3.00000000     *bcd          42           3           9
!>    71.0000000               4           4           5
!>    1057.00000     hZllo  -1.00000000       1.00000000       2.00000000       3.00000000     *b          42           3           9
!>    1063.00000               2           2           5
!>  hZllo  -1.00000000       1.00000000      -1.00000000       1.00000000      -1.00000000       1.00000000
