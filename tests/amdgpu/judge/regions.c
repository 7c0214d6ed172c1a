// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP: target regions, of which each is a kernel, and declared variables.

#pragma omp begin declare target
int onDevice = 7;
int table[10];
static int hidden;
int helper(int x) { return x + onDevice + hidden++; }
#pragma omp end declare target

void scale(double *p, int n, double by) {
#pragma omp target teams distribute parallel for map(tofrom : p[ : n])
  for (int i = 0; i < n; ++i)
    p[i] *= by;
}

int serial(int x) {
  int r = 0;
#pragma omp target map(tofrom : r)
  r = helper(x) + table[x];
  return r;
}

int reduce(const int *p, int n) {
  int sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : p[ : n])
  for (int i = 0; i < n; ++i)
    sum += p[i];
  return sum;
}
