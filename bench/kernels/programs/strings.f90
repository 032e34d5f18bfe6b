! Building and taking apart strings.
program strings
  implicit none
  character(len=:), allocatable :: line, word
  character(len=64) :: buffer
  character(len=12) :: digits
  integer :: i, k, rep, total, words, from, n
  real(8) :: t0, t1
  total = 0
  words = 0
  call cpu_time(t0)
  do rep = 1, 200
    line = ''
    do i = 1, 400
      n = i * rep
      k = len(digits)
      digits = ''
      do
        digits(k:k) = achar(iachar('0') + mod(n, 10))
        n = n / 10
        k = k - 1
        if (n == 0) exit
      end do
      line = line // trim(adjustl(digits)) // ' '
    end do
    from = 1
    do
      k = index(line(from:), ' ')
      if (k == 0) exit
      word = line(from:from + k - 2)
      buffer = 'w' // word // '-' // word
      if (buffer(2:3) == '12') words = words + 1
      do i = 1, len_trim(buffer)
        total = total + iachar(buffer(i:i))
      end do
      from = from + k
    end do
  end do
  call cpu_time(t1)
  print *, 'words', words, total
  print '(f12.6)', t1 - t0
end program
