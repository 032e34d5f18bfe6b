! Keywords as names, continuation, labels, operators, literals.
program d1
implicit none
integer :: if, then, else, do, end, call, print, read, write, program, real_, integer, stop, goto, where, select, case
integer, dimension(3) :: data, format
real :: function, subroutine
logical :: true, false
character(len=*), parameter :: str = 'it''s "quoted"', str2 = "double ""q"" 'single'"
integer, parameter :: sp = kind(1.0), dp = kind(1.d0), i8 = selected_int_kind(18)
integer :: a_very_long_identifier_name_of_exactly_sixty_three_characters_x = 63
integer :: i, j, k; real :: x, y; real(dp) :: z
if = 1; then = 2; else = 3
if (if == 1) then = 5
if (then == 5) then; else = 7; end if
do = 4
end = 5
call = 6; print = 7; read = 8; write = 9; program = 10
where = 1; select = 2; case = 3; stop = 4; goto = 5; integer = 6; real_ = 7
data(1) = 1; data(2) = 2; data(3) = 3
format = data
print *, if, then, else, do, end, call, print, read, write, program, data, format
print *, where, select, case, stop, goto, integer, real_
function = 1.5; subroutine = 2.5
print *, function + subroutine
print *, str, ' ', str2
print *, a_very_long_identifier_name_of_exactly_sixty_three_characters_x
print *, 2**3**2, -2**2, 2**(-1), -7/2, -7 - -(-3), 7/(-2), mod(-7,2), 1.e0_sp, 1.5_dp, 100_i8
print *, 1.eq.2, 1.ne.2.and.2.gt.1, .not..true..or..false., 1 .lt. 2 .eqv. 3 .ge. 2
print *, 'abc' == 'abc   ', 'ab' < 'abc', 'a' // 'b' == 'ab', 'Z' < 'a'
do 10 i = 1, 3
10 continue
do 20, j = 1, 2
  do 20, k = 1, 2
20 print *, j, k
100 if (i < 10) then
  i = i + 3
  go to 100
end if
print *, i
print *, "continued &
         &string with & inside", &
         & 'next'
x = 1.0 + &
  ! a comment in between

  2.0 * &
  & 3.0
print *, x; y = x; ; z = y
print *, real(z'3F800000'), int(b'1010'), int(o'17'), int(z"ff"), z, &
   transfer(int(z'40490fdb'), 1.0)
select case (i); case (:5); print *, 'low'; case (6:); print *, 'high'; end select
named: do i = 1, 5; if (i == 3) exit named; end do named
print *, i
if (.true.) print *, 'one-liner'; print *, 'same line'
print *, [integer ::], size([integer ::]), (/1,2,3/), (/ real :: /)
print *, (1.0, 2.0), cmplx(1, 2), (1, -2)
print *, merge(1, 2, .true.), 1 + 2 - 3 * 4 / 2 ** 2
print *, +1, -(-1), - 3 + 5, 1 - (+1)
print *, 0.1e-3, .5, 5., 1e5, 1d3, 123456789
print *, 5/3*3, 3*5/3, 1/3.0*3, real(1)/3
goto 300
print *, 'skipped'
300 continue
x = 5; if (x > 3) x = 2; if (x < 3) print *, 'chain'
associate (a => i, b => (j + k)); print *, a, b; end associate
block; integer :: i; i = 99; print *, i; end block
print *, i
endprogram
!>            1           5           7           4           5           6           7           8           9          10           1           2           3           1           2           3
!>            1           2           3           4           5           6           7
!>    4.00000000
!>  it's "quoted" double "q" 'single'
!>           63
!>          512          -4           0          -3         -10          -3          -1   1.00000000       1.5000000000000000                       100
!>  F T F T
!>  T T T T
!>            1           1
!>            1           2
!>            2           1
!>            2           2
!>           10
!>  continued string with & insidenext
!>    7.00000000
!>    1.00000000              10          15         255   7.0000000000000000        3.14159274
!>  high
!>            3
!>  one-liner
!>  same line
!>            0           1           2           3
!>              (1.00000000,2.00000000)             (1.00000000,2.00000000)            (1.00000000,-2.00000000)
!>            1           0
!>            1           1           2           0
!>    9.99999975E-05  0.500000000       5.00000000       100000.000       1000.0000000000000        123456789
!>            3           5   1.00000000      0.333333343
!>  chain
!>            3           6
!>           99
!>            3
