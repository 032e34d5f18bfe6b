program t
  include 'include_cycle.f90'
end program
