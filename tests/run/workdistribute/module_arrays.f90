module grid
  implicit none
  integer, parameter :: n = 30
  real(8) :: u(0:n+1, 0:n+1), f(n, n)
  real(8), allocatable :: work(:, :)
  real(8), pointer :: ptr(:) => null()
  real(8), save :: omega = 0.8d0
  real(8), protected :: table(4) = [1d0, 2d0, 4d0, 8d0]
contains
  subroutine step(k)
    integer, intent(in) :: k
    integer :: i
    do i = 1, k
      !$omp target teams workdistribute
      work = 0.25d0 * (u(0:n-1, 1:n) + u(2:n+1, 1:n) + u(1:n, 0:n-1) + u(1:n, 2:n+1) - f)
      u(1:n, 1:n) = u(1:n, 1:n) + omega * (work - u(1:n, 1:n))
      ptr = ptr + table(1 + mod(i, 4)) * u(1, 1)
      !$omp end target teams workdistribute
    end do
  end subroutine
end module
program module_arrays
  use grid
  implicit none
  u = 0
  u(:, 0) = 1; u(0, :) = 2
  f = 0.01d0
  allocate(work(n, n), ptr(5))
  work = 0
  ptr = 0
  call step(20)
  print '(3f14.8)', sum(u), u(3, 3), sum(work)
  print '(5f12.6)', ptr
end program
!>   216.74064012    0.72778174  122.49811158
!>    91.593442   91.593442   91.593442   91.593442   91.593442
