! Components that a region uses under conditions only need not be there: unallocated owners, elements outside, other types.
module m
  type :: el
    integer :: pad(5) = 0
    real, allocatable :: v(:)
  end type
  type :: base
    integer :: n = 0
    type(el), allocatable :: sub
    type(el), allocatable :: list(:)
    type(el), pointer :: p => null()
  end type
  type, extends(base) :: ext
    real :: pad(1000)
    type(el), allocatable :: more
    real, allocatable :: w(:)
  end type
contains
  subroutine work(o, n, k)
    class(base), intent(inout) :: o
    integer, intent(in) :: n, k
    integer :: i
    !$omp target map(tofrom: o)
    if (allocated(o%sub)) o%sub%v = o%sub%v + 1
    if (allocated(o%list)) then
      if (size(o%list) >= k) o%list(k)%v = 7
    end if
    select type (o)
    type is (ext)
      o%w = o%w + 1
      o%more%v = 5
    end select
    !$omp end target
    !$omp target map(tofrom: o)
    do i = 1, n
      if (allocated(o%sub)) then
        o%sub%v(i) = o%sub%v(i) + 1
      end if
      if (allocated(o%list)) then
        if (size(o%list) >= k) o%list(k)%v(i) = o%list(k)%v(i) + i
      end if
      select type (o)
      type is (ext)
        o%w(i) = o%w(i) + 1
        o%more%v(i) = o%more%v(i) + i
      end select
    end do
    !$omp end target
    !$omp target teams distribute parallel do map(tofrom: o)
    do i = 1, n
      if (allocated(o%sub)) then
        o%sub%v(i) = o%sub%v(i) + 1
      end if
      if (allocated(o%list)) then
        if (size(o%list) >= k) o%list(k)%v(i) = o%list(k)%v(i) + i
      end if
      select type (o)
      type is (ext)
        o%w(i) = o%w(i) + 1
        o%more%v(i) = o%more%v(i) + i
      end select
    end do
    !$omp end target teams distribute parallel do
    if (o%n > 0) then
    !$omp target map(tofrom: o)
      if (o%n > 4) o%sub%v(2) = 99
      if (o%n > 5) o%list(k)%v(2) = 99
    !$omp end target
    end if
  end subroutine
end module
program p
  use m
  implicit none
  type(base) :: b
  type(ext) :: e
  integer :: bad, i
  bad = 0
  call work(b, 4, 3)
  b%n = 1
  call work(b, 4, 3)
  allocate(b%list(2)); do i = 1, 2; allocate(b%list(i)%v(4)); b%list(i)%v = 1; end do
  call work(b, 4, 3)
  if (any(b%list(1)%v /= 1) .or. any(b%list(2)%v /= 1)) bad = bad + 1
  call work(b, 4, 2)
  if (any(b%list(1)%v /= 1) .or. any(b%list(2)%v /= [9,11,13,15])) bad = bad + 2
  allocate(b%sub); allocate(b%sub%v(4)); b%sub%v = 0; b%n = 5
  call work(b, 4, 3)
  if (any(b%sub%v /= [3,99,3,3])) bad = bad + 4
  allocate(e%w(4), e%more); allocate(e%more%v(4)); e%w = 1; e%more%v = 2
  call work(e, 4, 1)
  if (any(e%w /= 4) .or. any(e%more%v /= [7,9,11,13])) bad = bad + 8
  allocate(e%list(1), e%sub); allocate(e%sub%v(4)); e%sub%v = 0
  allocate(e%list(1)%v(4)); e%list(1)%v = 1
  call work(e, 4, 1)
  if (any(e%sub%v /= 3) .or. any(e%list(1)%v /= [9,11,13,15])) bad = bad + 16
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
