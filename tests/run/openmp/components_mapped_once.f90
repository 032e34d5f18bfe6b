! regions: on the device
! stripped: no
! A component that a clause names is mapped as the clause says, and once: a region copies nothing back that is mapped `to`.
program components_mapped_once
  use omp_lib
  implicit none
  type in
    real, allocatable :: z(:)
  end type
  type t
    integer, pointer :: p(:)
    character(:), allocatable :: s
    integer, allocatable :: v(:)
    type(in) :: w
  end type
  type(t) :: o, oo(2)
  integer, target :: tg(3)
  integer :: m
  if (omp_get_num_devices() == 0) then
    print *, 'ok'
    stop
  end if
  tg = 5; o%p => tg; o%s = 'abc'; o%w%z = [1., 2.]; oo(2)%v = [1, 2]; m = 2
  !$omp target map(to: o%p)
  o%p = o%p + 1
  !$omp end target
  if (any(tg /= 5)) print *, 'FAIL p', tg
  !$omp target map(to: o%s)
  o%s(1:1) = 'X'
  !$omp end target
  if (o%s /= 'abc') print *, 'FAIL s ', o%s
  !$omp target map(to: o%w%z)
  o%w%z = 0
  !$omp end target
  if (any(o%w%z /= [1., 2.])) print *, 'FAIL w%z', o%w%z
  !$omp target map(to: oo(2)%v)
  oo(2)%v = 0
  !$omp end target
  if (any(oo(2)%v /= [1, 2])) print *, 'FAIL oo(2)%v', oo(2)%v
  oo(2)%v = [1, 2]
  !$omp target map(to: oo(m)%v)
  oo(m)%v = 0
  !$omp end target
  if (any(oo(2)%v /= [1, 2])) print *, 'FAIL oo(m)%v', oo(2)%v
  o%v = [1, 2, 3]
  !$omp target map(alloc: o%v)
  o%v = 10
  !$omp end target
  if (any(o%v /= [1, 2, 3])) print *, 'FAIL v', o%v
  !$omp target map(from: o%v)
  o%v = 10
  !$omp end target
  if (any(o%v /= 10)) print *, 'FAIL v from', o%v
  print *, 'ok'
end program
!>  ok
