! Formats in numeric constants, as programs before Fortran 77 had them in arrays.
program main
  integer, parameter :: y(3) = transfer('("hello W2")', 1, size=3)
  real, parameter :: z(3) = transfer('("hello W3")', 1.0, size=3)
  print y
  print z
end program
!> hello W2
!> hello W3
