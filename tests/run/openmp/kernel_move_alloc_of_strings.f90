! regions: on the device
! Threads move strings of deferred length from one variable to another.
program kernel_move_alloc_of_strings
  implicit none
  integer :: i, n(20), m(20)
  character(4) :: c(20)
  n = 0
  !$omp target teams distribute parallel do map(from: n, m, c)
  do i = 1, 20
    block
      character(:), allocatable :: s, t
      t = 'old'
      s = repeat(achar(96 + i), mod(i, 4) + 1)
      call move_alloc(s, t)
      n(i) = len(t)
      c(i) = t
      if (allocated(s)) n(i) = -1
      s = t // '!'
      call move_alloc(t, s)
      m(i) = len(s) * 10
      if (.not. allocated(t)) m(i) = m(i) + 1
      call move_alloc(t, s)
      if (allocated(s)) m(i) = -1
    end block
  end do
  print '(20i3)', n
  print '(20i3)', m
  print '(20a4)', c
end program
!>   2  3  4  1  2  3  4  1  2  3  4  1  2  3  4  1  2  3  4  1
!>  21 31 41 11 21 31 41 11 21 31 41 11 21 31 41 11 21 31 41 11
!> aa  bbb ccccd   ee  fff ggggh   ii  jjj kkkkl   mm  nnn oooop   qq  rrr sssst
