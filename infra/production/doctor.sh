#!/bin/sh
# doctor.sh: checks settings and services of this production, each program's in its own container, with its own rights
# (infra/runbook.md). Exits with 1 when one of them fails.
set -u
cd "$(dirname "$0")" || exit 1
result=0

# examine <service> <program>
examine() {
  printf '%s\n' "$1"
  docker compose --profile backup run --rm --no-deps -T "$1" node "$2" </dev/null || result=1
}

examine api api/src/doctor.ts
examine worker worker/src/doctor.ts
examine backup api/src/backup/doctor.ts
exit $result
