! omp_all_memory, depend objects, locks owned by tasks, TARGET scalars in regions, metadirectives in BLOCK.
! stripped: no
program main
  use omp_lib
  implicit none
  integer :: x, y, z, i, a(10)
  integer, target :: t
  integer(omp_nest_lock_kind) :: lock
  integer(omp_depend_kind) :: objects(2)
  integer(16) :: large
  logical :: taken
  x = 0
  y = 0
  z = 0
  !$omp parallel num_threads(4)
  !$omp single
  !$omp depobj(objects(2)) depend(inout: z)
  !$omp depobj(large) depend(inout: z)
  do i = 1, 20
    !$omp task depend(out: x)
    x = x + 1
    !$omp end task
    !$omp task depend(out: y)
    y = y + 2
    !$omp end task
    !$omp task depend(depobj: objects(2))
    z = z + 1
    !$omp end task
    !$omp task depend(inout: omp_all_memory)
    x = x + y + z
    y = 1
    !$omp end task
    !$omp task depend(depobj: large) depend(in: x)
    z = z - x
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, x, y, z

  call omp_init_nest_lock(lock)
  print *, omp_test_nest_lock(lock), omp_test_nest_lock(lock)
  taken = .false.
  !$omp parallel if(.false.)
  taken = omp_test_nest_lock(lock) /= 0
  !$omp end parallel
  !$omp task if(.false.) shared(lock, taken)
  taken = taken .or. omp_test_nest_lock(lock) /= 0
  !$omp end task
  print *, taken, omp_test_nest_lock(lock)
  do i = 1, 3
    call omp_unset_nest_lock(lock)
  end do
  call omp_destroy_nest_lock(lock)

  t = 1
  i = 1
  !$omp target
  t = t + 1
  i = i + 1
  !$omp end target
  print *, t, i

  a = 0
  block
    !$omp metadirective when(device={arch("nvptx")}: parallel loop) default(parallel do)
    do i = 1, 10
      a(i) = i
    end do
  end block
  print *, sum(a)
  !$omp begin metadirective when(user={condition(.false.)}: nothing) otherwise(atomic update)
  x = x + 1
  !$omp end metadirective
end program
!>            6           1          -8
!>            1           2
!>  F           3
!>            2           1
!>           55
