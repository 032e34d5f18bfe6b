! Matrix products with what later statements do to them, added to what they are assigned to, transposed; a matrix that is
! transposed in place.
module products
  implicit none
contains
  subroutine later(a, b, c, bias)
    real, intent(in) :: a(:, :), b(:, :), bias(:)
    real, intent(inout) :: c(:, :)
    !$omp target teams workdistribute
    c = matmul(a, b)
    c = c + spread(bias, 2, size(c, 2))
    c = max(c, 0.0)
    !$omp end target teams workdistribute
  end subroutine later

  ! The first product is used by another statement too, which needs it as it was.
  subroutine used_again(a, b, c, d)
    real, intent(in) :: a(:, :), b(:, :)
    real, intent(inout) :: c(:, :), d(:, :)
    !$omp target teams workdistribute
    c = matmul(a, b)
    d = c - 1
    c = c*2 + 1
    !$omp end target teams workdistribute
  end subroutine used_again

  subroutine added(a, b, c, w, v, alpha, beta)
    real, intent(in) :: a(:, :), b(:, :), v(:), alpha, beta
    real, intent(inout) :: c(:, :), w(:)
    !$omp target teams workdistribute
    c = c + matmul(a, b)
    c = beta*c + alpha*matmul(a, b)
    w = w + matmul(a, v)
    !$omp end target teams workdistribute
  end subroutine added

  ! Elements of the target at other places, and the target as a factor: not in place.
  subroutine elsewhere(a, b, c)
    real, intent(in) :: a(:, :), b(:, :)
    real, intent(inout) :: c(:, :)
    integer :: n
    n = size(c, 1)
    !$omp target teams workdistribute
    c = c(n:1:-1, :) + matmul(a, b)
    c = c + matmul(a, c)
    !$omp end target teams workdistribute
  end subroutine elsewhere

  subroutine turned(a, b, c)
    real, intent(inout) :: a(:, :)
    real, intent(in) :: b(:, :)
    real, intent(inout) :: c(:, :)
    !$omp target teams workdistribute
    c = transpose(matmul(a, b))
    a = transpose(a)
    c = c + transpose(matmul(transpose(a), b))
    !$omp end target teams workdistribute
  end subroutine turned

  subroutine host(a, b, c)
    complex, intent(in) :: a(:, :), b(:, :)
    complex, intent(inout) :: c(:, :)
    c = c - matmul(a, conjg(b))
    c = transpose(matmul(conjg(a), transpose(b))) + c
    c = matmul(c, b)
    c = c*2
  end subroutine host
end module products

program product_chains
  use products
  implicit none
  integer :: i, n, k
  real, allocatable :: a(:, :), b(:, :), c(:, :), d(:, :), v(:), w(:)
  complex, allocatable :: p(:, :), q(:, :), r(:, :)
  do k = 1, 4
    n = merge(0, merge(3, merge(17, 40, k == 3), k == 2), k == 1)
    a = reshape([(real(mod(i*7, 5) - 2), i=1, n*n)], [n, n])
    b = reshape([(real(mod(i*3, 7) - 3), i=1, n*n)], [n, n])
    v = [(real(mod(i, 4)), i=1, n)]
    w = 2*v
    c = a
    d = b
    call later(a, b, c, v)
    call show(c)
    call used_again(a, b, c, d)
    call show(c)
    call show(d)
    call added(a, b, c, w, v, 2.0, -1.0)
    call show(c)
    call show(reshape(w, [n, 1]))
    c = mod(c, 5.0)
    call elsewhere(a, b, c)
    call show(c)
    call turned(a, b, c)
    call show(c)
    call show(a)
    p = cmplx(a, b)
    q = cmplx(b, -a)
    r = p
    call host(p, q, r)
    call show(real(r))
    call show(aimag(r))
  end do
contains
  subroutine show(x)
    real, intent(in) :: x(:, :)
    integer :: i, j
    real(8) :: s
    s = 0
    do j = 1, size(x, 2)
      do i = 1, size(x, 1)
        s = s + x(i, j)*mod(i*3 + j*7, 13)
      end do
    end do
    print '(f16.1)', s
  end subroutine show
end program product_chains
!>              0.0
!>              0.0
!>              0.0
!>              0.0
!>              0.0
!>              0.0
!>              0.0
!>              0.0
!>              0.0
!>              0.0
!>            226.0
!>            304.0
!>             77.0
!>           -177.0
!>            124.0
!>            -43.0
!>            -42.0
!>            -17.0
!>           4820.0
!>           2826.0
!>           8715.0
!>           2780.0
!>          -1199.0
!>          -2253.0
!>            279.0
!>          -3375.0
!>           -970.0
!>            -55.0
!>          89736.0
!>          40028.0
!>          20012.0
!>           9684.0
!>          -9564.0
!>          -9644.0
!>            596.0
!>          -7463.0
!>           -160.0
!>            -33.0
!>         234222.0
!>        -420276.0
