# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of ELF and of machine code: sections, constructors, threads,
assembly, exceptions."""

import feature as registry

FEATURES, feature = registry.registry()


@feature
def constructors(b):
    """With priorities, so that their order is known, also between units."""
    for where in b.some(1):
        priority = 200 + 10 * b.count + b.cxx.index(where)
        b.define(where, """
__attribute__((constructor($p))) static void first_$T() { note($N0); }
namespace { struct Set_$T { uint64_t v; Set_$T(uint64_t x) : v(x) { note(x); } }; }
__attribute__((init_priority($q))) static Set_$T set_$T(seed($N1));
static uint64_t plain_$T = (gather($N2), seed($N3));
__attribute__((constructor)) static void last_$T() { gather($N4); }
""", p=priority, q=priority + 4000)
        b.part(where, "return set_$T.v + plain_$T + x;")


@feature
def destructors(b):
    """They run when the image is unloaded, and print what they see."""
    b.declare("C int printf(const char *, ...);")
    for where in b.some(1):
        b.define(where, """
struct End_$T { uint64_t v = seed($N0); ~End_$T() { v += $N1; gather(v); } };
static End_$T end_$T;
static uint64_t &local_$T() { static End_$T e; return ++e.v; }
__attribute__((destructor)) static void fini_$T() { gather($N2); }
""")
        b.part(where, "return local_$T() + end_$T.v++;")
    if "ends" not in b.cxx[0].text:
        b.define(b.cxx[0], """
__attribute__((destructor(101))) static void ends() {
  printf("ends %llx\\n", (unsigned long long)gathered);
}
""")


@feature
def thread_locals(b):
    b.declare("#ifdef __cplusplus\nextern thread_local uint64_t tl_$T;\n"
              "extern thread_local uint64_t tld_$T;\n"
              "inline thread_local uint64_t tli_$T = DYNAMIC($N0);\n"
              "template <class X> thread_local uint64_t tlt_$T = sizeof(X);\n"
              "#endif")
    b.define(b.any(), "thread_local uint64_t tl_$T = $N0;")
    b.define(b.any(), "thread_local uint64_t tld_$T = DYNAMIC($N0);")
    for where in b.some():
        b.define(where, """
#include <pthread.h>
static thread_local uint64_t tls_$T = $N0, tlz_$T;
struct Leave_$unit$T { uint64_t v = 3; ~Leave_$unit$T() { gather(v + tls_$T); } };
static void *thread_$T(void *p) {
  static thread_local Leave_$unit$T leave;
  uint64_t *v = (uint64_t *)p;
  *v += ++tl_$T + ++tld_$T + ++tli_$T + ++tlt_$T<int> + ++tls_$T + ++tlz_$T
    + ++leave.v;
  return 0;
}
""", unit=where.name)
        b.part(where, """
uint64_t other = x;
pthread_t t;
if (pthread_create(&t, 0, thread_$T, &other)) return 0;
pthread_join(t, 0);
uint64_t mine = x;
tl_$T += 5; tls_$T += x;
mine += tl_$T + tld_$T + ++tli_$T + ++tlt_$T<char> + tls_$T + ++tlz_$T;
return mixed(other) + mine;
""")


@feature
def thread_locals_of_c(b):
    b.declare("C uint64_t tc_$T(uint64_t x);\n"
              "#ifndef __cplusplus\nextern _Thread_local uint64_t tcv_$T;\n"
              "#endif")
    b.define(b.c[0], "_Thread_local uint64_t tcv_$T = $N0;\n"
             "static _Thread_local char tcb_$T[100];\n"
             "char *tcp_$T(void) { tcb_$T[3]++; return tcb_$T; }")
    b.define(b.c[1], "char *tcp_$T(void);\nuint64_t tc_$T(uint64_t x) "
             "{ tcv_$T += x; return tcv_$T + tcp_$T()[3]; }")
    b.part(b.any(), "return tc_$T(x) + tc_$T(3);")


@feature
def exceptions(b):
    """Thrown in one unit, caught in another, through a third."""
    thrower, middle, catcher = (b.any() for _ in range(3))
    b.declare_cxx("""
struct Fault_$T { uint64_t code; virtual ~Fault_$T() {}
  virtual uint64_t what() const { return code; } };
struct Worse_$T : Fault_$T { uint64_t what() const override { return code * 3; } };
template <class X> struct Typed_$T { X value; };
uint64_t throws_$T(uint64_t x);
uint64_t passes_$T(uint64_t x);
""")
    b.define(thrower, """
