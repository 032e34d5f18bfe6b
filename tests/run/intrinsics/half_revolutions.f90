! Trigonometric functions of half-revolutions (Fortran 2023); what is exact in the argument is exact in the result.
program half_revolutions
  implicit none
  real(8) :: x(9) = [0d0, 0.25d0, 0.5d0, 1d0, 1.5d0, 2d0, -0.5d0, 1d15 + 0.5d0, -7.25d0], pi
  real :: y
  real(16) :: q
  integer :: i
  pi = acos(-1d0)
  print '(9f9.5)', sinpi(x)
  print '(9f9.5)', cospi(x)
  print *, tanpi(0.25d0) == 1, tanpi(-0.25) == -1, sinpi(1d0) == 0, cospi(0.5d0) == 0, cospi(3.5) == 0
  do i = 1, 20
    y = i*0.37 - 3.1
    if (abs(sinpi(y) - sin(pi*y)) > 1e-6) print *, 'sinpi', y
    if (abs(cospi(y) - cos(pi*y)) > 1e-6) print *, 'cospi', y
    if (abs(tanpi(y) - tan(pi*y)) > 1e-5*(1 + abs(tanpi(y)))) print *, 'tanpi', y
  end do
  print '(5f9.5)', asinpi(0.5d0), acospi(0.5d0), atanpi(1d0), atanpi(-1d0, -1d0), atan2pi(1d0, -1d0)
  print '(3f9.5)', asinpi(x(3)), acospi(x(4)), atan2pi(x(4), x(7))
  q = 0.125_16
  print *, abs(sinpi(q)**2 + cospi(q)**2 - 1) < 1e-32_16, abs(sinpi(1/6._16) - 0.5_16) < 1e-32_16, &
    abs(acospi(0.5_16) - 1/3._16) < 1e-32_16
end program
!>   0.00000  0.70711  1.00000  0.00000 -1.00000  0.00000 -1.00000  1.00000  0.70711
!>   1.00000  0.70711  0.00000 -1.00000  0.00000  1.00000  0.00000  0.00000 -0.70711
!>  T T T T T
!>   0.16667  0.33333  0.25000 -0.75000  0.75000
!>   0.16667  0.00000  0.64758
!>  T T T
