! Reductions, atomic updates and private copies of reals of kinds 10 and 16; a target region of them stays on the host.
! offload: default
program p
  implicit none
  real(16) :: s, m, a(100), t
  real(10) :: r
  complex(16) :: z
  integer :: i
  s = 0; m = -huge(m); r = 1; z = 0
  do i = 1, 100
    a(i) = i/8.0_16
  end do
  !$omp parallel do reduction(+:s, z) reduction(max:m) reduction(*:r) private(t)
  do i = 1, 100
    t = a(i)*2
    s = s + t
    m = max(m, t)
    if (i <= 10) r = r*i
    z = z + cmplx(t, -t, 16)
  end do
  print *, s, m
  print *, r
  print *, z
  s = 0
  !$omp parallel do
  do i = 1, 100
    !$omp atomic
    s = s + a(i)
  end do
  print *, s
  !$omp target teams distribute parallel do map(tofrom: a)
  do i = 1, 100
    a(i) = a(i) + 1
  end do
  print *, sum(a)
end program
!>    1262.50000000000000000000000000000000         25.0000000000000000000000000000000000
!>    3628800.00000000000000
!>                 (1262.50000000000000000000000000000000,-1262.50000000000000000000000000000000)
!>    631.250000000000000000000000000000000
!>    731.250000000000000000000000000000000
