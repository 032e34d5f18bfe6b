! The result of a function that an output statement references is finalized after the statement (F2018 7.5.6.3):
! the final subroutine may use the same unit.
module m
  implicit none
  type :: t
    integer :: i = 0
    integer, allocatable :: a(:)
  contains
    final :: done
    procedure :: total
  end type
contains
  subroutine done(x)
    type(t), intent(inout) :: x
    print '(a,i0)', 'final ', x%i
  end subroutine
  function make(i) result(r)
    integer, intent(in) :: i
    type(t) :: r
    r%i = i
    r%a = [i, i]
  end function
  integer function total(x)
    class(t), intent(in) :: x
    total = sum(x%a)
  end function
  integer function plain(x)
    type(t), intent(in) :: x
    plain = x%i
  end function
end module
program p
  use m
  implicit none
  character(20) :: s
  integer :: k, st
  print *, plain(make(7)), total(make(8))
  write(s, '(3i4)') plain(make(1)), (plain(make(k)), k=2,3)
  print *, s
  write(s, '(i4)', iostat=st, err=10) 'x', plain(make(4))
  print *, 'not here'
10 print *, st /= 0
end program
!>            7          16
!> final 8
!> final 7
!> final 2
!> final 3
!> final 1
!>     1   2   3
!> final 4
!>  T
