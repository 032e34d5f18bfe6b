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
