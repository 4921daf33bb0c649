"""The recipe for Conan 2: `conan create repl/package/ports` builds the tree that it stands in."""

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class CgtConan(ConanFile):
    name = "cgt"
    license = "MIT"
    description = "Combinatorial game theory toolkit: values, positions, searches, plans"
    topics = ("combinatorial-game-theory", "go", "planning")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": True}

    @property
    def _tree(self):
        return str(Path(self.recipe_folder).parents[2])

    def set_version(self):
        header = load(self, str(Path(self._tree) / "cgt" / "version.hpp"))
        numbers = re.findall(r"#define CGT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)
        self.version = ".".join(numbers)

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cgt/*", "decomp/*", "lang/*", "examples/*"):
            copy(self, pattern, src=self._tree, dst=self.export_sources_folder)

    def requirements(self):
        # Headers of the library include those of GMP alone.
        self.requires("gmp/6.3.0", transitive_headers=True, options={"enable_cxx": True})
        self.requires("boost/1.81.0", visible=False)
        self.requires("fmt/9.1.0", visible=False)
        self.requires("nlohmann_json/3.11.2", visible=False)
        self.requires("sqlite3/3.40.1", visible=False)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for option in ("CGT_TESTS", "CGT_REPL", "CGT_PYTHON"):
            toolchain.cache_variables[option] = False
        toolchain.cache_variables["CGT_INSTALL"] = True
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", src=self.source_folder, dst=str(Path(self.package_folder) / "licenses"))
        CMake(self).install()

    def package_info(self):
        # The files that the installation brings along know the components.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/cgt"]
        self.cpp_info.includedirs = ["include/cgt"]
