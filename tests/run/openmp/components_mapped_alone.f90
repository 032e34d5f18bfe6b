! Components that are mapped without their object.
program components_mapped_alone
  use omp_lib
  implicit none
  type in
    integer :: a = 1, b = 2
    real, allocatable :: v(:)
  end type
  type t
    integer :: i = 1
    real :: x(10) = 0
    real, allocatable :: al(:), big(:)
    type(in) :: q
    type(in) :: arr(3)
  end type
  type(t) :: o
  integer :: bad, k
  logical :: apart
  bad = 0
  apart = omp_get_num_devices() > 0
  allocate(o%al(4), o%big(1000), o%q%v(3), o%arr(2)%v(2))
  o%al = 1; o%big = 2; o%q%v = 3; o%arr(2)%v = 4
  !$omp target map(tofrom: o%x(3:5), o%i)
  o%x(3:5) = 7
  o%i = 8
  !$omp end target
  if (any(o%x /= [0, 0, 7, 7, 7, 0, 0, 0, 0, 0]) .or. o%i /= 8) then; print *, 'x', o%x, o%i; bad = bad + 1; end if
  !$omp target map(tofrom: o%al, o%q%v) map(to: o%q%b)
  o%al = o%al + o%q%b
  o%q%v(2) = o%al(1)
  !$omp end target
  if (any(o%al /= 3) .or. o%q%v(2) /= 3 .or. any(o%big /= 2)) then; print *, 'al', o%al, o%q%v; bad = bad + 1; end if
  !$omp target data map(tofrom: o%al) map(to: o%arr(2)%v)
  !$omp target
  do k = 1, 4
    o%al(k) = o%al(k) + o%arr(2)%v(1) * k
  end do
  o%arr(2)%v = 0
  !$omp end target
  if (apart .and. any(o%al /= 3)) then; print *, 'early', o%al; bad = bad + 1; end if
  !$omp end target data
  if (any(o%al /= [7, 11, 15, 19])) then; print *, 'al2', o%al; bad = bad + 1; end if
  if (apart .and. any(o%arr(2)%v /= 4)) then; print *, 'arr', o%arr(2)%v; bad = bad + 1; end if
  !$omp target enter data map(to: o%al(2:3))
  !$omp target map(alloc: o%al(2:3))
  o%al(2) = 22
  o%al(3) = 33
  !$omp end target
  !$omp target exit data map(from: o%al(2:3))
  if (any(o%al /= [7, 22, 33, 19])) then; print *, 'al3', o%al; bad = bad + 1; end if
  !$omp target map(tofrom: o%arr(1:2)%a)
  o%arr(1)%a = 10
  o%arr(2)%a = 20
  !$omp end target
  if (any(o%arr%a /= [10, 20, 1])) then; print *, 'arr%a', o%arr%a; bad = bad + 1; end if
  if (bad == 0) print *, 'pass'
end program
!>  pass
