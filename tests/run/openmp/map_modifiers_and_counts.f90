! Map modifiers, counts, RELEASE and DELETE.
program map_modifiers_and_counts
  use omp_lib
  implicit none
  integer :: x(10), y, i, bad
  logical :: apart
  bad = 0
  apart = omp_get_num_devices() > 0
  x = 1
  !$omp target enter data map(to: x)
  !$omp target enter data map(to: x)
  x = 2
  !$omp target map(present, alloc: x)
  x = x + 10
  !$omp end target
  if (apart .and. any(x /= 2)) then; print *, 'present', x; bad = bad + 1; end if
  !$omp target exit data map(from: x)
  if (apart .and. any(x /= 2)) then; print *, 'count', x; bad = bad + 1; end if
  !$omp target exit data map(always, from: x)
  if (apart .and. any(x /= 11)) then; print *, 'always', x; bad = bad + 1; end if
  if (omp_target_is_present(ptr(x), omp_get_default_device()) /= 0 .and. apart) then; print *, 'still'; bad = bad + 1; end if
  x = 1
  !$omp target enter data map(to: x)
  !$omp target enter data map(to: x)
  !$omp target map(always, to: x)
  x = x + 1
  !$omp end target
  !$omp target exit data map(delete: x)
  if (apart .and. omp_target_is_present(ptr(x), omp_get_default_device()) /= 0) then; print *, 'delete'; bad = bad + 1; end if
  if (apart .and. any(x /= 1)) then; print *, 'deleted', x; bad = bad + 1; end if
  x = 4
  !$omp target map(close, tofrom: x) map(always, close, from: y)
  y = sum(x)
  x = 0
  !$omp end target
  if (y /= 40 .or. any(x /= 0)) then; print *, 'close', y, x; bad = bad + 1; end if
  !$omp target data map(x)
  x = 7
  !$omp target map(always, tofrom: x)
  x = x + 1
  !$omp end target
  if (any(x /= 8)) then; print *, 'always2', x; bad = bad + 1; end if
  !$omp target update to(present: x)
  !$omp end target data
  !$omp target enter data map(alloc: x)
  !$omp target exit data map(release: x)
  if (bad == 0) print *, 'pass'
contains
  function ptr(a)
    use iso_c_binding
    integer, target :: a(:)
    type(c_ptr) :: ptr
    ptr = c_loc(a)
  end function
end program
!>  pass
