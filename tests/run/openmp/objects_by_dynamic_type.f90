! Polymorphic objects are mapped by their dynamic type.
module m
  implicit none
  type base
    integer :: i = 1
    real, allocatable :: x(:)
  end type
  type, extends(base) :: ext
    real, allocatable :: y(:)
    integer :: z = 5
  end type
contains
  subroutine work(o, n)
    class(base), intent(inout) :: o
    integer, intent(in) :: n
    integer :: i
    select type (o)
    type is (ext)
      !$omp target map(tofrom: o)
      do i = 1, n
        o%x(i) = o%x(i) + o%y(i) * o%z
        o%y(i) = i
      end do
      o%z = n
      !$omp end target
    class default
      !$omp target map(tofrom: o)
      o%x = o%x * 2
      !$omp end target
    end select
  end subroutine
  subroutine outside(o)
    class(base), intent(inout) :: o
    integer :: i
    !$omp target data map(tofrom: o)
    select type (o)
    class is (ext)
      !$omp target teams distribute parallel do
      do i = 1, size(o%y)
        o%y(i) = o%y(i) + 1
      end do
    end select
    !$omp target
    o%i = o%i + 41
    o%x(1) = 99
    !$omp end target
    !$omp end target data
  end subroutine
end module
program objects_by_dynamic_type
  use m
  implicit none
  class(base), allocatable :: p, q(:)
  type(ext) :: e
  integer :: bad, i
  bad = 0
  allocate(e%x(3), e%y(3)); e%x = 1; e%y = 2
  call work(e, 3)
  if (any(e%x /= 11) .or. any(e%y /= [1, 2, 3]) .or. e%z /= 3) then; print *, 'work', e%x, e%y, e%z; bad = bad + 1; end if
  allocate(base :: p); allocate(p%x(2)); p%x = 4
  call work(p, 2)
  if (any(p%x /= 8)) then; print *, 'base', p%x; bad = bad + 1; end if
  deallocate(p)
  allocate(ext :: p); allocate(p%x(2)); p%x = 4
  select type (p); type is (ext); allocate(p%y(4)); p%y = 3; end select
  call outside(p)
  if (p%i /= 42 .or. p%x(1) /= 99 .or. p%x(2) /= 4) then; print *, 'outside', p%i, p%x; bad = bad + 1; end if
  select type (p); type is (ext); if (any(p%y /= 4)) then; print *, 'y', p%y; bad = bad + 1; end if; end select
  allocate(ext :: q(4))
  do i = 1, 4
    allocate(q(i)%x(1)); q(i)%x = i; q(i)%i = i
  end do
  !$omp target enter data map(to: q)
  !$omp target teams distribute parallel do
  do i = 1, 4
    q(i)%i = q(i)%i * 3
  end do
  !$omp target exit data map(from: q)
  if (any(q%i /= [3, 6, 9, 12])) then; print *, 'q', q%i; bad = bad + 1; end if
  if (bad == 0) print *, 'pass'
end program
!>  pass
