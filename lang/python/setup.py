"""Builds the compiled module by CMake, from the tree around this folder or from the copy in an sdist.

CGT_BUILD may name a build folder that has the module already, such as build/release: it is taken from there.
CGT_PLATFORM is the tag of the platform of a wheel, if it is not that of this machine.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
# What the module is built from; `source` is its place in an sdist.
TREE = HERE / "source" if (HERE / "source").exists() else HERE.parents[1]
PARTS = ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "cgt", "decomp", "lang")
NUMBERS = re.findall(r"#define CGT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", (TREE / "cgt/version.hpp").read_text())
VERSION = ".".join(NUMBERS)


class BuildByCMake(build_ext):
    """The target python_package of the project."""

    def build_extension(self, extension):
        """Puts the module where setuptools wants it."""
        wanted = Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = os.environ.get("CGT_BUILD")
        if folder is None:
            folder = Path(self.build_temp).resolve()
            folder.mkdir(parents=True, exist_ok=True)
            options = ["-DCGT_TESTS=OFF", "-DCGT_REPL=OFF", "-DCGT_UNITY=ON", "-DCMAKE_BUILD_TYPE=Release"]
            options += ["-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG", f"-DPYTHON_EXECUTABLE={sys.executable}"]
            if shutil.which("ninja"):
                options += ["-G", "Ninja"]
            subprocess.run(["cmake", "-S", TREE, "-B", folder, *options], check=True)
            jobs = os.environ.get("CGT_JOBS", str(os.cpu_count() or 1))
            command = ["cmake", "--build", folder, "--target", "python_package", "-j", jobs]
            subprocess.run(command, check=True)
        wanted.parent.mkdir(parents=True, exist_ok=True)
        built = Path(folder) / "python" / "cgt" / wanted.name
        if not built.exists():
            raise SystemExit(f"{built} is missing: was pybind11 found when CMake configured?")
        shutil.copyfile(built, wanted)
        for stub in ("_cgt.pyi", "_rulesets.pyi"):
            shutil.copyfile(built.with_name(stub), wanted.with_name(stub))
        # Names of functions are of use to nobody, and most of its size.
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", wanted], check=True)


class WithSources(sdist):
    """Adds the sources of the libraries, which lie above this folder."""

    def make_release_tree(self, base_dir, files):
        """Copies them to source/."""
        super().make_release_tree(base_dir, files)
        ignored = shutil.ignore_patterns("__pycache__", "build", "dist", "*.egg-info", "source")
        for part in PARTS:
            target = Path(base_dir) / "source" / part
            target.parent.mkdir(parents=True, exist_ok=True)
            if (TREE / part).is_dir():
                shutil.copytree(TREE / part, target, ignore=ignored)
            else:
                shutil.copyfile(TREE / part, target)


PLATFORM = os.environ.get("CGT_PLATFORM")
setup(
    version=VERSION,
    options={"bdist_wheel": {"plat_name": PLATFORM}} if PLATFORM else {},
    ext_modules=[Extension("cgt._cgt", [])],
    cmdclass={"build_ext": BuildByCMake, "sdist": WithSources},
)
