! What target tasks keep of the place where they are made: scalars, arrays, pointers with their sections;
! and the parts that they have in reductions, without NOWAIT too.
program target_tasks_keep
  implicit none
  integer, target :: first(8), second(8)
  integer, pointer :: p(:)
  integer :: a(8), lo, hi, k, total, sums(3)
  real :: factors(3)
  logical :: later
  first = 1
  second = 2
  ! The pointer is associated anew before the task may run.
  p => first
  !$omp target nowait map(tofrom: p)
  p = p + 10
  !$omp end target
  p => second
  !$omp taskwait
  print '(a, 8i3)', 'whole  ', first
  lo = 3
  hi = 5
  p => second
  !$omp target nowait map(tofrom: p(lo:hi)) firstprivate(lo, hi)
  p(lo:hi) = p(lo:hi) * 10
  !$omp end target
  p => first
  lo = 1
  hi = 8
  !$omp taskwait
  print '(a, 8i3)', 'section', second
  ! Arrays that are firstprivate have the values of then.
  factors = [1., 2., 3.]
  a = 0
  !$omp target nowait map(tofrom: a(2:4)) firstprivate(factors) depend(out: a)
  a(2:4) = int(factors * 2)
  !$omp end target
  factors = 100.
  !$omp target update from(a(2:4)) depend(inout: a) nowait
  !$omp target depend(in: a) map(tofrom: a)
  a(1) = 7
  !$omp end target
  print '(a, 8i3)', 'arrays ', a
  later = .false.
  do k = 1, 3
    !$omp target enter data map(to: a) nowait(later) depend(inout: a)
    a(8) = a(8) + k
    !$omp target update to(a) depend(inout: a) nowait(.true.)
    !$omp target nowait depend(inout: a) map(alloc: a)
    a(5) = a(5) + a(8)
    !$omp end target
    !$omp target exit data map(from: a) depend(inout: a)
  end do
  print '(a, 8i3)', 'data   ', a
  total = 0
  sums = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp taskgroup task_reduction(+: total, sums)
  do k = 1, 4
    !$omp target in_reduction(+: total, sums)
    total = total + k
    sums = sums + [1, k, k * k]
    !$omp end target
    !$omp target nowait in_reduction(+: total)
    total = total + 100
    !$omp end target
    !$omp task in_reduction(+: sums)
    sums(1) = sums(1) + 10
    !$omp end task
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print '(a, 4i5)', 'sums   ', total, sums
end program
!> whole   11 11 11 11 11 11 11 11
!> section  2  2 20 20 20  2  2  2
!> arrays   7  2  4  6  0  0  0  0
!> data     7  2  4  6 10  0  0  6
!> sums     410   44   10   30
