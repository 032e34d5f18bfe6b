! A region uses what each type of a hierarchy has; maps and kernels do not look for it in objects of another type.
module m
  type base
    integer :: n = 0
  end type
  type, extends(base) :: ext
    real, allocatable :: v(:)
    integer :: tail(3) = 0
  end type
  type, extends(ext) :: more
    type(ext), allocatable :: sub
    character(5) :: c = 'abcde'
  end type
contains
  subroutine work(o, bad)
    class(base), intent(inout) :: o
    integer, intent(inout) :: bad
    integer :: k
    k = 0
    !$omp target enter data map(to: o)
    !$omp target map(tofrom: k)
    o%n = o%n + 1
    select type (o)
    type is (base)
      k = 1
    class is (ext)
      k = 2
      o%v = o%v + 1
      o%tail(2) = 22
      select type (o)
      type is (more)
        k = 3
        o%sub%v = 5
        o%c(2:3) = 'XY'
      end select
    end select
    !$omp end target
    !$omp target exit data map(from: o)
    select type (o)
    type is (base)
      if (k /= 1 .or. o%n /= 11) bad = bad + 1
    type is (ext)
      if (k /= 2 .or. o%n /= 21 .or. any(o%v /= 3) .or. o%tail(2) /= 22) bad = bad + 2
    type is (more)
      if (k /= 3 .or. o%n /= 31 .or. any(o%v /= 4) .or. o%tail(2) /= 22) bad = bad + 4
      if (any(o%sub%v /= 5) .or. o%c /= 'aXYde') bad = bad + 8
    end select
  end subroutine
end module
program p
  use m
  implicit none
  class(base), allocatable :: a, arr(:)
  integer :: bad, i
  bad = 0
  a = base(10); call work(a, bad)
  deallocate(a)
  allocate(ext :: a)
  a%n = 20
  select type (a); type is (ext); allocate(a%v(6)); a%v = 2; end select
  call work(a, bad)
  deallocate(a)
  allocate(more :: a)
  a%n = 30
  select type (a)
  type is (more)
    allocate(a%v(6)); a%v = 3; allocate(a%sub); allocate(a%sub%v(2))
  end select
  call work(a, bad)
  allocate(ext :: arr(3))
  select type (arr)
  type is (ext)
    do i = 1, 3
      allocate(arr(i)%v(i)); arr(i)%v = i
    end do
  end select
  !$omp target map(tofrom: arr)
  select type (arr)
  class is (ext)
    arr(1)%v = 10; arr(2)%v(2) = 20; arr(3)%v = arr(3)%v * 2
    arr%n = 4
  end select
  !$omp end target
  select type (arr)
  type is (ext)
    if (arr(1)%v(1) /= 10 .or. arr(2)%v(1) /= 2 .or. arr(2)%v(2) /= 20 .or. any(arr(3)%v /= 6)) bad = bad + 16
    if (any(arr%n /= 4)) bad = bad + 32
  end select
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
