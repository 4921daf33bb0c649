#!/bin/bash
# A database that ranks build together, whatever happens to them, then what is in it.
#
#   examples/cluster/database.sh clobber 3x4 clobber.db 4        four ranks
#   KILL="20 40" examples/cluster/database.sh clobber 3x4 clobber.db 4
#                      a drill: the second rank is killed after 20 seconds, and 40 seconds after the restart,
#                      or as soon as there is one
#
# Open MPI refuses more ranks than the machine has cores unless it is told that they share them: this script tells
# it so where there are more ranks (--oversubscribe). They gain nothing from that but the drill. On several machines
# name them and their cores to mpirun, or use census.slurm as a model.
#
# A rank that dies takes the run with it; the same command goes on from the file. Ctrl-C and SIGTERM end it when
# it has saved.
set -euo pipefail

game=${1:?the game}
size=${2:?the largest board}
out=${3:?the file of the database}
ranks=${4:?how many ranks}
read -ra kill <<< "${KILL:-}"

# Threads of one core are two processors to nproc, and one to Open MPI.
cores=$(lscpu -p=CORE,SOCKET | grep -v '^#' | sort -u | wc -l)
processors=$(nproc)
share=()
if [ "$ranks" -gt "$((cores < processors ? cores : processors))" ] && [[ $(mpirun --version) == *"Open MPI"* ]]; then
  share=(--oversubscribe)
fi

run=
failures=0
trap 'trap - INT TERM; [ -z "$run" ] || kill -TERM "$run" 2> /dev/null; wait || true; exit 130' INT TERM

for ((attempt = 0; ; ++attempt)); do
  mpirun "${share[@]}" -n "$ranks" cgt mpi db build "$game" "$size" --out "$out" &
  run=$!
  "${BASH_SOURCE%/*}"/unstick.sh "$run" &
  if [ "$attempt" -lt "${#kill[@]}" ]; then
    sleep "${kill[attempt]}"
    rank=
    while [ -z "$rank" ] && kill -0 "$run" 2> /dev/null; do
      rank=$(pgrep -P "$run" | sed -n 2p || true)
      [ -n "$rank" ] || sleep .1
    done
    if [ -n "$rank" ]; then kill -KILL "$rank" || true; fi
  fi
  code=0
  wait "$run" || code=$?
  [ "$code" -eq 0 ] && break
  # 137, seldom 1: a rank was killed, or mpirun outlived its ranks. Anything else would come again, and so may 1.
  if [ "$code" -ne 137 ] && { [ "$code" -ne 1 ] || [ "$((++failures))" -gt 3 ]; }; then exit "$code"; fi
done
cgt db info "$out"
