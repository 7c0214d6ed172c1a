#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module of four kernels (straight code, a branch, a loop, a call) where each line has a location."""

KERNELS = {
    "straight": ["%a = mul i32 %x, 3", "%r = add i32 %a, 7"],
    "branch": [
        "%c = icmp slt i32 %x, 100",
        "br i1 %c, label %less, label %more",
        "less:",
        "%l = mul i32 %x, %x",
        "br label %end",
        "more:",
        "%m = sdiv i32 %x, 7",
        "br label %end",
        "end:",
        "%r = phi i32 [ %l, %less ], [ %m, %more ]",
    ],
    "loop": [
        "br label %body",
        "body:",
        "%i = phi i32 [ 0, %0 ], [ %n, %body ]",
        "%s = phi i32 [ 1, %0 ], [ %r, %body ]",
        "%r = mul i32 %s, %x",
        "%n = add i32 %i, 1",
        "%d = icmp ult i32 %n, %x",
        "br i1 %d, label %body, label %done",
        "done:",
    ],
    "calls": ["%a = call i32 @helper(i32 %x)", "%r = xor i32 %a, %x"],
}


def main():
    print('target triple = "nvptx64-nvidia-cuda"')
    print("define internal i32 @helper(i32 %x) noinline {\n  %r = udiv i32 1000, %x\n  ret i32 %r\n}")
    metadata = [
        '!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, producer: "rustc", isOptimized: true, emissionKind: FullDebug)',
        '!1 = !DIFile(filename: "kernels.rs", directory: "/src")',
        '!2 = !{i32 7, !"Dwarf Version", i32 4}',
        '!3 = !{i32 2, !"Debug Info Version", i32 3}',
        "!4 = !DISubroutineType(types: !{null})",
    ]
    line = 1
    for name, code in KERNELS.items():
        scope = len(metadata)
        metadata.append(
            f'!{scope} = distinct !DISubprogram(name: "{name}", scope: !1, file: !1, line: {line}, type: !4, spFlags: DISPFlagDefinition, unit: !0)'
        )
        print(f"define ptx_kernel void @{name}(ptr addrspace(1) %p, i32 %x) !dbg !{scope} {{")
        for text in code + ["store i32 %r, ptr addrspace(1) %p", "ret void"]:
            line += 1
            if text.endswith(":"):
                print(text)
                continue
            print(f"  {text}, !dbg !{len(metadata)}")
            metadata.append(f"!{len(metadata)} = !DILocation(line: {line}, column: 5, scope: !{scope})")
        print("}")
        line += 2
    print("!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2, !3}")
    print("\n".join(metadata))


if __name__ == "__main__":
    main()
