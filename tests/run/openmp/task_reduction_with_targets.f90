! Tasks of the host and target tasks combine with one variable.
program reductions
  implicit none
  integer :: x, i, k, a(3)
  real(8) :: p
  do k = 1, 3
    x = 0
    p = 1
    a = 0
    !$omp parallel num_threads(2)
    !$omp single
    !$omp taskgroup task_reduction(+: x, a) task_reduction(*: p)
    do i = 1, 50
      !$omp task in_reduction(+: x, a)
      x = x + i
      a = a + [1, 2, 3]
      !$omp end task
      !$omp target in_reduction(+: x) nowait
      x = x + 1000
      !$omp end target
      !$omp target in_reduction(+: a)
      a(2) = a(2) + 10
      !$omp end target
      if (i <= 10) then
        !$omp target in_reduction(*: p) nowait
        p = p * 2
        !$omp end target
      end if
    end do
    !$omp end taskgroup
    !$omp end single
    !$omp end parallel
    print *, x, a, p
  end do
end program
!>        51275          50         600         150   1024.0000000000000
!>        51275          50         600         150   1024.0000000000000
!>        51275          50         600         150   1024.0000000000000
