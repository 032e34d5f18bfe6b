! offload: default
! stripped: no
! Allocators that USES_ALLOCATORS makes for a target region.
program regions
  use omp_lib
  use iso_c_binding
  implicit none
  type(omp_alloctrait), parameter :: traits(2) = [omp_alloctrait(omp_atk_alignment, 512), &
    omp_alloctrait(omp_atk_pool_size, 4096)]
  integer(omp_allocator_handle_kind) :: a, b
  integer :: x(10), s, i, k
  type(c_ptr) :: p
  integer(c_intptr_t) :: at
  a = -7
  b = -8
  do k = 1, 3
    !$omp target uses_allocators(traits(traits), memspace(omp_high_bw_mem_space): a) uses_allocators(omp_pteam_mem_alloc) map(from: at)
    p = omp_alloc(100_c_size_t, a)
    at = transfer(p, at)
    call omp_free(p, a)
    !$omp end target
    print *, at /= 0, mod(at, 512_c_intptr_t), a, b
  end do
  s = 0
  x = [(i, i = 1, 10)]
  !$omp target teams distribute parallel do reduction(+: s) uses_allocators(a(traits), b) firstprivate(x) &
  !$omp&  allocate(allocator(a): x) map(tofrom: s) nowait
  do i = 1, 10
    s = s + x(i)
  end do
  !$omp taskwait
  print *, s, a, b
  !$omp target defaultmap(none) uses_allocators(memspace(omp_default_mem_space): a, b) map(from: s)
  s = merge(1, 0, a > omp_thread_mem_alloc .and. b > omp_thread_mem_alloc .and. a /= b)
  !$omp end target
  print *, s
end program
!>  T                    0                   -7                   -8
!>  T                    0                   -7                   -8
!>  T                    0                   -7                   -8
!>           55                   -7                   -8
!>            1
