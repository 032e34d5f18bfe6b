! What a clause says of an object holds for its components, in embedded objects and strings too; sections of arrays of objects.
! offload: default
module m
  implicit none
  type in
    integer :: k = 1
    integer, allocatable :: x(:)
  end type
  type t
    type(in) :: e(2)
    type(in), allocatable :: f(:, :)
    character(:), allocatable :: s
    character(:), allocatable :: w(:)
    procedure(integer), pointer, nopass :: fp => null()
    integer :: tail = 4
  end type
end module
program p
  use m
  use omp_lib
  implicit none
  type(t) :: o, l(4)
  integer :: i, j
  logical :: apart
  apart = omp_get_num_devices() > 0
  do i = 1, 2
    allocate(o%e(i)%x(3), source = i)
  end do
  allocate(o%f(2, 2))
  do j = 1, 2
    do i = 1, 2
      allocate(o%f(i, j)%x(2), source = 10 * i + j)
    end do
  end do
  o%s = 'hello'
  allocate(character(3) :: o%w(2))
  o%w = ['abc', 'def']
  o%fp => ff
  !$omp target map(to: o)
  o%e(2)%x(1) = 99
  o%tail = 99
  !$omp end target
  print *, o%e(2)%x(1) == merge(2, 99, apart), o%tail == merge(4, 99, apart), o%fp()
  o%e(2)%x(1) = 2; o%tail = 4
  !$omp target map(from: o)
  o%e(1)%x = [7, 8, 9]
  o%tail = 5
  o%e%k = 2
  !$omp end target
  print *, o%e(1)%x, o%e(2)%x, o%tail, o%e%k, o%fp(), o%s, o%w
  !$omp target data map(tofrom: o)
  o%s(1:1) = 'J'
  !$omp target update to(o%s)
  !$omp target
  o%s(2:2) = 'E'
  o%w(2) = o%w(1)
  o%f(2, 1)%x(2) = o%f(1, 2)%x(1) + o%e(1)%k
  !$omp end target
  !$omp end target data
  print *, o%s, ' ', o%w, o%f(2, 1)%x
  do i = 1, 4
    l(i)%tail = i
    allocate(l(i)%e(1)%x(i), source = i)
  end do
  !$omp target enter data map(to: l(2:3))
  do i = 1, 4
    l(i)%tail = -i; l(i)%e(1)%x = -i
  end do
  !$omp target map(present, alloc: l(2:3))
  l(2)%tail = 20
  l(3)%e(1)%x(3) = 30
  !$omp end target
  if (.not. apart) then
    l(3)%e(1)%x(1:2) = 3; l(2)%e(1)%x = 2; l(3)%tail = 3
  end if
  !$omp target update from(l(2:2)%tail)
  print *, l%tail == [-1, 20, merge(-3, 3, apart), -4]
  !$omp target exit data map(from: l(2:3))
  print *, l%tail, l(2)%e(1)%x, l(3)%e(1)%x, l(4)%e(1)%x
contains
  integer function ff()
    ff = 42
  end function
end program
!>  T T          42
!>            7           8           9           2           2           2           5           2           2          42 helloabcdef
!>  JEllo abcabc          21          14
!>  T T T T
!>           -1          20           3          -4           2           2           3           3          30          -4          -4          -4          -4
