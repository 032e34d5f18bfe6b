! Strings whose length only the run knows: FORALL on substrings and on elements, allocatable dummies of assumed
! length, type parameters in ALLOCATE that come of optional and INTENT(OUT) arguments.
module texts
  implicit none
contains
  subroutine letters(s)
    character(len=*), allocatable, intent(inout) :: s(:)
    character(len=:), allocatable :: a(:)
    a = ['A', 'B', 'C']
    s = a
    print '(i0,*(1x,"[",a,"]"))', len(s), s(1), s(2), s(3)
    a = ['longer than these', 'cut to the length']
    s = a
    print '(i0,*(1x,"[",a,"]"))', len(s), s(1), s(2)
  end subroutine
  subroutine wide(n, s, width)
    integer, intent(out) :: n
    character(len=:), allocatable, intent(out) :: s(:)
    integer, intent(in), optional :: width
    n = 3
    if (present(width)) then
      allocate (character(len=width) :: s(2))
    else
      allocate (character(len=n) :: s(n))
    end if
    s(:) = 'filling'
  end subroutine
  subroutine one(text, n)
    character(*), intent(in) :: text
    integer, intent(in) :: n
    character(len(text)) :: s
    character(len=:), allocatable :: t
    character(n) :: words(5)
    integer :: i
    s = text
    forall (i = 1:len(s)) s(i:i) = s(len(s) + 1 - i:len(s) + 1 - i)
    print '(a)', s
    t = 'abcdefgh'
    forall (i = 1:7, mod(i, 2) == 1) t(i:i + 1) = t(i + 1:i + 1) // '-'
    print '(a)', t
    words = ['one', 'two', 'six', 'ten', 'few']
    forall (i = 2:5) words(i) = words(i - 1)(2:) // '!!!'
    print '(*(a,1x))', words
  end subroutine
  subroutine two(n)
    integer, intent(in) :: n
    character(n) :: grid(3, 3)
    integer :: i, j
    forall (i = 1:3, j = 1:3) grid(i, j) = achar(64 + i) // achar(48 + j) // '.'
    forall (i = 2:3) grid(i, :) = grid(i - 1, :)(2:) // 'x'
    print '(3(a,1x))', grid
  end subroutine
end module

program strings_run_time_length
  use texts
  implicit none
  character(len=5), allocatable :: five(:)
  character(len=:), allocatable :: w(:)
  integer :: n
  call letters(five)
  print '(*("<",a,">"))', five(1), five(2)
  call wide(n, w)
  print '(2(i0,1x),*(a,1x))', len(w), size(w), w(1), w(3)
  call wide(n, w, width=5)
  print '(2(i0,1x),*(a,1x))', len(w), size(w), w
  call one('stressed', 3)
  call two(4)
end program
!> 5 [A    ] [B    ] [C    ] [
!> 5 [longe] [cut t] [
!> <longe><cut t><
!> 3 3 fil fil
!> 5 2 filli filli
!> desserts
!> b-d-f-h-
!> one ne! wo! ix! en!
!> A1.  1. x 1. x
!> A2.  2. x 2. x
!> A3.  3. x 3. x
