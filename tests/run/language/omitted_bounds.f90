! What a section leaves out is a declared bound, whatever the sign of the stride.
program omitted_bounds
  implicit none
  integer, parameter :: c(4) = [1, 2, 3, 4]
  integer :: a(4) = c, b(0:2, 3) = reshape([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3]), k
  k = -1
  print *, size(a(::-1)), size(a(:2:-1)), size(a(4::-1)), size(a(::k)), size(a(:1:-2))
  print *, size(c(::-1)), size(c(:2:-1)), size(c(4::-1)), size(c(3:2:-1))
  print *, shape(b(:1:-1, :)), shape(b(2::-1, ::-1)), shape(b(:0:-1, 1:3:2))
  print *, sum(a(::-1)), a(4:2:-1), c(4:3:-1)
  print *, sum(c(::-1))
end program
!>            0           0           1           0           1
!>            0           0           1           2
!>            0           3           1           0           1           2
!>            0           4           3           2           4           3
!>            0
