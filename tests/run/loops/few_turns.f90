! options: -O3
! Loops of two or three iterations, with CYCLE and EXIT, in loops; places in arrays that loops carry.
module neighbours
  implicit none
contains
  subroutine count_around(a, c, n)
    integer, intent(in) :: n
    logical, intent(in) :: a(n, n)
    integer, intent(out) :: c(n, n)
    integer :: i, j, di, dj, s
    do j = 1, n
      do i = 1, n
        s = 0
        do dj = -1, 1
          do di = -1, 1
            if (di == 0 .and. dj == 0) cycle
            if (a(modulo(i + di - 1, n) + 1, modulo(j + dj - 1, n) + 1)) s = s + 1
          end do
        end do
        c(i, j) = s
      end do
    end do
  end subroutine
  ! The first of three in each column that is larger than a bound, counted from the end; none is 0.
  function first_above(a, bound) result(k)
    integer, intent(in) :: a(:, :), bound
    integer :: k(size(a, 2))
    integer :: i, j
    do j = 1, size(a, 2)
      k(j) = 0
      search: do i = 3, 1, -1
        if (a(i, j) > bound) then
          k(j) = i
          exit search
        end if
        if (a(i, j) < 0) cycle search
        k(j) = k(j) - 1
      end do search
      k(j) = 10*k(j) + i
    end do
  end function
  subroutine insertion(a)
    integer, intent(inout) :: a(:)
    integer :: i, j, t
    do i = 2, size(a)
      t = a(i)
      j = i - 1
      do while (j >= 1)
        if (a(j) <= t) exit
        a(j + 1) = a(j)
        j = j - 1
      end do
      a(j + 1) = t
    end do
  end subroutine
  ! Those that are no multiples of three, the even ones first.
  subroutine split(a, b, n)
    integer, intent(in) :: a(:)
    integer, intent(out) :: b(:), n
    integer :: pass, i
    n = 0
    do pass = 0, 1
      do i = 1, size(a)
        if (mod(a(i), 3) == 0) cycle
        if (modulo(a(i), 2) /= pass) cycle
        n = n + 1
        b(n) = a(i)
      end do
    end do
  end subroutine
end module
program few_turns
  use neighbours
  implicit none
  integer, parameter :: n = 7
  logical :: a(n, n)
  integer :: c(n, n), i, j, m(3, 5), v(12), w(12), k
  do j = 1, n
    do i = 1, n
      a(i, j) = mod(i*i + 3*j, 5) < 2
    end do
  end do
  call count_around(a, c, n)
  print '(7i3)', c
  m = reshape([1, 2, 3, -1, 9, -2, 5, 5, 5, 9, -9, -9, -1, -1, -1], [3, 5])
  print '(5i5)', first_above(m, 4), first_above(m, 8), first_above(m, -5)
  v = [5, -3, 8, 8, 0, 12, -7, 1, 4, 2, 11, -6]
  call insertion(v)
  print '(12i4)', v
  call split(v, w, k)
  print '(12i4)', k, w(:k)
end program
!>   4  4  4  4  2  4  2
!>   3  2  2  3  2  3  2
!>   4  5  5  3  3  3  4
!>   4  3  3  4  5  4  4
!>   2  3  3  2  2  2  3
!>   3  3  3  4  4  4  3
!>   2  1  1  2  0  2  0
!>   -30   22   33   11    0
!>   -30   22  -30   11    0
!>    33   33   33   11   33
!>   -7  -6  -3   0   1   2   4   5   8   8  11  12
!>    8   2   4   8   8  -7   1   5  11
