program complex_chain
  implicit none
  integer :: i
  complex(8) :: z(6), w(6), s, p, mm(2,3), nn(3,2), q(2,2)
  real(8) :: r(6)
  logical :: m(6)
  z = [(cmplx(0.3d0*i, 1d0-0.2d0*i, 8), i=1,6)]
  mm = reshape(z, [2,3]); nn = reshape(z(6:1:-1), [3,2])
  !$omp target teams workdistribute defaultmap(tofrom: scalar)
  w = sqrt(z) + exp(z) + log(z) + sin(z) - cos(z) + tan(z) + sinh(z) * cosh(z) + tanh(z) + z**2 + z**0.5d0 + z**(0.3d0,0.1d0)
  s = sum(w); p = product(z)
  r = abs(w) + aimag(z)*real(w)
  m = z == cmplx(real(z), aimag(z), 8) .and. w /= z
  q = matmul(mm, nn) + conjg(transpose(matmul(mm, nn)))
  s = s + dot_product(z, w) + dot_product(z(1:3), [1d0,2d0,3d0])
  w%re = w(6:1:-1)%im; w(2:6)%im = w(1:5)%im
  z(1:5) = z(2:6) / w(5:1:-1)
  !$omp end target teams workdistribute
  print '(4f16.8)', z, w, s, p, q, r
  print *, m
end program
!>       0.11036894      0.02247917      0.12249689     -0.04711419
!>       0.11003112     -0.11819981      0.00130011     -0.20639323
!>      -0.13534096     -0.09656470      1.80000000     -0.20000000
!>      -8.11451659      7.26739194      0.04577853      7.26739194
!>       4.15665326      6.28291010      5.30625702      5.30625702
!>       6.28291010      4.15665326      7.26739194      0.04577853
!>     216.85659402      6.13771655     -1.84752000      1.46808000
!>       7.70000000      0.00000000      5.90000000     -1.44000000
!>       5.90000000      1.44000000      3.20000000      0.00000000
!>       9.54202519     11.01574071     13.59464579     17.40029925
!>      31.65735920     18.91174844
!>  T T T T T T
