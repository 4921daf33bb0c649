#!/bin/bash
# tarball.sh FILE: unpacks the program that needs nothing else, and runs it where there is nothing else.
set -euo pipefail
file=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "tarball: $*" >&2; exit 1; }
tar -xzf "$file" -C "$work"
root=$work/$(basename "$file" .tar.gz)
for needed in LICENSE README examples/go/S9.sgf share/man/man1/cgt.1 bin/cgt; do
  [ -e "$root/$needed" ] || fail "$needed is missing"
done
! readelf -lW "$root/bin/cgt" | grep -q INTERP || fail "the program needs a loader"
! readelf -dW "$root/bin/cgt" | grep -q NEEDED || fail "the program needs libraries"

# In a folder without a C library, a shell or a device. Who is not root may become it in a name space of his own.
chroot=$(PATH=$PATH:/usr/sbin command -v chroot)
inside=("$chroot" "$root")
[ "$(id -u)" -eq 0 ] || inside=(/usr/bin/unshare -r "${inside[@]}")
# expect TEXT ARGUMENT...: a line that the program prints.
expect() {
  local wanted=$1 got
  shift
  got=$(env -i "${inside[@]}" /bin/cgt "$@" 2>&1) || fail "cgt $*: $got"
  grep -qxF -- "$wanted" <<<"$got" || fail "cgt $*: '$wanted' is not in '$got'"
}
expect 3/4 -e '{2|1||0}.Mean'
expect 1267650600228229401496703205376 -e '2^100'
expect 'Black first: B+4      White first: B+3' go /examples/go/S9.sgf
expect 'total order; not recursive' htn lint /examples/htn/hddl/travel-domain.hddl
# What README shows.
shown=0
while read -r command; do
  eval "arguments=(${command#bin/cgt})"
  # shellcheck disable=SC2154
  [ ${#arguments[@]} -eq 0 ] && continue
  (cd "$root" && env -i "${inside[@]}" /bin/cgt "${arguments[@]}") >/dev/null || fail "README: $command"
  shown=$((shown + 1))
done < <(awk -F '  +' '/^    bin\/cgt/ { print $2 }' "$root/README")
[ "$shown" -ge 3 ] || fail "README shows nothing"
echo '1/2+1/4' >"$work/line"
[ "$(env -i "${inside[@]}" /bin/cgt <"$work/line")" = 3/4 ] || fail "the prompt does not read a pipe"
# Tables in a file, threads, and what is asked for as JSON.
mkdir "$root/tmp"
env -i "${inside[@]}" /bin/cgt db build domineering 3x3 --out /tmp/d.db --threads 2 >/dev/null 2>"$work/told" ||
  fail "cgt db: $(cat "$work/told")"
env -i "${inside[@]}" /bin/cgt go /examples/go/S9.sgf --json | grep -q '"status": "exact"' || fail "no JSON"
echo "tarball: runs where there is nothing else"
