! Inverse hyperbolic functions of constants are rounded once.
program rounded_constants
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  print *, atanh(0.5_dp), asinh(0.7_dp), acosh(1.3_dp)
  print *, atanh(0.5), asinh(-0.7), acosh(1.0)
  print *, atanh(-0.125_dp), asinh(1e-9_dp), acosh(10.0_dp)
end program
!>   0.54930614433405489       0.65266656608235574       0.75643291085695963
!>   0.549306154     -0.652666569       0.00000000
!>  -0.12565721414045303        1.0000000000000001E-009   2.9932228461263808
