! One procedure for each row of the table of devices. What they use is on the device already.
module device
  implicit none
  integer, parameter :: sp = kind(1.0), dp = kind(1.0d0)
contains

  subroutine d_copy(n, a, c)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n)
    real(dp), intent(inout) :: c(n)
    !$omp target teams workdistribute
    c = a
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_mul(n, b, c)
    integer, intent(in) :: n
    real(dp), intent(inout) :: b(n)
    real(dp), intent(in) :: c(n)
    !$omp target teams workdistribute
    b = 0.4d0 * c
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_add(n, a, b, c)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(inout) :: c(n)
    !$omp target teams workdistribute
    c = a + b
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_triad(n, a, b, c)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n)
    real(dp), intent(in) :: b(n), c(n)
    !$omp target teams workdistribute
    a = b + 0.4d0 * c
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_triad_loop(n, a, b, c)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n)
    real(dp), intent(in) :: b(n), c(n)
    integer :: i
    !$omp target teams distribute parallel do
    do i = 1, n
      a(i) = b(i) + 0.4d0 * c(i)
    end do
  end subroutine

  subroutine d_triad_concurrent(n, a, b, c)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n)
    real(dp), intent(in) :: b(n), c(n)
    integer :: i
    do concurrent (i = 1:n)
      a(i) = b(i) + 0.4d0 * c(i)
    end do
  end subroutine

  subroutine d_nstream(n, a, b, c)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n)
    real(dp), intent(in) :: b(n), c(n)
    !$omp target teams workdistribute
    a = a + b + 0.4d0 * c
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_dot(n, a, b, s)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(inout) :: s
    !$omp target teams workdistribute map(from: s)
    s = dot_product(a, b)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_dot_loop(n, a, b, s)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(inout) :: s
    integer :: i
    s = 0
    !$omp target teams distribute parallel do reduction(+: s)
    do i = 1, n
      s = s + a(i) * b(i)
    end do
  end subroutine

  ! Five statements about the same elements, with two arrays that only they need.
  subroutine d_chain(n, a, b, c, t)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n), b(n)
    real(dp), intent(inout) :: c(n), t(n)
    !$omp target teams workdistribute
    c = a * b
    t = c + a
    c = c - 0.5d0 * t
    t = sqrt(abs(t))
    c = c / (t + 1.0d0)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_sum(n, a, s)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n)
    real(dp), intent(inout) :: s
    !$omp target teams workdistribute map(from: s)
    s = sum(a)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_maxloc(n, a, k)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n)
    integer, intent(inout) :: k
    !$omp target teams workdistribute map(from: k)
    k = maxloc(a, 1)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_any(n, a, found)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n)
    logical, intent(inout) :: found
    !$omp target teams workdistribute map(from: found)
    found = any(a > 1.0d30)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_sum_first(m, k, a, s)
    integer, intent(in) :: m, k
    real(dp), intent(in) :: a(m, k)
    real(dp), intent(inout) :: s(k)
    !$omp target teams workdistribute
    s = sum(a, 1)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_sum_second(m, k, a, s)
    integer, intent(in) :: m, k
    real(dp), intent(in) :: a(m, k)
    real(dp), intent(inout) :: s(m)
    !$omp target teams workdistribute
    s = sum(a, 2)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_stencil2(m, a, c)
    integer, intent(in) :: m
    real(dp), intent(in) :: a(m, m)
    real(dp), intent(inout) :: c(m, m)
    !$omp target teams workdistribute
    c(2:m-1, 2:m-1) = 0.25d0 * (a(1:m-2, 2:m-1) + a(3:m, 2:m-1) + a(2:m-1, 1:m-2) + a(2:m-1, 3:m))
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_stencil3(k, a, c)
    integer, intent(in) :: k
    real(dp), intent(in) :: a(k, k, k)
    real(dp), intent(inout) :: c(k, k, k)
    !$omp target teams workdistribute
    c(2:k-1, 2:k-1, 2:k-1) = a(2:k-1, 2:k-1, 2:k-1) + 0.1d0 * (a(1:k-2, 2:k-1, 2:k-1) + a(3:k, 2:k-1, 2:k-1) &
      + a(2:k-1, 1:k-2, 2:k-1) + a(2:k-1, 3:k, 2:k-1) + a(2:k-1, 2:k-1, 1:k-2) + a(2:k-1, 2:k-1, 3:k) &
      - 6.0d0 * a(2:k-1, 2:k-1, 2:k-1))
    !$omp end target teams workdistribute
  end subroutine

  ! A step of an explicit scheme, with the greatest change.
  subroutine d_heat(m, a, c, change)
    integer, intent(in) :: m
    real(dp), intent(inout) :: a(m, m), c(m, m)
    real(dp), intent(inout) :: change
    !$omp target teams workdistribute map(from: change)
    c(2:m-1, 2:m-1) = a(2:m-1, 2:m-1) + 0.1d0 * (a(1:m-2, 2:m-1) + a(3:m, 2:m-1) + a(2:m-1, 1:m-2) + a(2:m-1, 3:m) &
      - 4.0d0 * a(2:m-1, 2:m-1))
    change = maxval(abs(c(2:m-1, 2:m-1) - a(2:m-1, 2:m-1)))
    a(2:m-1, 2:m-1) = c(2:m-1, 2:m-1)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_transpose(m, a, c)
    integer, intent(in) :: m
    real(dp), intent(in) :: a(m, m)
    real(dp), intent(inout) :: c(m, m)
    !$omp target teams workdistribute
    c = transpose(a)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_cshift(m, a, c)
    integer, intent(in) :: m
    real(dp), intent(in) :: a(m, m)
    real(dp), intent(inout) :: c(m, m)
    !$omp target teams workdistribute
    c = cshift(a, 1) + cshift(a, -1)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_pack(n, a, c)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n)
    real(dp), intent(inout) :: c(n)
    !$omp target teams workdistribute
    c = pack(a, a > 0.5d0, c)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_scan(n, a, c)
    integer, intent(in) :: n
    real(dp), intent(in) :: a(n)
    real(dp), intent(inout) :: c(n)
    real(dp) :: s
    integer :: i
    s = 0
    !$omp target teams distribute parallel do reduction(inscan, +: s)
    do i = 1, n
      s = s + a(i)
      !$omp scan inclusive(s)
      c(i) = s
    end do
  end subroutine

  subroutine d_softmax(m, k, a, c, mx, s)
    integer, intent(in) :: m, k
    real(dp), intent(in) :: a(m, k)
    real(dp), intent(inout) :: c(m, k), mx(k), s(k)
    !$omp target teams workdistribute
    mx = maxval(a, 1)
    c = exp(a - spread(mx, 1, m))
    s = sum(c, 1)
    c = c / spread(s, 1, m)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_nbody(n, x, y, z, m, ax)
    integer, intent(in) :: n
    real(sp), intent(in) :: x(n), y(n), z(n), m(n)
    real(sp), intent(inout) :: ax(n)
    real(sp) :: s, dx, dy, dz
    integer :: i, j
    !$omp target teams distribute parallel do private(s, j, dx, dy, dz)
    do i = 1, n
      s = 0
      do j = 1, n
        dx = x(j) - x(i)
        dy = y(j) - y(i)
        dz = z(j) - z(i)
        s = s + m(j) * dx / sqrt(dx * dx + dy * dy + dz * dz + 0.01)**3
      end do
      ax(i) = s
    end do
  end subroutine

  ! A step of the conjugate gradient method for the matrix of a one-dimensional Laplacian.
  subroutine d_cg(n, x, r, p, q, rr)
    integer, intent(in) :: n
    real(dp), intent(inout) :: x(n), r(n), p(n), q(n), rr
    real(dp) :: alpha, now
    !$omp target teams workdistribute map(tofrom: rr)
    q(1) = 2.1d0 * p(1) - p(2)
    q(2:n-1) = 2.1d0 * p(2:n-1) - p(1:n-2) - p(3:n)
    q(n) = 2.1d0 * p(n) - p(n-1)
    alpha = rr / dot_product(p, q)
    x = x + alpha * p
    r = r - alpha * q
    now = dot_product(r, r)
    p = r + (now / rr) * p
    rr = now
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_sgemm(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(sp), intent(in) :: a(m, k), b(k, n)
    real(sp), intent(inout) :: c(m, n)
    !$omp target teams workdistribute
    c = matmul(a, b)
    !$omp end target teams workdistribute
  end subroutine

  subroutine d_dgemm(m, n, k, a, b, c)
    integer, intent(in) :: m, n, k
    real(dp), intent(in) :: a(m, k), b(k, n)
    real(dp), intent(inout) :: c(m, n)
    !$omp target teams workdistribute
    c = matmul(a, b)
    !$omp end target teams workdistribute
  end subroutine

  ! One kernel of one element.
  subroutine d_region(a)
    real(dp), intent(inout) :: a(1)
    !$omp target teams workdistribute
    a = a + 1.0d0
    !$omp end target teams workdistribute
  end subroutine

  ! Twenty kernels of a few elements, each of which needs all that the one before it stores.
  subroutine d_launches(n, a, b)
    integer, intent(in) :: n
    real(dp), intent(inout) :: a(n), b(n)
    !$omp target teams workdistribute
    b = a(n:1:-1)
    a = b(n:1:-1)
    b = a(n:1:-1)
    a = b(n:1:-1)
    b = a(n:1:-1)
    a = b(n:1:-1)
    b = a(n:1:-1)
    a = b(n:1:-1)
    b = a(n:1:-1)
    a = b(n:1:-1)
    b = a(n:1:-1)
    a = b(n:1:-1)
    b = a(n:1:-1)
    a = b(n:1:-1)
    b = a(n:1:-1)
    a = b(n:1:-1)
    b = a(n:1:-1)
    a = b(n:1:-1)
    b = a(n:1:-1)
    a = b(n:1:-1)
    !$omp end target teams workdistribute
  end subroutine

end module
