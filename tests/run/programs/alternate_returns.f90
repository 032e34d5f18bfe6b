! Alternate returns of an internal subroutine.
program p
  implicit none
  integer :: i
  do i = -1, 2
    if (i >= 0) call s(i, *100, 'abc', *200)
    print *, 'normal', i
    cycle
100 print *, 'one', i
    cycle
200 print *, 'two', i
  end do
contains
  subroutine s(k, *, c, *)
    integer, intent(in) :: k
    character(*), intent(in) :: c
    print *, c
    if (k == 1) return 1
    if (k == 2) return k
  end subroutine
end
!>  normal          -1
!>  abc
!>  normal           0
!>  abc
!>  one           1
!>  abc
!>  two           2
