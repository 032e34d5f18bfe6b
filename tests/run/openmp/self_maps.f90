! offload: default
! Self maps: no device here uses the host's memory, so regions with them run on the host, and data directives map nothing.
program self_maps
  implicit none
  type t
    integer, allocatable :: v(:)
  end type
  type(t) :: o
  integer :: a(10), b(4), s, bad
  bad = 0
  a = 1; b = 2; s = 0
  !$omp target enter data map(to: a)
  !$omp target map(self, tofrom: b) map(s)
  b = b + 1
  a = a + 1
  s = 1
  !$omp end target
  if (any(b /= 3) .or. s /= 1) bad = bad + 1
  !$omp target exit data map(from: a)
  if (any(a /= 2)) bad = bad + 2
  !$omp target defaultmap(self)
  b = b + 1
  !$omp end target
  if (any(b /= 4)) bad = bad + 4
  !$omp target data map(self: b)
  b = 5
  !$omp target
  b = b + 1
  !$omp end target
  if (any(b /= 6)) bad = bad + 8
  !$omp end target data
  if (any(b /= 6)) bad = bad + 16
  allocate(o%v(3)); o%v = 1
  !$omp target map(self: o)
  o%v(2) = 7
  !$omp end target
  if (any(o%v /= [1, 7, 1])) bad = bad + 32
  if (bad == 0) then; print *, 'pass'; else; print *, 'bad', bad; end if
end program
!>  pass
