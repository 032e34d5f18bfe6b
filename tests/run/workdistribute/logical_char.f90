program logical_char
  implicit none
  integer, parameter :: n = 26
  character(len=1) :: c(n), d(n)
  character(len=5) :: w(6), v(6)
  logical :: l(n), k(6)
  logical(1) :: l1(n)
  integer :: i, cnt
  c = [(achar(iachar('a') + mod(i*7, 26)), i = 0, 25)]
  w = ['apple', 'pear ', 'fig  ', 'plum ', 'date ', 'kiwi ']
  !$omp target teams workdistribute map(tofrom: cnt)
  d = c(n:1:-1)
  l = c < d
  l1 = l .neqv. (c == 'h')
  where (l) d = 'x'
  k = w > 'g'
  v = w(6:1:-1)
  where (k) v = 'none'
  cnt = count(l1)
  c = achar(iachar(c) - 32)
  !$omp end target teams workdistribute
  print '(26a1)', c
  print '(26a1)', d
  print '(26l1)', l
  print *, k, cnt
  print '(6a6)', v
end program
!> AHOVCJQXELSZGNUBIPWDKRYFMT
!> xxfxxxdwxibuxgxxxexxjcvxha
!> TTFTTTFFTFFFTFTTTFTTFFFTFF
!>  F T F T F T          12
!>  kiwi  none  plum  none  pear  none
