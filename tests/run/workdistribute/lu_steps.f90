program lu_steps
  implicit none
  integer, parameter :: rk = selected_real_kind(15), ik = selected_int_kind(18)
  integer :: i, j
  real(rk), dimension(8,8) :: a, l, u
  real(rk) :: d, x(8), y(8)
  do j = 1, 8; do i = 1, 8; a(i,j) = 1._rk/(i+j-1) + merge(2._rk, 0._rk, i==j); end do; end do
  u = a; l = 0
  do j = 1, 7
    !$omp target teams workdistribute
    l(j+1:, j) = u(j+1:, j) / u(j, j)
    u(j+1:, j:) = u(j+1:, j:) - spread(l(j+1:, j), 2, 9-j) * spread(u(j, j:), 1, 8-j)
    !$omp end target teams workdistribute
  end do
  do j = 1, 8; l(j,j) = 1; end do
  !$omp target teams workdistribute map(from: d)
  d = maxval(abs(matmul(l, u) - a))
  x = [(u(i,i), i=1,8)]
  y = product(spread(x, 2, 8), 1)
  !$omp end target teams workdistribute
  print *, d < 1e-12_rk
  print '(8f10.6)', u, x, y
end program
!>  T
!>   3.000000  0.000000  0.000000  0.000000  0.000000  0.000000  0.000000  0.000000
!>   0.500000  2.250000  0.000000  0.000000  0.000000  0.000000  0.000000  0.000000
!>   0.333333  0.194444  2.146159  0.000000  0.000000  0.000000  0.000000  0.000000
!>   0.250000  0.158333  0.125206  2.103577  0.000000  0.000000  0.000000  0.000000
!>   0.200000  0.133333  0.109112  0.092585  2.080254  0.000000  0.000000  0.000000
!>   0.166667  0.115079  0.096536  0.083492  0.073487  2.065512  0.000000  0.000000
!>   0.142857  0.101190  0.086493  0.075928  0.067650  0.060927  2.055346  0.000000
!>   0.125000  0.090278  0.078309  0.069571  0.062607  0.056866  0.052036  2.047911
!>   3.000000  2.250000  2.146159  2.103577  2.080254  2.065512  2.055346  2.047911
!> 551.142881551.142881551.142881551.142881551.142881551.142881551.142881551.142881
