! Cray pointers: scalars, arrays of constant and adjustable shape, strings, structures, procedures, allocated storage.
! options: -fcray-pointer
module shared
  implicit none
  integer view(3)
  pointer (pview, view)
end module

subroutine window(n, m, where)
  implicit none
  integer n, m, i, j
  integer(8) where
  integer grid(n, 0:*)
  pointer (pg, grid)
  pg = where
  ! The bounds are those at entry.
  n = 1
  do j = 0, m - 1
    do i = 1, 2
      grid(i, j) = 10 * i + j
    end do
  end do
end subroutine

subroutine double_it(i)
  integer i
  i = 2 * i
end subroutine

program cray
  use shared
  implicit none
  type pair
    sequence
    integer a
    real b
  end type
  integer i, store(6), n
  real x(4), y
  type(pair) pairs(2), one
  character(len=5) text, word
  integer list(10)
  external double_it, routine
  pointer (py, y), (pone, one), (pw, word), (plist, list)
  pointer (proutine, routine)
  x = [1.0, 2.0, 3.0, 4.0]
  do i = 1, 4
    py = loc(x(i))
    y = y * y
  end do
  print *, x
  store = 0
  n = 2
  call window(n, 3, loc(store))
  print *, store, n
  pview = loc(store(2))
  print *, view, sum(view), size(view), maxval(view(2:))
  view = -view
  print *, store
  pairs = pair(1, 0.5)
  pone = loc(pairs(2))
  one%a = 42
  one%b = one%b + 1
  print *, pairs
  text = 'abcde'
  pw = loc(text)
  word(2:3) = 'XY'
  print *, text, len(word)
  plist = malloc(40)
  list = [(i * i, i = 1, 10)]
  print *, list(3:5), list(10)
  call inner
  call free(plist)
  proutine = loc(double_it)
  i = 21
  call routine(i)
  print *, i
contains
  subroutine inner
    list(1) = 100
    print *, sum(list)
  end subroutine
end program
!>    1.00000000       4.00000000       9.00000000       16.0000000
!>           10          20          11          21          12          22           1
!>           20          11          21          52           3          21
!>           10         -20         -11         -21          12          22
!>            1  0.500000000              42   1.50000000
!>  aXYde           5
!>            9          16          25         100
!>          484
!>           42
