! DECLARE MAPPER: the default one, a named one, arrays, nested, implicit maps and updates.
! offload: default
module m
  implicit none
  type s
    integer :: n = 0
    real, pointer :: d(:) => null()
  end type
  type outer
    type(s) :: in(2)
    integer :: k = 0
  end type
  !$omp declare mapper(s :: v) map(v, v%d(1:v%n))
  !$omp declare mapper(half : s :: v) map(v%n, v%d) map(tofrom: v%d(1:v%n/2))
end module
program mappers_in_every_form
  use m
  use omp_lib
  implicit none
  type(s) :: a, b(3)
  type(outer) :: o
  integer :: i, j, bad
  bad = 0
  a%n = 8
  allocate(a%d(8)); a%d = 1
  !$omp target map(tofrom: a)
  a%d(1:8) = a%d(1:8) + 1
  !$omp end target
  if (any(a%d /= 2)) then; print *, 'default', a%d; bad = bad + 1; end if
  ! implicit map uses it
  !$omp target
  do i = 1, a%n
    a%d(i) = a%d(i) * i
  end do
  !$omp end target
  if (any(a%d /= [(2 * i, i = 1, 8)])) then; print *, 'implicit', a%d; bad = bad + 1; end if
  !$omp target map(mapper(half), tofrom: a)
  do i = 1, 4
    a%d(i) = 0
  end do
  !$omp end target
  if (any(a%d /= [0, 0, 0, 0, 10, 12, 14, 16])) then; print *, 'half', a%d; bad = bad + 1; end if
  do j = 1, 3
    b(j)%n = j
    allocate(b(j)%d(j)); b(j)%d = j
  end do
  !$omp target map(tofrom: b)
  do j = 1, 3
    do i = 1, b(j)%n
      b(j)%d(i) = b(j)%d(i) + 10 * i
    end do
  end do
  !$omp end target
  do j = 1, 3
    if (any(b(j)%d /= j + [(10 * i, i = 1, j)])) then; print *, 'array', j, b(j)%d; bad = bad + 1; end if
  end do
  do j = 1, 2
    o%in(j)%n = 3
    allocate(o%in(j)%d(3)); o%in(j)%d = j
  end do
  !$omp target map(tofrom: o)
  o%in(1)%d(2) = 50
  o%in(2)%d(3) = o%in(1)%d(2) + 1
  o%k = o%in(2)%n
  !$omp end target
  if (o%k /= 3 .or. any(o%in(1)%d /= [1, 50, 1]) .or. any(o%in(2)%d /= [2, 2, 51])) then
    print *, 'nested', o%k, o%in(1)%d, o%in(2)%d; bad = bad + 1
  end if
  !$omp target enter data map(to: a)
  !$omp target
  a%d(1:8) = 5
  !$omp end target
  !$omp target update from(a)
  if (any(a%d /= 5)) then; print *, 'update', a%d; bad = bad + 1; end if
  !$omp target exit data map(from: a)
  if (bad == 0) print *, 'pass'
end program
!>  pass
