! Target regions of internal procedures use the variables of their host, scalars among them.
program host_variables
  implicit none
  integer, parameter :: n = 20
  integer :: a(n), alpha, total
  real, allocatable :: x(:)
  logical :: up
  a = 10; alpha = 2; total = 0; up = .true.
  allocate(x(n))
  x = 1
  call change(3)
  print *, sum(a), sum(x), alpha, total
contains
  subroutine change(by)
    integer, intent(in) :: by
    integer :: t(n)
    t = 1
    !$omp target teams workdistribute
    a = a + alpha * by
    where (a > alpha .and. up) x = x * alpha
    !$omp end target teams workdistribute
    print *, a(1), x(1)
    !$omp target teams workdistribute map(tofrom: total, alpha)
    alpha = alpha + 1
    a(2:n) = a(1:n-1) + alpha
    total = sum(a) + alpha
    t = a
    !$omp end target teams workdistribute
    print *, total, alpha, t(n)
  end subroutine
end program
!>           16   2.00000000
!>          380           3          19
!>          377   40.0000000               3         380
