! Strings are aggregates: what DEFAULTMAP says of scalars is not about them, and what it says of aggregates is. An object
! that DEPOBJ made stands in a DEPEND clause with an iterator, too.
program strings
  use omp_lib
  implicit none
  character(4) :: s
  integer :: n, k, i
  integer(omp_depend_kind) :: d(2)
  s = 'abcd'
  n = 1
  !$omp target defaultmap(none: scalar) map(tofrom: n)
  if (s == 'abcd') n = n + 4
  s(1:1) = 'x'
  !$omp end target
  print *, n, s
  !$omp target defaultmap(firstprivate: aggregate) map(tofrom: n)
  s(2:2) = 'y'
  if (s == 'xycd') n = n + 10
  !$omp end target
  print *, n, s
  k = 0
  !$omp depobj(d(1)) depend(inout: k)
  !$omp depobj(d(2)) depend(inout: n)
  !$omp parallel num_threads(2)
  !$omp single
  do i = 1, 50
    !$omp task depend(iterator(j = 1:2), depobj: d(j)) shared(k, n) firstprivate(i)
    k = k * 3 / 2 + i
    n = k
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, k, n == k
end program
!>            5 xbcd
!>           15 xbcd
!>    806726947 T
