#!/bin/bash
# Ends an mpirun that outlives its ranks: unstick.sh PID [SECONDS], beside the wait for it.
#
# When a rank dies, Open MPI 4 sometimes locks itself up at its own end, with all ranks gone (PMIx_server_finalize
# waits for a lock that nobody holds any more). So a process that had ranks and has had none alive for so
# many seconds (default: 10) is killed. This script ends when the process does.
mpirun=${1:?the process of mpirun}
most=${2:-10}
had=0
without=0
while sleep 1 && kill -0 "$mpirun" 2> /dev/null; do
  ranks=$(ps -o stat= --ppid "$mpirun")  # Z: dead, but not waited for
  [ -z "$ranks" ] || had=1
  if grep -q '^[^Z]' <<< "$ranks"; then
    without=0
  elif [ "$had" -eq 1 ] && [ "$((++without))" -ge "$most" ]; then
    kill -KILL "$mpirun"
  fi
done
