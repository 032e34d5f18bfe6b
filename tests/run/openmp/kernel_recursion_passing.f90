! regions: on the device
! What recursive procedures of kernels pass to each other: arrays of their own, arrays that change places, sections, strings that
! they make, arguments that may be absent.
program kernel_recursion_passing
  implicit none
  integer :: i, n(24), q(64, 20), depth(24), chosen(24)
  real :: x(24), y(24)
  character(8) :: word(24)
  !$omp target teams distribute parallel do map(from: x)
  do i = 1, 24
    call exchange(mod(i, 6), x(i))
  end do
  print *, x(1:6), sum(x)
  !$omp target teams distribute parallel do map(from: y)
  do i = 1, 24
    y(i) = halves(mod(i, 6))
  end do
  print *, y(1:6), sum(y)
  !$omp target teams distribute parallel do map(from: n)
  do i = 1, 24
    n(i) = longer(mod(i, 6), 'abc')
  end do
  print *, n(1:6), sum(n)
  !$omp target teams distribute parallel do map(from: depth)
  do i = 1, 24
    depth(i) = levels(mod(i, 6))
  end do
  print *, depth(1:6), sum(depth)
  !$omp target teams distribute parallel do map(from: q)
  do i = 1, 20
    call fill(q(:, i), i)
    call merge_sort(q(:, i))
  end do
  print *, all(q(2:, :) >= q(:63, :)), sum(q(1, :)), sum(q(64, :))
  !$omp target teams distribute parallel do map(from: q)
  do i = 1, 20
    call fill(q(:, i), i)
    call sorted(q(:, i))
  end do
  print *, all(q(2:, :) >= q(:63, :)), sum(q(1, :)), sum(q(64, :))
  !$omp target teams distribute parallel do map(from: chosen)
  do i = 1, 24
    chosen(i) = 0
    call visit(mod(i, 5), chosen(i))
  end do
  print *, chosen(1:6), sum(chosen)
  !$omp target teams distribute parallel do map(from: word)
  do i = 1, 24
    word(i) = 'x'
    call digits(i * 37, word(i))
  end do
  print *, word(1), word(10), word(24)
  !$omp target teams distribute parallel do map(from: word) map(tofrom: chosen)
  do i = 1, 24
    word(i) = ' '
    call hanoi(mod(i, 4), 'a', 'b', 'c', word(i), chosen(i))
  end do
  print *, word(1), word(2), word(3), word(4)
contains
  subroutine exchange(n, x)
    integer, intent(in) :: n
    real, intent(out) :: x
    real :: a(3), b(3)
    a = [1., 2., 3.]
    b = [10., 20., 30.]
    call swapped(n, a, b)
    x = sum(a) + 2 * sum(b)
  end subroutine
  recursive subroutine swapped(n, a, b)
    integer, intent(in) :: n
    real, intent(inout) :: a(3), b(3)
    if (n > 0) then
      a = a + b
      call swapped(n - 1, b, a)
    end if
  end subroutine
  real function halves(n)
    integer, intent(in) :: n
    real :: own(4)
    integer :: k
    do k = 1, 4
      own(k) = n * k
    end do
    call add_half(n, own)
    halves = sum(own)
  end function
  recursive subroutine add_half(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(4)
    real :: half(4)
    if (n == 0) return
    half = a * 0.5
    call add_half(n - 1, half)
    a = a + half
  end subroutine
  recursive integer function longer(n, s) result(v)
    integer, intent(in) :: n
    character(*), intent(in) :: s
    if (n > 0) then
      v = longer(n - 1, s // 'x') + len(s)
    else
      v = iachar(s(len(s):len(s)))
    end if
  end function
  recursive integer function levels(n, extra) result(v)
    integer, intent(in) :: n
    integer, intent(in), optional :: extra
    v = 0
    if (present(extra)) v = extra
    if (n > 0) then
      if (mod(n, 3) == 0) then
        v = v + levels(n - 1)
      else if (mod(n, 3) == 1) then
        v = v + levels(n - 1, extra) + 100
      else
        v = v + levels(n - 1, n * 2) + 1
      end if
    end if
  end function
  ! An optional variable that gets a value.
  recursive subroutine visit(n, total, last)
    integer, intent(in) :: n
    integer, intent(inout) :: total
    integer, intent(out), optional :: last
    integer :: below
    below = 0
    if (n > 0) then
      if (mod(n, 2) == 0) then
        call visit(n - 1, total, below)
      else
        call visit(n - 1, total)
      end if
    end if
    total = total + 10 * below + n
    if (present(last)) last = n + 1
  end subroutine
  subroutine fill(a, s)
    integer, intent(out) :: a(:)
    integer, intent(in) :: s
    integer :: k
    do k = 1, size(a)
      a(k) = mod(k * 7919 + s * 31, 1009)
    end do
  end subroutine
  recursive subroutine merge_sort(a)
    integer, intent(inout) :: a(:)
    integer :: t(size(a)), n, i, j, k
    n = size(a)
    if (n < 2) return
    call merge_sort(a(:n / 2))
    call merge_sort(a(n / 2 + 1:))
    t = a
    i = 1
    j = n / 2 + 1
    do k = 1, n
      if (j > n) then
        a(k) = t(i)
        i = i + 1
      else if (i > n / 2) then
        a(k) = t(j)
        j = j + 1
      else if (t(i) <= t(j)) then
        a(k) = t(i)
        i = i + 1
      else
        a(k) = t(j)
        j = j + 1
      end if
    end do
  end subroutine
  ! Sorts by turns into the one array and the other.
  subroutine sorted(a)
    integer, intent(inout) :: a(:)
    integer :: work(64)
    work = a
    call by_turns(work, a, 1, 64)
  end subroutine
  recursive subroutine by_turns(from, to, lo, hi)
    integer, intent(inout) :: from(:), to(:)
    integer, intent(in) :: lo, hi
    integer :: mid, i, j, k
    if (lo >= hi) return
    mid = (lo + hi) / 2
    call by_turns(to, from, lo, mid)
    call by_turns(to, from, mid + 1, hi)
    i = lo
    j = mid + 1
    do k = lo, hi
      if (i <= mid .and. (j > hi .or. from(min(i, mid)) <= from(min(j, hi)))) then
        to(k) = from(i)
        i = i + 1
      else
        to(k) = from(j)
        j = j + 1
      end if
    end do
  end subroutine
  ! The last argument is passed once only, and nobody asks for it.
  recursive subroutine hanoi(n, from, to, via, moves, unused)
    integer, intent(in) :: n
    character, intent(in) :: from, to, via
    character(8), intent(inout) :: moves
    integer, intent(inout), optional :: unused
    if (n == 0) return
    call hanoi(n - 1, from, via, to, moves)
    moves = from // moves
    call hanoi(n - 1, via, to, from, moves)
  end subroutine
  recursive subroutine digits(n, s)
    integer, intent(in) :: n
    character(8), intent(inout) :: s
    character(8) :: rest
    rest = achar(48 + mod(n, 10)) // s
    if (n >= 10) call digits(n / 10, rest)
    s = rest
  end subroutine
end program
!>    186.000000       318.000000       444.000000       828.000000       1146.00000       126.000000       12192.0000
!>    15.0000000       35.0000000       56.2500000       77.5000000       98.4375000       0.00000000       1128.75000
!>          123         127         132         138         145          99        3056
!>          100         109         109         209         230           0        3028
!>  T          74       19915
!>  T          74       19915
!>            1          23          26          70           0           1         600
!>  37x     370x    888x
!>  a       caa     accabaa
