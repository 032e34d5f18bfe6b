! The second operand of .AND. and .OR. is not evaluated where the first decides and the second would divide by zero.
program p
  implicit none
  integer :: n, m
  character(4) :: c = '1234'
  read (c(4:4), *) m
  n = m - 4
  print '(l1)', n /= 0 .and. mod(m, n) == 0
  print '(l1)', n == 0 .or. modulo(m, n) == 0
  print '(l1)', n /= 0 .and. m / n == 1
  n = 2
  print '(l1)', n /= 0 .and. mod(m, n) == 0
  print '(l1)', n == 0 .or. modulo(m + 1, n) == 0
end program
!> F
!> T
!> F
!> T
!> F
