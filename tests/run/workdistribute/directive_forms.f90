! IF clause, separate directives, ASSOCIATE, user-defined operations.
program directive_forms
  implicit none
  real :: a(100), b(100), c(10,10)
  integer :: i, n
  logical :: go
  common /blk/ u(20), k(20)
  real :: u
  integer :: k
  real :: e1(10), e2(5)
  equivalence (e1(6), e2(1))
  a = [(sin(0.1*i), i=1,100)]; b = 0; n = 100; go = .false.
  u = 1; k = 2; e1 = [(real(i), i=1,10)]
  !$omp target if(go) map(to: a) map(from: b)
  !$omp teams
  !$omp workdistribute
  b = a*2
  !$omp end workdistribute
  !$omp end teams
  !$omp end target
  !$omp target
  !$omp teams num_teams(4) thread_limit(32)
  block
    !$omp workdistribute
    block
      u = u + k
      k(1:10) = k(20:11:-1) * 3
      e2 = e1(1:5) + e2
    end block
  end block
  !$omp end teams
  !$omp end target
  !$omp teams workdistribute
  c = spread(a(1:10), 2, 10) * spread(a(11:20), 1, 10)
  b(1:10) = sum(c, dim=2)
  !$omp end teams workdistribute
  print '(6f10.5)', b(1:12), sum(c), sum(b)
  print *, u, k, e1
  associate (p => a(1:50), q => b(51:100))
    !$omp target teams workdistribute
    q = p + 1
    p = q(50:1:-1)
    !$omp end target teams workdistribute
  end associate
  print '(6f10.5)', a(1:6), b(51:56)
end program
!>    0.95745   1.90532   2.83417   3.73469   4.59790   5.41517
!>    6.17833   6.87975   7.51244   8.07007   1.78241   1.86408
!>   48.08529  74.26429
!>    3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000       3.00000000               6           6           6           6           6           6           6           6           6           6           2           2           2           2           2           2           2           2           2           2   1.00000000       2.00000000       3.00000000       4.00000000       5.00000000       7.00000000       9.00000000       11.0000000       13.0000000       15.0000000
!>    0.04108   0.01755   0.00384   0.00008   0.00631   0.02247
!>    1.09983   1.19867   1.29552   1.38942   1.47943   1.56464
