!=== module not found
program p
  use nothing !! nothing
end program
!=== only name not in the module
module m
  integer :: a
end module
program p
  use m, only: b !! b
end program
!=== only name private in the module
module m
  private
  integer :: a
end module
program p
  use m, only: a !! a
end program
!=== private name used
module m
  implicit none
  private
  integer :: a
end module
program p
  use m
  implicit none
  a = 1 !! a
end program
!=== renamed name used by its old name
module m
  integer :: a
end module
program p
  use m, b => a
  implicit none
  a = 1 !! a
end program
!=== rename of an unknown name
module m
  integer :: a
end module
program p
  use m, b => c !! c
end program
!=== ambiguous name from two modules
module m
  integer :: a
end module
module n
  integer :: a
end module
program p
  use m
  use n
  a = 1 !! ambiguous
end program
!=== name from a module declared again
module m
  integer :: a
end module
program p
  use m
  integer :: a !! a
end program
!=== module uses itself
module m
  use m !! m
end module
!=== two modules of one name
module m
end module
module m !! m
end module
!=== module has executable statements
module m
  integer :: i
  i = 1 !! module
end module
!=== intrinsic module that does not exist
program p
  use, intrinsic :: iso_nothing !! iso_nothing
end program
!=== name not in an intrinsic module
program p
  use, intrinsic :: iso_fortran_env, only: real65 !! real65
end program
!=== module named in end differs
module m
end module n !! n
!=== procedure private in the module called
module m
  implicit none
  private
contains
  subroutine s()
  end subroutine
end module
program p
  use m, only: s !! s
  call s()
end program
!=== public of an unknown name
module m
  implicit none
  public :: nothing !! nothing
end module
!=== operator not public
module m
  private
  type, public :: t
    integer :: i
  end type
  interface operator(+)
    module procedure f
  end interface
contains
  type(t) function f(a, b)
    type(t), intent(in) :: a, b
    f%i = a%i + b%i
  end function
end module
program p
  use m
  type(t) :: x, y
  x = x + y !! +
end program
!=== use of the program name
program p
  use p !! p
end program
