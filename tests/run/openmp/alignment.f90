! Memory begins at the multiples that ALIGN and traits of allocators ask for.
module m
  implicit none
  integer, save :: fixed(3)
  !$omp allocate(fixed) align(1024) allocator(1_8)
end module
program alignment
  use omp_lib
  use iso_c_binding
  use m
  implicit none
  type(omp_alloctrait) :: traits(1) = [omp_alloctrait(omp_atk_alignment, 4096)]
  integer(omp_allocator_handle_kind) :: h
  integer, allocatable :: a(:), b(:), d(:)
  real(8), pointer :: p(:)
  integer :: i
  h = omp_init_allocator(omp_default_mem_space, 1, traits)
  do i = 1, 20
    !$omp allocators allocate(align(512): a) allocate(allocator(h): b)
    allocate (a(3), b(i))
    if (any(b(1:0) /= 0) .or. rest(loc(a), 512) /= 0 .or. rest(loc(b), 4096) /= 0) error stop 1
    !$omp allocate(p) align(2048) allocator(omp_default_mem_alloc)
    !$omp allocate(d) align(128)
    allocate (p(i*1000), d(2))
    if (rest(loc(p), 2048) /= 0 .or. rest(loc(d), 128) /= 0) error stop 2
    a = i
    p = i
    d = 2*i
    if (sum(a) /= 3*i .or. sum(p) /= 1000*i*i .or. sum(d) /= 4*i) error stop 3
    deallocate (a, b, p, d)
    !$omp allocate align(256)
    allocate (a(1), b(3000000))
    if (rest(loc(a), 256) /= 0 .or. rest(loc(b), 256) /= 0) error stop 4
    deallocate (a, b)
  end do
  if (rest(loc(fixed), 1024) /= 0) error stop 5
  call locals(5)
  call locals(7)
  call deeper(4)
  call omp_destroy_allocator(h)
  print *, 'aligned'
contains
  integer(8) function rest(at, n)
    integer(8), intent(in) :: at
    integer, intent(in) :: n
    rest = mod(at, int(n, 8))
  end function
  subroutine locals(n)
    integer, intent(in) :: n
    integer :: x, y(7), z(n)
    integer, save :: kept
    character(n) :: s
    integer, allocatable :: al(:)
    !$omp allocate(x) align(64)
    !$omp allocate(y, z) align(256)
    !$omp allocate(s) align(128)
    !$omp allocate(al) align(8192)
    !$omp allocate(kept) align(512) allocator(omp_default_mem_alloc)
    x = n
    y = n
    z = n
    s = 'abc'
    kept = kept + 1
    allocate (al(2*n))
    if (rest(loc(x), 64) /= 0 .or. rest(loc(y), 256) /= 0 .or. rest(loc(z), 256) /= 0) error stop 6
    if (rest(loc(s), 128) /= 0 .or. rest(loc(al), 8192) /= 0 .or. rest(loc(kept), 512) /= 0) error stop 7
    if (x + sum(y) + sum(z) /= 8*n + n*n .or. s /= 'abc') error stop 8
  end subroutine
  recursive subroutine deeper(n)
    integer, intent(in) :: n
    integer(1) :: one(n)
    real(8) :: two
    !$omp allocate(one, two) align(4096)
    one = int(n, 1)
    two = n
    if (rest(loc(one), 4096) /= 0 .or. rest(loc(two), 4096) /= 0) error stop 9
    if (n > 1) call deeper(n - 1)
    if (two /= n .or. any(one /= n)) error stop 10
  end subroutine
end program
!>  aligned
