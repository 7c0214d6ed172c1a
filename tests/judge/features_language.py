# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of the C++ language: templates, classes, initialisation."""

import feature as registry

FEATURES, feature = registry.registry()


@feature(device=True)
def inline_variables(b):
    """Inline and template variables, static members and locals; what sets
    them runs before the entry or at the first use."""
    b.declare_cxx("""
inline uint64_t iv_$T = $N0;
inline uint64_t ivd_$T = DYNAMIC($N1);
inline const uint64_t ivc_$T[2] = {$N2, $N3};
template <class X> uint64_t tv_$T = $N4 + sizeof(X);
template <class X> uint64_t tvd_$T = DYNAMIC($N5 + sizeof(X));
template <class X> struct Holder_$T {
  static uint64_t v;
  static inline uint64_t w = DYNAMIC($N6) + sizeof(X);
  static uint64_t next() { return ++v * 3 + w; }
};
template <class X> uint64_t Holder_$T<X>::v = DYNAMIC(sizeof(X));
inline uint64_t &counter_$T() {
  static uint64_t count = DYNAMIC($N7);
  return count;
}
""")
    for where in b.some():
        kind = b.rng.choice(["int", "char", "uint64_t[3]"])
        b.part(where, """
iv_$T += x; tv_$T<$kind> ^= x; tvd_$T<$kind> += 3;
return Holder_$T<$kind>::next() + ++counter_$T() + iv_$T + ivd_$T++
  + tv_$T<$kind> + tvd_$T<$kind> + ivc_$T[x & 1];
""", kind=kind)


@feature(device=True)
def instantiations(b):
    """Explicit instantiations in one unit, for all."""
    b.declare_cxx("""
template <class X> struct Ex_$T {
  X value;
  static uint64_t shared;
  uint64_t get(uint64_t x);
  uint64_t twice(uint64_t x) { return get(x) + get(x + 1); }
};
template <class X> uint64_t Ex_$T<X>::shared = $N0;
template <class X> uint64_t Ex_$T<X>::get(uint64_t x) {
  return x * $N1 + sizeof(X) + ++shared + (uint64_t)value;
}
template <class X> uint64_t exf_$T(X x) { return (uint64_t)x * $N2; }
extern template struct Ex_$T<int>;
extern template struct Ex_$T<uint64_t>;
extern template uint64_t exf_$T<short>(short);
""")
    b.define(b.any(), "template struct Ex_$T<int>;\n"
             "template uint64_t exf_$T<short>(short);")
    b.define(b.any(), "template struct Ex_$T<uint64_t>;")
    for where in b.some(1):
        b.part(where, """
Ex_$T<int> a{3}; Ex_$T<uint64_t> c{x};
return a.twice(x) + c.twice(x) + exf_$T<short>(x) + exf_$T<uint64_t>(x);
""")


@feature(device=True)
def instantiations_everywhere(b):
    """The same explicit instantiation in several units."""
    b.declare_cxx("""
template <class X> uint64_t exe_$T(X x) { return (uint64_t)x * $N0 ^ sizeof(X); }
template <class X> uint64_t exv_$T = $N1 ^ sizeof(X);
""")
    for where in b.some():
        b.define(where, "template uint64_t exe_$T<int>(int);\n"
                 "template uint64_t exv_$T<char>;")
        b.part(where, "return exe_$T<int>((int)x) + exv_$T<char>++;")


CLASSES = """
struct Base_$T {
  uint64_t b = $N0;
  virtual uint64_t f(uint64_t x) const;
  virtual uint64_t g(uint64_t x) const { return f(x) + 1; }
  VIRTUAL_DESTRUCTOR(Base_$T)
};
struct Other_$T {
  uint64_t o = $N1;
  virtual uint64_t h(uint64_t x) const { return x ^ o; }
  VIRTUAL_DESTRUCTOR(Other_$T)
};
struct Left_$T : virtual Base_$T {
  uint64_t f(uint64_t x) const override { return x + $N2; }
};
struct Right_$T : virtual Base_$T, Other_$T {
  uint64_t g(uint64_t x) const override;
};
struct Both_$T : Left_$T, Right_$T {
  uint64_t h(uint64_t x) const override { return x - $N3; }
};
template <class X> struct Of_$T : Base_$T {
  uint64_t f(uint64_t x) const override { return x * sizeof(X); }
};
Base_$T *make_$T(uint64_t x);
"""

