program main
  use timing
  use products
  implicit none
  call square('16', 16)
  call square('100', 100)
  call square('500', 500)
  call others(200)
contains
  subroutine square(where, n)
    character(*), intent(in) :: where
    integer, intent(in) :: n
    real(8), allocatable, dimension(:, :) :: a, b, c
    real(4), allocatable, dimension(:, :) :: a4, b4, c4
    allocate (a(n, n), b(n, n), c(n, n), a4(n, n), b4(n, n), c4(n, n))
    call numbers(n, a, 31)
    call numbers(n, b, 37)
    a4 = real(a)
    b4 = real(b)
    call begin('matmul '//where)
    do while (again())
      call multiply(c, a, b)
    end do
    call finish(sum(c))
    call begin('matmul real32 '//where)
    do while (again())
      call multiply4(c4, a4, b4)
    end do
    call finish(real(nint(c4(2, 3) * 100), 8))
  end subroutine
  subroutine numbers(n, a, by)
    integer, intent(in) :: n, by
    real(8), intent(out) :: a(n, n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        a(i, j) = modulo(i * by + j * 17, 101) * 0.01d0
      end do
    end do
  end subroutine
  subroutine others(n)
    integer, intent(in) :: n
    real(8), allocatable, dimension(:, :) :: a, b, c
    real(8), allocatable, dimension(:, :, :) :: p, q, r
    real(8), allocatable, dimension(:) :: x, y
    integer, allocatable, dimension(:, :) :: k, l, m
    complex(8), allocatable, dimension(:, :) :: u, v, w
    allocate (a(n, n), b(n, n), c(n, n), x(n), y(n), k(n, n), l(n, n), m(n, n), u(n, n), v(n, n), w(n, n))
    allocate (p(3, 3, 1000), q(3, 3, 1000), r(3, 3, 1000))
    call numbers(n, a, 31)
    call numbers(n, b, 37)
    x = a(:, 3)
    k = nint(100 * a)
    l = nint(100 * b)
    u = cmplx(a, b, 8)
    v = cmplx(b, a, 8)
    q = reshape(a, [3, 3, 1000], pad=a)
    r = reshape(b, [3, 3, 1000], pad=b)
    call begin('matmul integer 200')
    do while (again())
      call multiply_integers(m, k, l)
    end do
    call finish(real(m(5, 7), 8))
    call begin('matmul complex 200')
    do while (again())
      call multiply_complex(w, u, v)
    end do
    call finish(aimag(w(5, 7)))
    call begin('matmul transposed 200')
    do while (again())
      call multiply_transposed(c, a, b)
    end do
    call finish(sum(c))
    call begin('matrix * vector 200')
    do while (again())
      call times_vector(y, a, x)
    end do
    call finish(sum(y))
    call begin('vector * matrix 200')
    do while (again())
      call vector_times(y, x, a)
    end do
    call finish(sum(y))
    call begin('loops jki 200')
    do while (again())
      call loops_jki(n, c, a, b)
    end do
    call finish(sum(c))
    call begin('loops ijk 200')
    do while (again())
      call loops_ijk(n, c, a, b)
    end do
    call finish(sum(c))
    call begin('matmul 3x3')
    do while (again())
      call small(1000, p, q, r)
    end do
    call finish(sum(p))
    call begin('outer product 200')
    do while (again())
      call outer(n, c, x, y)
    end do
    c = a
    call outer(n, c, x, y)
    call finish(sum(c))
  end subroutine
end program
