! One misspelt keyword is one error: what the statement opens, closes or declares is known all the same.
program misspelt
  implicit none
  type pair, only: x
  integr :: i
  type :: pair
    integer :: a
  end typ pair
  type(pair) :: p
  selct case (p%a)
  case (1)
    i = 2
  end select
  i = 3
  call inner
containss
  subroutine inner
    i = 1
    allocate()
  end subroutine
end program
