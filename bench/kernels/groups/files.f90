module files
  implicit none
contains
  subroutine write_formatted(a)
    real(8), intent(in) :: a(:)
    integer :: u, i
    open (newunit=u, status='scratch')
    do i = 1, size(a)
      write (u, '(i6, f12.5, es16.8)') i, a(i), a(i)
    end do
    close (u)
  end subroutine
  subroutine write_list(a)
    real(8), intent(in) :: a(:)
    integer :: u, i
    open (newunit=u, status='scratch')
    do i = 1, size(a)
      write (u, *) i, a(i)
    end do
    close (u)
  end subroutine
  real(8) function read_list(u, n)
    integer, intent(in) :: u, n
    integer :: i, k
    real(8) :: x
    rewind (u)
    read_list = 0
    do i = 1, n
      read (u, *) k, x
      read_list = read_list + x
    end do
  end function
  real(8) function unformatted(a)
    real(8), intent(inout) :: a(:)
    integer :: u, i
    open (newunit=u, status='scratch', form='unformatted')
    do i = 1, size(a)
      write (u) a(i), i
    end do
    rewind (u)
    unformatted = 0
    do i = 1, size(a)
      read (u) a(i)
      unformatted = unformatted + a(i)
    end do
    close (u)
  end function
  subroutine direct(a)
    real(8), intent(in) :: a(:)
    integer :: u, i
    open (newunit=u, status='scratch', form='unformatted', access='direct', recl=8)
    do i = size(a), 1, -1
      write (u, rec=i) a(i)
    end do
    close (u)
  end subroutine
  integer function internal(n)
    integer, intent(in) :: n
    character(20) :: text
    integer :: i, k
    internal = 0
    do i = 1, n
      write (text, '(i10)') i
      read (text, '(i10)') k
      internal = internal + k
    end do
  end function
end module
