! environment: OMP_ALLOCATOR=omp_default_mem_space:alignment=256,pool_size=1000,fallback=null_fb
! stripped: no
! The default allocator is what OMP_ALLOCATOR says, and each task may have another one.
program environment
  use omp_lib
  use iso_c_binding
  implicit none
  integer(omp_allocator_handle_kind) :: h
  type(c_ptr) :: p, q
  logical :: kept
  h = omp_get_default_allocator()
  p = omp_alloc(800_c_size_t, omp_null_allocator)
  q = omp_alloc(800_c_size_t, omp_null_allocator)
  print *, h > omp_thread_mem_alloc, mod(transfer(p, 1_c_intptr_t), 256_c_intptr_t), c_associated(q)
  call omp_free(p, omp_null_allocator)
  kept = .true.
  !$omp parallel num_threads(2) reduction(.and.: kept)
  kept = omp_get_default_allocator() == h
  !$omp barrier
  if (omp_get_thread_num() == 0) call omp_set_default_allocator(omp_high_bw_mem_alloc)
  !$omp barrier
  if (omp_get_thread_num() == 1) kept = kept .and. omp_get_default_allocator() == h
  if (omp_get_thread_num() == 0) then
    !$omp task shared(kept)
    kept = kept .and. omp_get_default_allocator() == omp_high_bw_mem_alloc
    call omp_set_default_allocator(omp_default_mem_alloc)
    !$omp end task
    !$omp taskwait
    kept = kept .and. omp_get_default_allocator() == omp_high_bw_mem_alloc
  end if
  !$omp end parallel
  print *, kept
end program
!>  T                    0 F
!>  T
