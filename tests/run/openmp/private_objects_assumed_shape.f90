! Private copies of assumed-shape and explicit-shape arrays whose elements have allocatable components.
module objects
  implicit none
  type item
    integer, allocatable :: h(:)
    integer :: k = 0
  end type
contains
  subroutine own(x, y, n, first)
    integer, intent(in) :: n
    logical, intent(in) :: first
    type(item), intent(inout) :: x(2:), y(3:n)
    logical :: ok
    integer :: i
    ok = .true.
    x(3)%k = 4
    x(3)%h = [1, 2, 3]
    y(n)%h = [7]
    if (first) then
      !$omp parallel num_threads(3) firstprivate(x, y) reduction(.and.: ok)
      ok = ok .and. lbound(x, 1) == 2 .and. size(x) == 3 .and. x(3)%k == 4 .and. .not. allocated(x(2)%h)
      ok = ok .and. all(x(3)%h == [1, 2, 3]) .and. y(n)%h(1) == 7
      x(3)%h = [x(3)%h, 4]
      x(2)%h = [(i, i = 1, 10)]
      y(3)%k = 9
      y(n)%h(1) = 8
      ok = ok .and. size(x(3)%h) == 4 .and. size(x(2)%h) == 10
      !$omp end parallel
    else
      !$omp parallel num_threads(3) private(x, y) reduction(.and.: ok)
      ok = ok .and. lbound(x, 1) == 2 .and. size(x) == 3 .and. lbound(y, 1) == 3 .and. size(y) == n - 2
      x(2)%k = 3
      x(4)%h = [5, 6]
      y(3)%k = 4
      ok = ok .and. x(2)%k + sum(x(4)%h) == 14
      !$omp end parallel
    end if
    print *, ok, x%k, y%k, x(3)%h, y(n)%h, allocated(x(2)%h), allocated(x(4)%h)
  end subroutine
end module
program main
  use objects
  type(item) :: a(6), b(4)
  call own(a(6:2:-2), b, 6, .true.)
  call own(a(1:3), b, 6, .false.)
end program
!>  T           0           4           0           0           0           0           0           1           2           3           7 F F
!>  T           0           4           0           0           0           0           0           1           2           3           7 F F
