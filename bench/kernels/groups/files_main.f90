program main
  use timing
  use files
  implicit none
  integer, parameter :: n = 2000
  real(8) :: a(n), x
  integer :: i, u
  do i = 1, n
    a(i) = modulo(i * 0.6180339887498949d0, 1d0) * 100
  end do
  call begin('write formatted')
  do while (again())
    call write_formatted(a)
  end do
  call finish(0d0)
  call begin('write list-directed')
  do while (again())
    call write_list(a)
  end do
  call finish(0d0)
  open (newunit=u, status='scratch')
  do i = 1, n
    write (u, *) i, a(i)
  end do
  call begin('read list-directed')
  do while (again())
    x = read_list(u, n)
  end do
  call finish(x)
  call begin('unformatted')
  do while (again())
    x = unformatted(a)
  end do
  call finish(x)
  call begin('direct access')
  do while (again())
    call direct(a)
  end do
  call finish(0d0)
  call begin('internal files')
  do while (again())
    i = internal(n)
  end do
  call finish(real(i, 8))
end program
