// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenCL: argument kinds, required sizes, constants and local memory.

constant int lookup[4] = {1, 2, 3, 4};
global int state = 5;

typedef struct {
  int a;
  long b;
} Pair;

__attribute__((noinline)) int twice(int x) { return x * 2 + lookup[x & 3]; }

kernel void arguments(global int *restrict out, constant float *in, local int *scratch, const int n,
                      float4 v, Pair pair) {
  scratch[0] = n;
  out[0] = twice(n) + (int)in[0] + (int)v.y + pair.a + scratch[1];
}
kernel __attribute__((reqd_work_group_size(8, 4, 2))) void sized(global int *p) { p[0] = state++; }
kernel __attribute__((work_group_size_hint(64, 1, 1))) __attribute__((vec_type_hint(int4))) void hinted(
    volatile global const int *p, global int *q) {
  *q = *p;
}
kernel void tile(global int *p) {
  local int t[100];
  t[p[0]] = 1;
  p[1] = t[p[2]];
}
