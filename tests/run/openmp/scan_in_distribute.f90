! Scans inside DISTRIBUTE and in target regions.
program scan_in_distribute
  call part_1
  call part_2
contains
  subroutine part_1
    integer :: i, j, x, a(20), b(20,3)
    a = [(i, i=1,20)]
    x = 0; b = 0
    !$omp teams distribute private(x)
    do j = 1, 3
    x = j
    !$omp parallel do reduction(inscan,+: x)
    do i = 1, 20
      x = x + a(i)
      !$omp scan inclusive(x)
      b(i,j) = x
    end do
    b(20,j) = b(20,j) + 1000*x
    end do
    print *, x, b
    x = 0; b = 0
    !$omp target teams distribute private(x) map(to:a) map(tofrom:b)
    do j = 1, 3
    x = j
    !$omp parallel do reduction(inscan,+: x)
    do i = 1, 20
      x = x + a(i)
      !$omp scan inclusive(x)
      b(i,j) = x
    end do
    b(20,j) = b(20,j) + 1000*x
    end do
    print *, x, b
    x = 0; b = 0
    !$omp target map(to:a) map(tofrom:b,x)
    !$omp parallel do simd reduction(inscan,+: x)
    do i = 1, 20
      x = x + a(i)
      !$omp scan inclusive(x)
      b(i,1) = x
    end do
    !$omp end target
    print *, x, b(:,1)
    x = 0; b = 0
    !$omp target map(to:a) map(tofrom:b,x)
    !$omp simd reduction(inscan,+: x)
    do i = 1, 20
      b(i,1) = x
      !$omp scan exclusive(x)
      x = x + a(i)
    end do
    !$omp end target
    print *, x, b(:,1)
  end subroutine
  subroutine part_2
    integer :: i, x(2), a(20), b(20)
    real :: y
    a = [(i, i=1,20)]
    x = 1; b = 0; y = 0
    !$omp target teams map(to:a) map(tofrom:b, x, y)
    !$omp distribute parallel do reduction(inscan,+: y)
    do i = 1, 20
      y = y + a(i)
      !$omp scan inclusive(y)
      b(i) = int(y)
    end do
    !$omp end target teams
    print *, y, b
    !$omp target teams map(to:a) map(tofrom:b, x, y) num_teams(1)
    !$omp parallel
    !$omp do reduction(inscan,+: x)
    do i = 1, 20
      x(1) = x(1) + a(i)
      x(2) = x(2) + 1
      !$omp scan inclusive(x)
      b(i) = x(1) + 1000*x(2)
    end do
    !$omp end parallel
    !$omp end target teams
    print *, x, b
  end subroutine
end program
!>            0           2           4           7          11          16          22          29          37          46          56          67          79          92         106         121         137         154         172         191      211211           3           5           8          12          17          23          30          38          47          57          68          80          93         107         122         138         155         173         192      212212           4           6           9          13          18          24          31          39          48          58          69          81          94         108         123         139         156         174         193      213213
!>            0           2           4           7          11          16          22          29          37          46          56          67          79          92         106         121         137         154         172         191      211211           3           5           8          12          17          23          30          38          47          57          68          80          93         107         122         138         155         173         192      212212           4           6           9          13          18          24          31          39          48          58          69          81          94         108         123         139         156         174         193      213213
!>          210           1           3           6          10          15          21          28          36          45          55          66          78          91         105         120         136         153         171         190         210
!>          210           0           1           3           6          10          15          21          28          36          45          55          66          78          91         105         120         136         153         171         190
!>    210.000000               1           3           6          10          15          21          28          36          45          55          66          78          91         105         120         136         153         171         190         210
!>          211          21        2002        3004        4007        5011        6016        7022        8029        9037       10046       11056       12067       13079       14092       15106       16121       17137       18154       19172       20191       21211
