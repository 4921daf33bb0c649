#!/bin/bash
# A file of sums on several machines with GNU parallel, then the table of all.
#
#   examples/cluster/sums.sh sums.txt 8                      eight shards, a processor each
#   examples/cluster/sums.sh sums.txt 8 --sshlogin a,b,:     on the machines a and b and on this one
#
# The machines need the same cgt, and the folder under the same name. The same command goes on where it
# was stopped; the table comes when all shards are complete.
set -euo pipefail

sums=${1:?the file of sums}
shards=${2:?how many shards}
shift 2
folder=${CGT_FOLDER:-$sums.parts}
mkdir -p "$folder"

seq "$shards" | parallel "$@" --workdir . --retries 3 --quote \
  cgt sum --file "$sums" --shard "{}/$shards" --state "$folder/{}" >&2
cgt merge "$folder"/*