CLASS_BODIES = """
uint64_t Base_$T::f(uint64_t x) const { return x * 3 + b; }
uint64_t Right_$T::g(uint64_t x) const { return f(x) ^ o; }
"""

CLASS_OBJECTS = """
static Base_$T base_$T; static Of_$T<int> of_$T; static Of_$T<char> ofc_$T;
Base_$T *make_$T(uint64_t x) {
  static Both_$T both;
  switch (x & 3) {
  case 0: return &base_$T;
  case 1: return &of_$T;
  case 2: return &ofc_$T;
  default: return &both;
  }
}
"""


@feature
def classes(b):
    """Virtual bases, key functions, vtables in comdats, type information."""
    b.declare_cxx(CLASSES.replace("VIRTUAL_DESTRUCTOR(Base_$T)",
                                  "virtual ~Base_$T() {}")
                  .replace("VIRTUAL_DESTRUCTOR(Other_$T)",
                           "virtual ~Other_$T() = default;"))
    b.define(b.any(), CLASS_BODIES)
    b.define(b.any(), CLASS_OBJECTS)
    for where in b.some(1):
        b.part(where, """
uint64_t sum = 0;
for (unsigned i = 0; i != 4; ++i) {
  Base_$T *p = make_$T(i);
  sum = mixed(sum + p->g(x) + p->f(i));
  if (auto *r = dynamic_cast<Right_$T *>(p)) sum += r->h(x);
  if (auto *o = dynamic_cast<Other_$T *>(p)) sum ^= o->h(x);
  if (dynamic_cast<Of_$T<int> *>(p)) sum += $N0;
}
Base_$T *heap = x & 1 ? new Base_$T : new Of_$T<short>;
sum += heap->g(x);
delete heap;
return sum;
""")


@feature(device=True)
def plain_classes(b):
    """Virtual functions without type information or a heap."""
    text = CLASSES.replace("VIRTUAL_DESTRUCTOR(Base_$T)", "")
    text = text.replace("VIRTUAL_DESTRUCTOR(Other_$T)", "")
    text = text.replace(": virtual Base_$T {", ": Base_$T {")
    text = text.replace(": virtual Base_$T, ", ": Base_$T, ")
    text = text.replace("Both_$T : Left_$T, Right_$T", "Both_$T : Right_$T")
    text = text.replace(" = $N0;", " = 5;").replace(" = $N1;", " = 9;")
    b.declare_cxx(text)
    b.define(b.any(), CLASS_BODIES)
    b.define(b.any(), CLASS_OBJECTS.replace("static Both_$T both;", "")
             .replace("Base_$T *make",
                      "static Both_$T both_$T;\nBase_$T *make")
             .replace("return &both;", "return &both_$T;"))
    for where in b.some(1):
        b.part(where, """
uint64_t sum = 0;
for (unsigned i = 0; i != 4; ++i)
  sum = mixed(sum + make_$T(i)->g(x) + make_$T(x + i)->f(i));
return sum;
""")


@feature
def construction(b):
    """Constructors and destructors that are aliases of one another."""
    b.declare_cxx("""
struct Part_$T { uint64_t p; Part_$T(uint64_t); ~Part_$T(); };
template <class X> struct Whole_$T : Part_$T {
  X extra;
  Whole_$T(uint64_t x) : Part_$T(x), extra(x) {}
  virtual ~Whole_$T() { p += extra; }
};
struct Deep_$T : Whole_$T<uint64_t> {
  Deep_$T(uint64_t x);
  ~Deep_$T();
};
extern template struct Whole_$T<short>;
""")
    b.define(b.any(), """
Part_$T::Part_$T(uint64_t x) : p(x * $N0) {}
Part_$T::~Part_$T() { note(p); }
template struct Whole_$T<short>;
""")
    b.define(b.any(), """
Deep_$T::Deep_$T(uint64_t x) : Whole_$T(x + 1) { note(x); }
Deep_$T::~Deep_$T() {}
""")
    for where in b.some(1):
        b.part(where, """
Deep_$T d(x); Whole_$T<short> s(x & 0xff); Whole_$T<int> i(3);
Part_$T p(d.p);
return d.p + s.p + i.p + p.p;
""")


