/* Compiled to c_object.o with: cc -O1 -fPIC -c c_object.c */
#include <stdio.h>
#include <string.h>
extern double fortran_value(double x);
extern int shared_[4];
static const char *const names[] = {"zero", "one", "two"};
static double table[3] = {0.5, 1.5, 2.5};
int counter;
int common_block[8];
double c_twice(double x) { counter++; return 2.0 * fortran_value(x) + table[1]; }
long c_name_length(int i) { return (long)strlen(names[i]); }
int c_shared(void) { shared_[1] = 42; return shared_[0] + counter; }
int c_print(char *buf, int n) { return snprintf(buf, n, "%s-%d", names[2], counter); }
