! options: -finteger-4-integer-8
! What is declared as an integer of kind 4, and constants, have kind 8; KIND arguments mean what they say.
program p
  implicit none
  integer :: a
  integer(4) :: b
  integer*4 :: c
  integer(2) :: d
  logical :: l
  logical(4) :: l4
  print '(i0, 9(1x, i0))', kind(a), kind(b), kind(c), kind(d), kind(l), kind(l4), kind(1), &
    kind(1_4), kind(int(2.0)), kind(int(2.0, 4))
  b = 3000000000_4
  print '(i0, 5(1x, i0))', b, huge(b), kind(size([1, 2])), kind(len('a')), selected_int_kind(9), kind(transfer(1d0, 1_4))
end program
!> 8 8 8 2 8 4 8 8 8 4
!> 3000000000 9223372036854775807 8 8 4 8
