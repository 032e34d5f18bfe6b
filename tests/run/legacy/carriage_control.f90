! options: -fdec
! OPEN of VAX Fortran: CARRIAGECONTROL, SHARE, READONLY, SHARED, NOSHARED.
program p
 implicit none
 character(20) :: word(2)
 character(80) :: message
 integer :: u, ios
 character(*), parameter :: file = 'ferrotran_carriage.txt'
 call show('list')
 call show('none')
 call show('fortran')
 open (newunit=u, file=file)
 inquire (u, carriagecontrol=word(1), share=word(2))
 print *, word
 close (u)
 open (newunit=u, file=file, noshared, carriagecontrol='fortran')
 inquire (u, carriagecontrol=word(1), share=word(2))
 print *, word
 write (u, '(a)', advance='no') '0par'
 write (u, '(a)') 'tial'
 close (u)
 open (newunit=u, file=file, readonly, shared)
 inquire (u, action=word(1), share=word(2))
 print *, word
 close (u, status='delete')
 inquire (file=file, size=ios)
 print *, 'still there', ios
 word(1) = 'write'
 open (newunit=u, file=file, readonly, action=trim(word(1)), iostat=ios, iomsg=message)
 print *, ios /= 0, trim(message)
 open (newunit=u, file=file, share='nonsense', iostat=ios)
 print *, ios /= 0
 open (newunit=u, file=file)
 close (u, status='delete')
contains
 subroutine show(how)
  character(*), intent(in) :: how
  character(1) :: c
  integer :: u, i, n
  open (newunit=u, file=file, carriagecontrol=how, status='replace')
  write (u, '(a)') '+over', '-one', '0two', '1page', '$prompt', ' plain', ''
  close (u)
  open (newunit=u, file=file, access='stream', form='unformatted')
  inquire (u, size=n)
  do i = 1, n
   read (u) c
   if (c < ' ') then
    write (*, '(a,i0,a)', advance='no') '<', ichar(c), '>'
   else
    write (*, '(a)', advance='no') c
   end if
  end do
  print *
  close (u, status='delete')
 end subroutine
end program
!> +over<10>-one<10>0two<10>1page<10>$prompt<10> plain<10><10>
!> +over-one0two1page$prompt plain
!> over<13><10>one<13><10><10>two<13><12>page<13><10>prompt<10>plain<13><10><13>
!>  LIST                NODENY
!>  FORTRAN             DENYRW
!>  READ                DENYNONE
!>  still there          10
!>  T ACTION conflicts with READONLY in OPEN statement
!>  T
