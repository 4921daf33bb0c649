#!/bin/bash
# packages.sh PACKAGES SOURCE [ROOT]: installs the Debian packages of a folder and uses them as others would.
# With ROOT, a Debian root made by debootstrap, by apt in it, and purges them again; without, the packages
# are unpacked into an empty folder and used with an environment that knows nothing else.
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
names="libcgt0 libcgt-dev cgt python3-cgt cgt-jupyter cgt-explorer"
for name in $names; do
  ls "$packages/${name}"_*.deb >/dev/null || fail "$name is missing"
  dpkg-deb -c "$packages/${name}"_*.deb | awk '!/\/$/ { print substr($6, 2) }' >> "$work/files"
done
[ "$(sort "$work/files" | uniq -d)" = "" ] || fail "two packages have the same file"
dpkg-deb -f "$packages"/libcgt-dev_*.deb Depends | grep -q "libcgt0 (= $(dpkg-deb -f "$packages"/libcgt0_*.deb Version))" ||
  fail "libcgt-dev does not depend on its library"
for name in libcgt0 python3-cgt cgt-jupyter cgt-explorer; do
  ! dpkg-deb -f "$packages/$name"_*.deb Depends | grep -q readline || fail "$name needs readline"
done
dpkg-deb -f "$packages"/cgt_*.deb Depends | grep -q libreadline8 || fail "cgt does not depend on readline"
dpkg-deb --fsys-tarfile "$packages"/cgt_*.deb | tar -xO ./usr/share/doc/cgt/copyright | grep 'GNU General Public' > /dev/null ||
  fail "cgt does not tell its licence"

python_program='import cgt; print(cgt.Game("{2|1||0}").mean(), cgt.rulesets.Clobber.parse("xo").value())'
if [ -z "$root" ]; then
  for name in $names; do dpkg-deb -x "$packages/${name}"_*.deb "$work/root"; done
  library=$(dirname "$(find "$work/root" -name libcgt.so)")
  scrubbed() { env -i PATH="$work/root/usr/bin:/usr/bin:/bin" LD_LIBRARY_PATH="$library" "$@"; }
  expect 3/4 scrubbed cgt -e '1/2+1/4'
  expect '3/4 *' scrubbed PYTHONPATH="$work/root/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 \
    /usr/bin/python3 -c "$python_program"
  scrubbed g++ -std=c++20 "$source_root/examples/embed/values.cpp" -o "$work/values" \
    -I "$work/root/usr/include/cgt" -L "$library" -lcgt -lgmpxx -lgmp
  scrubbed "$work/values" | grep '{2|1||0} has mean 3/4' > /dev/null || fail "a program with the library"
  scrubbed cc "$source_root/examples/embed/c/values.c" -o "$work/c_values" \
    -I "$work/root/usr/include/cgt" -L "$library" -lcgt_c
  scrubbed "$work/c_values" | grep 'is greater than' > /dev/null || fail "a program in C"
  for name in cgt-kernel cgt-explorer; do expect "$(scrubbed cgt --version)" scrubbed "$name" --version; done
  grep '"cgt-kernel"' "$work/root/usr/share/jupyter/kernels/cgt/kernel.json" > /dev/null ||
    fail "Jupyter is not told of the kernel"
  [ -s "$work/root/usr/share/man/man1/cgt.1.gz" ] || fail "the manual page is missing"
  echo "packages: all is well"
  exit
fi

inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
mkdir -p "$root/tmp/packages"
cp "$packages"/*.deb "$root/tmp/packages/"
cp "$source_root/examples/embed/values.cpp" "$source_root/examples/embed/c/values.c" "$root/tmp/"
inside apt-get -q update > "$work/log" 2>&1
inside sh -c 'apt-get -qy install --no-install-recommends /tmp/packages/*.deb' >> "$work/log" 2>&1 ||
  { tail -n 20 "$work/log" >&2; fail "apt cannot install them"; }
expect 3/4 inside cgt -e '1/2+1/4'
expect '3/4 *' inside python3 -c "$python_program"
[ -e "$root/usr/share/man/man1/cgt.1.gz" ] || inside grep -q path-exclude -r /etc/dpkg ||
  fail "the manual page is missing"
inside apt-get -qy install --no-install-recommends g++ pkgconf jupyter-nbconvert >> "$work/log" 2>&1
inside jupyter kernelspec list 2>&1 | grep ' cgt ' > /dev/null || fail "Jupyter does not find the kernel"
cp "$source_root/examples/notebooks/first_steps.ipynb" "$root/tmp/"
inside sh -c 'cd /tmp && jupyter nbconvert --to notebook --execute first_steps.ipynb --output done.ipynb' \
  >> "$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; fail "a notebook"; }
grep execute_result "$root/tmp/done.ipynb" > /dev/null || fail "a notebook without results"
# shellcheck disable=SC2016
inside sh -c 'cd /tmp && g++ -std=c++20 values.cpp -o values $(pkg-config --cflags --libs cgt) && ./values' |
  grep '{2|1||0} has mean 3/4' > /dev/null || fail "a program with the library"
# shellcheck disable=SC2016
inside sh -c 'cd /tmp && cc values.c -o c_values $(pkg-config --cflags --libs cgt_c) && ./c_values' |
  grep 'is greater than' > /dev/null || fail "a program in C"
# shellcheck disable=SC2086
inside apt-get -qy purge $names >> "$work/log" 2>&1 || fail "apt cannot purge them"
while read -r file; do
  if [ -e "$root$file" ] || [ -L "$root$file" ]; then fail "$file is left behind"; fi
done < "$work/files"
left=$(find "$root/usr" "$root/etc" "$root/var/lib" -name '*cgt*' -not -path '*/apt/*' | head)
[ -z "$left" ] || fail "left behind: $left"
echo "packages: all is well in $root"
