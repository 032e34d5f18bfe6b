program main
  use timing
  use trees
  use scalars
  implicit none
  integer, parameter :: n = 2000, m = 100
  integer :: k, i, w(100), v(100), d(m, m)
  real(8) :: x, a(n), b(n), c(n), r(n), y(n), z(n), p(3, 300), f(3, 300), s(m, m), t(m, m)
  type(holder), allocatable :: list(:)
  character(4000) :: text
  call begin('binary tree')
  do while (again())
    k = binary_tree(5000)
  end do
  call finish(real(k, 8))
  allocate (list(1000))
  do i = 1, 1000
    if (iand(i * i, 3) == 1) then
      allocate (list(i)%s, source=circle(i * 0.1d0))
    else
      allocate (list(i)%s, source=square(i * 0.2d0))
    end if
  end do
  call begin('dispatch')
  do while (again())
    x = dispatch(list)
  end do
  call finish(x)
  call begin('growing array')
  do while (again())
    k = grown(2000)
  end do
  call finish(real(k, 8))
  call begin('small objects')
  do while (again())
    k = small_objects(2000)
  end do
  call finish(real(k, 8))
  call begin('fib')
  do while (again())
    k = fib(24)
  end do
  call finish(real(k, 8))
  call begin('collatz')
  do while (again())
    k = collatz(5000)
  end do
  call finish(real(k, 8))
  call begin('queens')
  do while (again())
    k = queens(8, 1, 0, 0, 0)
  end do
  call finish(real(k, 8))
  w = [(1 + modulo(i * 37, 50), i = 1, 100)]
  v = [(1 + modulo(i * 53, 90), i = 1, 100)]
  call begin('knapsack')
  do while (again())
    k = knapsack(100, w, v, 2000)
  end do
  call finish(real(k, 8))
  do i = 1, m
    d(:, i) = [(1 + modulo(i * 31 + k * 17, 1000), k = 1, m)]
  end do
  call begin('Floyd-Warshall')
  do while (again())
    call floyd(m, d)
  end do
  call finish(real(sum(d), 8))
  do i = 1, n
    a(i) = -1
    b(i) = 4
    c(i) = -1
    r(i) = modulo(i, 7)
  end do
  call begin('tridiagonal')
  do while (again())
    call thomas(n, a, b, c, r, y, z)
  end do
  call finish(sum(y))
  do i = 1, 300
    p(:, i) = [modulo(i * 0.618d0, 1d0), modulo(i * 0.755d0, 1d0), modulo(i * 0.57d0, 1d0)]
  end do
  call begin('forces')
  do while (again())
    call forces(300, p, f)
  end do
  call finish(sum(abs(f)))
  do i = 1, m
    t(:, i) = [(1d0 / (i + k), k = 1, m)]
    t(i, i) = 10
  end do
  call begin('Cholesky')
  do while (again())
    s = t
    call cholesky(m, s)
  end do
  call finish(s(m, m))
  text = repeat('the quick brown fox jumps over ', 128)
  call begin('counting words')
  do while (again())
    k = words(text)
  end do
  call finish(real(k, 8))
  call begin('Monte Carlo')
  do while (again())
    k = monte_carlo(10000)
  end do
  call finish(real(k, 8))
end program
