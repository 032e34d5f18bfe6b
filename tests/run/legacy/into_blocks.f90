! Branches into the blocks of IF constructs, by every kind of branch.
program p
 implicit none
 integer :: i, k, to, n
 i = 1
 go to 2
 if (i == 0) then
2 print *, 'two', i
  i = 0
  go to 3
 else if (i == 5) then
  print *, 'five'
 else
3 print *, 'three', i
  i = 2
 end if
 print *, i
 ! The construct itself still works.
 do k = 1, 4
  if (k == 4) go to 30
  if (k == 1) then
   print *, 'first'
  else if (k == 2) then
   print *, 'second'
30 continue
   if (k == 4) then
    print *, 'entered'
   end if
  else
   print *, 'other'
  end if
 end do
 n = 0
 assign 50 to to
10 continue
 if (n == 0) then
  n = 1
  go to to
  print *, 'never'
 else
  if (n == 1) then
50  n = n + 1
   print *, 'n', n
   if (n < 3) go to 10
   go to (60, 70), n - 2
  end if
60 print *, 'sixty'
 end if
70 print *, 'end', n
end program
!>  two           1
!>  three           0
!>            2
!>  first
!>  second
!>  other
!>  entered
!>  n           2
!>  sixty
!>  end           2
