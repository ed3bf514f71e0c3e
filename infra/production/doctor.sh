#!/bin/sh
# doctor.sh [--no-origin]: checks settings and services of this production, each program's in its own container, with its own
# rights (infra/runbook.md). Exits with 1 when one of them fails. --no-origin: without the public address, while no API responds.
set -u
cd "$(dirname "$0")" || exit 1
result=0

# examine <service> <program> [option]
examine() {
  printf '%s\n' "$1"
  docker compose --profile backup run --rm --no-deps -T "$1" node "$2" ${3:-} </dev/null || result=1
}

examine api api/src/doctor.ts "${1:-}"
examine worker worker/src/doctor.ts
examine backup api/src/backup/doctor.ts
exit $result
