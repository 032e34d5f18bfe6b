 integer :: a2(24,24)
 integer :: i,j,n
 n=20+command_argument_count()
 do j=1,24
 do i=1,24
  a2(i,j)=mod(i*17+j*29,101)
 end do
 end do
  do j=1,n
   do i=1,20
    a2(i+1,2) = a2(i,j)+1
   end do
  end do
 print '(10i5)',a2(:,2)
end
!>    75   93    9   26   43   60   77   94   10   27
!>    44   61   78   95   11   28   45   62   79   96
!>    12   28   45   62
