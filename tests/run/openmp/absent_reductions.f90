! Reductions of arguments that may be absent: nothing happens for one that is.
module m
  implicit none
contains
  subroutine s(n, z, v, t, w)
    integer, intent(in) :: n
    integer, optional :: z, v(:), t(3), w
    integer :: i
    !$omp parallel do num_threads(2) reduction(+: z, v) reduction(max: t)
    do i = 1, n
      if (present(z)) z = z + i
      if (present(v)) v = v + i
      if (present(t)) t = max(t, i)
    end do
    !$omp parallel num_threads(2) reduction(ior: w)
    if (present(w)) w = w
    !$omp end parallel
    !$omp simd reduction(+: w)
    do i = 1, n
      if (present(w)) w = w + i
    end do
    if (present(z)) print *, 'z', z
    if (present(v)) print *, 'v', v
    if (present(t)) print *, 't', t
    if (present(w)) print *, 'w', w
    print *, 'ok'
  end subroutine
  subroutine d(n, z)
    integer, intent(in) :: n
    integer, optional :: z
    integer :: i, k
    k = 0
    !$omp target teams distribute parallel do reduction(+: k) reduction(+: z)
    do i = 1, n
      k = k + 1
      if (present(z)) z = z + i
    end do
    if (present(z)) print *, 'z', z
    print *, k
  end subroutine
end module
program absent_reductions
  use m
  implicit none
  integer :: k, v(2), t(3)
  k = 1
  v = [1, 2]
  t = 0
  call s(3, k)
  call s(3)
  call s(4, v=v)
  call s(4, t=t, z=k)
  call s(2, k, v, t)
  call d(5, k)
  call d(5)
end program
!>  z           7
!>  ok
!>  ok
!>  v          11          12
!>  ok
!>  z          17
!>  t           4           4           4
!>  ok
!>  z          20
!>  v          14          15
!>  t           4           4           4
!>  ok
!>  z          35
!>            5
!>            5
