#!/bin/bash
# install.sh SOURCE BUILD [full]: installs BUILD into a folder of its own and uses it as others would.
# full: every example, static libraries, each header alone; minutes instead of seconds.
set -euo pipefail
source_root=$(readlink -f "$1") build=$(readlink -f "$2") full=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "install: $*" >&2; exit 1; }
quiet() { "$@" > "$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; fail "$*"; }; }
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
IFS=. read -r major minor patch <<< "$version"
# Before 1.0 the minor number raises it.
soversion=$((major == 0 ? minor - 1 : 100 * major))

# Programs of others: copied, so that nothing of the tree is found by chance.
cp -r "$source_root/tests/install/consumer" "$work/consumer"
if [ "$full" ]; then
  examples=$(cd "$source_root/examples/embed" && ls ./*.cpp | sed 's|^\./||; s|\.cpp$||')
else
  examples="values bounds endgame"
fi
for name in $examples; do cp "$source_root/examples/embed/$name.cpp" "$work/consumer/"; done
sources=$(for name in $examples; do printf '%s.cpp;' "$name"; done)
sources=${sources%;}

# use_package and use_pkg_config build the examples as others would, and keep what they print in OUT.
use_package() {  # PREFIX OUT [FOLDER of libraries where CMake would not look]
  rm -rf "$work/by_package"
  quiet cmake -S "$work/consumer" -B "$work/by_package" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_PREFIX_PATH="$1" ${3:+-Dcgt_DIR="$1/$3/cmake/cgt"} "-DSOURCES=$sources" -DLINK=cgt::solve -DCOMPONENTS=Solve
  quiet cmake --build "$work/by_package"
  mkdir -p "$2"
  for name in $examples; do "$work/by_package/$name" > "$2/$name"; done
}
use_pkg_config() {  # PREFIX OUT
  local pc flags
  pc=$(dirname "$(find "$1" -name cgt.pc)")
  flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs cgt) || fail "pkg-config"
  flags="$flags $(PKG_CONFIG_PATH=$pc pkg-config --variable=rpath cgt)"
  mkdir -p "$2"
  for name in $examples; do
    # shellcheck disable=SC2086
    quiet g++ -std=c++20 -O0 "$work/consumer/$name.cpp" -o "$work/by_pc" $flags
    "$work/by_pc" > "$2/$name"
  done
}
same() { diff -r "$1" "$2" > /dev/null || fail "outputs of $1 and $2 differ"; }

# What is installed, and where.
prefix=$work/prefix
quiet cmake --install "$build" --prefix "$prefix"
library=$(dirname "$(find "$prefix" -name 'libcgt.so')")
for file in "$library/libcgt.so.$version" "$library/libcgt.so.$soversion" "$prefix/bin/cgt" \
  "$prefix/include/cgt/cgt/cgt.hpp" "$library/cmake/cgt/cgtConfig.cmake" \
  "$library/cmake/cgt/cgtConfigVersion.cmake" "$library/cmake/cgt/cgtTargets.cmake" \
  "$library/pkgconfig/cgt.pc" "$library/pkgconfig/cgt_c.pc" "$prefix/share/doc/cgt/LICENSE" \
  "$prefix/include/cgt/lang/c/cgt.h" "$library/libcgt_c.so.$version" "$library/libcgt_c.so.0" \
  "$prefix/share/man/man1/cgt.1" "$prefix/share/bash-completion/completions/cgt" \
  "$prefix/share/zsh/site-functions/_cgt" "$prefix/share/fish/vendor_completions.d/cgt.fish" \
  "$prefix/share/doc/cgt/examples/embed/values.cpp"; do
  [ -e "$file" ] || fail "$file is missing"
done
[ -z "$(find "$prefix" -path '*/detail/*')" ] || fail "the inside of a module is installed"
if grep -rIlE "$source_root|$build|$prefix" "$prefix" > "$work/found"; then
  fail "paths of this machine in $(cat "$work/found")"
fi
quiet env DESTDIR="$work/root" cmake --install "$build" --prefix /usr
[ -e "$work/root/usr/bin/cgt" ] || fail "DESTDIR is not honoured"

# The version is the same everywhere; packages.sh looks at the packages, tests/kernel at what the kernel tells.
for program in cgt cgt-kernel cgt-explorer cgt-mpi; do
  # The last three are there where what they need is.
  [ "$program" = cgt ] || [ -e "$build/bin/$program" ] || continue
  [ "$("$prefix/bin/$program" --version)" = "cgt $version" ] || fail "$program --version"
done
if [ -e "$build/python" ]; then
  [ "$(PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c 'import cgt; print(cgt.__version__)')" = \
    "$version" ] || fail "the version of the Python package"
fi
grep -qx "## $version" <(grep -m 1 '^## ' "$source_root/CHANGELOG.md") || fail "the newest heading of CHANGELOG.md"
grep -q "set(PACKAGE_VERSION \"$version\")" "$library/cmake/cgt/cgtConfigVersion.cmake" ||
  fail "version of the CMake package"
for package in cgt cgt_c; do
  [ "$(PKG_CONFIG_PATH=$library/pkgconfig pkg-config --modversion $package)" = "$version" ] ||
    fail "version of $package for pkg-config"
done
cat > "$work/version.cpp" <<'CPP'
#include <iostream>
#include "cgt/version.hpp"
#include "lang/c/cgt.h"
int main() {
  std::cout << cgt_version() << ' ' << CGT_VERSION_MAJOR << '.' << CGT_VERSION_MINOR << '.' << CGT_VERSION_PATCH << ' '
            << CGT_VERSION << ' ' << cgt::version() << '\n';
}
CPP
quiet g++ "$work/version.cpp" -o "$work/version" -I "$prefix/include/cgt" -L "$library" -lcgt -lcgt_c
[ "$(LD_LIBRARY_PATH=$library "$work/version")" = \
  "$version $version $((10000 * major + 100 * minor + patch)) $version" ] || fail "cgt/version.hpp and cgt.h"
readelf -d "$library/libcgt.so" | grep -q "SONAME.*\\[libcgt\\.so\\.$soversion\\]" || fail "the soname"

# The shared library shows names of cgt alone: functions and variables in it, type information and
# tables of virtual functions (also as thunks), static variables of functions and their guards.
nm -D --defined-only "$library/libcgt.so" | awk '$2 != "A" { print $3 }' > "$work/names"
[ "$(wc -l < "$work/names")" -gt 1000 ] || fail "hardly any name is exported"
if grep -vE '^(_ZN3cgt|_ZNK3cgt|_ZZN3cgt|_ZZNK3cgt|_ZGVN3cgt|_ZGVZN3cgt|_ZGVZNK3cgt|_ZT[ISVTC]N3cgt|_ZT[hv]n?[0-9_n]*_NK?3cgt)' \
  "$work/names" > "$work/foreign"; then
  head "$work/foreign" >&2
  fail "names of others are exported"
fi
# And of those only what CGT_API marks: nothing of the inside of Store.
grep -q '^_ZN3cgt5Store' "$work/names" || fail "Store is not exported"
if grep -q '^_ZNK*3cgt6detail6Tables' "$work/names"; then fail "the inside of Store is exported"; fi
if ldd "$library/libcgt.so" | grep -q readline; then fail "libcgt needs readline"; fi
if ldd "$prefix/bin/cgt" | grep -q libcgt; then fail "the program needs libcgt.so"; fi

# Every header with the warnings of others, all at once; with `full`, each alone.
mapfile -t headers < <(cd "$prefix/include/cgt" && find . -name '*.hpp' | sed 's|^\./||' | sort)
# One is for those who have fmt.
if grep -rnE '^#include <(boost|fmt|nlohmann)/' --exclude=fmt.hpp "$prefix/include" > "$work/found"; then
  head -n 5 "$work/found" >&2
  fail "an installed header needs a library of others"
fi
for compiler in g++ clang++-14; do
  command -v "$compiler" > /dev/null || fail "there is no $compiler; ./dev deps --all installs it"
  strict=("$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Wconversion -Werror -I "$prefix/include/cgt" -x c++)
  for order in sort tac; do
    [ "$order $compiler" = "tac clang++-14" ] && continue
    printf '#include "%s"\n' "${headers[@]}" | "$order" > "$work/all.cpp"
    quiet "${strict[@]}" "$work/all.cpp"
  done
  if [ "$full" ]; then
    for header in "${headers[@]}"; do
      echo "#include \"$header\"" > "$work/one.cpp"
      quiet "${strict[@]}" "$work/one.cpp"
    done
  fi
done

# The header for C, in both languages.
c_header="$prefix/include/cgt/lang/c/cgt.h"
for compiler in gcc clang-14; do
  for language in "c -std=c11" "c++ -std=c++20"; do
    # shellcheck disable=SC2086
    quiet "$compiler" -x $language -fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Werror "$c_header"
  done
done

# Programs, from the prefix, and from where it is moved to.
use_package "$prefix" "$work/out/package"
use_pkg_config "$prefix" "$work/out/pc"
same "$work/out/package" "$work/out/pc"
mv "$prefix" "$work/moved"
library=${library/"$prefix"/"$work/moved"}
use_package "$work/moved" "$work/out/moved"
same "$work/out/package" "$work/out/moved"

# A component that does not exist is refused, and those that do are named.
if cmake -S "$work/consumer" -B "$work/unknown" -G Ninja -DCMAKE_PREFIX_PATH="$work/moved" \
  -DCOMPONENTS=Chess > "$work/log" 2>&1; then
  fail "an unknown component is accepted"
fi
tr -s ' \n' ' ' < "$work/log" | grep 'no component Chess. It has Values, Search, Solve, Lang, C' > /dev/null ||
  fail "an unknown component is refused without naming the known"

# As a part of the other project. Only configured, except in the full test: it compiles the library.
quiet cmake -S "$work/consumer" -B "$work/by_tree" -G Ninja -DHOW=tree "-DTREE=$source_root" \
  -DCMAKE_BUILD_TYPE=Debug -DCGT_UNITY=ON "-DSOURCES=$sources" -DLINK=cgt::solve
[ -z "$(sed -n 's/^CMAKE_CXX_STANDARD:/&/p' "$work/by_tree/CMakeCache.txt")" ] || fail "a global is set"
if [ "$full" ]; then
  quiet cmake --build "$work/by_tree" -j "$(nproc)"
  mkdir -p "$work/out/tree"
  for name in $examples; do "$work/by_tree/$name" > "$work/out/tree/$name"; done
  same "$work/out/package" "$work/out/tree"

  # The line of docs/library.md with archives, program included.
  quiet cmake -S "$source_root" -B "$work/whole" -G Ninja -DBUILD_SHARED_LIBS=OFF -DCMAKE_BUILD_TYPE=Release
  # Archives instead of the shared library: same examples, same outputs. Not optimised, which compiles in a third
  # of the time.
  quiet cmake -S "$source_root" -B "$work/static" -G Ninja -DBUILD_SHARED_LIBS=OFF -DCGT_TESTS=OFF \
    -DCGT_REPL=OFF -DCGT_UNITY=ON -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG" \
    -DCMAKE_INSTALL_LIBDIR=lib/elsewhere
  quiet cmake --build "$work/static" -j "$(nproc)"
  quiet cmake --install "$work/static" --prefix "$work/archives"
  [ -e "$work/archives/lib/elsewhere/pkgconfig/cgt.pc" ] || fail "CMAKE_INSTALL_LIBDIR"
  [ -z "$(find "$work/archives" -name '*.so*')" ] || fail "a shared library in the static installation"
  use_package "$work/archives" "$work/out/static" lib/elsewhere
  use_pkg_config "$work/archives" "$work/out/static_pc"
  same "$work/out/package" "$work/out/static"
  same "$work/out/package" "$work/out/static_pc"
fi
echo "install: all is well"
