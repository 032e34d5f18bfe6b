! offload: default
! deep allocatable components, arrays of such objects, whole & partial updates, nested mappers with implicit maps
module m
  implicit none
  type leaf
    real(8), allocatable :: x(:)
    character(:), allocatable :: tag
    integer :: k = 0
  end type
  type branch
    type(leaf), allocatable :: l(:,:)
    type(leaf) :: fix(2)
    integer, pointer :: ext(:) => null()
    integer :: ne = 0
  end type
  type tree
    type(branch), allocatable :: b(:)
    class(leaf), allocatable :: poly
    character(:), allocatable :: names(:)
  end type
  !$omp declare mapper(branch :: br) map(br, br%ext(1:br%ne))
end module
program objects_at_any_depth
  use m
  use omp_lib
  implicit none
  type(tree) :: t
  integer :: i, j, k, bad
  integer, target :: store(4, 3)
  bad = 0
  store = 1
  allocate (t%b(3), t%poly)
  allocate (character(4) :: t%names(0:2))
  t%names = ['ab  ', 'cd  ', 'ef  ']
  t%poly%x = [1d0, 2d0, 3d0]
  t%poly%tag = 'poly'
  do i = 1, 3
    allocate (t%b(i)%l(i, 2))
    t%b(i)%ext => store(:, i)
    t%b(i)%ne = 4
    do j = 1, i
      do k = 1, 2
        allocate (t%b(i)%l(j, k)%x(0:2), source=real(100*i + 10*j + k, 8))
        t%b(i)%l(j, k)%tag = repeat('z', i)
      end do
    end do
    t%b(i)%fix(2)%x = [5d0, 6d0]
  end do
  !$omp target enter data map(to: t)
  !$omp target map(to: t)
  t%b(2)%l(2, 1)%x(1) = -1
  t%b(3)%l(3, 2)%tag(2:2) = '!'
  t%b(1)%fix(2)%x(2) = 60
  t%poly%x(3) = 33
  t%poly%tag(1:1) = 'P'
  t%names(1)(3:4) = 'XY'
  t%b(2)%l(1, 2)%k = 12
  !$omp end target
  if (omp_get_num_devices() > 0) then
    if (t%b(2)%l(2, 1)%x(1) /= 221) bad = bad + 1
    if (t%names(1) /= 'cd') bad = bad + 1
  end if
  !$omp target update from(t%b(2)%l(2, 1)%x)
  if (any(t%b(2)%l(2, 1)%x /= [221d0, -1d0, 221d0])) then; print *, 'upd', t%b(2)%l(2,1)%x; bad = bad + 1; end if
  !$omp target update from(t%b(3)%l, t%names, t%poly)
  if (t%b(3)%l(3, 2)%tag /= 'z!z') then; print *, 'tag ', t%b(3)%l(3,2)%tag; bad = bad + 1; end if
  if (t%names(1) /= 'cdXY') then; print *, 'names ', t%names; bad = bad + 1; end if
  if (t%poly%tag /= 'Poly' .or. any(t%poly%x /= [1, 2, 33])) then; print *, 'poly', t%poly%tag, t%poly%x; bad = bad + 1; end if
  t%b(1)%fix(2)%x(1) = 50
  !$omp target update to(t%b(1)%fix(2)%x(1:1))
  !$omp target exit data map(from: t)
  if (any(t%b(1)%fix(2)%x /= [50, 60])) then; print *, 'fix', t%b(1)%fix(2)%x; bad = bad + 1; end if
  if (t%b(2)%l(1, 2)%k /= 12) then; print *, 'k', t%b(2)%l(1,2)%k; bad = bad + 1; end if
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
