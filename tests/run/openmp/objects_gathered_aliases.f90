! Where a kernel that picks objects also uses their components by other names.
module m
  type t
    integer, allocatable :: a(:)
    integer, allocatable :: b(:)
  end type
  type(t), target :: g(4)
contains
  subroutine two(x, y)
    type(t), intent(inout), target :: x(:), y(:)
    integer :: i
    !$omp target map(tofrom: x, y)
    do i = 1, size(x)
      x(i)%a(1) = y(1)%a(1) + 1
    end do
    !$omp end target
  end subroutine
end module
program p
  use m
  implicit none
  type(t), target :: o(4)
  type(t) :: u(4)
  integer, pointer :: q(:)
  integer :: i, j, bad
  bad = 0
  call reset
  !$omp target map(tofrom: o)
  do i = 1, 4
    do j = 1, 2
      o(i)%a(j) = o(1)%a(j) + o(i)%b(j) + 1
    end do
  end do
  !$omp end target
  if (any([(o(i)%a(1), i = 1, 4)] /= [12, 33, 43, 53])) bad = bad + 1
  call reset
  q => o(2)%a
  !$omp target map(tofrom: o)
  do i = 1, 4
    do j = 1, 2
      o(i)%a(j) = o(i)%a(j) + q(1)
    end do
  end do
  !$omp end target
  if (any([(o(i)%a(1), i = 1, 4)] /= [3, 4, 7, 8])) bad = bad + 2
  if (any([(o(i)%a(2), i = 1, 4)] /= [3, 6, 7, 8])) bad = bad + 4
  call reset
  do i = 1, 4
    g(i) = o(i)
  end do
  call two(g, g)
  if (any([(g(i)%a(1), i = 1, 4)] /= [2, 3, 3, 3])) bad = bad + 8
  call two(g(2:), o)
  if (any([(g(i)%a(1), i = 1, 4)] /= [2, 2, 2, 2])) bad = bad + 16
  do i = 1, 4
    u(i) = o(i)
  end do
  !$omp target teams distribute parallel do private(j)
  do i = 1, 4
    do j = 1, 2
      u(i)%b(j) = o(5 - i)%a(j) + u(i)%a(j)
    end do
    o(i)%b(1) = u(1)%a(1)
  end do
  if (any([(u(i)%b(2), i = 1, 4)] /= 5) .or. any([(o(i)%b(1), i = 1, 4)] /= 1)) bad = bad + 32
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; print *, (o(i)%a, i = 1, 4); print *, (g(i)%a, i = 1, 4); end if
contains
  subroutine reset
    do i = 1, 4
      o(i)%a = [i, i]
      o(i)%b = [10*i, 10*i]
    end do
  end subroutine
end program
!> OK
