! An entered object keeps the values of its components on the device until one is replaced.
program objects_entered_and_replaced
  use omp_lib
  implicit none
  type t
    integer :: n = 0
    real, allocatable :: x(:), y(:)
  end type
  type(t) :: o
  integer :: i, bad
  logical :: apart
  bad = 0
  apart = omp_get_num_devices() > 0
  o%n = 5
  allocate(o%x(5), o%y(5))
  o%x = 1; o%y = 2
  !$omp target enter data map(to: o)
  !$omp target
  o%x = o%x + 1
  o%n = 50
  !$omp end target
  !$omp target teams distribute parallel do
  do i = 1, 5
    o%y(i) = o%y(i) + o%x(i) + i
  end do
  if (apart) then
    if (any(o%x /= 1) .or. any(o%y /= 2)) then; print *, 'came back', o%x, o%y; bad = bad + 1; end if
  end if
  !$omp target update from(o%y)
  if (any(o%y /= [5, 6, 7, 8, 9])) then; print *, 'y', o%y; bad = bad + 1; end if
  !$omp target exit data map(from: o)
  if (o%n /= 50 .or. any(o%x /= 2)) then; print *, 'exit', o%n, o%x; bad = bad + 1; end if
  if (any(o%y /= [5, 6, 7, 8, 9])) then; print *, 'y2', o%y; bad = bad + 1; end if
  ! replaced
  !$omp target enter data map(to: o)
  deallocate(o%x)
  allocate(o%x(8))
  o%x = 3
  !$omp target update to(o%x)
  !$omp target enter data map(to: o%x)
  !$omp target
  o%x = o%x * 2
  o%y = o%y + sum(o%x)
  !$omp end target
  !$omp target exit data map(from: o%x)
  if (any(o%x /= 6)) then; print *, 'x6', o%x; bad = bad + 1; end if
  !$omp target exit data map(from: o)
  if (any(o%y /= 48 + [5, 6, 7, 8, 9])) then; print *, 'y3', o%y; bad = bad + 1; end if
  if (bad == 0) print *, 'pass'
end program
!>  pass
