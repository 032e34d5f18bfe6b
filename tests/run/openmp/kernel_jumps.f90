! regions: on the device
! Jumps to labels in target regions, in loops that threads share and in procedures that they call.
program kernel_jumps
  implicit none
  integer :: i, last, a(100), b(100)
  a = [(i, i = 1, 100)]
  last = 0
  !$omp target map(tofrom: a, last)
    i = 1
10  if (i > 100) goto 20
    a(i) = a(i) * 2
    i = i + 1
    goto 10
20  continue
    last = i
  !$omp end target
  print *, sum(a), last
  !$omp target teams distribute parallel do map(tofrom: a)
  do 30 i = 1, 100
    if (a(i) > 50) goto 30
    a(i) = -a(i)
30 continue
  print *, sum(a)
  !$omp target teams distribute parallel do map(to: a) map(from: b)
  outer: do i = 1, 100
    block
      integer :: k
      b(i) = 0
      k = 0
40    k = k + 1
      if (k == 7) goto 50
      if (k > i) cycle outer
      b(i) = b(i) + k
      if (k < 10) goto 40
50    b(i) = b(i) + 1000
    end block
    named: block
      if (i > 50) exit named
      b(i) = b(i) + 1
    end block named
  end do outer
  print *, sum(b), b(3), b(99)
  !$omp target teams distribute parallel do map(to: a) map(from: b)
  do i = 1, 100
    b(i) = searched(a, i) + kind_of(a(i))
  end do
  print *, sum(b)
contains
  integer function searched(list, what)
    integer, intent(in) :: list(:), what
    integer :: k
    do k = 1, size(list)
      if (list(k) == what) goto 100
    end do
    searched = -1
    return
100 searched = k
  end function
  integer function kind_of(n)
    integer, intent(in) :: n
    if (n) 1, 2, 3
1   kind_of = -1
    goto 9
2   kind_of = 0
    goto 9
3   kind_of = 1
    if (n > 100) goto 2
9   continue
  end function
end program
!>        10100         101
!>         8800
!>        97075           6        1021
!>          875
