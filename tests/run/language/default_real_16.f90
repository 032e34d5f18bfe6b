! options: -fdefault-real-16
! The option makes real(16) of default reals, and of double precision.
program p
  real :: x
  double precision :: d
  real(4) :: s
  complex :: z
  x = 1.0/3
  d = 1d0/3
  s = 1.0_4/3
  z = (1.0, 2.0)
  print *, kind(x), kind(d), kind(s), kind(z), kind(1.0), kind(1d0), kind(sqrt(x)), kind(dble(s))
  print *, x, x == d
  print *, dsin(d) == sin(x), dsqrt(d) == sqrt(x)
end program
!>           16          16           4          16          16          16          16          16
!>   0.333333333333333333333333333333333317       T
!>  T T
