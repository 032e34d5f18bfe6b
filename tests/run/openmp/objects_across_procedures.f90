! Objects that procedures enter, use and drop.
module m
  implicit none
  type grid
    integer :: n
    real, allocatable :: u(:, :), f(:, :)
  end type
contains
  subroutine make(g, n)
    type(grid), intent(out) :: g
    integer, intent(in) :: n
    g%n = n
    allocate(g%u(0:n, 0:n), g%f(0:n, 0:n))
    g%u = 0; g%f = 1
    !$omp target enter data map(to: g)
  end subroutine
  subroutine sweep(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    !$omp target teams distribute parallel do collapse(2) map(tofrom: g)
    do j = 1, g%n - 1
      do i = 1, g%n - 1
        g%u(i, j) = g%u(i, j) + 0.5 * g%f(i, j)
      end do
    end do
  end subroutine
  real function total(g)
    type(grid), intent(in) :: g
    integer :: i, j
    total = 0
    !$omp target teams distribute parallel do collapse(2) reduction(+: total)
    do j = 0, g%n
      do i = 0, g%n
        total = total + g%u(i, j)
      end do
    end do
  end function
  subroutine drop(g)
    type(grid), intent(inout) :: g
    !$omp target exit data map(delete: g)
    deallocate(g%u, g%f)
  end subroutine
end module
program objects_across_procedures
  use m
  use omp_lib
  implicit none
  type(grid) :: g, h(2)
  integer :: k, bad
  real :: r
  bad = 0
  call make(g, 10)
  do k = 1, 4
    call sweep(g)
  end do
  r = total(g)
  if (r /= 162) then; print *, 'total', r; bad = bad + 1; end if
  if (omp_get_num_devices() > 0 .and. any(g%u /= 0)) then; print *, 'host'; bad = bad + 1; end if
  !$omp target update from(g%u)
  if (sum(g%u) /= 162) then; print *, 'upd', sum(g%u); bad = bad + 1; end if
  call drop(g)
  do k = 1, 2
    call make(h(k), 4 * k)
    call sweep(h(k))
  end do
  r = total(h(1)) + total(h(2))
  if (r /= 0.5 * (9 + 49)) then; print *, 'h', r; bad = bad + 1; end if
  do k = 1, 2
    call drop(h(k))
  end do
  if (bad == 0) print *, 'pass'
end program
!>  pass
