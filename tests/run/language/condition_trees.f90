! options: -O2
! Conditions of several parts: branches, conditions of loops, negations, ranges, parts that must not be looked at.
module parts
  implicit none
  integer :: asked = 0
contains
  logical function positive(n)
    integer, intent(in) :: n
    asked = asked + 1
    positive = n > 0
  end function
  integer function kind_of(c) result(k)
    character, intent(in) :: c
    if (c >= 'a' .and. c <= 'z' .or. c >= 'A' .and. c <= 'Z' .or. c == '_') then
      k = 1
    else if (.not. (c < '0' .or. c > '9')) then
      k = 2
    else if (c == ' ' .or. iachar(c) > 8 .and. 14 > iachar(c)) then
      k = 3
    else
      k = 4
    end if
  end function
  integer function find(a, x) result(k)
    integer, intent(in) :: a(:), x
    k = 1
    do while (k <= size(a) .and. .not. (x == 0 .or. k > 5 .and. x < 0))
      if (a(k) == x) exit
      k = k + 1
    end do
  end function
  integer function between(i, lo, x) result(k)
    integer, intent(in) :: i
    integer(8), intent(in) :: lo
    real(8), intent(in) :: x
    k = 0
    if (i > -2147483647 .and. i < 2147483647) k = k + 1
    if (i >= -5 .and. i <= 5) k = k + 2
    if (i <= 3 .and. i > 3) k = k + 4
    if (lo >= -9223372036854775807_8 .and. lo <= 0_8) k = k + 8
    if (.not. (lo < 10 .or. lo > 20)) k = k + 16
    if (x >= 0 .and. x <= 1) k = k + 32
    if (.not. (x < 0 .or. x > 1)) k = k + 64
    if ((i > 0 .eqv. x > 0) .and. (lo > 0 .neqv. i > 0)) k = k + 128
  end function
  subroutine optional_parts(n, a)
    integer, intent(in) :: n
    integer, intent(in), optional :: a(:)
    if (present(a)) then
      if (n >= 1 .and. n <= size(a)) then
        if (a(n) > 0 .or. n == 2 .and. a(n) < -5) then
          print *, n, 'taken'
        else
          print *, n, 'left'
        end if
        return
      end if
    end if
    print *, n, 'nothing'
  end subroutine
end module
program condition_trees
  use parts
  implicit none
  integer :: i
  integer, allocatable :: a(:)
  logical :: l, r
  real(8) :: nan
  print '(20i2)', [(kind_of(achar(i)), i = 0, 127)]
  a = [4, 8, -3, 0, 7, -1, 9]
  print *, find(a, 7), find(a, -1), find(a, 5), find(a, 0), find(a, -3)
  nan = a(4)
  nan = nan/nan
  print *, between(0, 0_8, 0.5d0), between(-2147483647 - 1, 15_8, nan), between(6, -9223372036854775807_8 - 1, 1d0), &
    between(3, 20_8, -1d0), between(2147483647, -4_8, 2d0)
  call optional_parts(2)
  call optional_parts(0, a)
  call optional_parts(1, a)
  call optional_parts(2, [1, -6])
  call optional_parts(2, [1, -5])
  call optional_parts(3, [1, -6])
  ! Both values are needed here.
  do i = 1, 4
    l = i > 1 .and. i < 4
    r = .not. l .or. i == 2
    if (l .and. r) then
      print *, i, l, r, merge('both', 'none', l .and. r)
    else if (l .neqv. r) then
      print *, i, l, r
    end if
  end do
  if (positive(1) .and. positive(2)) print *, 'asked', asked
end program
!>  4 4 4 4 4 4 4 4 4 3 3 3 3 3 4 4 4 4 4 4
!>  4 4 4 4 4 4 4 4 4 4 4 4 3 4 4 4 4 4 4 4
!>  4 4 4 4 4 4 4 4 2 2 2 2 2 2 2 2 2 2 4 4
!>  4 4 4 4 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!>  1 1 1 1 1 1 1 1 1 1 1 4 4 4 4 1 4 1 1 1
!>  1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
!>  1 1 1 4 4 4 4 4
!>            5           6           8           1           3
!>          107         208         225          19         136
!>            2 nothing
!>            0 nothing
!>            1 taken
!>            2 taken
!>            2 left
!>            3 nothing
!>            1 F T
!>            2 T T both
!>            3 T F
!>            4 F T
!>  asked           2
