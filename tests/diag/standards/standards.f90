!=== f95: type extension
type a
  integer i
end type
type, extends(a) :: b !! type extension: a feature of fortran 2003
end type
end
!=== f95: associate
associate (x => 1) !! associate: a feature of fortran 2003, not of fortran 95
  print *, x
end associate
end
!=== f2003: block
block !! block: a feature of fortran 2008
  integer i
  i = 1
  print *, i
end block
end
!=== f2003: do concurrent
integer i, a(3)
do concurrent (i = 1:3) !! do concurrent: a feature of fortran 2008
  a(i) = i
end do
print *, a
end
!=== f2008: assumed rank
subroutine s(x)
  integer :: x(..) !! assumed rank: a feature of fortran 2018
end
!=== f2003: an intrinsic function of a later standard
implicit none
print *, gamma(1.0) !! `gamma` is not declared
end
!=== f2018: an intrinsic subroutine of no standard
intrinsic abort !! intrinsic procedure `abort`: an extension
call abort
end
!=== f2018: star and bytes
integer*8 i !! an extension
i = 1
print *, i
end
!=== f2008: error stop is there, quiet is not
error stop 1, quiet=.true. !! quiet in stop: a feature of fortran 2018
end
!=== f2018: reduce
integer i, s
s = 0
do concurrent (i = 1:3) reduce(+: s) !! a feature of fortran 2023
  s = s + i
end do
print *, s
end
!=== f95: brackets around an array constructor
program p
  integer :: a(2)
  a = [1, 2] !! [ ] around an array constructor
end program
!=== f2018: a real loop variable
program p
  real :: x
  do x = 1.0, 2.0 !! a real loop variable
  end do
end program
!=== f2018: integer from logical
program p
  integer :: i
  i = .true. !! the conversion of
end program
!=== f2003: an internal procedure as an argument
program p
  call s(t) !! an internal procedure as an actual argument
contains
  subroutine s(f)
    external :: f
    call f
  end subroutine
  subroutine t
  end subroutine
end program
!=== f2008: a stop code that is not constant
subroutine s(i)
  integer :: i
  stop i !! a stop code that is not constant
end subroutine
!=== f2003: parts of a complex number
program p
  complex :: z
  z = (1.0, 2.0)
  print *, z%re !! %RE and %IM
end program
!=== f95: a pointer in a namelist group
program p
  integer, pointer :: i
  namelist /n/ i !! a pointer in a namelist group
end program
!=== f2003: functions of complex arguments
program p
  complex :: z
  z = (1.0, 2.0)
  print *, tan(z) !! of a complex argument
end program
!=== f95: an operator renamed by USE
module m
  interface operator(.a.)
    module procedure f
  end interface
contains
  integer function f(x)
    integer, intent(in) :: x
    f = x
  end function
end module
module n
  use m, only: operator(.b.) => operator(.a.) !! another name for an operator
end module
