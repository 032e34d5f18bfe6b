! Variables of declare target live on the device: regions move nothing, updates do.
! offload: default
module m
  implicit none
  integer :: n = 5
  real :: a(4) = [1, 2, 3, 4]
  real :: zeros(3)
  type pair
    integer :: i = 1
    real :: x = 2
  end type
  type(pair) :: p(2)
  integer :: link_me(3) = [1, 2, 3]
  !$omp declare target enter(n, a, zeros, p)
  !$omp declare target link(link_me)
contains
  subroutine step(f)
    !$omp declare target
    real, intent(in) :: f
    integer :: j
    do j = 1, 4
      a(j) = a(j) * f + n
    end do
  end subroutine
end module
program declared
  use m
  use omp_lib
  implicit none
  logical :: apart
  integer :: i, got(3)
  integer, save :: c = 3
  integer :: mine(2)
  integer :: b1, b2(2)
  common /blk/ b1, b2
  !$omp declare target(c, mine, /blk/)
  data b1, b2 /1, 2, 3/
  apart = omp_get_num_devices() > 0
  if (apart) then
    ! The device has the first values.
    n = 100; a = 0; c = 0; p%i = 50; b1 = 70
  end if
  !$omp target map(from: got)
  got = [n, c, b1]
  !$omp end target
  print *, got
  !$omp target teams distribute parallel do
  do i = 1, 4
    a(i) = a(i) + n
  end do
  !$omp target
  call step(2.0)
  p(2)%i = p(1)%i + 1
  b2(2) = b1 + 9
  mine = [4, 5]
  c = c + 1
  !$omp end target
  if (apart) print *, all(a == 0), c == 0, n == 100
  if (.not. apart) print *, all(a == [17, 19, 21, 23]), c == 4, n == 5
  !$omp target update from(a, c, p(2)%i, mine, b2)
  print *, a, c, p(2)%i, mine, b2
  n = 7
  !$omp target update to(n)
  a = 1
  !$omp target map(always, tofrom: a)
  call step(1.0)
  !$omp end target
  print *, a
  ! Maps of what is there count nothing and copy nothing.
  !$omp target enter data map(to: a)
  !$omp target exit data map(delete: a)
  !$omp target map(tofrom: a)
  a(1) = a(1) + 1
  !$omp end target
  print *, a(1) == merge(8., 9., apart)
  !$omp target update from(a(1:1))
  print *, a
  !$omp target map(tofrom: link_me)
  link_me = link_me * 2
  !$omp end target
  print *, link_me
  ! On the host, where a device was to run the region: the device's values, and the device has the results.
  if (apart) a = -1
  !$omp target
  if (a(1) > 0) a(4) = sum(a)
  write (*, '(a, f6.1)') 'written', a(4)
  !$omp end target
  print *, a(4) == merge(-1., 33., apart)
  !$omp target update from(a)
  print *, a
end program
!>            5           3           1
!>  T T T
!>    17.0000000       19.0000000       21.0000000       23.0000000               4           2           4           5           2          10
!>    8.00000000       8.00000000       8.00000000       8.00000000
!>  T
!>    9.00000000       8.00000000       8.00000000       8.00000000
!>            2           4           6
!> written  33.0
!>  T
!>    9.00000000       8.00000000       8.00000000       33.0000000
