# shellcheck shell=bash disable=SC2034
# Which Debian packages what needs, and how they are installed. Read by dev.

packages=(g++ cmake ninja-build ccache libgmp-dev libboost1.81-dev libreadline-dev catch2
          libcli11-dev libfmt-dev nlohmann-json3-dev libsqlite3-dev)
lint_packages=(clang-format clang-tidy shellcheck)
coverage_packages=(gcovr)
# dpkg-shlibdeps and file, which cpack runs, and what judges the packages.
package_packages=(dpkg-dev file lintian)
# The micro benchmarks are compiled with the tests, so that they cannot rot.
bench_packages=(libbenchmark-dev)
# The Python package is built where these are, for Debian's own interpreter.
python_packages=(python3-dev pybind11-dev python3-pybind11)
wheel_packages=(python3-setuptools python3-wheel python3-pip python3-venv)
# What is built where its packages are: the Python package, the kernel for notebooks, cgt-mpi, the explorer and
# what its page shows formulas, cells and texts with, declarers of bridge that ask the double-dummy solver.
optional_packages=("${python_packages[@]}" xeus-dev libopenmpi-dev openmpi-bin
                   libcpp-httplib-dev libjs-katex libjs-codemirror libjs-marked libdds-dev)
# WebAssembly, and what runs it; what the site has besides.
npm_packages=(emscripten nodejs)
site_packages=("${npm_packages[@]}" mkdocs libjs-katex libjs-codemirror libjs-marked)
# The page is tested in a browser without a window. Its driver is asked for as localhost, a name that a bare
# machine without /etc/hosts does not know.
browser_packages=(chromium chromium-driver python3-selenium python3-pytest)
getent hosts localhost >/dev/null || browser_packages+=(libnss-myhostname)
# All that the tests run with: abidiff; how others find the installed library, and the second compiler that they
# have; readers of manual pages, completions and grammars; Python's tests and Jupyter's; what paints pictures.
suite_packages=("${bench_packages[@]}" "${optional_packages[@]}" "${browser_packages[@]}"
                abigail-tools parallel pkgconf clang-14
                man-db groff-base zsh fish shellcheck vim
                python3-hypothesis mypy "${wheel_packages[@]}" python3-build python3-numpy
                python3-networkx python3-pandas python3-matplotlib python3-sympy python3-ipywidgets
                jupyter-client python3-nbconvert python3-jupyter-kernel-test librsvg2-bin)

# What the night needs besides: it checks proofs.
nightly_packages=(coq)

# as_root COMMAND...: its output goes to the log of install_packages.
as_root() {
  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo)
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive "$@" 2>>build/install.log
}

# apt_get OPTION...: the list of packages may be missing or old; it is refreshed only if the first attempt fails.
apt_get() {
  as_root apt-get -y --no-install-recommends "$@" ||
    { as_root apt-get update >>build/install.log && as_root apt-get -y --no-install-recommends "$@"; } ||
    { cat build/install.log >&2; fail "could not install ${missing[*]}"; }
}

install_packages() {
  local missing=() package plan removed
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  command -v apt-get >/dev/null || fail "no apt-get here; please install: ${missing[*]}"
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || fail "please install as root: apt-get install ${missing[*]}"
  say "installing ${missing[*]}"
  mkdir -p build
  : >build/install.log
  # An installation that was killed leaves packages half unpacked, and apt takes no others until they are whole.
  if [ -n "$(dpkg --audit 2>&1)" ]; then
    say "finishing an installation that was interrupted"
    as_root dpkg --configure -a >>build/install.log || true
    apt_get --no-remove --fix-broken install >>build/install.log
  fi
  # Debian lets only one version of Boost's headers be installed: libboost-dev (1.74) would go.
  plan=$(apt_get --simulate install "${missing[@]}") || exit 1
  removed=$(awk '/^Remv / { print $2 }' <<<"$plan" | xargs)
  if [ -n "$removed" ] && [ -z "${CGT_ALLOW_REMOVALS:-}" ]; then
    fail "this would remove $removed: Debian does not let them be installed together.
     Nothing was changed. To have them removed: CGT_ALLOW_REMOVALS=1 ./dev deps"
  fi
  apt_get install "${missing[@]}" >>build/install.log
  # A build that was configured without them looks for them again.
  rm -f build/*/build.ninja
}
