! Records of a direct file one after the other, and out of order, in files that are written and read in turn.
program records
  implicit none
  integer :: i, k(5), u
  open (newunit=u, status='scratch', form='unformatted', access='direct', recl=20)
  do i = 1, 3000
    write (u, rec=i) i, i * 2, i * 3, i * 4, i * 5
  end do
  read (u, rec=3000) k
  print *, k
  read (u, rec=1) k
  print *, k
  write (u, rec=3001) -k
  write (u, rec=3002) k
  write (u, rec=7) -k
  write (u, rec=8) k
  read (u, rec=3001) k
  print *, k
  do i = 6, 9
    read (u, rec=i) k
    print *, k
  end do
  write (u, rec=3005) k
  read (u, rec=3005) k(5:1:-1)
  print *, k
  close (u)
end program
!>         3000        6000        9000       12000       15000
!>            1           2           3           4           5
!>           -1          -2          -3          -4          -5
!>            6          12          18          24          30
!>           -1          -2          -3          -4          -5
!>            1           2           3           4           5
!>            9          18          27          36          45
!>           45          36          27          18           9
