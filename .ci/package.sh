# shellcheck shell=bash disable=SC2154,SC2016
# `./dev package`, `./dev tarball`, `./dev wheel`, `./dev npm`, `./dev site` and `./dev abi`. Read by dev.

# Debian packages: the libraries, their headers, the program, the Python package.
package() {
  install_packages "${packages[@]}" "${optional_packages[@]}" "${package_packages[@]}"
  build package --target debian_files
  local folder=build/package log=build/package/cpack.log
  rm -rf $folder/packages
  (umask 022 && cd $folder && cpack -G DEB) >$log 2>&1 || { cat $log >&2; fail "cpack failed"; }
  rm -rf $folder/packages/_CPack_Packages
  lintian --allow-root --fail-on error,warning $folder/packages/*.deb || fail "lintian has objections"
  tests/install/packages.sh $folder/packages .
  ls -l $folder/packages/*.deb
}

# A program that needs nothing else, for any Linux on this kind of machine, with its manual pages and the examples.
tarball() {
  install_packages "${packages[@]}"
  build static --target cgt_share
  local name folder
  name=cgt-$(version)-linux-$(uname -m)
  folder=build/static/$name
  rm -rf "$folder"
  mkdir -p "$folder/bin" "$folder/share"
  cp build/static/bin/cgt "$folder/bin"
  cp -r build/static/share/. "$folder/share"
  cp LICENSE repl/package/tarball/README "$folder"
  cp -r examples "$folder"
  tar -C build/static --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" -cf - "$name" | gzip -9n >"build/$name.tar.gz"
  tests/install/tarball.sh "build/$name.tar.gz"
  ls -l "build/$name.tar.gz"
}

version() { sed -n 's/^#define CGT_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' cgt/version.hpp | paste -sd.; }

# Wheels for these interpreters of CPython, which have setuptools and wheel; for Debian's if none is named. The tag of
# the platform (PEP 600) is that of the newest symbol of the C library that the module asks for.
wheel() {
  install_packages "${packages[@]}" "${python_packages[@]}" "${wheel_packages[@]}"
  local python glibc tree=build/wheel/tree
  [ $# -gt 0 ] || set -- /usr/bin/python3
  for python; do
    rm -rf build/wheel/python build/wheel/dist $tree
    cmake --preset wheel -DPYTHON_EXECUTABLE="$(command -v "$python")" >/dev/null
    build wheel --target python_package
    glibc=$(objdump -T build/wheel/python/cgt/_cgt.*.so | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -n 1)
    glibc=${glibc#GLIBC_}
    # A copy, in which setuptools leaves its folders.
    mkdir -p $tree/lang $tree/cgt
    cp -r lang/python $tree/lang
    cp cgt/version.hpp $tree/cgt
    CGT_BUILD=$PWD/build/wheel CGT_PLATFORM=manylinux_${glibc/./_}_$(uname -m) \
      "$python" -m pip wheel --quiet --no-deps --no-build-isolation --no-index --disable-pip-version-check \
      --wheel-dir build/wheel/dist ./$tree/lang/python || fail "$python -m pip wheel failed"
    tests/install/wheel.sh build/wheel/dist/*.whl "$python"
    mv -v build/wheel/dist/*.whl build
  done
}

# The package for npm, by Emscripten, and its tests; with --all the suites of cgt, decomp and lang under node, too.
npm() {
  install_packages "${packages[@]}" "${npm_packages[@]}"
  local chosen=(--target npm)
  [ "${1:-}" = --all ] && chosen=()
  build wasm "${chosen[@]}"
  if [ "${1:-}" = --all ]; then ctest --preset wasm; else ctest --preset wasm -R npm; fi
  say "the package: build/wasm/npm"
}

# The site, by Emscripten, and its tests: those of the explorer and those of the manual, in a browser.
site() {
  install_packages "${packages[@]}" "${site_packages[@]}"
  build wasm --target site
  CGT_SITE=$PWD/build/wasm/site in_browser -m pytest -q -p no:cacheprovider tests/explorer
  say "the site: build/wasm/site; to see it: python3 -m http.server -d build/wasm/site"
}

soname_of() { readelf -d "$1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p'; }

# tests/abi/cgt_c.abi, from the release build. What breaks old callers is refused while the soname is the
# old one: raise SOVERSION in lang/c/CMakeLists.txt first.
abi() {
  install_packages "${packages[@]}" abigail-tools
  build release --target cgt_c_shared
  local library=build/release/lib/libcgt_c.so known=tests/abi/cgt_c.abi code=0
  local options=(--exported-interfaces-only --drop-private-types)
  mkdir -p tests/abi
  if [ -f "$known" ]; then
    abidiff "${options[@]}" --header-file2 "$PWD/lang/c/cgt.h" "$known" "$library" || code=$?
    [ $((code & 3)) -eq 0 ] || fail "abidiff failed"
    if [ $((code & 8)) -ne 0 ] && grep -q "soname='$(soname_of "$library")'" "$known"; then
      fail "old callers would break: raise SOVERSION in lang/c/CMakeLists.txt, build, and try again"
    fi
  fi
  abidw "${options[@]}" --header-file "$PWD/lang/c/cgt.h" --no-show-locs --no-corpus-path --no-comp-dir-path \
    --no-elf-needed "$library" | sed "s|path='$PWD/|path='|" >build/cgt_c.abi
  mv build/cgt_c.abi "$known"
  say "written: $known"
}
