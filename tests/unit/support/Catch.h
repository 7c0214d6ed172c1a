// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Catch2, version 3 or 2, and how it prints LLVM's strings.

#ifndef LLBC_TESTS_CATCH_H
#define LLBC_TESTS_CATCH_H

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include "llvm/ADT/StringRef.h"

template <> struct Catch::StringMaker<llvm::StringRef> {
  static std::string convert(llvm::StringRef text) {
    return '"' + text.str() + '"';
  }
};

#endif // LLBC_TESTS_CATCH_H
