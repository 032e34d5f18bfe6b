! Each activation of a recursive internal procedure has its own loop variable: a call in the loop does not change it.
program recursive_loop_variables
  implicit none
  integer :: i, n, total
  total = 0
  do i = 1, 3
    call count(2)
  end do
  print *, total
  n = 0
  do i = 1, 2
    n = n + leaves(3)
  end do
  print *, n
  call outer(2)
contains
  recursive subroutine count(depth)
    integer, intent(in) :: depth
    integer :: i
    do i = 1, 2
      total = total + i
      if (depth > 0) call count(depth - 1)
    end do
  end subroutine
  recursive integer function leaves(depth) result(r)
    integer, intent(in) :: depth
    integer :: i
    r = 1
    if (depth == 0) return
    r = 0
    do i = 1, 2
      r = r + leaves(depth - 1)
    end do
  end function
  recursive subroutine outer(depth)
    integer, intent(in) :: depth
    integer :: k
    do k = 1, depth
      print *, 'level', depth, k
      call outer(depth - 1)
    end do
  end subroutine
end program
!>           63
!>           16
!>  level           2           1
!>  level           1           1
!>  level           2           2
!>  level           1           1
