#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the Mandelbrot set: mandelbrot.py <kernels.so|kernels.ptx>

With kernels.so on this processor, with kernels.ptx on an NVIDIA GPU. Python's own ctypes is all that it takes.
"""

import ctypes
import sys
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_void_p

WIDTH, HEIGHT, LIMIT = 72, 24, 60


def on_host(image, steps):
    """An x86-64 image is a shared library, and its kernel is a function."""
    ctypes.CDLL(f"./{image}").mandelbrot(steps, WIDTH, HEIGHT, LIMIT)
    return "the host device"


class Driver:
    """The functions of NVIDIA's driver; each returns 0 or is an exception."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")

    def __getattr__(self, name):
        function = getattr(self.library, name)

        def call(*arguments):
            status = function(*arguments)
            if status:
                text = c_char_p()
                self.library.cuGetErrorString(status, byref(text))
                raise RuntimeError(f"{name}: {(text.value or b'unknown error').decode()}")

        return call


def on_gpu(image, steps):
    cuda = Driver()
    device, context, module, kernel, memory = c_int(), c_void_p(), c_void_p(), c_void_p(), c_void_p()
    cuda.cuInit(0)
    cuda.cuDeviceGet(byref(device), 0)
    cuda.cuDevicePrimaryCtxRetain(byref(context), device)
    cuda.cuCtxSetCurrent(context)
    with open(image, "rb") as file:
        cuda.cuModuleLoadData(byref(module), c_char_p(file.read()))
    cuda.cuModuleGetFunction(byref(kernel), module, b"mandelbrot")
    size = c_size_t(ctypes.sizeof(steps))
    cuda.cuMemAlloc_v2(byref(memory), size)

    arguments = [memory, c_int(WIDTH), c_int(HEIGHT), c_int(LIMIT)]
    pointers = (c_void_p * len(arguments))(*(ctypes.addressof(argument) for argument in arguments))
    blocks, threads, one = c_uint(8), c_uint(128), c_uint(1)
    cuda.cuLaunchKernel(kernel, blocks, one, one, threads, one, one, c_uint(0), None, pointers, None)
    cuda.cuMemcpyDtoH_v2(steps, memory, size)
    cuda.cuMemFree_v2(memory)
    cuda.cuDevicePrimaryCtxRelease_v2(device)
    return "an NVIDIA GPU"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    image = sys.argv[1]
    steps = (c_int * (WIDTH * HEIGHT))()
    where = (on_gpu if image.endswith(".ptx") else on_host)(image, steps)
    for row in range(HEIGHT):
        pixels = steps[row * WIDTH : (row + 1) * WIDTH]
        print("".join(" .:-=+*#%@"[9 * step // LIMIT] for step in pixels).rstrip())
    print(f"{sum(step == LIMIT for step in steps)} of {WIDTH * HEIGHT} pixels are in the set; computed on {where}")


main()
