program math_functions
  implicit none
  integer, parameter :: n = 200
  real(8) :: x(n), y(n, 12)
  real :: x4(n), y4(n, 12)
  integer :: i
  x = [(-3.0d0 + 0.03d0*i, i = 1, n)]
  x4 = real(x)
  !$omp target teams workdistribute map(from: y, y4)
  y(:, 1) = sin(x); y(:, 2) = cos(x); y(:, 3) = exp(x); y(:, 4) = log(abs(x) + 0.1d0)
  y(:, 5) = tan(x / 3); y(:, 6) = atan(x); y(:, 7) = tanh(x); y(:, 8) = abs(x) ** 1.5d0
  y(:, 9) = asin(x / 4); y(:, 10) = atan2(x, 0.5d0); y(:, 11) = sqrt(abs(x)); y(:, 12) = sinh(x) + log10(abs(x) + 1)
  y4(:, 1) = sin(x4); y4(:, 2) = cos(x4); y4(:, 3) = exp(x4); y4(:, 4) = log(abs(x4) + 0.1)
  y4(:, 5) = tan(x4 / 3); y4(:, 6) = atan(x4); y4(:, 7) = tanh(x4); y4(:, 8) = abs(x4) ** 1.5
  y4(:, 9) = acos(x4 / 4); y4(:, 10) = hypot(x4, 1.0); y4(:, 11) = x4 ** 3; y4(:, 12) = mod(x4, 0.7) + floor(x4)
  !$omp end target teams workdistribute
  print '(4f15.9)', sum(y, dim=1)
  print '(4f12.1)', sum(y4, dim=1)
end program
!>     0.141120008    9.407294927  677.926292045   49.125429602
!>     1.557407725    1.249045772    0.995054754  415.704919353
!>     0.848062079    1.405647649  230.869537149   83.706681027
!>          0.1         9.4       677.9        49.1
!>          1.6         1.2         1.0       415.7
!>        313.3       376.8        27.0       -95.8
