! offload: default
! Pointers to procedures in map clauses: regions call what the host's pointers are associated with.
module functions
  implicit none
contains
  integer function five()
    !$omp declare target (five) indirect
    five = 5
  end function
  integer function times(x)
    integer, intent(in) :: x
    !$omp declare target (times) indirect
    times = 8 * x
  end function
end module
program p
  use functions
  implicit none
  integer :: x, y
  procedure(five), pointer :: f
  procedure(times), pointer :: g
  f => five
  g => times
  y = 3
  !$omp target map(to: f, g) map(from: x) map(to: y)
  x = f() + g(y)
  !$omp end target
  print *, x
  !$omp target map(f)
  x = f()
  !$omp end target
  print *, x
end program
!>           29
!>           29
