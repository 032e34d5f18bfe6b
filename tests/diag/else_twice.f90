program t
  logical :: c
  c = .true.
  if (c) then
    c = .false.
  else
    c = .true.
  else
    c = .false.
  end if
end program
