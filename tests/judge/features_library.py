# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Features of the C and C++ libraries: their templates are large, and much of
them is in every unit that uses them."""

import feature as registry

FEATURES, feature = registry.registry()


@feature
def containers(b):
    for where in b.some(1):
        b.define(where, "#include <algorithm>\n#include <map>\n"
                 "#include <string>\n#include <vector>")
        b.part(where, """
std::vector<uint64_t> v;
for (unsigned i = 0; i != 40; ++i) v.push_back(mixed(x + i) % 1000);
std::sort(v.begin(), v.end());
std::map<std::string, uint64_t> m;
for (uint64_t n : v) m[std::to_string(n % 17)] += n;
std::string all;
for (auto &[key, value] : m) all += key + "=" + std::to_string(value) + ";";
uint64_t h = $N0;
for (char c : all) h = mixed(h ^ (unsigned char)c);
return h + v[7];
""")


@feature
def errors(b):
    """The library's own exceptions, and those that it lets through."""
    where, other = b.any(), b.any()
    b.define(where, "#include <stdexcept>\n#include <string>\n#include <vector>")
    b.declare_cxx("void throwing_$T(uint64_t x);")
    b.define(other, """
#include <stdexcept>
#include <system_error>
void throwing_$T(uint64_t x) {
  if (x % 3 == 0) throw std::runtime_error("three");
  if (x % 3 == 1) throw std::system_error(2, std::generic_category(), "one");
  throw std::out_of_range("two");
}
""")
    b.part(where, """
uint64_t h = x;
for (unsigned i = 0; i != 5; ++i) {
  std::string text;
  try {
    if (i == 3) text = std::to_string(std::vector<int>(2).at(i + x % 2));
    if (i == 4) text = std::to_string(std::stoi("none"));
    throwing_$T(x + i);
  } catch (const std::logic_error &e) {
    text = std::string("logic ") + e.what();
  } catch (const std::exception &e) {
    text = e.what();
  }
  for (char c : text) h = mixed(h ^ (unsigned char)c);
}
return h;
""")


@feature
def shared_pointers(b):
    for where in b.some(1):
        b.define(where, """
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <variant>
""")
        b.part(where, """
struct Tree { std::shared_ptr<Tree> left, right; uint64_t v = 0; };
std::function<std::shared_ptr<Tree>(unsigned)> grow = [&](unsigned depth) {
  auto t = std::make_shared<Tree>();
  t->v = mixed(x + depth);
  if (depth) { t->left = grow(depth - 1); t->right = grow(depth - 1); }
  return t;
};
std::function<uint64_t(const Tree *)> sum = [&](const Tree *t) -> uint64_t {
  return t ? t->v + 3 * sum(t->left.get()) + 5 * sum(t->right.get()) : 1;
};
std::unordered_map<uint64_t, std::variant<int, uint64_t>> table;
for (unsigned i = 0; i != 20; ++i)
  if (i & 1) table[i] = (int)i; else table[i] = mixed(i);
uint64_t h = 0;
for (auto &[key, value] : table)
  h += std::visit([&, k = key](auto n) { return mixed(n ^ k); }, value);
std::optional<uint64_t> maybe;
if (x & 1) maybe = $N0;
return h + sum(grow(4).get()) + maybe.value_or($N1);
""")


@feature
def streams(b):
    """Locales and facets: static members of the library's templates."""
    for where in b.some(1)[:2]:
        b.define(where, "#include <iomanip>\n#include <sstream>\n"
                 "#include <string>")
        b.part(where, """
std::ostringstream out;
out << std::hex << x << ' ' << std::setw(8) << std::setfill('*') << $N0 % 999
    << ' ' << 1.5 << ' ' << true;
std::istringstream in(out.str());
uint64_t back = 0; std::string word;
in >> std::hex >> back >> word;
uint64_t h = back;
for (char c : word + out.str()) h = mixed(h ^ (unsigned char)c);
return h;
""")


@feature
def atomics(b):
    for where in b.some(1):
        b.define(where, "#include <atomic>\n#include <mutex>\n"
                 "static std::atomic<uint64_t> atomic_$T{$N0};\n"
                 "inline std::once_flag once_$T; "
                 "inline uint64_t onced_$T;\n"
                 "static std::mutex mutex_$T;")
        b.part(where, """
std::lock_guard<std::mutex> lock(mutex_$T);
std::call_once(once_$T, [] { onced_$T += 7; });
uint64_t old = atomic_$T.fetch_add(x);
uint64_t expected = old + x;
atomic_$T.compare_exchange_strong(expected, mixed(x));
return old + onced_$T + atomic_$T.load();
""")


@feature
def c_library(b):
    b.declare("C uint64_t cl_$T(uint64_t x);")
    b.define(b.rng.choice(b.c), """
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int order_$T(const void *a, const void *c) {
  return memcmp(a, c, sizeof(uint64_t));
}
uint64_t cl_$T(uint64_t x) {
  uint64_t v[9];
  char text[64];
  for (int i = 0; i != 9; ++i) v[i] = mixed(x + i);
  qsort(v, 9, sizeof *v, order_$T);
  errno = 0;
  strtol("99999999999999999999", 0, 10);
  snprintf(text, sizeof text, "%llu %.3f %d", (unsigned long long)v[3],
           sin((double)(x % 100)), errno);
  uint64_t h = strlen(text);
  for (char *c = text; *c; ++c) h = mixed(h ^ (unsigned char)*c);
  char *heap = (char *)malloc(100 + x % 50);
  memset(heap, (int)x, 100);
  h += (unsigned char)heap[99];
  free(heap);
  return h;
}
""")
    b.part(b.any(), "return cl_$T(x);")


@feature
def coroutines(b):
    where = b.any()
    b.define(where, """
#include <coroutine>
namespace {
struct Numbers_$T {
  struct promise_type {
    uint64_t value;
    Numbers_$T get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(uint64_t v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
Numbers_$T numbers_$T(uint64_t x) {
  for (unsigned i = 0; i != 5; ++i) co_yield x = mixed(x + i);
}
}
""")
    b.part(where, """
auto n = numbers_$T(x);
uint64_t sum = 0;
for (n.handle.resume(); !n.handle.done(); n.handle.resume())
  sum += n.handle.promise().value;
n.handle.destroy();
return sum;
""")
