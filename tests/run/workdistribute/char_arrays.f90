program char_arrays
  implicit none
  character(len=3) :: a(10), b(10)
  character(len=7) :: w(10)
  character(len=1) :: one(10)
  integer :: k(10), i, m
  logical :: l(10)
  do i = 1, 10
    a(i) = achar(96 + i) // achar(75 - i) // 'z'
  end do
  b = 'mmm'
  w = '-------'
  !$omp target teams workdistribute map(tofrom: m)
  l = a < b
  where (a > 'ddd') b = a
  w(2:9) = a(1:8)
  one = a(:)(2:2)
  k = ichar(one)
  a(:)(1:1) = 'Q'
  w(1:3)(3:6) = 'abcd'
  m = count(a == b .or. l)
  b = b(10:1:-1)
  !$omp end target teams workdistribute
  print '(10a4)', a
  print '(10a4)', b
  print '(10a8)', w
  print '(10a2)', one
  print *, k
  print *, l, m
end program
!>  QJz QIz QHz QGz QFz QEz QDz QCz QBz QAz
!>  jAz iBz hCz gDz fEz eFz mmm mmm mmm mmm
!>  --abcd- aJabcd  bIabcd  cHz     dGz     eFz     fEz     gDz     hCz     -------
!>  J I H G F E D C B A
!>           74          73          72          71          70          69          68          67          66          65
!>  T T T T T T T T T T          10
