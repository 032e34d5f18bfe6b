! regions: on the device
! Threads of kernels write arrays, sections and strings: the host gets them as they were when the thread came to the statement.
program kernel_output_arrays
  implicit none
  integer :: i, n
  integer(8) :: wide(2, 3)
  real :: a(4, 6)
  complex :: z(2)
  logical(1) :: flags(3)
  character(20) :: name
  character(3) :: letters(2)
  character(12) :: form
  a = 0
  n = 3
  !$omp target teams distribute parallel do map(tofrom: a) map(to: n)
  do i = 1, 6
    a(1, i) = i
    a(2, i) = 2 * i
    a(3, i) = 3 * i
    a(4, i) = 4 * i
    if (i == 3) then
      print *, 'column', i, a(:, i)
      a(2, i) = -1
      print *, a(1:n, i)
      print *, a(4:1:-1, i)
      write (*, '(4f6.2)') a(:, i)
    end if
  end do
  print *, sum(a)
  !$omp target teams distribute parallel do private(name, letters, z, flags, wide)
  do i = 1, 6
    name = 'thread ' // achar(64 + i)
    letters(1) = name(1:3)
    letters(2) = name(7:8)
    z(1) = cmplx(i, -i)
    z(2) = conjg(z(1))
    flags(1) = i > 2
    flags(2) = i > 3
    flags(3) = i > 5
    wide(1, 1) = i * 10000000000_8
    wide(2, 1) = 2
    wide(1, 2) = 3
    wide(2, 2) = 4
    wide(1, 3) = 5
    wide(2, 3) = 6
    if (i == 5) then
      print *, name, '|', trim(name), '|', name(1:i)
      print *, letters
      print *, z, flags
      print *, wide
      print *, wide(2, :)
      name = 'other'
      write (*, '(a, l2)') trim(name), flags(1)
    end if
  end do
  form = '(3i5)'
  !$omp target teams distribute parallel do map(to: form)
  do i = 1, 6
    if (i == 2) then
      write (*, form) i, i + 1, i + 2
      print '(i0,' // 'a)', i, 'x'
    end if
  end do
end program
!>  column           3   3.00000000       6.00000000       9.00000000       12.0000000
!>    3.00000000      -1.00000000       9.00000000
!>    12.0000000       9.00000000      -1.00000000       3.00000000
!>   3.00 -1.00  9.00 12.00
!>    203.000000
!>  thread E            |thread E|threa
!>  thr E
!>             (5.00000000,-5.00000000)             (5.00000000,5.00000000) T T F
!>           50000000000                    2                    3                    4                    5                    6
!>                     2                    4                    6
!> other T
!>     2    3    4
!> 2x
