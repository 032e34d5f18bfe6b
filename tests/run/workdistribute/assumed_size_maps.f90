! Mapped parts of assumed-size arrays beside other mapped arrays; signs of zero remainders.
module parts
contains
  subroutine work(n, u, v, w)
    integer, intent(in) :: n
    integer :: u(-2:*), w(2, *)
    real :: v(*)
    integer :: s
    s = 1
    !$omp target teams workdistribute map(tofrom: u(-2:4), v(2:6), w(:, 1:3), s)
    u(-2:n-3) = u(-2:n-3) + s
    v(n-5:6) = modulo(v(2:6), 7.0)
    w(2, 1:n-4) = w(1, 3:1:-1) + u(0)
    s = sum(u(0:3))
    !$omp end target teams workdistribute
    print *, u(-2:4), s
    print *, v(1:7)
    print *, w(:, 1:3)
  end subroutine
end module
program assumed_size_maps
  use parts
  integer :: u(-2:4) = 5, w(2, 3), i
  real :: v(7)
  v = [(7.0 * (i - 4), i = 1, 7)]
  w = reshape([(i, i = 1, 6)], [2, 3])
  call work(7, u, v, w)
end program
!>            6           6           6           6           6           6           6          24
!>   -21.0000000       0.00000000       0.00000000       0.00000000       0.00000000       0.00000000       21.0000000
!>            1          11           3           9           5           7
