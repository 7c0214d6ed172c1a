# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features that are about which definition of a name wins, and who sees it."""

import feature as registry

FEATURES, feature = registry.registry()


@feature(device=True)
def weak(b):
    """A weak function and variable, with a strong one elsewhere or not."""
    first, second = b.rng.sample(b.cxx, 2)
    b.declare("C uint64_t wf_$T(uint64_t x);\nC uint64_t wv_$T[3];")
    b.define(first, """
__attribute__((weak)) uint64_t wv_$T[3] = {$N0, $N1, $N2};
C __attribute__((weak)) uint64_t wf_$T(uint64_t x) { return x * $N3 + wv_$T[0]; }
""")
    if b.rng.random() < 0.6:
        b.define(second, """
uint64_t wv_$T[3] = {$N0, $N1, $N2};
C uint64_t wf_$T(uint64_t x) { return x * $N3 + wv_$T[1]; }
""")
    b.part(b.any(), "return wf_$T(x) + wv_$T[x % 3];")


@feature
def weak_undefined(b):
    """Nothing defines it, or a unit does; an archive is no reason to."""
    b.declare("C __attribute__((weak)) uint64_t wu_$T(uint64_t x);\n"
              "C __attribute__((weak)) uint64_t wuv_$T;")
    if b.rng.random() < 0.5:
        b.define(b.any(), "C uint64_t wu_$T(uint64_t x) { return x + $N0; }")
    elif b.rng.random() < 0.5:
        b.define(b.member(f"m{b.tag}", "libc.a"),
                 "C uint64_t wu_$T(uint64_t x) { return x + $N0; }\n"
                 "uint64_t wuv_$T = $N1;")
    b.part(b.any(), "return (wu_$T ? wu_$T(x) : $N0) + "
           "(&wuv_$T ? wuv_$T : $N1);")


@feature(device=True)
def aliases(b):
    """Of a function, of an alias, weak ones."""
    where, other = b.rng.sample(b.cxx + b.c, 2)
    b.declare("C uint64_t af_$T(uint64_t x), aa_$T(uint64_t x), "
              "ab_$T(uint64_t x), aw_$T(uint64_t x);")
    b.define(where, """
C uint64_t af_$T(uint64_t x) { return x * $N0 ^ $N1; }
C uint64_t aa_$T(uint64_t x) __attribute__((alias("af_$T")));
C uint64_t ab_$T(uint64_t x) __attribute__((alias("aa_$T")));
C uint64_t aw_$T(uint64_t x) __attribute__((weak, alias("af_$T")));
""")
    if b.rng.random() < 0.4:
        b.define(other, "C uint64_t aw_$T(uint64_t x) { return x - $N2; }")
    b.part(b.any(), "return aa_$T(x) + 3 * ab_$T(x) + 5 * aw_$T(x) + af_$T(7);")


@feature
def variable_aliases(b):
    where = b.any()
    b.declare("C uint64_t va_$T[4], vb_$T[4];")
    b.define(where, """
uint64_t va_$T[4] = {$N0, $N1, $N2, $N3};
C __attribute__((alias("va_$T"))) uint64_t vb_$T[4];
""")
    b.part(b.any(), """
va_$T[x & 3] += $N4;
return vb_$T[x & 3] + (&va_$T[0] == &vb_$T[0] ? $N5 : $N6);
""")


@feature
def hidden_aliases(b):
    """A public name of a local function, and a hidden one of a public."""
    b.declare('C uint64_t pub_$T(uint64_t x);\n'
              'C __attribute__((visibility("hidden"))) '
              'uint64_t hid_$T(uint64_t x);')
    b.define(b.rng.choice(b.c), """
static uint64_t loc_$T(uint64_t x) { return x * $N0 + $N1; }
uint64_t pub_$T(uint64_t x) __attribute__((alias("loc_$T")));
uint64_t hid_$T(uint64_t x) __attribute__((alias("loc_$T")));
""")
    b.part(b.any(), "return pub_$T(x) ^ hid_$T(x + 1);")


@feature
def commons(b):
    """Tentative definitions of several sizes and alignments."""
    sizes = [b.rng.randint(1, 12) for _ in range(2)]
    align = b.rng.choice([8, 16, 64, 256])
    b.declare("C uint64_t cs_$T(uint64_t x), cl_$T(void);")
    b.define(b.c[0], """
uint64_t cm_$T[$size]; int ci_$T; char cc_$T[3];
uint64_t cs_$T(uint64_t x) {
  for (int i = 0; i < $size; ++i) cm_$T[i] = mixed(x + i);
  ci_$T += 3;
  return cm_$T[$size - 1] + ci_$T + cc_$T[1];
}
""", size=sizes[0])
    strong = b.rng.random() < 0.4
    b.define(b.c[1], """
uint64_t cm_$T[$size] __attribute__((aligned($align))); int ci_$T$init;
uint64_t cl_$T(void) {
  uint64_t sum = ci_$T;
  for (int i = 0; i < $size; ++i) { sum = mixed(sum ^ cm_$T[i]); cm_$T[i] = ~i; }
  return sum + (uintptr_t)cm_$T % $align;
}
""", size=sizes[1], align=align, init=" = 17" if strong else "")
    b.part(b.any(), "uint64_t h = cs_$T(x); return h ^ cl_$T();")


