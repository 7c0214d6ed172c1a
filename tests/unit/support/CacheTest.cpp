// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Cache.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/TempFolder.h"

#include <filesystem>
#include <thread>

using namespace llbc;
using namespace llbc::test;

namespace {

Cache openCache() { return valueOf(Cache::open("cache", "")); }

std::string keyOf(const std::string &value) {
  CacheKey key;
  key.add(value);
  return key.take();
}

std::string onlyEntry() {
  const std::vector<std::string> files = TempFolder::list("cache");
  REQUIRE(files.size() == 1);
  return "cache/" + files.front();
}

} // namespace

TEST_CASE("this build has an identity", "[cache]") {
  CHECK_FALSE(buildIdentity().empty());
}

TEST_CASE("what was added is found, by its key alone", "[cache]") {
  TempFolder folder;
  const Cache cache = openCache();
  CHECK_FALSE(cache.find(keyOf("a")));
  REQUIRE(errorText(cache.add(keyOf("a"), "content")) == "");
  CHECK(cache.find(keyOf("a")) == "content");
  CHECK_FALSE(cache.find(keyOf("b")));
  REQUIRE(errorText(cache.add(keyOf("b"), "")) == "");
  CHECK(cache.find(keyOf("b")) == "");
}

TEST_CASE("keys keep their values apart", "[cache]") {
  CacheKey one;
  one.add("a");
  one.add("bc");
  CacheKey other;
  other.add("ab");
  other.add("c");
  CHECK(one.take() != other.take());
}

TEST_CASE("a damaged or truncated entry is none, and is replaced", "[cache]") {
  TempFolder folder;
  const Cache cache = openCache();
  const std::string key = keyOf("a");
  REQUIRE(errorText(cache.add(key, "content")) == "");
  const std::string whole = readFile(onlyEntry());
  std::string changed = whole;
  changed.back() ^= 1;
  for (const std::string &bytes : {changed, whole.substr(0, whole.size() - 1),
                                   whole.substr(0, 10), std::string()}) {
    writeFile(onlyEntry(), bytes);
    CHECK_FALSE(cache.find(key));
    REQUIRE(errorText(cache.add(key, "content")) == "");
    CHECK(cache.find(key) == "content");
  }
}

TEST_CASE("links at the same time find whole entries or none", "[cache]") {
  TempFolder folder;
  const std::string content(1 << 20, 'x');
  std::vector<std::thread> threads;
  std::atomic<unsigned> wrong = 0;
  for (unsigned i = 0; i != 8; ++i)
    threads.emplace_back([&, i] {
      const Cache cache = openCache();
      for (unsigned round = 0; round != 20; ++round) {
        const std::string key = keyOf(std::to_string((i + round) % 4));
        const std::optional<std::string> found = cache.find(key);
        if (found && *found != content)
          ++wrong;
        if (llvm::Error err = cache.add(key, content)) {
          llvm::consumeError(std::move(err));
          ++wrong;
        }
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("a folder that cannot be made is an error when adding", "[cache]") {
  TempFolder folder;
  writeFile("cache", "a file");
  const Cache cache = openCache();
  CHECK_FALSE(cache.find(keyOf("a")));
  CHECK(errorText(cache.add(keyOf("a"), "content")) != "");
}

TEST_CASE("the policy bounds the cache; a bad one is an error", "[cache]") {
  TempFolder folder;
  const Cache cache =
      valueOf(Cache::open("cache", "cache_size_files=2:prune_interval=0s"));
  for (const char *name : {"a", "b", "c", "d"})
    REQUIRE(errorText(cache.add(keyOf(name), name)) == "");
  cache.prune();
  size_t entries = 0;
  for (const std::string &file : TempFolder::list("cache"))
    entries += llvm::StringRef(file).starts_with("llvmcache-");
  CHECK(entries == 2);
  CHECK(errorText(Cache::open("cache", "size=1")).find("--cache-policy") !=
        std::string::npos);
}
