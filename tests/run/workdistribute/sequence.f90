program sequence
  implicit none
  integer :: a(64), b(64), c(64), i, k
  a = [(i, i = 1, 64)]
  b = 2
  c = 0
  !$omp target teams workdistribute
  a = b
  b = a + 1
  c = a + b
  a(1:32) = c(33:64)
  c = a - c
  !$omp end target teams workdistribute
  !$omp target teams workdistribute
  b(3:) = b(:62) + c(2:63)
  c(1) = 5
  a = c(1) + b
  c(1) = a(64)
  b = c(1)
  b(7) = 9
  b = b(7) + b
  !$omp end target teams workdistribute
  a = a + 1
  !$omp target teams workdistribute
  c = a + b
  !$omp end target teams workdistribute
  do k = 1, 10
    b = b + k
    !$omp target teams workdistribute if(k > 5)
    a = a + b
    b(k) = a(k)
    !$omp end target teams workdistribute
  end do
  print '(8i7)', a, b, c
end program
!>     450    561    656    735    794    825    928    751
!>     610    369    369    369    369    369    369    369
!>     369    369    369    369    369    369    369    369
!>     369    369    369    369    369    369    369    369
!>     369    366    366    366    366    366    366    366
!>     366    366    366    366    366    366    366    366
!>     366    366    366    366    366    366    366    366
!>     366    366    366    366    366    366    366    366
!>      78     93    110    130    154    183    246    260
!>     310    369     69     69     69     69     69     69
!>      69     69     69     69     69     69     69     69
!>      69     69     69     69     69     69     69     69
!>      69     69     69     69     69     69     69     69
!>      69     69     69     69     69     69     69     69
!>      69     69     69     69     69     69     69     69
!>      69     69     69     69     69     69     69     69
!>      23     23     23     23     23     23     27     23
!>      23     23     23     23     23     23     23     23
!>      23     23     23     23     23     23     23     23
!>      23     23     23     23     23     23     23     23
!>      23     20     20     20     20     20     20     20
!>      20     20     20     20     20     20     20     20
!>      20     20     20     20     20     20     20     20
!>      20     20     20     20     20     20     20     20
