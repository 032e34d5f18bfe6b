! regions: on the device
! Components behind constant subscripts of objects in objects.
program nested
  implicit none
  type inner
    real, allocatable :: v(:)
  end type
  type outer
    type(inner) :: a(3)
  end type
  type(outer) :: o
  integer :: i
  real :: s(4)
  allocate (o%a(2)%v(4), o%a(1)%v(4))
  o%a(2)%v = [1., 2., 3., 4.]
  o%a(1)%v = 0
  !$omp target teams distribute parallel do map(tofrom: o) map(from: s)
  do i = 1, 4
    o%a(1)%v(i) = o%a(2)%v(i) * 2
    s(i) = o%a(1)%v(i)
  end do
  print '(4f6.1)', s
  print '(4f6.1)', o%a(1)%v
end program
!>    2.0   4.0   6.0   8.0
!>    2.0   4.0   6.0   8.0
