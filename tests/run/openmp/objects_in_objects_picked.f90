! Objects in arrays of objects, picked by variables at several depths.
! offload: default
program objects_in_objects_picked
  implicit none
  type leaf
    real, allocatable :: x(:)
  end type
  type node
    integer :: id
    type(leaf), allocatable :: l(:)
    type(leaf) :: fixed(2)
  end type
  type tree
    type(node), allocatable :: nodes(:)
    real, allocatable :: total(:)
  end type
  type(tree) :: t
  integer :: i, j, k, bad
  bad = 0
  allocate(t%nodes(3), t%total(3))
  t%total = 0
  do i = 1, 3
    t%nodes(i)%id = i
    allocate(t%nodes(i)%l(2))
    do j = 1, 2
      allocate(t%nodes(i)%l(j)%x(4), source = real(10 * i + j))
      allocate(t%nodes(i)%fixed(j)%x(2), source = real(i * j))
    end do
  end do
  !$omp target teams distribute parallel do private(j, k) map(tofrom: t)
  do i = 1, 3
    do j = 1, 2
      do k = 1, 4
        t%total(i) = t%total(i) + t%nodes(i)%l(j)%x(k)
        t%nodes(i)%l(j)%x(k) = t%nodes(i)%l(j)%x(k) + k
      end do
      t%nodes(i)%fixed(j)%x(2) = -t%nodes(i)%fixed(j)%x(1)
    end do
    t%nodes(i)%id = t%nodes(i)%id * 100
  end do
  do i = 1, 3
    if (t%total(i) /= 4 * (20 * i + 3)) then; print *, 'total', i, t%total(i); bad = bad + 1; end if
    if (t%nodes(i)%id /= i * 100) then; print *, 'id', i; bad = bad + 1; end if
    do j = 1, 2
      if (any(t%nodes(i)%l(j)%x /= 10 * i + j + [1, 2, 3, 4])) then; print *, 'x', i, j, t%nodes(i)%l(j)%x; bad = bad + 1; end if
      if (any(t%nodes(i)%fixed(j)%x /= [i * j, -i * j])) then; print *, 'f', i, j; bad = bad + 1; end if
    end do
  end do
  if (bad == 0) print *, 'pass'
end program
!>  pass
