! environment: OMP_NUM_TEAMS_DEV=3
! stripped: no
! offload: default
! Memory spaces by devices and resources, control variables of devices, control of tools, monotonic schedules.
program routines
  use omp_lib
  implicit none
  integer(omp_memspace_handle_kind) :: space
  integer(omp_allocator_handle_kind) :: own
  integer(omp_sched_kind) :: kind
  integer(omp_control_tool_result_kind) :: tool
  integer :: host, chunk, n
  integer(2) :: list(2)
  n = omp_get_num_devices()
  host = omp_get_initial_device()
  space = omp_get_device_memspace(host, omp_large_cap_mem_space)
  print *, space == omp_large_cap_mem_space
  print *, omp_get_devices_memspace(2, [host, omp_initial_device], omp_high_bw_mem_space) == omp_high_bw_mem_space
  print *, omp_get_device_and_host_memspace(host, omp_default_mem_space) == omp_default_mem_space
  list = int([host, 0], 2)
  print *, (omp_get_devices_and_host_memspace(2, list, omp_default_mem_space) == omp_null_mem_space) .eqv. n > 0
  print *, (omp_get_devices_all_memspace(omp_default_mem_space) == omp_null_mem_space) .eqv. n > 0
  print *, omp_get_device_memspace(host, -7_8) == omp_null_mem_space
  own = omp_get_device_allocator(host, omp_low_lat_mem_space)
  print *, own == omp_low_lat_mem_alloc
  print *, omp_get_devices_allocator(1, [host], omp_const_mem_space) == omp_const_mem_alloc
  print *, omp_get_device_and_host_allocator(host, -7_8) == omp_null_allocator
  print *, omp_get_devices_and_host_allocator(0, list, omp_default_mem_space) == omp_default_mem_alloc
  print *, (omp_get_devices_all_allocator(omp_default_mem_space) == omp_null_allocator) .eqv. n > 0
  print *, omp_get_memspace_num_resources(space), omp_get_memspace_num_resources(omp_null_mem_space)
  print *, omp_get_memspace_pagesize(space) >= 4096, omp_get_memspace_pagesize(omp_null_mem_space)
  print *, omp_get_submemspace(space, 1, [0]) == space, omp_get_submemspace(space, 1, [1]) == omp_null_mem_space
  ! The host's own are those of the thread; the environment has set the devices' ones.
  call omp_set_num_teams(5)
  print *, omp_get_device_num_teams(host), omp_get_device_num_teams(omp_initial_device), omp_get_max_teams()
  call omp_set_device_num_teams(6, host)
  call omp_set_device_teams_thread_limit(7, host)
  print *, omp_get_max_teams(), omp_get_teams_thread_limit(), omp_get_device_teams_thread_limit(host)
  if (n > 0) then
    if (omp_get_device_num_teams(0) /= 3 .or. omp_get_device_teams_thread_limit(0) /= 0) error stop 1
    call omp_set_device_num_teams(4, 0)
    call omp_set_device_teams_thread_limit(8, 0)
    if (omp_get_device_num_teams(0) /= 4 .or. omp_get_device_teams_thread_limit(0) /= 8) error stop 2
    if (omp_get_max_teams() /= 6 .or. omp_get_max_progress_width(0) < 1) error stop 3
  end if
  print *, omp_get_device_num_teams(n + 5), omp_get_max_progress_width(host)
  tool = omp_control_tool(omp_control_tool_start, 0)
  print *, tool == omp_control_tool_notool, omp_is_free_agent(), omp_ancestor_is_free_agent(0)
  call omp_set_schedule(ior(omp_sched_monotonic, omp_sched_dynamic), 4)
  call omp_get_schedule(kind, chunk)
  print *, kind == ior(omp_sched_monotonic, omp_sched_dynamic), iand(kind, not(omp_sched_monotonic)), chunk
  call omp_set_schedule(omp_sched_guided, 2)
  call omp_get_schedule(kind, chunk)
  print *, kind, chunk
end program
!>  T
!>  T
!>  T
!>  T
!>  T
!>  T
!>  T
!>  T
!>  T
!>  T
!>  T
!>            1           0
!>  T                    0
!>  T T
!>            5           5           5
!>            6           7           7
!>            0           1
!>  T F F
!>  T           2           4
!>            3           2
