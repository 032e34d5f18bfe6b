! stripped: no
! Lines that are compiled conditionally: with labels, and continued in words and numbers.
program lines
  implicit none
  integer :: first, second
  first = 1
!$ 10 fir&
!$    &st = 4&
  !$2
      !$first = 62
  !$ first = first + 1
      second = first
!$ 20 second = 5&   ! goes on
!$13 &
  !$ + second
!$X second = 0
  print *, first, second
end program
!>           43         556
