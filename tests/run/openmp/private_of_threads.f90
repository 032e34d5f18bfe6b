! offload: default
! Target regions in tasks and parallel regions copy the variables of their threads.
program private_of_threads
  integer :: i, a(4), r(8), v
  r = 0
  !$omp parallel do private(a, v) num_threads(4)
  do i = 1, 8
    a = i; v = i
    !$omp target firstprivate(a) map(tofrom: r(i:i))
    a(1) = a(1) * 10; v = v + 1
    r(i) = sum(a) + v
    !$omp end target
    if (a(1) /= i .or. v /= i) r(i) = -1
  end do
  print *, r
  r = 0
  !$omp parallel
  !$omp single
  do i = 1, 8
    !$omp task firstprivate(i) private(a)
    a = i
    !$omp target firstprivate(a) map(tofrom: r(i:i))
    a(2) = a(2) * 100
    r(i) = sum(a)
    !$omp end target
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, r
end program
!>           15          29          43          57          71          85          99         113
!>          103         206         309         412         515         618         721         824
