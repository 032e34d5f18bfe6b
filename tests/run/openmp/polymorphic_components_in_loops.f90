! regions: on the device
! Polymorphic components are what their dynamic type says also in loops; pointer components are found there.
module m
  implicit none
  type base
    integer :: k = 1
  end type
  type, extends(base) :: ext
    integer :: l = 2
    integer :: w(4) = 5
  end type
  type holder
    class(base), allocatable :: c
    integer, pointer :: p(:) => null()
  end type
end module
program poly
  use m
  implicit none
  type(holder) :: h
  integer :: i, a(4)
  integer, target :: x(4)
  allocate (ext :: h%c)
  h%c%k = 10
  !$omp target teams distribute parallel do map(to: h) map(from: a)
  do i = 1, 4
    select type (c => h%c)
    type is (ext)
      a(i) = c%k + c%l + c%w(i) + i
    class default
      a(i) = -1
    end select
  end do
  print '(4i5)', a
  x = [4, 3, 2, 1]
  h%p => x
  !$omp target teams distribute parallel do map(tofrom: h%p)
  do i = 1, 4
    h%p(i) = h%p(i) * 2
  end do
  print '(4i5)', x
  !$omp target teams distribute parallel do map(to: h) map(tofrom: h%p)
  do i = 1, 4
    h%p(i) = h%p(i) * h%c%k
  end do
  print '(4i5)', x
end program
!>    18   19   20   21
!>     8    6    4    2
!>    80   60   40   20
