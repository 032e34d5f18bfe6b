! status: 2
! Behind the last enumerator the program stops, where there is no STAT.
program p
  implicit none
  enumeration type :: t
    enumerator :: a, b
  end enumeration type
  type(t) :: x
  x = b
  print *, int(x)
  x = next(x)
  print *, 'not reached'
end program
!>            2
