!=== unknown statement
program p
  pritn *, 1 !! statement
end program
!=== missing comma in print
program p
  print * 1 !! expected
end program
!=== missing then
program p
  logical :: l
  if (l) !! this IF has neither THEN nor a statement
    print *, 1
  end if
end program
!=== missing operand
program p
  integer :: i
  i = 1 + !! expression
end program
!=== two operators
program p
  integer :: i
  i = 1 + * 2 !! expression
end program
!=== missing closing parenthesis
program p
  integer :: i
  i = (1 + 2 !! never closed
end program
!=== closing parenthesis too many
program p
  integer :: i
  i = 1 + 2) !! )
end program
!=== unclosed string
program p
  print *, 'abc !! this character literal is never closed
end program
!=== bad character
program p
  integer :: i
  i = 1 # 2 !! meaning in Fortran
end program
!=== assignment without left side
program p
  = 3 !! statement
end program
!=== name starts with a digit
program p
  integer :: 1a !! 1
end program
!=== name starts with an underscore
program p
  integer :: _a !! _
end program
!=== double colon missing with attribute
program p
  integer, save i !! ::
end program
!=== missing end program name wrong
program p
  print *, 1
end program q !! this name should be
!=== end subroutine in a program
program p
  print *, 1
end subroutine !! SUBROUTINE
!=== end missing
subroutine s() !! this subroutine is not closed
  print *, 1
!=== end of module missing
module m !! this module is not closed
  integer :: i
contains
  subroutine s()
  end subroutine
!=== name too long
program p
  integer :: abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz !! 63
end program
!=== call without a name
program p
  call !! statement ends here
end program
!=== do without a bound
program p
  integer :: i
  do i = 1 !! statement ends here
  end do
end program
!=== use with a bad list
program p
  use iso_fortran_env, only int32 !! expected
end program
!=== attribute that does not exist
program p
  integer, allocatble :: i(:) !! allocatble
end program
!=== type that does not exist
program p
  intger :: i !! statement
end program
!=== implicit with a typo
program p
  implicit nome !! implicit
end program
!=== relational operators chained
program p
  integer :: i = 2
  if (1 < i < 3) print *, 1 !! <
end program
!=== string operator misspelt
program p
  logical :: l
  l = .tru. !! expected an expression
end program
!=== else if without then
program p
  logical :: l
  if (l) then
    print *, 1
  else if (.not. l) !! THEN
    print *, 2
  end if
end program
!=== contains without procedures then a statement
program p
contains
  print *, 1 !! procedure
end program
!=== equals instead of assignment operator
program p
  integer :: i
  i == 3 !! statement
end program
!=== assignment to a literal
program p
  3 = 4 !! statement
end program
!=== semicolon and unknown statement
program p
  integer :: i
  i = 1; bar baz !! statement
end program
!=== array constructor not closed
program p
  integer :: k(2)
  k = [1, 2 !! never closed
end program
!=== select without case
program p
  integer :: i
  select (i) !! expected
  end select
end program
!=== subroutine without a name
subroutine !! does not begin a statement
end subroutine
!=== function without parentheses
function f !! (
  f = 1
end function
!=== contained function end missing
program p
contains
  subroutine s()
    print *, 1
end program !! SUBROUTINE
!=== type statement not closed
program p
  type t
    integer :: i
end program !! this derived type definition is not closed
!=== interface not closed
program p
  interface
    subroutine s()
    end subroutine
end program !! this interface block is not closed
!=== stray comma in declaration
program p
  integer :: a,, b !! name
end program
!=== continuation at the end of the file
program p
  print *, 1, & !! continu
!=== complex literal with three parts
program p
  complex :: z
  z = (1.0, 2.0, 3.0) !! )
end program
!=== exponent without digits
program p
  real :: x
  x = 1.0e !! expected the end of the statement
end program
!=== kind of a string missing quote
program p
  character(5) :: c
  c = "abc' !! this character literal is never closed
end program
!=== goto without label
program p
  goto !! statement ends here
end program
!=== allocate without parentheses
program p
  real, allocatable :: a(:)
  allocate a(3) !! (
end program
!=== deferred type-bound outside of contains
module m
  type t
    procedure :: f !! POINTER
  end type
end module
!=== print with parentheses
program p
  print (*, *) 1 !! expected an expression
end program
!=== bad logical operator
program p
  logical :: l
  l = .true. .nad. .false. !! .nad.
end program
!=== statement label alone
program p
10 !! label
end program
!=== where with missing parenthesis
program p
  real :: a(3)
  where a > 0 !! does not begin a statement
    a = 1
  end where
end program
