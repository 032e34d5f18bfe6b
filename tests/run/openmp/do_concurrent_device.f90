! options: -fdo-concurrent=device
! DO CONCURRENT on a device, with all localities.
program do_concurrent_device
  implicit none
  integer, parameter :: n = 60
  real :: a(n, n), b(n), t, s, big
  integer :: i, j, k, last
  do concurrent (i = 1:n, j = 1:n) local(t)
    t = i * 0.5
    a(i, j) = t + j
  end do
  s = 1
  big = -1
  do concurrent (i = 1:n, j = 1:n, i /= j) reduce(+: s) reduce(max: big)
    s = s + a(i, j)
    big = max(big, a(i, j) + i)
  end do
  k = 3
  last = 0
  do concurrent (i = n:1:-1) local_init(k) shared(b, last) default(none)
    if (mod(i, 2) == 0) then
      b(i) = 0
      cycle
    end if
    k = k + i
    b(i) = k
    if (i == 7) last = k
  end do
  print '(5f10.1,2i5)', sum(a), s, big, sum(b), b(5), k, last
  call inside(b)
  print '(f10.1)', sum(b)
  !$omp target map(tofrom: b)
  do concurrent (i = 1:n)
    b(i) = b(i) * 2
  end do
  !$omp end target
  print '(f10.1)', sum(b)
  ! Other loops stay what they are.
  k = 0
  do i = 1, 10
    k = k + i
  end do
  do while (k > 50)
    k = k - 1
  end do
  do
    k = k + 1
    if (k == 60) exit
  end do
  print '(i5)', k
contains
  subroutine inside(x)
    real, intent(inout) :: x(:)
    integer :: m
    !$omp target data map(tofrom: x)
    do concurrent (m = 1:size(x))
      x(m) = x(m) + m
    end do
    do concurrent (m = 1:size(x))
      x(m) = x(m) * twice(m)
    end do
    !$omp end target data
  end subroutine
  pure integer function twice(m)
    integer, intent(in) :: m
    twice = 2 * m
  end function
end program
!>   164700.0  161956.0     149.0     990.0       8.0    3   10
!>   225000.0
!>   450000.0
!>    60
