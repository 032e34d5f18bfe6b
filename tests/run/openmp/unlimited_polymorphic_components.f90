! offload: default
! Unlimited polymorphic components in maps and private copies.
! stripped: no
module m
  implicit none
  type :: box
    class(*), allocatable :: u
    class(*), allocatable :: v(:)
    integer :: n = 0
  end type
end module
program c02
  use m
  implicit none
  type(box) :: x, y(2)
  integer :: s, i
  allocate(x%u, source=5)
  allocate(x%v, source=[1.5, 2.5])
  s = 0
  !$omp target map(tofrom: x, x%u, x%v, s)
  select type (u => x%u)
  type is (integer)
    u = u + 1
    s = u
  end select
  select type (v => x%v)
  type is (real)
    v(2) = v(1) * 4
  end select
  x%n = 3
  !$omp end target
  select type (u => x%u)
  type is (integer)
    print *, u, s, x%n
  end select
  select type (v => x%v)
  type is (real)
    print *, v
  end select
  do i = 1, 2
    allocate(y(i)%u, source=real(i, 8))
  end do
  !$omp parallel firstprivate(x, y) num_threads(2) reduction(+: s)
  select type (u => x%u)
  type is (integer)
    s = s + u
    u = 0
  end select
  select type (u => y(2)%u)
  type is (real(8))
    s = s + int(u)
    u = 100
  end select
  !$omp end parallel
  print *, s
  !$omp target map(tofrom: y, s)
  select type (u => y(2)%u)
  type is (real(8))
    s = s + int(u)
    u = u * 3
  end select
  !$omp end target
  print *, s
  select type (u => y(2)%u)
  type is (real(8))
    print *, u
  end select
end program
!>            6           6           3
!>    1.50000000       6.00000000
!>           22
!>           24
!>    6.0000000000000000
