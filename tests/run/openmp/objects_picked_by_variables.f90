! Components of arrays of objects that variables pick.
! offload: default
program objects_picked_by_variables
  use omp_lib
  implicit none
  type vec
    integer :: n = 0
    real, allocatable :: v(:)
  end type
  type(vec) :: a(8)
  type(vec), allocatable :: b(:)
  integer :: i, j, bad
  real :: s
  bad = 0
  do i = 1, 8
    a(i)%n = 2 * i
    allocate(a(i)%v(a(i)%n))
    a(i)%v = i
  end do
  !$omp target teams distribute parallel do private(j) map(tofrom: a)
  do i = 1, 8
    do j = 1, a(i)%n
      a(i)%v(j) = a(i)%v(j) * 10 + j
    end do
  end do
  do i = 1, 8
    do j = 1, a(i)%n
      if (a(i)%v(j) /= i * 10 + j) bad = bad + 1
    end do
  end do
  if (bad /= 0) print *, 'one', bad
  ! sums over a ragged array
  s = 0
  !$omp target teams distribute parallel do private(j) map(to: a) reduction(+: s)
  do i = 1, 8
    do j = 1, size(a(i)%v)
      s = s + a(i)%v(j)
    end do
  end do
  do i = 1, 8
    s = s - sum(a(i)%v)
  end do
  if (s /= 0) then; print *, 'two', s; bad = bad + 1; end if
  allocate(b(5))
  do i = 1, 5
    allocate(b(i)%v(0:i), source = 0.0)
  end do
  !$omp target data map(tofrom: b)
  !$omp target
  do i = 1, 5
    b(i)%v(0) = i
    b(i)%v(ubound(b(i)%v, 1)) = b(i)%v(ubound(b(i)%v, 1)) + 100 * i
    b(i)%n = size(b(i)%v)
  end do
  !$omp end target
  !$omp target teams loop
  do i = 1, 5
    b(i)%v(1) = b(i)%v(1) + 0.5
  end do
  !$omp end target data
  do i = 1, 5
    if (b(i)%n /= i + 1) then; print *, 'three n', i, b(i)%n; bad = bad + 1; end if
    if (b(i)%v(0) /= i) then; print *, 'three 0', i, b(i)%v(0); bad = bad + 1; end if
    if (b(i)%v(i) /= 100 * i + merge(0.5, 0.0, i == 1)) then; print *, 'three i', i, b(i)%v; bad = bad + 1; end if
  end do
  if (bad == 0) print *, 'pass'
end program
!>  pass
