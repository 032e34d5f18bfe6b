! What INCLUDE 'omp_lib.h' declares, in fixed form: constants, types, and interfaces of what needs one.
      program header
      use iso_c_binding
      implicit none
      include 'omp_lib.h'
      integer(omp_allocator_handle_kind) a
      type(omp_alloctrait), parameter :: traits(2) = [                  &
     &  omp_alloctrait(omp_atk_alignment, 128),                         &
     &  omp_alloctrait(omp_atk_fallback, omp_atv_null_fb)]
      type(c_ptr) p
      integer, pointer :: x(:)
      integer(omp_interop_rc_kind) code
      character(:), pointer :: text
      a = omp_init_allocator(omp_default_mem_space, 2, traits)
      p = omp_aligned_calloc(8_c_size_t, 10_c_size_t, 4_c_size_t, a)
      call c_f_pointer(p, x, [10])
      print *, sum(x), mod(transfer(p, 1_c_intptr_t), 128_c_intptr_t)
      call omp_free(p, a)
      call omp_destroy_allocator(a)
      print *, omp_get_interop_int(omp_interop_none, omp_ipr_fr_id,     &
     &  code), code == omp_irc_empty
      text => omp_get_interop_name(omp_interop_none, omp_ipr_vendor)
      print *, text, omp_get_thread_num(), omp_in_parallel()
      print *, omp_target_is_present(c_null_ptr, omp_initial_device)
      call inner
      contains
      subroutine inner
      include 'omp_lib.h'
      type(c_ptr) q
      q = omp_alloc(8_c_size_t, omp_default_mem_alloc)
      print *, c_associated(q)
      call omp_free(q, omp_null_allocator)
      end subroutine
      end program
!>            0                    0
!>                     0 T
!>  vendor           0 F
!>            0
!>  T
