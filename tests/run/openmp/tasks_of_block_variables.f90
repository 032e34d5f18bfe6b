! Tasks use variables of the code that makes them: that code goes on only when the barrier behind SINGLE has seen them end.
program tasks_of_block_variables
  implicit none
  integer :: bad, k
  bad = 0
  do k = 1, 50
    !$omp parallel num_threads(4)
    block
      integer :: x
      x = 1
      !$omp single
      !$omp task shared(x) depend(out: x)
      x = 2
      !$omp end task
      !$omp task shared(x, bad) depend(in: x)
      if (x /= 2) bad = bad + 1
      !$omp end task
      !$omp end single
    end block
    !$omp end parallel
    !$omp parallel num_threads(4)
    call makes_tasks(k)
    !$omp end parallel
  end do
  print *, bad
contains
  subroutine makes_tasks(k)
    integer, intent(in) :: k
    integer :: y(4), i
    y = k
    !$omp single
    do i = 1, 4
      !$omp task shared(y, bad) firstprivate(i)
      if (y(i) /= k) then
        !$omp atomic
        bad = bad + 1
      end if
      !$omp end task
    end do
    !$omp end single
  end subroutine
end program
!>            0
