# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C math library's functions and LLVM's math intrinsics, with their shapes
as kernels.py has them; `t` stands for the floating-point type."""

# C99's, POSIX's and GNU's. The float version has an f at the end.
LIBM = {
    "t(t)": """acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp
        exp10 exp2 expm1 fabs floor j0 j1 lgamma log log10 log1p log2 logb
        nearbyint rint round sin sinh sqrt tan tanh tgamma trunc y0 y1""",
    "t(tt)": """atan2 copysign fdim fmax fmin fmod hypot nextafter pow
        remainder""",
    "t(ttt)": "fma",
    "t(ti)": "ldexp scalbn",
    "t(tl)": "scalbln",
    "t(it)": "jn yn",
    "t(p)": "nan",
    "i(t)": "ilogb",
    "l(t)": "llrint llround lrint lround",
    "ti(t)": "frexp",
    "ti(tt)": "remquo",
    "tt(t)": "modf sincos",
}

# What a GPU does itself is here, too: it must stay as it is.
INTRINSICS = {
    "t(t)": """acos asin atan ceil cos cosh exp exp10 exp2 fabs floor log log10
        log2 nearbyint rint round roundeven sin sinh sqrt tan tanh trunc
        canonicalize""",
    "t(tt)": """atan2 copysign maximum maximumnum maxnum minimum minimumnum
        minnum pow""",
    "t(ttt)": "fma fmuladd",
    "tt(t)": "modf sincos sincospi",
}
# With a second type in the name.
INTEGER_INTRINSICS = {
    "t(ti)": ["llvm.powi.{0}.i32", "llvm.ldexp.{0}.i32"],
    "ti(t)": ["llvm.frexp.{0}.i32"],
    "i(t)": ["llvm.lrint.i32.{0}", "llvm.lround.i32.{0}"],
    "l(t)": ["llvm.lrint.i64.{0}", "llvm.lround.i64.{0}", "llvm.llrint.i64.{0}",
             "llvm.llround.i64.{0}"],
}
SUFFIXES = {"f": "f32", "d": "f64", "h": "f16", "b": "bf16", "v": "v2f32",
            "w": "v2f16"}
# Each on its own line of code in Rust: `a % b` and `a / b`.
OPERATORS = {"t(tt)": ["frem", "fdiv"]}


def libm():
    return [(name + suffix, shape.replace("t", letter))
            for shape, names in LIBM.items() for name in names.split()
            for letter, suffix in (("d", ""), ("f", "f"))]


def intrinsics(letters="fdhbvw"):
    """Vectors only where all operands are."""
    found = []
    for shape, names in INTRINSICS.items():
        found += [(f"llvm.{name}.{SUFFIXES[letter]}", shape.replace("t", letter))
                  for name in names.split() for letter in letters]
    for shape, names in INTEGER_INTRINSICS.items():
        found += [(name.format(SUFFIXES[letter]), shape.replace("t", letter))
                  for name in names for letter in letters
                  if letter not in "vw"]
    return found


def operators():
    return [(name, shape.replace("t", letter))
            for shape, names in OPERATORS.items() for name in names
            for letter in "fd"]
