! regions: on the device
! Strings of deferred length of threads: they grow, shrink, and are put together of themselves.
program deferred
  implicit none
  integer :: i, a(8)
  character(:), allocatable :: t
  character(5) :: c(8)
  !$omp target teams distribute parallel do map(from: a, c) private(t)
  do i = 1, 8
    block
      character(:), allocatable :: s
      allocate (character(i) :: s)
      s(:) = 'abcdefghi'
      t = s(2:) // 'Z'
      s = t // t
      c(i) = s
      a(i) = len(s)
      deallocate (s)
      if (allocated(s)) a(i) = -1
      t = trim(t // '   ')
      a(i) = a(i) + 100 * len(t)
      deallocate (t)
    end block
  end do
  print '(8i5)', a
  !$omp target teams distribute parallel do map(from: a)
  do i = 1, 8
    block
      character(:), allocatable :: s
      s = repeat('x', i)
      s = s // 'yz'
      a(i) = len(s) + index(s, 'y')
    end block
  end do
  print '(8i5)', a
  print '(8a6)', c
end program
!>   102  204  306  408  510  612  714  816
!>     5    7    9   11   13   15   17   19
!>  ZZ    bZbZ  bcZbc bcdZb bcdeZ bcdef bcdef bcdef
