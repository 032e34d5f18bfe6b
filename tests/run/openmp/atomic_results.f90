! What atomic constructs leave and capture: every type, whole updates under contention, the forms of COMPARE.
program a
  use omp_lib
  implicit none
  integer :: i, n, k, hits(0:3)
  integer(1) :: b
  integer(8) :: m
  real(4) :: r
  real(8) :: d, mx
  complex(4) :: z
  complex(8) :: w
  logical :: l
  real(16) :: q
  integer :: old, top, cas, fails
  call omp_set_num_threads(4)
  n = 0; b = 0; m = 1; r = 0; d = 0; z = 0; w = 0; q = 0; l = .false.; mx = -1; hits = 0; top = 0; cas = 0; fails = 0
  !$omp parallel do private(old)
  do i = 1, 10000
    !$omp atomic
    n = n + 1
    !$omp atomic
    b = b + 1_1
    !$omp atomic
    m = ieor(m, int(i, 8))
    !$omp atomic
    r = r + 0.5
    !$omp atomic
    d = d + i
    !$omp atomic
    z = z + (1.0, 2.0)
    !$omp atomic
    w = w - (1.0d0, 2.0d0)
    !$omp atomic
    q = q + 1
    !$omp atomic
    l = l .neqv. .true.
    !$omp atomic
    mx = max(mx, dble(mod(i*7919, 10007)))
    !$omp atomic capture
    old = hits(mod(i, 4))
    hits(mod(i, 4)) = hits(mod(i, 4)) + 1.5
    !$omp end atomic
    !$omp atomic compare
    if (top < i) top = i
    !$omp atomic compare capture
    if (cas == i - 1) then
      cas = i
    else
      old = cas
    end if
    !$omp end atomic
    !$omp atomic update
    n = 1 + n + 1
  end do
  print *, n, b, m, r, d
  print *, z, w, real(q), l, mx
  print *, hits, top
  !$omp atomic capture
  k = n
  n = 7
  !$omp end atomic
  print *, k, n
  !$omp atomic capture
  n = n - 3
  k = n
  !$omp end atomic
  print *, k, n
  !$omp atomic capture compare
  k = n
  if (n == 4) n = 10
  !$omp end atomic
  print *, k, n
  !$omp atomic compare capture
  if (n > 3) n = 3
  k = n
  !$omp end atomic
  print *, k, n
end program
!>        30000   16                10001   5000.00000       50005000.000000000
!>              (10000.0000,20000.0000)             (-10000.000000000000,-20000.000000000000)   10000.0000     F   10006.000000000000
!>         2500        2500        2500        2500       10000
!>        30000           7
!>            4           4
!>            4          10
!>            3           3
