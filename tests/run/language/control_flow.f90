program control_flow
  implicit none
  integer :: i, j, k, n
  logical :: found
  n = 0
  outer: do i = 1, 10
    do j = 1, 10
      if (j == i) cycle outer
      if (i * j > 30) exit outer
      n = n + i * j
    end do
  end do outer
  print *, i, j, n
  k = 0
  do while (k < 100)
    k = k + 7
    if (mod(k, 5) == 0) exit
  end do
  print *, k
  do i = 10, 1, -3
    select case (i)
    case (1)
      print *, 'one'
    case (2:5)
      print *, 'few', i
    case (6:)
      print *, 'many', i
    end select
  end do
  print *, i
  found = .false.
  blk: block
    integer :: q
    do q = 1, 5
      if (q * q == 16) then
        found = .true.
        exit blk
      end if
    end do
    print *, 'not reached'
  end block blk
  print *, found
  associate (x => n + 1, y => k)
    y = y + x
  end associate
  print *, k
  select case ('banana')
  case ('apple':'avocado')
    print *, 'a'
  case ('banana', 'berry')
    print *, 'b'
  case default
    print *, 'other'
  end select
  do concurrent (i = 1:3, j = 1:3, i /= j)
    call nothing(i)
  end do
  n = 0
  do i = 1, 0
    n = n + 1
  end do
  print *, i, n
  goto 20
  print *, 'skipped'
20 continue
  i = 0
30 i = i + 1
  if (i < 3) goto 30
  print *, i
contains
  pure subroutine nothing(i)
    integer, intent(in) :: i
    if (i < 0) return
  end subroutine
end program
!>            7           5         245
!>           35
!>  many          10
!>  many           7
!>  few           4
!>  one
!>           -2
!>  T
!>          281
!>  b
!>            1           0
!>            3
