! options: -fcheck=all
! Checks of recursion leave pure procedures alone: regions and array operations may call them.
program checked_pure_calls
  implicit none
  integer :: i, r(4)
  !$omp target teams distribute parallel do map(from: r)
  do i = 1, 4
    r(i) = key(i)
  end do
  if (all(r == [2,3,4,5])) print *, 'PASS'
contains
  pure integer function key(s)
    integer, intent(in) :: s
    key = s + 1
  end function
end program
!>  PASS
