#!/bin/sh
# edge-start <program> …: lays this build's files beside those of former builds, then runs the program.
# Open tabs still ask for the old ones: they stay for 30 days (infra/decisions/0017-service-worker.md).
# Others may be serving from the same place meanwhile (0036): a file has its name only when it is whole.
set -eu
built=${BUILT:-/srv/assets}
cd "${KEPT:-/kept}"
mkdir -p assets
# What was served until now counts as left out from now on.
if [ -f served ]; then (cd assets && xargs -r touch -c) <served; fi
find assets -type f -mtime +30 -delete
unfinished=.unfinished-${HOSTNAME:-edge}-$$
for file in "$built"/*; do
  name=${file##*/}
  if [ ! -f "assets/$name" ]; then
    cp "$file" "$unfinished"
    mv "$unfinished" "assets/$name"
  fi
done
ls "$built" >"$unfinished"
mv "$unfinished" served
exec "$@"
