! LEN and KIND in specification expressions ask for the type of a function's result only; the function need not be pure.
module widths
  implicit none
  integer :: calls = 0
contains
  function label(x) result(r)
    character(*), intent(in) :: x
    character(10) :: r
    calls = calls + 1
    r = x
  end function
  function padded(line, n) result(r)
    character(*), intent(in) :: line
    integer, intent(in) :: n
    character(len=max(n, len(label(line)))) :: r
    integer(kind(len(label(line)))) :: k
    k = len(r)
    r = line
    if (k < 10) r = 'short'
  end function
end module
program type_inquiries
  use widths
  implicit none
  print *, len(padded('hello', 5)), len(padded('hello', 15)), '[', padded('ab', 3), ']', calls
end program
!>           10          15 [ab        ]           0
