! Every atomic read looks at the storage.
! stripped: no
program t
 use omp_lib
 implicit none
 integer x,i,f,y
 x=0; f=0; y=0
 !$omp parallel num_threads(2) shared(x,f,y) private(i)
  if (omp_get_thread_num()==1) then
   x = 7
   !$omp atomic write release
   f = 1
  else
   do
    !$omp atomic read acquire
    i = f
    if (i==1) exit
   end do
   y = y+x
  end if
 !$omp end parallel
 print *,y
end
!>            7
