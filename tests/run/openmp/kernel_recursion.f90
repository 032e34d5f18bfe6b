! regions: on the device
! Threads of kernels call procedures that call themselves: a stack of frames in the pool of each thread.
module recursive_procedures
  implicit none
  type node
    integer :: left = 0, right = 0
    real(8) :: weight = 0
  end type
contains
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    if (n < 2) then
      r = n
    else
      r = fib(n - 1) + fib(n - 2)
    end if
  end function
  recursive integer function ackermann(m, n) result(r)
    integer, value :: m, n
    if (m == 0) then
      r = n + 1
    else if (n == 0) then
      r = ackermann(m - 1, 1)
    else
      r = ackermann(m - 1, ackermann(m, n - 1))
    end if
  end function
  recursive logical function even(n) result(r)
    integer, intent(in) :: n
    if (n == 0) then
      r = .true.
    else
      r = odd(n - 1)
    end if
  end function
  recursive logical function odd(n) result(r)
    integer, intent(in) :: n
    if (n == 0) then
      r = .false.
    else
      r = even(n - 1)
    end if
  end function
  recursive subroutine quicksort(a)
    real, intent(inout) :: a(:)
    real :: p, t
    integer :: i, j
    if (size(a) <= 1) return
    p = a((size(a) + 1) / 2)
    i = 1
    j = size(a)
    do
      do while (a(i) < p)
        i = i + 1
      end do
      do while (a(j) > p)
        j = j - 1
      end do
      if (i <= j) then
        t = a(i)
        a(i) = a(j)
        a(j) = t
        i = i + 1
        j = j - 1
      end if
      if (i > j) exit
    end do
    call quicksort(a(:j))
    call quicksort(a(i:))
  end subroutine
  recursive subroutine halves(a, lo, hi, s, calls, depth, deepest)
    real(8), intent(in) :: a(*)
    integer, intent(in) :: lo, hi, depth
    real(8), intent(out) :: s
    integer(8), intent(inout) :: calls
    integer, intent(inout) :: deepest
    real(8) :: l, r
    integer :: m
    calls = calls + 1
    deepest = max(deepest, depth)
    if (lo == hi) then
      s = a(lo)
      return
    end if
    m = (lo + hi) / 2
    call halves(a, lo, m, l, calls, depth + 1, deepest)
    call halves(a, m + 1, hi, r, calls, depth + 1, deepest)
    s = l + r
  end subroutine
  ! Loops around the calls, with CYCLE and EXIT; an array of the activation.
  recursive integer function queens(n, row, cols, up, down) result(r)
    integer, intent(in) :: n, row, cols, up, down
    integer :: c, bit, tried(8)
    r = 0
    if (row > n) then
      r = 1
      return
    end if
    tried = 0
    do c = 1, 8
      if (c > n) exit
      bit = ishft(1, c)
      if (iand(cols, bit) /= 0) cycle
      if (iand(up, ishft(1, row + c)) /= 0) cycle
      if (iand(down, ishft(1, row - c + 10)) /= 0) cycle
      tried(c) = queens(n, row + 1, ior(cols, bit), ior(up, ishft(1, row + c)), ior(down, ishft(1, row - c + 10)))
      r = r + tried(c)
    end do
    if (sum(tried) /= r) r = -1000
  end function
  recursive real(8) function weight(tree, at) result(w)
    type(node), intent(in) :: tree(:)
    integer, intent(in) :: at
    if (at == 0) then
      w = 0
    else
      w = tree(at)%weight + 2 * weight(tree, tree(at)%left) - weight(tree, tree(at)%right)
    end if
  end function
  ! A call in a condition, a choice of several, a tail call.
  recursive integer(8) function steps(n, k) result(r)
    integer(8), intent(in) :: n
    integer, intent(in) :: k
    integer :: i
    r = n
    select case (k)
    case (0)
      r = n + 1
    case (1:3)
      i = 0
      do while (steps(int(i, 8), k - 1) < n)
        i = i + 1
      end do
      r = steps(n + i, k - 1)
    case default
      if (n > 0) r = steps(n - 1, k - 4) * 3_8
    end select
  end function
  recursive subroutine fill(grid, i, j, count)
    integer, intent(inout) :: grid(:, :)
    integer, intent(in) :: i, j
    integer, intent(inout) :: count
    if (i < 1 .or. j < 1 .or. i > size(grid, 1) .or. j > size(grid, 2)) return
    if (grid(i, j) /= 0) return
    grid(i, j) = 2
    count = count + 1
    call fill(grid, i + 1, j, count)
    call fill(grid, i - 1, j, count)
    call fill(grid, i, j + 1, count)
    call fill(grid, i, j - 1, count)
  end subroutine
  ! Not recursive itself; the procedure that it calls is.
  integer function twice(n) result(r)
    integer, intent(in) :: n
    r = fib(n) + fib(n + 1)
  end function
