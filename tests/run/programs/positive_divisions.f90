! Quotients and rests of numbers that loops keep positive, and of such that they do not.
program positive_divisions
  implicit none
  integer :: i, k, s
  integer(8) :: l, m
  s = 0
  do i = 0, 100
    s = s + mod(i, 8) * 3 + i / 4 + modulo(i, 16) + mod(i, 7) + i / 10 + modulo(i, 9)
  end do
  print *, s
  s = 0
  do i = -50, 50, 3
    s = s + mod(i, 8) * 3 + i / 4 + modulo(i, 16) + mod(i, 7) + i / 10 + modulo(i, 9)
  end do
  print *, s
  s = 0
  do i = 50, -50, -3
    s = s + mod(i, 8) * 3 + i / 4 + modulo(i, 16) * i + mod(i, 7) + i / 10 + modulo(i, 9)
  end do
  print *, s
  s = 0
  k = 1000
  do while (k >= 0)
    s = s + mod(k, 8) + k / 4 + modulo(k, 16) + k / 100
    k = k - 3
    s = s + mod(k, 8) * 5 + k / 4
  end do
  print *, s, k, mod(k, 8), k / 2
  s = 0
  k = -1000
  do while (k < 10)
    s = s + mod(k, 8) + k / 4 + modulo(k, 16) + k / 100
    k = k + 3
  end do
  print *, s
  m = 0
  l = 123456789012345_8
  do while (l > 0)
    m = m * 3 + mod(l, 16_8) + l / 2 + mod(l, 10_8)
    l = l / 16
  end do
  print *, m
  s = 0
  do i = 1, 40
    k = 1
    if (i > 20) k = -i
    do while (k /= 0 .and. k < 500)
      s = s + mod(k, 4) + k / 8
      k = k * 2 + 1
      if (k < -900) k = 0
    end do
  end do
  print *, s
end program
!>         4147
!>          379
!>          267
!>        94078          -2          -2          -1
!>       -41803
!>  -7279084599747011870
!>        -1690
