! The local variables of DO CONCURRENT belong to its iterations, whatever runs them.
program p
  implicit none
  integer, parameter :: n = 400
  integer :: i, j, k, wrong
  real :: w(6000)
  real(8) :: total
  wrong = 0
  !$omp parallel do num_threads(8) private(j, total) reduction(+:wrong)
  do i = 1, n
    total = 0
    do concurrent (k = 1:3) local(w, j) reduce(+:total)
      do j = 1, 6000
        w(j) = i + k
      end do
      total = total + sum(real(w, 8))
    end do
    if (total /= 6000d0 * (3*i + 6)) wrong = wrong + 1
  end do
  print *, wrong
  w = 7
  !$omp parallel do num_threads(8) private(j, total) reduction(+:wrong)
  do i = 1, n
    total = 0
    do concurrent (k = 1:3) local_init(w) reduce(+:total)
      do j = 1, 6000
        w(j) = w(j) + i
      end do
      total = total + sum(real(w, 8))
    end do
    if (total /= 6000d0 * 3 * (i + 7)) wrong = wrong + 1
  end do
  print *, wrong, all(w == 7)
end program
!>            0
!>            0 T
