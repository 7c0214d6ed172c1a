# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Behaviour tests; CMakeLists.txt beside this file runs them.
#
# A test is `<area>/<behaviour>.test` or `.ll`. Substitutions:
#   %llbc          the linker, with nothing but what the test adds
#   %link          the linker, for nvptx64-nvidia-cuda and sm_80
#   %amd           the linker, for amdgcn-amd-amdhsa and gfx90a
#   %amdhsa        the linker, for amdgcn-amd-amdhsa without a processor
#   %ptxas FILE    assembles a PTX file; does nothing where ptxas is missing
#   %bundler       clang-offload-bundler
#   %unprivileged  prefix: run as a user to whom read-only files are read-only
#   %python        this Python
#   %tools         tests/lit/tools

import os
import platform
import shutil
import subprocess
import sys

import lit.formats

config.name = "llbc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".test"]
config.excludes = ["Inputs", "tools"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.llbc_build_dir

tools = os.path.join(config.test_source_root, "tools")
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools_dir, os.environ["PATH"]]
)
# Nothing of what the tests check may depend on the caller's language.
config.environment["LC_ALL"] = "C"


def runs(*command):
    return (
        subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ).returncode
        == 0
    )


def find_ptxas():
    path = os.environ["PATH"] + os.pathsep + "/usr/local/cuda/bin"
    found = shutil.which("ptxas", path=path)
    # A wrapper in PATH may have no toolkit behind it.
    works = found and subprocess.run([found, "--version"], capture_output=True, check=False).returncode == 0
    return found if works else None


ptxas = find_ptxas()
if ptxas:
    config.available_features.add("ptxas")
    check_ptx = f"{sys.executable} {tools}/check_ptx.py {ptxas}"
else:
    lit_config.note("ptxas was not found: no PTX is assembled")
    check_ptx = "true"
toolkit_path = os.environ["PATH"] + os.pathsep + "/usr/local/cuda/bin"
if shutil.which("fatbinary", path=toolkit_path):
    config.available_features.add("fatbinary")
# Where the linker looks by itself, but for variables, which lit does not hand on.
libdevice_toolkits = ["/usr/local/cuda", "/usr/lib/cuda"]
if found_ptxas := shutil.which("ptxas", path=toolkit_path):
    libdevice_toolkits.append(os.path.dirname(os.path.dirname(os.path.realpath(found_ptxas))))
if any(os.path.exists(f"{toolkit}/nvvm/libdevice/libdevice.10.bc") for toolkit in libdevice_toolkits):
    config.available_features.add("libdevice")
rocm_folders = ["/opt/rocm/amdgcn/bitcode", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode", "/usr/lib/amdgcn/bitcode"]
if any(os.path.exists(f"{folder}/ocml.bc") for folder in rocm_folders):
    config.available_features.add("rocm-device-libs")
if shutil.which("clang", path=config.llvm_tools_dir):
    config.available_features.add("clang")
for bundler in ("clang-offload-bundler", "clang-offload-bundler-22"):
    if shutil.which(bundler, path=config.environment["PATH"]):
        config.available_features.add("offload-bundler")
        config.substitutions.append(("%bundler", bundler))
        break

if os.geteuid() != 0:
    unprivileged = "env"
else:
    unprivileged = "setpriv --reuid=65534 --regid=65534 --clear-groups"
if runs(*unprivileged.split(), config.llbc, "--version"):
    config.available_features.add("unprivileged")
else:
    lit_config.note("no unprivileged user: read-only files are not tested")

if runs("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"):
    config.available_features.add("tmpfs")
else:
    lit_config.note("mount is not permitted: a full disk is not tested")

# The machine that the linker is for; under an emulator it is not this one.
if getattr(config, "llbc_machine", platform.machine()) == "x86_64":
    config.available_features.add("x86_64-linker")

if os.path.exists("/dev/full"):
    config.available_features.add("dev-full")

target = "--target nvptx64-nvidia-cuda --target-cpu sm_80"
amdhsa = "--target amdgcn-amd-amdhsa"
config.substitutions += [
    ("%llbc", config.llbc),
    ("%link", f"{config.llbc} {target}"),
    ("%amdhsa", f"{config.llbc} {amdhsa}"),
    ("%amd", f"{config.llbc} {amdhsa} --target-cpu gfx90a"),
    ("%ptxas", check_ptx),
    ("%unprivileged", unprivileged),
    ("%python", sys.executable),
    ("%tools", tools),
]
