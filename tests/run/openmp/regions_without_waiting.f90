! Target regions that do not wait, ordered by dependences, tasks and taskwait.
program regions_without_waiting
  implicit none
  integer, parameter :: n = 500
  integer :: a(n), b(n), c(n), i, s, k
  a = 1; b = 2; c = 0; s = 0
  !$omp target data map(to:a,b) map(tofrom:c)
  do k = 1, 3
    !$omp target nowait depend(in:a) depend(inout:b) firstprivate(k)
    do i = 1, n
      b(i) = b(i) + a(i)*k
    end do
    !$omp end target
  end do
  !$omp target nowait depend(in:b) depend(out:c)
  do i = 1, n
    c(i) = b(i) * 10
  end do
  !$omp end target
  !$omp task depend(in:c) shared(s)
  s = 77
  !$omp end task
  !$omp taskwait
  !$omp target update from(b)
  !$omp end target data
  print *, sum(b), sum(c), s
  !$omp taskgroup
  !$omp target nowait map(tofrom:a)
  a = a + 1
  !$omp end target
  !$omp target nowait map(tofrom:b)
  b = b + 1
  !$omp end target
  !$omp end taskgroup
  print *, sum(a), sum(b)
  !$omp parallel num_threads(3)
  !$omp single
  do k = 1, 5
    !$omp target map(tofrom:c(k:k)) nowait depend(inout:c(k)) firstprivate(k)
    c(k) = k
    !$omp end target
    !$omp target map(tofrom:c(k:k)) nowait depend(inout:c(k))
    c(k) = c(k)*2
    !$omp end target
  end do
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print *, c(1:6)
  !$omp target nowait map(tofrom:a) depend(out:a)
  a = a * 3
  !$omp end target
  !$omp target update from(a) nowait depend(inout:a)
  !$omp taskwait depend(in:a)
  print *, sum(a)
  !$omp taskwait
end program
!>         4000       40000          77
!>         1000        4500
!>            2           4           6           8          10          80
!>         3000
