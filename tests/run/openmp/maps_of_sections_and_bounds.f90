! Maps of sections, of pointers with strides, of arrays without elements and of what is not allocated.
program maps_of_sections_and_bounds
  use omp_lib
  implicit none
  real, allocatable :: a(:, :)
  real, target :: t(20)
  real, pointer :: p(:)
  integer :: i, bad, e(0)
  bad = 0
  allocate(a(-2:3, 4)); a = 1
  !$omp target map(tofrom: a(:, 2:3))
  a(-2, 2) = 5
  a(3, 3) = 6
  !$omp end target
  if (a(-2, 2) /= 5 .or. a(3, 3) /= 6 .or. sum(a) /= 24 + 4 + 5) then; print *, 'a', a; bad = bad + 1; end if
  t = [(i, i = 1, 20)]
  p => t(2:20:3)
  !$omp target map(tofrom: p)
  do i = 1, size(p)
    p(i) = -p(i)
  end do
  !$omp end target
  do i = 1, 20
    if (t(i) /= merge(-i, i, mod(i, 3) == 2)) then; print *, 't', i, t(i); bad = bad + 1; end if
  end do
  call sub(t(1:10), t(11:20))
  if (any(t(11:20) /= 2 * t(1:10))) then; print *, 'sub', t; bad = bad + 1; end if
  call strided(t(1:20:2))
  if (t(1) /= 100 .or. t(19) /= 109 .or. t(2) == 0) then; print *, 'str', t; bad = bad + 1; end if
  !$omp target map(tofrom: e)
  e = 1
  !$omp end target
  deallocate(a); allocate(a(0, 4))
  !$omp target map(tofrom: a) map(from: i)
  i = size(a) + size(a, 2)
  !$omp end target
  if (i /= 4) bad = bad + 1
  deallocate(a)
  !$omp target enter data map(to: a)
  !$omp target exit data map(from: a)
  !$omp target map(tofrom: a) map(from: i)
  i = merge(1, 0, allocated(a))
  !$omp end target
  if (i /= 0) then; print *, 'unalloc'; bad = bad + 1; end if
  nullify(p)
  !$omp target map(tofrom: p) map(from: i)
  i = merge(1, 0, associated(p))
  !$omp end target
  if (i /= 0) then; print *, 'null'; bad = bad + 1; end if
  if (bad == 0) print *, 'pass'
contains
  subroutine sub(x, y)
    real, intent(in) :: x(:)
    real, intent(out) :: y(:)
    integer :: k
    !$omp target teams distribute parallel do map(to: x) map(from: y)
    do k = 1, size(x)
      y(k) = 2 * x(k)
    end do
  end subroutine
  subroutine strided(x)
    real, intent(inout) :: x(0:)
    integer :: k
    !$omp target data map(tofrom: x)
    !$omp target teams distribute parallel do
    do k = 0, size(x) - 1
      x(k) = 100 + k
    end do
    !$omp end target data
  end subroutine
end program
!>  pass
