! Bounds remapping of pointers to strings of deferred length.
program main
  character(:), allocatable, target :: c(:)
  character(:), pointer :: s(:), m(:,:)
  allocate(c, source = ['abc', 'def', 'ghi', 'jkl'])
  s(-2:-1) => c(2:3)
  print *, lbound(s), len(s), s
  m(1:2, 0:1) => c
  print *, lbound(m), len(m), m(2, :)
  s(1:2) => c(::2)
  print *, s
end program
!>           -2           3 defghi
!>            1           0           3 defjkl
!>  abcghi
