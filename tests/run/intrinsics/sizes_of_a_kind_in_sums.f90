! SIZE with KIND= is an integer of that kind wherever a sum with it comes to the size alone.
module hashes
  implicit none
contains
  pure integer function h(key) result(c)
    integer(1), intent(in) :: key(:)
    integer(8) :: i
    c = 7
    do i = 1_8, size(key, kind=8)
      c = ieor(c, transfer([key(i), 0_1, 0_1, 0_1], 0))
    end do
  end function

  pure integer(8) function left(key, from) result(n)
    integer(1), intent(in) :: key(:)
    integer(8), intent(in) :: from
    integer(8) :: length
    length = size(key, kind=8)
    n = (length + from - from)/2_8 + (length - 3_8)*10 + mod(length*1_8 + 0_8, 4_8)*1000 - (from - length)
  end function
end module

program p
  use hashes
  implicit none
  integer(1) :: k(9)
  integer(2) :: s
  integer :: i
  k = [(int(i*13, 1), i = 1, 9)]
  print *, h(k), h(k(::2)), left(k, 5_8), left(k(2:6), 0_8)
  s = size(k, kind=2)
  print *, s + 1_2, size(k, kind=1) - 1_1, size(k(3:), kind=8) + 0_8
end program
!>           74          66                 1068                 1027
!>      10    8                    7
