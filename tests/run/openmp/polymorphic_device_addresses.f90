! offload: default
! Polymorphic variables in USE_DEVICE_ADDR and HAS_DEVICE_ADDR.
module m
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer :: k(2) = 4
  end type
contains
  subroutine go(x, y)
    class(base), intent(inout), target :: x, y(:)
    integer :: j
    !$omp target data map(tofrom: x, y) use_device_addr(x, y)
    !$omp target has_device_addr(x, y)
    x%i = 10
    select type (x)
    type is (ext)
      x%k(2) = 11
    end select
    do j = 1, size(y)
      y(j)%i = 20 + j
    end do
    select type (y)
    type is (ext)
      y%k(1) = 12
    end select
    !$omp end target
    !$omp end target data
  end subroutine
end module
program c04
  use m
  implicit none
  type(base) :: b, bb(2)
  type(ext) :: e, ee(2)
  class(base), allocatable :: c
  call go(b, bb); print *, b, bb
  call go(e, ee); print *, e, ee
  allocate(c, source=e)
  !$omp target data map(tofrom: c) use_device_addr(c)
  !$omp target has_device_addr(c)
  c%i = 5
  select type (c)
  type is (ext)
    c%k = 6
  end select
  !$omp end target
  !$omp end target data
  select type (c)
  type is (ext)
    print *, c
  end select
end program
!>           10          21          22
!>           10           4          11          21          12           4          22          12           4
!>            5           6           6
