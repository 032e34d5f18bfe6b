! Reductions along dimensions that are too long for one invocation: few results, and several in one statement.
program long_dimensions
  implicit none
  integer, parameter :: n = 70001
  integer, allocatable :: a(:, :), s(:), p(:), lo(:), fi(:), k(:), all_at(:)
  real, allocatable :: x(:, :), d(:), mean(:)
  real(8), allocatable :: y(:, :, :), z(:, :)
  logical, allocatable :: some(:), every(:)
  complex, allocatable :: c(:, :), cs(:)
  integer :: i, j
  allocate (a(n, 3), x(3, n), y(2, n, 2), c(n, 2))
  do j = 1, 3
    do i = 1, n
      a(i, j) = mod(i*j, 101) - 50
      x(j, i) = mod(i*j, 8)*0.25
    end do
  end do
  do i = 1, n
    y(:, i, 1) = mod(i, 4)
    y(:, i, 2) = [1, -1]*mod(i, 2)
    c(i, :) = cmplx(mod(i, 3), -mod(i, 2))
  end do
  !$omp target teams workdistribute
  s = sum(a, dim=1)
  p = maxval(a, dim=1, mask=a < 40) - minval(a, dim=1) + count(a > 0, dim=1)
  lo = maxloc(a, dim=1, back=.true.)
  fi = findloc(a, 33, dim=1, mask=spread([(i > 100, i=1, n)], 2, 3))
  k = iany(a, dim=1)
  all_at = minloc(a)
  some = any(a == 51, dim=1)
  every = all(a < 51, dim=1)
  !$omp end target teams workdistribute
  print *, s, p
  print *, lo, fi, k, all_at
  print *, some, every
  !$omp target teams workdistribute
  d = sum(x, dim=2)
  mean = sum(x, dim=2, mask=x > 0.5)/count(x > 0.5, dim=2)
  z = sum(y, dim=2)
  cs = sum(c, dim=1)
  !$omp end target teams workdistribute
  print '(3f12.2, 3f9.5)', d, mean
  print '(4f10.1)', z
  print '(4f10.1)', cs
  !$omp target teams workdistribute
  z = z + maxval(abs(y), dim=2)*dot_product(x(1, :), x(2, :))
  a(:2, :) = spread(sum(a(:n/2*2:2, :), 1), 1, 2)
  !$omp end target teams workdistribute
  print '(4f12.2)', z
  print *, a(:3, :)
end program
!>         -364        -328        -292       34739       34739       34739
!>        69992       69942       69959         184         193         196          -1          -1          -1         101           1
!>  F F F T T T
!>     61250.25    52500.50    61250.75  1.25000  1.25000  1.24999
!>   105001.0  105001.0   35001.0  -35001.0
!>    70002.0  -35001.0   70002.0  -35001.0
!>    275626.38   275626.38    91876.12    21874.12
!>         -188        -188         -47        -201        -201         -44        -113        -113         -41
