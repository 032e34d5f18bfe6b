! Arrays with an element for each thread, changed by a called procedure.
program thread_sums
  use omp_lib
  implicit none
  integer, parameter :: n = 5000
  integer :: i, nth
  integer, allocatable :: sums(:)
  real(8) :: x(n), total
  x = 1
  nth = 1
  !$omp target teams map(tofrom: nth) num_teams(1)
  !$omp parallel
  !$omp masked
  nth = omp_get_num_threads()
  !$omp end masked
  !$omp end parallel
  !$omp end target teams
  allocate(sums(nth)); sums = 0
  !$omp target parallel do map(tofrom: sums) map(to: x)
  do i = 1, n
    call add(sums, omp_get_thread_num() + 1, int(x(i)))
  end do
  print *, sum(sums)
  total = 0
  !$omp target teams distribute parallel do simd reduction(+:total) num_teams(4)
  do i = 1, n
    total = total + x(i) * (1 + 0*omp_get_thread_num())
  end do
  print *, total
contains
  subroutine add(s, k, v)
    integer, intent(inout) :: s(:)
    integer, intent(in) :: k, v
    s(k) = s(k) + v
  end subroutine
end program
!>         5000
!>    5000.0000000000000
