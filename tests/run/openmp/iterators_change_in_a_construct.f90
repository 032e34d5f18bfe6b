! offload: default
! What a construct maps by iterators it unmaps at its end, also where the expressions have other values by then.
module cells
  implicit none
  type cell
    integer, pointer :: p(:)
  end type
end module
program iterators_change_in_a_construct
  use omp_lib
  use cells
  implicit none
  type(cell) :: c(4)
  integer, target :: u(5), w(5)
  integer :: a(100), idx(3), first, last, step, i, k, bad
  bad = 0
  a = 1
  first = 1; last = 3; step = 2
  idx = [2, 20, 40]
  !$omp target data map(iterator(k = first:last:step), tofrom: a(idx(k):idx(k)+4))
    first = 2; last = 2; step = 1
    idx = [3, 30, 50]
    !$omp target map(tofrom: a(2:6))
      do i = 2, 6
        a(i) = a(i) + 10
      end do
    !$omp end target
    !$omp target map(tofrom: a(40:44))
      do i = 40, 44
        a(i) = a(i) + 20
      end do
    !$omp end target
  !$omp end target data
  if (any(a(2:6) /= 11) .or. any(a(40:44) /= 21) .or. sum(a) /= 250) bad = bad + 1
  call gone(a(2:6), 'a(2:6)')
  call gone(a(40:44), 'a(40:44)')

  ! One construct in another, each with maps of its own.
  a = 1
  idx = [1, 11, 21]
  !$omp target data map(iterator(k = 1:3), tofrom: a(idx(k):idx(k)+4))
    idx = idx + 50
    !$omp target data map(iterator(k = 1:3), tofrom: a(idx(k):idx(k)+4))
      idx = 7
      !$omp target map(iterator(k = 0:2), tofrom: a(10*k+1:10*k+5))
        do i = 1, 5
          a(i) = a(i) + i; a(10 + i) = a(10 + i) + i; a(20 + i) = a(20 + i) + i
        end do
      !$omp end target
      !$omp target map(iterator(k = 5:7), tofrom: a(10*k+1:10*k+5))
        do i = 51, 55
          a(i) = a(i) + i; a(10 + i) = a(10 + i) + i; a(20 + i) = a(20 + i) + i
        end do
      !$omp end target
    !$omp end target data
    do k = 0, 2
      if (any(a(51 + 10*k:55 + 10*k) /= [(1 + i, i = 51, 55)])) bad = bad + 10
      call gone(a(51 + 10*k:55 + 10*k), 'inner')
    end do
  !$omp end target data
  do k = 0, 2
    if (any(a(1 + 10*k:5 + 10*k) /= [(1 + i, i = 1, 5)])) bad = bad + 100
    call gone(a(1 + 10*k:5 + 10*k), 'outer')
  end do

  ! The region changes what the iterator names: pointers are associated anew, subscripts stored.
  u = 5; w = 7
  do i = 1, 4
    allocate (c(i)%p(3))
    c(i)%p = i
  end do
  idx = [1, 3, 4]
  !$omp target data map(iterator(k = 1:3), tofrom: c(idx(k))%p)
    !$omp target map(iterator(k = 1:3), tofrom: c(idx(k))%p) map(tofrom: idx)
      c(1)%p(2) = 100; c(3)%p(2) = 300; c(4)%p(2) = 400
      idx = 2
    !$omp end target
    if (any(idx /= 2)) bad = bad + 1000
    first = 0
    if (omp_get_num_devices() > 0 .and. c(1)%p(2) /= 1) bad = bad + 1000
    do i = 1, 4
      if (i /= 2 .and. omp_get_num_devices() > 0) call there(c(i)%p)
    end do
    idx = 1
  !$omp end target data
  if (c(1)%p(2) /= 100 .or. c(3)%p(2) /= 300 .or. c(4)%p(2) /= 400 .or. any(c(2)%p /= 2)) bad = bad + 10000
  do i = 1, 4
    call gone(c(i)%p, 'c%p')
  end do

  ! As a task, and not at all.
  a = 1
  idx = [2, 20, 40]
  !$omp target nowait map(iterator(k = 1:3), tofrom: a(idx(k):idx(k)+4)) firstprivate(i)
    do i = 0, 4
      a(2 + i) = 2; a(20 + i) = 3; a(40 + i) = 4
    end do
  !$omp end target
  !$omp taskwait
  if (any(a(2:6) /= 2) .or. any(a(20:24) /= 3) .or. any(a(40:44) /= 4)) bad = bad + 100000
  !$omp target data if(idx(1) < 0) map(iterator(k = 1:3), tofrom: a(idx(k):idx(k)+4))
    idx = 77
    call gone(a(2:6), 'if')
  !$omp end target data
  call gone(a(77:81), 'if')
  if (bad == 0) then; print '(a)', 'OK'; else; print *, 'bad', bad; end if
contains
  subroutine gone(x, what)
    use iso_c_binding
    integer, target :: x(:)
    character(*), intent(in) :: what
    if (omp_get_num_devices() == 0) return
    if (omp_target_is_present(c_loc(x), omp_get_default_device()) /= 0) then
      print *, 'still present: ', what
      bad = bad + 1000000
    end if
  end subroutine
  subroutine there(x)
    use iso_c_binding
    integer, target :: x(:)
    if (omp_target_is_present(c_loc(x), omp_get_default_device()) == 0) bad = bad + 10000000
  end subroutine
end program
!> OK
