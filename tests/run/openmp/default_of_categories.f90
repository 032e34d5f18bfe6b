! DEFAULT for categories of variables (OpenMP 6.0, 7.5.1).
! stripped: no
program p
  implicit none
  integer :: n, i, a(4), total
  integer, allocatable :: al(:)
  integer, pointer :: q
  n = 5
  a = 0
  total = 0
  allocate (al(2), q)
  al = 1
  q = 3
  !$omp parallel default(firstprivate: scalar) default(shared: aggregate) num_threads(2) reduction(+: total)
  n = n + 1
  !$omp single
  a = n
  !$omp end single
  total = total + n
  !$omp end parallel
  print *, n, a, total
  !$omp parallel default(private: scalar) shared(total) num_threads(2)
  n = 7
  !$omp atomic
  total = total + n
  !$omp end parallel
  print *, n, total
  !$omp parallel num_threads(2) default(none: scalar) shared(n)
  !$omp single
  do i = 1, 2
    !$omp task default(firstprivate: allocatable) default(shared: pointer)
    al(1) = al(1) + 1
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, al, q
end program
!>            5           6           6           6           6          12
!>            5          26
!>            1           1           3
