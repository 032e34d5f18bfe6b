! Reductions of arguments that are pointers or allocatable and may be absent: what is present is reduced, nothing happens for
! what is not, nor for what is not allocated.
module m
  implicit none
  type t
    integer :: n = 0
  end type
  !$omp declare reduction(plus: t: omp_out%n = omp_out%n + omp_in%n) initializer(omp_priv = t())
contains
  subroutine s(n, p, q, a, v, o)
    integer, intent(in) :: n
    integer, pointer, optional :: p, q(:)
    integer, allocatable, optional :: a, v(:)
    type(t), pointer, optional :: o
    integer :: i
    !$omp parallel do num_threads(3) reduction(+: p, q) reduction(max: a, v) reduction(plus: o)
    do i = 1, n
      if (present(p)) p = p + i
      if (present(q)) q = q + i
      if (present(a)) a = max(a, i)
      if (present(v)) v = max(v, i)
      if (present(o)) o%n = o%n + i
    end do
    call show(p, q, a, v, o)
    !$omp simd reduction(+: q) reduction(min: a)
    do i = 1, n
      if (present(q)) q = q + i
      if (present(a)) a = min(a, i)
    end do
    call show(p, q, a, v, o)
  end subroutine
  subroutine d(n, p, q, a, v)
    integer, intent(in) :: n
    integer, pointer, optional :: p, q(:)
    integer, allocatable, optional :: a, v(:)
    integer :: i, k
    k = 0
    !$omp target teams distribute parallel do reduction(+: k, p, q) reduction(max: a, v)
    do i = 1, n
      k = k + 1
      if (present(p)) p = p + i
      if (present(q)) q = q + i
      if (present(a)) a = max(a, i)
      if (present(v)) v = max(v, i)
    end do
    print *, k
    call show(p, q, a, v)
    !$omp target parallel do reduction(+: p) map(tofrom: p)
    do i = 1, n
      if (present(p)) p = p + i
    end do
    call show(p, q, a, v)
  end subroutine
  subroutine show(p, q, a, v, o)
    integer, pointer, optional :: p, q(:)
    integer, allocatable, optional :: a, v(:)
    type(t), pointer, optional :: o
    if (present(p)) print *, 'p', p
    if (present(q)) print *, 'q', q
    if (present(a)) print *, 'a', a
    if (present(v)) print *, 'v', v
    if (present(o)) print *, 'o', o%n
  end subroutine
end module
program absent_descriptors_reduced
  use m
  implicit none
  integer, target :: k, w(2)
  integer, pointer :: p, q(:)
  integer, allocatable :: a, v(:)
  type(t), pointer :: o
  k = 1
  w = [1, 2]
  p => k
  q => w
  allocate (a, source=2)
  allocate (v(0:1), source=3)
  allocate (o)
  call s(5)
  call s(4, p)
  call s(3, q=q)
  call s(4, a=a, o=o)
  call s(5, p, q, a, v, o)
  call d(5)
  call d(4, p)
  call d(3, q=q)
  call d(6, a=a)
  call d(7, p, q, a, v)
end program
!>  p          11
!>  p          11
!>  q           7           8
!>  q          13          14
!>  a           4
!>  o          10
!>  a           1
!>  o          10
!>  p          26
!>  q          28          29
!>  a           5
!>  v           5           5
!>  o          25
!>  p          26
!>  q          43          44
!>  a           1
!>  v           5           5
!>  o          25
!>            5
!>            4
!>  p          36
!>  p          46
!>            3
!>  q          49          50
!>  q          49          50
!>            6
!>  a           6
!>  a           6
!>            7
!>  p          74
!>  q          77          78
!>  a           7
!>  v           7           7
!>  p         102
!>  q          77          78
!>  a           7
!>  v           7           7
