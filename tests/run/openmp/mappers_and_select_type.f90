! offload: default
module m
  implicit none
  type a
    integer :: n = 2
    integer, pointer :: p(:) => null()
  end type
  type, extends(a) :: b
    integer, pointer :: q(:) => null()
  end type
  type h
    class(a), allocatable :: c(:)
  end type
  !$omp declare mapper(b :: v) map(v, v%q)
contains
  subroutine arg(x, y)
    class(a), intent(inout) :: x
    class(a), intent(inout), optional :: y(:)
    integer :: i
    !$omp target map(tofrom: x)
    x%n = x%n + 1
    select type (x)
    type is (b)
      x%q(2) = x%n
    end select
    !$omp end target
    if (.not. present(y)) return
    !$omp target data map(tofrom: y)
    !$omp target
    do i = 1, size(y)
      y(i)%n = y(i)%n * 2
    end do
    !$omp end target
    !$omp target update from(y)
    !$omp end target data
  end subroutine
end module
program mappers_and_select_type
  use m
  use omp_lib
  implicit none
  type(b), target :: x
  type(a) :: z
  class(a), pointer :: q
  type(h) :: hh(2)
  integer :: bad, i, j
  bad = 0
  allocate (x%q(3), source=0)
  call arg(x)
  if (x%n /= 3 .or. any(x%q /= [0, 3, 0])) then; print *, x%n, x%q; bad = bad + 1; end if
  call arg(z)
  q => x
  !$omp target map(q)
  q%n = q%n + 10
  !$omp end target
  if (x%n /= 13 .or. z%n /= 3) bad = bad + 1
  do i = 1, 2
    if (i == 1) then
      allocate (b :: hh(i)%c(2))
    else
      allocate (a :: hh(i)%c(3))
    end if
    select type (c => hh(i)%c)
    class is (b)
      do j = 1, 2
        allocate (c(j)%q(2), source=j)
      end do
    end select
    call arg(hh(i)%c(2), hh(i)%c)
    if (any(hh(i)%c%n /= [(merge(6, 4, j == 2), j = 1, size(hh(i)%c))])) then; print *, i, hh(i)%c%n; bad = bad + 1; end if
  end do
  select type (c => hh(1)%c)
  class is (b)
    if (any(c(2)%q /= [2, 3]) .or. any(c(1)%q /= 1)) then; print *, c(2)%q; bad = bad + 1; end if
  end select
  do i = 1, 2
    !$omp target enter data map(to: hh(i)%c)
    !$omp target map(present, tofrom: hh(i)%c)
    hh(i)%c(1)%n = -i
    !$omp end target
    !$omp target exit data map(from: hh(i)%c)
    if (hh(i)%c(1)%n /= -i) bad = bad + 1
  end do
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
