program nested_components
  implicit none
  type inner
    real :: d(4)
  end type
  type outer
    type(inner) :: in(3)
    type(inner), allocatable :: al(:)
    integer :: m(2,2)
  end type
  type(outer) :: o(2)
  integer :: i, k
  do k = 1, 2
    allocate(o(k)%al(2))
    do i = 1, 3; o(k)%in(i)%d = [1.,2.,3.,4.]*i*k; end do
    do i = 1, 2; o(k)%al(i)%d = [4.,3.,2.,1.]*i*k; end do
    o(k)%m = k
  end do
  !$omp target teams workdistribute
  o(1)%in(2)%d = o(2)%in(1)%d(4:1:-1)
  o(2)%in(:)%d(3) = o(1)%in(3:1:-1)%d(2)
  o(1)%in(1:2) = o(1)%in(2:3)
  o%m(1,2) = o(2:1:-1)%m(1,1) + 5
  !$omp end target teams workdistribute
  associate (x => o(1)%al)
  !$omp target teams workdistribute
  x(:)%d(1) = x(2:1:-1)%d(4) + o(1)%in(1)%d(2)
  x(2)%d(2:4) = x(2)%d(1:3)
  !$omp end target teams workdistribute
  end associate
  do k = 1, 2
    print '(4f8.2)', (o(k)%in(i)%d, i=1,3), (o(k)%al(i)%d, i=1,2)
    print *, o(k)%m
  end do
end program
!>     8.00    6.00    4.00    2.00
!>     3.00    6.00    9.00   12.00
!>     3.00    6.00    9.00   12.00
!>     8.00    3.00    2.00    1.00
!>     7.00    7.00    6.00    4.00
!>            1           1           7           1
!>     2.00    4.00    6.00    8.00
!>     4.00    8.00    6.00   16.00
!>     6.00   12.00    2.00   24.00
!>     8.00    6.00    4.00    2.00
!>    16.00   12.00    8.00    4.00
!>            2           2           6           2
