program forall_masked_values
  integer :: a(4) = [10,20,30,40], b(4) = [1,0,2,0], k(4) = [1,-2000000000,2,2000000000], c(4), i
  c = 0
  !$omp target teams workdistribute
  forall (i=1:4, b(i) /= 0) a(i) = a(i) / b(i)
  forall (i=1:4, b(i) /= 0) c(i) = a(k(i))
  where (b /= 0) a = mod(a, b) + 100/b
  forall (i=1:4, b(i) > 0) c(k(i)) = c(i) + mod(5, b(i))
  !$omp end target teams workdistribute
  print *, a, c
end program
!>          100          20          51          40          10          21          20           0
