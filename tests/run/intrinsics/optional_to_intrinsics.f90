! Optional dummies handed on to optional arguments of intrinsic procedures, where they are absent and where not.
module handed_on
  implicit none
contains
  integer function ix(s, t, back) result(r)
    character(*), intent(in) :: s, t
    logical, intent(in), optional :: back
    r = index(s, t, back) * 100 + scan(s, t, back) * 10 + verify(s, 'zz', back)
  end function
  elemental integer function iy(s, t, back) result(r)
    character(*), intent(in) :: s, t
    logical, intent(in), optional :: back
    r = index(s, t, back=back)
  end function
  real function tot(a, mask) result(r)
    real, intent(in) :: a(:)
    logical, intent(in), optional :: mask(:)
    r = sum(a, mask) + 100 * maxval(a, mask) + 1000 * product(a, mask=mask)
  end function
  function loc(a, mask, back) result(r)
    real, intent(in) :: a(:)
    logical, intent(in), optional :: mask(:), back
    integer :: r(4)
    r = [maxloc(a, 1, mask), minloc(a, 1, mask=mask, back=back), findloc(a, 2.0, 1, mask, back=back), maxloc(a, mask)]
  end function
  complex function c(x, y)
    real, intent(in) :: x
    real, intent(in), optional :: y
    c = cmplx(x, y)
  end function
  subroutine clock(a, b, c)
    integer, intent(out), optional :: a, b, c
    call system_clock(a, b, c)
  end subroutine
  subroutine when(d, t, z, v)
    character(*), intent(out), optional :: d, t, z
    integer, intent(out), optional :: v(:)
    call date_and_time(d, t, z, v)
  end subroutine
  subroutine seed(n, p, g)
    integer, optional :: n, p(:), g(:)
    call random_seed(n, p, g)
  end subroutine
  subroutine arg(i, v, l, s)
    integer, intent(in) :: i
    character(*), optional :: v
    integer, optional :: l, s
    call get_command_argument(i, v, l, s)
  end subroutine
  subroutine env(n, v, l, s, trim_name)
    character(*), intent(in) :: n
    character(*), optional :: v
    integer, optional :: l, s
    logical, optional :: trim_name
    call get_environment_variable(n, v, l, s, trim_name)
  end subroutine
  subroutine cmd(v, l, s)
    character(*), optional :: v
    integer, optional :: l, s
    call get_command(v, l, s)
  end subroutine
  subroutine exec(c, wait, e, cs, msg)
    character(*), intent(in) :: c
    logical, optional :: wait
    integer, optional :: e, cs
    character(*), optional :: msg
    call execute_command_line(c, wait, e, cs, msg)
  end subroutine
  function pk(a, v) result(r)
    integer, intent(in) :: a(:)
    integer, intent(in), optional :: v(:)
    integer, allocatable :: r(:)
    r = pack(a, a > 1, v)
  end function
  function rs(a, pad, order) result(r)
    integer, intent(in) :: a(:)
    integer, intent(in), optional :: pad(:), order(:)
    integer :: r(2, 2)
    r = reshape(a, [2, 2], pad, order)
  end function
  function eo(a, b) result(r)
    integer, intent(in) :: a(:)
    integer, intent(in), optional :: b
    integer :: r(size(a))
    r = eoshift(a, 1, b)
  end function
  integer function ic(i, s, n)
    integer, intent(in) :: i, s
    integer, intent(in), optional :: n
    ic = ishftc(i, s, n)
  end function
  logical function as(p, t)
    integer, pointer, intent(in) :: p
    integer, target, intent(in), optional :: t
    as = associated(p, t)
  end function
  integer function rk(p, r, d)
    integer, optional :: p, r, d
    rk = selected_real_kind(p, r, d)
  end function
  logical function an(a, k)
    logical, intent(in) :: a(:)
    integer, intent(in), optional :: k
    an = any(a) .and. count(a) > 1
  end function
end module
program optional_to_intrinsics
  use handed_on
  implicit none
  integer, target :: n
  integer, pointer :: q
  integer :: v(8)
  character(20) :: s
  print *, ix('banana', 'an'), ix('banana', 'an', .true.), iy('banana', 'an'), iy(['banana', 'ananas'], 'an', .true.)
  print *, tot([1., 2., 3.]), tot([1., 2., 3.], [.true., .true., .false.])
  print *, loc([1., 2., 3., 2., 1.]), loc([1., 2., 3., 2., 1.], [.true., .true., .false., .true., .true.], .true.)
  print *, c(1.), c(1., 2.)
  call clock(); call clock(b=n); print *, n > 0
  call when(); call when(v=v); print *, v(1) > 2000
  call when(d=s); print *, len_trim(s)
  call seed(); call seed(n=n); print *, n > 0
  call arg(0); call arg(0, l=n); print *, n > 0
  call arg(5, s=n); print *, n > 0
  n = -1; call env('PATH'); call env('PATH', l=n); print *, n >= 0
  call env('NOT_THERE  ', s, trim_name=.true., s=n); print *, n, s
  call cmd(); call cmd(l=n); print *, n > 0
  call exec('true'); call exec('exit 3', e=n); print *, n
  print *, pk([1, 2, 3]), pk([1, 2, 3], [9, 9, 9])
  print *, rs([1, 2, 3, 4]), rs([1, 2], [7, 8]), rs([1, 2, 3, 4], order=[2, 1])
  print *, eo([1, 2, 3]), eo([1, 2, 3], 9)
  print *, ic(3, 1), ic(3, 1, 2)
  q => n
  print *, as(q), as(q, n)
  print *, rk(6), rk(r=100)
end program
!>          221         466           2           4           3
!>    6306.00000       2203.00000
!>            3           1           2           3           2           5           4           2
!>              (1.00000000,0.00000000)             (1.00000000,2.00000000)
!>  T
!>  T
!>            8
!>  T
!>  T
!>  T
!>  T
!>            1
!>  T
!>            3
!>            2           3           2           3           9
!>            1           2           3           4           1           2           7           8           1           3           2           4
!>            2           3           0           2           3           9
!>            6           3
!>  T T
!>            4           8