end module
program kernel_recursion
  use recursive_procedures
  implicit none
  integer, parameter :: n = 24
  integer :: i, j, f(n), a(n), q(n), deep(n), area(n), grid(8, 8, n)
  logical :: e(n)
  real :: x(40, n)
  real(8) :: y(64), s(n), w(n)
  integer(8) :: calls(n), st(n)
  type(node) :: tree(15)
  !$omp target teams distribute parallel do map(from: f, a, e, q)
  do i = 1, n
    f(i) = fib(mod(i, 14)) + twice(mod(i, 5))
    a(i) = ackermann(mod(i, 3), mod(i, 5))
    e(i) = even(i) .and. .not. odd(i)
    q(i) = queens(mod(i, 6) + 1, 1, 0, 0, 0)
  end do
  print '(24i4)', f
  print '(24i4)', a
  print '(24l4)', e
  print '(24i4)', q
  do j = 1, n
    do i = 1, 40
      x(i, j) = mod(i * 37 * j, 101)
    end do
  end do
  y = [(i * 0.5d0, i = 1, 64)]
  do i = 1, 15
    if (2 * i <= 15) tree(i)%left = 2 * i
    if (2 * i + 1 <= 15) tree(i)%right = 2 * i + 1
    tree(i)%weight = i
  end do
  grid = 0
  do i = 1, n
    grid(:, mod(i, 8) + 1, i) = 1
  end do
  !$omp target teams distribute parallel do map(tofrom: x, grid) map(to: y, tree) map(from: s, w, calls, deep, st, area)
  do i = 1, n
    call quicksort(x(:, i))
    calls(i) = 0
    deep(i) = 0
    call halves(y, 1, i, s(i), calls(i), 1, deep(i))
    w(i) = weight(tree, mod(i, 15) + 1)
    st(i) = steps(int(i, 8), mod(i, 8))
    area(i) = 0
    call fill(grid(:, :, i), 1, 8, area(i))
  end do
  print '(l2)', all(x(2:, :) >= x(:39, :))
  print '(12f7.1)', s
  print '(24i4)', calls
  print '(24i4)', deep
  print '(12f7.1)', w
  print '(12i7)', st
  print '(24i4)', area
end program
!>    3   4   7  11   6  10  16  26  42  56  91 147 238   8   2   3   5   8  13   9  15  24  39  63
!>    3   7   4   6   3   2   4   9   5   2   5   3   5  11   1   3   7   4   6   3   2   4   9   5
!>    F   T   F   T   F   T   F   T   F   T   F   T   F   T   F   T   F   T   F   T   F   T   F   T
!>    0   0   2  10   4   1   0   0   2  10   4   1   0   0   2  10   4   1   0   0   2  10   4   1
!>  T
!>     0.5    1.5    3.0    5.0    7.5   10.5   14.0   18.0   22.5   27.5   33.0   39.0
!>    45.5   52.5   60.0   68.0   76.5   85.5   95.0  105.0  115.5  126.5  138.0  150.0
!>    1   3   5   7   9  11  13  15  17  19  21  23  25  27  29  31  33  35  37  39  41  43  45  47
!>    1   2   3   3   4   4   4   4   5   5   5   5   5   5   5   5   6   6   6   6   6   6   6   6
!>    10.0   17.0   11.0   14.0   17.0   20.0    8.0    9.0   10.0   11.0   12.0   13.0
!>    14.0   15.0    4.0   10.0   17.0   11.0   14.0   17.0   20.0    8.0    9.0   10.0
!>       2      6     16     12     24     48     72      9     18     30     46     36
!>      72    120    174     17     34     54     78     60    120    192    264     25
!>   48  40  32  24  16   8   0  56  48  40  32  24  16   8   0  56  48  40  32  24  16   8   0  56
