! TRANSFER: logical molds on the way keep all bits, polymorphic sources give their dynamic bytes, empty constants.
program main
  class(*), allocatable :: star, list(:)
  class(t), allocatable :: poly
  character(:), allocatable :: text
  character(*), parameter :: none = '', o = transfer([''], none), p = transfer(none, none)
  integer, parameter :: a(0) = 0, b(0) = transfer(a, a)
  integer :: i
  real :: r
  type t
    integer :: i = 0
  end type
  type, extends(t) :: u
    integer :: j = 0
  end type
  i = 42
  print *, transfer(transfer(i, .true.), 0), transfer(transfer(1.5, .true.), 1.0)
  print *, transfer(transfer(i, .true._1), 0_1), transfer(transfer(.true., 3.1), .true.)
  star = 1.5
  print *, transfer(star, 1.0), transfer(star, 0) == transfer(1.5, 0)
  star = 'abcdefgh'
  text = '12345678'
  print *, transfer(star, text), ' ', transfer(star, 'xyz')
  allocate(list(3), source=[1, 2, 3])
  print *, transfer(list, [0]), transfer(list(3), 0)
  allocate(poly, source=u(7, 8))
  print *, transfer(poly, [0])
  print *, len(o), len(p), size(b)
end program
!>           42   1.50000000
!>    42 T
!>    1.50000000     T
!>  abcdefgh abc
!>            1           2           3           3
!>            7           8
!>            0           0           0
