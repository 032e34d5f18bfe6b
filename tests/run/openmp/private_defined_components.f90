! offload: default
! Components and extensions of types that bind a defined assignment in private copies.
module m
  implicit none
  type :: inner
    integer :: v = 0, c = 0
  contains
    procedure :: set
    generic :: assignment(=) => set
  end type
  type :: outer
    type(inner) :: x, y(2)
    integer, allocatable :: z(:)
  end type
  type, extends(inner) :: child
    integer :: w = 3
  end type
contains
  subroutine set(a, b)
    class(inner), intent(inout) :: a
    type(inner), intent(in) :: b
    a%v = b%v; a%c = b%c + 1
  end subroutine
end module
program f02
  use m
  implicit none
  type(inner) :: a(2)
  type(outer) :: o
  type(child) :: ch
  class(inner), allocatable :: k
  integer :: i
  a%v = 4
  o%x%v = 1; o%y%v = 2; allocate(o%z(2)); o%z = 9
  ch%v = 8; ch%w = 7
  allocate(k, source=ch)
  !$omp parallel num_threads(1) firstprivate(a, o, ch, k)
  print *, a%v, a%c
  print *, o%x%v, o%x%c, o%y%v, o%y%c, o%z
  print *, ch%v, ch%c, ch%w
  select type (k)
  type is (child)
    print *, k%v, k%c, k%w
  type is (inner)
    print *, 'inner', k%v, k%c
  end select
  !$omp end parallel
  !$omp parallel do lastprivate(o) num_threads(2)
  do i = 1, 3
    o%x%v = i; o%x%c = 0; o%y%v = -i; o%y%c = 0
    o%z = [i, i]
  end do
  print *, o%x%v, o%x%c, o%y%v, o%y%c, o%z
end program
!>            4           4           0           0
!>            1           1           2           2           0           0           9           9
!>            8           1           7
!>            8           1           3
!>            3           1          -3          -3           0           0           3           3
