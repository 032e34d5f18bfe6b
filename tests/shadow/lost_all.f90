program lost_all
  integer :: a(10), b(10), c(10), s, i
  a = 1; b = 2; c = 3; s = 4
  !$omp target map(to: a)
  a = 5
  !$omp end target
  !$omp target data map(to: b)
  !$omp target teams distribute parallel do
  do i = 1, 10
    b(i) = i * i + 7
  end do
  !$omp end target data
  !$omp target map(to: s)
  s = 9
  !$omp end target
  !$omp target map(to: c)
  c = 8
  !$omp end target
  c(2:) = 0
  print *, sum(a), b(3)
  print *, s
  print *, c(1)
end program
! finds: the target region at lost_all.f90:4 stores in 'a' is lost: it is mapped to the device only | lost_all.f90:20
! finds: the target region at lost_all.f90:8 stores in 'b' is lost: it is mapped to the device only | lost_all.f90:20
! finds: the target region at lost_all.f90:13 stores in 's' is lost: it is mapped to the device only | lost_all.f90:21
! finds: the target region at lost_all.f90:16 stores in 'c' is lost: it is mapped to the device only | lost_all.f90:22
