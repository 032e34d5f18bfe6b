program location_options
  implicit none
  integer :: i, l1(2), l2(2), l3, l4(4), l5(3), l6(1)
  integer(8) :: l7(2)
  real(8) :: a(3,4), nan
  integer :: k(10)
  logical :: m(3,4), lg(6)
  character(2) :: c(5)
  a = reshape([5d0,1d0,7d0,1d0,7d0,2d0,0d0,7d0,0d0,3d0,3d0,3d0],[3,4])
  k = [3,1,4,1,5,9,2,6,5,3]; c = ['bb','aa','dd','aa','dd']
  m = a > 1; lg = [.false.,.true.,.false.,.true.,.true.,.false.]
  !$omp target teams workdistribute defaultmap(tofrom:scalar)
  l1 = maxloc(a, back=.true.); l2 = minloc(a, mask=m, back=.true.)
  l3 = findloc(k, 5, 1, back=.true.)
  l4 = minloc(a, 1, m); l5 = maxloc(a, dim=2, mask=m, back=.true.)
  l6 = findloc(lg, .true., mask=[.true.,.false.,.true.,.true.,.false.,.true.])
  l7 = findloc(a, 3d0, back=.true., kind=8)
  l3 = l3 * 100 + maxloc(k, 1, k < 5) + 10000*findloc(c, 'dd', 1) + minloc(k, 1, .false.)
  l4 = l4 + findloc(a, 7d0, dim=1, mask=a>0)
  l5 = l5*10 + findloc(m, .false., dim=2, back=.true.)
  !$omp end target teams workdistribute
  print *, l1, l2, l3, l4, l5, l6, l7
end program
!>            2           3           3           2       30903           4           5           4           1          13          31          13           4                    3                    4
