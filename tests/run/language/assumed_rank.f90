module m
  implicit none
contains
  subroutine info(x, tag)
    real, intent(in) :: x(..)
    character(*), intent(in) :: tag
    integer :: d
    print '(a,1x,a,i0,a,i0)', tag, 'rank=', rank(x), ' size=', size(x)
    print '(a,15(1x,i0))', '  shape', shape(x)
    print '(a,15(1x,i0))', '  lbound', lbound(x)
    print '(a,15(1x,i0))', '  ubound', ubound(x)
    do d = 1, rank(x)
      print '(a,i0,3(1x,i0))', '  dim', d, size(x,d), lbound(x,d), ubound(x,d)
    end do
    select rank (x)
    rank (0)
      print '(a,f6.2)', '  scalar', x
    rank (1)
      print '(a,*(f6.2))', '  vector', x
      print *, lbound(x), ubound(x)
    rank (2)
      print '(a,*(f6.2))', '  matrix', x(:,1), sum(x)
    rank (*)
      print '(a,*(f6.2))', '  assumed size', x(1:3)
    rank default
      print '(a,i0)', '  other ', rank(x)
    end select
  end subroutine
  subroutine twice(x)
    real, intent(inout) :: x(..)
    call bump(x)
    select rank (y => x)
    rank (0); y = y * 2
    rank (1); y = y * 2
    rank (2); y(:, :) = y * 2
    rank default; error stop
    end select
  end subroutine
  subroutine bump(x)
    real, intent(inout) :: x(..)
    select rank (x)
    rank (0); x = x + 1
    rank (1); x(size(x)) = x(size(x)) + 1
    rank (2); x(1, :) = x(1, :) + 1
    end select
  end subroutine
  subroutine asize(a)
    real :: a(*)
    call info(a, 'assumed-size')
  end subroutine
  subroutine asize2(a)
    real :: a(2, *)
    call info2(a)
  contains
    subroutine info2(x)
      real :: x(..)
      print *, rank(x), shape(x), ubound(x)
      select rank (x)
      rank (2); print *, 'two'
      rank (*); print *, 'star', x(1:4)
      end select
    end subroutine
  end subroutine
  subroutine alloc(a, n)
    integer, allocatable, intent(inout) :: a(..)
    integer, intent(in) :: n
    if (allocated(a)) then
      print *, 'was', rank(a), lbound(a), ubound(a)
    end if
    select rank (a)
    rank (0)
 if (allocated(a)) deallocate(a)
 allocate(a); a = n
    rank (1)
 if (allocated(a)) deallocate(a)
 allocate(a(0:n)); a = n
    rank (2)
 if (allocated(a)) deallocate(a)
 allocate(a(n, -1:n)); a = n
    end select
  end subroutine
  subroutine str(c)
    character(*), intent(in) :: c(..)
    print *, len(c), rank(c)
    select rank (c)
    rank (0); print *, '[', c, ']'
    rank (1); print *, '[', c(1), ']', '[', c(size(c)), ']'
    end select
  end subroutine
  subroutine opt(o)
    integer, optional, intent(in) :: o(..)
    print *, present(o)
    if (present(o)) then
      select rank (o)
      rank (1); print *, o
      rank default; print *, rank(o)
      end select
    end if
  end subroutine
  subroutine opt2(o)
    integer, optional, intent(in) :: o(:)
    call opt(o)
  end subroutine
  subroutine any(t)
    type(*), intent(in) :: t(..)
    print *, rank(t), shape(t), size(t)
  end subroutine
  subroutine ptr(p)
    integer, pointer, intent(inout) :: p(..)
    print *, associated(p), rank(p)
    if (associated(p)) then
    select rank (p)
    rank (1); print *, lbound(p), p; nullify(p)
    end select
    end if
  end subroutine
