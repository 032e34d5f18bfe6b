! A real literal constant that ends in its decimal symbol, directly before an operator.
program main
  implicit none
  real :: x
  integer :: i
  do i = -1, 3
    x = i
    if (x.le.0..or.x.gt.2.) print *, 'outside', i
    if (x.ge.0..and.x.le.2..or.1..gt.3.) print *, 'inside', i
    if (1.eq.i.or.2..eq.x) print *, 'one or two', i
  end do
end program
!>  outside          -1
!>  outside           0
!>  inside           0
!>  inside           1
!>  one or two           1
!>  inside           2
!>  one or two           2
!>  outside           3
