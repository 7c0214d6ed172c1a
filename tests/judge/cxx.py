# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs of several units in C++ and C, made of what meets a linker:
each feature adds code to random units and a function that tells what it found.
Nothing in them depends on what the language or the linker leaves open."""

import random
import re

import features_elf
import features_language
import features_library
import features_symbols
import unit

# Both languages, and both host and device, include this.
HEADER = """
#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
#define C extern "C"
constexpr
#else
#define C extern
#endif
static inline uint64_t mixed(uint64_t x) {
  x = (x ^ x >> 29) * 0x9E3779B97F4A7C15u;
  return (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
}
C uint64_t seed(uint64_t x);  // The same, but no compiler sees it.
C void note(uint64_t x);      // The order counts.
C void gather(uint64_t x);    // The order does not count.
#ifdef __NVPTX__
#define KERNEL __attribute__((device_kernel))
#define DYNAMIC(x) mixed(x)
#else
#define DYNAMIC(x) seed(x)
#endif
"""

MAIN = """
static uint64_t trace = 1, gathered;
static volatile uint64_t hidden_zero;
C __attribute__((noinline)) uint64_t seed(uint64_t x) {
  return mixed(x + hidden_zero);
}
C void note(uint64_t x) { trace = mixed(trace ^ x); }
C void gather(uint64_t x) { gathered += mixed(x); }
"""

ENTRY = """
static uint64_t run(uint64_t h) {
$calls  return mixed(h ^ trace) + gathered;
}
#ifdef KERNEL
C KERNEL void entry(uint64_t *out, uint64_t count) {
  out[0] = count ? run(count) : 0;
}
#else
C uint64_t entry(void) { return run(1); }
#endif
"""

FEATURES = {}
for module in (features_symbols, features_language, features_elf,
               features_library):
    FEATURES.update(module.FEATURES)


class Builder:
    """What a feature sees of the program that is being made."""

    def __init__(self, rng):
        self.rng = rng
        self.header = [HEADER]
        self.cxx = [unit.Unit(f"u{i}") for i in range(rng.randint(2, 4))]
        self.c = [unit.Unit(f"c{i}", language="c", flags=["-fcommon"])
                  for i in range(2)]
        for each in self.cxx + self.c:
            each.add('#include "judge.h"')
        self.cxx[0].add(MAIN)
        self.extra = []
        self.parts = []
        self.count = 0

    def begin(self):
        self.count += 1
        self.tag = f"f{self.count}"

    def number(self):
        return f"{self.rng.getrandbits(self.rng.choice([3, 16, 32, 63]))}u"

    def fill(self, text, **more):
        """$T is the feature's own tag, $N0 to $N9 are random numbers."""
        names = {f"N{i}": self.number() for i in range(10)}
        names.update(T=self.tag, **{k: str(v) for k, v in more.items()})
        return re.sub(r"\$(\$|T|N\d|[a-z]+)",
                      lambda m: "$" if m[1] == "$" else names[m[1]], text)

    def declare(self, text, **more):
        """C and C++ alike see it."""
        self.header.append(self.fill(text, **more))

    def declare_cxx(self, text, **more):
        self.header.append("#ifdef __cplusplus\n" + self.fill(text, **more)
                           + "\n#endif")

    def define(self, where, text, **more):
        where.add(self.fill(text, **more))

    def any(self):
        return self.rng.choice(self.cxx)

    def some(self, least=2):
        """Several units in random order, as many as there are at most."""
        count = self.rng.randint(min(least, len(self.cxx)), len(self.cxx))
        return self.rng.sample(self.cxx, count)

    def member(self, name, archive, language="c++"):
        """A unit of its own in an archive."""
        new = unit.Unit(name, language=language, archive=archive)
        new.add('#include "judge.h"')
        self.extra.append(new)
        return new

    def part(self, where, body, **more):
        """`body` computes from `x` and returns; the entry calls it."""
        name = f"part_{self.tag}_{len(self.parts)}"
        self.parts.append(name)
        where.add(f"C uint64_t {name}(uint64_t x);\n"
                  f"C uint64_t {name}(uint64_t x) {{\n"
                  + self.fill(body, **more).strip("\n") + "\n}")

    def finish(self):
        first = self.cxx[0]
        for name in self.parts:
            first.add(f"C uint64_t {name}(uint64_t x);")
        calls = "".join(f"  h = mixed(h + {name}(h));\n"
                        for name in self.parts)
        first.add(self.fill(ENTRY, calls=calls))


def choose(rng, names):
    """The library's templates take longest to compile, so they are rare."""
    cost = [0.3 if name in features_library.FEATURES else 1 for name in names]
    return rng.choices(names, cost, k=rng.randint(2, 5))


def make(seed, allowed):
    rng = random.Random(seed)
    device = rng.random() < 0.3
    names = [name for name, feature in FEATURES.items()
             if name in allowed and (feature.device or not device)]
    builder = Builder(rng)
    chosen = choose(rng, names) if names else []
    for name in chosen:
        builder.begin()
        FEATURES[name].add(builder)
    builder.finish()
    units = [u for u in builder.cxx + builder.c + builder.extra
             if u.text.count("\n") > 1]
    # Only one may be split with its local names made public: they are alike
    # in several.
    for each in units[1:]:
        if each.archive is None and rng.random() < 0.3:
            # Its parts are called, so an archive gives it as well.
            each.archive = rng.choice(["liba.a", "libb.a"])
        # llvm-split parts an ifunc from its resolver, and a tentative
        # definition from who counts on its size: an archive then gives one
        # without the other.
        can_split = not any(word in each.text
                            for word in ("ifunc", "target_clones", "cm_"))
        if rng.random() < 0.2 and can_split:
            each.parts = rng.randint(2, 3)
            each.keep_locals = any(u.parts > 1 and not u.keep_locals
                                   for u in units if u is not each)
    headers = {"judge.h": "\n".join(builder.header) + "\n"}
    return unit.Program(seed, "cxx", units, headers, device, chosen)
