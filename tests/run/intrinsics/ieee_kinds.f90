! Kinds that only the running program can select.
program ieee_kinds
  use ieee_arithmetic
  implicit none
  integer :: p, r
  do p = 5, 40, 7
    print *, selected_real_kind(p), ieee_selected_real_kind(p), selected_int_kind(p)
  end do
  p = 6; r = 300
  print *, ieee_selected_real_kind(p, r), ieee_selected_real_kind(r=r), ieee_selected_real_kind(p, r, 2), ieee_selected_real_kind(int(p,1), radix=10)
end program
!>            4           4           4
!>            8           8           8
!>           16          16          16
!>           16          16          16
!>           16          16          16
!>           -1          -1          -1
!>            8           8           8          -5
