!=== IF twice
program p
  !$omp parallel if(.true.) if(.false.) !! only once
  !$omp end parallel
end program
!=== IF twice for one directive
program p
  integer :: i
  !$omp target parallel do if(target: .true.) if(target: .false.) !! a second `if`
  do i = 1, 3
  end do
end program
!=== simdlen above safelen
program p
  integer :: i
  !$omp simd safelen(2) simdlen(4) !! above
  do i = 1, 3
  end do
end program
!=== a nonmonotonic schedule with ordered
program p
  integer :: i
  !$omp do schedule(nonmonotonic: dynamic) ordered !! exclude each other
  do i = 1, 3
  end do
end program
!=== ordered in critical
program p
  integer :: i
  !$omp do ordered
  do i = 1, 3
    !$omp critical
    !$omp ordered !! closely nested in `critical`
    !$omp end ordered
    !$omp end critical
  end do
end program
!=== two defaultmap clauses for one category
program p
  integer :: i
  i = 1
  !$omp target defaultmap(tofrom: scalar) defaultmap(to: scalar) !! about the same variables
  i = 2
  !$omp end target
end program
!=== defaultmap for a category that there is not
program a
  integer :: x
  x = 1
  !$omp target defaultmap(tofrom: variable) !! not a category of variables
  x = 2
  !$omp end target
end program
!=== strings are aggregates under defaultmap(none)
program a
  character(4) :: s
  integer :: n
  s = 'abc'
  !$omp target defaultmap(none: aggregate)
  n = len_trim(s) !! `s` is not mapped
  !$omp end target
end program
!=== no map under defaultmap(none)
program p
  real :: a(3)
  !$omp target defaultmap(none: aggregate)
  a(1) = 2 !! is not mapped
  !$omp end target
end program
!=== a task reduction with nowait
program p
  integer :: i, v
  v = 0
  !$omp parallel
  !$omp do reduction(task, +: v) nowait !! excludes `nowait`
  do i = 1, 3
  end do
  !$omp end parallel
end program
!=== a task reduction on simd
program p
  integer :: i, v
  v = 0
  !$omp simd reduction(task, +: v) !! needs `parallel`
  do i = 1, 3
  end do
end program
!=== taskwait with nowait and nothing to depend on
program p
  !$omp taskwait nowait !! needs `depend`
end program
!=== an ancestor device without REQUIRES
program p
  integer :: x
  x = 1
  !$omp target device(ancestor: 1) !! requires reverse_offload
  x = 2
  !$omp end target
end program
!=== a reduction of a variable that is private around
program p
  integer :: i, v
  v = 0
  !$omp parallel private(v)
  !$omp do reduction(+: v) !! private in the parallel region around
  do i = 1, 3
    v = v + i
  end do
  !$omp end parallel
end program
!=== threadprivate in a region of any order
module m
  integer, save :: t
  !$omp threadprivate(t)
contains
  subroutine s
    integer :: i
    !$omp do order(concurrent)
    do i = 1, 3
      t = i !! cannot be used in
    end do
  end subroutine
end module
!=== THREADPRIVATE of a COMMON block that is not there
program p
  !$omp threadprivate(/c/) !! there is no COMMON block
end program
!=== an atomic write that reads its variable
program p
  integer :: x
  x = 1
  !$omp atomic write
  x = x + 1 !! may not refer to the variable
end program
!=== an atomic read of an expression
program p
  integer :: x, v
  x = 1
  !$omp atomic read
  v = x + 1 !! has the form `v = x`
end program
!=== the variable twice in an atomic update
program p
  integer :: x
  x = 1
  !$omp atomic
  x = x * x !! only once
end program
!=== another operation outside
program p
  integer :: x, a
  x = 1
  a = 2
  !$omp atomic
  x = a * x + 3 !! has the form
end program
!=== an atomic capture of one statement
program p
  integer :: x
  x = 1
  !$omp atomic capture !! two statements
  x = x + 1
  !$omp end atomic
end program
!=== an atomic capture of unrelated statements
program p
  integer :: x, v, y
  x = 1
  y = 1
  !$omp atomic capture
  v = y !! has the form `v = x`
  x = x + 1
  !$omp end atomic
end program
!=== cancel of another construct
program p
  integer :: i
  !$omp do
  do i = 1, 3
    !$omp cancel parallel !! must be closely nested
  end do
end program
!=== holds of a number
program p
  !$omp assume holds(1) !! must be logical
  !$omp end assume
end program
!=== REQUIRES among executable statements
program p
  integer :: i
  i = 1
  !$omp requires reverse_offload !! after the first executable statement
end program
!=== a pointer with INTENT(IN) made private
subroutine s(q)
  integer, pointer, intent(in) :: q
  !$omp parallel private(q) !! has INTENT(IN)
  !$omp end parallel
end subroutine
!=== a variable in the expression of a clause under default(none)
program p
  integer :: i, n
  n = 2
  !$omp parallel default(none)
  !$omp do schedule(static, n) !! no data-sharing attribute
  do i = 1, 3
  end do
  !$omp end parallel
end program
!=== a predefined reduction
program p
  !$omp declare reduction(+: integer: omp_out = omp_out + omp_in) !! is predefined
end program
!=== a reduction declared twice
program p
  !$omp declare reduction(foo: integer: omp_out = omp_out + omp_in)
  !$omp declare reduction(foo: integer: omp_out = omp_out * omp_in) !! declared twice
end program
!=== parallel within simd
subroutine s(a)
  integer :: a(64), i
  !$omp simd
  do i = 1, 64
    !$omp parallel !! may not be nested in a `simd` region
    a(i) = i
    !$omp end parallel
  end do
end subroutine
!=== critical within loop
subroutine s(a)
  integer :: a(64), i
  !$omp loop bind(thread)
  do i = 1, 64
    !$omp critical !! may not be nested in a region whose iterations are concurrent
    a(i) = i
    !$omp end critical
  end do
end subroutine
!=== the runtime library where iterations are concurrent
subroutine s(a)
  use omp_lib
  integer :: a(64), i
  !$omp do order(concurrent)
  do i = 1, 64
    a(i) = omp_get_thread_num() !! may not be called in a region whose iterations are concurrent
  end do
end subroutine
!=== reduction of a name that is a variable
subroutine s
  integer :: i, max, n
  max = 3
  n = 0
  !$omp parallel do reduction(max: n) !! there is no reduction `max`: that is a variable here
  do i = 1, max
    n = i
  end do
end subroutine
!=== copyin of a COMMON block that the host declares
module m
  integer :: a
  common /blk/ a
  !$omp threadprivate(/blk/)
contains
  subroutine s
    !$omp parallel copyin(/blk/) !! COMMON block `blk` in `copyin` is not declared in this scoping unit
    print *, a
    !$omp end parallel
  end subroutine
end module
!=== a routine of OpenMP that nothing declares has the type that its name implies
program p
  implicit real (o)
  integer :: i
  real :: x
  !$omp parallel private(i) num_threads(2)
  i = omp_get_thread_num() !! function `omp_get_thread_num` of openmp is of type integer(4), but is real(4) here
  !$omp end parallel
  x = omp_get_wtime() !! function `omp_get_wtime` of openmp is of type real(8), but is real(4) here
end program
