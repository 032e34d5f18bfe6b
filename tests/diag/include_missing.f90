program t
  include 'nowhere.inc'
end program
