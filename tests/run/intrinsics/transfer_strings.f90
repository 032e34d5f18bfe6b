! TRANSFER to arrays of strings whose length only the run knows.
program transfer_strings
  implicit none
  call one([character(5) :: 'abcde', 'fghij'], 4)
contains
  subroutine one(s, n)
    character(*), intent(in) :: s(:)
    integer, intent(in) :: n
    integer, allocatable :: bytes(:)
    character(len(s)) :: back(size(s))
    character(n) :: mold
    character(:), allocatable :: t(:)
    bytes = ichar(transfer(s, ['x']))
    print '(*(i0,1x))', bytes
    back = transfer(s, back)
    print '(*(a,"|"))', back
    t = transfer(s, [mold])
    print '(i0,1x,i0)', len(t), size(t)
    print '(*(a,"|"))', t(1:2)
    back = transfer('ABCDEFGHIJ', back, 2)
    print '(*(a,"|"))', back
  end subroutine
end program
!> 97 98 99 100 101 102 103 104 105 106
!> abcde|fghij|
!> 4 3
!> abcd|efgh|
!> ABCDE|FGHIJ|
