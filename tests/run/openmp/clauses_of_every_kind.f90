! Clauses that no other program has: hints, which change no result, and what declarations say.
! stripped: no
module declared
  implicit none
  integer :: counter = 0
contains
  subroutine added(n)
    integer, intent(in) :: n
    !$omp declare target enter(added) indirect device_type(any)
    !$omp atomic
    counter = counter + n
  end subroutine
  pure real function sum_of(a, b, n)
    !$omp declare simd(sum_of) uniform(n) linear(b) simdlen(4) notinbranch
    !$omp declare simd(sum_of) uniform(b, n) inbranch
    real, intent(in) :: a
    integer, intent(in) :: b, n
    sum_of = a + b*n
  end function
end module
module assumed
  !$omp assumes no_openmp_routines no_parallelism
  implicit none
contains
  integer function twice(n)
    integer, intent(in) :: n
    twice = 2*n
  end function
end module
program clauses_of_every_kind
  !$omp requires atomic_default_mem_order(acq_rel) dynamic_allocators unified_address device_safesync
  use omp_lib
  use declared
  use assumed
  implicit none
  integer :: i, n, x, old, a(8), s
  !$omp declare reduction(largest: integer) combiner(omp_out = max(omp_out, omp_in)) initializer(omp_priv = -100)
  real :: r(8)
  logical :: done
  x = 1
  n = 0
  a = [(i, i = 1, 8)]
  !$omp parallel num_threads(2) proc_bind(close) safesync(2) shared(n)
  !$omp atomic hint(omp_sync_hint_uncontended) memscope(all)
  n = n + 1
  !$omp end parallel
  !$omp parallel num_threads(2) proc_bind(spread) safesync
  !$omp single
  !$omp task affinity(a) untied shared(a)
  a(1) = a(1) + 10
  !$omp end task
  !$omp task affinity(iterator(i = 1:4): a(i)) depend(inout: a) threadset(omp_team) replayable shared(a)
  a(2) = a(2) + 20
  !$omp end task
  !$omp taskloop untied mergeable threadset(omp_pool) shared(a) grainsize(2) replayable(.true.)
  do i = 3, 8
    a(i) = a(i) + 1
  end do
  !$omp taskwait depend(in: a) replayable
  !$omp end single
  !$omp end parallel
  print '(8i4)', a
  !$omp atomic compare capture seq_cst fail(acquire) weak hint(omp_sync_hint_none)
  old = x
  if (x == 1) x = 5
  !$omp end atomic
  !$omp atomic compare acq_rel fail(relaxed) memscope(device)
  if (x == 2) x = 7
  !$omp atomic read relaxed hint(omp_sync_hint_contended)
  i = x
  !$omp atomic write release hint(omp_sync_hint_contended)
  x = i + 1
  !$omp flush acq_rel
  !$omp flush acquire memscope(all)
  !$omp flush(x, n)
  print *, n, old, x
  !$omp simd
  do i = 1, 8
    r(i) = sum_of(real(i), i, 2)
  end do
  print '(8f6.1)', r
  call added(3)
  print *, counter
  !$omp assume no_openmp no_openmp_constructs absent(parallel, taskloop) contains(simd) holds(n == 2)
  s = 0
  !$omp simd reduction(+: s)
  do i = 1, 8
    s = s + twice(i)
  end do
  !$omp end assume
  print *, s
  !$omp target enter data map(to: a) priority(3) replayable
  !$omp target map(a) priority(2) replayable device_type(any)
  a = a + 1
  !$omp end target
  !$omp target exit data map(from: a) priority(3)
  print '(8i4)', a
  done = .false.
  !$omp parallel num_threads(2) message('as many threads as are there') severity(warning)
  !$omp masked
  done = .true.
  !$omp end masked
  !$omp end parallel
  print *, done
  s = 0
  !$omp parallel do num_threads(2) reduction(largest: s)
  do i = 1, 8
    s = max(s, a(i))
  end do
  print *, s
end program
!>   11  22   4   5   6   7   8   9
!>            2           1           6
!>    3.0   6.0   9.0  12.0  15.0  18.0  21.0  24.0
!>            3
!>           72
!>   12  23   5   6   7   8   9  10
!>  T
!>           23
