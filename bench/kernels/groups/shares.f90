module shares
  implicit none
contains
  subroutine chain(n, a, b, c, d)
    integer, intent(in) :: n
    real(8), intent(inout), dimension(n) :: a, b, c, d
    !$omp BEGIN
    c = a * b + 1.0d0
    d = c * c - a
    a = d / (c + 2.0d0)
    b = a + d * 0.125d0
    !$omp END
  end subroutine
  subroutine stencil(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    real(8), intent(in) :: b(n, n)
    !$omp BEGIN
    a(2:n-1, 2:n-1) = 0.25d0 * (b(1:n-2, 2:n-1) + b(3:n, 2:n-1) + b(2:n-1, 1:n-2) + b(2:n-1, 3:n))
    !$omp END
  end subroutine
  subroutine logistic(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in) :: b(n)
    !$omp BEGIN
    a = 1 / (1 + exp(-b))
    where (a > 0.9d0) a = 0.9d0
    !$omp END
  end subroutine
end module
