program ranks_and_scatter
  implicit none
  integer :: v(12), m, i, h(5), sorted(12), r(12)
  v = [7,3,9,1,12,5,8,2,11,4,10,6]
  !$omp target teams workdistribute map(from: m)
  r = [(count(v <= v(i)), i=1,12)]
  sorted(r) = v
  m = (sorted(6) + sorted(7))/2
  h = [(count((v-1)/3 == i), i=0,4)]
  v = sorted(12:1:-1)
  v(r) = v
  v = v([(mod(i*5, 12)+1, i=1,12)])
  !$omp end target teams workdistribute
  print *, r; print *, sorted; print *, m, h; print *, v
end program
!>            7           3           9           1          12           5           8           2          11           4          10           6
!>            1           2           3           4           5           6           7           8           9          10          11          12
!>            6           3           3           3           3           0
!>            1           4           3          10           5          12           8           7           2          11           6           9
