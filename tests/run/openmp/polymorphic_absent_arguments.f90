! offload: default
! Absent polymorphic arguments in maps and private copies.
module m
  implicit none
  type :: base
    integer :: i = 1
  end type
  type, extends(base) :: ext
    integer :: k = 4
  end type
contains
  subroutine go(r, x, y, z, w)
    integer, intent(inout) :: r
    class(base), intent(inout), optional :: x, y(:)
    class(base), intent(inout), optional, allocatable :: z
    class(*), intent(inout), optional :: w
    r = 0
    !$omp target firstprivate(x, y) map(tofrom: r)
    if (present(x)) then
      r = r + x%i
      x%i = 100
    end if
    if (present(y)) then
      r = r + 10 * y(2)%i
      y(2)%i = 200
    end if
    !$omp end target
    print *, r
    !$omp target map(tofrom: r, x, y, z, w)
    if (present(x)) x%i = x%i + 1
    if (present(y)) y(2)%i = y(2)%i + 1
    if (present(z)) then
      if (allocated(z)) z%i = z%i + 1
    end if
    if (present(w)) then
      select type (w)
      type is (integer)
        w = w + 1
      end select
    end if
    !$omp end target
    !$omp parallel firstprivate(z, w) num_threads(2)
    if (present(z)) then
      if (allocated(z)) deallocate(z)
    end if
    if (present(w)) then
      select type (w)
      type is (integer)
        w = w + 1
      end select
    end if
    !$omp end parallel
  end subroutine
end module
program f03
  use m
  implicit none
  type(ext) :: e, f(2)
  class(base), allocatable :: c
  integer :: r, n
  n = 5
  call go(r)
  call go(r, e)
  call go(r, y=f)
  call go(r, z=c)
  allocate(c, source=e)
  call go(r, e, f, c, n)
  call go(r, w=n)
  print *, e, f, c%i, n
end program
!>            0
!>            1
!>           10
!>            0
!>           22
!>            0
!>            3           4           1           4           3           4           3           7
