! Transparent tasks: dependences order children of different parents (OpenMP 6.0, 14.9.6).
program p
  use omp_lib
  implicit none
  integer :: x, y, i, list(20)
  x = 0
  y = 0
  list = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task depend(out: x)
  call spin()
  x = 1
  !$omp end task
  ! What comes before orders its child.
  !$omp task transparent(omp_import) shared(x, y)
  !$omp task depend(in: x) depend(out: y)
  y = x + 1
  !$omp end task
  !$omp end task
  ! Its child orders what comes behind.
  !$omp task transparent shared(x, y)
  !$omp task depend(inout: y)
  call spin()
  y = y*10
  !$omp end task
  !$omp end task
  !$omp task depend(inout: y)
  y = y + 1
  !$omp end task
  !$omp taskloop transparent(omp_export) grainsize(5) nogroup shared(list)
  do i = 1, 20
    list(i) = y
  end do
  !$omp task depend(out: x) transparent(omp_not_impex)
  x = sum(list)
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x, y
contains
  subroutine spin()
    integer :: k
    real, volatile :: r
    r = 0
    do k = 1, 200000
      r = r + 1
    end do
  end subroutine
end program
!>          420          21
