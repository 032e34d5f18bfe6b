! options: -freal-8-real-10 -freal-4-real-16
! Kinds 4 and 8 become others.
program p
  real :: x = 0.1
  real(8) :: d = 0.1d0
  double precision :: e
  print *, kind(x), kind(d), kind(e), kind(1.0_8), kind(1.0), kind(1d0)
  print *, x, d
end program
!>           16          10          10          10          16          10
!>    1.00000000000000000000000000000000005E-0001   1.00000000000000000001E-0001
