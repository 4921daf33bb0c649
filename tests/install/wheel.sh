#!/bin/bash
# wheel.sh FILE PYTHON: the wheel in a new environment of this interpreter, without compiler or other libraries.
set -euo pipefail
file=$(readlink -f "$1")
python=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "wheel: $*" >&2; exit 1; }
"$python" -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --no-index --disable-pip-version-check "$file"
cd "$work"
module=$(venv/bin/python -c 'import cgt._cgt; print(cgt._cgt.__file__)')
needed=$(readelf -dW "$module" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|ld-linux.*)\.so\.' || true)
[ -z "$needed" ] || fail "the module needs $needed"
got=$(env -i venv/bin/python - <<'PYTHON'
import pickle
import cgt
from cgt import Game, rulesets
hot = pickle.loads(pickle.dumps(Game('{2|1||0}')))
print(hot.mean(), rulesets.Domineering('..|..').value(), Game(2**200) + 1, Game(-2**70))
print(cgt.__version__)
PYTHON
)
wanted="3/4 +-1 1606938044258990275541962092341162602522202993782792835301377 -1180591620717411303424"
[ "$(head -1 <<<"$got")" = "$wanted" ] || fail "it says '$got', not '$wanted'"
[[ "$(basename "$file")" == cgt-"$(tail -1 <<<"$got")"-* ]] || fail "$(tail -1 <<<"$got") is another version"