__attribute__((noinline)) uint64_t throws_$T(uint64_t x) {
  switch (x % 6) {
  case 0: { Fault_$T f; f.code = $N0; throw f; }
  case 1: { Worse_$T w; w.code = x; throw w; }
  case 2: throw Typed_$T<int>{(int)(x & 0xff)};
  case 3: throw (uint64_t)$N1;
  case 4: throw Typed_$T<uint64_t>{$N2};
  }
  return x + $N3;
}
""")
    b.define(middle, """
namespace { struct Clean_$T { uint64_t v; ~Clean_$T() { note(v); } }; }
uint64_t passes_$T(uint64_t x) {
  Clean_$T c{x};
  try {
    return throws_$T(x) + 1;
  } catch (Typed_$T<int> &t) {
    note(t.value);
    throw;
  } catch (const char *) {
    return 1;
  }
}
""")
    b.part(catcher, """
uint64_t sum = 0;
for (unsigned i = 0; i != 6; ++i) {
  try {
    sum = mixed(sum + passes_$T(i));
  } catch (const Fault_$T &f) {
    sum += f.what();
  } catch (Typed_$T<int> t) {
    sum ^= t.value + 7;
  } catch (uint64_t v) {
    sum -= v;
  } catch (...) {
    sum = mixed(sum + $N4);
  }
}
return sum + x;
""")


@feature
def sections(b):
    """Tables that units add to, between names that the linker makes."""
    b.declare("struct Row_$T { uint64_t a, b; };\n"
              "C const struct Row_$T __start_rows_$T[], __stop_rows_$T[];\n"
              "C uint64_t __start_data_$T[], __stop_data_$T[];")
    for i, where in enumerate(b.some(1)):
        b.define(where, """
__attribute__((section("rows_$T"), used)) static const struct Row_$T row_$T_$i =
  {$N0, $N1};
__attribute__((section("data_$T"), used)) static uint64_t data_$T_$i[2] =
  {$N2, $N3};
__attribute__((section("code_$T"))) C uint64_t code_$T_$i(uint64_t x) {
  return x + $N4;
}
""", i=i)
        b.part(where, "return code_$T_$i(x);", i=i)
    b.part(b.any(), """
uint64_t sum = 0;
for (const struct Row_$T *r = __start_rows_$T; r != __stop_rows_$T; ++r)
  sum += mixed(r->a) ^ r->b;
for (uint64_t *d = __start_data_$T; d != __stop_data_$T; ++d) sum += mixed((*d)++);
return sum + (__stop_rows_$T - __start_rows_$T);
""")


@feature
def own_sections(b):
    """Variables and functions in sections of their own names."""
    b.declare("C uint64_t os_$T; C uint64_t osf_$T(uint64_t x);")
    b.define(b.any(), """
__attribute__((section(".data.own_$T"))) uint64_t os_$T = $N0;
__attribute__((section(".text.own_$T"))) C uint64_t osf_$T(uint64_t x) { return x + os_$T; }
__attribute__((section(".bss.own_$T"))) static uint64_t osz_$T[9];
alignas(4096) uint64_t page_$T[600] = {$N1};
C uint64_t osz_get_$T() { return osz_$T[1]++ + (uintptr_t)page_$T % 4096 + page_$T[0]; }
""")
    b.declare("C uint64_t osz_get_$T(void);")
    b.part(b.any(), "return osf_$T(x) + ++os_$T + osz_get_$T();")


@feature
def module_assembly(b):
    """Assembly that defines, uses and is used."""
    b.declare("C uint64_t asm_$T(uint64_t x), asmback_$T(uint64_t x);\n"
              "C uint64_t asmdata_$T;")
    hidden = b.rng.choice(["", f"\\n.hidden asm_{b.tag}",
                           f"\\n.protected asm_{b.tag}"])
    b.define(b.any(), """
asm(".text\\n.globl asm_$T$hidden\\n.type asm_$T,@function\\nasm_$T:\\n"
    "  subq $$8, %rsp\\n  leaq 5(%rdi), %rdi\\n  callq asmback_$T@PLT\\n"
    "  addq $$8, %rsp\\n  addq asmdata_local_$T(%rip), %rax\\n  ret\\n"
    ".size asm_$T, .-asm_$T\\n"
    ".data\\n.balign 8\\nasmdata_local_$T: .quad 77\\n"
    ".globl asmdata_$T\\n.type asmdata_$T,@object\\n.size asmdata_$T,8\\n"
    "asmdata_$T: .quad 1234\\n.text\\n");
