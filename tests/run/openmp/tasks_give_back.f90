! TASKLOOP with NOGROUP: arrays and objects that are firstprivate and lastprivate, or linear, and conditional last values.
program tasks_give_back
  implicit none
  type :: pair
    integer :: first = 0
    integer, allocatable :: list(:)
  end type pair
  integer :: i, k, n, a(3), m(2)
  type(pair) :: p
  logical :: ok(40)
  n = 40
  a = [1, 2, 3]
  m = [10, 20]
  p%first = 5
  p%list = [7, 8, 9]
  k = -1
  ok = .false.
  !$omp parallel num_threads(3)
  !$omp single
  !$omp taskgroup
  !$omp taskloop simd nogroup num_tasks(8) firstprivate(a, p) lastprivate(a, p) linear(m: 3) lastprivate(conditional: k)
  do i = 1, n
    ok(i) = all(m == [10, 20] + 3*(i - 1)) .and. p%list(3) == 9
    a = a*0 + [i, 2*i, 3*i]
    p%first = i
    p%list(1:2) = [i, -i]
    m = m + 3
    if (mod(i, 16) == 1) k = i
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print *, all(ok), a, m, k
  print *, p%first, p%list
end program tasks_give_back
!>  T          40          80         120         130         140          33
!>           40          40         -40           9
