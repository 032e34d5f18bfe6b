! offload: default
! Private pointers and allocatables of target regions, regions that go back to the host, code between collapsed loops,
! ALLOCATE directives.
program target_variables
  use omp_lib
  implicit none
  !$omp requires reverse_offload
  integer, parameter :: n = 6
  integer, target :: a(n)
  integer, allocatable :: b(:), c(:), d(:)
  integer, pointer :: p(:)
  integer :: i, j, k, s, rows(n), grid(n, n)
  a = 1
  allocate(b(n), source=2)
  p => a
  s = 0
  !$omp target defaultmap(firstprivate: allocatable) map(tofrom: s)
  b(1) = 100
  s = sum(b)
  !$omp end target
  print *, s, b
  !$omp target firstprivate(p) map(tofrom: s, a)
  p(2) = 7
  s = size(p)
  !$omp end target
  print *, s
  p => null()
  s = 0
  !$omp target map(tofrom: s)
  !$omp target device(ancestor: 1) map(always, tofrom: s)
  s = s + 1
  !$omp end target
  !$omp end target
  print *, s
  rows = 0
  grid = 0
  !$omp target parallel do collapse(2) map(tofrom: rows, grid)
  do i = 1, n
    rows(i) = rows(i) + i
    do j = 1, n
      grid(i, j) = i + j
    end do
    rows(i) = rows(i) * 2
  end do
  print *, rows, sum(grid)
  rows = 0
  !$omp parallel do collapse(3) private(s)
  do i = 1, n
    do j = 1, n
      s = i * j
      do k = 1, n
        s = s + k
      end do
      grid(i, j) = s
    end do
  end do
  print *, sum(grid)
  !$omp allocate(c) allocator(omp_default_mem_alloc)
  allocate(c(n))
  !$omp allocators allocate(omp_high_bw_mem_alloc: d)
  allocate(d(n), source=3)
  c = d + 1
  print *, c
end program
!>          110           2           2           2           2           2           2
!>            6
!>            1
!>            2           4           6           8          10          12         252
!>         1197
!>            4           4           4           4           4           4
