! Comparisons of single characters: all codes, both kinds, in loops that store to what they compare.
program single
  implicit none
  character(len=1) :: c, low, line(6)
  character(len=8) :: text
  character(kind=4, len=1) :: w
  integer :: i, n
  n = 0
  low = achar(100)
  do i = 0, 255
    c = char(i)
    if (c > low) n = n + 1
    if (c == low) n = n + 1000
    if (c < char(200)) n = n + 10000
  end do
  if (n /= 2001155) error stop 'codes above 127 order as unsigned'
  w = char(70000, kind=4)
  if (.not. (w > 4_'a' .and. w /= 4_'b')) error stop 'kind 4'
  text = 'abcabcab'
  n = 0
  do i = 1, len(text)
    if (text(1:1) == text(i:i)) n = n + 1
    text(1:1) = 'b'
  end do
  if (n /= 4) error stop 'the first character changes in the loop'
  text = 'abcabcab'
  call same(text, text(1:1), n)
  if (n /= 3) error stop 'dummies'
  line = ['a', 'b', 'a', ' ', 'z', 'a']
  if (count(line == 'a') /= 3 .or. count(line >= 'b') /= 2) error stop 'arrays'
  if (c == '' .or. .not. ' ' == '') error stop 'no characters'
  print *, 'ok'
contains
  subroutine same(s, first, n)
    character(len=*), intent(in) :: s, first
    integer, intent(out) :: n
    integer :: i
    n = 0
    do i = 1, len(s)
      if (s(i:i) == first(1:1)) n = n + 1
    end do
  end subroutine
end program
!>  ok
