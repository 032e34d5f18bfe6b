! Arguments of the routines of omp_lib of kind 8: what kind 4 has no room for is as far away as possible.
program routines_of_kind_8
  use omp_lib
  implicit none
  integer(8), parameter :: k = 3
  call omp_set_num_threads(k)
  print *, omp_get_max_threads(), omp_get_ancestor_thread_num(huge(k)), omp_get_team_size(-huge(k)), omp_get_ancestor_thread_num(0_8)
  call omp_set_schedule(omp_sched_dynamic, huge(k))
  call shown
  call places(1_8)
contains
  subroutine shown
    integer(omp_sched_kind) :: kind
    integer :: chunk
    call omp_get_schedule(kind, chunk)
    print *, kind == omp_sched_dynamic, chunk
  end subroutine
  subroutine places(n)
    integer(8), intent(in) :: n
    integer(8) :: ids(n)
    ids = 7
    if (omp_get_num_places() == 0) then
      call omp_get_place_proc_ids(0_8, ids)
      call omp_get_partition_place_nums(ids)
      print *, ids
    end if
  end subroutine
end program routines_of_kind_8
!>            3          -1          -1           0
!>  T  2147483647
!>                     7
