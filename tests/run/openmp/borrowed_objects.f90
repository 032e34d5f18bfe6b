! A region on the host between regions on the device uses the device's values of objects.
! offload: default
program borrowed_objects
  use omp_lib
  implicit none
  type t
    integer :: n
    integer, allocatable :: v(:)
  end type
  type(t) :: o, a(3)
  integer :: i, j, bad
  integer, allocatable :: w(:)
  bad = 0
  o%n = 3; o%v = [1, 2, 3]
  do i = 1, 3
    a(i)%n = i
    a(i)%v = [(10 * i + j, j = 1, i)]
  end do
  !$omp target enter data map(to: o, a)
  !$omp target
  o%v = o%v * 2
  a(2)%v(1) = 5
  !$omp end target
  o%v = -1
  ! needs the host
  !$omp target private(i, j)
  do i = 1, 3
    do j = 1, a(i)%n
      a(i)%v(j) = a(i)%v(j) + o%v(i)
    end do
  end do
  !$omp end target
  !$omp target
  a(3)%v(3) = a(3)%v(3) + 1000
  !$omp end target
  !$omp target exit data map(from: a, o)
  if (omp_get_num_devices() > 0) then
  if (any(o%v /= [2, 4, 6])) then; print *, 'o', o%v; bad = bad + 1; end if
  if (any(a(1)%v /= [13]) .or. any(a(2)%v /= [9, 26]) .or. any(a(3)%v /= [37, 38, 1039])) then
    print *, a(1)%v, a(2)%v, a(3)%v; bad = bad + 1
  end if
  end if
  if (bad == 0) print *, 'pass'
end program
!>  pass
