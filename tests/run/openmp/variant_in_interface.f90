! A DECLARE VARIANT in an interface body names procedures of the host without IMPORT.
module m
  implicit none
  interface
    integer function variant()
    end function
    integer function base()
      !$omp declare variant(variant) match(construct={parallel})
    end function
  end interface
end module

integer function variant()
  variant = 2
end function

integer function base()
  base = 1
end function

program variant_in_interface
  use m
  implicit none
  integer :: k
  if (base() /= 1) error stop "base"
  k = 0
  !$omp parallel num_threads(1)
  k = base()
  !$omp end parallel
  if (k /= 2) error stop "variant"
end program
