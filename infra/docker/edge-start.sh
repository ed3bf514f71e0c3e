#!/bin/sh
# edge-start <program> …: lays this build's files beside those of former builds, then runs the program.
# Open tabs still ask for the old ones: they stay for 30 days (infra/decisions/0017-service-worker.md).
set -eu
built=${BUILT:-/srv/assets}
cd "${KEPT:-/kept}"
mkdir -p assets
# What was served until now counts as left out from now on.
if [ -f served ]; then (cd assets && xargs -r touch -c) <served; fi
find assets -type f -mtime +30 -delete
cp -R "$built/." assets/
ls "$built" >served
exec "$@"
