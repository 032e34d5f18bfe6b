! offload: default
! Mappers of an extension and of types that contain a type with a mapper.
module m
  implicit none
  type :: vec
    integer :: n = 0
    real, allocatable :: a(:)
  end type
  type, extends(vec) :: tagged
    integer :: tag = 5
  end type
  type :: pair
    type(vec) :: x, y
    type(vec), allocatable :: z
  end type
  !$omp declare mapper(vec :: v) map(v, v%a)
  !$omp declare mapper(tagged :: q) map(q, q%a)
  !$omp declare mapper(pair :: p) map(p%x, p%y, p%z)
contains
  subroutine scale(p, f)
    type(pair), intent(inout) :: p(:)
    real, intent(in) :: f
    integer :: i, j
    !$omp target
    do i = 1, size(p)
      do j = 1, p(i)%x%n
        p(i)%x%a(j) = p(i)%x%a(j) * f
        p(i)%y%a(j) = p(i)%x%a(j) + 1
      end do
      if (allocated(p(i)%z)) p(i)%z%a(1) = -f
    end do
    !$omp end target
  end subroutine
end module
program a03
  use m
  implicit none
  type(tagged) :: t(2), u
  type(pair) :: p(3)
  integer :: i
  allocate(u%a(3), source=1.0); u%n = 3
  !$omp target
  u%a = u%a + u%tag
  u%tag = 6
  !$omp end target
  print *, u%a, u%tag
  do i = 1, 2
    allocate(t(i)%a(2)); t(i)%a = i
  end do
  !$omp target map(tofrom: t)
  t(1)%a = t(1)%a + t(2)%tag
  t(2)%a = t(1)%a(1)
  t%tag = 7
  !$omp end target
  print *, t(1)%a, t(2)%a, t%tag
  do i = 1, 3
    allocate(p(i)%x%a(2), p(i)%y%a(2)); p(i)%x%a = i; p(i)%y%a = 0; p(i)%x%n = 2
    if (i /= 2) then
      allocate(p(i)%z); allocate(p(i)%z%a(1)); p(i)%z%a = 0
    end if
  end do
  call scale(p, 2.0)
  do i = 1, 3
    print *, p(i)%x%a, p(i)%y%a
    if (allocated(p(i)%z)) print *, p(i)%z%a
  end do
  call scale(p(3:1:-2), 10.0)
  do i = 1, 3
    print *, p(i)%x%a, p(i)%y%a
  end do
  !$omp target data map(p(1:2))
  !$omp target
  p(1)%x%a(2) = 77
  p(2)%y%a(1) = 78
  !$omp end target
  !$omp target update from(p(1))
  print *, p(1)%x%a
  !$omp end target data
  print *, p(2)%y%a
end program
!>    6.00000000       6.00000000       6.00000000               6
!>    6.00000000       6.00000000       6.00000000       6.00000000               7           7
!>    2.00000000       2.00000000       3.00000000       3.00000000
!>   -2.00000000
!>    4.00000000       4.00000000       5.00000000       5.00000000
!>    6.00000000       6.00000000       7.00000000       7.00000000
!>   -2.00000000
!>    20.0000000       20.0000000       21.0000000       21.0000000
!>    4.00000000       4.00000000       5.00000000       5.00000000
!>    60.0000000       60.0000000       61.0000000       61.0000000
!>    20.0000000       77.0000000
!>    78.0000000       5.00000000
