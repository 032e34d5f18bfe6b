! Kernels of every kind, whose counts stand in representative.txt.
subroutine elementwise(a, b, c)
  real :: a(:, :), b(:, :), c(:, :)
  !$omp target teams workdistribute
  a = b + 2*c
  !$omp end target teams workdistribute
end subroutine
subroutine vector(a, b, c, n)
  integer :: n
  real(8) :: a(n), b(n), c(n)
  !$omp target teams workdistribute
  a = b + 2*c
  !$omp end target teams workdistribute
end subroutine
subroutine bytes(a, b, n)
  integer :: n
  integer(1) :: a(n), b(n)
  !$omp target teams workdistribute
  a = a + b
  !$omp end target teams workdistribute
end subroutine
subroutine stencil(a, b, n)
  integer :: n
  real :: a(n, n), b(n, n)
  !$omp target teams workdistribute
  b(2:n-1, 2:n-1) = 0.25*(a(1:n-2, 2:n-1) + a(3:n, 2:n-1) + a(2:n-1, 1:n-2) + a(2:n-1, 3:n))
  !$omp end target teams workdistribute
end subroutine
subroutine transposed(a, b, n)
  integer :: n
  real :: a(n, n), b(n, n)
  !$omp target teams workdistribute
  b = transpose(a)
  !$omp end target teams workdistribute
end subroutine
subroutine reduced(a, s, n)
  integer :: n
  real :: a(n, n), s
  !$omp target teams workdistribute map(s)
  s = sum(a)
  !$omp end target teams workdistribute
end subroutine
subroutine rows(a, s, n)
  integer :: n
  real :: a(n, n), s(n)
  !$omp target teams workdistribute
  s = sum(a, dim=1)
  !$omp end target teams workdistribute
end subroutine
subroutine columns(a, s, n)
  integer :: n
  real :: a(n, n), s(n)
  !$omp target teams workdistribute
  s = sum(a, dim=2)
  !$omp end target teams workdistribute
end subroutine
subroutine product(a, b, c, n)
  integer :: n
  real :: a(n, n), b(n, n), c(n, n)
  !$omp target teams workdistribute
  c = matmul(a, b)
  !$omp end target teams workdistribute
end subroutine
subroutine packed(a, b, m, n)
  integer :: n
  real :: a(n), b(n)
  logical :: m(n)
  !$omp target teams workdistribute
  b = pack(a, m, b)
  !$omp end target teams workdistribute
end subroutine
subroutine shifted(a, b, n)
  integer :: n
  real :: a(n, n), b(n, n)
  !$omp target teams workdistribute
  b = cshift(a, 1) + cshift(a, -1, dim=2)
  !$omp end target teams workdistribute
end subroutine
subroutine gathered(a, b, i, n)
  integer :: n, i(n)
  real :: a(n), b(n)
  !$omp target teams workdistribute
  b = a(i)
  !$omp end target teams workdistribute
end subroutine
subroutine located(a, k, n)
  integer :: n, k(1)
  real :: a(n)
  !$omp target teams workdistribute
  k = maxloc(a)
  !$omp end target teams workdistribute
end subroutine
subroutine scanned(a, b, n)
  integer :: n, k
  real :: a(n), b(n), s
  s = 0
  !$omp target teams distribute parallel do reduction(inscan, +: s)
  do k = 1, n
    s = s + a(k)
    !$omp scan inclusive(s)
    b(k) = s
  end do
end subroutine
subroutine bodies(x, f, n)
  integer :: n, i, j
  real :: x(n), f(n), s
  !$omp target teams distribute parallel do private(s, j)
  do i = 1, n
    s = 0
    do j = 1, 64
      s = s + 1/(abs(x(i) - x(j)) + 1)
    end do
    f(i) = s
  end do
end subroutine
subroutine chosen(a, b, m, n)
  integer :: n
  real :: a(n), b(n)
  logical :: m(n), l
  !$omp target teams workdistribute
  where (m) a = b
  !$omp end target teams workdistribute
end subroutine
subroutine asked(m, l, n)
  integer :: n
  logical :: m(n, n), l
  !$omp target teams workdistribute map(l)
  l = any(m)
  !$omp end target teams workdistribute
end subroutine
