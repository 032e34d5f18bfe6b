! options: -fdec-intrinsic-ints
! Specific integer functions of VAX Fortran.
program p
  implicit none
  integer(1) :: b = 5
  integer(2) :: i = -300
  integer(8) :: k = 2_8**40
  print *, babs(-b), iiabs(i), kiabs(-k), bbtest(b, 2_1), jibset(0, 4), kieor(k, 1_8)
  print *, imod(i, 7_2), inot(i), floati(i), iishftc(1_2, 3_2, 8_2), kishft(k, -38_8)
  print *, nothing(inot(0_2))
contains
  integer function nothing(jmod)
    integer(2), intent(in) :: jmod
    nothing = jmod
  end function
end program
!>     5    300        1099511627776 T          16        1099511627777
!>      -6    299  -300.000000          8                    4
!>           -1
