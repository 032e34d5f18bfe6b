! stripped: no
program race
 use omp_lib
 integer, parameter :: n=64
 integer :: a(n), own(n), i, r, t
 integer :: bad
 own=[(mod(i,2),i=1,n)]
 a=0
 !$omp parallel num_threads(2) private(t,r)
 t=omp_get_thread_num()
 do r=1,2000000
  where (own==t) a=a+1
 end do
 !$omp end parallel
 bad=count(a/=2000000)
 print *,bad
end
!>            0