@feature(device=True)
def tables(b):
    """Initial values with addresses of what other units define."""
    others = b.some()
    for i, where in enumerate(others):
        b.declare("C uint64_t tf_$T_$i(uint64_t x);\nC uint64_t tx_$T_$i[4];",
                  i=i)
        b.define(where, """
C uint64_t tf_$T_$i(uint64_t x) { return x * $N0 + tx_$T_$i[0]; }
uint64_t tx_$T_$i[4] = {$N1, $N2, $N3, $N4};
""", i=i)
    functions = ", ".join(f"tf_{b.tag}_{i}" for i in range(len(others)))
    variables = ", ".join(f"&tx_{b.tag}_{i}[{b.rng.randrange(4)}]"
                          for i in range(len(others)))
    for where in b.some(1):
        b.part(where, """
static uint64_t (*const fs[])(uint64_t) = {$functions};
static uint64_t *const vs[] = {$variables};
static const struct { char c; uint64_t *p; const char *s; } mixed_up[] =
  {{1, $first, "text"}, {2, 0, "more"}};
uint64_t sum = mixed_up[x & 1].s[1] + *mixed_up[0].p;
for (unsigned i = 0; i != $count; ++i) sum += fs[(x + i) % $count]((*vs[i])++);
return sum;
""", first=variables.split(", ")[0], functions=functions,
               variables=variables, count=len(others))


@feature(device=True)
def lambdas(b):
    """Local types and closures as template arguments."""
    b.declare_cxx("""
template <class F> uint64_t apply_$T(F f, uint64_t x) {
  static uint64_t calls = $N0;
  return f(x + ++calls);
}
inline auto adder_$T = [](uint64_t x) { return x + $N1; };
template <unsigned N> struct Fold_$T {
  static uint64_t of(uint64_t x) { return Fold_$T<N - 1>::of(x * 3 + N); }
};
template <> inline uint64_t Fold_$T<0>::of(uint64_t x) { return x; }
template <class... X> uint64_t sum_$T(X... x) { return (uint64_t(x) + ... + $N2); }
""")
    for where in b.some():
        b.part(where, """
struct Add { uint64_t n; uint64_t operator()(uint64_t v) { return v ^ n; } };
return apply_$T(adder_$T, x) + apply_$T([=](uint64_t v) { return v * x; }, $N0)
  + apply_$T(Add{x}, 1) + Fold_$T<5>::of(x) + sum_$T(x, 3, 'c', short(x));
""")


@feature(device=True)
def jumps(b):
    """Switches and computed jumps."""
    for where in b.some(1):
        b.part(where, """
uint64_t sum = x;
for (unsigned i = 0; i != 9; ++i)
  switch ((sum ^ i) % 11) {
  case 0: sum += $N0; break;
  case 1: sum ^= $N1; [[fallthrough]];
  case 2: sum *= 3; break;
  case 3: sum -= $N2; break;
  case 4: sum = ~sum; break;
  case 5: sum >>= 3; break;
  case 7: sum += i; break;
  case 8: sum *= $N3; break;
  default: sum = mixed(sum);
  }
return sum;
""")


@feature
def computed_jumps(b):
    for where in b.some(1):
        b.part(where, """
static const void *const labels[] = {&&add, &&twist, &&done};
uint64_t sum = x; unsigned steps = 0;
next:
  goto *labels[++steps > 9 ? 2 : sum & 1];
add: sum = mixed(sum + $N0); goto next;
twist: sum = mixed(sum ^ $N1); goto next;
done: return sum;
""")


@feature(device=True)
def numbers(b):
    """Integers of 128 bits, bit counts, vectors."""
    for where in b.some(1):
        b.part(where, """
typedef uint64_t V4 __attribute__((vector_size(32)));
unsigned __int128 wide = (unsigned __int128)x * $N0 + $N1;
__int128 less = (__int128)x - ($N2 | (unsigned __int128)3 << 70);
V4 v = {x, x + 1, x + 2, $N3}; v = v * v ^ (v >> 7);
uint64_t q = (uint64_t)(wide / (($N4 | 1) + (unsigned __int128)(x & 0xff)));
uint64_t r = (uint64_t)(less % (int64_t)($N5 % 1000 + 7));
return q + r + v[0] + v[1] * 3 + v[2] * 5 + v[3] + __builtin_popcountll(x)
  + __builtin_bswap64(x) + (x ? __builtin_clzll(x) : 0);
""")
