#!/bin/bash
# packages.sh PACKAGES SOURCE [ROOT]: installs the Debian packages of a folder and uses them as others would.
# With ROOT, a Debian root that debootstrap made (--variant=minbase), by apt in it: programs, every notebook, every
# example of embedding, and what a purge leaves. Without, the packages are unpacked into an empty folder
# and used with an environment that knows nothing else.
set -euo pipefail
packages=$(readlink -f "$1") source_root=$(readlink -f "$2") root=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "packages: $*" >&2; exit 1; }
# expect TEXT COMMAND...: what it prints, and nothing else.
expect() {
  local wanted=$1 got
  shift
  got=$("$@" 2>&1) || fail "$*: $got"
  [ "$got" = "$wanted" ] || fail "$*: '$got', not '$wanted'"
}
version=$(sed -n 's/^#define CGT_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' "$source_root/cgt/version.hpp" | paste -sd.)
IFS=. read -r major minor _ <<< "$version"
# As the soname.
library=libcgt$((major == 0 ? minor - 1 : 100 * major))
names="$library libcgt-dev cgt python3-cgt cgt-jupyter cgt-explorer cgt-mpi"
for name in $names; do
  ls "$packages/${name}"_*.deb >/dev/null || fail "$name is missing"
  expect "$version" dpkg-deb -f "$packages/${name}"_*.deb Version
  dpkg-deb -c "$packages/${name}"_*.deb | awk '!/\/$/ { print substr($6, 2) }' >> "$work/files"
done
[ "$(sort "$work/files" | uniq -d)" = "" ] || fail "two packages have the same file"
dpkg-deb -f "$packages"/libcgt-dev_*.deb Depends | grep -q "$library (= $version)" ||
  fail "libcgt-dev does not depend on its library"
for name in $library python3-cgt cgt-jupyter cgt-explorer cgt-mpi; do
  ! dpkg-deb -f "$packages/$name"_*.deb Depends | grep -q readline || fail "$name needs readline"
done
dpkg-deb -f "$packages"/cgt_*.deb Depends | grep -q libreadline8 || fail "cgt does not depend on readline"
dpkg-deb --fsys-tarfile "$packages"/cgt_*.deb | tar -xO ./usr/share/doc/cgt/copyright | grep 'GNU General Public' > /dev/null ||
  fail "cgt does not tell its licence"

# What the README begins with, as it prints it.
awk '/^```cgt$/ { inside = 1; next } /^```/ { if (inside) exit } inside' "$source_root/README.md" > "$work/tour"
[ "$(grep -c '^cgt> ' "$work/tour")" -gt 5 ] || fail "the README has no tour"
sed -n 's/^cgt> //p' "$work/tour" > "$work/tour.cgs"
grep -v '^cgt> ' "$work/tour" > "$work/tour.out"
python_program='import cgt; print(cgt.Game("{2|1||0}").mean(), cgt.rulesets.Clobber.parse("xo").value())'
if [ -z "$root" ]; then
  for name in $names; do dpkg-deb -x "$packages/${name}"_*.deb "$work/root"; done
  folder=$(dirname "$(find "$work/root" -name libcgt.so)")
  scrubbed() { env -i PATH="$work/root/usr/bin:/usr/bin:/bin" LD_LIBRARY_PATH="$folder" "$@"; }
  expect 3/4 scrubbed cgt -e '1/2+1/4'
  expect "$(cat "$work/tour.out")" scrubbed cgt < "$work/tour.cgs"
  expect '3/4 *' scrubbed PYTHONPATH="$work/root/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 \
    /usr/bin/python3 -c "$python_program"
  scrubbed g++ -std=c++20 "$source_root/examples/embed/values.cpp" -o "$work/values" \
    -I "$work/root/usr/include/cgt" -L "$folder" -lcgt -lgmpxx -lgmp
  scrubbed "$work/values" | grep '{2|1||0} has mean 3/4' > /dev/null || fail "a program with the library"
  scrubbed cc "$source_root/examples/embed/c/values.c" -o "$work/c_values" \
    -I "$work/root/usr/include/cgt" -L "$folder" -lcgt_c
  scrubbed "$work/c_values" | grep 'is greater than' > /dev/null || fail "a program in C"
  for name in cgt-kernel cgt-explorer cgt-mpi; do expect "$(scrubbed cgt --version)" scrubbed "$name" --version; done
  grep '"cgt-kernel"' "$work/root/usr/share/jupyter/kernels/cgt/kernel.json" > /dev/null ||
    fail "Jupyter is not told of the kernel"
  [ -s "$work/root/usr/share/man/man1/cgt.1.gz" ] || fail "the manual page is missing"
  echo "packages: all is well"
  exit
