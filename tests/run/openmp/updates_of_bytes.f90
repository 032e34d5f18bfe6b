! Data of every size in maps, updates of bytes between others.
program updates_of_bytes
  use omp_lib
  implicit none
  type t
    integer(1) :: b(5) = 1
    logical :: l = .false.
    complex :: c = (0, 0)
    character(3) :: s = 'abc'
    integer(2) :: h(3) = 0
  end type
  type(t) :: o(3)
  integer(1) :: by(10)
  character(5) :: ch(4)
  integer :: bad
  bad = 0
  by = 1
  ch = 'hello'
  !$omp target enter data map(to: o, by, ch)
  !$omp target
  o(2)%b(3) = 9
  o(3)%l = .true.
  o(1)%c = (1, 2)
  o(2)%h(2) = 77
  by(1:10:3) = 4
  ch(2)(2:3) = 'XY'
  !$omp end target
  !$omp target update from(by(1:10:3), ch(2:3))
  if (any(by /= int([4, 1, 1, 4, 1, 1, 4, 1, 1, 4], 1))) then; print *, 'by', by; bad = bad + 1; end if
  if (ch(2) /= 'hXYlo' .or. ch(1) /= 'hello') then; print *, ch; bad = bad + 1; end if
  by(2) = 8; by(5) = 8
  !$omp target update to(by(2:5:3))
  !$omp target
  by(3) = by(2) + by(5)
  !$omp end target
  !$omp target exit data map(from: by, o) map(delete: ch)
  if (any(by /= int([4, 8, 16, 4, 8, 1, 4, 1, 1, 4], 1))) then; print *, 'by2', by; bad = bad + 1; end if
  if (o(2)%b(3) /= 9 .or. .not. o(3)%l .or. o(1)%l .or. o(1)%c /= (1, 2) .or. o(2)%h(2) /= 77 .or. o(3)%s /= 'abc') then
    print *, o; bad = bad + 1
  end if
  if (bad == 0) print *, 'pass'
end program
!>  pass
