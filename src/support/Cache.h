// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results that may be used again, in a folder that any number of links share.

#ifndef LLBC_SUPPORT_CACHE_H
#define LLBC_SUPPORT_CACHE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace llbc {

/// What tells this build of the tool from others: "" where the linker that made
/// it left no build ID.
std::string buildIdentity();

/// Collects what a result depends on.
class CacheKey {
public:
  /// The build of the tool, which everything depends on.
  CacheKey() { add(buildIdentity()); }

  void add(llvm::StringRef value);
  void add(uint64_t value) { add(std::to_string(value)); }

  /// The key, as hexadecimal digits.
  std::string take();

private:
  llvm::BLAKE3 hash;
};

/// LLVM's file cache (llvm/Support/Caching.h) with entries that show damage.
/// Safe to use from several threads and processes.
class Cache {
public:
  /// A cache in \p folder, which is made when something is added. \p policy is
  /// in the syntax of llvm/Support/CachePruning.h.
  static llvm::Expected<Cache> open(llvm::StringRef folder,
                                    llvm::StringRef policy);

  /// What was added under \p key, if it is there and whole.
  std::optional<std::string> find(llvm::StringRef key) const;

  /// Adds \p bytes under \p key.
  llvm::Error add(llvm::StringRef key, llvm::StringRef bytes) const;

  /// Removes what the policy does not keep, if it is time for that.
  void prune() const;

private:
  Cache(std::string folder, llvm::CachePruningPolicy policy)
      : folder(std::move(folder)), policy(policy) {}

  std::string folder;
  llvm::CachePruningPolicy policy;
};

} // namespace llbc

#endif // LLBC_SUPPORT_CACHE_H
