! The bytes of a string are read where it is converted, compared or put into an array, not where it was made.
program bytes_between
  implicit none
  character(4) :: text
  character(2) :: parts(2)
  text = 'abcd'
  call convert(text, 4)
  call parts_of(text(1:2), text(3:4), parts)
contains
  subroutine convert(a, n)
    character(*), intent(inout) :: a
    integer, intent(in) :: n
    character(kind=4, len=n) :: w1, w2
    logical :: before, after
    w1 = a
    a(2:2) = 'X'
    w2 = a
    print *, w1 == 4_'abcd', w2 == 4_'aXcd', w1 == w2
    before = a == 'aXcd'
    a(1:1) = '-'
    after = a == 'aXcd'
    print *, before, after, iachar(a(1:1))
    a(1:1) = '+'
    print *, iachar(a(1:1)), a // a
  end subroutine
  subroutine parts_of(a, b, p)
    character(*), intent(inout) :: a, b
    character(2), intent(out) :: p(2)
    p = [a, b]
    a = 'PQ'
    print *, p
    p = [a, b]
    print *, p
    p = a
    a = '..'
    print *, p
    p = a
    print *, p
  end subroutine
end program
!>  T T F
!>  T F          45
!>           43 +Xcd+Xcd
!>  +Xcd
!>  PQcd
!>  PQPQ
!>  ....
