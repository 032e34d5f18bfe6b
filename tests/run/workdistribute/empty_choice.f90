! PACK with a vector, where the mask takes nothing: elements come from the vector alone.
program empty_choice
  implicit none
  integer :: v(5), w(5), q
  logical :: taken(5)
  v = [(q, q = 1, 5)]
  w = 0
  taken = v > 9
  call work(w, v, taken)
  print *, w
contains
  subroutine work(w, v, taken)
    integer, intent(inout) :: w(:)
    integer, intent(in) :: v(:)
    logical, intent(in) :: taken(:)
    integer :: q
    !$omp target teams workdistribute
    w = pack(v, taken, [(10 * q, q = 1, 5)]) + v
    !$omp end target teams workdistribute
  end subroutine
end program
!>           11          22          33          44          55
