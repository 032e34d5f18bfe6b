! offload: default
! Firstprivate arrays of size zero, of assumed shape and with strides.
program private_shapes
  integer :: a(10), z(0), r(3)
  a = [1,2,3,4,5,6,7,8,9,10]
  r = 0
  call s(a(1:9:2), z, a(2:2))
  print *, a
contains
  subroutine s(x, z, y)
    integer :: x(-2:), z(:), y(0:*), i
    integer :: w(size(x), 0:size(z))
    w = 3
    !$omp target firstprivate(x, z, w) map(tofrom: r)
    x(-2) = 100; w(1, 0) = 4
    r(1) = sum(x); r(2) = size(z) + 10 * lbound(x, 1) + ubound(x, 1); r(3) = sum(w)
    !$omp end target
    print *, r, x
    !$omp target teams distribute parallel do firstprivate(x, w) map(tofrom: r)
    do i = 1, 3
      x(i - 1) = x(i - 1) - 2 * i - 3
      w(:, 0) = i
      r(i) = sum(x) + sum(w)
      x(i - 1) = x(i - 1) + 2 * i + 3
    end do
    print *, r, x, sum(w)
    !$omp target private(x) map(tofrom: r)
    x = 1
    r(1) = sum(x)
    !$omp end target
    print *, r, x
  end subroutine
end program
!>          124         -18          16           1           3           5           7           9
!>           25          28          31           1           3           5           7           9          15
!>            5          28          31           1           3           5           7           9
!>            1           2           3           4           5           6           7           8           9          10
