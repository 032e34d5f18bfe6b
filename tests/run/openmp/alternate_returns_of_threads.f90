! Threads that call a procedure with alternate returns have a choice each.
program alternate_returns_of_threads
 implicit none
 integer :: i,r(9),q(9),s(3)
 r=0;q=0
 !$omp target teams distribute parallel do map(tofrom:r)
 do i=1,9
  call alt(i,*10,*20)
  r(i)=1
  goto 30
10 r(i)=10
  goto 30
20 r(i)=100
30 r(i)=r(i)+1000
 end do
 print *,r
 !$omp target teams distribute parallel do map(tofrom:q)
 do i=1,9
  goto(11,21), mod(i,3)
  q(i)=1
  goto 31
11 q(i)=10
  goto 31
21 q(i)=100
31 q(i)=q(i)+1000
 end do
 print *,q
 s = 0
 !$omp parallel do num_threads(4) reduction(+:s)
 do i=1,20000
  call alt(i,*50,*60)
  s(3)=s(3)+1
  goto 70
50 s(1)=s(1)+1
  goto 70
60 s(2)=s(2)+1
70 continue
 end do
 print *,s
contains
 subroutine alt(i,*,*)
  integer, intent(in) :: i
  if (mod(i,3)==1) return 1
  if (mod(i,3)==2) return 2
 end subroutine
end program
!>         1010        1100        1001        1010        1100        1001        1010        1100        1001
!>         1010        1100        1001        1010        1100        1001        1010        1100        1001
!>         6667        6667        6666
