# shellcheck shell=bash disable=SC2154,SC2016
# `./dev test`, `./dev nightly` and `./dev coverage`. Read by dev.

passed=0
failed=0

# count_cases LOG: passed and failed cases of a log of ctest. A test binary that dies or runs too long counts as
# one failure, a program without test cases, such as an example, as one case.
count_cases() {
  awk '
    function count(word, how_many) {
      if (word ~ /^passed/) p += how_many
      if (word ~ /^failed/) here += how_many
      known = 1
    }
    /^All tests passed \(/ { count("passed", $(NF-2)) }
    /^test cases:/ || /^([0-9]+ failed, )?[0-9]+ passed.* in [0-9.]+s/ {  # Catch, pytest
      for (i = 2; i <= NF; ++i) count($i, $(i-1))
    }
    /^Test Failed\.|^Test timed out/ { if (!known || here == 0) ++f }
    /^Test Passed\./ { if (!known) ++p }
    /^Test (Passed|Failed)\.|^Test timed out/ { f += here; here = 0; known = 0 }
    END { print p + 0, f + 0 }' "$1"
}

# run_suite PRESET: its test cases are added to the totals.
run_suite() {
  local preset=$1 status=0 p f
  # What runs with hostile tables is built with the sanitizers.
  local log=build/${1/hostile/asan}/Testing/Temporary/LastTest.log
  rm -f "$log"
  ctest --preset "$preset" -j "$jobs" || status=$?
  [ -f "$log" ] || { failed=$((failed + 1)); return 0; }
  read -r p f < <(count_cases "$log")
  [ "$status" -ne 0 ] && [ "$f" -eq 0 ] && f=1
  say "$preset: $p passed, $f failed"
  passed=$((passed + p))
  failed=$((failed + f))
}

# build_for_tests PRESET: what its suite runs.
build_for_tests() {
  case $1 in
    tsan) build tsan --target test_parallel test_parallel_decomp ;;
    *) build "$1" ;;
  esac
}

# The whole suite plain; the libraries, without the program, under address and undefined behaviour sanitizers, the
# values also with tables made as bad as they may be; what runs in several threads under the thread sanitizer.
# The night has the program under sanitizers.
#
# Suites wait for browsers, for children and for their last test: the next build fills these gaps, behind them in
# the queue for the cores. Its seconds are those of a build that had company.
run_tests() {
  install_packages "${packages[@]}" "${suite_packages[@]}"
  local presets=(release asan tsan) at preset next builder log built=0
  say "building release"
  stage "build release" apart build_for_tests release || built=1
  for at in "${!presets[@]}"; do
    preset=${presets[at]} next=${presets[at + 1]:-}
    if [ -n "$next" ]; then
      mkdir -p "build/$next"
      log=build/$next/beside.log
      say "building $next beside the tests of $preset"
      # In a process group of its own, which ends with this script.
      set -m
      (
        renice -n 10 "$BASHPID" >/dev/null
        stage "build $next" apart build_for_tests "$next"
      ) >"$log" 2>&1 &
      builder=$!
      set +m
      trap 'kill -- "-$builder" 2>/dev/null || true' EXIT
    fi
    if [ "$built" -eq 0 ]; then
      stage "test $preset" run_suite "$preset"
      [ "$preset" != asan ] || stage "test hostile" run_suite hostile
    else
      failed=$((failed + 1))
    fi
    [ -n "$next" ] || continue
    built=0
    wait "$builder" || { built=1; cat "$log" >&2; }
    trap - EXIT
  done
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}

# What is too long for each change: random and exhaustive cases, proofs for Coq, every header alone, the suite under an
# address sanitizer that also watches for the use of what has left its scope, and WebAssembly: the suites and the site.
nightly() {
  install_packages "${packages[@]}" "${suite_packages[@]}" "${nightly_packages[@]}"
  export_foreign_flags
  build release --target cgt go_answers test_cgt test_decomp test_program
  ctest --preset nightly
  lint_headers all
  # The module for Python takes minutes to compile for the thread sanitizer.
  configure tsan
  cmake build/tsan -DCGT_PYTHON=ON >/dev/null
  build tsan --target python_package
  ctest --test-dir build/tsan -R python_threads --no-tests=error --output-on-failure
  build scopes
  run_suite scopes
  npm --all
  # Where there is npm (the program; npm() is ours), its axe-core looks at all screens of the explorer.
  if [ -n "$(type -P npm)" ] && command npm install --silent --prefix build/axe axe-core; then
    export CGT_AXE=$PWD/build/axe/node_modules/axe-core/axe.min.js
  fi
  site
  [ "$failed" -eq 0 ]
}

# Line coverage of the whole suite, by module.
coverage() {
  install_packages "${packages[@]}" "${suite_packages[@]}" "${coverage_packages[@]}"
  build coverage
  find build/coverage -name '*.gcda' -delete
  run_suite coverage
  mkdir -p build/coverage/report
  gcovr --root . --object-directory build/coverage --gcov-ignore-parse-errors -j "$jobs" \
    --filter '(cgt|decomp|lang|repl)/' --json build/coverage/report/lines.json >/dev/null
  local module filter
  for module in cgt decomp/*/ lang repl .; do
    case $module in .) filter='.*' ;; *) filter="${module%/}/" ;; esac
    printf '%-16s ' "${module%/}"
    gcovr --root . --add-tracefile build/coverage/report/lines.json --filter "$filter" \
      --print-summary --output /dev/null | awk '/^lines:/ { print $2, $3, $4, $5, $6 }'
  done
}
