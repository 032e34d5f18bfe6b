program vector_components
  implicit none
  type tk
    real :: y
    integer :: k
    complex :: z
    character(4) :: c
    integer :: v(3)
  end type
  type to
    type(tk) :: in
  end type
  type(tk) :: st(4)
  type(to) :: o(4)
  integer :: ix(4)=[3,1,4,2], i
  logical :: l(4) = [.true.,.false.,.true.,.true.]
  character(5) :: ch(4) = ['abcde','fghij','klmno','pqrst']
  complex :: z(4) = 0
  do i = 1, 4
    st(i) = tk(i, i, (1,1), 'abcd', [1,2,3])
    o(i)%in = st(i)
  end do
  st(ix)%k = [10,20,30,40]
  print *, st%k
  where (l) st(ix)%k = [5,6,7,8]
  print *, st%k
  st(ix(2:3))%k = st(ix(3:4))%k
  st(ix)%v(2) = st%k
  st(ix(1:2))%z%im = [7,8]
  st(ix)%c(2:3) = ['xy','zw','uv','st']
  o(ix)%in%y = [5,6,7,8]
  z(ix)%re = [1,2,3,4]
  ch(ix)(2:2) = '*'
  where (.not. l) ch(ix)(4:5) = '++'
  !$omp target teams workdistribute
  st(ix)%k = st%k + 1
  where (l) o(ix)%in%v(3) = st%k
  z(ix(4:1:-1)) = z + (0.,1.)
  z(ix)%im = z%re + 5
  ch(ix(2:4))(1:2) = ch(1:3)(4:5)
  !$omp end target teams workdistribute
  print '(f5.1,i5,2f5.1,1x,a,3i5)', st
  print '(f5.1,i5,2f5.1,1x,a,3i5)', o
  print '(8f6.1)', z
  print *, ch
end program
!>           20          40          10          30
!>           20           8           5           7
!>   1.0    9  1.0  8.0 azwd    1    8    3
!>   2.0    9  1.0  1.0 astd    1    8    3
!>   3.0    8  1.0  7.0 axyd    1    7    3
!>   4.0    6  1.0  1.0 auvd    1    5    3
!>   6.0    1  1.0  1.0 abcd    1    2    3
!>   8.0    2  1.0  1.0 abcd    1    2    6
!>   5.0    3  1.0  1.0 abcd    1    2    9
!>   7.0    4  1.0  1.0 abcd    1    2    8
!>    1.0   7.0   2.0   9.0   3.0   6.0   4.0   8.0
!>  ++c++nohijk*mnoijrst
