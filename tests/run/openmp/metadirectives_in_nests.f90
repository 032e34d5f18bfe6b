! A metadirective between the loops of a nest: where it comes to nothing the loops may be collapsed.
program metadirectives_in_nests
  implicit none
  integer :: a(0:10, 0:5), b(0:10, 0:5), i, j, s
  logical :: parallel
  parallel = .true.
  a = 0
  b = 0
  !$omp metadirective when(user={condition(.false.)}: target teams distribute parallel do simd collapse(2)) &
  !$omp&  otherwise(target teams loop collapse(2))
  do j = 0, 5
    !$omp metadirective when(user={condition(.false.)}: simd)
    do i = 0, 10
      a(i, j) = 10*i + j
    end do
  end do
  print *, sum(a), a(10, 5)
  !$omp metadirective when(user={condition(parallel)}: parallel do collapse(2))
  do 50 j = 0, 5
    !$omp metadirective when(user={condition(.true.)}: nothing) otherwise(simd)
    do 51 i = 0, 10
      b(i, j) = 10*i + j
   51 continue
   50 continue
  print *, all(a == b)
  s = 0
  !$omp parallel do collapse(2) reduction(+: s)
  do j = 0, 5
    !$omp begin metadirective when(user={condition(.true.)}: nothing)
    do i = 0, 10
      s = s + a(i, j)
    end do
    !$omp end metadirective
  end do
  print *, s
end program
!>         3465         105
!>  T
!>         3465
