! EN and ES with neither width nor digits; SYNC IMAGES with a small integer.
program main
  integer(2) :: me
  character(16) :: b
  me = int(this_image(), 2)
  sync images (me)
  write (b, '(EN0.0E0)') 666.0
  print *, b
  write (b, '(EN0.0E2)') 6.0
  print *, b
  write (b, '(ES0.0E1)') 666.0
  print *, b
end program
!>  666.E+0
!>  6.E+00
!>  7.E+2
