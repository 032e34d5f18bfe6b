! Pointer components: with their object, entered apart, of arrays of objects.
! offload: default
program pointer_components_in_maps
  use omp_lib
  implicit none
  type t
    integer :: n
    real, pointer :: p(:) => null()
    real, pointer :: s => null()
  end type
  type(t) :: o, arr(3)
  integer :: i, j, bad
  bad = 0
  o%n = 6
  allocate(o%p(6), o%s)
  o%p = [(real(i), i = 1, 6)]
  o%s = 0
  !$omp target map(tofrom: o, o%p, o%s)
  do i = 1, o%n
    o%s = o%s + o%p(i)
    o%p(i) = -o%p(i)
  end do
  !$omp end target
  if (o%s /= 21) then; print *, 's', o%s; bad = bad + 1; end if
  if (any(o%p /= [(-real(i), i = 1, 6)])) then; print *, 'p', o%p; bad = bad + 1; end if
  if (.not. associated(o%p)) bad = bad + 1
  !$omp target enter data map(to: o) map(to: o%p)
  !$omp target teams distribute parallel do
  do i = 1, 6
    o%p(i) = o%p(i) * 3
  end do
  !$omp target update from(o%p(2:4))
  if (any(o%p /= [-1, -6, -9, -12, -5, -6]) .and. omp_get_num_devices() > 0) then; print *, 'upd', o%p; bad = bad + 1; end if
  !$omp target exit data map(from: o%p) map(release: o)
  if (any(o%p /= -3 * [(real(i), i = 1, 6)])) then; print *, 'p3', o%p; bad = bad + 1; end if
  do j = 1, 3
    arr(j)%n = j
    allocate(arr(j)%p(j))
    arr(j)%p = j
  end do
  !$omp target enter data map(to: arr)
  do j = 1, 3
    !$omp target enter data map(to: arr(j)%p)
  end do
  !$omp target teams distribute parallel do private(i)
  do j = 1, 3
    do i = 1, arr(j)%n
      arr(j)%p(i) = arr(j)%p(i) + i
    end do
  end do
  do j = 1, 3
    !$omp target exit data map(from: arr(j)%p)
  end do
  !$omp target exit data map(release: arr)
  do j = 1, 3
    if (any(arr(j)%p /= j + [(i, i = 1, j)])) then; print *, 'arr', j, arr(j)%p; bad = bad + 1; end if
  end do
  if (bad == 0) print *, 'pass'
end program
!>  pass
