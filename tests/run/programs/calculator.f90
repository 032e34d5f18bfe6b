! A calculator by recursive descent: strings, growing arrays of types with allocatable components.
module parser
  implicit none
  integer, parameter :: dp = selected_real_kind(15, 307)
  integer, parameter :: T_NUM = 1, T_ID = 2, T_OP = 3, T_END = 4
  type token
    integer :: kind = T_END
    real(dp) :: val = 0
    character(:), allocatable :: text
  end type
  type variable
    character(:), allocatable :: name
    real(dp) :: val
  end type
  type(variable), allocatable :: vars(:)
  type lexer
    character(:), allocatable :: s
    integer :: pos = 1
    type(token) :: cur
  end type
  logical :: failed
  character(80) :: errmsg
contains
  subroutine next(lx)
    type(lexer), intent(inout) :: lx
    integer :: st, ios
    do while (lx%pos <= len(lx%s))
      if (lx%s(lx%pos:lx%pos) /= ' ') exit
      lx%pos = lx%pos + 1
    end do
    if (lx%pos > len(lx%s)) then
      lx%cur = token(T_END, 0._dp, '')
      return
    end if
    st = lx%pos
    associate (c => lx%s(st:st))
      select case (c)
      case ('0':'9', '.')
        do while (lx%pos <= len(lx%s))
          if (scan(lx%s(lx%pos:lx%pos), '0123456789.eE') == 0) exit
          lx%pos = lx%pos + 1
        end do
        lx%cur%kind = T_NUM
        lx%cur%text = lx%s(st:lx%pos-1)
        read (lx%cur%text, *, iostat=ios) lx%cur%val
        if (ios /= 0) call fail('bad number')
      case ('a':'z', 'A':'Z', '_')
        do while (lx%pos <= len(lx%s))
          if (.not. is_id(lx%s(lx%pos:lx%pos))) exit
          lx%pos = lx%pos + 1
        end do
        lx%cur = token(kind=T_ID, text=lx%s(st:lx%pos-1))
      case default
        lx%cur = token(T_OP, text=lx%s(st:st))
        lx%pos = lx%pos + 1
      end select
    end associate
  end subroutine
  pure logical function is_id(c)
    character, intent(in) :: c
    is_id = (c >= 'a' .and. c <= 'z') .or. (c >= 'A' .and. c <= 'Z') .or. (c >= '0' .and. c <= '9') .or. c == '_'
  end function
  subroutine fail(m)
    character(*), intent(in) :: m
    if (.not. failed) errmsg = m
    failed = .true.
  end subroutine
  recursive function expr(lx) result(v)
    type(lexer), intent(inout) :: lx
    real(dp) :: v
    character :: op
    v = term(lx)
    do while (lx%cur%kind == T_OP)
      op = lx%cur%text
      if (op /= '+' .and. op /= '-') exit
      call next(lx)
      if (op == '+') then
        v = v + term(lx)
      else
        v = v - term(lx)
      end if
    end do
  end function
  recursive function term(lx) result(v)
    type(lexer), intent(inout) :: lx
    real(dp) :: v, d
    v = factor(lx)
    do while (lx%cur%kind == T_OP)
      select case (lx%cur%text)
      case ('*')
        call next(lx); v = v * factor(lx)
      case ('/')
        call next(lx); d = factor(lx)
        if (d == 0) then
          call fail('division by zero')
        else
          v = v/d
        end if
      case default
        exit
      end select
    end do
  end function
  recursive function factor(lx) result(v)
    type(lexer), intent(inout) :: lx
    real(dp) :: v
    if (lx%cur%kind == T_OP .and. lx%cur%text == '-') then
      call next(lx)
      v = -factor(lx)
      return
    end if
    v = primary(lx)
    if (lx%cur%kind == T_OP) then
      if (lx%cur%text == '^') then
        call next(lx)
        v = v ** factor(lx)
      end if
    end if
  end function
  recursive function primary(lx) result(v)
    type(lexer), intent(inout) :: lx
    real(dp) :: v
    character(:), allocatable :: name
    integer :: i
    v = 0
    select case (lx%cur%kind)
    case (T_NUM)
      v = lx%cur%val; call next(lx)
    case (T_ID)
      name = lx%cur%text
      call next(lx)
      if (lx%cur%kind == T_OP .and. lx%cur%text == '(') then
        call next(lx)
        v = expr(lx)
        if (lx%cur%text /= ')') call fail('expected )')
        call next(lx)
        select case (name)
        case ('sqrt'); v = sqrt(v)
        case ('sin'); v = sin(v)
        case ('exp'); v = exp(v)
        case ('abs'); v = abs(v)
        case default; call fail('unknown function ' // name)
        end select
      else
        do i = 1, size(vars)
          if (vars(i)%name == name) then
            v = vars(i)%val
            return
          end if
        end do
        call fail('unknown variable ' // name)
      end if
    case (T_OP)
      if (lx%cur%text == '(') then
        call next(lx)
        v = expr(lx)
        if (lx%cur%text /= ')') call fail('expected )')
        call next(lx)
      else
        call fail('unexpected ' // lx%cur%text)
        call next(lx)
      end if
    case default
      call fail('unexpected end')
    end select
  end function
  subroutine run(line)
    character(*), intent(in) :: line
    type(lexer) :: lx
    real(dp) :: v
    integer :: eq
    failed = .false.; errmsg = ''
    eq = index(line, '=')
    lx%s = line(eq+1:)
    call next(lx)
    v = expr(lx)
    if (lx%cur%kind /= T_END) call fail('trailing ' // lx%cur%text)
    if (failed) then
      print '(3a)', line, ' -> error: ', trim(errmsg)
    else
      if (eq > 0) vars = [vars, variable(trim(adjustl(line(:eq-1))), v)]
      print '(2a,g0.10)', line, ' -> ', v
    end if
  end subroutine
end module
program calc
  use parser
  implicit none
  character(40) :: lines(12)
  integer :: i
  data lines /'1 + 2 * 3', '(1 + 2) * 3', '2 ^ 3 ^ 2', '-2 ^ 2', 'x = 3.5', 'y = x * 2 - 1', 'sqrt(x*x + y*y)', &
              '1 / 0', '(1 + 2', 'foo(3)', '1.5e3 / z', '4 4'/
  allocate (vars(0))
  do i = 1, size(lines)
    call run(trim(lines(i)))
  end do
  print *, size(vars), (vars(i)%name, vars(i)%val, i = 1, size(vars))
end program
!> 1 + 2 * 3 -> 7.000000000
!> (1 + 2) * 3 -> 9.000000000
!> 2 ^ 3 ^ 2 -> 512.0000000
!> -2 ^ 2 -> -4.000000000
!> x = 3.5 -> 3.500000000
!> y = x * 2 - 1 -> 6.000000000
!> sqrt(x*x + y*y) -> 6.946221995
!> 1 / 0 -> error: division by zero
!> (1 + 2 -> error: expected )
!> foo(3) -> error: unknown function foo
!> 1.5e3 / z -> error: unknown variable z
!> 4 4 -> error: trailing 4
!>            2 x   3.5000000000000000      y   6.0000000000000000
