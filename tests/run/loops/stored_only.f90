! A loop that only stores to an element reads nothing of the variable, whatever its callers have been told.
subroutine fill(n, c)
  integer :: n, i, c(20)
  do i = 1, n
    c(3) = 7 + i
  end do
end subroutine
subroutine through(n)
  integer :: n, c(20)
  common /block/ c
  call fill(n, c)
end subroutine
subroutine first(n, c, s)
  integer :: n, i, c(20), s
  do i = 1, n
    c(4) = i
    s = s + c(4)
    if (s > 20) exit
  end do
end subroutine
program stored_only
  integer :: c(20), s
  common /block/ c
  c = 1
  call through(4)
  print *, sum(c)
  call through(0)
  print *, sum(c)
  s = 0
  call first(0, c, s)
  print *, s, c(4)
  call first(10, c, s)
  print *, s, c(4)
end program
!>           30
!>           30
!>            0           1
!>           21           6
