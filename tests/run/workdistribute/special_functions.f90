program special_functions
  implicit none
  real(8) :: x(200), r(200,9); real :: xs(200), s(200,9), tot
  integer :: i, n(200)
  real(8) :: ref(200,9), e; real :: refs(200,9), es
  x = [(-9.87d0 + 0.173d0*i, i=1,200)]; xs = real(x); n = [(mod(i,9)-2, i=1,200)]
  !$omp target teams workdistribute map(from: tot)
  r(:,1) = gamma(x); r(:,2) = log_gamma(x); r(:,3) = erfc_scaled(x); r(:,4) = bessel_j0(x); r(:,5) = bessel_j1(x)
  r(:,6) = bessel_y0(abs(x)); r(:,7) = bessel_y1(abs(x)); r(:,8) = bessel_jn(n, x); r(:,9) = bessel_yn(n, abs(x))
  s(:,1) = gamma(xs); s(:,2) = log_gamma(xs); s(:,3) = erfc_scaled(xs); s(:,4) = bessel_j0(xs); s(:,5) = bessel_j1(xs)
  s(:,6) = bessel_y0(abs(xs)); s(:,7) = bessel_y1(abs(xs)); s(:,8) = bessel_jn(n, xs); s(:,9) = bessel_yn(n, abs(xs))
  tot = sum(bessel_j0(xs)) + maxval(gamma(1+abs(xs(1:20))))
  !$omp end target teams workdistribute
  ref(:,1) = gamma(x); ref(:,2) = log_gamma(x); ref(:,3) = erfc_scaled(x); ref(:,4) = bessel_j0(x); ref(:,5) = bessel_j1(x)
  ref(:,6) = bessel_y0(abs(x)); ref(:,7) = bessel_y1(abs(x)); ref(:,8) = bessel_jn(n, x); ref(:,9) = bessel_yn(n, abs(x))
  refs(:,1) = gamma(xs); refs(:,2) = log_gamma(xs); refs(:,3) = erfc_scaled(xs); refs(:,4) = bessel_j0(xs); refs(:,5) = bessel_j1(xs)
  refs(:,6) = bessel_y0(abs(xs)); refs(:,7) = bessel_y1(abs(xs)); refs(:,8) = bessel_jn(n, xs); refs(:,9) = bessel_yn(n, abs(xs))
  do i = 1, 9
    where (abs(ref(:,i)) > 1e30) ref(:,i) = 1; where (abs(refs(:,i)) > 1e30) refs(:,i) = 1
    where (abs(r(:,i)) > 1e30) r(:,i) = 1; where (abs(s(:,i)) > 1e30) s(:,i) = 1
    e = maxval(abs(r(:,i)-ref(:,i))/max(abs(ref(:,i)), 0.1d0)); es = maxval(abs(s(:,i)-refs(:,i))/max(abs(refs(:,i)), 0.1))
    print '(i3,2l3)', i, e < 1d-14, es < 3e-6
  end do
  print *, abs(tot - 1787356) < 1
end program
!>   1  T  T
!>   2  T  T
!>   3  T  T
!>   4  T  T
!>   5  T  T
!>   6  T  T
!>   7  T  T
!>   8  T  T
!>   9  T  T
!>  T
