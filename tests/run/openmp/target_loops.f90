program target_loops
  implicit none
  integer, parameter :: n = 300, m = 40
  real :: a(n), b(n), s
  integer :: i, j, c(m, m), k, mx
  do i = 1, n
    a(i) = i * 0.5
  end do
  !$omp target teams distribute parallel do map(to: a) map(from: b)
  do i = 1, n
    b(i) = a(i) * 2.0 + 1.0
  end do
  s = 0
  !$omp target teams distribute parallel do reduction(+:s) map(to: b)
  do i = 1, n
    s = s + b(i)
  end do
  print '(2f14.3)', sum(b), s
  !$omp target teams distribute parallel do collapse(2) map(from: c) private(k)
  do j = 1, m
    do i = 1, m
      k = 0
      if (mod(i, 2) == 0) then
        k = i
      else if (j > 20) then
        k = -j
      end if
      c(i, j) = k * 3
    end do
  end do
  print *, sum(c), c(2, 1), c(3, 30)
  mx = 0
  !$omp target teams distribute parallel do reduction(max:mx) map(to: c)
  do j = 1, m
    do i = 1, j
      if (c(i, j) < 0) cycle
      mx = max(mx, c(i, j) + i)
    end do
  end do
  print *, mx
  !$omp target map(tofrom: a)
  a(1) = 5.0
  a(2) = a(1) * 2
  !$omp end target
  print *, a(1:3)
end program
!>      45450.000     45450.000
!>        13800           6         -90
!>          160
!>    5.00000000       10.0000000       1.50000000
