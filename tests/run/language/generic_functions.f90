! Generic procedures that the results of their function arguments tell apart.
module m
  implicit none
  interface tr
    procedure d, c, v
  end interface
contains
  real(8) function d(f, a) result(r)
    interface
      real(8) function f(x)
        real(8) :: x
      end function
    end interface
    real(8), optional :: a
    r = f(2d0)
    if (present(a)) r = r + a
  end function
  complex(8) function c(f, a) result(r)
    interface
      complex(8) function f(x)
        real(8) :: x
      end function
    end interface
    real(8), optional :: a
    r = f(2d0)
    if (present(a)) r = r - a
  end function
  function v(f, a) result(r)
    interface
      function f(x)
        real(8) :: x, f(2)
      end function
    end interface
    real(8), optional :: a
    real(8) :: r(2)
    r = f(2d0)
    if (present(a)) r = r * a
  end function
  real(8) function rf(x)
    real(8) :: x
    rf = x*x
  end function
  complex(8) function cf(x)
    real(8) :: x
    cf = cmplx(x, -x, 8)
  end function
  function vf(x)
    real(8) :: x, vf(2)
    vf = [x, 3*x]
  end function
end module
program p
  use m
  print *, tr(rf), tr(cf), tr(vf)
  print *, tr(rf, 1d0), tr(cf, 1d0), tr(vf, 2d0)
  call s(cf)
contains
  subroutine s(g)
    procedure(cf) :: g
    print *, tr(g, a=0.5d0)
  end subroutine
end program
!>    4.0000000000000000                   (2.0000000000000000,-2.0000000000000000)   2.0000000000000000        6.0000000000000000     
!>    5.0000000000000000                   (1.0000000000000000,-2.0000000000000000)   4.0000000000000000        12.000000000000000     
!>               (1.5000000000000000,-2.0000000000000000)