end module
program t
  use m
  implicit none
  real :: s, v(-1:3), w(3,4), z(2,2,2)
  integer, allocatable :: a0, a1(:), a2(:,:), a3(:)
  integer, pointer :: p(:)
  integer, target :: tg(5) = [1,2,3,4,5]
  integer :: i
  s = 1.5; v = [1,2,3,4,5]; w = reshape([(real(i), i=1,12)], [3,4]); z = 1
  call info(s, 'scalar'); call info(v, 'v'); call info(v(::2), 'stride'); call info(w, 'w')
  call info(w(2, :), 'row'); call info(z, 'z'); call info(3.5, 'const'); call info(w + 1, 'expr')
  call info(w(3:1:-2, 2:3), 'sect'); call asize(v); call asize2(w)
  call info(v(3:2), 'empty')
  call twice(s); call twice(v); call twice(w); call twice(w(:, 2)); call twice(v(1))
  print '(*(f7.2))', s, v, w
  call alloc(a0, 5); call alloc(a1, 3); call alloc(a2, 2)
  print *, a0, a1, a2, lbound(a1), lbound(a2), ubound(a2)
  call alloc(a1, 1); print *, a1
  call str('hello'); call str(['ab ', 'cd ', 'efg']); 
  call opt(); call opt([1,2,3]); call opt2(); call opt2([4,5]); call opt(a3); call opt(7)
  call any(s); call any(a2); call any('x'); call any([1d0, 2d0])
  p(3:) => tg(2:4); call ptr(p); call ptr(p)
end program
!> scalar rank=0 size=1
!>   shape
!>   lbound
!>   ubound
!>   scalar  1.50
!> v rank=1 size=5
!>   shape 5
!>   lbound 1
!>   ubound 5
!>   dim1 5 1 5
!>   vector  1.00  2.00  3.00  4.00  5.00
!>            1           5
!> stride rank=1 size=3
!>   shape 3
!>   lbound 1
!>   ubound 3
!>   dim1 3 1 3
!>   vector  1.00  3.00  5.00
!>            1           3
!> w rank=2 size=12
!>   shape 3 4
!>   lbound 1 1
!>   ubound 3 4
!>   dim1 3 1 3
!>   dim2 4 1 4
!>   matrix  1.00  2.00  3.00 78.00
!> row rank=1 size=4
!>   shape 4
!>   lbound 1
!>   ubound 4
!>   dim1 4 1 4
!>   vector  2.00  5.00  8.00 11.00
!>            1           4
!> z rank=3 size=8
!>   shape 2 2 2
!>   lbound 1 1 1
!>   ubound 2 2 2
!>   dim1 2 1 2
!>   dim2 2 1 2
!>   dim3 2 1 2
!>   other 3
!> const rank=0 size=1
!>   shape
!>   lbound
!>   ubound
!>   scalar  3.50
!> expr rank=2 size=12
!>   shape 3 4
!>   lbound 1 1
!>   ubound 3 4
!>   dim1 3 1 3
!>   dim2 4 1 4
!>   matrix  2.00  3.00  4.00 90.00
!> sect rank=2 size=4
!>   shape 2 2
!>   lbound 1 1
!>   ubound 2 2
!>   dim1 2 1 2
!>   dim2 2 1 2
!>   matrix  6.00  4.00 26.00
!> assumed-size rank=1 size=-1
!>   shape -1
!>   lbound 1
!>   ubound -1
!>   dim1 -1 1 -1
!>   assumed size  1.00  2.00  3.00
!>            2           2          -1           2          -1
!>  star   1.00000000       2.00000000       3.00000000       4.00000000
!> empty rank=1 size=0
!>   shape 0
!>   lbound 1
!>   ubound 0
!>   dim1 0 1 0
!>   vector
!>            1           0
!>    5.00   2.00   4.00  14.00   8.00  12.00   4.00   4.00   6.00  20.00  20.00  26.00  16.00  16.00  18.00  22.00  22.00  24.00
!>            5           3           3           3           3           2           2           2           2           2           2           2           2           0           1          -1           2           2
!>  was           1           0           3
!>            1           1
!>            5           0
!>  [hello]
!>            3           1
!>  [ab ][efg]
!>  F
!>  T
!>            1           2           3
!>  F
!>  T
!>            4           5
!>  F
!>  T
!>            0
!>            0           1
!>            2           2           4           8
!>            0           1
!>            1           2           2
!>  T           1
!>            3           2           3           4
!>  F           1
