program minimal_sizes
  implicit none
  integer :: n, k, i, total
  integer, allocatable :: a(:), b(:, :)
  integer :: sizes(7) = [1, 2, 31, 64, 65, 257, 1000]
  real(8), allocatable :: m(:, :), w(:)
  real(8) :: s
  do k = 1, 7
    n = sizes(k)
    allocate (a(n), b(n, 3), m(n, 5), w(n))
    a = [(mod(i * 7, 10), i = 1, n)]
    !$omp target teams workdistribute map(tofrom: total, s)
    b = spread(a, 2, 3)
    b(:, 2) = b(n:1:-1, 1)
    a = a + sum(b, 2)
    total = sum(a * b(:, 3))
    m = spread(a * 0.5d0, 2, 5)
    w = matmul(m, [1d0, 2d0, 3d0, 4d0, 5d0])
    s = dot_product(w, w) / n
    a = cshift(a, n / 2)
    !$omp end target teams workdistribute
    print '(4i9, f14.4, 2i6)', n, total, a(1), a(n), s, maxval(b), maxloc(a)
    deallocate (a, b, m, w)
  end do
end program
!>         1      196       28       28    44100.0000     7     1
!>         2      251       19       25    27731.2500     7     2
!>        31     3496        8       24    24938.7097     9     2
!>        64     7080        7       13    24398.4375     9     5
!>        65     7080        4       20    23850.0000     9     5
!>       257    27936       12       18    23790.4669     9     9
!>      1000   105500       21        7    22781.2500     9     7
