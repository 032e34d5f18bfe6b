! environment: FERROTRAN_DEVICE_INDEX=64
! Kernels with indices of 64 bits, which loops with more than 2**31 iterations need, give what those of 32 bits give.
module loops
  implicit none
contains
  subroutine nests(n, m, k, c)
    integer, intent(in) :: n, m
    integer, intent(inout) :: k(:)
    integer(8), intent(out) :: c
    integer :: i, j
    c = 0
    !$omp target teams distribute parallel do collapse(2) reduction(+: c) map(tofrom: k)
    do i = 1, n
      do j = 1, m
        if (i == j) k(i) = i
        c = c + 1
      end do
    end do
    !$omp target teams distribute parallel do collapse(2) map(tofrom: k)
    do i = n, 1, -1
      do j = m, 1, -2
        if (i == 3 .and. j == m) k(1) = k(1) + i * j
      end do
    end do
  end subroutine

  subroutine far(lo, hi, step, s, last, most)
    integer(8), intent(in) :: lo, hi, step
    integer(8), intent(out) :: s, last
    integer, intent(out) :: most
    integer(8) :: i
    s = 0
    most = 0
    last = 0
    !$omp target teams distribute parallel do reduction(+: s) reduction(max: most) lastprivate(last)
    do i = lo, hi, step
      s = s + i
      most = max(most, int(mod(i, 1000_8)))
      last = i
    end do
  end subroutine

  subroutine teams(n, s)
    integer(8), intent(in) :: n
    integer(8), intent(out) :: s
    integer(8) :: i, j
    s = 0
    !$omp target teams num_teams(3) reduction(+: s)
    !$omp distribute
    do i = 1, n
      !$omp parallel do reduction(+: s)
      do j = 3000000000_8 + i, 3000000000_8 + i + 20
        s = s + j
      end do
    end do
    !$omp end target teams
  end subroutine

  subroutine places(n, m, at, many, first, x)
    integer, intent(in) :: n, m
    integer, intent(out) :: at(2), many, first
    real, intent(out) :: x(:)
    integer :: i, j
    real :: a(n, m)
    do concurrent (i = 1:n, j = 1:m)
      a(i, j) = mod(i * 7 + j * 11, 23)
    end do
    !$omp target teams workdistribute map(to: a) map(from: at, many, first, x)
    at = maxloc(a)
    many = count(a > 20)
    first = findloc(a(2, :), 3.0, dim=1)
    x = sum(a, dim=1)
    !$omp end target teams workdistribute
  end subroutine
end module

program many_iterations
  use loops
  implicit none
  integer :: k(40), most, at(2), many, first
  integer(8) :: c, s, last
  real :: x(30)
  k = 0
  call nests(40, 60, k, c)
  print *, c, sum(k), k(1)
  call far(3000000000_8, 3000001000_8, 3_8, s, last, most)
  print *, s, last, most
  call far(-9000000000_8, -9000000100_8, -7_8, s, last, most)
  print *, s, last, most
  call teams(5_8, s)
  print *, s
  call places(50, 30, at, many, first, x)
  print *, at, many, first
  print *, x(1), x(30)
end program
!>                  2400        1000         181
!>         1002000166833           3000000999         999
!>         -135000000735          -9000000098           0
!>          315000001365
!>           18           1         129          22
!>    551.000000       562.000000    
