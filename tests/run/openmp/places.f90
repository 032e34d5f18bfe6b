! stripped: no
! environment: OMP_PLACES=threads
! Who names places has threads bound to them: each thread of a team to the next one.
program places
  use omp_lib
  implicit none
  integer :: n, i, wrong
  integer, allocatable :: ids(:), nums(:), procs(:)
  integer(2) :: small(1)
  character(20) :: text, own
  n = omp_get_num_places()
  print *, n == omp_get_num_procs(), omp_get_proc_bind() == omp_proc_bind_true, omp_get_place_num()
  print *, omp_get_partition_num_places() == n, omp_get_place_num_procs(n), omp_get_place_num_procs(-1)
  allocate (nums(n), procs(0:n - 1))
  call omp_get_partition_place_nums(nums)
  if (any(nums /= [(i, i = 0, n - 1)])) error stop 3
  do i = 0, n - 1
    allocate (ids(omp_get_place_num_procs(i)))
    call omp_get_place_proc_ids(i, ids)
    if (size(ids) /= 1) error stop 1
    procs(i) = ids(1)
    deallocate (ids)
  end do
  call omp_get_place_proc_ids(n - 1, small)
  if (small(1) /= procs(n - 1)) error stop 2
  wrong = 0
  !$omp parallel num_threads(2 * n) private(text, own, i) reduction(+: wrong)
  i = omp_get_place_num()
  if (i /= omp_get_thread_num() / 2) wrong = wrong + 1
  if (omp_capture_affinity(text, '%A') == 0) wrong = wrong + 1
  write (own, '(i0)') procs(i)
  if (text /= own) wrong = wrong + 1
  !$omp end parallel
  print *, wrong
  ! A clause is about its team alone.
  wrong = 0
  !$omp parallel num_threads(2) proc_bind(primary) reduction(+: wrong)
  if (omp_get_place_num() /= 0) wrong = wrong + 1
  if (omp_get_proc_bind() /= omp_proc_bind_true) wrong = wrong + 1
  !$omp end parallel
  !$omp parallel num_threads(n) proc_bind(spread) reduction(+: wrong)
  if (omp_get_place_num() /= omp_get_thread_num()) wrong = wrong + 1
  if (omp_get_partition_num_places() /= 1) wrong = wrong + 1
  !$omp end parallel
  !$omp parallel num_threads(n) reduction(+: wrong)
  if (omp_get_place_num() /= omp_get_thread_num()) wrong = wrong + 1
  if (omp_get_partition_num_places() /= n) wrong = wrong + 1
  !$omp end parallel
  print *, wrong
end program
!>  T T           0
!>  T           0           0
!>            0
!>            0
