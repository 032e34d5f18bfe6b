!=== data with too many values
program p
  integer :: a(2)
  data a /1, 2, 3/ !! value
end program
!=== data with too few values
program p
  integer :: a(3)
  data a /1, 2/ !! value
end program
!=== data of a dummy
subroutine s(a)
  integer :: a
  data a /1/ !! a
end subroutine
!=== data of wrong type
program p
  integer :: a
  data a /'abc'/ !! a
end program
!=== data with a variable value
program p
  integer :: a, b
  data a /b/ !! b
end program
!=== data of an allocatable
program p
  integer, allocatable :: a
  data a /2/ !! a
end program
!=== data with a negative repeat
program p
  integer :: a(3)
  data a /-3*1/ !! repeat
end program
!=== data element out of bounds
program p
  integer :: a(3)
  data a(4) /1/ !! bound
end program
!=== data of a name from a module
module m
  integer :: a
end module
program p
  use m
  data a /1/ !! a
end program
!=== common of a dummy
subroutine s(a)
  integer :: a
  common /c/ a !! a
end subroutine
!=== common of an allocatable
program p
  integer, allocatable :: a
  common /c/ a !! a
end program
!=== common twice
program p
  integer :: a
  common /c/ a
  common /d/ a !! a
end program
!=== common of an initialised parameter
program p
  integer, parameter :: a = 1
  common /c/ a !! a
end program
!=== common initialised outside block data
program p
  integer :: a
  common /c/ a
  data a /1/
  integer, parameter :: k = 1.5.and.2 !! .and.
end program
!=== common of a type without sequence
program p
  type t
    integer :: i
  end type
  type(t) :: a
  common /c/ a !! a
end program
!=== common with the name of a procedure
program p
  integer :: a
  common /s/ a !! name of a procedure
  call s()
end program
subroutine s()
end subroutine
!=== equivalence of a dummy
subroutine s(a)
  integer :: a, b
  equivalence (a, b) !! a
end subroutine
!=== equivalence of an allocatable
program p
  integer, allocatable :: a(:)
  integer :: b
  equivalence (a, b) !! a
end program
!=== equivalence of two places at once
program p
  integer :: a(3), b
  equivalence (a(1), b), (a(2), b) !! b
end program
!=== equivalence extends a common backwards
program p
  integer :: a, b(3)
  common /c/ a
  equivalence (a, b(2)) !! b
end program
!=== equivalence of two commons
program p
  integer :: a, b
  common /c/ a
  common /d/ b
  equivalence (a, b) !! COMMON
end program
!=== equivalence of a single object
program p
  integer :: a
  equivalence (a) !! EQUIVALENCE
end program
!=== equivalence of a pointer
program p
  integer, pointer :: a
  integer :: b
  equivalence (a, b) !! a
end program
!=== equivalence with a variable subscript
program p
  integer :: a(3), b, i
  equivalence (a(i), b) !! constant
end program
!=== block data with executable statements
block data
  integer :: a
  common /c/ a
  a = 1 !! BLOCK DATA
end block data
!=== namelist of a constant
program p
  integer, parameter :: a = 1
  namelist /n/ a !! a
end program
!=== namelist of an unknown name
program p
  implicit none
  namelist /n/ a !! a
end program
!=== namelist name is a variable
program p
  integer :: n, a
  namelist /n/ a !! n
end program
!=== namelist that does not exist
program p
  implicit none
  read (*, nml=nothing) !! nothing
end program
!=== namelist with a list of items
program p
  integer :: a
  namelist /n/ a
  write (*, nml=n) a !! namelist
end program
!=== write with an unknown specifier
program p
  write (*, *, foo=1) 3 !! foo
end program
!=== write with a specifier twice
program p
  integer :: i
  write (unit=*, fmt=*, iostat=i, iostat=i) 3 !! iostat
end program
!=== write with end=
program p
  write (*, *, end=10) 3 !! END
10 continue
end program
!=== write without a unit
program p
  write (fmt=*) 3 !! unit
end program
!=== unit is a real
program p
  write (1.5, *) 3 !! unit
end program
!=== unit is negative
program p
  write (-3, *) 3 !! unit
end program
!=== iostat is not an integer
program p
  real :: x
  read (*, *, iostat=x) i !! iostat
