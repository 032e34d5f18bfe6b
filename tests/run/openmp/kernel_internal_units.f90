! WRITE to internal units, and with IOSTAT, by threads: the thread has the values at once.
program kernel_internal_units
 implicit none
 integer :: i,k,x(6)
 character(4) :: c(6),d(6),e(6),f(6)
 d='init';f='init'
 !$omp target teams distribute parallel do map(from:c)
 do i=1,6
  write(c(i),'(i4)') i*3
 end do
 print *,'A',c
 !$omp target teams distribute parallel do map(tofrom:d) map(from:x)
 do i=1,6
  if (mod(i,2)==0) then
   d(i)='half'
  else
  write(d(i),'(i4)') i*3
  end if
  x(i)=i
 end do
 print *,'B',d,x
 !$omp target map(from:e) private(k)
 do i=1,6
  k=0
 1 if (k>=i) goto 2
  k=k+1
  if (k==5) then
   e(i)='half'
   goto 3
  end if
  goto 1
 2 write(e(i),'(i4)') k
 3 continue
 end do
 !$omp end target
 print *,'C',e
 !$omp target teams distribute parallel do private(k) map(from:f)
 do i=1,6
  k=0
 11 if (k>=i) goto 12
  k=k+1
  if (k==5) then
   f(i)='half'
   goto 13
  end if
  goto 11
 12 write(f(i),'(i4)') k
 13 continue
 end do
 print *,'D',f
 !$omp target teams distribute parallel do map(from:x) private(k)
 do i=1,6
  block
   character(8) :: b
   write(b,'(i0)') i*7
   x(i)=len_trim(b)*100
   write(b,'(i1)',iostat=k) i
   x(i)=x(i)+k
  end block
 end do
 print *,'E',x
end program
!>  A   3   6   9  12  15  18
!>  B   3half   9half  15half           1           2           3           4           5           6
!>  C   1   2   3   4halfhalf
!>  D   1   2   3   4halfhalf
!>  E         100         200         200         200         200         200