""", hidden=hidden)
    b.define(b.any(), "C uint64_t asmback_$T(uint64_t x) { return x * $N0; }")
    b.part(b.any(), "return asm_$T(x) + asmdata_$T++;")


@feature
def inline_assembly(b):
    """In functions; it names what the compiler does not see."""
    where = b.any()
    b.define(where, """
C __attribute__((used, visibility("hidden"))) uint64_t ia_$T(uint64_t x) {
  return x ^ $N0;
}
C __attribute__((visibility("hidden"))) uint64_t iav_$T;
__attribute__((used)) uint64_t iav_$T = $N1;
""")
    b.part(where, """
uint64_t v, w;
asm("movq iav_$T(%%rip), %0" : "=r"(v));
asm volatile("leaq ia_$T(%%rip), %0" : "=r"(w));
return v + ((uint64_t (*)(uint64_t))w)(x);
""")


@feature
def processors(b):
    """Functions for other processors, chosen at run time."""
    b.declare("C uint64_t ta_$T(uint64_t x);")
    b.define(b.any(), """
__attribute__((target("avx2,bmi,bmi2"))) static uint64_t avx_$T(const uint64_t *v) {
  uint64_t sum = 0;
  for (unsigned i = 0; i != 16; ++i) sum += v[i] * 3 ^ v[i] >> 7;
  return sum;
}
static uint64_t old_$T(const uint64_t *v) {
  uint64_t sum = 0;
  for (unsigned i = 0; i != 16; ++i) sum += v[i] * 3 ^ v[i] >> 7;
  return sum;
}
C uint64_t ta_$T(uint64_t x) {
  uint64_t v[16];
  for (unsigned i = 0; i != 16; ++i) v[i] = mixed(x + i);
  return __builtin_cpu_supports("avx2") ? avx_$T(v) : old_$T(v);
}
""")
    b.part(b.any(), "return ta_$T(x);")


@feature
def clones(b):
    """One function for several processors, by IFUNC."""
    b.declare("C uint64_t tcl_$T(const uint64_t *v);")
    b.define(b.rng.choice(b.c), """
__attribute__((target_clones("avx2", "sse4.2", "default")))
uint64_t tcl_$T(const uint64_t *v) {
  uint64_t sum = $N0;
  for (unsigned i = 0; i != 16; ++i) sum += v[i] * 5 ^ v[i] >> 9;
  return sum;
}
""")
    b.part(b.any(), "uint64_t v[16];\n"
           "for (unsigned i = 0; i != 16; ++i) v[i] = mixed(x ^ i);\n"
           "return tcl_$T(v);")


@feature
def ifuncs(b):
    b.declare("C uint64_t if_$T(uint64_t x);")
    b.define(b.rng.choice(b.c), """
static uint64_t ifa_$T(uint64_t x) { return x + $N0; }
static uint64_t (*ifr_$T(void))(uint64_t) { return ifa_$T; }
uint64_t if_$T(uint64_t x) __attribute__((ifunc("ifr_$T")));
""")
    b.part(b.any(), "uint64_t (*volatile p)(uint64_t) = if_$T; return if_$T(x) + p(3);")


@feature
def addresses(b):
    """One address for each function and variable, whoever asks."""
    b.declare("C uint64_t ad_$T(uint64_t x); C uint64_t adv_$T;\n"
              "#ifdef __cplusplus\nstruct At_$T { uint64_t f(uint64_t x); "
              "static uint64_t s; };\n"
              "inline uint64_t At_$T::f(uint64_t x) { return x + $N0; }\n"
              "#endif")
    b.define(b.any(), "C uint64_t ad_$T(uint64_t x) { return x * $N0; }\n"
             "uint64_t adv_$T = $N1; uint64_t At_$T::s = $N2;")
    units = b.some()
    for i, where in enumerate(units):
        b.declare("C uintptr_t adg_$T_$i(void);", i=i)
        b.define(where, """
C uintptr_t adg_$T_$i(void) {
  uint64_t (At_$T::*volatile m)(uint64_t) = &At_$T::f;
  At_$T a;
  gather((a.*m)($N0));
  return (uintptr_t)&ad_$T ^ (uintptr_t)&adv_$T << 7 ^ (uintptr_t)&At_$T::s << 13;
}
""", i=i)
    same = " && ".join(f"adg_{b.tag}_0() == adg_{b.tag}_{i}()"
                       for i in range(len(units)))
    b.part(b.any(), "return ad_$T(x) + ($same ? $N0 : $N1);", same=same)
