! The least time of a kernel among the calls of about a tenth of a second, at least three.
module timing
  implicit none
  private
  public :: begin, again, finish
  integer(8) :: started, since, rate
  integer :: calls
  real(8) :: least, budget
  character(40) :: row
contains
  subroutine begin(name)
    character(*), intent(in) :: name
    row = name
    calls = 0
    least = huge(least)
    budget = 0.1d0
    call system_clock(count_rate=rate)
    call system_clock(started)
  end subroutine

  ! Whether the kernel is to be called once more. What it takes is from here to the next question.
  logical function again()
    integer(8) :: now
    call system_clock(now)
    if (calls > 0) least = min(least, real(now - since, 8) / real(rate, 8))
    calls = calls + 1
    again = calls <= 3 .or. real(now - started, 8) < budget * real(rate, 8)
    call system_clock(since)
  end function

  ! One line: the name of the row, seconds for one call, a number that tells whether results agree.
  subroutine finish(check)
    real(8), intent(in) :: check
    print '(a, "|", es12.5, "|", es24.15)', trim(row), least, check
  end subroutine
end module
