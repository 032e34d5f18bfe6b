! Formats that begin with a parenthesis and are no control list; numbers of records.
! stdin: 12 34
program p
 implicit none
 character(10) :: w
 print ('(') // 'a)', 'text'
 read ('(') // 'a)', w
 print *, w
end program
!> text
!>  12 34
