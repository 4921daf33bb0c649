# shellcheck shell=bash disable=SC2154,SC2016
# `./dev lint`. Read by dev.

lint_format() { sources | xargs -P "$jobs" -n 16 clang-format --dry-run -Werror; }

lint_text() {
  if git grep -nIP '\t| +$' -- '*.cpp' '*.hpp' '*.c' '*.h' '*.txt' '*.cmake' '*.md' '*.cgs' dev .ci ':!tests/**/*.txt'; then
    say "lint: tabs or trailing spaces in the lines above"
    return 1
  fi
}

# Calques that readers stumble over: "unless told" for "(default: ...)", "x is no number" for "x is not a number".
lint_words() {
  local few='longer|more|less|better|worse|further|faster|finer|higher|likelier|need|reason|good|such|matter|one|two|other'
  if git grep -nIiP "unless told|until told otherwise|\\b(is|are) no (?!($few)\\b)[a-z]+\\b" -- \
    docs README.md cgt decomp lang repl | grep -viP '(there|where)\W+(is|are) no'; then
    say "lint: write \"is not a ...\" and \"(default: ...)\" in the lines above"
    return 1
  fi
}

lint_scripts() { git ls-files -z dev .ci 'examples/cluster/*.sh' 'examples/cluster/*.slurm' | xargs -0 shellcheck -x; }

# The subject of a commit has 1 to 72 characters. Those written before this moment follow no rule: it is a moment
# and not a commit because that works in every clone, however shallow, and after a rebase.
lint_commits() {
  git rev-parse -q --verify HEAD >/dev/null 2>&1 || { say "lint: no commits to look at"; return 0; }
  local from bad=0 written commit subject
  from=$(date -d 2026-11-22T13:40:00Z +%s)
  while read -r written commit subject; do
    [ "$written" -ge "$from" ] || continue
    LC_ALL=C.UTF-8 bash -c '[ -n "$1" ] && [ ${#1} -le 72 ]' _ "$subject" && continue
    say "lint: the subject of $commit has ${#subject} characters, not 1 to 72: $subject"
    bad=1
  done < <(git log --no-merges --format='%at %h %s')
  return $bad
}

included() { sed -n 's/^#include "\(.*\)"$/\1/p' "$@"; }

# tidy UNIT: what clang-tidy says of one source.
tidy() {
  # shellcheck disable=SC2086
  clang-tidy --quiet "$1" -- -std=c++20 -I. -DFMT_SHARED -Wall -Wextra $FOREIGN_FLAGS \
    -DCGT_EXAMPLES="\"\"" -DCGT_TESTS="\"\"" -DCGT_JAVASCRIPT="\"\"" 2>/dev/null
}

# tidy_group FOLDER GROUP: where names of two units clash, it looks at each of them alone.
tidy_group() {
  local units mark unit out bad=0
  mapfile -t units < <(included "$2")
  mark=$1/$({ cat "${units[@]}"; included "${units[@]}" | xargs -r cat; } | sha256sum | cut -c1-16)
  [ -f "$mark" ] && return 0
  case $(tidy "$2") in *error:*)
    for unit in "${units[@]}"; do
      out=$(tidy "$unit")
      case $out in *error:*) printf '%s\n' "$out"; bad=1 ;; esac
    done ;;
  esac
  [ $bad -eq 0 ] && : >"$mark"
  return $bad
}

# clang-tidy spends most of its time on headers, so it looks at the sources as the release build compiles them,
# up to twenty as one, and at three such units at a time. What it has seen is looked at again only when one of
# its sources, a header or the checks changed.
lint_tidy() {
  local stamp groups
  apart configure release || return 1
  ninja -C build/release build.ninja >/dev/null || return 1
  stamp=build/tidy/$(find cgt decomp lang repl -name '*.hpp' | sort | xargs cat .clang-tidy | sha256sum | cut -c1-16)
  groups=$stamp/groups
  mkdir -p "$groups"
  rm -f "$groups"/*
  sed -nE "s#^ *\"file\": \"$PWD/((build/release/)?(cgt|decomp|lang|repl)/.*)\".*#\1#p" \
    build/release/compile_commands.json | grep -v cmake_pch | sort -u |
    awk -v groups="$groups" '{
      if (NR % 3 == 1) ++group
      print "#include \"" $0 "\"" > (groups "/" group ".cpp")
    }'
  export -f included tidy tidy_group
  # The longest first, so that all cores are busy to the end.
  for group in "$groups"/*; do
    printf '%s %s\n' "$(included "$group" | xargs cat | included | xargs -r cat | wc -c)" "$group"
  done | sort -rn | cut -d' ' -f2 | xargs -P "$jobs" -I{} bash -c 'tidy_group "$1" "$2"' _ "$stamp" {}
}

# Headers that programs may include, as the build installs them.
installed_headers() {
  grep -o "$PWD/[a-z0-9_/]*\.hpp" build/release/lang/cpp/cmake_install.cmake | sed "s#^$PWD/##" | sort -u
}

# Headers that compile alone, twice over; again only when a header changed. A header with a source beside it
# is included by that source first (tests/structure sees to that), and what else is here is used by sources; but
# precompiled headers and neighbours may hide what a header forgot. So by day the installed ones without a source
# are compiled, and at night all.
lint_headers() {
  local which=${1:-installed} stamp
  apart configure release || return 1
  stamp=build/headers/$which-$(find cgt decomp lang repl -name '*.hpp' | sort | xargs cat | sha256sum | cut -c1-16)
  [ -f "$stamp" ] && return 0
  mkdir -p build/headers
  if [ "$which" = all ]; then
    find cgt decomp lang repl -name '*.hpp' | sort
  else
    installed_headers | while read -r header; do [ -f "${header%.hpp}.cpp" ] || printf '%s\n' "$header"; done
  fi >build/headers/list
  [ -s build/headers/list ] || { say "lint: no headers to compile"; return 1; }
  xargs -P "$jobs" -I{} sh -c '
    printf "#include \"%s\"\n#include \"%s\"\n" "$1" "$1" |
      g++ -std=c++20 -I. $FOREIGN_FLAGS -DFMT_SHARED -fsyntax-only -Wall -Wextra -Wshadow -x c++ - || exit 255' _ {} \
    <build/headers/list || return 1
  : >"$stamp"
}

# Where the sources of lang/python find Python.h and pybind11, and those of repl/mpi mpi.h, for tools that do
# not ask CMake.
export_foreign_flags() {
  FOREIGN_FLAGS=$(/usr/bin/python3 -c "import pybind11, sysconfig
print('-fvisibility=hidden -isystem', pybind11.get_include(), '-isystem', sysconfig.get_path('include'))")
  FOREIGN_FLAGS+=" -DOMPI_SKIP_MPICXX $(mpicxx --showme:incdirs | sed -E 's/(^| )/ -isystem /g')"
  export FOREIGN_FLAGS
}

lint() {
  install_packages "${packages[@]}" "${lint_packages[@]}" "${optional_packages[@]}"
  export_foreign_flags
  local part bad=0
  for part in format text words scripts commits headers tidy; do
    say "lint: $part"
    stage "lint: $part" "lint_$part" || bad=1
  done
  [ $bad -eq 0 ] || fail "lint failed"
  say "lint: clean"
}
