! options: -O3
! Iterations leave a loop in two ways: where its condition says so they keep what it carries, and further on they have changed
! some of it.
module kernels
  implicit none
contains
  subroutine count_down(n, m, p, s, k)
    integer, intent(in) :: n, m
    integer, intent(in) :: p(:)
    integer, intent(out) :: s(:), k(:)
    integer :: i, left, turns
    do i = 1, n
      left = p(i)
      turns = 0
      do while (left > 0)
        left = left - 3
        turns = turns + 1
        if (turns > m) exit
      end do
      s(i) = left
      k(i) = turns
    end do
  end subroutine
  subroutine count_up(n, m, p, s, k)
    integer, intent(in) :: n, m
    integer, intent(in) :: p(:)
    integer, intent(out) :: s(:), k(:)
    integer :: i, left, turns
    do i = 1, n
      left = p(i)
      turns = 0
      do while (turns < m)
        if (left > 14) exit
        left = left + 2
        if (left == 8) exit
        turns = turns + 1
      end do
      s(i) = left
      k(i) = turns
    end do
  end subroutine
end module

program ways
  use kernels
  implicit none
  integer :: p(40), s(40), k(40), i, n
  p = [(mod(i*5, 23) - 4, i = 1, 40)]
  do n = 5, 40, 35
    s = 0
    k = 0
    call count_down(n, 3, p, s, k)
    print '(20i4)', s(:n)
    print '(20i4)', k(:n)
    call count_up(n, 6, p, s, k)
    print '(20i4)', s(:n)
    print '(20i4)', k(:n)
  end do
end program

!>   -2   0  -1   4  -2
!>    1   2   4   4   0
!>   13   8  15  16   8
!>    6   0   2   0   4
!>   -2   0  -1   4  -2   0  -1   1   6   0  -1  -2   3  -3  -1  -2   0   5  -1  -2
!>    0   2  -4  -2   0  -1   4  -2   0  -1   1   6   0  -1  -2   3  -3  -1  -2   0
!>    1   2   4   4   0   1   3   4   4   0   2   4   4   0   1   3   4   4   0   2
!>    3   4   0   1   2   4   4   0   1   3   4   4   0   2   4   4   0   1   3   4
!>   13   8  15  16   8  15  16  15  18   8  15  16  15   9   8  15  16  17  11   8
!>   15  16   8  13   8  15  16   8  15  16  15  18   8  15  16  15   9   8  15  16
!>    6   0   2   0   4   6   4   1   0   3   5   3   0   6   2   4   2   0   6   1
!>    3   1   5   6   0   2   0   4   6   4   1   0   3   5   3   0   6   2   4   2
