module shared_data
  implicit none
  type :: cell
    real(8) :: v(3)
    integer :: kind
  end type
  real(8) :: weights(0:3) = [0.5d0, 0.25d0, 0.125d0, 0.0625d0]
  type(cell) :: cells(50)
contains
  pure real(8) function total(c)
    type(cell), intent(in) :: c
    total = c%v(1) + c%v(2) * 2 + c%v(3) * 3
  end function
  subroutine relax(a, n, m, tol, iters)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m)
    real(8), intent(in) :: tol
    integer, intent(out) :: iters
    real(8) :: b(n, m), err
    integer :: i, j
    iters = 0
    !$omp target data map(tofrom: a) map(alloc: b)
    do
      err = 0
      !$omp target teams distribute parallel do collapse(2) reduction(max: err) map(tofrom: err)
      do j = 2, m - 1
        do i = 2, n - 1
          b(i, j) = 0.25d0 * (a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1))
          err = max(err, abs(b(i, j) - a(i, j)))
        end do
      end do
      !$omp target teams distribute parallel do collapse(2)
      do j = 2, m - 1
        do i = 2, n - 1
          a(i, j) = b(i, j)
        end do
      end do
      iters = iters + 1
      if (err < tol .or. iters == 60) exit
    end do
    !$omp end target data
  end subroutine
end module
program target_bodies
  use shared_data
  implicit none
  integer :: i, j, it, idx(50)
  real(8) :: a(20, 16), r(50), tmp(4)
  do i = 1, 50
    cells(i) = cell([1d0*i, 2d0, -1d0*i], mod(i, 4))
    idx(i) = 51 - i
  end do
  !$omp target teams distribute parallel do private(tmp, j)
  do i = 1, 50
    tmp = weights * i
    select case (cells(i)%kind)
    case (0)
      r(idx(i)) = total(cells(i))
    case (1:2)
      r(idx(i)) = sum(tmp)
    case default
      r(idx(i)) = 0
      do j = 1, 4
        if (tmp(j) < 1) exit
        r(idx(i)) = r(idx(i)) + tmp(j)
      end do
    end select
    cells(i)%v = cells(i)%v + weights(cells(i)%kind)
  end do
  print '(5f12.4)', r(1:10)
  print '(3f14.5)', sum(r), sum(cells%v(1)), sum(cells%v(3))
  a = 0
  a(:, 1) = 1
  a(1, :) = 2
  call relax(a, 20, 16, 1d-3, it)
  print *, it
  print '(3f14.8)', sum(a), a(5, 5), a(19, 15)
end program
!>      46.8750     45.9375    -92.0000     44.0625     43.1250
!>      42.1875    -84.0000     40.3125     39.3750     38.4375
!>      322.56250    1286.62500   -1263.37500
!>           60
!>   184.72568540    1.06822559    0.00144366
