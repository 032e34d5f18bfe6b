program location_kinds
  implicit none
  integer :: i
  integer :: a(4,5), loc2(2), l5(5), l4(4), k
  integer(8) :: k8(2), k8b(5)
  integer(2) :: k2(4)
  real :: x(9), nanv(4), inf
  real(8) :: e(0)
  logical :: msk(4,5)
  character(2) :: s(5)
  integer :: ms(1), p1(1)
  a = reshape([(mod(i*11, 7), i=1,20)], [4,5])
  x = [3.,1.,3.,1.,5.,5.,0.,0.,3.]
  s = ['bb','aa','cc','aa','cc']
  k = 0; inf = 0
  !$omp target teams workdistribute map(tofrom: k)
  msk = a > 2
  loc2 = maxloc(a)
  l5 = maxloc(a, dim=1, back=.true.)
  l4 = minloc(a, 2, msk)
  k8 = minloc(a, kind=8, back=.true.)
  k8b = maxloc(a, 1, msk, kind=8)
  k2 = minloc(a, dim=2, kind=2, back=.true.)
  k = maxloc(x, 1) + 100*maxloc(x, 1, back=.true.)
  ms = minloc(x, mask=x>0.5)
  p1 = maxloc(e)
  !$omp end target teams workdistribute
  print *, loc2, l5, l4
  print *, k8, k8b, k2, k, ms, p1
  !$omp target teams workdistribute map(tofrom: k)
  loc2 = findloc(a, 3)
  l5 = findloc(a, 6, dim=1)
  l4 = findloc(a, 4, dim=2, mask=msk, back=.true.)
  k = findloc(x, 5.0, dim=1, back=.true.)
  ms = findloc(x, 8.0)
  k8 = findloc(msk, .true., kind=8, back=.true.)
  p1 = 1
  !$omp end target teams workdistribute
  print *, loc2, l5, l4, k, ms, k8, p1
  nanv = [1.0, 2.0, 3.0, 0.5]
  !$omp target teams workdistribute map(tofrom: k, inf)
  nanv(2) = sqrt(-abs(nanv(1)))
  inf = maxval(nanv)
  k = maxloc(nanv, 1)*10 + minloc(nanv, 1)
  l4 = merge(1, 0, nanv == nanv)
  l5(1:2) = [maxloc(pack(x, x<0), 1), minloc(x(5:4), 1)]
  k8 = [size(a,1,kind=8), count(a==0,kind=8)]
  !$omp end target teams workdistribute
  print *, inf, k, l4, l5(1:2), k8
  print *, maxval(e) == -huge(1d0), minval(e) == huge(1d0)
end program
!>            1           2           3           1           4           3           3           4           2           4           5
!>                     2                    4                    3                    1                    4                    3                    3      3      4      2      4         605           2           0
!>            2           2           0           1           4           0           3           1           0           4           2           6           0                    4                    5           1
!>    3.00000000              34           1           0           1           1           0           0                    4                    2
!>  T T