fi

# Some of the programs look at /proc, /dev and /sys; whatever is mounted goes with this process.
if [ -z "${CGT_MOUNTS_APART:-}" ]; then
  CGT_MOUNTS_APART=1 exec unshare --mount --propagation private "$0" "$packages" "$source_root" "$root"
fi
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp/home LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}
quiet() { inside "$@" >> "$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; fail "$*"; }; }
# Everything but what apt, dpkg and the programs below keep for themselves.
files() {
  (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./run \
    -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -name __pycache__ \
    \) -prune -o -print | sort)
}
install=(apt-get -qy --no-install-recommends install)
mkdir -p "$root/tmp/home" "$root/tmp/packages"
rm -f "$root"/tmp/packages/*
cp "$packages"/*.deb "$root/tmp/packages/"
rm -rf "$root/tmp/examples" "$root/tmp/consumer"
cp -r "$source_root/examples" "$source_root/tests/install/consumer" "$root/tmp/"
cp "$source_root"/examples/embed/*.cpp "$root/tmp/consumer/"
# What a run before this one may have left.
# shellcheck disable=SC2086
inside apt-get -qy purge $names > /dev/null 2>&1 || true
quiet apt-get -q update
# What others bring comes first, so that the list of files tells what ours leave behind.
mapfile -t others < <(inside sh -c "apt-get -s --no-install-recommends install /tmp/packages/*.deb" |
  awk '/^Inst / { print $2 }' | grep -vxF "$(tr ' ' '\n' <<< "$names")")
quiet "${install[@]}" "${others[@]}" man-db g++ pkgconf cmake ninja-build jupyter-nbconvert jupyter-client openmpi-bin
[ ! -e "$root/usr/include/boost" ] || fail "there are headers of Boost, which programs must not need"
files > "$work/before"
quiet sh -c "${install[*]} /tmp/packages/*.deb"

expect 3/4 inside cgt -e '1/2+1/4'
expect "$(cat "$work/tour.out")" inside cgt < "$work/tour.cgs"
expect /usr/share/man/man1/cgt.1.gz inside man -w cgt
expect '3/4 *' inside python3 -c "$python_program"
for name in cgt-kernel cgt-explorer cgt-mpi; do expect "$(inside cgt --version)" inside "$name" --version; done
expect "$(inside cgt census clobber 2x3 --by outcome -q)" inside cgt mpi census clobber 2x3 --by outcome -q
inside jupyter kernelspec list 2>&1 | grep ' cgt ' > /dev/null || fail "Jupyter does not find the kernel"
quiet sh -c 'cd /tmp/examples/notebooks && jupyter nbconvert --to notebook --execute --output-dir /tmp/done ./*.ipynb'
for book in "$root"/tmp/examples/notebooks/*.ipynb; do
  grep execute_result "$root/tmp/done/$(basename "$book")" > /dev/null || fail "$book without results"
done
# Programs of others, by find_package and by pkg-config.
programs=$(cd "$root/tmp/consumer" && ls ./*.cpp | sed 's|^\./||; s|\.cpp$||')
quiet sh -c "cd /tmp/consumer && cmake -S . -B made -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCOMPONENTS=Solve \
  -DLINK=cgt::solve '-DSOURCES=$(cd "$root/tmp/consumer" && printf '%s;' ./*.cpp)' && cmake --build made"
for program in $programs; do
  quiet sh -c "cd /tmp/consumer && g++ -std=c++20 $program.cpp -o by_pc \$(pkg-config --cflags --libs cgt)"
  inside sh -c "cd /tmp/consumer && made/$program" > "$work/by_package" || fail "$program"
  expect "$(cat "$work/by_package")" inside /tmp/consumer/by_pc
done
for program in values board; do
  quiet sh -c "cd /tmp && cc examples/embed/c/$program.c -o $program \$(pkg-config --cflags --libs cgt_c)"
done
inside /tmp/values | grep 'is greater than' > /dev/null || fail "a program in C"
inside /tmp/board | grep 'Left moves first and wins' > /dev/null || fail "a board in C"

# shellcheck disable=SC2086
quiet apt-get -qy purge $names
files | diff "$work/before" - > "$work/left" || { head -n 20 "$work/left" >&2; fail "left behind after a purge"; }
while read -r file; do
  if [ -e "$root$file" ] || [ -L "$root$file" ]; then fail "$file is left behind"; fi
done < "$work/files"
echo "packages: all is well in $root"
