!=== a lost declaration hides only what concerns its names
program p
  implicit none
  integer :: a(3, b !! is never closed
  integer :: i
  i = 'text' !! cannot be assigned
  a(1) = 2
  b = 3
  j = 1 !! `j` is not declared
end program
!=== errors of later program units, though a statement of the first is misplaced
subroutine first
  integer :: i
  i = 1
  integer :: k !! after the first executable statement
  k = 'b' !! cannot be assigned
  real :: r !! after the first executable statement
  r = 'a' !! cannot be assigned
end subroutine
subroutine second
  logical :: l
  l = 'c' !! cannot be assigned
end subroutine
!=== a construct whose header is lost still ends at its END
program p
  integer :: i, s
  do i = 1 !! expected
    s = 'x' !! cannot be assigned
  end do
  critical (1 !! is never closed
    s = 'y' !! cannot be assigned
  end critical
end program
!=== a module with a lost declaration is used
module m
  implicit none
  integer :: known
  real, dimension(:, allocatable :: list !! is never closed
end module
program p
  use m, only: known, list
  implicit none
  known = 'a' !! cannot be assigned
  list(1) = 2
end program
!=== nothing is known of the arguments of a procedure with a lost heading
module m
contains
  subroutine s(a b) !! expected
    integer :: a
    a = 1
  end subroutine
  subroutine t
    call s(1, 2, 3)
    call u !! argument `i` of `u` is missing
  end subroutine
  subroutine u(i)
    integer, intent(in) :: i
  end subroutine
end module
!=== the name in a lost ASSOCIATE is not unknown
program p
  implicit none
  integer :: n
  associate (x => n + ) !! expected
    print *, x
    n = 'a' !! cannot be assigned
  end associate
end program
!=== each misplaced declaration
program p
  implicit none
  integer :: i
  i = 1
  integer :: j !! after the first executable statement
  j = 2
  logical :: k !! after the first executable statement
  k = 'd' !! cannot be assigned
end program
!=== a bad selector of SELECT RANK leaves its blocks
subroutine s(x)
  integer :: x(:), i
  select rank (x) !! must be of assumed rank
  rank (1)
    i = 'a' !! cannot be assigned
  end select
end subroutine
!=== CRITICAL within CRITICAL
program p
  integer :: i
  critical
    critical !! image control statement
      i = 'a' !! cannot be assigned
    end critical
  end critical
end program
!=== arguments in a lost heading may be dummy arguments
subroutine s(a, b !! is never closed
  integer, intent(in) :: a
  integer, intent(inout) :: b
  a = 1 !! INTENT(IN)
  b = 'x' !! cannot be assigned
end subroutine
