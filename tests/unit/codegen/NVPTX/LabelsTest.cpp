// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "support/Catch.h"

using namespace llbc;

namespace {

std::string dropped(std::string ptx) {
  nvptx::dropDebugLabels(ptx);
  return ptx;
}

} // namespace

TEST_CASE("labels that only debug sections need are dropped",
          "[nvptx][labels]") {
  CHECK(dropped(".target sm_80\n$L__func_begin0:\n\t.loc 1 2 3\n$L__tmp0:\n"
                "\tret;\n$L__tmp1:  \n$L__func_end0:\n") ==
        ".target sm_80\n\t.loc 1 2 3\n\tret;\n");
}

TEST_CASE("labels of blocks, and those that something refers to, stay",
          "[nvptx][labels]") {
  const std::string text = ".target sm_80\n$L__BB0_1:\n$L__tmp1:\n"
                           "\tbra $L__BB0_1;\n\tbra.uni $L__tmp1;\n"
                           "$L__tmp: .u32 7;\n";
  CHECK(dropped(text) == text);
  CHECK(dropped(".target sm_80\n$L__tmp11:\n\tbra $L__tmp1;\n$L__tmp1:\n") ==
        ".target sm_80\n\tbra $L__tmp1;\n$L__tmp1:\n");
}

TEST_CASE("with debug sections all labels stay", "[nvptx][labels]") {
  const std::string text = ".target sm_80, debug\n$L__tmp0:\n"
                           "\t.section\t.debug_macinfo\t{\t}\n";
  CHECK(dropped(text) == text);
}

TEST_CASE("the empty section that LLVM leaves without debug information is "
          "dropped",
          "[nvptx][labels]") {
  CHECK(dropped(".target sm_80\n\tret;\n\t.section\t.debug_macinfo\t{\t}\n") ==
        ".target sm_80\n\tret;\n");
}
