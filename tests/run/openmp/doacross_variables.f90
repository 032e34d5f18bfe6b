! The variables of all loops of a doacross nest belong to the worksharing construct: in the parallel region around it
! they are shared, and LASTPRIVATE sets the shared ones.
program doacross_variables
  implicit none
  integer, volatile :: d
  integer :: i, j, k, m, rep, wrong
  d = 0
  wrong = 0
  do rep = 1, 300
    !$omp parallel num_threads(4) shared(k)
    !$omp single
    i = 8
    j = 9
    k = 10
    m = 11
    !$omp end single
    !$omp do ordered(4) collapse(2) lastprivate(i, j, k, m)
    do i = 0, d
      do j = d + 1, 0, -1
        do k = 0, d + 1
          do m = 0, d - 1
            !$omp ordered depend(source)
            !$omp ordered depend(sink: i - 2, j + 2, k - 2, m)
            stop 11
          end do
        end do
      end do
    end do
    !$omp single
    if (i /= 1 .or. j /= -1 .or. k /= 2 .or. m /= 0) wrong = wrong + 1
    !$omp end single
    !$omp end parallel
    if (any([i, j, k, m] /= [1, -1, 2, 0])) wrong = wrong + 1
  end do
  print *, wrong
end program
!>            0
