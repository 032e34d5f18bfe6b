! Transformational functions and vector subscripts of polymorphic arrays keep the dynamic type.
module m
  implicit none
  type :: a
    integer :: i = 0
    real, allocatable :: x(:)
  end type
  type, extends(a) :: b
    character(3) :: s = 'abc'
  end type
contains
  subroutine show(v)
    class(a), intent(in) :: v(:)
    select type (v)
    type is (b)
      print *, 'b', v%i, v%s, size(v(1)%x)
    type is (a)
      print *, 'a', v%i
    end select
  end subroutine
  subroutine show2(v)
    class(a), intent(in) :: v(:,:)
    print *, shape(v), v%i
  end subroutine
end module
program p
  use m
  class(a), allocatable :: u(:), w(:), z(:,:), y(:,:,:)
  class(*), allocatable :: any(:), other(:,:)
  class(a), allocatable :: pad(:)
  integer :: k
  allocate (b :: u(-1:4))
  u%i = [1,2,3,4,5,6]
  do k = -1, 4
    allocate (u(k)%x(k+2))
    u(k)%x = k
  end do
  select type (u)
  type is (b)
    u%s = ['one','two','thr','fou','fiv','six']
  end select
  allocate (w, source=u([4,-1,2]))
  call show(w)
  w = w([3,2,1])
  call show(w)
  z = reshape(u, [2,3])
  call show2(z)
  call show2(transpose(z))
  allocate (b :: pad(1))
  pad%i = 99
  z = reshape(u, [2,4], pad=pad)
  call show2(z)
  y = spread(z, 3, 2)
  print *, shape(y), y(:,:,2)%i
  call show(cshift(u, 2))
  call show(pack(u, u%i > 3))
  call show(u(::2))
  call show(z(2, [4,1]))
  w = [u(0:1), u(3)]
  call show(w)
  allocate (any, source=[1.5, 2.5, 3.5, 4.5])
  other = reshape(any, [2,2])
  select type (other)
  type is (real)
    print *, other, shape(other)
  end select
  deallocate (any)
  allocate (any, source=['ab', 'cd', 'ef'])
  other = reshape(any([3,1]), [1,2])
  select type (other)
  type is (character(*))
    print *, other, len(other), shape(other)
  end select
end program
!>  b           6           1           4 sixonefou           6
!>  b           4           1           6 fouonesix           4
!>            2           3           1           2           3           4           5           6
!>            3           2           1           3           5           2           4           6
!>            2           4           1           2           3           4           5           6          99          99
!>            2           4           2           1           2           3           4           5           6          99          99
!>  b           3           4           5           6           1           2 thrfoufivsixonetwo           3
!>  b           4           5           6 foufivsix           4
!>  b           1           3           5 onethrfiv           1
!>  b          99           2 abctwo           0
!>  a           2           3           5
!>    1.50000000       2.50000000       3.50000000       4.50000000               2           2
!>  efab           2           1           2
