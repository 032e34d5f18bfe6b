! Mappers of polymorphic variables; polymorphic components and objects of parameterized types on devices.
module m
  implicit none
  type t
    integer :: n = 3
    real, allocatable :: v(:)
    real :: skip = -1
  end type
  type, extends(t) :: u
    real, allocatable :: z(:)
  end type
  type box
    class(t), allocatable :: c
    class(t), allocatable :: l(:)
  end type
  type pd(k)
    integer, len :: k
    real :: d(k)
    real, allocatable :: al(:)
  end type
  !$omp declare mapper(t :: x) map(x%n, x%v(1:x%n))
contains
  subroutine work(c)
    class(t), intent(inout) :: c
    integer :: i
    !$omp target teams distribute parallel do map(tofrom: c)
    do i = 1, c%n
      c%v(i) = c%v(i) + i
    end do
  end subroutine
  subroutine work2(c)
    class(t), intent(inout) :: c
    integer :: i
    !$omp target enter data map(to: c)
    !$omp target teams distribute parallel do
    do i = 1, 3
      c%v(i) = c%v(i) * 2
    end do
    !$omp target update from(c)
    !$omp target exit data map(release: c)
  end subroutine
end module
program p
  use m
  implicit none
  type(u) :: o
  type(box) :: b
  type(pd(4)) :: q
  integer :: i
  allocate(o%v(5), source=1.)
  allocate(o%z(2), source=9.)
  call work(o)
  print *, o%v, o%z, o%n, o%skip
  call work2(o)
  print *, o%v, o%z
  allocate(b%c, source=o)
  allocate(u :: b%l(2))
  do i = 1, 2
    allocate(b%l(i)%v(2), source=real(i))
  end do
  select type (l => b%l)
  type is (u)
    allocate(l(2)%z(3), source=4.)
  end select
  !$omp target data map(tofrom: b)
  select type (l => b%l)
  type is (u)
    !$omp target
    l(2)%z(2) = l(2)%z(1) + 1
    !$omp end target
  end select
  !$omp target
  b%c%v(1) = 100
  b%l(2)%v(2) = 50
  !$omp end target
  !$omp end target data
  print *, b%c%v, b%l(2)%v
  select type (l => b%l)
  type is (u)
   print *, l(2)%z
  end select
  q%d = 1
  allocate(q%al(2), source = 3.)
  !$omp target map(tofrom: q)
  q%d(2) = 7
  q%al(2) = 8
  !$omp end target
  print *, q%d, q%al
end program
!>    2.00000000       3.00000000       4.00000000       1.00000000       1.00000000       9.00000000       9.00000000               3  -1.00000000
!>    4.00000000       6.00000000       8.00000000       1.00000000       1.00000000       9.00000000       9.00000000
!>    100.000000       6.00000000       8.00000000       1.00000000       1.00000000       2.00000000       50.0000000
!>    4.00000000       5.00000000       4.00000000
!>    1.00000000       7.00000000       1.00000000       1.00000000       3.00000000       8.00000000
