! A FORALL whose elements the host stores through addresses, which lead to a variable that it was lent to be read.
module masked
  implicit none
contains
  subroutine work(n, m, k, v, flags)
    integer, intent(in) :: n, m, k
    integer(8) :: v(2:, 1:)
    real(8) :: x(-3:n - 4)
    logical :: flags(1:7, -3:*)
    integer :: q, a
    x = [real(8) :: (real(mod(q*15, 29) - 11, 8), q = 1, 7)]
    !$omp target data map(tofrom: v, x, flags(1:7, -3:1))
    !$omp target teams workdistribute defaultmap(tofrom: scalar) map(tofrom: flags(1:7, -3:1))
    forall (a = -1:k - 1:2, v(k + 4, a + 2) < v(5, k + 3)) x(a) = mod(abs(merge(x(a), x(0), flags(a + 6, -3) &
      & .and. flags(a + 2, a))) + product(mod(reshape([-4.0d0], [m + 1, m - 3], pad=[-4.0d0]), 3.0d0)), 128.0d0)
    !$omp end target teams workdistribute
    !$omp end target data
    print '(7f6.1)', x
  end subroutine
end module
program forall_through_addresses
  use masked
  implicit none
  integer(8) :: v(2:8, 1:5)
  logical :: flags(1:7, -3:1)
  integer :: q
  v = reshape([integer(8) :: (int(mod(q*10, 31) - 12, 8), q = 1, 35)], [7, 5])
  flags = reshape([logical :: (mod(q*12, 5) < 2, q = 1, 35)], [7, 5])
  call work(7, 5, 2, v, flags)
  flags = .true.
  call work(7, 5, 2, v, flags)
end program
!>    4.0 -10.0   5.0  -9.0  10.0  -8.0   7.0
!>    4.0 -10.0   5.0  -9.0   7.0  -8.0   7.0
