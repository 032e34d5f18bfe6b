! Clauses that say how iterations may run, and sections with last values.
program loop_clauses
  implicit none
  integer :: i, j, n, last, total
  real, allocatable :: a(:), b(:)
  n = 100
  allocate (a(n), b(n))
  a = 1
  b = 2
  !$omp parallel do simd schedule(nonmonotonic, simd: guided, 4) order(concurrent) aligned(a, b: 16) safelen(8) simdlen(4)
  do i = 1, n
    a(i) = a(i) + b(i)
  end do
  print *, sum(a)
  !$omp simd safelen(4) aligned(a) nontemporal(b) order(reproducible: concurrent)
  do i = 1, n
    b(i) = a(i) * 2
  end do
  print *, sum(b)
  total = 0
  !$omp parallel num_threads(2)
  !$omp do schedule(monotonic: dynamic, 3) reduction(+: total)
  do i = 1, n
    !$omp critical (sums) hint(0)
    a(1) = a(1) + 1
    !$omp end critical (sums)
    total = total + i
  end do
  !$omp loop bind(parallel) order(unconstrained: concurrent) collapse(2)
  do i = 1, 10
    do j = 1, 10
      b((i - 1)*10 + j) = i + j
    end do
  end do
  !$omp end parallel
  print *, total, a(1), sum(b)
  last = 0
  !$omp parallel sections lastprivate(last) reduction(+: total) num_threads(2)
  last = 1
  total = total + 1
  !$omp section
  last = 2
  total = total + 10
  !$omp section
  last = 3
  total = total + 100
  !$omp end parallel sections
  print *, last, total
  !$omp parallel num_threads(2)
  !$omp sections firstprivate(last) lastprivate(last)
  !$omp section
  total = total + last
  !$omp section
  last = last + 10
  !$omp end sections
  !$omp single
  !$omp taskloop simd num_tasks(3) simdlen(4) lastprivate(i)
  do i = 1, 7
    a(i) = i
  end do
  !$omp end single
  !$omp end parallel
  print *, last, sum(a(:7)), i
end program
!>    300.000000    
!>    600.000000    
!>         5050   103.000000       1100.00000    
!>            3        5161
!>           13   28.0000000               8
