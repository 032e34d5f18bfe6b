! Constants whose bits pass through logicals.
program p
 implicit none
 integer, parameter :: answer = transfer(transfer(42, .true.), 0)
 real(8), parameter :: root(1) = transfer(transfer(sqrt(2d0), [.true.]), [0d0], 1)
 integer, parameter :: many(4) = transfer(transfer([42, 43, 44, 45], [.false.]), [0])
 integer, parameter :: some(2) = transfer(transfer([42, 43, 44, 45], .false., 2), [0])
 logical, parameter :: yes = transfer(transfer(.true., 0), .false.)
 integer :: n = 7
 print *, answer, root == sqrt(2d0), many, some, yes
 print *, transfer(transfer(n, .true.), 0), transfer(transfer(1.5, .true.), 1.0)
end program
!>           42 T          42          43          44          45          42          43 T
!>            7   1.50000000
