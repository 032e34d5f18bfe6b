! Teams of one image, image selectors that name teams, cobounds of allocatable coarrays wherever they are.
module holders
  implicit none
  type holder
    real, allocatable :: field(:)[:, :]
    integer, allocatable :: count[:]
  end type
contains
  subroutine bounds_of(a)
    integer, allocatable, intent(in) :: a(:)[:, :]
    print '(a, *(i3))', 'dummy', lcobound(a), ucobound(a), coshape(a), this_image(a)
  end subroutine
  subroutine make(a)
    integer, allocatable, intent(out) :: a(:)[:, :]
    allocate (a(2)[0:1, 5:*])
  end subroutine
end module

program teams_cobounds
  use, intrinsic :: iso_fortran_env
  use holders
  implicit none
  type(team_type) :: world, first, second, inner
  integer, allocatable :: a(:)[:, :], b(:)[:, :], gone(:)[:]
  class(*), allocatable :: poly[:]
  type(holder) :: h
  integer :: fixed(3)[2:4, 7:*] = [1, 2, 3], s, k, n
  integer(int8) :: small
  character(20) :: text = 'as it was'

  allocate (a(4)[-1:1, 3:*])
  call bounds_of(a)
  call move_alloc(a, b)
  print '(l2, *(i3))', allocated(a), lcobound(b), ucobound(b, 1), image_index(b, [-1, 3]), image_index(b, [0, 3])
  call make(a)
  call bounds_of(a)
  allocate (h%field(3)[2, 0:*], h%count[7:*])
  h%field = 1.5
  h%field(2)[1, 0] = 4
  print '(*(i3))', lcobound(h%field), ucobound(h%field), lcobound(h%count), nint(h%field)
  do k = 1, 2
    print '(*(i3))', lcobound(fixed, dim=k), ucobound(fixed, k), this_image(fixed, k), lcobound(b, k, kind=8)
  end do
  associate (part => fixed(2:), whole => b)
    part(1)[2, 7] = 20
    print '(*(i3))', fixed, lcobound(part), lcobound(whole)
  end associate
  allocate (real :: poly[4:*])
  select type (poly)
  type is (real)
    poly = 2.5
    print '(f4.1, 2i3)', poly, lcobound(poly), ucobound(poly)
  end select

  world = get_team()
  print '(3i4)', team_number(), team_number(world), team_number(get_team(initial_team))
  form team (11, first)
  form team (12, second, new_index=1, stat=s, errmsg=text)
  print '(i0, 1x, a)', s, text
  outer: change team (first, slice[*] => fixed(2), stat=small)
    print '(5i4)', small, team_number(), team_number(second), num_images(), this_image(first)
    slice[1, team_number=11] = 21
    slice[1, team=world] = slice[1] + 1
    n = slice[1, team_number=-1, stat=s]
    print '(4i4)', s, n, fixed(2), lcobound(slice)
    n = slice[1, team_number=12, stat=s]
    k = 7
    n = slice[1, team=second, stat=k]
    print '(2l2)', s /= 0, k /= 0
    allocate (gone(5)[*])
    form team (3, inner)
    deep: change team (inner)
      print '(4i4)', team_number(), team_number(get_team(parent_team)), team_number(get_team(current_team))
      sync team (inner, stat=s)
      if (team_number() == 3) exit deep
      print *, 'not reached'
    end team deep
    print '(i4, l2)', team_number(), allocated(gone)
  end team (stat=s, errmsg=text) outer
  print '(i4, l2, i4)', team_number(), allocated(gone), s
  k = 5
  change team (inner, stat=k)
  end team
  print '(l2, i4)', k /= 0, team_number()
  s = 9
  sync images ([1], stat=s)
  sync images (2, stat=k)
  print '(i2, l2)', s, k /= 0
  critical (stat=s, errmsg=text)
    print '(3l2)', image_status(1) == 0, image_status(2) == stat_stopped_image, s == 0
  end critical
  if (fixed(1)[2, 7, stat=s] == 1) print '(i0, 2i3)', s, size(failed_images()), size(stopped_images(kind=8))
  fail image
  print *, 'not reached'
end program
!> dummy -1  3  1  3  3  1 -1  3
!>  F -1  3  1  1  0
!> dummy  0  5  1  5  2  1  0  5
!>   1  0  2  0  7  2  4  2
!>   2  4  2 -1
!>   7  7  7  3
!>   1 20  3  2  7 -1  3
!>  2.5  4  4
!>   -1  -1  -1
!> 0 as it was
!>    0  11  12   1   1
!>    0  22  22   1
!>  T T
!>    3  11   3
!>   11 T
!>   -1 F   0
!>  T  -1
!>  0 T
!>  T T T
!> 0  0  0
