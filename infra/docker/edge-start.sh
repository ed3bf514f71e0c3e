#!/bin/sh
# edge-start [--required] <program> …: copies this build's files beside those of former builds, then runs the program.
# Open tabs still request the former ones: they stay for 30 days (infra/decisions/0017-service-worker.md).
# Housekeeping never stops the edge, which serves this build from its image; with --required a failure is one of the
# script (0036). Other edges may serve from the same volume: a file gets its name only when it is complete.
set -u

# Exits with 78 (EX_CONFIG) and the reason; it names variables, never values.
refuse() {
  printf 'Bad configuration:\n  %s\n' "$1" >&2
  exit 78
}

if [ -n "${DOMAIN:-}" ]; then
  # `docker compose -f compose.yml` ignores COMPOSE_FILE: the shop would be on HTTP only, with nothing on port 443.
  # mutation test: domain-needs-https
  if [ -z "${TRUSTED_PROXIES:-}" ]; then
    refuse 'DOMAIN: needs https.yml: set COMPOSE_FILE=compose.yml:https.yml in .env and start without -f'
  fi
  if [ "${PUBLIC_ORIGIN:-}" != "https://$DOMAIN" ]; then
    refuse 'PUBLIC_ORIGIN: must be https:// and DOMAIN, without a path'
  fi
fi
if [ "${TRUST_PROXY:-1}" != 1 ] && [ -z "${TRUSTED_PROXIES:-}" ]; then
  refuse 'TRUSTED_PROXIES: names no proxy, but TRUST_PROXY counts more than the edge'
fi

required=
if [ "$1" = --required ]; then
  required=1
  shift
fi

keep_files() (
  built=${BUILT:-/srv/assets}
  cd "${KEPT:-/kept}" && mkdir -p assets || exit 1
  result=0
  # The 30 days of what was served until now start now.
  if [ -e served ]; then (cd assets && xargs -r touch -c) <served || result=1; fi
  find assets -type f -mtime +30 -delete || result=1
  find . -maxdepth 1 -name '.unfinished-*' -mtime +1 -delete || result=1
  unfinished=.unfinished-${HOSTNAME:-edge}-$$
  for file in "$built"/*; do
    name=${file##*/}
    [ -f "assets/$name" ] || { cp "$file" "$unfinished" && mv "$unfinished" "assets/$name"; } || result=1
  done
  { ls "$built" >"$unfinished" && mv "$unfinished" served; } || result=1
  rm -f "$unfinished"
  exit $result
)

if ! keep_files; then
  echo 'edge-start: the files of former builds could not all be kept (see above)' >&2
  [ -z "$required" ] || exit 1
fi
# Before 2.11.5 (packages of distributions) Caddy supports no minimum body rate: it starts without.
if [ "$1" = caddy ] && ! caddy adapt --config /etc/caddy/Caddyfile --adapter caddyfile >/dev/null 2>&1; then
  export BODY_RATE=
fi
exec "$@"
