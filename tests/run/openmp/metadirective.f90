! offload: default
! METADIRECTIVE: static and dynamic contexts, on the host and on devices.
! stripped: no
program metadirective
  use omp_lib
  implicit none
  integer, parameter :: n = 64
  logical, parameter :: wide = .true.
  integer :: a(n), b(n), i, s, threads
  logical :: big
  a = 0
  !$omp metadirective when(user={condition(wide)}: parallel do) otherwise(nothing)
  do i = 1, n
    a(i) = i
  end do
  print *, sum(a)
  do s = 1, 2
    big = s == 2
    threads = 0
    !$omp begin metadirective when(user={condition(big)}: parallel num_threads(2)) otherwise(nothing)
    !$omp atomic
    threads = threads + 1
    !$omp end metadirective
    print *, s, threads
  end do
  ! The construct around decides.
  threads = 0
  !$omp parallel num_threads(2)
  !$omp begin metadirective when(construct={parallel}: single) otherwise(nothing)
  threads = threads + 1
  !$omp end metadirective
  !$omp end parallel
  print *, threads
  b = 0
  s = 0
  !$omp target map(tofrom: a, b)
  !$omp begin metadirective when(device={kind(nohost)}: teams distribute parallel do) default(parallel do)
  do i = 1, n
    b(i) = 2 * a(i)
  end do
  !$omp end metadirective
  !$omp end target
  print *, sum(b), all(b == 2 * a)
  !$omp target teams distribute parallel do map(tofrom: b)
  do i = 1, n
    b(i) = b(i) + 1
  end do
  print *, sum(b)
  ! Contexts that never hold here.
  s = 0
  !$omp begin metadirective when(device={arch("nvptx")}: parallel) &
  !$omp& when(implementation={vendor(amd)}: parallel) when(device={isa("avx9")}: parallel) default(nothing)
  s = s + 1
  !$omp end metadirective
  print *, s
  !$omp metadirective when(implementation={vendor(nobody)}: barrier) otherwise(taskwait)
  print *, 'end'
end program
!>         2080
!>            1           1
!>            2           2
!>            1
!>         4160 T
!>         4224
!>            1
!>  end
