! options: -fcheck=pointer
! status: 2
! The shape of what is not allocated.
program p
 implicit none
 integer, allocatable :: a(:)
 allocate (a(3))
 print *, size(a)
 deallocate (a)
 print *, size(a)
end program
!>            3
