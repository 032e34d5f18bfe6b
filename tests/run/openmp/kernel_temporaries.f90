! Temporaries of a known size are storage of an invocation; sums of complex numbers are formed atomically part by part.
program kernel_temporaries
  implicit none
  integer, parameter :: n = 7
  integer :: i, s
  real(8) :: v(3)
  real :: x(40), y(40), z(2, 3, 40)
  complex(8) :: c
  complex :: d(2)
  s = 0
  v = 0
  !$omp target parallel do num_threads(8) reduction(+: s, v) map(tofrom: s, v)
  do i = 1, 10
    s = s + i
    v = v + [1, i, 2 * i]
  end do
  print '(i0, 3f6.1)', s, v
  !$omp target teams distribute parallel do map(from: x, y, z)
  do i = 1, 40
    x(i) = sum(reverse([real :: i, 2 * i, 3, 4, 5, 6, 7]) * [1, 2, 3, 4, 5, 6, 7])
    y(i) = dot_product(pair(i), [1.0, 10.0])
    z(:, :, i) = reshape([real :: 1, 2, 3, 4, 5, i], [2, 3])
    z(:, :, i) = z(2:1:-1, 3:1:-1, i)
  end do
  print '(6f8.1)', x(1), x(40), y(1), y(40), z(1, 1, 40), z(2, 3, 1)
  c = (1, 0)
  d = 0
  !$omp target teams distribute parallel do map(tofrom: c, d)
  do i = 1, 100
    !$omp atomic
    c = c + cmplx(i, 2, 8)
    !$omp atomic
    d(1 + mod(i, 2)) = d(1 + mod(i, 2)) - (1.0, 0.5)
  end do
  print '(6f8.1)', c, d
contains
  function reverse(a) result(b)
    real, intent(in) :: a(n)
    real :: b(n)
    b = a(n:1:-1)
  end function
  function pair(k) result(b)
    integer, intent(in) :: k
    real :: b(2)
    b = [k, k + 1]
  end function
end program
!> 55  10.0  55.0 110.0
!>     84.0   825.0    21.0   450.0    40.0     1.0
!>   5051.0   200.0   -50.0   -25.0   -50.0   -25.0
