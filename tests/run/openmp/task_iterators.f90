! Dependences of tasks on as many places as iterators say.
program task_iterators
  implicit none
  integer :: i, a(8), s(4)
  a = 0
  s = 0
  !$omp parallel num_threads(4)
  !$omp single
  do i = 1, 8
    !$omp task depend(out: a(i))
    a(i) = i
    !$omp end task
  end do
  !$omp task depend(iterator(k=1:8), in: a(k)) depend(out: s(1))
  s(1) = sum(a)
  !$omp end task
  !$omp task depend(iterator(integer :: k=1:8:2), inout: a(k))
  a(1::2) = -a(1::2)
  !$omp end task
  !$omp task depend(iterator(k=1:2, l=0:3), in: a(2*l + k)) depend(out: s(2))
  s(2) = sum(a)
  !$omp end task
  !$omp taskwait depend(iterator(k=1:2), in: s(k))
  s(3) = s(1)*100 + s(2)
  !$omp end single
  !$omp end parallel
  print *, s(:3)
end program
!>           36           4        3604
