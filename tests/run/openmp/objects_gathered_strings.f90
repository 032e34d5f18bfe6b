! offload: default
program objects_gathered_strings
  ! gathered strings and bytes with strides, bounds, 2-d, nested allocs absent
  implicit none
  type t
    character(2), allocatable :: c(:, :)
    integer(2), allocatable :: h(:)
    logical(1), allocatable :: m(:)
    integer :: n = 0
  end type
  type(t), allocatable :: a(:, :)
  integer :: i, j, k, bad, tot(2, 3), cnt
  bad = 0
  allocate (a(0:1, 3))
  do j = 1, 3
    do i = 0, 1
      a(i, j)%n = i + j
      if (i + j == 3) cycle
      allocate (a(i, j)%c(-1:0, j), a(i, j)%h(2:i + j + 2), a(i, j)%m(5))
      a(i, j)%c = 'ab'
      a(i, j)%h = int(10*i + j, 2)
      a(i, j)%m = .false.
      a(i, j)%m(::2) = .true.
    end do
  end do
  tot = 0
  cnt = 0
  !$omp target teams distribute parallel do collapse(2) map(tofrom: a, tot) reduction(+: cnt) private(k)
  do j = 1, 3
    do i = 0, 1
      if (allocated(a(i, j)%h)) then
        do k = lbound(a(i, j)%h, 1), ubound(a(i, j)%h, 1)
          a(i, j)%h(k) = a(i, j)%h(k) * 2_2 + int(k, 2)
          tot(i + 1, j) = tot(i + 1, j) + a(i, j)%h(k)
        end do
        do k = 1, size(a(i, j)%c, 2)
          a(i, j)%c(-1, k)(1:1) = a(i, j)%c(0, k)(2:2)
          if (a(i, j)%c(-1, k) == 'bb') cnt = cnt + 1
        end do
        a(i, j)%m(2:4) = .not. a(i, j)%m(2:4)
        cnt = cnt + 100 * count(a(i, j)%m)
      else
        tot(i + 1, j) = -1
      end if
    end do
  end do
  do j = 1, 3
    do i = 0, 1
      if (i + j == 3) then
        if (tot(i + 1, j) /= -1) then; print *, 'none', tot; bad = bad + 1; end if
        cycle
      end if
      if (any(a(i, j)%h /= [(2*(10*i + j) + k, k = 2, i + j + 2)])) then; print *, 'h', i, j, a(i, j)%h; bad = bad + 1; end if
      if (tot(i + 1, j) /= sum(int(a(i, j)%h))) bad = bad + 1
      if (any(a(i, j)%c(-1, :) /= 'bb') .or. any(a(i, j)%c(0, :) /= 'ab')) then; print *, 'c', a(i, j)%c; bad = bad + 1; end if
      if (any(a(i, j)%m .neqv. [.true., .true., .false., .true., .true.])) then; print *, 'm', a(i, j)%m; bad = bad + 1; end if
    end do
  end do
  if (cnt /= 7 + 1600) then; print *, 'cnt', cnt; bad = bad + 1; end if
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
end program
!> OK
