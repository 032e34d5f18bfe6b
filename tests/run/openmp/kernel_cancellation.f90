! regions: on the device
! environment: OMP_CANCELLATION=true
! stripped: no
! Loops in kernels that the program cancels.
program kernel_cancellation
  use omp_lib
  implicit none
  integer :: a(1000), i, found, n, total, late
  a = [(mod(3 * i, 1000), i = 1, 1000)]
  print *, omp_get_cancellation()
  found = 0
  n = 0
  late = 0
  !$omp target parallel do map(tofrom: found, n, late) map(to: a)
  do i = 1, 1000
    !$omp atomic
    n = n + 1
    if (a(i) == 777) then
      !$omp atomic write
      found = i
      !$omp cancel do
      !$omp atomic
      late = late + 1
    end if
    !$omp cancellation point do
  end do
  print *, found, n >= 1 .and. n <= 1000, late
  total = 0
  !$omp target map(tofrom: total)
  !$omp parallel
  !$omp do
  do i = 1, 1000
    !$omp cancel do if (i > 1000)
    !$omp atomic
    total = total + i
  end do
  !$omp end parallel
  !$omp end target
  print *, total
end program
!>  T
!>          259 T           0
!>       500500
