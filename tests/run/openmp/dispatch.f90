! DISPATCH: variants by the context of the construct, NOVARIANTS, NOCONTEXT, adjusted and appended arguments.
module dispatched
  use iso_c_binding
  use omp_lib
  implicit none
contains
  integer function base(n)
    integer, intent(in) :: n
    !$omp declare variant(special) match(construct={dispatch})
    base = n
  end function
  integer function special(n)
    integer, intent(in) :: n
    special = 100 + n
  end function
  subroutine show(p, n)
    type(c_ptr), intent(in) :: p
    integer, intent(in) :: n
    !$omp declare variant(show_more) match(construct={dispatch}) adjust_args(need_device_ptr: p) append_args(interop(target))
    print *, 'show', n, c_associated(p)
  end subroutine
  subroutine show_more(p, n, object)
    type(c_ptr), intent(in) :: p
    integer, intent(in) :: n
    integer(omp_interop_kind), intent(in) :: object
    print *, 'more', n, c_associated(p), object == omp_interop_none
  end subroutine
end module

program main
  use dispatched
  implicit none
  integer, target :: x = 7
  integer :: r, code
  logical :: off
  integer(omp_interop_kind) :: object
  integer(8) :: eight
  r = base(1)
  print *, r
  !$omp dispatch
  r = base(2)
  print *, r
  off = .true.
  !$omp dispatch novariants(off)
  r = base(3)
  print *, r
  off = .false.
  !$omp dispatch novariants(off) nocontext(.false.)
  r = base(4)
  print *, r
  !$omp dispatch nocontext(.true.)
  r = base(5)
  print *, r
  call show(c_loc(x), 1)
  !$omp dispatch device(omp_initial_device)
  call show(c_loc(x), 2)

  object = 5
  !$omp interop init(target: object)
  print *, object == omp_interop_none, omp_get_num_interop_properties(object)
  print *, omp_get_interop_int(object, omp_ipr_fr_id, code), code == omp_irc_empty
  print *, c_associated(omp_get_interop_ptr(object, -20, code)), code == omp_irc_out_of_range
  !$omp interop use(object)
  !$omp dispatch interop(object)
  call show(c_loc(x), 3)
  !$omp interop destroy(object)

  ! Kinds of arguments.
  eight = 3
  call omp_set_num_threads(num_threads=eight)
  call omp_set_dynamic(.false._1)
  print *, omp_get_max_threads(), omp_get_ancestor_thread_num(0_8)
end program
!>            1
!>          102
!>            3
!>          104
!>            5
!>  show           1 T
!>  more           2 T T
!>  T           0
!>                     0 T
!>  F T
!>  more           3 T T
!>            3           0
