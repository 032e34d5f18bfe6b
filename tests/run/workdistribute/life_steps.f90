program life_steps
  implicit none
  integer :: i, j, n
  integer, allocatable :: life(:,:), nb(:,:)
  n = 10
  allocate(life(n,n), nb(n,n)); life = 0
  life(3,2) = 1; life(4,3) = 1; life(2:4,4) = 1
  do i = 1, 15
    !$omp target teams workdistribute
    nb = cshift(life,1,1) + cshift(life,-1,1)
    nb = nb + cshift(life,1,2) + cshift(life,-1,2)
    nb = nb + cshift(cshift(life,1,1),1,2) + cshift(cshift(life,-1,1),1,2) + cshift(cshift(life,1,1),-1,2) + cshift(cshift(life,-1,1),-1,2)
    life = merge(1, 0, nb == 3 .or. (nb == 2 .and. life == 1))
    !$omp end target teams workdistribute
  end do
  print '(10i2)', life
end program
!>  0 0 0 0 0 0 0 0 0 0
!>  0 0 0 0 0 0 0 0 0 0
!>  0 0 0 0 0 0 0 0 0 0
!>  0 0 0 0 0 0 0 0 0 0
!>  0 0 0 0 0 0 0 0 0 0
!>  0 0 0 0 0 1 0 0 0 0
!>  0 0 0 0 0 0 1 1 0 0
!>  0 0 0 0 0 1 1 0 0 0
!>  0 0 0 0 0 0 0 0 0 0
!>  0 0 0 0 0 0 0 0 0 0
