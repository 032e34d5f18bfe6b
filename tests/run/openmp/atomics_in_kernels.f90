! Atomic constructs in kernels: every kind of update and type, captures.
subroutine updates
  implicit none
  integer, parameter :: n = 1000
  integer :: h(0:9), i, k, x(n), hi, lo, ior_, c
  integer(2) :: s2(0:3)
  integer(1) :: b1(0:6)
  real :: r(0:4), rm
  logical :: any_, l(3)
  x = [(mod(i * 7919, 1013), i = 1, n)]
  h = 0; hi = -1; lo = 99999; ior_ = 0; r = 0; s2 = 0; b1 = 0; rm = 1; any_ = .false.; l = .true.; c = 0
  !$omp target teams distribute parallel do map(tofrom: h, hi, lo, ior_, c) private(k)
  do i = 1, n
    k = mod(x(i), 10)
    !$omp atomic
    h(k) = h(k) + 1
    !$omp atomic
    hi = max(hi, x(i))
    !$omp atomic
    lo = min(x(i), lo)
    !$omp atomic update
    ior_ = ior(ior_, ishft(1, k))
    !$omp atomic
    c = i - c
  end do
  print *, h
  print *, hi, lo, ior_
  !$omp target teams distribute parallel do map(tofrom: r, s2, b1, rm, any_, l)
  do i = 1, n
    !$omp atomic
    r(mod(i, 5)) = r(mod(i, 5)) + real(x(i))
    !$omp atomic
    s2(mod(i, 4)) = s2(mod(i, 4)) + 3_2
    !$omp atomic
    b1(mod(i, 7)) = ieor(b1(mod(i, 7)), int(x(i), 1))
    !$omp atomic
    rm = max(rm, real(x(i)) / 2)
    !$omp atomic
    any_ = any_ .or. x(i) == 500
    !$omp atomic
    l(1 + mod(i, 3)) = l(1 + mod(i, 3)) .eqv. (x(i) > 300)
  end do
  print *, r
  print *, s2, b1
  print *, rm, any_, l
end subroutine

subroutine wide
  implicit none
  integer, parameter :: n = 1000
  integer :: i
  integer(8) :: k8(0:2), m8
  real(8) :: d, e(0:3), mn
  logical(8) :: q
  k8 = 0; m8 = -5; d = 0; e = 1; mn = 1d300; q = .false.
  !$omp target teams distribute parallel do map(tofrom: k8, m8, d, e, mn, q)
  do i = 1, n
    !$omp atomic
    k8(mod(i, 3)) = k8(mod(i, 3)) + 10000000000_8
    !$omp atomic
    m8 = max(m8, i * 5000000000_8)
    !$omp atomic
    d = d + i * 0.5d0
    !$omp atomic
    e(mod(i, 4)) = e(mod(i, 4)) * merge(2d0, 1d0, mod(i, 40) < 4)
    !$omp atomic
    mn = min(mn, abs(i - 500.25d0))
    !$omp atomic
    q = q .neqv. (mod(i, 3) == 0)
  end do
  print *, k8, m8
  print *, d, e
  print *, mn, q
end subroutine

subroutine captures
  implicit none
  integer, parameter :: n = 1000
  integer :: i, k, c, where_(n), last, seen(n), j
  integer(8) :: big
  real(8) :: d, before(n)
  real :: after(n), s
  integer(1) :: small, firsts(n)
  c = 0; big = 0; d = 0; s = 0; small = 0; last = 0
  !$omp target teams distribute parallel do map(tofrom: c, big, d, s, small, last, where_, before, after, firsts, seen) private(k, j)
  do i = 1, n
    !$omp atomic capture
    c = c + 1
    k = c
    !$omp end atomic
    where_(k) = i
    !$omp atomic capture
    before(i) = d
    d = d + 0.5d0
    !$omp end atomic
    !$omp atomic capture
    s = s + 2
    after(i) = s
    !$omp end atomic
    !$omp atomic capture
    firsts(i) = small
    small = ieor(small, 3_1)
    !$omp end atomic
    !$omp atomic capture
    j = last
    last = i
    !$omp end atomic
    seen(i) = j
    !$omp atomic
    big = big + j
  end do
  print *, c, sum(where_), minval(where_), maxval(where_)
  print *, d, sum(before), maxval(before), minval(before)
  print *, s, sum(after), maxval(after), minval(after)
  print *, small, sum(int(firsts)), maxval(firsts)
  print *, sum(seen) + last == n * (n + 1) / 2, big == sum(seen)
end subroutine

program atomics_in_kernels
  call updates
  call wide
  call captures
end program
!>           99         102         100         101         100          98         101          98         101         100
!>         1012           1        1023
!>    102415.000       102517.000       101985.000       99427.0000       100921.000
!>     750    750    750    750    6  -35  119 -126    7  115  -99
!>    506.000000     T T F T
!>         3330000000000        3340000000000        3330000000000        5000000000000
!>    250250.00000000000        33554432.000000000        33554432.000000000        33554432.000000000        33554432.000000000
!>   0.25000000000000000      T
!>         1000      500500           1        1000
!>    500.00000000000000        249750.00000000000        499.50000000000000        0.0000000000000000
!>    2000.00000       1001000.00       2000.00000       2.00000000
!>     0        1500    3
!>  T T
