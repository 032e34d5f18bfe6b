program derived_manipulation
  implicit none
  type node
    integer :: id
    real :: pos(2,2)
    character(3) :: nm
    logical :: on
  end type
  type(node) :: a(2,3), b(3,2), c(6)
  type(node), allocatable :: d(:)
  integer :: i, j
  do j = 1, 3; do i = 1, 2
    a(i,j) = node(i*10+j, reshape([i*1.,j*2.,3.,4.],[2,2]), achar(64+i)//achar(64+j)//'x', mod(i+j,2)==0)
  end do; end do
  !$omp target teams workdistribute
  b = transpose(a)
  c = reshape(b, [6])
  c(1:5) = c(2:6)
  d = pack(a, a%on)
  a = cshift(a, 1, 2)
  where (a%id > 12) a%id = -a%id
  a%pos(1,2) = a%pos(2,1) + sum(c%pos(1,1))
  c(6:1:-2)%nm = c(1:6:2)%nm(2:3)
  b(:,1) = b(3:1:-1,2)
  b%on = .not. b%on .or. b%id == 12
  !$omp end target teams workdistribute
  print '(i5,4f7.1,1x,a,l2)', a, b, c, d
end program
!>    12    1.0    4.0   14.0    4.0 ABx F
!>   -22    2.0    4.0   14.0    4.0 BBx T
!>   -13    1.0    6.0   16.0    4.0 ACx T
!>   -23    2.0    6.0   16.0    4.0 BCx F
!>    11    1.0    2.0   12.0    4.0 AAx T
!>   -21    2.0    2.0   12.0    4.0 BAx F
!>    23    2.0    6.0    3.0    4.0 BCx T
!>    22    2.0    4.0    3.0    4.0 BBx F
!>    21    2.0    2.0    3.0    4.0 BAx T
!>    21    2.0    2.0    3.0    4.0 BAx T
!>    22    2.0    4.0    3.0    4.0 BBx F
!>    23    2.0    6.0    3.0    4.0 BCx T
!>    12    1.0    4.0    3.0    4.0 ABx F
!>    13    1.0    6.0    3.0    4.0 Cx  T
!>    21    2.0    2.0    3.0    4.0 BAx F
!>    22    2.0    4.0    3.0    4.0 Ax  T
!>    23    2.0    6.0    3.0    4.0 BCx F
!>    23    2.0    6.0    3.0    4.0 Bx  F
!>    11    1.0    2.0    3.0    4.0 AAx T
!>    22    2.0    4.0    3.0    4.0 BBx T
!>    13    1.0    6.0    3.0    4.0 ACx T
