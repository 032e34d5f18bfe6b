! Updates of strided sections and of components of objects.
program updates_of_sections_and_components
  use omp_lib
  implicit none
  type t
    integer :: a = 1, b = 2, c(4) = [1, 2, 3, 4]
    real :: r = 0
  end type
  type(t) :: o(6)
  integer :: x(10, 10), i, j, bad, e
  logical :: apart
  apart = omp_get_num_devices() > 0
  bad = 0
  x = 0
  !$omp target enter data map(to: x, o)
  !$omp target teams distribute parallel do collapse(2)
  do j = 1, 10
    do i = 1, 10
      x(i, j) = 10 * i + j
    end do
  end do
  if (apart) then
  !$omp target update from(x(2:10:3, 1:10:2))
  do j = 1, 10
    do i = 1, 10
      e = 0
      if (mod(i, 3) == 2 .and. mod(j, 2) == 1) e = 10 * i + j
      if (x(i, j) /= e) bad = bad + 1
    end do
  end do
  if (bad /= 0) print *, 'strided', bad
  x = -1
  !$omp target update to(x(10:1:-4, 3))
  !$omp target update from(x)
  do j = 1, 10
    do i = 1, 10
      e = 10 * i + j
      if (j == 3 .and. (i == 10 .or. i == 6 .or. i == 2)) e = -1
      if (x(i, j) /= e) bad = bad + 1
    end do
  end do
  if (bad /= 0) print *, 'strided to', bad
  !$omp target
  do i = 1, 6
    o(i)%a = 10 * i
    o(i)%b = 20 * i
    o(i)%c = i
    o(i)%r = 0.5
  end do
  !$omp end target
  !$omp target update from(o%a)
  if (any(o%a /= [10, 20, 30, 40, 50, 60]) .or. any(o%b /= 2)) then; print *, 'o%a', o%a, o%b; bad = bad + 1; end if
  !$omp target update from(o(2:6:2)%b, o(3)%c(2:3))
  if (any(o%b /= [2, 40, 2, 80, 2, 120])) then; print *, 'o%b', o%b; bad = bad + 1; end if
  if (any(o(3)%c /= [1, 3, 3, 4])) then; print *, 'c', o(3)%c; bad = bad + 1; end if
  if (any(o%r /= 0)) bad = bad + 1
  o%r = [1, 2, 3, 4, 5, 6]
  o%a = 0
  !$omp target update to(o(1:5:2)%r)
  !$omp target update from(o)
  if (any(o%r /= [1., .5, 3., .5, 5., .5]) .or. any(o%a /= [10, 20, 30, 40, 50, 60])) then; print *, 'r', o%r, o%a; bad = bad + 1; end if
  end if
  !$omp target exit data map(delete: x, o)
  if (bad == 0) print *, 'pass'
end program
!>  pass
