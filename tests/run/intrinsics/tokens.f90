! SPLIT and TOKENIZE of Fortran 2023.
program tokens
  implicit none
  character(20) :: s = 'a,bb;,ccc'
  character(:), allocatable :: tok(:), sep(:)
  integer, allocatable :: first(:)
  integer(8), allocatable :: last(:)
  integer :: p
  integer(2) :: q
  p = 0
  do
    call split(trim(s), ',;', p)
    print *, p
    if (p > len_trim(s)) exit
  end do
  q = len_trim(s) + 1
  do
    call split(trim(s), ',;', q, back=.true.)
    print *, q
    if (q == 0) exit
  end do
  call tokenize(trim(s), ',;', tok)
  print '(i0,*(:,"[",a,"]"))', len(tok), tok
  call tokenize(trim(s), ',;', tok, sep)
  print '(i0,1x,i0,*(:,"[",a,"]"))', size(tok), len(sep), sep
  call tokenize(trim(s), set=',;', first=first, last=last)
  print *, first, last
  call tokenize('', ' ', tok, separator=sep)
  print *, size(tok), len(tok), size(sep)
  call tokenize('one', '', tok)
  print *, tok, lbound(tok)
end program
!>            2
!>            5
!>            6
!>           10
!>       6
!>       5
!>       2
!>       0
!> 3[a  ][bb ][   ][ccc]
!> 4 1[,][;][,]
!>            1           3           6           7                    1                    4                    5                    9
!>            1           0           0
!>  one           1
