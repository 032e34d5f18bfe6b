program list_of_components
  implicit none
  type t
    integer :: k = 3
    real, allocatable :: a(:)
  end type
  type(t), allocatable :: list(:)
  type(t) :: one
  integer :: i, j
  allocate(list(3))
  do i = 1, 3; allocate(list(i)%a(i+2)); list(i)%a = [(1.*i*j, j=1,i+2)]; end do
  allocate(one%a(5)); one%a = 1
  do i = 1, 3
    !$omp target teams workdistribute
    one%a(1:size(list(i)%a)) = one%a(1:size(list(i)%a)) + list(i)%a(size(list(i)%a):1:-1)
    list(i)%a = list(i)%a * one%k
    list(i)%a(2:) = list(i)%a(:size(list(i)%a)-1)
    !$omp end target teams workdistribute
  end do
  print '(5f9.2)', one%a
  do i = 1, 3; print '(5f9.2)', list(i)%a; end do
end program
!>     27.00    21.00    15.00     9.00     4.00
!>      3.00     3.00     6.00
!>      6.00     6.00    12.00    18.00
!>      9.00     9.00    18.00    27.00    36.00
