! Allocators: routines, traits, the clauses that name them.
program allocators
  use omp_lib
  use iso_c_binding
  implicit none
  integer(omp_memspace_handle_kind) :: space = omp_default_mem_space
  type(omp_alloctrait) :: traits(2) = [omp_alloctrait(omp_atk_alignment, 64), omp_alloctrait(omp_atk_fallback, omp_atv_null_fb)]
  type(omp_alloctrait) :: pool(2)
  integer(omp_allocator_handle_kind) :: a, b
  type(c_ptr) :: p, q
  integer, pointer :: f(:)
  integer :: x, s, i
  integer :: y(4)
  a = omp_init_allocator(space, 2, traits)
  p = omp_alloc(40_c_size_t, a)
  call c_f_pointer(p, f, [10])
  print *, mod(transfer(p, 1_c_intptr_t), 64_c_intptr_t)
  f = [(i, i = 1, 10)]
  p = omp_realloc(p, 80_c_size_t, a, a)
  call c_f_pointer(p, f, [20])
  print *, sum(f(1:10)), mod(transfer(p, 1_c_intptr_t), 64_c_intptr_t)
  call omp_free(p, a)
  pool = [omp_alloctrait(omp_atk_pool_size, 100), omp_alloctrait(omp_atk_fallback, omp_atv_null_fb)]
  b = omp_init_allocator(space, size(pool), pool)
  p = omp_alloc(80_c_size_t, b)
  q = omp_alloc(80_c_size_t, b)
  print *, c_associated(p), c_associated(q)
  call omp_free(p, b)
  q = omp_calloc(20_c_size_t, 4_c_size_t, b)
  call c_f_pointer(q, f, [20])
  print *, sum(f)
  call omp_free(q, b)
  call omp_set_default_allocator(a)
  print *, omp_get_default_allocator() == a
  call omp_set_default_allocator(omp_default_mem_alloc)
  call omp_destroy_allocator(a)
  call omp_destroy_allocator(b)
  x = 0
  s = 0
  !$omp target uses_allocators(omp_cgroup_mem_alloc) allocate(omp_cgroup_mem_alloc: x) firstprivate(x) map(from: s)
  do i = 1, 100
    x = x + i
  end do
  s = x
  !$omp end target
  print *, s, x
  s = 0
  !$omp parallel reduction(task, +: s)
  !$omp master
  !$omp taskloop in_reduction(+: s)
  do i = 1, 50
    s = s + i
  end do
  !$omp end master
  !$omp end parallel
  print *, s
  y = 1
  !$omp parallel do allocate(omp_default_mem_alloc: y) firstprivate(y) reduction(+: s)
  do i = 1, 8
    s = s + sum(y)
  end do
  print *, s, omp_in_explicit_task()
end program
!>                     0
!>           55                    0
!>  T F
!>            0
!>  T
!>         5050           0
!>         1275
!>         1307 F
