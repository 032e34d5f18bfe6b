! Specific intrinsic functions as specific procedures of a generic interface.
program generic_intrinsics
  implicit none
  intrinsic :: alog, dlog
  interface ln
    procedure :: alog, dlog
  end interface
  if (abs(ln(2.0) - 0.6931472) > 1e-6) error stop "real"
  if (abs(ln(2d0) - 0.69314718055994531d0) > 1d-14) error stop "double"
end program
