#!/bin/sh
# doctor.sh [--no-origin] [--allow-outages]: checks settings and services of this production, each program's in its own container,
# with its own rights (infra/runbook.md). Exits with 1 when one of them fails. --no-origin: without the public address, while no API
# responds. --allow-outages: what the network or a service of others does not allow to check is a warning.
set -u
cd "$(dirname "$0")" || exit 1
result=0

# examine <service> <program> [options]
examine() {
  service=$1 program=$2
  shift 2
  printf '%s\n' "$service"
  docker compose --profile backup run --rm --no-deps -T "$service" node "$program" "$@" </dev/null || result=1
}

examine api api/src/doctor.ts "$@"
examine worker worker/src/doctor.ts "$@"
examine backup api/src/backup/doctor.ts "$@"
exit $result
