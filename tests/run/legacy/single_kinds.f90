! options: -freal-8-real-4
! Reals of kind 8 become those of kind 4.
program main
  double precision :: d
  real(8) :: r
  complex*16 :: c
  d = 1d0 / 3
  r = 1.0_8 / 3
  c = d
  print *, kind(d), kind(r), kind(c), kind(1d0), d == 1.0 / 3, r == d
end program
!>            4           4           4           4 T T
