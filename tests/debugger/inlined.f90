module lib
  implicit none
  integer :: state = 1
contains
  subroutine bump(n)
    integer, intent(in) :: n
    state = state * n + 1 !bump
  end subroutine
  subroutine twice(n)
    integer, intent(in) :: n
    call bump(n) !first
    call bump(n + 1) !second
  end subroutine
end module
program t
  use lib
  implicit none
  integer :: k
  k = command_argument_count() + 3
  call twice(k) !main
  print *, state
end program