@feature(device=True)
def local_names(b):
    """The same local names in several units."""
    for where in b.some():
        b.define(where, """
static uint64_t ln_$T = $N0;
namespace { struct Local_$T { uint64_t v; uint64_t get() const { return v * $N1; } }; }
static __attribute__((noinline)) uint64_t lnf_$T(uint64_t x) {
  Local_$T l{x + ++ln_$T};
  return l.get();
}
""")
        b.part(where, "return lnf_$T(x) + ln_$T;")


@feature
def visibility(b):
    b.declare("""
C __attribute__((visibility("hidden"))) uint64_t vh_$T(uint64_t x);
C __attribute__((visibility("protected"))) uint64_t vp_$T(uint64_t x);
C uint64_t vd_$T(uint64_t x);
C __attribute__((visibility("hidden"))) uint64_t vhv_$T;
""")
    for line in ("C uint64_t vh_$T(uint64_t x) { return x + $N0; }",
                 "C uint64_t vp_$T(uint64_t x) { return x ^ $N1; }",
                 "C uint64_t vd_$T(uint64_t x) { return x * $N2; }",
                 "uint64_t vhv_$T = $N3;"):
        b.define(b.any(), line)
    if b.rng.random() < 0.5:
        # Hidden in one unit hides it.
        b.declare("C uint64_t vy_$T(uint64_t x);")
        b.define(b.any(), """
#pragma GCC visibility push(hidden)
C uint64_t vx_$T(uint64_t x);
#pragma GCC visibility pop
C uint64_t vy_$T(uint64_t x) { return vx_$T(x) + 1; }
""")
        b.define(b.any(), "C uint64_t vx_$T(uint64_t x) { return x - $N4; }")
        b.part(b.any(), "return vy_$T(x);")
    b.part(b.any(), "return vh_$T(x) + vp_$T(x) + vd_$T(x) + ++vhv_$T;")


@feature
def archives(b):
    """Two archives define it: the first wins. A chain goes back and forth."""
    b.declare("C uint64_t ar_$T(uint64_t x), as_$T(uint64_t x), "
              "at_$T(uint64_t x);")
    language = b.rng.choice(["c", "c++"])
    for archive in ("libx.a", "liby.a"):
        b.define(b.member(f"m{b.tag}{archive[3]}", archive, language),
                 "C uint64_t ar_$T(uint64_t x) { return x * $N0 + $N1; }")
    b.define(b.member(f"n{b.tag}", "libx.a"),
             "C uint64_t as_$T(uint64_t x) { return at_$T(x) + $N0; }")
    b.define(b.member(f"o{b.tag}", "liby.a", language),
             "C uint64_t at_$T(uint64_t x) { return x >> 3 ^ $N0; }")
    # Nobody needs this one, so that what it lacks does not matter.
    b.define(b.member(f"p{b.tag}", "liby.a"),
             "C uint64_t nowhere_$T(uint64_t x);\n"
             "C uint64_t unused_$T(uint64_t x) { return nowhere_$T(x); }")
    b.part(b.any(), "return ar_$T(x) + as_$T(x);")


@feature
def other_names(b):
    """Names that the compiler does not mangle, or that are odd."""
    b.declare_cxx("""
uint64_t named_$T(uint64_t x) asm("odd.name$$$T");
extern uint64_t namedv_$T asm("odd variable $T");
uint64_t \\u00e4_$T(uint64_t x);
""")
    first, second = b.any(), b.any()
    b.define(first, "uint64_t named_$T(uint64_t x) { return x + $N0; }\n"
             "uint64_t namedv_$T = $N1;")
    b.define(second, "uint64_t \\u00e4_$T(uint64_t x) { return x * $N0; }")
    b.part(b.any(), "return named_$T(x) + namedv_$T++ + \\u00e4_$T(x);")


@feature(device=True)
def inline_functions(b):
    """Copies of one inline function; one address."""
    b.declare_cxx("""
inline uint64_t inf_$T(uint64_t x) {
  static uint64_t calls = $N0;
  static const uint64_t table[4] = {$N1, $N2, $N3, $N4};
  return x + ++calls + table[x & 3];
}
C uintptr_t inaddr_$T(uint64_t (**f)(uint64_t));
""")
    b.define(b.any(), "C uintptr_t inaddr_$T(uint64_t (**f)(uint64_t)) "
             "{ *f = inf_$T; return (uintptr_t)inf_$T; }")
    for where in b.some():
        b.part(where, """
uint64_t (*f)(uint64_t);
uintptr_t a = inaddr_$T(&f);
return f(x) + inf_$T(x) + (a == (uintptr_t)&inf_$T ? $N0 : $N1);
""")


@feature
def gnu_inline(b):
    """C's inline: a copy to inline here, the definition there."""
    b.declare("C uint64_t gi_$T(uint64_t x);")
    b.define(b.c[0], "inline __attribute__((gnu_inline)) extern "
             "uint64_t gi_$T(uint64_t x) { return x + 40; }\n"
             "uint64_t gj_$T(uint64_t x) { return gi_$T(x) * 3; }")
    b.define(b.c[1], "uint64_t gi_$T(uint64_t x) { return x + 40; }\n"
             "uint64_t gj_$T(uint64_t x);\n"
             "uint64_t gk_$T(uint64_t x) { return gi_$T(x) + gj_$T(x); }")
    b.declare("C uint64_t gk_$T(uint64_t x);")
    b.part(b.any(), "return gk_$T(x);")
