! Programs whose IR the verifier refused between passes: constant arrays of structures, targets for assumed-rank pointers,
! cases that no value has, allocation of strings of assumed length, procedure pointers called in elemental functions,
! %VAL for a procedure of the same file, local arrays that are copied as a whole.
module m
  implicit none
  integer, private :: i
  type t
    integer :: a
    real :: b = 1.5
  end type
  type(t), parameter :: constant(*) = [(t(a=i), i = 1, 11)]
  abstract interface
    pure real function f(x)
      real, intent(in) :: x
    end function
  end interface
  procedure(f), pointer :: chosen => null()
contains
  pure real function twice(x)
    real, intent(in) :: x
    twice = 2 * x
  end function
  elemental real function through(x)
    real, intent(in) :: x
    through = chosen(x) + 1
  end function
  subroutine associated_rank(p)
    integer, pointer, intent(in) :: p(..)
    print *, rank(p), shape(p), lbound(p)
  end subroutine
  subroutine assumed(s, list)
    character(*), allocatable :: s
    character(*), allocatable :: list(:)
    s = repeat('X', len(s))
    list = [repeat('Y', len(list)), 'abcdefgh']
    print *, s, '|', list, '|'
  end subroutine
  integer function kind_of_case(i) result(k)
    integer(1), intent(in) :: i
    select case (i)
    case (1)
      k = 1
    case (3:2)
      k = 2
    case (200)
      k = 3
    case (-300:-127)
      k = 4
    case (100:199, 201:1000)
      k = 5
    case (-1000:-900)
      k = 6
    case default
      k = 7
    end select
  end function
end module

program main
  use m
  implicit none
  type(t) :: x(11)
  integer, allocatable, target :: a(:, :)
  integer, pointer :: p(:, :, :)
  character(5), allocatable :: s, list(:)
  real :: r(4)
  integer :: q(42), copy(42), i
  x = constant
  print *, x(3)%a, x(11)%a, x(11)%b
  x = cshift(constant, 3)
  print *, x(1)%a, x(11)%a
  allocate (a(0:1, 3), p(2, 3, 4))
  call associated_rank(a)
  call associated_rank(p)
  call assumed(s, list)
  print *, [(kind_of_case(int(i, 1)), i = 1, 4)], kind_of_case(-56_1), kind_of_case(-127_1), kind_of_case(127_1)
  chosen => twice
  r = [1, 2, 3, 4]
  r = through(r)
  print *, r
  q = [(i, i = 1, 42)]
  copy(1:42) = q(1:42)
  copy(7:1:-3) = q(6:2:-2)
  print *, sum(copy), copy(1), copy(4), copy(7)
  call takes(%val(i))
end program

subroutine takes(i)
  integer :: i
  print *, 'taken'
end subroutine
!>            3          11   1.50000000    
!>            4           3
!>            2           2           3           0           1
!>            3           2           3           4           1           1           1
!>  XXXXX|YYYYYabcde|
!>            1           7           7           7           7           4           5
!>    3.00000000       5.00000000       7.00000000       9.00000000    
!>          903           2           4           6
!>  taken
