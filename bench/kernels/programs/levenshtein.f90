! Edit distances of strings by dynamic programming.
module edit
  implicit none
contains
  function distance(a, b) result(d)
    character(len=*), intent(in) :: a, b
    integer :: d
    integer :: row(0:len(b)), i, j, above, left, cost
    do j = 0, len(b)
      row(j) = j
    end do
    do i = 1, len(a)
      above = row(0)
      row(0) = i
      do j = 1, len(b)
        cost = 1
        if (a(i:i) == b(j:j)) cost = 0
        left = min(row(j - 1) + 1, row(j) + 1, above + cost)
        above = row(j)
        row(j) = left
      end do
    end do
    d = row(len(b))
  end function
end module
program main
  use edit
  implicit none
  character(len=2000) :: a, b
  integer :: i, rep, s
  real(8) :: t0, t1
  do i = 1, len(a)
    a(i:i) = achar(97 + mod(i * i, 26))
    b(i:i) = achar(97 + mod(i * 7 + i / 3, 26))
  end do
  s = 0
  call cpu_time(t0)
  do rep = 1, 30
    s = s + distance(a(rep:), b(:len(b) - rep))
  end do
  call cpu_time(t1)
  print *, 'sum', s
  print '(f12.6)', t1 - t0
end program
