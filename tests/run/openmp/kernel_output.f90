! stripped: no
! What threads of kernels write is written when the kernel has ended, in the order of each thread.
program kernel_output
  implicit none
  integer :: i, z(8), s
  real(8) :: d(8)
  !$omp target teams distribute parallel do map(from: z)
  do i = 1, 8
    z(i) = i * i
    if (i == 3) print *, 'three', z(i), real(i) / 2, z(i) == 9
  end do
  d = [(i / 4d0, i = 1, 8)]
  !$omp target teams distribute parallel do map(to: z, d)
  do i = 1, 8
    if (i == 5) then
      write (*, '(a, i0, 1x, f6.3, 1x, 2f7.3)') 'five ', z(i), sqrt(d(i)), cmplx(i, -i)
      write (*, '(a)') 'again'
    end if
  end do
  s = 0
  !$omp target teams distribute parallel do reduction(+: s) map(tofrom: s)
  do i = 1, 100
    s = s + i
    if (mod(i, 60) == 59) print *, i, 'of a sum'
  end do
  print *, s
end program
!>  three           9   1.50000000     T
!> five 25  1.118   5.000 -5.000
!> again
!>           59 of a sum
!>         5050