end program
!=== iostat is a constant
program p
  read (*, *, iostat=3) i !! iostat
end program
!=== iomsg is not a character
program p
  integer :: i
  read (*, *, iomsg=i) i !! iomsg
end program
!=== err label does not exist
program p
  read (*, *, err=10) i !! 10
end program
!=== format label does not exist
program p
  write (*, 10) 3 !! 10
end program
!=== format label is no format
program p
  write (*, 10) 3 !! 10
10 continue
end program
!=== format without label
program p
  format (i5) !! label
end program
!=== format with an unknown descriptor
program p
  write (*, '(q5)') 3 !! q
end program
!=== format not closed
program p
  write (*, '(i5') 3 !! format
end program
!=== format without parentheses
program p
  write (*, 'i5') 3 !! format
end program
!=== format lacks a width
program p
  write (*, '(f.3)') 3.0 !! width is expected after F
end program
!=== format with digits missing
program p
  write (*, '(f8.)') 3.0 !! number of digits is expected after the period
end program
!=== format statement with an unknown descriptor
program p
  write (*, 10) 3
10 format (i5, y3) !! y
end program
!=== format with a zero repeat
program p
  write (*, '(0i5)') 3 !! repeat count must be positive
end program
!=== format that is a number
program p
  integer :: i
  write (*, fmt=3.5) i !! format
end program
!=== read into an expression
program p
  integer :: i
  read (*, *) i + 1 !! read
end program
!=== read into a constant
program p
  read (*, *) 3 !! read
end program
!=== print of a derived type with a pointer
program p
  type t
    integer, pointer :: i
  end type
  type(t) :: x
  print *, x !! pointer
end program
!=== print of a type with private parts
module m
  type t
    private
    integer :: i
  end type
end module
program p
  use m
  type(t) :: x
  print *, x !! private
end program
!=== internal unit is an integer array
program p
  integer :: u(3)
  write (u, *) 3 !! unit
end program
!=== internal unit is a constant
program p
  write ('abc', *) 3 !! internal unit must be a variable
end program
!=== internal unit without format
program p
  character(10) :: u
  write (u) 3 !! format
end program
!=== sign of unformatted output
program p
  write (10, sign='plus') 3 !! SIGN needs a format
end program
!=== blank of unformatted input
program p
  integer :: i
  read (10, blank='zero') i !! BLANK needs a format
end program
!=== advance with list-directed output
program p
  write (*, *, advance='no') 3 !! advance
end program
!=== advance with a wrong value
program p
  write (*, '(i5)', advance='maybe') 3 !! advance
end program
!=== size without advance=no
program p
  integer :: n
  read (*, '(i5)', size=n) i !! size
end program
!=== rec with list-directed input
program p
  read (10, *, rec=1) i !! rec
end program
!=== open without a unit
program p
  open (file='a') !! unit
end program
!=== open with an unknown specifier
program p
  open (10, fille='a') !! fille
end program
!=== open with a wrong status
program p
  open (10, file='a', status='nwe') !! status
end program
!=== open with a wrong access
program p
  open (10, file='a', access='random') !! access
end program
!=== open with an integer as file
program p
  open (10, file=3) !! file
end program
!=== close with a wrong status
program p
  close (10, status='maybe') !! status
end program
!=== inquire by unit and file
program p
  logical :: l
  inquire (unit=10, file='a', exist=l) !! inquire
end program
!=== inquire exist into an integer
program p
  integer :: l
  inquire (unit=10, exist=l) !! exist
end program
!=== implied do of io has a wrong variable
program p
  real :: a(3)
  print *, (a(i), c = 1, 'x') !! bound
end program
!=== print of a procedure
program p
  print *, s !! s
contains
  subroutine s()
  end subroutine
end program
!=== newunit is a constant
program p
  open (newunit=10, file='a') !! newunit
end program
!=== print of an assumed-size array
subroutine s(a)
  real :: a(*)
  print *, a !! assumed-size
end subroutine
!=== backspace without a unit
program p
  backspace (iostat=i) !! unit
end program
!=== initial values among equivalenced objects of very many bytes
program p
  integer :: a(1000000000), b(10) = 3 !! equivalenced objects
  equivalence (a(1000000000), b(1))
  a(1) = b(2)
end program
