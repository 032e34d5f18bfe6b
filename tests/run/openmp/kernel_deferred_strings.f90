! regions: on the device
! Kernels read and change strings of deferred length, of variables and of components, and write them.
program kernel_deferred_strings
  implicit none
  type holder
    character(:), allocatable :: text
    integer :: n = 0
  end type
  integer :: i, codes(5)
  character(:), allocatable :: s, t, list(:), table(:, :)
  character(3) :: parts(5)
  type(holder) :: h
  s = 'hello'
  t = repeat('.', 10)
  !$omp target teams distribute parallel do map(to: s) map(from: codes)
  do i = 1, 5
    codes(i) = iachar(s(i:i)) + len(s)
  end do
  print *, codes
  !$omp target teams distribute parallel do map(tofrom: t) map(to: s)
  do i = 1, len(t), 2
    t(i:i) = s((i + 1) / 2:(i + 1) / 2)
  end do
  print *, t
  !$omp target teams distribute parallel do map(to: s) map(from: parts)
  do i = 1, 5
    parts(i) = s(i:)
    if (s > 'help') parts(i) = '???'
    if (i == 2) print *, s, '|', s(i:), len_trim(s)
  end do
  print *, parts
  h%text = 'component'
  !$omp target map(tofrom: h)
  h%text(1:4) = 'COMP'
  h%n = len(h%text)
  !$omp end target
  print *, h%text, h%n
  allocate (character(5) :: list(3), table(2, 3))
  list = 'abcde'
  table = 'xyz'
  !$omp target teams distribute parallel do map(tofrom: list, table)
  do i = 1, 3
    list(i)(2:2) = achar(48 + i)
    table(1, i)(2:4) = list(i)(1:3)
    table(2, i) = 'n' // achar(48 + i)
    if (i == 2) print *, list(i), table(1, i)
  end do
  print *, list, table
end program
!>          109         106         113         113         116
!>  h.e.l.l.o.
!>  hello|ello           5
!>  helellllolo o
!>  COMPonent           9
!>  a2cdexa2
!>  a1cdea2cdea3cdexa1n1 xa2n2 xa3n3
