! What a procedure reads behind a barrier is not what it was before the call.
! stripped: no
subroutine s(x,r)
 implicit none
 integer x,r
 !$omp barrier
 r = x
end
program t
 use omp_lib
 implicit none
 integer x,r(0:3),i
 real(8) y
 x=0; r=0; y=1
 !$omp parallel num_threads(4) shared(x,r,y)
 if (omp_get_thread_num()==0) then
   do i=1,30000000
    y = y*0.9999999d0+1d0
   end do
   x = 5
 end if
 call s(x,r(omp_get_thread_num()))
 !$omp end parallel
 print *,r, y>0
end
!>            5           5           5           5 T
