program alt
  implicit none
  integer :: i, k
  character(8) :: s
  do i = -1, 3
    s = 'normal'
    call pick(i, s // 'x', *10, *20)
    print *, i, s
    cycle
10  print *, i, 'first'
    cycle
20  print *, i, 'second'
  end do
  assign 30 to k
  goto k
  print *, 'not here'
30 print *, 'thirty'
  assign 40 to k
  goto k, (30, 40)
  print *, 'nor here'
40 continue
  call outer(5, *50)
  print *, 'fell through'
  stop
50 print *, 'fifty'
  call inner(*60, 3)
  print *, 'inner normal'
60 print *, 'done'
contains
  subroutine inner(*, n)
    integer, intent(in) :: n
    if (n > 5) return 1
  end subroutine
end program
subroutine pick(i, s, *, *)
  integer :: i
  character(*) :: s
  if (i == 1) return 1
  if (i == 2) return i
  if (i == 3) return 7
end subroutine
subroutine outer(n, *)
  integer :: n
  entry other(n, *)
  if (n > 3) return 1
end subroutine
!>           -1 normal
!>            0 normal
!>            1 first
!>            2 second
!>            3 normal
!>  thirty
!>  fifty
!>  inner normal
!>  done
