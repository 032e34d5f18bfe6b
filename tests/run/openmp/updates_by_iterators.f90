! Iterators in maps and updates, updates of parts of what is mapped in part.
program updates_by_iterators
  use omp_lib
  implicit none
  type s
    integer :: n = 0
    integer, allocatable :: d(:)
  end type
  type(s) :: a(4)
  integer :: i, bad, x(20)
  logical :: apart
  apart = omp_get_num_devices() > 0
  bad = 0
  do i = 1, 4
    a(i)%n = i
    allocate(a(i)%d(3)); a(i)%d = i
  end do
  !$omp target enter data map(iterator(k = 1:4), to: a(k)%d)
  !$omp target
  a(1)%d(1) = 100
  a(4)%d(3) = 400
  !$omp end target
  !$omp target update from(iterator(k = 1:4:3): a(k)%d)
  if (a(1)%d(1) /= 100 .or. a(4)%d(3) /= 400 .or. a(2)%d(1) /= 2) then; print *, 'it'; bad = bad + 1; end if
  !$omp target exit data map(iterator(k = 1:4), delete: a(k)%d)
  if (apart .and. omp_target_is_present(loc1(a(2)%d), 0) /= 0) bad = bad + 1
  x = 0
  !$omp target data map(to: x(1:10))
  !$omp target
  x(3) = 5
  !$omp end target
  !$omp target update from(x(1:5))
  if (x(3) /= 5) then; print *, 'x', x; bad = bad + 1; end if
  ! not present: no-op
  !$omp target update from(a(1)%d)
  !$omp end target data
  if (bad == 0) print *, 'pass'
contains
  function loc1(v) result(p)
    use iso_c_binding
    integer, target :: v(:)
    type(c_ptr) :: p
    p = c_loc(v)
  end function
end program
!>  pass
