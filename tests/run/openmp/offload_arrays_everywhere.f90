! options: -foffload-arrays
! In a TARGET DATA construct all statements about arrays go where the values are: also those without an array on the right,
! WHERE and FORALL.
program offload_arrays_everywhere
  implicit none
  integer, parameter :: n = 1000
  real, allocatable :: a(:), b(:), c(:), d(:), e(:), f(:)
  integer :: k, bad
  real :: s(6)
  allocate(a(n), b(n), c(n), d(n), e(n), f(n))
  a = 1; b = 1; c = 1; d = 1; e = 1; f = 1; bad = 0
  !$omp target data map(tofrom: a,b,c,d,e,f)
    a = spread(2., 1, n)
    b = [(2., k=1,n)]
    where (c > 0) c = 2
    forall (k=1:n) d(k) = 2
    e = reshape(a, [n])
    f = cshift(a, 1)
    s(1) = sum(a); s(2) = sum(b); s(3) = sum(c); s(4) = sum(d); s(5) = sum(e); s(6) = sum(f)
  !$omp end target data
  print *, s
  if (all(s == 2*n)) print *, 'PASS'
end program
!>    2000.00000       2000.00000       2000.00000       2000.00000       2000.00000       2000.00000
!>  PASS
